import { accountFlowTable, accountReportTable } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { decimal, monthEnd } from '@tradehouse/domain';
import { settingsNow } from '../../app/settings/settings.ts';
import { todayIn } from '../../control/format.ts';
import type { FilterValues } from '../../list/filters/filterState.ts';
import type { Drill } from '../../list/report/reportPage.tsx';
import { Report, reportPage } from '../../list/report/reportPage.tsx';
import { t } from '../../phrase/index.ts';

/** What an account held moved by, on the days that are given. */
const flow = ({ id, name }: RowOf<typeof accountReportTable>, given: FilterValues): Drill => ({
  title: `${t('report.accountFlow')} · ${name ?? ''}`,
  width: 1200,
  content: () => <Report table={accountFlowTable} fixed={{ accountId: id }} given={given} />,
});

/** The days of the month that the company has now. */
function thisMonth(): readonly [string, string] {
  const today = todayIn(settingsNow()?.timeZone ?? 'UTC');
  return [`${today.slice(0, 7)}-01`, monthEnd(today)];
}

export default reportPage({
  table: accountReportTable,
  drills: {
    name: (row) => flow(row, {}),
    // Nothing stands behind an account that began empty.
    openingAmount: (row) =>
      decimal(row.openingAmount ?? '0').isZero()
        ? null
        : flow(row, { kinds: ['openingBalance'], dates: null }),
    monthAmount: (row) => flow(row, { dates: thisMonth() }),
    balance: (row) => flow(row, { dates: null }),
  },
});
