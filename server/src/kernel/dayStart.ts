import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

type Sql = RawBuilder<unknown>;

/**
 * The first moment of a day in a time zone. Where clocks are set from 1:00 back to 0:00, midnight comes twice; PostgreSQL
 * takes the later one. Where they are set from 0:00 to 1:00, the day begins at 1:00.
 */
export function dayStart(day: Sql, zone: Sql): RawBuilder<string> {
  const midnight = sql`(${day}::timestamp at time zone ${zone})`;
  const earlier = sql`(${midnight} - interval '1 hour')`;
  return sql<string>`(case when (${earlier} at time zone ${zone})::date = ${day} then ${earlier} else ${midnight} end)`;
}
