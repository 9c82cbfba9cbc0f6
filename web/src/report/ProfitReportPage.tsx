import { revenueReportTable, tradeProfitTable } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { pagesOfMenu } from '../app/settings/menu.ts';
import { useMenu } from '../app/settings/permission.ts';
import { useTab, useTabActions } from '../app/tabs/tabs.ts';
import { urlWithFilters } from '../list/filters/filterState.ts';
import type { FilterValues } from '../list/filters/filterState.ts';
import { Report } from '../list/report/reportPage.tsx';
import type { ReportDefinition } from '../list/report/reportPage.tsx';
import { tradeDrill, tradeName } from '../list/report/trade.tsx';
import type { ListState } from '../list/useList.ts';
import { textsOfValue } from '../record/textsIn.ts';

type Profit = typeof tradeProfitTable;

/** Drills into the documents in a row's sum with their shares. */
const drillIntoProfitDocuments = (row: RowOf<Profit>, { applied }: ListState<Profit>) =>
  tradeDrill(profit, row, applied, 'document');

const profit: ReportDefinition<Profit> = {
  table: tradeProfitTable,
  cells: { name: tradeName },
  drills: {
    quantity: drillIntoProfitDocuments,
    revenue: drillIntoProfitDocuments,
    returnedRevenue: drillIntoProfitDocuments,
    discount: drillIntoProfitDocuments,
    charges: drillIntoProfitDocuments,
    cost: drillIntoProfitDocuments,
    profit: drillIntoProfitDocuments,
    freight: drillIntoProfitDocuments,
    freightEstimated: drillIntoProfitDocuments,
    paymentFees: drillIntoProfitDocuments,
    netProfit: drillIntoProfitDocuments,
  },
  // Months are in order; every other level is ranked by profit.
  chart: ({ level }) => ({
    column: 'profit',
    ...(level === 'month'
      ? { as: 'bars', order: { column: 'name', order: 'asc' } }
      : { as: 'rows' }),
  }),
  picks: drillIntoProfitDocuments,
};

/** Links to other income and expenses, by month of the displayed year. */
function BesideTrade({ applied }: { readonly applied: FilterValues }): ReactNode {
  const { open } = useTabActions();
  const { page: url } = revenueReportTable.access;
  const page = pagesOfMenu(useMenu()).find((one) => one.url === url);
  if (page === undefined) return null;
  const year = textsOfValue(applied['dates']).at(-1)?.slice(0, 4);
  return <Button onClick={() => open(urlWithFilters(url, { year }))}>{page.text}</Button>;
}

const besideTrade = (applied: FilterValues): ReactNode => <BesideTrade applied={applied} />;

/** Shows the profit of sales and retail, linked to other income and expenses. */
export default function ProfitReport(): ReactNode {
  const { query } = useTab();
  return <Report key={query.toString()} {...profit} extra={besideTrade} />;
}
