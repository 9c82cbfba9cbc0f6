import { salesRatioTable } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { reportPage } from '../../list/report/reportPage.tsx';
import type { Drill, ReportDefinition } from '../../list/report/reportPage.tsx';
import { tradeDrill, tradeName } from '../../list/report/trade.tsx';
import type { ListState } from '../../list/useList.ts';

type Ratio = typeof salesRatioTable;

/** The documents that a row adds up, each with its part. */
const documents = (row: RowOf<Ratio>, { applied }: ListState<Ratio>): Drill | null =>
  tradeDrill(ratio, row, applied, 'document');

/** What a part is made of: products, and of products themselves the documents. */
const products = (row: RowOf<Ratio>, { applied }: ListState<Ratio>): Drill | null =>
  tradeDrill(ratio, row, applied, applied['level'] === 'product' ? 'document' : 'product');

const ratio: ReportDefinition<Ratio> = {
  table: salesRatioTable,
  cells: { name: tradeName },
  drills: { name: products, quantity: documents, amount: documents },
  chart: () => ({ as: 'donut', column: 'amount' }),
  picks: products,
};

export default reportPage(ratio);
