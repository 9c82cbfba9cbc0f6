import { monthsBefore } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { MeasureFormula, RankedReportSql } from './measureFormulas.ts';
import type { RankedDateRange, RankedQuery } from './rankedQuery.ts';

const TREND_MONTHS = 24;

/**
 * Monthly figures of each key up to today: a relation of `key` and `figures` (`2026-01=12.5 2026-02=3`). A
 * month missing for the key but present for any key is 0.
 */
export function monthlyTrendSql(
  { dates, sums, sumsSql }: RankedQuery,
  measure: MeasureFormula,
): RankedReportSql {
  const [since, until] = dates ?? [null, null];
  // Future days have no figures yet.
  const today = new Date().toISOString().slice(0, 10);
  const last = until === null || until > today ? today : until;
  const first = monthsBefore(`${last.slice(0, 7)}-01`, TREND_MONTHS - 1);
  const days: RankedDateRange = [since !== null && since > first ? since : first, until];
  return sql`(
    with by_month as materialized (
      select summed.key, summed.second as month, ${measure.toSql('summed', '')} as value
      from (${sumsSql(days, sums)}) as summed)
    select by_key.key, (
        select string_agg(
            left(month, 7) || '=' || trim_scale(coalesce((by_key.figures ->> month)::numeric, 0)), ' ' order by month)
        from unnest(all_keys.months) as month) as figures
    from (select key, jsonb_object_agg(month, value) as figures from by_month group by 1) as by_key
    cross join (select array_agg(distinct month) as months from by_month) as all_keys)`;
}
