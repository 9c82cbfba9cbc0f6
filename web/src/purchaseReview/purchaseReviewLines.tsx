import { STRIKING_DEVIATION, purchaseReviewLines } from '@tradehouse/contract';
import type { ReplyOf } from '@tradehouse/contract';
import { useQuery } from '@tanstack/react-query';
import { Alert, Skeleton, Table } from 'antd';
import type { TableColumnsType } from 'antd';
import type { ReactNode } from 'react';
import { callEndpoint } from '../app/net/client.ts';
import { percentText } from '../control/format.ts';
import { NumberText } from '../control/NumberText.tsx';
import { t } from '../phrase/index.ts';

type PurchaseReviewLine = ReplyOf<typeof purchaseReviewLines>['rows'][number];

const toReviewFigureColumn = (
  key: keyof PurchaseReviewLine & string,
  title: string,
  as: 'quantity' | 'price' = 'quantity',
) => ({
  key,
  title,
  align: 'end' as const,
  render: (_: unknown, line: PurchaseReviewLine) => <NumberText value={line[key]} as={as} />,
});

const columns: TableColumnsType<PurchaseReviewLine> = [
  { key: 'barcode', title: t('review.barcode'), dataIndex: 'barcode' },
  { key: 'name', title: t('review.name'), dataIndex: 'name' },
  toReviewFigureColumn('quantity', t('review.quantity')),
  toReviewFigureColumn('price', t('review.price'), 'price'),
  toReviewFigureColumn('lastPrice', t('review.lastPrice'), 'price'),
  {
    key: 'deviation',
    title: t('review.deviation'),
    align: 'end',
    render: (_, { deviation }) => (
      <span className={Number(deviation) > STRIKING_DEVIATION ? 'overdue' : undefined}>
        {deviation === null ? '' : percentText(deviation)}
      </span>
    ),
  },
  toReviewFigureColumn('stock', t('review.stock')),
  toReviewFigureColumn('inTransit', t('review.inTransit')),
  toReviewFigureColumn('sold', t('review.sold')),
];

/** Shows the lines of a purchase with earlier prices, stock and sales. */
export function ReviewLines({ id }: { readonly id: string }): ReactNode {
  const { data, error } = useQuery({
    queryKey: ['document', id, 'review'],
    queryFn: async () => (await callEndpoint(purchaseReviewLines, { id }, { quiet: true })).rows,
  });
  if (error !== null)
    return <Alert type="warning" title={t('document.linesFailed')} description={error.message} />;
  if (data === undefined) return <Skeleton active paragraph={{ rows: 2 }} title={false} />;
  return (
    <Table size="small" rowKey="line" dataSource={data} pagination={false} columns={columns} />
  );
}
