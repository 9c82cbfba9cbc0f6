import { fulfilmentTable } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { reportPage } from '../../list/report/reportPage.tsx';
import type { Drill, ReportDefinition } from '../../list/report/reportPage.tsx';
import { tradeDrill, tradeName } from '../../list/report/trade.tsx';
import type { ListState } from '../../list/useList.ts';

type Fulfilment = typeof fulfilmentTable;

/** The orders that a row adds up, each with its part; no filter asks for those of none. */
const orders = (row: RowOf<Fulfilment>, { applied }: ListState<Fulfilment>): Drill | null =>
  row.id === '0' ? null : tradeDrill(fulfilment, row, applied, 'document');

const fulfilment: ReportDefinition<Fulfilment> = {
  table: fulfilmentTable,
  cells: { name: tradeName },
  drills: { orders, ordered: orders, shipped: orders, open: orders, cancelled: orders },
  // Weeks stand in their order, everything else by how much was ordered.
  chart: ({ level }) => ({
    column: 'fillRate',
    ...(level === 'week'
      ? { as: 'line', order: { column: 'name', order: 'asc' } }
      : { as: 'rows' }),
  }),
  picks: orders,
};

export default reportPage(fulfilment);
