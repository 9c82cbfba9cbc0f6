import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/**
 * Documents of the business days from `since` to `until`, both inclusive, null for no bound; `alias` is the name the query
 * gives the `document` table. The instants bound the search in the index, which is in their order; a day of slack covers
 * every time zone.
 */
export function bookedBetween(
  alias: string,
  since: string | null,
  until: string | null,
): RawBuilder<boolean> {
  const instant = sql.ref(`${alias}.business_time`);
  return all([
    ofDays(alias, since, until),
    ...(since === null
      ? []
      : [sql`${instant} >= (${since}::date - 1)::timestamp at time zone 'UTC'`]),
    ...(until === null
      ? []
      : [sql`${instant} < (${until}::date + 2)::timestamp at time zone 'UTC'`]),
  ]);
}

/** Rows of `alias` whose business day lies between these, both inclusive, null for no bound. */
export function ofDays(
  alias: string,
  since: string | null,
  until: string | null,
): RawBuilder<boolean> {
  const day = sql.ref(`${alias}.business_date`);
  return all([
    ...(since === null ? [] : [sql`${day} >= ${since}::date`]),
    ...(until === null ? [] : [sql`${day} <= ${until}::date`]),
  ]);
}

const all = (tests: readonly RawBuilder<unknown>[]): RawBuilder<boolean> =>
  tests.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(tests, sql` and `)})`;
