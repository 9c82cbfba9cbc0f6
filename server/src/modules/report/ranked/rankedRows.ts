import { keysOf } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { MeasureFormula, RankedReportSql } from './measureFormulas.ts';
import type { RankedQuery } from './rankedQuery.ts';
import { needed } from './rankPositions.ts';
import type { RankColumn, RankWindow } from './rankPositions.ts';

/**
 * Ranking: the figure, the requested positions, and the number of rows with a rank of their own (null:
 * all).
 */
interface Ranking {
  readonly measure: MeasureFormula;
  readonly adds: boolean;
  readonly told: readonly RankColumn[];
  readonly most: number | null;
}

/** Ranked rows; rows beyond the limit form a single remainder row without a key. */
export function rankedRowsSql(
  rows: RankedReportSql,
  { keys, sums, apart = [] }: RankedQuery,
  { measure, adds, told, most }: Ranking,
): RankedReportSql {
  const names = sums.flatMap((name) => [name, `${name}Before`]);
  const figures = sql.join(names.map((name) => sql.ref(name)));
  const whole = (sum: RankedReportSql): RankedReportSql => (adds ? sum : sql`null::numeric`);
  const over: Readonly<Record<RankWindow, RankedReportSql>> = {
    rank: sql`dense_rank() over (order by measure desc)`,
    at: sql`row_number() over (order by measure desc, key, second)`,
    whole: whole(sql`sum(measure) over ()`),
    passed: whole(sql`sum(measure) over (order by measure desc, key, second)`),
    of_first: whole(sql`sum(measure) over (partition by key)`),
    whole_before: whole(sql`sum(measure_before) over ()`),
  };
  const used = new Set(told.flatMap((name) => needed[name]));
  if (most !== null) used.add('at');
  const columns = keysOf(over).filter((name) => used.has(name));
  const list = (say: (name: RankWindow) => RankedReportSql, of = columns): RankedReportSql =>
    sql.join(
      of.map((name) => sql`, ${say(name)}`),
      sql``,
    );
  const worked = (name: RankWindow): RankedReportSql => sql`${over[name]} as ${sql.ref(name)}`;
  // Running values are computed only for ranked rows.
  const isEarly = (name: RankWindow): boolean =>
    most === null || !['rank', 'passed'].includes(name);
  const counted = sql`
    select part.*${list(worked, columns.filter(isEarly))}
    from (
      select part.*, ${measure.at('part', '')} as measure, ${measure.at('part', 'Before')} as measure_before
      from (${rows}) as part) as part`;
  // Groups are ordered by rank, months by time.
  const group = keys[0] === 'month' ? sql`key` : sql`of_first desc nulls last`;
  const grouped = told.includes('grouped')
    ? sql`row_number() over (order by ${group}, key, measure desc, second)`
    : sql`null::bigint`;
  const first = sql`
    select key, second, false as rest, measure, measure_before${list((name) => (isEarly(name) ? sql.ref(name) : worked(name)))}, ${grouped} as grouped, ${figures}`;
  if (most === null) return sql`${first} from (${counted}) as counted`;
  const together = new Set(apart.flatMap((name) => [name, `${name}Before`]));
  const rest = names.map((name) =>
    together.has(name) ? sql`null::numeric` : sql`sum(${sql.ref(name)})`,
  );
  // The cumulative value including the remainder is the whole; the remainder itself has no rank.
  const overRest: Readonly<Record<RankWindow, RankedReportSql>> = {
    rank: sql`null`,
    at: sql`null`,
    whole: sql`max(whole)`,
    passed: sql`max(whole)`,
    of_first: sql`null`,
    whole_before: sql`max(whole_before)`,
  };
  return sql`
    with counted as materialized (${counted})
    ${first} from counted where at <= ${most}
    union all
    select null, null, true, sum(measure), sum(measure_before)${list((name) => overRest[name])}, null, ${sql.join(rest)}
    from counted where at > ${most} having count(*) > 0`;
}
