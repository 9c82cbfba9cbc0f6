import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { orRefuseMissing } from '../../kernel/access/index.ts';
import type { Context } from '../../kernel/access/index.ts';

/** Today by the company's clock, a relation of one row (day). */
export const companyTodaySql = (tenantId: string): RawBuilder<unknown> => sql`(
  select (now() at time zone time_zone)::date as day from tenant_setting where tenant_id = ${tenantId})`;

/** Today by the company's clock, YYYY-MM-DD. */
export async function readCompanyToday({ tx, tenantId }: Context): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select today.day::text as day from ${companyTodaySql(tenantId)} as today`.execute(tx);
  return orRefuseMissing(rows[0]).day;
}
