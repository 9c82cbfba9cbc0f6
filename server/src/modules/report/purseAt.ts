import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { laterThan } from './later.ts';

/** What the purse that `holder` names (in columns of `period`) took in and gave out after the day, as a value. */
export function periodsAfter(
  tenantId: string,
  day: string,
  holder: RawBuilder<unknown>,
): RawBuilder<string> {
  const parts = laterThan(day).map(
    (stretch) => sql`coalesce((
      select sum(period.amount) from whole_money_period as period
      where period.tenant_id = ${tenantId} and ${holder} and ${stretch}), 0)`,
  );
  return sql<string>`(${sql.join(parts, sql` + `)})`;
}
