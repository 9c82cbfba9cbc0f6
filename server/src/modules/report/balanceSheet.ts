import { balanceSheetTable } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { balanceLines, profitTypes } from '@tradehouse/domain';
import { sql } from 'kysely';
import { source } from '../../kernel/index.ts';
import { bookPeriod } from './bookPeriod.ts';
import { ledgerBalances, refusePartialBooks, roleAccount } from './ledgerAccounts.ts';
import { lineSequence, statementLines } from './statementLines.ts';

export const balanceSheetRows = source(
  balanceSheetTable,
  (context, { dates, byMonth }) => {
    refusePartialBooks(context);
    const asked = bookPeriod(dates, byMonth);
    const ofProfit = sql`held.type = any(${[...profitTypes]}::text[])`;
    const booked = sql`
      select case when ${ofProfit} then profit.id else held.id end as account_id,
        case when ${ofProfit} then profit.type else held.type end as type,
        held.place, sum(held.opening) as opening, sum(held.debit) as debit, -sum(held.credit) as credit,
        sum(held.opening + held.debit - held.credit) as closing, sum(held.debit - held.credit) as change
      from ${ledgerBalances(context, asked)} as held
      cross join ${roleAccount(context, 'profit')} as profit
      group by 1, 2, 3`;
    const figures = ['opening', 'debit', 'credit', 'closing', 'change'];
    return sql<RowOf<typeof balanceSheetTable>>`
      select line.id, ${lineSequence} as sequence, line."ledgerAccountId", line.since, line.until, line.period,
        line.line, line.code, line.name, line.opening,
        greatest(line.debit, line.credit) as increase, -least(line.debit, line.credit) as decrease,
        line.closing, line.change
      from ${statementLines(context, balanceLines, figures, booked, asked)} as line`;
  },
  { pages: 'whole' },
);
