import { memberFlowTable, memberStatementTable } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import type { Drill } from '../../list/report/reportPage.tsx';
import { Report, reportPage } from '../../list/report/reportPage.tsx';
import type { ListState } from '../../list/useList.ts';
import { t } from '../../phrase/index.ts';
import { MemberPaper } from './memberPaper.tsx';

/** A member's ledger of the statement's days, each document with the balance that it left. */
function ledger(
  { id, name }: RowOf<typeof memberStatementTable>,
  { applied }: ListState<typeof memberStatementTable>,
): Drill {
  const title = `${t('report.memberFlow')} · ${name ?? ''}`;
  return {
    title,
    width: 1200,
    content: () => (
      <Report
        table={memberFlowTable}
        fixed={{ organId: id }}
        given={{ dates: applied['dates'] }}
        title={title}
        paper={(applied, onDone) => (
          <MemberPaper id={id ?? ''} dates={applied['dates']} onDone={onDone} />
        )}
      />
    ),
  };
}

export default reportPage({
  table: memberStatementTable,
  // Each figure of what moved opens the ledger of its days.
  drills: {
    name: ledger,
    paidIn: ledger,
    spent: ledger,
    closing: ledger,
    bonusGiven: ledger,
    bonusSpent: ledger,
    bonusClosing: ledger,
  },
});
