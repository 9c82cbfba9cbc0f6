import { balanceSheetMonthsTable, balanceSheetTable } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { balanceLines, profitTypes } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { bindTable } from '../../../kernel/table/index.ts';
import type { Context } from '../../../kernel/access/index.ts';
import { monthColumns, monthNames, monthSums, toMonthsPeriod } from './besideMonths.ts';
import { bookPeriod } from './bookPeriod.ts';
import type { BookPeriod } from './bookPeriod.ts';
import { ledgerBalances, refusePartialBooks, roleAccount } from './ledgerAccounts.ts';
import { lineSequence, statementLines } from '../debts/statementLines.ts';

/** Balances and changes of balance-sheet accounts; profit and loss accounts appear combined. */
function onSheet(context: Context, period: BookPeriod): RawBuilder<unknown> {
  const ofProfit = sql`held.type = any(${[...profitTypes]}::text[])`;
  return sql`
    select case when ${ofProfit} then profit.id else held.id end as account_id,
      case when ${ofProfit} then profit.type else held.type end as type,
      held.place, sum(held.opening) as opening, sum(held.debit) as debit, -sum(held.credit) as credit,
      sum(held.opening + held.debit - held.credit) as closing, sum(held.debit - held.credit) as change
    from ${ledgerBalances(context, period)} as held
    cross join ${roleAccount(context, 'profit')} as profit
    group by 1, 2, 3`;
}

export const balanceSheetRows = bindTable(
  balanceSheetTable,
  (context, { dates, byMonth }) => {
    refusePartialBooks(context);
    const period = bookPeriod(dates, byMonth);
    const figures = ['opening', 'debit', 'credit', 'closing', 'change'];
    return sql<RowOf<typeof balanceSheetTable>>`
      select line.id, ${lineSequence} as sequence, line."ledgerAccountId", line.since, line.until, line.period,
        line.line, line.code, line.name, line.opening,
        greatest(line.debit, line.credit) as increase, -least(line.debit, line.credit) as decrease,
        line.closing, line.change
      from ${statementLines(context, balanceLines, figures, onSheet(context, period), period)} as line`;
  },
  { pages: 'whole' },
);

export const balanceSheetMonthsRows = bindTable(
  balanceSheetMonthsTable,
  (context, { dates }) => {
    refusePartialBooks(context);
    const period = toMonthsPeriod(dates);
    const booked = sql`
      select account_id, type, 0 as place, sum(opening) filter (where place = 0) as opening,
        ${monthSums(period, 'closing', sql`closing`)}, sum(change) as change
      from (${onSheet(context, period)}) as held
      group by 1, 2`;
    const figures = ['opening', ...monthNames('closing'), 'change'];
    return sql<RowOf<typeof balanceSheetMonthsTable>>`
      select line.id, ${lineSequence} as sequence, line."ledgerAccountId", line.since, line.until,
        line.line, line.code, line.name, line.opening, ${monthColumns('line', 'closing')}, line.change
      from ${statementLines(context, balanceLines, figures, booked, bookPeriod(dates))} as line`;
  },
  { pages: 'whole' },
);
