import { goodsDocuments } from '@tradehouse/contract';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Skeleton, Table } from 'antd';
import type { ReactNode } from 'react';
import { call } from '../../app/net/client.ts';
import { notices } from '../../app/notices.ts';
import { useSettings } from '../../app/settings/settings.ts';
import { digitsOf } from '../../control/currency.ts';
import { priceText } from '../../control/format.ts';
import { NumberText } from '../../control/NumberText.tsx';
import { t } from '../../phrase/index.ts';
import type { GridStore } from '../grid/gridStore.ts';
import { amendedAll } from '../grid/gridState.ts';
import type { LineDraft } from '../draft/lineDraft.ts';
import { atOwnPrice } from '../draft/priced.ts';
import type { Pricing } from '../draft/priced.ts';
import { currencyFromReply } from '../draft/commonHead.ts';

/** Lines that a price of these goods may be written to: what was agreed on another document stays. */
export const takesPrice = (line: LineDraft, barcode: string): boolean =>
  line.source === null && line.product !== null && line.barcode === barcode;

/** Writes a price of earlier goods to every line of the same barcode. */
export function takePrice(
  store: GridStore<LineDraft>,
  pricing: Pricing,
  { barcode, unitPrice }: { readonly barcode: string; readonly unitPrice: string },
): void {
  store.change((grid) =>
    amendedAll(grid, (line) =>
      takesPrice(line, barcode)
        ? atOwnPrice(line, { pricedBy: 'unitPrice', unitPrice }, pricing)
        : line,
    ),
  );
}

interface Props {
  readonly id: string;
  readonly store: GridStore<LineDraft>;
  readonly pricing: Pricing;
  /** Of the form; empty: the company's own. A price is only taken in its own currency. */
  readonly currency: string;
}

/** What the goods of an earlier document cost; a click takes the price for the same goods in the form (domain.md 13.13). */
export function EarlierPrices({ id, store, pricing, currency }: Props): ReactNode {
  const own = useSettings();
  const { data, error } = useQuery({
    queryKey: ['document', id],
    queryFn: () => call(goodsDocuments.info, { id }, { quiet: true }),
  });
  if (error !== null)
    return <Alert type="warning" title={t('document.linesFailed')} description={error.message} />;
  if (data === undefined) return <Skeleton active paragraph={{ rows: 2 }} title={false} />;
  const same = pricing.priced && currencyFromReply(data).currency === currency;
  return (
    <Table
      size="small"
      rowKey="line"
      dataSource={[...data.lines]}
      pagination={false}
      columns={[
        { key: 'barcode', title: t('editor.column.barcode'), dataIndex: 'barcode', width: 160 },
        { key: 'name', title: t('editor.column.name'), dataIndex: 'productName' },
        { key: 'unit', title: t('editor.column.unit'), dataIndex: 'unit', width: 90 },
        {
          key: 'quantity',
          title: t('editor.column.quantity'),
          width: 100,
          align: 'end',
          render: (_, { quantity }) => <NumberText value={quantity} />,
        },
        {
          key: 'unitPrice',
          title: t('editor.column.unitPrice'),
          width: 120,
          align: 'end',
          render: (_, { barcode, unitPrice }) =>
            unitPrice !== null && same && store.values().some((l) => takesPrice(l, barcode)) ? (
              <Button
                type="link"
                size="small"
                title={t('bill.takePrice')}
                onClick={() => {
                  takePrice(store, pricing, { barcode, unitPrice });
                  const price = priceText(unitPrice, digitsOf(null, currency, own));
                  notices().message.success(t('bill.priceTaken', { price }));
                }}
              >
                {priceText(unitPrice, digitsOf(null, data.currency, own))}
              </Button>
            ) : (
              <NumberText value={unitPrice} as="price" of={data.currency} />
            ),
        },
      ]}
    />
  );
}
