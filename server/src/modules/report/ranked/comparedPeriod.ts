import { FIRST_DAY, LAST_DAY, monthsWithin, periodBefore, yearBefore } from '@tradehouse/domain';
import type { InclusiveDateRange } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RankedReportSql } from './measureFormulas.ts';
import type { RankedQuery } from './rankedQuery.ts';

/** Compared period; `months` shifts the earlier month keys to the present months. */
interface Earlier {
  readonly stretch: InclusiveDateRange;
  readonly months: number;
}

/** Returns the compared period; null: none, or documents, because each belongs to a single day. */
export function comparedWith({ keys, dates, compare }: RankedQuery): Earlier | null {
  const stretch = [dates?.[0] ?? FIRST_DAY, dates?.[1] ?? LAST_DAY] as const;
  if (compare === undefined || keys.includes('document')) return null;
  const earlier = compare === 'yearBefore' ? yearBefore(stretch) : periodBefore(stretch);
  if (earlier === null) return null;
  const months = monthsWithin(earlier[0], stretch[0], 10_000).length - 1;
  // Months are comparable only if both periods start with a month, or a year apart.
  const fit = compare === 'yearBefore' || stretch[0].endsWith('-01');
  return keys.includes('month') && !fit ? null : { stretch: earlier, months };
}

/**
 * Present figures, with earlier figures in `…Before`, a row for each key (and second).
 *
 * @param shown requested sums of the earlier days; the rest is null
 */
export function summedFiguresSql(
  { keys, dates, sums, of }: RankedQuery,
  earlier: Earlier | null,
  shown: readonly string[],
): RankedReportSql {
  const list = (say: (name: string) => RankedReportSql, names = sums) => sql.join(names.map(say));
  const nothing = (name: string) => sql`null::numeric as ${sql.ref(`${name}Before`)}`;
  const now = of(dates ?? [null, null], sums);
  if (earlier === null)
    return sql`
      select part.key, part.second, ${list((name) => sql`part.${sql.ref(name)}`)}, ${list(nothing)}
      from (${now}) as part`;
  const shifted = (by: string | undefined, key: RankedReportSql) =>
    by === 'month'
      ? sql`(${key}::date + make_interval(months => ${earlier.months}))::date::text`
      : key;
  // A key of the earlier days alone has a row, too, even without a requested earlier figure.
  const asked = shown.length > 0 ? shown : sums.slice(0, 1);
  const then = sql`
    select ${shifted(keys[0], sql`part.key`)} as key, ${shifted(keys[1], sql`part.second`)} as second,
      ${list((name) => sql`part.${sql.ref(name)}`, asked)}
    from (${of(earlier.stretch, asked)}) as part`;
  const told = (when: string, name: string, as = name) =>
    sql`coalesce(${sql.ref(`${when}.${name}`)}, 0) as ${sql.ref(as)}`;
  const before = (name: string) =>
    asked.includes(name) ? told('earlier', name, `${name}Before`) : nothing(name);
  const second = keys.length > 1 ? sql`and earlier.second = now.second` : sql``;
  return sql`
    select coalesce(now.key, earlier.key) as key, coalesce(now.second, earlier.second) as second,
      ${list((name) => told('now', name))}, ${list(before)}
    from (${now}) as now full join (${then}) as earlier on earlier.key = now.key ${second}`;
}
