import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

type ConditionSql = RawBuilder<unknown>;

/** Builds a filter's condition from the value; empty without a value. */
export const optionalCondition = <T>(
  value: T | undefined,
  make: (value: T) => ConditionSql,
): ConditionSql[] => (value === undefined ? [] : [make(value)]);

/** Joins conditions with "and"; true without conditions. */
export const allOf = (conditions: readonly ConditionSql[]): ConditionSql =>
  conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`;
