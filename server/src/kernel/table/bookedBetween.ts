import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/**
 * Tests documents with a business day from `since` to `until`, both inclusive, null: unbounded; `alias` is
 * the query's name of `document`. The instants bound the search in the index, which is in their order; a
 * day of slack covers every time zone.
 */
export function bookedBetween(
  alias: string,
  since: string | null,
  until: string | null,
): RawBuilder<boolean> {
  const instant = sql.ref(`${alias}.business_time`);
  return allTestsSql([
    ofDays(alias, since, until),
    ...(since === null
      ? []
      : [sql`${instant} >= (${since}::date - 1)::timestamp at time zone 'UTC'`]),
    ...(until === null
      ? []
      : [sql`${instant} < (${until}::date + 2)::timestamp at time zone 'UTC'`]),
  ]);
}

/** Tests rows of `alias` by business day, both ends inclusive, null: unbounded. */
export function ofDays(
  alias: string,
  since: string | null,
  until: string | null,
): RawBuilder<boolean> {
  const day = sql.ref(`${alias}.business_date`);
  return allTestsSql([
    ...(since === null ? [] : [sql`${day} >= ${since}::date`]),
    ...(until === null ? [] : [sql`${day} <= ${until}::date`]),
  ]);
}

const allTestsSql = (tests: readonly RawBuilder<unknown>[]): RawBuilder<boolean> =>
  tests.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(tests, sql` and `)})`;
