import { profitMonthsTable, profitTable } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import {
  OTHER_COST_LINE,
  OTHER_FEES_LINE,
  periodBefore,
  profitLines,
  profitTypes,
  yearBefore,
} from '@tradehouse/domain';
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
import { otherCostWithin, otherFeesWithin } from './otherCost.ts';
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

type ProfitPart = typeof movedAs;

/** Part of a sum in a date range, for a figure at a place. */
const partAs =
  (within: typeof otherCostWithin): ProfitPart =>
  (context, range, figure, place) =>
    sql`
  select ${place} as place, ${sql.join(
    figures.map((one) =>
      one === figure ? sql`amount as ${sql.ref(one)}` : sql`0::numeric as ${sql.ref(one)}`,
    ),
  )}
  from (${within(context, range)}) as other`;

/** Figures of each date range, of the preceding range, and of a year before. */
const comparedParts = (
  context: Context,
  { ranges }: BookPeriod,
  toPart: ProfitPart,
): RawBuilder<unknown>[] =>
  ranges.flatMap((range, place) =>
    (
      [
        ['amount', range],
        ['before', periodBefore(range)],
        ['lastYear', yearBefore(range)],
      ] as const
    ).flatMap(([figure, of]) => (of === null ? [] : [toPart(context, of, figure, sql.lit(place))])),
  );

const comparedProfitSql = (context: Context, period: BookPeriod): RawBuilder<unknown> =>
  earnedProfitSql(context, comparedParts(context, period, movedAs));

const comparedPartSql = (
  context: Context,
  period: BookPeriod,
  part: ProfitPart,
): RawBuilder<unknown> => sql`
  select place, sum(amount) as amount, sum(before) as before, sum("lastYear") as "lastYear"
  from (${sql.join(comparedParts(context, period, part), sql` union all `)}) as part group by 1`;

/** Figures of each month, and of the whole period a year before, without a place. */
function partsBeside(
  context: Context,
  period: BookPeriod,
  toPart: ProfitPart,
): RawBuilder<unknown>[] {
  const whole: InclusiveDateRange = [period.since, period.until];
  const before = yearBefore(whole);
  return [
    toPart(context, whole, 'amount', placeInMonths(period.since, sql`starts_on`)),
    ...(before === null ? [] : [toPart(context, before, 'lastYear', sql`0`)]),
  ];
}

const sumsBeside = (period: BookPeriod): RawBuilder<unknown> => sql`
  ${monthSums(period, 'amount', sql`amount`)}, sum(amount) as amount, sum("lastYear") as "lastYear"`;

const besideEachOther = (context: Context, period: BookPeriod): RawBuilder<unknown> => sql`
  select account_id, type, 0 as place, ${sumsBeside(period)}
  from (${earnedProfitSql(context, partsBeside(context, period, movedAs))}) as moved
  group by 1, 2`;

const partBesideSql = (
  context: Context,
  period: BookPeriod,
  part: ProfitPart,
): RawBuilder<unknown> => sql`
  select 0 as place, ${sumsBeside(period)}
  from (${sql.join(partsBeside(context, period, part), sql` union all `)}) as part`;

const otherLines = [
  {
    line: OTHER_COST_LINE,
    below: 'costSum',
    role: 'costOfSales',
    part: partAs(otherCostWithin),
  },
  {
    line: OTHER_FEES_LINE,
    below: 'expenseSum',
    role: 'paymentFee',
    part: partAs(otherFeesWithin),
  },
] as const;

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
      from ${statementLines(
        context,
        profitLines,
        figures,
        comparedProfitSql(context, period),
        period,
        otherLines.map(({ part, ...line }) => ({
          ...line,
          figures: comparedPartSql(context, period, part),
        })),
      )} as line`;
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
      from ${statementLines(
        context,
        profitLines,
        shown,
        booked,
        bookPeriod(dates),
        otherLines.map(({ part, ...line }) => ({
          ...line,
          figures: partBesideSql(context, period, part),
        })),
      )} as line`;
  },
  { pages: 'whole' },
);
