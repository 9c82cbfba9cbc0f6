import { revenueReportTable, tradeProfitTable } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { pagesOf } from '../../app/settings/menu.ts';
import { useMenu } from '../../app/settings/permission.ts';
import { useTab, useTabs } from '../../app/tabs/tabs.ts';
import { urlWithFilters } from '../../list/filters/filterState.ts';
import type { FilterValues } from '../../list/filters/filterState.ts';
import { Report } from '../../list/report/reportPage.tsx';
import type { ReportDefinition } from '../../list/report/reportPage.tsx';
import { tradeDrill, tradeName } from '../../list/report/trade.tsx';
import type { ListState } from '../../list/useList.ts';
import { textsIn } from '../../record/textsIn.ts';

type Profit = typeof tradeProfitTable;

/** The documents that a row adds up, each with its part. */
const documents = (row: RowOf<Profit>, { applied }: ListState<Profit>) =>
  tradeDrill(profit, row, applied, 'document');

const profit: ReportDefinition<Profit> = {
  table: tradeProfitTable,
  cells: { name: tradeName },
  drills: {
    quantity: documents,
    revenue: documents,
    returnedRevenue: documents,
    discount: documents,
    charges: documents,
    cost: documents,
    profit: documents,
    netProfit: documents,
  },
  // Months stand in their order, everything else by what it earned.
  chart: ({ level }) => ({
    column: 'profit',
    ...(level === 'month'
      ? { as: 'bars', order: { column: 'name', order: 'asc' } }
      : { as: 'rows' }),
  }),
  picks: documents,
};

/** The way to what came in and went out beside trade, month by month of the year that is looked at. */
function BesideTrade({ applied }: { readonly applied: FilterValues }): ReactNode {
  const { open } = useTabs();
  const { page: url } = revenueReportTable.access;
  const page = pagesOf(useMenu()).find((one) => one.url === url);
  if (page === undefined) return null;
  const year = textsIn(applied['dates']).at(-1)?.slice(0, 4);
  return <Button onClick={() => open(urlWithFilters(url, { year }))}>{page.text}</Button>;
}

const besideTrade = (applied: FilterValues): ReactNode => <BesideTrade applied={applied} />;

/** What sales and retail earned, and the way to what else came in and went out. */
export default function ProfitReport(): ReactNode {
  const { query } = useTab();
  return <Report key={query.toString()} {...profit} extra={besideTrade} />;
}
