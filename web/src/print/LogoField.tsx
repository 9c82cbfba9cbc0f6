import { DeleteOutlined, UploadOutlined } from '@ant-design/icons';
import { updatePrintLogo } from '@tradehouse/contract';
import { Button, Checkbox, Form, Upload } from 'antd';
import type { ReactNode } from 'react';
import { IconButton } from '../control/IconButton.tsx';
import { call } from '../app/net/client.ts';
import { notices } from '../app/notices.ts';
import { outdate } from '../app/net/query.ts';
import { t } from '../phrase/index.ts';

/** As large as a logo is printed at a printer's finest, in pixels. */
const WIDEST = 720;
const HIGHEST = 360;

/** A picture drawn again no larger than a logo needs, as the address of a PNG. */
async function shrunk(file: Blob): Promise<string> {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, WIDEST / picture.width, HIGHEST / picture.height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const png = canvas.toDataURL('image/png');
  return png.length <= LARGEST ? png : canvas.toDataURL('image/jpeg', 0.85);
}

/** In letters of its address. */
const LARGEST = 200_000;

async function keep(logo: string): Promise<void> {
  try {
    await call(updatePrintLogo, { logo });
    await outdate(['printTemplates'], ['print']);
  } catch {
    // The client has said what went wrong.
  }
}

interface Props {
  readonly logo: string;
  readonly shown: boolean;
  readonly onShow: (shown: boolean) => void;
}

/** The company's logo: one for all templates, which each may show. */
export const LogoField = ({ logo, shown, onShow }: Props): ReactNode => (
  <Form.Item label={t('print.logo')}>
    <div className="print-logo">
      <Checkbox checked={shown} onChange={({ target }) => onShow(target.checked)}>
        {t('print.logoShown')}
      </Checkbox>
      {logo === '' ? null : <img src={logo} alt={t('print.logo')} />}
      <Upload
        accept="image/*"
        showUploadList={false}
        beforeUpload={(file) => {
          shrunk(file)
            .then(keep)
            .catch(() => notices().message.warning(t('print.noPicture')));
          return false;
        }}
      >
        <Button icon={<UploadOutlined aria-hidden />}>{t('print.logoChoose')}</Button>
      </Upload>
      {logo === '' ? null : (
        <IconButton
          icon={<DeleteOutlined aria-hidden />}
          label={t('print.logoRemove')}
          onClick={() => void keep('')}
        />
      )}
    </div>
  </Form.Item>
);
