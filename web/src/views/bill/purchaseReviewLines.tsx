import { STRIKING_DEVIATION, purchaseReviewLines } from '@tradehouse/contract';
import type { ReplyOf } from '@tradehouse/contract';
import { useQuery } from '@tanstack/react-query';
import { Alert, Skeleton, Table } from 'antd';
import type { TableColumnsType } from 'antd';
import type { ReactNode } from 'react';
import { call } from '../../app/net/client.ts';
import { percentText } from '../../control/format.ts';
import { NumberText } from '../../control/NumberText.tsx';
import { t } from '../../phrase/index.ts';

type Line = ReplyOf<typeof purchaseReviewLines>['rows'][number];

const figure = (
  key: keyof Line & string,
  title: string,
  as: 'quantity' | 'price' = 'quantity',
) => ({
  key,
  title,
  align: 'end' as const,
  render: (_: unknown, line: Line) => <NumberText value={line[key]} as={as} />,
});

const columns: TableColumnsType<Line> = [
  { key: 'barcode', title: t('review.barcode'), dataIndex: 'barcode' },
  { key: 'name', title: t('review.name'), dataIndex: 'name' },
  figure('quantity', t('review.quantity')),
  figure('price', t('review.price'), 'price'),
  figure('lastPrice', t('review.lastPrice'), 'price'),
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
  figure('stock', t('review.stock')),
  figure('inTransit', t('review.inTransit')),
  figure('sold', t('review.sold')),
];

/** The lines of a purchase beside earlier prices, stock and sales. */
export function ReviewLines({ id }: { readonly id: string }): ReactNode {
  const { data, error } = useQuery({
    queryKey: ['document', id, 'review'],
    queryFn: async () => (await call(purchaseReviewLines, { id }, { quiet: true })).rows,
  });
  if (error !== null)
    return <Alert type="warning" title={t('document.linesFailed')} description={error.message} />;
  if (data === undefined) return <Skeleton active paragraph={{ rows: 2 }} title={false} />;
  return (
    <Table size="small" rowKey="line" dataSource={data} pagination={false} columns={columns} />
  );
}
