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
  const [day, instant] = [sql.ref(`${alias}.business_date`), sql.ref(`${alias}.business_time`)];
  const tests = [
    ...(since === null
      ? []
      : [
          sql`${day} >= ${since}::date and ${instant} >= (${since}::date - 1)::timestamp at time zone 'UTC'`,
        ]),
    ...(until === null
      ? []
      : [
          sql`${day} <= ${until}::date and ${instant} < (${until}::date + 2)::timestamp at time zone 'UTC'`,
        ]),
  ];
  return tests.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(tests, sql` and `)})`;
}
