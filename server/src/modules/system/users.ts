import type { Context } from '../../kernel/access/index.ts';

/** The company's enabled users, in display order. */
export async function userList({
  tx,
  tenantId,
}: Context): Promise<{ id: string; userName: string }[]> {
  return tx
    .selectFrom('app_user')
    .where('tenant_id', '=', tenantId)
    .where('enabled', '=', true)
    .orderBy('sort')
    .orderBy('id')
    .select(['id', 'name as userName'])
    .execute();
}
