import { DownloadOutlined, PrinterOutlined } from '@ant-design/icons';
import { storedFile } from '@tradehouse/contract';
import type { LogisticsOrderInfo } from '@tradehouse/contract';
import { labelTypes } from '@tradehouse/domain';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { downloadFile } from '../../app/net/client.ts';
import { useBusy } from '../../app/useBusy.ts';
import { saveStored } from '../../control/storedFiles.ts';
import { t } from '../../phrase/index.ts';

type LabelFile = LogisticsOrderInfo['labelFiles'][number];

/** Opens a label in a window of the browser, which prints the label in its own size. */
async function openLabel({ id, type }: LabelFile): Promise<void> {
  const bytes = await downloadFile(storedFile.path, { id });
  const url = URL.createObjectURL(new Blob([bytes], { type }));
  window.open(url, '_blank', 'noopener');
  // The window has read the file by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

interface Props {
  readonly files: readonly LabelFile[];
  /** Further actions beside printing. */
  readonly children?: ReactNode;
}

/** Offers the label files that the carrier made; ZPL is for label printers, and only saved. */
export function CarrierLabels({ files, children }: Props): ReactNode {
  const [busy, run] = useBusy();
  return (
    <section className="shipping-labels" aria-label={t('shipment.preview')}>
      {files.map((file) => (
        <div key={file.id} className="shipment-acts">
          <span>{file.name}</span>
          {file.type !== labelTypes.zpl && (
            <Button
              type="primary"
              icon={<PrinterOutlined />}
              loading={busy}
              onClick={() => void run(() => openLabel(file))}
            >
              {t('shipment.print')}
            </Button>
          )}
          <Button icon={<DownloadOutlined />} onClick={() => void saveStored(file)}>
            {t('shipment.download')}
          </Button>
        </div>
      ))}
      <div className="shipment-acts">{children}</div>
    </section>
  );
}
