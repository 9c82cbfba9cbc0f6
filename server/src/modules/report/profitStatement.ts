import { profitTable } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { profitLines, profitTypes } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { source } from '../../kernel/index.ts';
import type { Context } from '../../kernel/index.ts';
import { bookPeriod, periodBefore } from './bookPeriod.ts';
import type { BookPeriod } from './bookPeriod.ts';
import { canBeProfit, ledgerJoins, movedWithin, refusePartialBooks } from './ledgerAccounts.ts';
import { lineSequence, statementLines } from './statementLines.ts';

/** What accounts of profit and loss moved in each stretch and in the one before it, debit above zero. */
function earned(context: Context, asked: BookPeriod): RawBuilder<unknown> {
  const parts = asked.stretches.flatMap((stretch, place) => {
    const before = periodBefore(stretch);
    const part = (of: typeof stretch, now: boolean) => sql`
      select ${sql.lit(place)} as place, purse, holder_id,
        ${now ? sql`amount_in - amount_out` : sql`0`} as amount, ${now ? sql`0` : sql`amount_in - amount_out`} as before
      from (${movedWithin(context, of, canBeProfit)}) as moved`;
    return [part(stretch, true), ...(before === null ? [] : [part(before, false)])];
  });
  return sql`
    select ledger.id as account_id, ledger.type, flow.place, sum(flow.amount) as amount, sum(flow.before) as before
    from (${sql.join(parts, sql` union all `)}) as flow
    ${ledgerJoins(context)}
    where ledger.type = any(${[...profitTypes]}::text[])
    group by 1, 2, 3
    having sum(flow.amount) <> 0 or sum(flow.before) <> 0`;
}

export const profitRows = source(
  profitTable,
  (context, { dates, byMonth }) => {
    refusePartialBooks(context);
    const asked = bookPeriod(dates, byMonth);
    return sql<RowOf<typeof profitTable>>`
      select line.id, ${lineSequence} as sequence, line."ledgerAccountId", line.since, line.until, line.period,
        line.line, line.code, line.name, line.amount, line.before, line.amount - line.before as change,
        round((line.amount - line.before) * 100 / nullif(abs(line.before), 0), 2) as "changeRate"
      from ${statementLines(context, profitLines, ['amount', 'before'], earned(context, asked), asked)} as line`;
  },
  { pages: 'whole' },
);
