import { PrinterOutlined } from '@ant-design/icons';
import type { PrintTemplate } from '@tradehouse/contract';
import { defaultTemplate, documentsToPrint, recordPrinting } from '@tradehouse/contract';
import type { KindCode } from '@tradehouse/domain';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { call } from '../app/client.ts';
import { PaneModal } from '../control/PaneModal.tsx';
import { t } from '../phrase/index.ts';
import { PrintFrame } from './PrintFrame.tsx';
import { usePieces } from './usePrinting.ts';
import './print.css';

interface Props {
  readonly code: KindCode;
  readonly id: string;
  readonly onClose: () => void;
}

const columns = [
  'position',
  'warehouseName',
  'barcode',
  'skuCode',
  'productName',
  'standard',
  'attributes',
  'lot',
  'expiry',
  'serials',
  'unit',
  'quantity',
  'remark',
] as const;

/** What a picker carries through the warehouse: places, goods and quantities, and no money. */
function pickingTemplate(code: KindCode): PrintTemplate {
  const usual = defaultTemplate(code, 'a4');
  return {
    ...usual,
    header: {
      ...usual.header,
      logo: false,
      company: ['companyName'],
      title: t('delivery.pickingList'),
    },
    facts: {
      across: 3,
      fields: (
        ['number', 'time', 'partnerName', 'sourceNumbers', 'externalOrder', 'remark'] as const
      )
        .filter((field) => usual.facts.fields.some((one) => one.field === field))
        .map((field) => ({ field, label: '' })),
    },
    lines: {
      ...usual.lines,
      columns: columns.map((field) => ({ field, label: '', width: 0 })),
      pageSums: false,
    },
    sums: [],
    footer: { ...usual.footer, agreement: false, signs: [{ field: 'keeper', label: '' }] },
  };
}

/** The picking list of a document, as it will be printed. */
export function PickingDialog({ code, id, onClose }: Props): ReactNode {
  const { data, error } = useQuery({
    queryKey: ['print', code, id],
    queryFn: () => call(documentsToPrint, { kind: code, ids: id }, { quiet: true }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const template = useMemo(() => pickingTemplate(code), [code]);
  const pieces = usePieces(data, template);
  const [window, setWindow] = useState<Window | null>(null);
  const ready = useCallback((frame: Window | null) => setWindow(() => frame), []);
  const button = useRef<HTMLButtonElement>(null);
  // Nothing else here takes the keyboard: Enter prints.
  useEffect(() => {
    if (window !== null) button.current?.focus();
  }, [window]);
  const title = `${t('delivery.pickingList')} ${data?.documents[0]?.number ?? ''}`;
  const print = async (): Promise<void> => {
    try {
      await call(recordPrinting, { kind: code, ids: id, paper: 'a4' });
      window?.focus();
      window?.print();
      onClose();
    } catch {
      // The client has said what went wrong.
    }
  };
  return (
    <PaneModal
      title={title}
      width={1000}
      className="print-dialog"
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('act.cancel')}</Button>
          <Button
            ref={button}
            type="primary"
            icon={<PrinterOutlined aria-hidden />}
            disabled={window === null}
            onClick={() => void print()}
          >
            {t('act.print')}
          </Button>
        </>
      }
    >
      {error !== null && <Alert type="warning" showIcon title={error.message} />}
      {pieces === null ? (
        <Skeleton active={error === null} paragraph={{ rows: 12 }} />
      ) : (
        <PrintFrame pieces={pieces} template={template} title={title} onReady={ready} />
      )}
    </PaneModal>
  );
}
