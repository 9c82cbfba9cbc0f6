import { DeleteOutlined, UploadOutlined } from '@ant-design/icons';
import { updatePrintLogo } from '@tradehouse/contract';
import { Button, Checkbox, Form, Upload } from 'antd';
import type { ReactNode } from 'react';
import { IconButton } from '../control/IconButton.tsx';
import { callEndpoint } from '../app/net/client.ts';
import { getNotices } from '../app/notices.ts';
import { invalidateQueryKeys } from '../app/net/query.ts';
import { t } from '../phrase/index.ts';

/** Maximum size of a logo in pixels, at a printer's finest resolution. */
const WIDEST = 720;
const HIGHEST = 360;

/** Redraws a picture no larger than a logo needs; returns a PNG's data URL. */
async function shrinkLogo(file: Blob): Promise<string> {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, WIDEST / picture.width, HIGHEST / picture.height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const png = canvas.toDataURL('image/png');
  return png.length <= LARGEST ? png : canvas.toDataURL('image/jpeg', 0.85);
}

/** Maximum length of the URL. */
const LARGEST = 200_000;

async function saveLogo(logo: string): Promise<void> {
  try {
    await callEndpoint(updatePrintLogo, { logo });
    await invalidateQueryKeys(['printTemplates'], ['print']);
  } catch {
    // The client shows the error.
  }
}

interface Props {
  readonly logo: string;
  readonly shown: boolean;
  readonly onShow: (shown: boolean) => void;
}

/** Edits the company's logo, which each template may show. */
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
          shrinkLogo(file)
            .then(saveLogo)
            .catch(() => getNotices().message.warning(t('print.noPicture')));
          return false;
        }}
      >
        <Button icon={<UploadOutlined aria-hidden />}>{t('print.logoChoose')}</Button>
      </Upload>
      {logo === '' ? null : (
        <IconButton
          icon={<DeleteOutlined aria-hidden />}
          label={t('print.logoRemove')}
          onClick={() => void saveLogo('')}
        />
      )}
    </div>
  </Form.Item>
);
