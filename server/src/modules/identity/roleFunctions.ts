import type { InputOf, ReplyOf } from '@tradehouse/contract';
import type { roleFunctions, setRoleButtons, setRoleFunctions } from '@tradehouse/contract';
import { sql } from 'kysely';
import { orRefuseMissing, refuseWith } from '../../kernel/access/index.ts';
import { logChange } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import type { StoredResourceRow } from '../../kernel/table/index.ts';
import { rightsMoved } from './reach.ts';
import { mustHoldRole } from './roles.ts';

interface RoleMenuRow {
  readonly number: string;
  readonly parentNumber: string;
  readonly title: string;
  readonly url: string;
  readonly buttons: string[];
  /** Buttons of the role on the page; null: page not opened. */
  readonly given: string[] | null;
}

async function menuOfRole(
  { tx, tenantId, language }: Context,
  roleId: string,
): Promise<readonly RoleMenuRow[]> {
  const { rows } = await sql<RoleMenuRow>`
    select f.number, f.parent_number as "parentNumber", f.url, f.buttons,
      ${sql.ref(language === 'en' ? 'f.name_en' : 'f.name_zh')} as title,
      (select g.buttons from role_function g
        where g.tenant_id = ${tenantId} and g.role_id = ${roleId} and g.function_url = f.url) as given
    from function f
    where f.enabled
    order by f.sort, f.number`.execute(tx);
  return rows;
}

/** Returns the pages that the caller may grant, by group, with the role's buttons. */
export async function functionsOfRole(
  context: Context,
  { roleId }: InputOf<typeof roleFunctions>,
): Promise<ReplyOf<typeof roleFunctions>> {
  const { tx, tenantId, scope } = context;
  const role = await tx
    .selectFrom('role')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', roleId)
    .select('name')
    .executeTakeFirst();
  const { name } = orRefuseMissing(role);
  const rows = await menuOfRole(context, roleId);
  const isGroup = ({ number }: RoleMenuRow): boolean =>
    rows.some(({ parentNumber }) => parentNumber === number);
  const holdsBelow = ({ number }: RoleMenuRow): boolean =>
    rows.some(
      (row) => row.parentNumber === number && (scope.pages.has(row.url) || holdsBelow(row)),
    );
  return {
    name,
    rows: rows
      .filter((row) => (isGroup(row) ? holdsBelow(row) : scope.pages.has(row.url)))
      .map(({ given, buttons, ...row }) => ({
        ...row,
        group: isGroup({ given, buttons, ...row }),
        offered: buttons.filter((button) => scope.pages.get(row.url)?.has(button) === true),
        checked: given !== null,
        buttons: (given ?? []).filter((button) => buttons.includes(button)),
      })),
  };
}

/** Locks a role whose rights the caller holds. */
async function lockedRole(context: Context, roleId: string): Promise<StoredResourceRow> {
  const { tx, tenantId } = context;
  const { rows } = await sql<StoredResourceRow>`
    select * from role where tenant_id = ${tenantId} and id = ${roleId} for update`.execute(tx);
  const role = orRefuseMissing(rows[0]);
  await mustHoldRole(context, role);
  return role;
}

async function pagesNow({ tx, tenantId }: Context, roleId: string) {
  const rows = await tx
    .selectFrom('role_function')
    .where('tenant_id', '=', tenantId)
    .where('role_id', '=', roleId)
    .orderBy('function_url')
    .select(['function_url as url', 'buttons'])
    .execute();
  return Object.fromEntries(rows.map(({ url, buttons }) => [url, buttons]));
}

/** Logs a role's rights before and after; every process reloads them. */
async function recordRoleFunctions(
  context: Context,
  role: StoredResourceRow,
  before: Readonly<Record<string, string[]>>,
  changed: number,
): Promise<{ changed: number }> {
  const { tx, tenantId } = context;
  await sql`update role set version = version + 1 where tenant_id = ${tenantId} and id = ${role.id}`.execute(
    tx,
  );
  logChange(context, {
    action: 'grant',
    subject: 'role',
    subjectId: role.id,
    number: String(role['name']),
    before,
    after: await pagesNow(context, role.id),
  });
  await rightsMoved(context);
  return { changed };
}

/** Sets the role's pages among the caller's; other pages stay. */
export async function giveFunctions(
  context: Context,
  { roleId, urls }: InputOf<typeof setRoleFunctions>,
): Promise<{ changed: number }> {
  const { tx, tenantId, scope } = context;
  const role = await lockedRole(context, roleId);
  if (urls.some((url) => !scope.pages.has(url))) refuseWith('rights.exceeded');
  const before = await pagesNow(context, roleId);
  const mine = [...scope.pages.keys()];
  await sql`
    delete from role_function
    where tenant_id = ${tenantId} and role_id = ${roleId}
      and function_url = any(${mine}::text[]) and function_url <> all(${urls}::text[])`.execute(tx);
  const { rows } = await sql`
    insert into role_function (tenant_id, role_id, function_url)
    select ${tenantId}, ${roleId}, url from unnest(${urls}::text[]) as given(url)
    on conflict do nothing returning function_url`.execute(tx);
  return recordRoleFunctions(context, role, before, rows.length);
}

/** Sets buttons of the role's pages: whole codes, on the page and held by the caller. */
export async function giveButtons(
  context: Context,
  { roleId, btnStr }: InputOf<typeof setRoleButtons>,
): Promise<{ changed: number }> {
  const { tx, tenantId, scope } = context;
  const role = await lockedRole(context, roleId);
  const before = await pagesNow(context, roleId);
  const menu = new Map((await menuOfRole(context, roleId)).map((row) => [row.url, row]));
  for (const { url, buttons } of btnStr) {
    const page = menu.get(url);
    if (page === undefined || page.given === null) refuseWith('record.missing');
    const unknown = buttons.find((button) => !page.buttons.includes(button));
    if (unknown !== undefined) refuseWith('role.noButton', { page: page.title, button: unknown });
    if (buttons.some((button) => scope.pages.get(url)?.has(button) !== true))
      refuseWith('rights.exceeded');
    await sql`
      update role_function set buttons = ${buttons}
      where tenant_id = ${tenantId} and role_id = ${roleId} and function_url = ${url}`.execute(tx);
  }
  return recordRoleFunctions(context, role, before, btnStr.length);
}
