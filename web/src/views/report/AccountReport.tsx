import { accountFlowTable, accountReportTable, daysOfRange } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { decimal } from '@tradehouse/domain';
import { settingsNow } from '../../app/settings/settings.ts';
import { todayIn } from '../../control/format.ts';
import type { FilterValues } from '../../list/filters/filterState.ts';
import type { Drill } from '../../list/report/reportPage.tsx';
import { daysUntil } from '../../list/report/explain.tsx';
import { Report, reportPage } from '../../list/report/reportPage.tsx';
import type { ListState } from '../../list/useList.ts';
import { t } from '../../phrase/index.ts';

/** What an account held moved by, on the days that are given. */
const flow = ({ id, name }: RowOf<typeof accountReportTable>, given: FilterValues): Drill => ({
  title: `${t('report.accountFlow')} · ${name ?? ''}`,
  width: 1200,
  content: () => <Report table={accountFlowTable} fixed={{ accountId: id }} given={given} />,
});

type List = ListState<typeof accountReportTable>;

/** The day that is asked for; absent: today. */
const dayOf = ({ applied: { date } }: List): string =>
  typeof date === 'string' ? date : todayIn(settingsNow()?.timeZone ?? 'UTC');

export default reportPage({
  table: accountReportTable,
  drills: {
    name: (row, list) => flow(row, daysUntil(dayOf(list))),
    // Nothing stands behind an account that began empty.
    openingAmount: (row) =>
      decimal(row.openingAmount ?? '0').isZero()
        ? null
        : flow(row, { kinds: ['openingBalance'], dates: null }),
    monthAmount: (row, list) => flow(row, { dates: daysOfRange('month', dayOf(list)) }),
    balance: (row, list) => flow(row, { dates: [null, dayOf(list)] }),
  },
});
