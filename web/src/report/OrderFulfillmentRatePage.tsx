import { fulfilmentTable } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { reportPage } from '../list/report/reportPage.tsx';
import type { Drill, ReportDefinition } from '../list/report/reportPage.tsx';
import { tradeDrill, tradeName } from '../list/report/trade.tsx';
import type { ListState } from '../list/useList.ts';

type Fulfilment = typeof fulfilmentTable;

/** Drills into the orders in a row's sum with their shares; no filter selects orders without a value. */
const drillIntoFulfilmentOrders = (
  row: RowOf<Fulfilment>,
  { applied }: ListState<Fulfilment>,
): Drill | null => (row.id === '0' ? null : tradeDrill(fulfilment, row, applied, 'document'));

const fulfilment: ReportDefinition<Fulfilment> = {
  table: fulfilmentTable,
  cells: { name: tradeName },
  drills: {
    orders: drillIntoFulfilmentOrders,
    ordered: drillIntoFulfilmentOrders,
    shipped: drillIntoFulfilmentOrders,
    open: drillIntoFulfilmentOrders,
    cancelled: drillIntoFulfilmentOrders,
  },
  // Weeks stand in their order, everything else by how much was ordered.
  chart: ({ level }) => ({
    column: 'fillRate',
    ...(level === 'week'
      ? { as: 'line', order: { column: 'name', order: 'asc' } }
      : { as: 'rows' }),
  }),
  picks: drillIntoFulfilmentOrders,
};

export default reportPage(fulfilment);
