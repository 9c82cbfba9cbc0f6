import { DownloadOutlined, PrinterOutlined } from '@ant-design/icons';
import type { LogisticsOrderInfo } from '@tradehouse/contract';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useCallback, useMemo, useState } from 'react';
import { saveFile } from '../../app/net/client.ts';
import { useBusy } from '../../app/useBusy.ts';
import { t } from '../../phrase/index.ts';
import { LabelFrame } from '../../print/labels/LabelFrame.tsx';
import { labelSets } from '../../print/labels/pages.ts';
import { pdfOfLabels } from '../../print/labels/pdf.ts';
import { labelledParcels, shippingMarks, shippingTemplates } from '../../print/labels/shipping.ts';
import { createTextMeasure, useDrawCode } from '../../print/labels/useLabels.ts';
import { choiceOf } from '../../record/labels.ts';
import { CarrierLabels } from './CarrierLabels.tsx';

const translateShippingLabel = ({ service, signature }: LogisticsOrderInfo) => ({
  to: t('shipment.to'),
  from: t('shipment.from'),
  service: choiceOf('service', service),
  signature: signature ? t('shipment.signature') : '',
  part: (at: number, of: number) => t('shipment.part', { at, of }),
  weight: (weight: string) => t('shipment.weight', { weight }),
  problem: (text: string) => t('label.problem.code128', { text }),
});

interface Props {
  readonly order: LogisticsOrderInfo;
  /** Further actions beside printing. */
  readonly children?: ReactNode;
}

/** Shows the labels of a shipment: files of the carrier, else drawn by the product. */
export const ShippingLabels = ({ order, children }: Props): ReactNode =>
  order.labelFiles.length > 0 ? (
    <CarrierLabels files={order.labelFiles}>{children}</CarrierLabels>
  ) : (
    <DrawnLabels order={order}>{children}</DrawnLabels>
  );

/** Shows drawn labels, one for each parcel, as printed. */
function DrawnLabels({ order, children }: Props) {
  const draw = useDrawCode();
  const sets = useMemo(
    () =>
      labelSets(
        labelledParcels(order).map(() => ({
          template: shippingTemplates[order.labelFormat],
          copies: 1,
        })),
      ),
    [order],
  );
  const marks = useMemo(() => {
    const [words, measure] = [translateShippingLabel(order), createTextMeasure()];
    return labelledParcels(order).map((_, at) => shippingMarks(order, at, words, measure));
  }, [order]);
  const [window, setWindow] = useState<Window | null>(null);
  const ready = useCallback((frame: Window | null) => setWindow(() => frame), []);
  const [busy, run] = useBusy();
  const file = () =>
    run(async () => {
      const svgs = window?.document.querySelectorAll<SVGSVGElement>('.page svg') ?? [];
      saveFile(await pdfOfLabels(sets, [...svgs]), `${order.tracking}.pdf`);
    });
  const print = (): void => {
    window?.focus();
    window?.print();
  };
  return (
    <section className="shipping-labels" aria-label={t('shipment.preview')}>
      <div className="shipment-acts">
        <Button
          type="primary"
          icon={<PrinterOutlined />}
          disabled={window === null}
          onClick={print}
        >
          {t('shipment.print')}
        </Button>
        <Button
          icon={<DownloadOutlined />}
          loading={busy}
          disabled={window === null}
          onClick={() => void file()}
        >
          {t('shipment.pdf')}
        </Button>
        {children}
      </div>
      {draw !== null && (
        <LabelFrame sets={sets} marks={marks} draw={draw} title={order.tracking} onReady={ready} />
      )}
    </section>
  );
}
