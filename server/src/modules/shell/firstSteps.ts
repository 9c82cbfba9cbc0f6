import type { FirstSteps } from '@tradehouse/contract';
import { kindCodes } from '@tradehouse/domain';
import { sql } from 'kysely';
import { found } from '../../kernel/index.ts';
import type { Context } from '../../kernel/index.ts';

/** What a new company has done already; null for all but its owner, and once somebody has written a document. */
export async function firstStepsOf({ tx, tenantId, scope }: Context): Promise<FirstSteps | null> {
  if (!scope.owner) return null;
  const { rows } = await sql<FirstSteps>`
    select
      exists (select from document where tenant_id = ${tenantId} and kind = any(${[...kindCodes]}) and deleted_at is null) as document,
      exists (
        select from document
        where tenant_id = ${tenantId} and kind in ('openingStock', 'openingBalance') and deleted_at is null) as opening,
      exists (select from tenant_setting where tenant_id = ${tenantId} and version > 1) as settings,
      exists (select from warehouse where tenant_id = ${tenantId} and (version > 1 or not is_default)) as warehouse,
      exists (select from account where tenant_id = ${tenantId} and (version > 1 or not is_default)) as account,
      exists (select from app_user where tenant_id = ${tenantId} and not owner) as people,
      exists (select from product where tenant_id = ${tenantId} and removed_at is null) as product,
      exists (select from partner where tenant_id = ${tenantId} and removed_at is null) as partner`.execute(
    tx,
  );
  const steps = found(rows[0]);
  return steps.document ? null : steps;
}
