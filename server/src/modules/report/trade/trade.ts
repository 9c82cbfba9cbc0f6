import type { ReplyOf, home, monthlyFigures, statistics } from '@tradehouse/contract';
import {
  ZERO,
  decimal,
  documentKinds,
  kindCodes,
  monthEnd,
  periodBefore,
  toPlainDecimal,
  yearBefore,
} from '@tradehouse/domain';
import type { Decimal, KindCode, PriceKind } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { ofPeople, seesAmounts, seesWholeDays } from '../../../kernel/access/index.ts';
import { rowsAsTable } from '../../../kernel/tx/index.ts';
import type { Context, Scope } from '../../../kernel/access/index.ts';
import { readCompanyToday } from '../../system/index.ts';
import { dayBefore } from '../laterPeriods.ts';
import { splitIntoMonths, monthStart } from '../months.ts';
import type { InclusiveDateRange } from '../months.ts';
import { tradedBy } from './tradedBy.ts';

type TradeStatisticFigures = ReplyOf<typeof statistics>['today'];

/** Trade of a date range in a kind. `amount` is with tax and after discounts. */
interface TradedKindSum {
  readonly range_name: string;
  readonly kind: KindCode;
  readonly amount: string;
  readonly tax: string;
  readonly cost: string;
}

const traded = kindCodes.filter((code) => documentKinds[code].trade !== null);

/** Date ranges of the home page, by the present day. */
const toHomeTradeRanges = (day: string) =>
  ({
    today: [day, day],
    yesterday: [dayBefore(day), dayBefore(day)],
    month: [monthStart(day), monthEnd(day)],
    year: [`${day.slice(0, 4)}-01-01`, monthEnd(day)],
  }) as const;

/**
 * Purchase, sales, retail and profit of today, yesterday, this month and this year, within the caller's
 * view.
 */
export async function tradeStatistics(context: Context): Promise<ReplyOf<typeof statistics>> {
  const of = await tradedIn(context, toHomeTradeRanges(await readCompanyToday(context)));
  return {
    today: of('today'),
    yesterday: of('yesterday'),
    month: of('month'),
    year: of('year'),
  };
}

/** Trade figures with those of the preceding period: months and years up to the equal day. */
export async function tradeBeside(
  context: Context,
  day: string,
): Promise<ReplyOf<typeof home>['money']> {
  const { month, year, ...days } = toHomeTradeRanges(day);
  const of = await tradedIn(context, {
    ...days,
    month,
    year,
    dayBefore: [dayBefore(days.yesterday[0]), dayBefore(days.yesterday[0])],
    monthBefore: periodBefore([month[0], day]) ?? month,
    yearBefore: yearBefore([year[0], day]) ?? year,
  });
  return {
    today: { now: of('today'), before: of('yesterday') },
    yesterday: { now: of('yesterday'), before: of('dayBefore') },
    month: { now: of('month'), before: of('monthBefore') },
    year: { now: of('year'), before: of('yearBefore') },
  };
}

/** Trade of several date ranges, in a single query. */
async function tradedIn<Name extends string>(
  context: Context,
  ranges: Readonly<Record<Name, InclusiveDateRange>>,
): Promise<(name: Name) => TradeStatisticFigures> {
  const { rows } = await sql<TradedKindSum>`
    select trade.range_name, trade.kind, sum(trade.amount) as amount, sum(trade.tax) as tax, sum(trade.cost) as cost
    from (${tradeOf(context, ranges)}) as trade group by 1, 2`.execute(context.tx);
  return (name) =>
    toTradeStatisticFigures(
      context.scope,
      rows.filter(({ range_name }) => range_name === name),
    );
}

const MONTHS = 6;

/** Trade figures of this month and the five before, oldest first. */
export async function tradeByMonth(
  context: Context,
  day: string,
): Promise<ReplyOf<typeof monthlyFigures>> {
  const months = lastMonths(day.slice(0, 7));
  const { rows } = await sql<TradedKindSum>`
    select to_char(trade.starts_on, 'YYYY-MM') as range_name, trade.kind,
      sum(trade.amount) as amount, sum(trade.tax) as tax, sum(trade.cost) as cost
    from (${tradeOf(context, { months: [`${months[0] ?? ''}-01`, monthEnd(day)] })}) as trade
    group by 1, 2`.execute(context.tx);
  return months.map((month) => ({
    month,
    ...toTradeStatisticFigures(
      context.scope,
      rows.filter((row) => row.range_name === month),
    ),
  }));
}

function lastMonths(month: string): string[] {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return Array.from({ length: MONTHS }, (_, index) =>
    new Date(Date.UTC(year, number - MONTHS + index, 1)).toISOString().slice(0, 7),
  );
}

/**
 * Trade in date ranges (range_name, kind, starts_on, amount, tax, cost), within the caller's view. Callers
 * with every customer and warehouse read the roll-up without either, once for all ranges.
 */
function tradeOf(
  context: Context,
  ranges: Readonly<Record<string, InclusiveDateRange>>,
): RawBuilder<unknown> {
  const { tenantId, scope } = context;
  const all = Object.entries(ranges).map(([name, [since, until]]) => ({ name, since, until }));
  if (!seesWholeDays(scope)) {
    const parts = all.map(({ name, ...days }) => {
      const query = { by: 'month', kinds: traded, ...days } as const;
      return sql`
        select ${name}::text as range_name, part.key::date as starts_on, part.kind, part.amount, part.tax, part.cost
        from (${tradedBy(context, query)}) as part`;
    });
    return sql.join(parts, sql` union all `);
  }
  const periods = all.flatMap(({ name, since, until }) => {
    const { months, edges } = splitIntoMonths(since, until);
    return [
      ...(months === null
        ? []
        : [{ name, grain: 'm', since: months[0], until: monthEnd(months[1]) }]),
      ...edges.map(([first, last]) => ({ name, grain: 'd', since: first, until: last })),
    ];
  });
  return sql`
    select given.name as range_name, day.kind, day.starts_on, day.amount, day.tax, day.cost
    from ${rowsAsTable(periods, 'name text, grain text, since date, until date')}
    join whole_trade_period as day on day.tenant_id = ${tenantId} and day.grain = given.grain
      and day.starts_on between given.since and given.until
    where day.kind = any(${traded}::text[]) and ${ofPeople(scope, 'day')}`;
}

function toTradeStatisticFigures(
  scope: Scope,
  rows: readonly TradedKindSum[],
): TradeStatisticFigures {
  const side = (wanted: PriceKind): string | null =>
    seesAmounts(scope, wanted)
      ? toPlainDecimal(sumTradeOfSide(rows, wanted, ({ amount }) => decimal(amount)))
      : null;
  return {
    buy: side('purchase'),
    sale: side('sale'),
    retailSale: side('retail'),
    profit: computeTradeProfit(scope, rows),
  };
}

/** Profit: sales and retail without tax and discounts, less the cost of goods, returns subtracted. */
function computeTradeProfit(scope: Scope, rows: readonly TradedKindSum[]): string | null {
  const masks = ['cost', 'sale', 'retail'] as const;
  if (!masks.every((mask) => seesAmounts(scope, mask))) return null;
  const earned = ({ amount, tax, cost }: TradedKindSum) => decimal(amount).minus(tax).minus(cost);
  return toPlainDecimal(
    sumTradeOfSide(rows, 'sale', earned).plus(sumTradeOfSide(rows, 'retail', earned)),
  );
}

const sumTradeOfSide = (
  rows: readonly TradedKindSum[],
  side: PriceKind,
  of: (row: TradedKindSum) => Decimal,
): Decimal =>
  rows.reduce((sum, row) => {
    const { trade } = documentKinds[row.kind];
    return trade?.side === side ? sum.plus(of(row).times(trade.sign)) : sum;
  }, ZERO);
