import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

type Sql = RawBuilder<unknown>;

/** The condition that a filter makes of its value; none where it is not asked. */
export const ifAsked = <T>(value: T | undefined, make: (value: T) => Sql): Sql[] =>
  value === undefined ? [] : [make(value)];

/** All of them as one; true of none. */
export const allOf = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`;
