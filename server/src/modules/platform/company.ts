import { sql } from 'kysely';
import type { Context } from '../../kernel/access/index.ts';

/**
 * Runs `work` under the row-level security of another company, then returns to the own company. The id
 * comes from the database.
 */
export async function inCompany<T>(
  { tx, tenantId }: Context,
  companyId: string,
  work: () => Promise<T>,
): Promise<T> {
  await stepInto(tx, companyId);
  const result = await work();
  await stepInto(tx, tenantId);
  return result;
}

async function stepInto(tx: Context['tx'], tenantId: string): Promise<void> {
  if (!/^\d{1,18}$/.test(tenantId)) throw new Error('a tenant id must be digits');
  await sql.raw(`set local app.tenant_id = '${tenantId}'`).execute(tx);
}
