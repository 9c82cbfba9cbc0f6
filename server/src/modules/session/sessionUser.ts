import type { SessionUser } from '@tradehouse/contract';
import type { Database } from '@tradehouse/database';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { GRACE, notice } from '../../kernel/access/index.ts';

/**
 * Returns a user's own data; null if the user may not work here (any more).
 *
 * @param institutionId session's institution; default: the user's own.
 */
export async function sessionUser(
  db: Kysely<Database>,
  tenantId: string,
  userId: string,
  institutionId: string | null = null,
): Promise<SessionUser | null> {
  const { rows } = await sql<SessionUser>`
    select u.id, u.login_name as "loginName", u.name as username, u.name as realname,
      coalesce(nullif(u.nickname, ''), u.name) as nickname,
      (select file.id::text from stored_file file
        where file.tenant_id = ${tenantId} and file.owner = 'user' and file.owner_id = u.id) as "pictureId", t.id as "tenantId", t.name as "tenantName",
      t.sort = 'platform' as operator, u.owner, coalesce(i.name, '') as "institutionName",
      l.must_change as "mustChangePassword",
      json_build_object('endsAt', t.expires_at, 'readableUntil', t.expires_at + ${GRACE}::interval, 'state',
        case when t.expires_at <= now() then 'ended' when t.expires_at <= now() + ${notice} then 'ending'
        else 'open' end) as term
    from app_user u
    join tenant t on t.id = u.tenant_id
    join login l on l.tenant_id = ${tenantId} and l.user_id = u.id
    left join institution i on i.tenant_id = ${tenantId} and i.id = coalesce(${institutionId}, u.institution_id)
    where u.tenant_id = ${tenantId} and u.id = ${userId} and u.enabled`.execute(db);
  return rows[0] ?? null;
}
