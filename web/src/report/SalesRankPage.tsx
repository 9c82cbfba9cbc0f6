import { salesRankTable } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { reportPage } from '../list/report/reportPage.tsx';
import type { Drill, ReportDefinition } from '../list/report/reportPage.tsx';
import { tradeDrill, tradeName } from '../list/report/trade.tsx';
import type { ListState } from '../list/useList.ts';

type Rank = typeof salesRankTable;

/** Drills into the documents in a row's sum with their shares. */
const drillIntoSalesRankDocuments = (
  row: RowOf<Rank>,
  { applied }: ListState<Rank>,
): Drill | null => tradeDrill(rank, row, applied, 'document');

/** Drills into the products sold in the row; for a product, into its documents. */
const drillIntoSalesRankProducts = (row: RowOf<Rank>, { applied }: ListState<Rank>): Drill | null =>
  tradeDrill(rank, row, applied, applied['level'] === 'product' ? 'document' : 'product');

const measures = ['amount', 'quantity', 'profit'] as const;

const rank: ReportDefinition<Rank> = {
  table: salesRankTable,
  cells: { name: tradeName },
  drills: {
    name: drillIntoSalesRankProducts,
    quantity: drillIntoSalesRankDocuments,
    amount: drillIntoSalesRankDocuments,
    profit: drillIntoSalesRankDocuments,
  },
  chart: ({ measure }) => ({
    as: 'rows',
    column: measures.find((one) => one === measure) ?? 'quantity',
  }),
  picks: drillIntoSalesRankProducts,
};

export default reportPage(rank);
