import { salesRankTable } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { reportPage } from '../../list/report/reportPage.tsx';
import type { Drill, ReportDefinition } from '../../list/report/reportPage.tsx';
import { tradeDrill, tradeName } from '../../list/report/trade.tsx';
import type { ListState } from '../../list/useList.ts';

type Rank = typeof salesRankTable;

/** The documents that a row adds up, each with its part. */
const documents = (row: RowOf<Rank>, { applied }: ListState<Rank>): Drill | null =>
  tradeDrill(rank, row, applied, 'document');

/** What was sold to, by or under it, and of products themselves the documents. */
const products = (row: RowOf<Rank>, { applied }: ListState<Rank>): Drill | null =>
  tradeDrill(rank, row, applied, applied['level'] === 'product' ? 'document' : 'product');

const measures = ['amount', 'quantity', 'profit'] as const;

const rank: ReportDefinition<Rank> = {
  table: salesRankTable,
  cells: { name: tradeName },
  drills: { name: products, quantity: documents, amount: documents, profit: documents },
  chart: ({ measure }) => ({
    as: 'rows',
    column: measures.find((one) => one === measure) ?? 'quantity',
  }),
  picks: products,
};

export default reportPage(rank);
