import { profitMonthsTable, profitTable } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { periodBefore, profitLines, profitTypes, yearBefore } from '@tradehouse/domain';
import type { InclusiveDateRange } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { bindTable } from '../../../kernel/table/index.ts';
import type { Context } from '../../../kernel/access/index.ts';
import { monthColumns, monthNames, monthSums, toMonthsPeriod } from './besideMonths.ts';
import { bookPeriod } from './bookPeriod.ts';
import type { BookPeriod } from './bookPeriod.ts';
import {
  canBeProfit,
  ledgerJoins,
  movedWithin,
  placeInMonths,
  refusePartialBooks,
} from './ledgerAccounts.ts';
import { lineSequence, statementLines } from '../debts/statementLines.ts';

const figures = ['amount', 'before', 'lastYear'] as const;
type ProfitFigure = (typeof figures)[number];

/** Changes of profit and loss purses in a date range, debit above zero, for a figure at a place. */
const movedAs = (
  context: Context,
  range: InclusiveDateRange,
  figure: ProfitFigure,
  place: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  select ${place} as place, purse, holder_id, ${sql.join(
    figures.map((one) =>
      one === figure
        ? sql`amount_in - amount_out as ${sql.ref(one)}`
        : sql`0::numeric as ${sql.ref(one)}`,
    ),
  )}
  from (${movedWithin(context, range, canBeProfit)}) as moved`;

/** Change of profit and loss accounts: (account_id, type, place, and the figures). */
const earnedProfitSql = (
  context: Context,
  parts: readonly RawBuilder<unknown>[],
): RawBuilder<unknown> => sql`
  select ledger.id as account_id, ledger.type, flow.place,
    sum(flow.amount) as amount, sum(flow.before) as before, sum(flow."lastYear") as "lastYear"
  from (${sql.join(parts, sql` union all `)}) as flow
  ${ledgerJoins(context)}
  where ledger.type = any(${[...profitTypes]}::text[])
  group by 1, 2, 3
  having sum(flow.amount) <> 0 or sum(flow.before) <> 0 or sum(flow."lastYear") <> 0`;

/** Figures of each date range, of the preceding range, and of a year before. */
const comparedProfitSql = (context: Context, { ranges }: BookPeriod): RawBuilder<unknown> =>
  earnedProfitSql(
    context,
    ranges.flatMap((range, place) =>
      (
        [
          ['amount', range],
          ['before', periodBefore(range)],
          ['lastYear', yearBefore(range)],
        ] as const
      ).flatMap(([figure, of]) =>
        of === null ? [] : [movedAs(context, of, figure, sql.lit(place))],
      ),
    ),
  );

/** Figures of each month, and of the whole period a year before, without a place. */
function besideEachOther(context: Context, period: BookPeriod): RawBuilder<unknown> {
  const whole: InclusiveDateRange = [period.since, period.until];
  const place = placeInMonths(period.since, sql`starts_on`);
  const before = yearBefore(whole);
  return sql`
    select account_id, type, 0 as place, ${monthSums(period, 'amount', sql`amount`)},
      sum(amount) as amount, sum("lastYear") as "lastYear"
    from (${earnedProfitSql(context, [
      movedAs(context, whole, 'amount', place),
      ...(before === null ? [] : [movedAs(context, before, 'lastYear', sql`0`)]),
    ])}) as moved
    group by 1, 2`;
}

const onYear = sql`line.amount - line."lastYear" as "yearChange",
  round((line.amount - line."lastYear") * 100 / nullif(abs(line."lastYear"), 0), 2) as "yearChangeRate"`;

export const profitRows = bindTable(
  profitTable,
  (context, { dates, byMonth }) => {
    refusePartialBooks(context);
    const period = bookPeriod(dates, byMonth);
    return sql<RowOf<typeof profitTable>>`
      select line.id, ${lineSequence} as sequence, line."ledgerAccountId", line.since, line.until, line.period,
        line.line, line.code, line.name, line.amount, line.before, line.amount - line.before as change,
        round((line.amount - line.before) * 100 / nullif(abs(line.before), 0), 2) as "changeRate",
        line."lastYear", ${onYear}
      from ${statementLines(context, profitLines, figures, comparedProfitSql(context, period), period)} as line`;
  },
  { pages: 'whole' },
);

export const profitMonthsRows = bindTable(
  profitMonthsTable,
  (context, { dates }) => {
    refusePartialBooks(context);
    const period = toMonthsPeriod(dates);
    const shown = [...monthNames('amount'), 'amount', 'lastYear'];
    const booked = besideEachOther(context, period);
    return sql<RowOf<typeof profitMonthsTable>>`
      select line.id, ${lineSequence} as sequence, line."ledgerAccountId", line.since, line.until,
        line.line, line.code, line.name, ${monthColumns('line', 'amount')}, line.amount, line."lastYear", ${onYear}
      from ${statementLines(context, profitLines, shown, booked, bookPeriod(dates))} as line`;
  },
  { pages: 'whole' },
);
