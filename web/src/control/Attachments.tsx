import { DeleteOutlined, PaperClipOutlined } from '@ant-design/icons';
import { MOST_FILES } from '@tradehouse/contract';
import type { FileName, FileUse } from '@tradehouse/contract';
import { Button, Upload } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { t } from '../phrase/index.ts';
import { useFieldBusy } from './bringing.ts';
import { IconButton } from './IconButton.tsx';
import { PictureDialog } from './Pictures.tsx';
import { bringAll, isPicture, saveStored } from './storedFiles.ts';

export interface AttachmentsProps {
  readonly value: readonly FileName[];
  /** Absent: files are read-only. */
  readonly onChange?: (files: readonly FileName[]) => void;
  readonly biz: FileUse;
}

/** Attachments of a document: pictures open, further files download; uploads while editable. */
export function Attachments({ value, onChange, biz }: AttachmentsProps): ReactNode {
  const [large, setLarge] = useState<FileName | null>(null);
  const [busy, run] = useFieldBusy();
  return (
    <div className="attachments">
      {value.map((file) => (
        <span key={file.id} className="attachment">
          <Button
            type="link"
            size="small"
            icon={<PaperClipOutlined aria-hidden />}
            onClick={() => (isPicture(file) ? setLarge(file) : void saveStored(file))}
          >
            {file.name}
          </Button>
          {onChange === undefined ? null : (
            <IconButton
              size="small"
              icon={<DeleteOutlined aria-hidden />}
              label={t('file.removeOne', { name: file.name })}
              onClick={() => onChange(value.filter((other) => other !== file))}
            />
          )}
        </span>
      ))}
      {onChange === undefined || value.length >= MOST_FILES ? null : (
        <Upload
          multiple
          showUploadList={false}
          disabled={busy}
          beforeUpload={(file, all) => {
            if (file === all[0])
              void run(() => bringAll(all, { value, onChange, biz, most: MOST_FILES }));
            return false;
          }}
        >
          <Button size="small" loading={busy} icon={<PaperClipOutlined aria-hidden />}>
            {t('file.attach')}
          </Button>
        </Upload>
      )}
      {large === null ? null : <PictureDialog file={large} onClose={() => setLarge(null)} />}
    </div>
  );
}
