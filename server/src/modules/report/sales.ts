import { choiceLabel, salesRankTable, salesRatioTable } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { FIRST_DAY, LAST_DAY, periodBefore, yearBefore } from '@tradehouse/domain';
import type { Stretch } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { source } from '../../kernel/index.ts';
import type { Context, FiltersOf } from '../../kernel/index.ts';
import { byLevel, namedBy, net, signed, traded } from './tradeLevels.ts';

type Asked = FiltersOf<typeof salesRatioTable>;

/** What has a rank of its own at most, where no one asks for less. */
const MOST = 1_000_000_000;

/** The days that others are compared with; null: none, and documents, which each are of one day. */
function comparedWith({ dates, compare, level }: Asked): Stretch | null {
  const stretch = [dates?.[0] ?? FIRST_DAY, dates?.[1] ?? LAST_DAY] as const;
  if (level === 'document') return null;
  return compare === 'yearBefore' ? yearBefore(stretch) : periodBefore(stretch);
}

/** What was sold, a row (key, quantity, amount, profit, before) for each key that was sold in either period. */
function sold(context: Context, filters: Asked): RawBuilder<unknown> {
  const earlier = comparedWith(filters);
  const { level = '', dates = [null, null] } = filters;
  const of = (dates: readonly [string | null, string | null]) =>
    traded(context, signed('sale', 'retail'), byLevel(level), { ...filters, dates });
  const now = sql`
    select trade.key, ${net(sql`trade.quantity`)} as quantity, ${net(sql`trade.amount`)} as amount,
      ${net(sql`(trade.amount - trade.tax - trade.cost)`)} as profit, 0::numeric as before
    from ${of(dates)} group by 1`;
  if (earlier === null)
    return sql`select key, quantity, amount, profit, null::numeric as before from (${now}) as part`;
  const then = sql`
    select trade.key, 0::numeric, 0::numeric, 0::numeric, ${net(sql`trade.amount`)} from ${of(earlier)} group by 1`;
  return sql`
    select key, sum(quantity) as quantity, sum(amount) as amount, sum(profit) as profit, sum(before) as before
    from (${now} union all ${then}) as part group by 1`;
}

/** A share of a whole in per cent; none of what is not above zero. */
const shareOf = (part: string, whole: string): RawBuilder<unknown> =>
  sql.raw(`case when ${whole} > 0 then ${part} * 100 / ${whole} end`);

/** Classes by what has passed when a row is counted: up to 80 % of the whole, up to 95 %, the rest; the first is A. */
const abc = sql`
  case when whole <= 0 then null when measure <= 0 then 'C' when at = 1 or passed * 100 <= whole * 80 then 'A'
    when passed * 100 <= whole * 95 then 'B' else 'C' end`;

export const salesRankRows = source(
  salesRankTable,
  (context, { measure = '', top, ...filters }) => {
    const { tenantId, language } = context;
    const { level = '' } = filters;
    const named = namedBy(tenantId, level);
    const most = top === undefined ? MOST : Number(top);
    // The reader lets no other name through than three of the columns.
    const ranked = sql`
      select sold.*, ${sql.ref(`sold.${measure}`)} as measure
      from (${sold(context, filters)}) as sold`;
    const counted = sql`
      select ranked.*, dense_rank() over (order by measure desc) as rank,
        row_number() over (order by measure desc, key) as at, sum(measure) over () as whole,
        sum(measure) over (order by measure desc, key) as passed
      from (${ranked}) as ranked`;
    const first = sql`
      select key as id, key, rank, quantity, amount, profit, before, measure, passed, whole, ${abc} as abc
      from counted where at <= ${most}`;
    const rest = sql`
      select 'rest', null, null, sum(quantity), sum(amount), sum(profit), sum(before), sum(measure), max(whole), max(whole), null
      from counted where at > ${most} having count(*) > 0`;
    return sql<RowOf<typeof salesRankTable>>`
      with counted as materialized (${counted}), sold as (${first} union all ${rest})
      select sold.id, ${named.documentId} as "documentId", ${named.kind} as kind, sold.rank,
        case when sold.key is null then ${choiceLabel(language, 'level', 'rest')} else ${named.name} end as name,
        sold.quantity, sold.amount, sold.profit, round(${shareOf('sold.measure', 'sold.whole')}, 2) as share,
        round(${shareOf('sold.passed', 'sold.whole')}, 2) as cumulative, sold.abc, sold.before,
        round((sold.amount - sold.before) * 100 / nullif(abs(sold.before), 0), 2) as growth
      from sold ${named.joins}`;
  },
  { pages: 'whole' },
);

export const salesRatioRows = source(
  salesRatioTable,
  (context, filters) => {
    const named = namedBy(context.tenantId, filters.level ?? '');
    const shares = sql`
      select part.*, ${shareOf('amount', 'sum(amount) over ()')} as share,
        ${shareOf('before', 'sum(before) over ()')} as before_share
      from (${sold(context, filters)}) as part`;
    return sql<RowOf<typeof salesRatioTable>>`
      select sold.key as id, ${named.documentId} as "documentId", ${named.kind} as kind, ${named.name} as name,
        sold.quantity, sold.amount, round(sold.share, 2) as share, sold.before, round(sold.before_share, 2) as "beforeShare",
        round(sold.share - sold.before_share, 2) as points
      from (${shares}) as sold ${named.joins}`;
  },
  { pages: 'whole' },
);
