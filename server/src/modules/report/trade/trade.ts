import type { ReplyOf, home, monthlyFigures, statistics } from '@tradehouse/contract';
import {
  ZERO,
  decimal,
  documentKinds,
  kindCodes,
  monthEnd,
  periodBefore,
  plain,
  yearBefore,
} from '@tradehouse/domain';
import type { Decimal, KindCode, PriceKind } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { given, ofPeople, seesAmounts, seesWholeDays } from '../../../kernel/index.ts';
import type { Context, Scope } from '../../../kernel/index.ts';
import { today } from '../../system/index.ts';
import { dayBefore } from '../later.ts';
import { cut, monthStart } from '../months.ts';
import type { Stretch } from '../months.ts';
import { tradedBy } from './tradedBy.ts';

type Figures = ReplyOf<typeof statistics>['today'];

/** What a stretch of days traded, in one kind. `amount` is with tax and after discounts. */
interface Traded {
  readonly stretch: string;
  readonly kind: KindCode;
  readonly amount: string;
  readonly tax: string;
  readonly cost: string;
}

const traded = kindCodes.filter((code) => documentKinds[code].trade !== null);

/** The stretches that the home page tells of, by the day it is. */
const stretchesOf = (day: string) =>
  ({
    today: [day, day],
    yesterday: [dayBefore(day), dayBefore(day)],
    month: [monthStart(day), monthEnd(day)],
    year: [`${day.slice(0, 4)}-01-01`, monthEnd(day)],
  }) as const;

/** Purchase, sales, retail and profit of today, yesterday, this month and this year, of what the caller may see. */
export async function tradeStatistics(context: Context): Promise<ReplyOf<typeof statistics>> {
  const of = await tradedIn(context, stretchesOf(await today(context)));
  return {
    today: of('today'),
    yesterday: of('yesterday'),
    month: of('month'),
    year: of('year'),
  };
}

/** The same, each beside the stretch before it: months and years up to the same day. */
export async function tradeBeside(
  context: Context,
  day: string,
): Promise<ReplyOf<typeof home>['money']> {
  const { month, year, ...days } = stretchesOf(day);
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

/** What was traded in each of some stretches, in one question. */
async function tradedIn<Name extends string>(
  context: Context,
  stretches: Readonly<Record<Name, Stretch>>,
): Promise<(name: Name) => Figures> {
  const { rows } = await sql<Traded>`
    select trade.stretch, trade.kind, sum(trade.amount) as amount, sum(trade.tax) as tax, sum(trade.cost) as cost
    from (${tradeOf(context, stretches)}) as trade group by 1, 2`.execute(context.tx);
  return (name) =>
    figures(
      context.scope,
      rows.filter(({ stretch }) => stretch === name),
    );
}

const MONTHS = 6;

/** The same for this month and the five before it, oldest first. */
export async function tradeByMonth(
  context: Context,
  day: string,
): Promise<ReplyOf<typeof monthlyFigures>> {
  const months = lastMonths(day.slice(0, 7));
  const { rows } = await sql<Traded>`
    select to_char(trade.starts_on, 'YYYY-MM') as stretch, trade.kind,
      sum(trade.amount) as amount, sum(trade.tax) as tax, sum(trade.cost) as cost
    from (${tradeOf(context, { months: [`${months[0] ?? ''}-01`, monthEnd(day)] })}) as trade
    group by 1, 2`.execute(context.tx);
  return months.map((month) => ({
    month,
    ...figures(
      context.scope,
      rows.filter((row) => row.stretch === month),
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
 * What was traded in stretches of days (stretch, kind, starts_on, amount, tax, cost), of what the
 * caller may see. Anyone who sees every customer and warehouse reads the roll-up that names neither, once for all of them.
 */
function tradeOf(
  context: Context,
  stretches: Readonly<Record<string, Stretch>>,
): RawBuilder<unknown> {
  const { tenantId, scope } = context;
  const all = Object.entries(stretches).map(([name, [since, until]]) => ({ name, since, until }));
  if (!seesWholeDays(scope)) {
    const parts = all.map(({ name, ...days }) => {
      const asked = { by: 'month', kinds: traded, ...days } as const;
      return sql`
        select ${name}::text as stretch, part.key::date as starts_on, part.kind, part.amount, part.tax, part.cost
        from (${tradedBy(context, asked)}) as part`;
    });
    return sql.join(parts, sql` union all `);
  }
  const asked = all.flatMap(({ name, since, until }) => {
    const { months, edges } = cut(since, until);
    return [
      ...(months === null
        ? []
        : [{ name, grain: 'm', since: months[0], until: monthEnd(months[1]) }]),
      ...edges.map(([first, last]) => ({ name, grain: 'd', since: first, until: last })),
    ];
  });
  return sql`
    select given.name as stretch, day.kind, day.starts_on, day.amount, day.tax, day.cost
    from ${given(asked, 'name text, grain text, since date, until date')}
    join whole_trade_period as day on day.tenant_id = ${tenantId} and day.grain = given.grain
      and day.starts_on between given.since and given.until
    where day.kind = any(${traded}::text[]) and ${ofPeople(scope, 'day')}`;
}

function figures(scope: Scope, rows: readonly Traded[]): Figures {
  const side = (wanted: PriceKind): string | null =>
    seesAmounts(scope, wanted) ? plain(sumOf(rows, wanted, ({ amount }) => decimal(amount))) : null;
  return {
    buy: side('purchase'),
    sale: side('sale'),
    retailSale: side('retail'),
    profit: profit(scope, rows),
  };
}

/** Sales and retail without tax and discounts, less what the goods cost; returns taken off. */
function profit(scope: Scope, rows: readonly Traded[]): string | null {
  const masks = ['cost', 'sale', 'retail'] as const;
  if (!masks.every((mask) => seesAmounts(scope, mask))) return null;
  const earned = ({ amount, tax, cost }: Traded) => decimal(amount).minus(tax).minus(cost);
  return plain(sumOf(rows, 'sale', earned).plus(sumOf(rows, 'retail', earned)));
}

const sumOf = (rows: readonly Traded[], side: PriceKind, of: (row: Traded) => Decimal): Decimal =>
  rows.reduce((sum, row) => {
    const { trade } = documentKinds[row.kind];
    return trade?.side === side ? sum.plus(of(row).times(trade.sign)) : sum;
  }, ZERO);
