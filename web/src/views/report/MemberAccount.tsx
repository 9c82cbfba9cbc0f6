import { memberFlowTable, memberRowsOf, memberStatementTable } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { settingsNow } from '../../app/settings/settings.ts';
import { beforeOf } from '../../list/report/statementPage.tsx';
import type { Drill } from '../../list/report/reportPage.tsx';
import { Report, reportPage } from '../../list/report/reportPage.tsx';
import type { ListState } from '../../list/useList.ts';
import { t } from '../../phrase/index.ts';
import { MemberPaper } from './memberPaper.tsx';

type Row = RowOf<typeof memberStatementTable>;
type List = ListState<typeof memberStatementTable>;

/**
 * A member's ledger of the statement's days, or of those before them: all of it, or what a figure adds up. For who may see what
 * goods came to.
 */
const ledger =
  (entry?: readonly string[], daysOf = (dates: unknown): unknown => dates) =>
  ({ id, name }: Row, { applied }: List): Drill | null => {
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

const all = ledger();
const before = ledger(undefined, beforeOf);
const [byMoney, byGoods] = [ledger(memberRowsOf('money')), ledger(memberRowsOf('goods'))];

export default reportPage({
  table: memberStatementTable,
  // What is left opens the ledger whose last row left it; all else what adds up to it.
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
