import { goodsDocuments } from '@tradehouse/contract';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Skeleton, Table } from 'antd';
import type { ReactNode } from 'react';
import { callEndpoint } from '../../app/net/client.ts';
import { getNotices } from '../../app/notices.ts';
import { useSettings } from '../../app/settings/settings.ts';
import { currencyDigitsOf } from '../../control/currency.ts';
import { priceText } from '../../control/format.ts';
import { NumberText } from '../../control/NumberText.tsx';
import { t } from '../../phrase/index.ts';
import type { GridStore } from '../grid/gridStore.ts';
import { amendedAll } from '../grid/gridState.ts';
import type { LineDraft } from '../draft/lineDraft.ts';
import { atOwnPrice } from '../draft/priced.ts';
import type { Pricing } from '../draft/priced.ts';
import { currencyFromReply } from '../draft/commonHead.ts';

/** Checks if a line accepts an earlier price: prices agreed on another document remain. */
export const takesPrice = (line: LineDraft, barcode: string): boolean =>
  line.source === null && line.product !== null && line.barcode === barcode;

/** Writes an earlier price to every line of the same barcode. */
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
  /** Form currency; empty: the company's own. Only prices in this currency can be taken. */
  readonly currency: string;
}

/** Shows an earlier document's prices; a click takes a price for the same goods in the form. */
export function EarlierPrices({ id, store, pricing, currency }: Props): ReactNode {
  const own = useSettings();
  const { data, error } = useQuery({
    queryKey: ['document', id],
    queryFn: () => callEndpoint(goodsDocuments.info, { id }, { quiet: true }),
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
                  const price = priceText(unitPrice, currencyDigitsOf(null, currency, own));
                  getNotices().message.success(t('bill.priceTaken', { price }));
                }}
              >
                {priceText(unitPrice, currencyDigitsOf(null, data.currency, own))}
              </Button>
            ) : (
              <NumberText value={unitPrice} as="price" of={data.currency} />
            ),
        },
      ]}
    />
  );
}
