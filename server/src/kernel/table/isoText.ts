import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/** Writes an instant as ISO text in UTC, to the second or with milliseconds or microseconds. */
export const toIsoText = (
  instant: RawBuilder<unknown>,
  fraction: '' | '.MS' | '.US' = '',
): RawBuilder<string> =>
  sql<string>`to_char(${instant} at time zone 'UTC', ${sql.lit(`YYYY-MM-DD"T"HH24:MI:SS${fraction}"Z"`)})`;
