import type { InputOf, ReplyOf } from '@tradehouse/contract';
import type { roleFunctions, setRoleButtons, setRoleFunctions } from '@tradehouse/contract';
import { sql } from 'kysely';
import { log, found, refuse } from '../../kernel/index.ts';
import type { Context, Row } from '../../kernel/index.ts';
import { rightsMoved } from './reach.ts';
import { mustHoldRole } from './roles.ts';

interface MenuRow {
  readonly number: string;
  readonly parentNumber: string;
  readonly title: string;
  readonly url: string;
  readonly buttons: string[];
  /** What the role has there; null: it does not open the page. */
  readonly given: string[] | null;
}

async function menuOfRole(
  { tx, tenantId, language }: Context,
  roleId: string,
): Promise<readonly MenuRow[]> {
  const { rows } = await sql<MenuRow>`
    select f.number, f.parent_number as "parentNumber", f.url, f.buttons,
      ${sql.ref(language === 'en' ? 'f.name_en' : 'f.name_zh')} as title,
      (select g.buttons from role_function g
        where g.tenant_id = ${tenantId} and g.role_id = ${roleId} and g.function_url = f.url) as given
    from function f
    where f.enabled
    order by f.sort, f.number`.execute(tx);
  return rows;
}

/** The pages that the caller may give, under their groups, each with what the role has of it. */
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
  const { name } = found(role);
  const rows = await menuOfRole(context, roleId);
  const isGroup = ({ number }: MenuRow): boolean =>
    rows.some(({ parentNumber }) => parentNumber === number);
  const holdsBelow = ({ number }: MenuRow): boolean =>
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

/** The role, locked; the caller holds all that it gives. */
async function lockedRole(context: Context, roleId: string): Promise<Row> {
  const { tx, tenantId } = context;
  const { rows } = await sql<Row>`
    select * from role where tenant_id = ${tenantId} and id = ${roleId} for update`.execute(tx);
  const role = found(rows[0]);
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

/** Writes down what a role opened before and after, and lets every process read it afresh. */
async function settled(
  context: Context,
  role: Row,
  before: Readonly<Record<string, string[]>>,
  changed: number,
): Promise<{ changed: number }> {
  const { tx, tenantId } = context;
  await sql`update role set version = version + 1 where tenant_id = ${tenantId} and id = ${role.id}`.execute(
    tx,
  );
  log(context, {
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

/** The role opens these pages of those that the caller may give; what they may not give stays as it is. */
export async function giveFunctions(
  context: Context,
  { roleId, urls }: InputOf<typeof setRoleFunctions>,
): Promise<{ changed: number }> {
  const { tx, tenantId, scope } = context;
  const role = await lockedRole(context, roleId);
  if (urls.some((url) => !scope.pages.has(url))) refuse('rights.exceeded');
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
  return settled(context, role, before, rows.length);
}

/** The buttons of pages the role opens: whole codes, only those the page has and the caller holds. */
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
    if (page === undefined || page.given === null) refuse('record.missing');
    const unknown = buttons.find((button) => !page.buttons.includes(button));
    if (unknown !== undefined) refuse('role.noButton', { page: page.title, button: unknown });
    if (buttons.some((button) => scope.pages.get(url)?.has(button) !== true))
      refuse('rights.exceeded');
    await sql`
      update role_function set buttons = ${buttons}
      where tenant_id = ${tenantId} and role_id = ${roleId} and function_url = ${url}`.execute(tx);
  }
  return settled(context, role, before, btnStr.length);
}
