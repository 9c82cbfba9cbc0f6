import type { Department, SessionUser } from '@tradehouse/contract';
import { sql } from 'kysely';
import { orRefuseMissing, refuseWith } from '../../kernel/access/index.ts';
import { logChange, rightsChanged } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { moveSession, sessionUser } from '../session/index.ts';

/** Returns the caller's institutions, and the code of the session's current institution. */
export async function departmentsOf({
  tx,
  tenantId,
  scope,
}: Context): Promise<{ readonly list: readonly Department[]; readonly orgCode: string }> {
  const { rows: list } = await sql<Department>`
    select i.id, i.name as "departName", coalesce(nullif(i.number, ''), i.id::text) as "orgCode"
    from institution i
    where i.tenant_id = ${tenantId} and (
      exists (select from app_user u where u.tenant_id = ${tenantId} and u.id = ${scope.userId} and u.institution_id = i.id)
      or exists (select from user_institution g
        where g.tenant_id = ${tenantId} and g.user_id = ${scope.userId} and g.institution_id = i.id))
    order by i.sort, i.number, i.id`.execute(tx);
  return { list, orgCode: list.find(({ id }) => id === scope.institutionId)?.orgCode ?? '' };
}

/**
 * Switches this session to a further institution of the user: from the next request on, the data scope
 * follows. Refuses foreign institutions and foreign login names (`record.missing`).
 */
export async function switchDepartment(
  context: Context,
  tokenHash: string,
  { orgCode, username }: { readonly orgCode: string; readonly username: string },
): Promise<{ readonly userInfo: SessionUser }> {
  const { tx, tenantId, scope } = context;
  const user = orRefuseMissing(await sessionUser(tx, tenantId, scope.userId));
  if (user.loginName !== username) refuseWith('record.missing', {}, { field: 'username' });
  const { list, orgCode: before } = await departmentsOf(context);
  const chosen = list.find((department) => department.orgCode === orgCode);
  if (chosen === undefined) return refuseWith('record.missing', {}, { field: 'orgCode' });
  await moveSession(context, tokenHash, chosen.id);
  if (before !== orgCode)
    logChange(context, {
      action: 'switchInstitution',
      subject: 'session',
      subjectId: scope.userId,
      number: chosen.departName,
      before: { institution: list.find((one) => one.orgCode === before)?.departName ?? '' },
      after: { institution: chosen.departName },
    });
  await rightsChanged(context);
  return { userInfo: { ...user, institutionName: chosen.departName } };
}
