import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

type DaySql = RawBuilder<unknown>;

/**
 * Returns the first moment of a day in a time zone. If clocks go back from 1:00 to 0:00, midnight occurs
 * twice and PostgreSQL takes the later. If clocks go from 0:00 to 1:00, the day begins at 1:00.
 */
export function dayStart(day: DaySql, zone: DaySql): RawBuilder<string> {
  const midnight = sql`(${day}::timestamp at time zone ${zone})`;
  const earlier = sql`(${midnight} - interval '1 hour')`;
  return sql<string>`(case when (${earlier} at time zone ${zone})::date = ${day} then ${earlier} else ${midnight} end)`;
}
