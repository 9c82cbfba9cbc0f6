import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { found } from '../../kernel/index.ts';
import type { Context } from '../../kernel/index.ts';

/** The day by the company's clock, as a relation of one row (day). */
export const todayOf = (tenantId: string): RawBuilder<unknown> => sql`(
  select (now() at time zone time_zone)::date as day from tenant_setting where tenant_id = ${tenantId})`;

/** The same as YYYY-MM-DD. */
export async function today({ tx, tenantId }: Context): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select today.day::text as day from ${todayOf(tenantId)} as today`.execute(tx);
  return found(rows[0]).day;
}
