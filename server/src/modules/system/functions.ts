import { functionTable } from '@tradehouse/contract';
import type { FunctionFields, TreeNode } from '@tradehouse/contract';
import type { LogAction } from '@tradehouse/contract';
import { menu } from '@tradehouse/database';
import type { Database } from '@tradehouse/database';
import { sql } from 'kysely';
import type { RawBuilder, Selectable } from 'kysely';
import { log, found, idsOf, isLink, refuse, refuseStale, source } from '../../kernel/index.ts';
import type { Context, Language } from '../../kernel/index.ts';
import { forestOf } from './tree.ts';

/** Where the menu is kept in order: without it no one could switch it on again. */
const OWN_PAGE = '/system/function';
const ROOT = '0';

type Row = Selectable<Database['function']>;

const parentName = (language: Language): RawBuilder<string> =>
  sql.ref(language === 'en' ? 'parent.name_en' : 'parent.name_zh');

export const functionRows = source(
  functionTable,
  ({ language }) =>
    sql<Record<keyof typeof functionTable.columns, unknown>>`(
      select f.id, f.version, f.number, f.name_zh as "nameZh", f.name_en as "nameEn",
        f.parent_number as "parentNumber", coalesce(${parentName(language)}, '') as "parentName", f.url, f.component,
        f.buttons, f.sort, f.icon, f.platform_only as "platformOnly", f.enabled
      from function f left join function parent on parent.number = f.parent_number)`,
);

/** All pages of the menu, locked in one order: the menu changes one at a time, so that no ring can come about. */
async function lockedMenu({ tx }: Context): Promise<readonly Row[]> {
  const { rows } = await sql<Row>`select * from function order by id for update`.execute(tx);
  return rows;
}

/** One page of the menu; `record.missing` where there is none. */
export async function functionInfo({ tx, language }: Context, id: string) {
  const { rows } = await sql<Row & { readonly parent_name: string }>`
    select f.*, coalesce(${parentName(language)}, '') as parent_name
    from function f left join function parent on parent.number = f.parent_number
    where f.id = ${id}`.execute(tx);
  const row = found(rows[0]);
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

const columnsOf = (fields: FunctionFields, before: Row | null) => ({
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

interface Saved {
  readonly id: string;
  readonly version: number;
}

/** Adds a page. Refuses a number, name or address that another page has, and a parent that does not exist. */
export async function addFunction(context: Context, fields: FunctionFields): Promise<Saved> {
  const rows = await lockedMenu(context);
  refuseUnfit(rows, fields, null);
  const columns = columnsOf(fields, null);
  const written = await sql<Row>`
    insert into function (${sql.join(Object.keys(columns).map((name) => sql.ref(name)))})
    values (${sql.join(Object.values(columns))}) returning *`.execute(context.tx);
  return told(context, 'add', null, found(written.rows[0]));
}

/** Changes a page. Refuses as adding does, and a stale version, a page below itself, and losing this very page. */
export async function updateFunction(
  context: Context,
  { id, version, ...fields }: FunctionFields & Saved,
): Promise<Saved> {
  const rows = await lockedMenu(context);
  const before = found(rows.find((row) => row.id === id));
  if (before.version !== version) await refuseStale(context, 'function', id, before.version);
  refuseUnfit(rows, fields, before);
  const columns = columnsOf(fields, before);
  refuseLosingOwnPage(rows, before, columns);
  const sets = Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  const { rows: written } = await sql<Row>`
    update function set ${sql.join([...sets, sql`version = version + 1`])}
    where id = ${id} returning *`.execute(context.tx);
  // What stands below a page that gets another number goes along.
  await sql`
    update function set parent_number = ${fields.number}, version = version + 1
    where parent_number = ${before.number} and ${before.number !== fields.number}`.execute(
    context.tx,
  );
  return told(context, 'update', before, found(written[0]));
}

/** Takes pages out of the menu. Refuses those with others below them, and the product's own, which can be switched off. */
export async function removeFunctions(
  context: Context,
  ids: string,
): Promise<{ readonly changed: number }> {
  const rows = await lockedMenu(context);
  const leaving = idsOf(ids).map((id) => found(rows.find((row) => row.id === id)));
  for (const row of leaving) {
    if (rows.some((other) => other.parent_number === row.number))
      refuse('function.hasChildren', { name: row.name_zh });
    if (menu.some(({ url }) => url === row.url)) refuse('function.own', { name: row.name_zh });
  }
  await sql`delete from function where id = any(${leaving.map(({ id }) => id)}::bigint[])`.execute(
    context.tx,
  );
  for (const row of leaving) told(context, 'delete', row, null);
  return { changed: leaving.length };
}

function told(context: Context, action: LogAction, before: Row | null, after: Row | null): Saved {
  const { id, version, name_zh: name } = found(after ?? before);
  log(context, {
    action,
    subject: 'function',
    subjectId: id,
    number: name,
    before: before ?? undefined,
    after: after ?? undefined,
  });
  return { id, version };
}

function refuseUnfit(rows: readonly Row[], fields: FunctionFields, before: Row | null): void {
  const others = rows.filter(({ id }) => id !== before?.id);
  const { number, nameZh, nameEn, url, parentNumber } = fields;
  if (number === ROOT || others.some((other) => other.number === number))
    refuse('function.numberTaken', { number }, { field: 'number' });
  if (others.some((other) => other.name_zh === nameZh))
    refuse('name.taken', { name: nameZh }, { field: 'nameZh' });
  if (others.some((other) => other.name_en === nameEn))
    refuse('name.taken', { name: nameEn }, { field: 'nameEn' });
  if (others.some((other) => other.url === url))
    refuse('name.taken', { name: url }, { field: 'url' });
  if (!isLink(url)) refuse('function.url', {}, { field: 'url' });
  if (parentNumber === ROOT) return;
  if (!others.some((other) => other.number === parentNumber)) {
    if (before !== null && parentNumber === before.number)
      refuse('function.ownParent', {}, { field: 'parentNumber' });
    refuse('record.missing', {}, { field: 'parentNumber' });
  }
  if (before !== null && above(rows, parentNumber).includes(before.number))
    refuse('function.ownParent', {}, { field: 'parentNumber' });
}

/** The numbers of a page and of all that it stands below. */
function above(rows: readonly Row[], number: string): string[] {
  const row = rows.find((one) => one.number === number);
  return row === undefined ? [] : [number, ...above(rows, row.parent_number)];
}

/** The page on which the menu is kept, and what it stands below, stay where they can be opened. */
function refuseLosingOwnPage(
  rows: readonly Row[],
  before: Row,
  after: { readonly enabled: boolean; readonly url: string; readonly component: string },
): void {
  const own = rows.find(({ url }) => url === OWN_PAGE);
  if (own === undefined || !above(rows, own.number).includes(before.number)) return;
  const moved =
    before === own && (after.url !== before.url || after.component !== before.component);
  if (!after.enabled || moved) refuse('function.needed', { name: before.name_zh });
}

const other = (id: string | undefined) => sql`id is distinct from ${id ?? null}::bigint`;

/** Does another page have the name, in either language? */
export async function functionNameExists(
  { tx }: Context,
  { id, name }: { readonly id?: string; readonly name: string },
): Promise<{ readonly status: boolean }> {
  const { rows } = await sql`
    select from function where ${name} in (name_zh, name_en) and ${other(id)} limit 1`.execute(tx);
  return { status: rows.length > 0 };
}

/** Does another page have the number? */
export async function functionNumberExists(
  { tx }: Context,
  { id, number }: { readonly id?: string; readonly number: string },
): Promise<{ readonly status: boolean }> {
  const { rows } = await sql`
    select from function where number = ${number} and ${other(id)} limit 1`.execute(tx);
  return { status: rows.length > 0 };
}

/** The menu as a tree, by number, below its root; the page with the id `without` and everything below it left out. */
export async function functionForest(
  { tx, language }: Context,
  without: string | undefined,
): Promise<TreeNode[]> {
  const { rows } = await sql<Row>`select * from function order by sort, number`.execute(tx);
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
