import { FIRST_DAY, LAST_DAY, monthsWithin, periodBefore, yearBefore } from '@tradehouse/domain';
import type { InclusiveDateRange } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RankedReportSql } from './measureFormulas.ts';
import type { RankedQuery } from './rankedQuery.ts';

/** Compared period; `months` shifts the earlier month keys to the present months. */
interface ComparedPeriod {
  readonly range: InclusiveDateRange;
  readonly months: number;
}

/** Returns the compared period; null: none, or documents, because each belongs to a single day. */
export function toComparedPeriod({ keys, dates, compare }: RankedQuery): ComparedPeriod | null {
  const range = [dates?.[0] ?? FIRST_DAY, dates?.[1] ?? LAST_DAY] as const;
  if (compare === undefined || keys.includes('document')) return null;
  const compared = compare === 'yearBefore' ? yearBefore(range) : periodBefore(range);
  if (compared === null) return null;
  const months = monthsWithin(compared[0], range[0], 10_000).length - 1;
  // Months are comparable only if both periods start with a month, or a year apart.
  const hasEqualMonths = compare === 'yearBefore' || range[0].endsWith('-01');
  return keys.includes('month') && !hasEqualMonths ? null : { range: compared, months };
}

/**
 * Present figures, with figures of the compared period in `…Before`, a row for each key (and second).
 *
 * @param requested sums of the compared period; the rest is null
 */
export function summedFiguresSql(
  { keys, dates, sums, sumsSql }: RankedQuery,
  period: ComparedPeriod | null,
  requested: readonly string[],
): RankedReportSql {
  const present = sumsSql(dates ?? [null, null], sums);
  const list = (toSql: (name: string) => RankedReportSql, names = sums) =>
    sql.join(names.map(toSql));
  const unavailable = (name: string) => sql`null::numeric as ${sql.ref(`${name}Before`)}`;
  const summed = (name: string) => sql`summed.${sql.ref(name)}`;
  if (period === null)
    return sql`
      select summed.key, summed.second, ${list(summed)}, ${list(unavailable)}
      from (${present}) as summed`;
  const shifted = (by: string | undefined, key: RankedReportSql) =>
    by === 'month'
      ? sql`(${key}::date + make_interval(months => ${period.months}))::date::text`
      : key;
  // A key of the compared period alone has a row, too, even without a requested figure of that period.
  const comparedSums = requested.length > 0 ? requested : sums.slice(0, 1);
  const compared = sql`
    select ${shifted(keys[0], sql`summed.key`)} as key, ${shifted(keys[1], sql`summed.second`)} as second,
      ${list(summed, comparedSums)}
    from (${sumsSql(period.range, comparedSums)}) as summed`;
  const zeroIfNull = (relation: string, name: string, as = name) =>
    sql`coalesce(${sql.ref(`${relation}.${name}`)}, 0) as ${sql.ref(as)}`;
  const before = (name: string) =>
    comparedSums.includes(name) ? zeroIfNull('compared', name, `${name}Before`) : unavailable(name);
  const second = keys.length > 1 ? sql`and compared.second = present.second` : sql``;
  return sql`
    select coalesce(present.key, compared.key) as key, coalesce(present.second, compared.second) as second,
      ${list((name) => zeroIfNull('present', name))}, ${list(before)}
    from (${present}) as present full join (${compared}) as compared on compared.key = present.key ${second}`;
}
