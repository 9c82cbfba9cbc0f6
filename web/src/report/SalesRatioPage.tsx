import { salesRatioTable } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { reportPage } from '../list/report/reportPage.tsx';
import type { Drill, ReportDefinition } from '../list/report/reportPage.tsx';
import { tradeDrill, tradeName } from '../list/report/trade.tsx';
import type { ListState } from '../list/useList.ts';

type Ratio = typeof salesRatioTable;

/** Drills into the documents in a row's sum with their shares. */
const drillIntoSalesRatioDocuments = (
  row: RowOf<Ratio>,
  { applied }: ListState<Ratio>,
): Drill | null => tradeDrill(ratio, row, applied, 'document');

/** Drills into the products in a share; for a product, into its documents. */
const drillIntoSalesRatioProducts = (
  row: RowOf<Ratio>,
  { applied }: ListState<Ratio>,
): Drill | null =>
  tradeDrill(ratio, row, applied, applied['level'] === 'product' ? 'document' : 'product');

const ratio: ReportDefinition<Ratio> = {
  table: salesRatioTable,
  cells: { name: tradeName },
  drills: {
    name: drillIntoSalesRatioProducts,
    quantity: drillIntoSalesRatioDocuments,
    amount: drillIntoSalesRatioDocuments,
  },
  chart: () => ({ as: 'donut', column: 'amount' }),
  picks: drillIntoSalesRatioProducts,
};

export default reportPage(ratio);
