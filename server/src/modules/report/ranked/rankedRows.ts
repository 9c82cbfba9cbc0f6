import { keysOf } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { MeasureFormula, RankedReportSql } from './measureFormulas.ts';
import type { RankedQuery } from './rankedQuery.ts';
import { positionWindows } from './rankPositions.ts';
import type { RankColumn, RankWindow } from './rankPositions.ts';

interface Ranking {
  readonly measure: MeasureFormula;
  readonly isAdditive: boolean;
  /** Requested positions. */
  readonly positions: readonly RankColumn[];
  /** Number of rows with a rank of their own; null: all. */
  readonly limit: number | null;
}

type WindowsSql = Readonly<Record<RankWindow, RankedReportSql>>;

/** Windows over all rows; a ranking figure that does not add up has no totals. */
function rankWindows(isAdditive: boolean): WindowsSql {
  const total = (sum: RankedReportSql): RankedReportSql => (isAdditive ? sum : sql`null::numeric`);
  return {
    rank: sql`dense_rank() over (order by measure desc)`,
    ordinal: sql`row_number() over (order by measure desc, key, second)`,
    total: total(sql`sum(measure) over ()`),
    running_total: total(sql`sum(measure) over (order by measure desc, key, second)`),
    group_total: total(sql`sum(measure) over (partition by key)`),
    total_before: total(sql`sum(measure_before) over ()`),
  };
}

/** Windows of the remainder: its running total is the total, and the remainder itself has no rank. */
const remainderWindows: WindowsSql = {
  rank: sql`null`,
  ordinal: sql`null`,
  total: sql`max(total)`,
  running_total: sql`max(total)`,
  group_total: sql`null`,
  total_before: sql`max(total_before)`,
};

/** Ranked rows; rows beyond the limit form a single remainder row without a key. */
export function rankedRowsSql(
  rows: RankedReportSql,
  query: RankedQuery,
  { measure, isAdditive, positions, limit }: Ranking,
): RankedReportSql {
  const windows = rankWindows(isAdditive);
  const used = new Set(positions.flatMap((name) => positionWindows[name]));
  if (limit !== null) used.add('ordinal');
  const names = keysOf(windows).filter((name) => used.has(name));
  const list = (toSql: (name: RankWindow) => RankedReportSql, of = names): RankedReportSql =>
    sql.join(
      of.map((name) => sql`, ${toSql(name)}`),
      sql``,
    );
  const windowColumn = (name: RankWindow): RankedReportSql =>
    sql`${windows[name]} as ${sql.ref(name)}`;
  // Running values are computed only for ranked rows.
  const isOverAllRows = (name: RankWindow): boolean =>
    limit === null || !['rank', 'running_total'].includes(name);
  const windowed = sql`
    select measured.*${list(windowColumn, names.filter(isOverAllRows))}
    from (
      select summed.*, ${measure.toSql('summed', '')} as measure,
        ${measure.toSql('summed', 'Before')} as measure_before
      from (${rows}) as summed) as measured`;
  const columns = list((name) => (isOverAllRows(name) ? sql.ref(name) : windowColumn(name)));
  const ranked = sql`
    select key, second, false as is_remainder, measure, measure_before${columns},
      ${groupOrderSql(query, positions)} as grouped,
      ${sql.join(withBefore(query.sums).map((name) => sql.ref(name)))}`;
  if (limit === null) return sql`${ranked} from (${windowed}) as windowed`;
  return sql`
    with windowed as materialized (${windowed})
    ${ranked} from windowed where ordinal <= ${limit}
    union all
    select null, null, true, sum(measure), sum(measure_before)${list((name) => remainderWindows[name])}, null,
      ${remainderFiguresSql(query)}
    from windowed where ordinal > ${limit} having count(*) > 0`;
}

/** Place of a row by groups: groups are ordered by rank, months by time. */
function groupOrderSql({ keys }: RankedQuery, positions: readonly RankColumn[]): RankedReportSql {
  if (!positions.includes('grouped')) return sql`null::bigint`;
  const group = keys[0] === 'month' ? sql`key` : sql`group_total desc nulls last`;
  return sql`row_number() over (order by ${group}, key, measure desc, second)`;
}

const withBefore = (names: readonly string[]): readonly string[] =>
  names.flatMap((name) => [name, `${name}Before`]);

/** Sums of the remainder; null for sums that do not add up. */
function remainderFiguresSql({ sums, nonAdditive = [] }: RankedQuery): RankedReportSql {
  const excluded = new Set(withBefore(nonAdditive));
  const figures = withBefore(sums).map((name) =>
    excluded.has(name) ? sql`null::numeric` : sql`sum(${sql.ref(name)})`,
  );
  return sql.join(figures);
}
