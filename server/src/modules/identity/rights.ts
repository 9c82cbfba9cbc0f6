import { roleMasks } from '@tradehouse/contract';
import type { InputOf, ReplyOf, userRights } from '@tradehouse/contract';
import { sql } from 'kysely';
import { orRefuseMissing } from '../../kernel/access/index.ts';
import type { Context, Scope } from '../../kernel/access/index.ts';
import { requireScopeWithinOwn } from './reach.ts';

type UserRightsInfo = ReplyOf<typeof userRights>;
type GrantedRecords = UserRightsInfo['warehouses'];

interface UserRightsRow {
  readonly name: string;
  readonly loginName: string;
  readonly enabled: boolean;
  readonly owner: boolean;
  readonly distributor: boolean;
  readonly hide_amounts: boolean;
  readonly all_warehouses: boolean;
  readonly all_customers: boolean;
  readonly institution_id: string | null;
  readonly role_id: string | null;
  readonly role_name: string | null;
  readonly role_enabled: boolean | null;
  readonly data_scope: string | null;
  readonly hidden_amounts: readonly string[] | null;
  readonly warehouse_grants: boolean;
  readonly customer_grants: boolean;
}

/** How many names of warehouses or customers are told. */
const MOST_NAMES = 100;

/** Explains the rights of a user who has no more rights than the caller. */
export async function readUserRights(
  context: Context,
  { id }: InputOf<typeof userRights>,
): Promise<UserRightsInfo> {
  const theirs = await requireScopeWithinOwn(context, id);
  const user = await readRightsUser(context, id);
  const { scope } = context;
  return {
    name: user.name,
    loginName: user.loginName,
    enabled: user.enabled,
    roleName: user.role_name ?? '',
    ...(await readUserPages(context, user, theirs)),
    documents: await readUserDocumentScope(context, user, theirs),
    warehouses: await readGrantedRecords(
      context,
      'warehouse',
      theirs.warehouseIds,
      whyHeld(user, 'warehouse'),
    ),
    customers: await readGrantedRecords(
      context,
      'partner',
      theirs.customerIds,
      whyHeld(user, 'customer'),
    ),
    amounts: roleMasks.map((mask) => ({
      mask,
      shown: !theirs.hidden.has(mask),
      why: whyHidden(user, mask, theirs.hidden.has(mask)),
    })),
    mayView: user.enabled && id !== scope.userId,
  };
}

async function readRightsUser({ tx, tenantId }: Context, id: string): Promise<UserRightsRow> {
  const { rows } = await sql<UserRightsRow>`
    select u.name, u.login_name as "loginName", u.enabled, u.owner, u.distributor, u.hide_amounts,
      u.all_warehouses, u.all_customers, u.institution_id, u.role_id, r.name as role_name,
      r.enabled as role_enabled, r.data_scope, r.hidden_amounts, s.warehouse_grants, s.customer_grants
    from app_user u
    join tenant_setting s on s.tenant_id = ${tenantId}
    left join role r on r.tenant_id = ${tenantId} and r.id = u.role_id
    where u.tenant_id = ${tenantId} and u.id = ${id}`.execute(tx);
  return orRefuseMissing(rows[0]);
}

interface PageRow {
  readonly url: string;
  readonly title: string;
  readonly given: boolean;
}

/** Returns the pages in menu order, and the role's pages the company lacks. */
async function readUserPages(
  { tx, tenantId, language }: Context,
  user: UserRightsRow,
  { pages }: Scope,
): Promise<Pick<UserRightsInfo, 'pages' | 'withheld'>> {
  const { rows } = await sql<PageRow>`
    select f.url, ${sql.ref(language === 'en' ? 'f.name_en' : 'f.name_zh')} as title,
      exists (select from role_function g
        where g.tenant_id = ${tenantId} and g.role_id = ${user.role_id} and g.function_url = f.url) as given
    from function f
    where not exists (select from function below where below.parent_number = f.number)
    order by f.sort, f.number`.execute(tx);
  const why = user.owner ? 'owner' : 'role';
  return {
    pages: rows.flatMap(({ url, title }) => {
      const buttons = pages.get(url);
      return buttons === undefined ? [] : [{ url, title, why, buttons: [...buttons].toSorted() }];
    }),
    withheld: rows
      .filter(({ url, given }) => given && !pages.has(url))
      .map(({ url, title }) => ({
        url,
        title,
        why: user.role_enabled === false ? 'roleOff' : 'company',
      })),
  };
}

async function readUserDocumentScope(
  { tx, tenantId }: Context,
  user: UserRightsRow,
  { documents }: Scope,
): Promise<UserRightsInfo['documents']> {
  const why = whyDocuments(user);
  if (documents.of !== 'institutions') return { scope: documents.of, why, institutions: [] };
  const rows = await tx
    .selectFrom('institution')
    .where('tenant_id', '=', tenantId)
    .where('id', 'in', [...documents.ids])
    .orderBy('sort')
    .orderBy('id')
    .select('name')
    .execute();
  return { scope: 'institution', why, institutions: rows.map(({ name }) => name) };
}

function whyDocuments({ owner, distributor, role_enabled, ...user }: UserRightsRow): string {
  if (owner) return 'owner';
  if (distributor) return 'distributor';
  if (role_enabled === null) return 'noRole';
  if (!role_enabled) return 'roleOff';
  return user.data_scope === 'institution' && user.institution_id === null
    ? 'noInstitution'
    : 'role';
}

function whyHeld(user: UserRightsRow, what: 'warehouse' | 'customer'): string {
  if (user.owner) return 'owner';
  if (what === 'customer' && user.distributor) return 'distributor';
  if (!user[`${what}_grants`]) return 'ungranted';
  return user[`all_${what}s`] ? 'all' : 'granted';
}

function whyHidden(
  { owner, hide_amounts, hidden_amounts, distributor }: UserRightsRow,
  mask: string,
  hidden: boolean,
) {
  if (!hidden) return owner ? 'owner' : 'shown';
  if (hide_amounts) return 'user';
  return hidden_amounts?.includes(mask) !== true && distributor ? 'distributor' : 'role';
}

async function readGrantedRecords(
  { tx, tenantId }: Context,
  table: 'warehouse' | 'partner',
  ids: readonly string[] | null,
  why: string,
): Promise<GrantedRecords> {
  if (ids === null) return { all: true, why, total: 0, names: [] };
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(table)} where tenant_id = ${tenantId} and id = any(${ids}::bigint[])
    order by name, id limit ${MOST_NAMES}`.execute(tx);
  return { all: false, why, total: ids.length, names: rows.map(({ name }) => name) };
}
