import { accountFlowTable, accountReportTable, daysOfRange } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { decimal } from '@tradehouse/domain';
import { settingsNow } from '../app/settings/settings.ts';
import { todayIn } from '../control/format.ts';
import type { FilterValues } from '../list/filters/filterState.ts';
import type { Drill } from '../list/report/reportPage.tsx';
import { daysUntil } from '../list/report/explain.tsx';
import { Report, reportPage } from '../list/report/reportPage.tsx';
import type { ListState } from '../list/useList.ts';
import { t } from '../phrase/index.ts';

/** Drills into an account's movements on the given dates. */
const drillIntoAccountFlow = (
  { id, name }: RowOf<typeof accountReportTable>,
  given: FilterValues,
): Drill => ({
  title: `${t('report.accountFlow')} · ${name ?? ''}`,
  width: 1200,
  content: () => <Report table={accountFlowTable} fixed={{ accountId: id }} given={given} />,
});

type AccountReportListState = ListState<typeof accountReportTable>;

/** Returns the requested day; absent: today. */
const dayOfAccountReport = ({ applied: { date } }: AccountReportListState): string =>
  typeof date === 'string' ? date : todayIn(settingsNow()?.timeZone ?? 'UTC');

export default reportPage({
  table: accountReportTable,
  drills: {
    name: (row, list) => drillIntoAccountFlow(row, daysUntil(dayOfAccountReport(list))),
    // No rows explain an account opened with zero.
    openingAmount: (row) =>
      decimal(row.openingAmount ?? '0').isZero()
        ? null
        : drillIntoAccountFlow(row, { kinds: ['openingBalance'], dates: null }),
    monthAmount: (row, list) =>
      drillIntoAccountFlow(row, { dates: daysOfRange('month', dayOfAccountReport(list)) }),
    balance: (row, list) => drillIntoAccountFlow(row, { dates: [null, dayOfAccountReport(list)] }),
  },
});
