import { functionTable } from '@tradehouse/contract';
import type { FunctionFields, TreeNode } from '@tradehouse/contract';
import type { LogAction } from '@tradehouse/contract';
import { menu } from '@tradehouse/database';
import type { Database } from '@tradehouse/database';
import { sql } from 'kysely';
import type { RawBuilder, Selectable } from 'kysely';
import { orRefuseMissing, refuseWith } from '../../kernel/access/index.ts';
import { isLink } from '../../kernel/http/index.ts';
import { idsFromList, bindTable } from '../../kernel/table/index.ts';
import { logChange, refuseStale } from '../../kernel/tx/index.ts';
import type { Context, Language } from '../../kernel/access/index.ts';
import { forestOf } from './tree.ts';

/** Page for editing the menu: without it no one could switch it on again. */
const OWN_PAGE = '/system/function';
const ROOT = '0';

type FunctionRow = Selectable<Database['function']>;

const parentName = (language: Language): RawBuilder<string> =>
  sql.ref(language === 'en' ? 'parent.name_en' : 'parent.name_zh');

export const functionRows = bindTable(
  functionTable,
  ({ language }) =>
    sql<Record<keyof typeof functionTable.columns, unknown>>`(
      select f.id, f.version, f.number, f.name_zh as "nameZh", f.name_en as "nameEn",
        f.parent_number as "parentNumber", coalesce(${parentName(language)}, '') as "parentName", f.url, f.component,
        f.buttons, f.sort, f.icon, f.platform_only as "platformOnly", f.enabled
      from function f left join function parent on parent.number = f.parent_number)`,
);

/** Locks all pages of the menu in a fixed order: changes run one at a time, so no cycle arises. */
async function lockedMenu({ tx }: Context): Promise<readonly FunctionRow[]> {
  const { rows } = await sql<FunctionRow>`select * from function order by id for update`.execute(
    tx,
  );
  return rows;
}

/** Reads a page of the menu; refuses with `record.missing`. */
export async function functionInfo({ tx, language }: Context, id: string) {
  const { rows } = await sql<FunctionRow & { readonly parent_name: string }>`
    select f.*, coalesce(${parentName(language)}, '') as parent_name
    from function f left join function parent on parent.number = f.parent_number
    where f.id = ${id}`.execute(tx);
  const row = orRefuseMissing(rows[0]);
  return {
    id: row.id,
    version: row.version,
    number: row.number,
    nameZh: row.name_zh,
    nameEn: row.name_en,
    parentNumber: row.parent_number,
    parentName: row.parent_name,
    url: row.url,
    component: row.component,
    sort: row.sort,
    buttons: row.buttons,
    icon: row.icon,
    enabled: row.enabled,
  };
}

const columnsOfFunction = (fields: FunctionFields, before: FunctionRow | null) => ({
  number: fields.number,
  parent_number: fields.parentNumber,
  name_zh: fields.nameZh,
  name_en: fields.nameEn,
  url: fields.url,
  component: fields.component,
  sort: fields.sort,
  buttons: fields.buttons ?? before?.buttons ?? [],
  icon: fields.icon ?? before?.icon ?? '',
  enabled: fields.enabled ?? before?.enabled ?? true,
});

interface SavedFunction {
  readonly id: string;
  readonly version: number;
}

/** Adds a page. Refuses a number, name or address in use, and a missing parent. */
export async function addFunction(
  context: Context,
  fields: FunctionFields,
): Promise<SavedFunction> {
  const rows = await lockedMenu(context);
  refuseUnfit(rows, fields, null);
  const columns = columnsOfFunction(fields, null);
  const written = await sql<FunctionRow>`
    insert into function (${sql.join(Object.keys(columns).map((name) => sql.ref(name)))})
    values (${sql.join(Object.values(columns))}) returning *`.execute(context.tx);
  return logFunctionChange(context, 'add', null, orRefuseMissing(written.rows[0]));
}

/**
 * Changes a page. Refuses like adding, and a stale version, a page below itself, and losing the menu's own
 * page.
 */
export async function updateFunction(
  context: Context,
  { id, version, ...fields }: FunctionFields & SavedFunction,
): Promise<SavedFunction> {
  const rows = await lockedMenu(context);
  const before = orRefuseMissing(rows.find((row) => row.id === id));
  if (before.version !== version) await refuseStale(context, 'function', id, before.version);
  refuseUnfit(rows, fields, before);
  const columns = columnsOfFunction(fields, before);
  refuseLosingOwnPage(rows, before, columns);
  const sets = Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  const { rows: written } = await sql<FunctionRow>`
    update function set ${sql.join([...sets, sql`version = version + 1`])}
    where id = ${id} returning *`.execute(context.tx);
  // Children of a renumbered page move along.
  await sql`
    update function set parent_number = ${fields.number}, version = version + 1
    where parent_number = ${before.number} and ${before.number !== fields.number}`.execute(
    context.tx,
  );
  return logFunctionChange(context, 'update', before, orRefuseMissing(written[0]));
}

/**
 * Removes pages from the menu. Refuses pages with children, and the product's own, which can only be
 * switched off.
 */
export async function removeFunctions(
  context: Context,
  ids: string,
): Promise<{ readonly changed: number }> {
  const rows = await lockedMenu(context);
  const leaving = idsFromList(ids).map((id) => orRefuseMissing(rows.find((row) => row.id === id)));
  for (const row of leaving) {
    if (rows.some((other) => other.parent_number === row.number))
      refuseWith('function.hasChildren', { name: row.name_zh });
    if (menu.some(({ url }) => url === row.url)) refuseWith('function.own', { name: row.name_zh });
  }
  await sql`delete from function where id = any(${leaving.map(({ id }) => id)}::bigint[])`.execute(
    context.tx,
  );
  for (const row of leaving) logFunctionChange(context, 'delete', row, null);
  return { changed: leaving.length };
}

function logFunctionChange(
  context: Context,
  action: LogAction,
  before: FunctionRow | null,
  after: FunctionRow | null,
): SavedFunction {
  const { id, version, name_zh: name } = orRefuseMissing(after ?? before);
  logChange(context, {
    action,
    subject: 'function',
    subjectId: id,
    number: name,
    before: before ?? undefined,
    after: after ?? undefined,
  });
  return { id, version };
}

function refuseUnfit(
  rows: readonly FunctionRow[],
  fields: FunctionFields,
  before: FunctionRow | null,
): void {
  const others = rows.filter(({ id }) => id !== before?.id);
  const { number, nameZh, nameEn, url, parentNumber } = fields;
  if (number === ROOT || others.some((other) => other.number === number))
    refuseWith('function.numberTaken', { number }, { field: 'number' });
  if (others.some((other) => other.name_zh === nameZh))
    refuseWith('name.taken', { name: nameZh }, { field: 'nameZh' });
  if (others.some((other) => other.name_en === nameEn))
    refuseWith('name.taken', { name: nameEn }, { field: 'nameEn' });
  if (others.some((other) => other.url === url))
    refuseWith('name.taken', { name: url }, { field: 'url' });
  if (!isLink(url)) refuseWith('function.url', {}, { field: 'url' });
  if (parentNumber === ROOT) return;
  if (!others.some((other) => other.number === parentNumber)) {
    if (before !== null && parentNumber === before.number)
      refuseWith('function.ownParent', {}, { field: 'parentNumber' });
    refuseWith('record.missing', {}, { field: 'parentNumber' });
  }
  if (before !== null && listAncestorNumbers(rows, parentNumber).includes(before.number))
    refuseWith('function.ownParent', {}, { field: 'parentNumber' });
}

/** Numbers of a page and of all its ancestors. */
function listAncestorNumbers(rows: readonly FunctionRow[], number: string): string[] {
  const row = rows.find((one) => one.number === number);
  return row === undefined ? [] : [number, ...listAncestorNumbers(rows, row.parent_number)];
}

/** Refuses to hide the menu's own page or any of its ancestors. */
function refuseLosingOwnPage(
  rows: readonly FunctionRow[],
  before: FunctionRow,
  after: { readonly enabled: boolean; readonly url: string; readonly component: string },
): void {
  const own = rows.find(({ url }) => url === OWN_PAGE);
  if (own === undefined || !listAncestorNumbers(rows, own.number).includes(before.number)) return;
  const moved =
    before === own && (after.url !== before.url || after.component !== before.component);
  if (!after.enabled || moved) refuseWith('function.needed', { name: before.name_zh });
}

const otherFunctionSql = (id: string | undefined) => sql`id is distinct from ${id ?? null}::bigint`;

/** Does another page have the name, in either language? */
export async function functionNameExists(
  { tx }: Context,
  { id, name }: { readonly id?: string; readonly name: string },
): Promise<{ readonly status: boolean }> {
  const { rows } = await sql`
    select from function where ${name} in (name_zh, name_en) and ${otherFunctionSql(id)} limit 1`.execute(
    tx,
  );
  return { status: rows.length > 0 };
}

/** Does another page have the number? */
export async function functionNumberExists(
  { tx }: Context,
  { id, number }: { readonly id?: string; readonly number: string },
): Promise<{ readonly status: boolean }> {
  const { rows } = await sql`
    select from function where number = ${number} and ${otherFunctionSql(id)} limit 1`.execute(tx);
  return { status: rows.length > 0 };
}

/** Reads the menu in tree form, by number, without the page `without` and its descendants. */
export async function functionForest(
  { tx, language }: Context,
  without: string | undefined,
): Promise<TreeNode[]> {
  const { rows } = await sql<FunctionRow>`select * from function order by sort, number`.execute(tx);
  const pages = rows
    .filter(({ id }) => id !== without)
    .map(({ number, parent_number: parent, name_zh, name_en }) => ({
      id: number,
      parent,
      title: language === 'en' ? name_en : name_zh,
    }));
  const title = language === 'en' ? 'Top of the menu' : '一级菜单';
  return [{ id: ROOT, key: ROOT, value: ROOT, title, children: forestOf(pages, ROOT) }];
}
