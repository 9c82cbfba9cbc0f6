import type { PrintTemplate } from '@tradehouse/contract';
import { defaultTemplate, documentsToPrint, recordPrinting } from '@tradehouse/contract';
import type { KindCode } from '@tradehouse/domain';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useMemo } from 'react';
import { callEndpoint } from '../app/net/client.ts';
import { t } from '../phrase/index.ts';
import { OnePaper } from './OnePaper.tsx';
import { usePieces } from './usePrinting.ts';

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

/** Returns a picking list's template: positions, goods and quantities, no amounts. */
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

/** Previews the picking list of a document for printing. */
export function PickingDialog({ code, id, onClose }: Props): ReactNode {
  const { data, error } = useQuery({
    queryKey: ['print', code, id],
    queryFn: () => callEndpoint(documentsToPrint, { kind: code, ids: id }, { quiet: true }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const template = useMemo(() => pickingTemplate(code), [code]);
  const pieces = usePieces(data, template);
  const title = `${t('delivery.pickingList')} ${data?.documents[0]?.number ?? ''}`;
  return (
    <OnePaper
      title={title}
      pieces={pieces}
      template={template}
      error={error}
      record={() => callEndpoint(recordPrinting, { kind: code, ids: id, paper: 'a4' })}
      onClose={onClose}
    />
  );
}
