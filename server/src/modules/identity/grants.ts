import { MOST_GRANTS } from '@tradehouse/contract';
import type {
  GrantType,
  InputOf,
  ReplyOf,
  grantedUsers,
  grantsExist,
  setGrantedUsers,
  setUserGrants,
  userGrants,
} from '@tradehouse/contract';
import type { LogSubject } from '@tradehouse/contract';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import {
  orRefuseMissing,
  grantedCustomers,
  grantedWarehouses,
  mayUseCustomer,
  mayUseWarehouse,
  refuseWith,
} from '../../kernel/access/index.ts';
import { containsTextSql } from '../../kernel/table/index.ts';
import { logChange, rightsChanged } from '../../kernel/tx/index.ts';
import type { Context, Scope } from '../../kernel/access/index.ts';
import { requireScopeWithinOwn, rightsMoved } from './reach.ts';

/** Differences between granting warehouses and granting customers. */
interface GrantableRecords {
  readonly records: LogSubject;
  readonly grants: string;
  readonly column: string;
  readonly all: 'all_warehouses' | 'all_customers';
  readonly setting: 'warehouse_grants' | 'customer_grants';
  readonly only: RawBuilder<boolean>;
  readonly mine: (scope: Scope) => RawBuilder<boolean>;
  readonly may: (scope: Scope, id: string) => boolean;
  readonly hasAll: (scope: Scope) => boolean;
}

const grantables: Readonly<Record<GrantType, GrantableRecords>> = {
  UserDepot: {
    records: 'warehouse',
    grants: 'user_warehouse',
    column: 'warehouse_id',
    all: 'all_warehouses',
    setting: 'warehouse_grants',
    only: sql<boolean>`true`,
    mine: (scope) => grantedWarehouses(scope, 'record.id'),
    may: mayUseWarehouse,
    hasAll: ({ warehouseIds }) => warehouseIds === null,
  },
  UserCustomer: {
    records: 'partner',
    grants: 'user_customer',
    column: 'partner_id',
    all: 'all_customers',
    setting: 'customer_grants',
    only: sql<boolean>`(record.type = 'customer' and record.removed_at is null)`,
    mine: (scope) => grantedCustomers(scope, 'record.id'),
    may: mayUseCustomer,
    hasAll: ({ customerIds }) => customerIds === null,
  },
};

interface GrantRow {
  readonly id: string;
  readonly name: string;
  readonly granted: boolean;
}

async function hasGrantsEnabled(
  { tx, tenantId }: Context,
  { setting }: GrantableRecords,
): Promise<boolean> {
  const { rows } = await sql<{ on: boolean }>`
    select ${sql.ref(setting)} as on from tenant_setting where tenant_id = ${tenantId}`.execute(tx);
  return rows[0]?.on === true;
}

interface Granted {
  readonly name: string;
  readonly login_name: string;
  readonly all: boolean;
}

async function readGrantUser(
  { tx, tenantId }: Context,
  id: string,
  { all }: GrantableRecords,
): Promise<Granted> {
  const { rows } = await sql<Granted>`
    select name, login_name, ${sql.ref(all)} as all from app_user
    where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
  return orRefuseMissing(rows[0]);
}

/** Returns a user's warehouses or customers among the caller's, granted ones first. */
export async function grantsOf(
  context: Context,
  { type, keyId, q = '' }: InputOf<typeof userGrants>,
): Promise<ReplyOf<typeof userGrants>> {
  const { tx, tenantId, scope } = context;
  const grantable = grantables[type];
  const { records, grants, column, only, mine } = grantable;
  const user = await readGrantUser(context, keyId, grantable);
  const { rows } = await sql<GrantRow>`
    select record.id::text as id, record.name, g.user_id is not null as granted
    from ${sql.table(records)} record
    left join ${sql.table(grants)} g
      on g.tenant_id = ${tenantId} and g.user_id = ${keyId} and g.${sql.ref(column)} = record.id
    where record.tenant_id = ${tenantId} and ${only} and ${mine(scope)}
      and ${q === '' ? sql`true` : containsTextSql(sql`record.name`, q)}
    order by granted desc, record.name, record.id limit ${MOST_GRANTS}`.execute(tx);
  return {
    name: user.name,
    inForce: await hasGrantsEnabled(context, grantable),
    all: user.all,
    mayGiveAll: grantable.hasAll(scope),
    rows,
  };
}

/** Grants and revokes records, and switches the grant of all records. */
export async function changeGrants(
  context: Context,
  { type, keyId, all, add = [], remove = [] }: InputOf<typeof setUserGrants>,
): Promise<{ changed: number }> {
  const { tx, tenantId } = context;
  const grantable = grantables[type];
  await requireScopeWithinOwn(context, keyId);
  const before = await readGrantUser(context, keyId, grantable);
  if (all !== undefined && all !== before.all) {
    if (all && !grantable.hasAll(context.scope)) refuseWith('rights.exceeded');
    await sql`
      update app_user set ${sql.ref(grantable.all)} = ${all}, version = version + 1
      where tenant_id = ${tenantId} and id = ${keyId}`.execute(tx);
  }
  await mustHold(context, grantable, [...add, ...remove]);
  const changed = await writeGrants(context, grantable, {
    users: [keyId],
    records: add,
    remove: false,
  });
  const taken = await writeGrants(context, grantable, {
    users: [keyId],
    records: remove,
    remove: true,
  });
  await requireScopeWithinOwn(context, keyId);
  logChange(context, {
    action: 'grant',
    subject: 'app_user',
    subjectId: keyId,
    number: before.login_name,
    before: { type, all: before.all, remove },
    after: { type, all: all ?? before.all, add },
  });
  await rightsMoved(context);
  return { changed: changed + taken };
}

/** Grants new records to their creator, where such records are granted individually. */
export async function grantToCreator(
  context: Context,
  type: GrantType,
  records: readonly string[],
): Promise<void> {
  const { scope } = context;
  const grantable = grantables[type];
  if (grantable.hasAll(scope) || records.length === 0) return;
  await writeGrants(context, grantable, { users: [scope.userId], records, remove: false });
  await rightsChanged(context);
}

/** Refuses records missing or not granted to the caller: both like missing. */
async function mustHold(
  { tx, tenantId, scope }: Context,
  { records, only, may }: GrantableRecords,
  ids: readonly string[],
): Promise<void> {
  if (ids.some((id) => !may(scope, id))) refuseWith('record.missing');
  const { rows } = await sql`
    select id from ${sql.table(records)} record
    where tenant_id = ${tenantId} and id = any(${ids}::bigint[]) and ${only}
    order by id for share`.execute(tx);
  if (rows.length < new Set(ids).size) refuseWith('record.missing');
}

interface GrantChange {
  readonly users: readonly string[];
  readonly records: readonly string[];
  readonly remove: boolean;
}

async function writeGrants(
  { tx, tenantId }: Context,
  { grants, column }: GrantableRecords,
  { users, records, remove }: GrantChange,
): Promise<number> {
  const { rows } = remove
    ? await sql`
      delete from ${sql.table(grants)}
      where tenant_id = ${tenantId} and user_id = any(${users}::bigint[])
        and ${sql.ref(column)} = any(${records}::bigint[]) returning user_id`.execute(tx)
    : await sql`
      insert into ${sql.table(grants)} (tenant_id, user_id, ${sql.ref(column)})
      select ${tenantId}, u.id, r.id
      from unnest(${users}::bigint[]) as u(id), unnest(${records}::bigint[]) as r(id)
      on conflict do nothing returning user_id`.execute(tx);
  return rows.length;
}

/** Returns the users of a warehouse or customer, for the record's page. */
export async function usersGranted(
  context: Context,
  { type, value }: InputOf<typeof grantedUsers>,
): Promise<ReplyOf<typeof grantedUsers>> {
  const { tx, tenantId } = context;
  const grantable = grantables[type];
  const { name } = await readGrantableRecord(context, grantable, value);
  const { rows } = await sql<ReplyOf<typeof grantedUsers>['rows'][number]>`
    select u.id::text as id, u.name, u.login_name as "loginName", g.user_id is not null as granted,
      u.owner or u.${sql.ref(grantable.all)} as all
    from app_user u
    left join ${sql.table(grantable.grants)} g
      on g.tenant_id = ${tenantId} and g.user_id = u.id and g.${sql.ref(grantable.column)} = ${value}
    where u.tenant_id = ${tenantId} and u.enabled
    order by u.sort, u.id`.execute(tx);
  return { name, inForce: await hasGrantsEnabled(context, grantable), rows };
}

async function readGrantableRecord(
  { tx, tenantId, scope }: Context,
  { records, only, may }: GrantableRecords,
  id: string,
): Promise<{ readonly name: string }> {
  if (!may(scope, id)) refuseWith('record.missing');
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(records)} record
    where tenant_id = ${tenantId} and id = ${id} and ${only}`.execute(tx);
  return orRefuseMissing(rows[0]);
}

/** Grants a warehouse or customer to users and revokes further users' grants. */
export async function changeGrantedUsers(
  context: Context,
  { type, value, add = [], remove = [] }: InputOf<typeof setGrantedUsers>,
): Promise<{ changed: number }> {
  const grantable = grantables[type];
  const { name } = await readGrantableRecord(context, grantable, value);
  for (const id of [...add, ...remove]) await requireScopeWithinOwn(context, id);
  const given = await writeGrants(context, grantable, {
    users: add,
    records: [value],
    remove: false,
  });
  const taken = await writeGrants(context, grantable, {
    users: remove,
    records: [value],
    remove: true,
  });
  logChange(context, {
    action: 'grant',
    subject: grantable.records,
    subjectId: value,
    number: name,
    before: { remove },
    after: { add },
  });
  await rightsMoved(context);
  return { changed: given + taken };
}

const holders: Readonly<
  Record<InputOf<typeof grantsExist>['type'], readonly [table: string, column: string, set: string]>
> = {
  RoleFunctions: ['role_function', 'role_id', 'role_id'],
  UserRole: ['app_user', 'id', 'role_id'],
  UserDepot: ['user_warehouse', 'user_id', 'user_id'],
  UserCustomer: ['user_customer', 'user_id', 'user_id'],
};

/** Returns the requested id if any record of the type is granted to the id. */
export async function givenTo(
  { tx, tenantId }: Context,
  { type, keyId }: InputOf<typeof grantsExist>,
): Promise<{ id: string | null }> {
  const [table, column, set] = holders[type];
  const { rows } = await sql`
    select from ${sql.table(table)}
    where tenant_id = ${tenantId} and ${sql.ref(column)} = ${keyId} and ${sql.ref(set)} is not null
    limit 1`.execute(tx);
  return { id: rows.length > 0 ? keyId : null };
}
