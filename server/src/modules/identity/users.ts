import { userPage, userTable } from '@tradehouse/contract';
import type { UserFields, users } from '@tradehouse/contract';
import { sql } from 'kysely';
import { orRefuseMissing, refuseWith } from '../../kernel/access/index.ts';
import { bindTable } from '../../kernel/table/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import type { StoredResourceRow, Writer } from '../../kernel/table/index.ts';
import { attachFiles, dropFiles } from '../file/index.ts';
import { saveUserInstitutions, userInstitutions } from '../institution/index.ts';
import { planNameSql } from '../system/index.ts';
import { notifyUsers } from '../message/index.ts';
import { endUserSessions } from '../session/index.ts';
import { holdUsers } from './holdUsers.ts';
import { requireScopeWithinOwn, rightsMoved } from './reach.ts';

const userPictureSql = (tenantId: string) => sql<string | null>`(
  select file.id from stored_file as file
  where file.tenant_id = ${tenantId} and file.owner = 'user' and file.owner_id = u.id)`;

export const userRows = bindTable(userTable, ({ tx, tenantId }) =>
  tx
    .selectFrom('app_user as u')
    .leftJoin('role', (join) =>
      join.onRef('role.id', '=', 'u.role_id').on('role.tenant_id', '=', tenantId),
    )
    .leftJoin('institution', (join) =>
      join
        .onRef('institution.id', '=', 'u.institution_id')
        .on('institution.tenant_id', '=', tenantId),
    )
    .where('u.tenant_id', '=', tenantId)
    .select([
      'u.id',
      'u.version',
      userPictureSql(tenantId).as('pictureId'),
      'u.login_name as loginName',
      'u.name',
      'u.nickname',
      sql<string>`case when u.owner then 'owner' when u.distributor then 'distributor' else 'user' end`.as(
        'userType',
      ),
      'role.name as roleName',
      sql<string | null>`nullif(role.type, '')`.as('roleType'),
      'institution.name as institutionName',
      'u.leader',
      'u.job_title as jobTitle',
      'u.phone',
      'u.email',
      'u.hide_amounts as hideAmounts',
      'u.remark',
      'u.sort',
      'u.enabled',
      'u.created_at as createTime',
    ]),
);

/** Writer of users; logins, in the platform's table, follow. */
export const userWriter: Omit<Writer<typeof users>, 'list'> = {
  table: 'app_user',
  toRow: (fields: UserFields) => ({
    login_name: fields.loginName,
    name: fields.name,
    nickname: fields.nickname,
    role_id: fields.roleId,
    institution_id: fields.institutionId,
    leader: fields.leader,
    hide_amounts: fields.hideAmounts,
    distributor: fields.distributor,
    job_title: fields.jobTitle,
    phone: fields.phone,
    email: fields.email,
    sort: fields.sort,
    remark: fields.remark,
    enabled: fields.enabled,
  }),
  toInfo: userInfo,
  before: async (context, _, existing, fields) => {
    if (existing === null) return;
    await requireScopeWithinOwn(context, existing.id);
    if (existing['login_name'] !== fields.loginName)
      refuseWith('request.field', { field: 'loginName' }, { field: 'loginName' });
    // The owner has every right without a role, and none can be removed.
    if (existing['owner'] === true && typeof fields.roleId === 'string')
      refuseWith('user.owner', {}, { field: 'roleId' });
  },
  after: async (context, before, after, fields) => {
    if (after === null) return rightsMoved(context);
    if (fields?.pictureId !== undefined) {
      const picture = fields.pictureId === null ? [] : [fields.pictureId];
      await attachFiles(context, { sort: 'user', id: after.id }, picture, 'pictureId');
    }
    if (fields?.institutionId !== undefined || fields?.institutionIds !== undefined)
      await keepInstitutions(context, before, after, fields);
    await checkSwitched(context, before, after);
    await refuseSecondLeader(context, after);
    await refuseUserWithoutInstitution(context, after);
    await rightsMoved(context);
    await requireScopeWithinOwn(context, after.id);
  },
  mayDelete: async (context, row) => {
    await refuseLastOrSelf(context, row);
    await requireScopeWithinOwn(context, row.id);
    await deleteUserData(context, row.id);
  },
};

async function userInfo(row: StoredResourceRow, context: Context) {
  const { tx, tenantId } = context;
  const nameOf = async (named: 'role' | 'institution', id: unknown): Promise<string> => {
    if (typeof id !== 'string') return '';
    const { rows } = await sql<{ name: string }>`
      select name from ${sql.table(named)} where tenant_id = ${tenantId} and id = ${id}`.execute(
      tx,
    );
    return rows[0]?.name ?? '';
  };
  return {
    id: row.id,
    version: row.version,
    loginName: row['login_name'],
    name: row['name'],
    nickname: row['nickname'],
    pictureId: await pictureId(context, row.id),
    roleId: row['role_id'],
    roleName: await nameOf('role', row['role_id']),
    institutionId: row['institution_id'],
    institutionName: await nameOf('institution', row['institution_id']),
    institutionIds: await userInstitutions(context, row.id),
    owner: row['owner'],
    leader: row['leader'],
    hideAmounts: row['hide_amounts'],
    distributor: row['distributor'],
    jobTitle: row['job_title'],
    phone: row['phone'],
    email: row['email'],
    sort: row['sort'],
    remark: row['remark'],
    enabled: row['enabled'],
  };
}

async function pictureId({ tx, tenantId }: Context, userId: string): Promise<string | null> {
  const { rows } = await sql<{ id: string | null }>`
    select ${userPictureSql(tenantId)} as id from app_user u
    where u.tenant_id = ${tenantId} and u.id = ${userId}`.execute(tx);
  return rows[0]?.id ?? null;
}

async function keepInstitutions(
  context: Context,
  before: StoredResourceRow | null,
  { id, ...user }: StoredResourceRow,
  { institutionIds }: UserFields,
): Promise<void> {
  // SAFETY: the column is a nullable bigint.
  const [ownId, formerId] = [user, before].map((row) => row?.['institution_id'] ?? null) as [
    string | null,
    string | null,
  ];
  const otherIds = institutionIds ?? (await userInstitutions(context, id));
  await saveUserInstitutions(context, id, { ownId, otherIds, formerId });
}

/** Switched on, a user counts towards the company's limit; switched off, their sessions end. */
async function checkSwitched(
  context: Context,
  before: StoredResourceRow | null,
  after: StoredResourceRow,
): Promise<void> {
  const was = before !== null && before['enabled'] === true;
  if (after['enabled'] === true) {
    if (!was) await refuseTooMany(context);
    return;
  }
  if (!was) return;
  await refuseLastOrSelf(context, after);
  await endUserSessions(context, after.id);
}

/** Protects the owner (the last administrator), and callers from locking themselves out. */
function refuseLastOrSelf({ scope }: Context, row: StoredResourceRow): void {
  if (row['owner'] === true) refuseWith('user.owner');
  if (row.id === scope.userId) refuseWith('user.self');
}

async function refuseTooMany(context: Context): Promise<void> {
  const { tx, tenantId } = context;
  await holdUsers(context, tenantId);
  const { rows } = await sql<{ users: number; most: number; plan: string; owners: string[] }>`
    select count(*)::int as users, t.user_limit as most, ${planNameSql(context.language)} as plan,
      array_agg(u.id::text) filter (where u.owner) as owners
    from tenant t
    join plan p on p.code = t.plan
    join app_user u on u.tenant_id = ${tenantId} and u.enabled
    where t.id = ${tenantId}
    group by t.user_limit, p.name_zh, p.name_en`.execute(tx);
  const { users, most, plan, owners } = orRefuseMissing(rows[0]);
  if (users > most) refuseWith('users.limit', { most, plan });
  if (users === most) await tellUsersFull(context, owners, most);
}

/** Notifies the owner of the last free place taken, once per limit. */
const tellUsersFull = (context: Context, readers: readonly string[], most: number): Promise<void> =>
  notifyUsers(context, {
    readers,
    type: 'usersFull',
    text: `${most} / ${most}`,
    openType: 'url',
    openPage: userPage,
    subject: '',
    eventKey: `usersFull:${most}`,
  });

async function refuseSecondLeader(context: Context, user: StoredResourceRow): Promise<void> {
  const { tx, tenantId } = context;
  const institutionId = user['institution_id'];
  if (user['leader'] !== true || typeof institutionId !== 'string') return;
  await holdUsers(context, tenantId);
  const other = await tx
    .selectFrom('app_user')
    .where('tenant_id', '=', tenantId)
    .where('institution_id', '=', institutionId)
    .where('leader', '=', true)
    .where('id', '<>', user.id)
    .select('name')
    .executeTakeFirst();
  if (other !== undefined)
    refuseWith('user.leaderTaken', { name: other.name }, { field: 'leader' });
}

/** Refuses "own institution" data for a user without institution. */
async function refuseUserWithoutInstitution(
  { tx, tenantId }: Context,
  user: StoredResourceRow,
): Promise<void> {
  const roleId = user['role_id'];
  if (typeof roleId !== 'string' || user['institution_id'] !== null) return;
  const role = await tx
    .selectFrom('role')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', roleId)
    .select('data_scope')
    .executeTakeFirst();
  if (role?.data_scope === 'institution')
    refuseWith('role.needsInstitution', {}, { field: 'institutionId' });
}

/** Deletes a user's own data; users with work for the company cannot be deleted. */
async function deleteUserData(context: Context, userId: string): Promise<void> {
  const { tx, tenantId } = context;
  await attachFiles(context, { sort: 'user', id: userId }, [], '');
  await dropFiles(context, 'schedule', [userId]);
  for (const table of [
    'user_institution',
    'user_warehouse',
    'user_customer',
    'user_preference',
    'message',
    'page_view',
  ])
    await sql`delete from ${sql.table(table)} where tenant_id = ${tenantId} and user_id = ${userId}`.execute(
      tx,
    );
}
