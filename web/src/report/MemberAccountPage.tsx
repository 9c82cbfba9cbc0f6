import { memberFlowTable, memberRowsOf, memberStatementTable } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { settingsNow } from '../app/settings/settings.ts';
import { daysBeforePeriod } from '../list/report/statementPage.tsx';
import type { Drill } from '../list/report/reportPage.tsx';
import { Report, reportPage } from '../list/report/reportPage.tsx';
import type { ListState } from '../list/useList.ts';
import { t } from '../phrase/index.ts';
import { MemberPaper } from './memberPaper.tsx';

type MemberStatementRow = RowOf<typeof memberStatementTable>;
type MemberStatementListState = ListState<typeof memberStatementTable>;

/**
 * Drills into a member's ledger for the statement's dates or those before: all entries, or a figure's. For
 * users with access to amounts of goods.
 */
const drillIntoMemberLedger =
  (entry?: readonly string[], daysOf = (dates: unknown): unknown => dates) =>
  ({ id, name }: MemberStatementRow, { applied }: MemberStatementListState): Drill | null => {
    const dates = daysOf(applied['dates']);
    if (dates === null || settingsNow()?.hiddenAmounts.includes('retail') === true) return null;
    const title = `${t('report.memberFlow')} · ${name ?? ''}`;
    return {
      title,
      width: 1200,
      content: () => (
        <Report
          table={memberFlowTable}
          fixed={{ organId: id }}
          given={{ dates, entry }}
          title={title}
          paper={(filters, onDone) => (
            <MemberPaper id={id ?? ''} dates={filters['dates']} onDone={onDone} />
          )}
        />
      ),
    };
  };

const all = drillIntoMemberLedger();
const before = drillIntoMemberLedger(undefined, daysBeforePeriod);
const [byMoney, byGoods] = [
  drillIntoMemberLedger(memberRowsOf('money')),
  drillIntoMemberLedger(memberRowsOf('goods')),
];

export default reportPage({
  table: memberStatementTable,
  // The closing balance opens the ledger that ends with it; other figures open their entries.
  drills: {
    name: all,
    opening: before,
    paidIn: byMoney,
    spent: byGoods,
    closing: all,
    bonusOpening: before,
    bonusGiven: byMoney,
    bonusSpent: byGoods,
    bonusClosing: all,
  },
});
