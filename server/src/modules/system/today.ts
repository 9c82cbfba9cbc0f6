import { sql } from 'kysely';
import { found } from '../../kernel/index.ts';
import type { Context } from '../../kernel/index.ts';

/** The day by the company's clock, as YYYY-MM-DD. */
export async function today({ tx, tenantId }: Context): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select (now() at time zone time_zone)::date::text as day from tenant_setting
    where tenant_id = ${tenantId}`.execute(tx);
  return found(rows[0]).day;
}
