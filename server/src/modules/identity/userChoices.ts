import type { InputOf, ReplyOf, ownTenant, usersByRoleType } from '@tradehouse/contract';
import { sql } from 'kysely';
import { orRefuseMissing } from '../../kernel/access/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { planNameSql } from '../system/index.ts';

/** Reads enabled users with a role of the type, in display order. */
export async function usersOfRoleType(
  { tx, tenantId }: Context,
  { roleType }: InputOf<typeof usersByRoleType>,
): Promise<ReplyOf<typeof usersByRoleType>> {
  return tx
    .selectFrom('app_user as u')
    .innerJoin('role', (join) =>
      join.onRef('role.id', '=', 'u.role_id').on('role.tenant_id', '=', tenantId),
    )
    .where('u.tenant_id', '=', tenantId)
    .where('u.enabled', '=', true)
    .where('role.type', '=', roleType)
    .orderBy('u.sort')
    .orderBy('u.id')
    .select(['u.id', 'u.name as userName'])
    .execute();
}

/** Reads the company's plan and term, the number of enabled users, and the maximum. */
export async function tenantTerms({
  tx,
  tenantId,
  language,
}: Context): Promise<ReplyOf<typeof ownTenant>> {
  const { rows } = await sql<ReplyOf<typeof ownTenant>>`
    select t.plan, ${planNameSql(language)} as "planName",
      t.expires_at as "expireTime", t.user_limit as "userNumLimit",
      (select count(*)::integer from app_user where tenant_id = ${tenantId} and enabled) as "userCurrentNum"
    from tenant t join plan p on p.code = t.plan where t.id = ${tenantId}`.execute(tx);
  return orRefuseMissing(rows[0]);
}
