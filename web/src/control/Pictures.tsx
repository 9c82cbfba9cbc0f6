import {
  DeleteOutlined,
  LeftOutlined,
  PictureOutlined,
  PlusOutlined,
  RightOutlined,
} from '@ant-design/icons';
import type { FileName } from '@tradehouse/contract';
import { Button, Modal, Popover, Upload } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { t } from '../phrase/index.ts';
import { useFieldBusy } from './bringing.ts';
import { IconButton } from './IconButton.tsx';
import { bringAll, useFileUrl } from './storedFiles.ts';
import type { FilesField } from './storedFiles.ts';
import './pictures.css';

/** Stored picture of the company; a frame until loaded. */
export function StoredPicture({
  id,
  name,
  mini = false,
}: {
  readonly id: string;
  readonly name: string;
  readonly mini?: boolean;
}): ReactNode {
  const url = useFileUrl(id, mini);
  return url === null ? (
    <span className="picture-frame" aria-hidden>
      <PictureOutlined />
    </span>
  ) : (
    <img src={url} alt={name} className="picture" />
  );
}

/** Small picture beside a row; a click enlarges it. */
export const Thumbnail = ({
  id,
  name,
}: {
  readonly id: string;
  readonly name: string;
}): ReactNode => (
  <Popover
    trigger="click"
    destroyOnHidden
    content={
      <div className="picture-large">
        <StoredPicture id={id} name={name} />
      </div>
    }
  >
    <button type="button" className="thumbnail" aria-label={t('file.show', { name })}>
      <StoredPicture id={id} name="" mini />
    </button>
  </Popover>
);

/** Dialog with a picture, as large as fits. */
export const PictureDialog = ({
  file,
  onClose,
}: {
  readonly file: FileName;
  readonly onClose: () => void;
}): ReactNode => (
  <Modal open title={file.name} footer={null} width={1000} onCancel={onClose}>
    <StoredPicture id={file.id} name={file.name} />
  </Modal>
);

/** Types offered by the browser; the server inspects the actual content. */
const PICTURES = 'image/png,image/jpeg,image/webp,image/gif';

export interface PicturesProps extends FilesField {
  readonly readOnly: boolean;
}

/** Ordered picture cards: enlarged by a click, moved, removed, and uploaded one after another. */
export function Pictures({ readOnly, ...field }: PicturesProps): ReactNode {
  const { value, onChange, most } = field;
  const [large, setLarge] = useState<FileName | null>(null);
  const move = (from: number, to: number): void => {
    const next = [...value];
    next.splice(to, 0, ...next.splice(from, 1));
    onChange(next);
  };
  return (
    <>
      <ul className="pictures">
        {value.map((file, index) => (
          <li key={file.id}>
            <button
              type="button"
              className="picture-card"
              aria-label={t('file.show', { name: file.name })}
              onClick={() => setLarge(file)}
            >
              <StoredPicture id={file.id} name={file.name} mini />
            </button>
            {readOnly ? null : (
              <PictureActs
                first={index === 0}
                last={index === value.length - 1}
                onMove={(by) => move(index, index + by)}
                onRemove={() => onChange(value.filter((other) => other !== file))}
              />
            )}
          </li>
        ))}
        {readOnly || value.length >= most ? null : (
          <li>
            <AddPictures {...field} />
          </li>
        )}
      </ul>
      {value.length === 0 && readOnly ? t('empty.none') : null}
      {large === null ? null : <PictureDialog file={large} onClose={() => setLarge(null)} />}
    </>
  );
}

interface PictureActsProps {
  readonly first: boolean;
  readonly last: boolean;
  readonly onMove: (by: 1 | -1) => void;
  readonly onRemove: () => void;
}

const PictureActs = ({ first, last, onMove, onRemove }: PictureActsProps): ReactNode => (
  <span>
    <IconButton
      size="small"
      icon={<LeftOutlined aria-hidden />}
      label={t('file.earlier')}
      disabled={first}
      onClick={() => onMove(-1)}
    />
    <IconButton
      size="small"
      icon={<DeleteOutlined aria-hidden />}
      label={t('act.remove')}
      onClick={onRemove}
    />
    <IconButton
      size="small"
      icon={<RightOutlined aria-hidden />}
      label={t('file.later')}
      disabled={last}
      onClick={() => onMove(1)}
    />
  </span>
);

function AddPictures(field: FilesField): ReactNode {
  const [busy, run] = useFieldBusy();
  return (
    <Upload
      accept={PICTURES}
      multiple={field.most - field.value.length > 1}
      showUploadList={false}
      disabled={busy}
      beforeUpload={(file, all) => {
        if (file === all[0]) void run(() => bringAll(all, field));
        return false;
      }}
    >
      <Button
        className="picture-card"
        type="dashed"
        loading={busy}
        icon={<PlusOutlined aria-hidden />}
      >
        {t('file.addPicture')}
      </Button>
    </Upload>
  );
}

/** Single picture of a brand or person; `value` and `onChange` carry its id. */
export const LogoInput = ({
  value,
  onChange,
  disabled,
  biz = 'brand',
}: {
  readonly value?: string | null;
  readonly onChange?: (id: string | null) => void;
  readonly disabled: boolean;
  readonly biz?: 'brand' | 'user';
}): ReactNode => (
  <Pictures
    value={value === null || value === undefined ? [] : [{ id: value, name: t('file.logo') }]}
    onChange={(files) => onChange?.(files.at(-1)?.id ?? null)}
    biz={biz}
    most={1}
    readOnly={disabled}
  />
);
