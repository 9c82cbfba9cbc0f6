import type { FirstSteps } from '@tradehouse/contract';
import { kindCodes } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { Context } from '../../kernel/access/index.ts';

/** Steps completed by a new company; null for all but its owner, and while samples remain. */
export async function firstStepsOf({ tx, tenantId, scope }: Context): Promise<FirstSteps | null> {
  if (!scope.owner) return null;
  const { rows } = await sql<FirstSteps>`
    select
      exists (
        select from document
        where tenant_id = ${tenantId} and deleted_at is null and kind = any(${[...kindCodes]})) as document,
      exists (
        select from document
        where tenant_id = ${tenantId} and deleted_at is null
          and kind in ('openingStock', 'openingBalance', 'openingReceivable', 'openingPayable')) as opening,
      exists (select from tenant_setting where tenant_id = ${tenantId} and version > 1) as settings,
      exists (
        select from warehouse
        where tenant_id = ${tenantId} and (version > 1 or not is_default)) as warehouse,
      exists (select from account where tenant_id = ${tenantId} and (version > 1 or not is_default)) as account,
      exists (select from app_user where tenant_id = ${tenantId} and not owner) as people,
      exists (select from product where tenant_id = ${tenantId} and removed_at is null) as product,
      exists (select from partner where tenant_id = ${tenantId} and removed_at is null) as partner
    where not exists (
      select from sample where tenant_id = ${tenantId} and state in ('filling', 'filled', 'failed'))`.execute(
    tx,
  );
  return rows[0] ?? null;
}
