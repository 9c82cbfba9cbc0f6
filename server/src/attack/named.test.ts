import { placeLabel } from '@tradehouse/contract';
import { everyCall } from '@tradehouse/contract/declared';
import { idsIn, looseNames, looseNameConditionSql } from '@tradehouse/database';
import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '@tradehouse/database';
import { Refused, aServer } from '../testing.ts';
import type { Refusal, TestServer } from '../testing.ts';

// Nothing that a row names can be deleted but together with that row. Where rows name records is read from the
// catalogue, so that a new column joins by itself; the rows are made of whatever their tables take.

let server: TestServer;
let tables: ReadonlyMap<string, readonly Column[]>;
beforeAll(async () => {
  server = await aServer();
  tables = await columnsOfTables();
  // Any text will do for a kind, a state or a sort: what is looked at is who names whom.
  await dropChecks();
});
afterAll(() => server.stop());

interface Column {
  readonly name: string;
  readonly type: string;
  /** It has to be given. */
  readonly needed: boolean;
}
type Values = Readonly<Record<string, unknown>>;

async function columnsOfTables(): Promise<Map<string, Column[]>> {
  const { rows } = await sql<Column & { table: string }>`
    select c.relname as table, a.attname as name, a.atttypid::regtype::text as type,
      a.attname = 'id' or (a.attnotnull and not a.atthasdef and a.attidentity = '') as needed
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
    order by c.relname, a.attnum`.execute(server.database.admin);
  return Map.groupBy(rows, ({ table }) => table);
}

async function dropChecks(): Promise<void> {
  const { rows } = await sql<{ drop: string }>`
    select format('alter table %s drop constraint %I', f.conrelid::regclass, f.conname) as drop
    from pg_constraint f join pg_class c on c.oid = f.conrelid where f.contype = 'c' and f.connamespace = 'public'::regnamespace`.execute(
    server.database.admin,
  );
  for (const { drop } of rows) await sql.raw(drop).execute(server.database.admin);
}

let last = 900_000_000;
const next = (): string => String((last += 1));

function filler(type: string): unknown {
  if (type === 'text') return `any ${next()}`;
  if (type.endsWith('[]')) return '{}';
  if (type === 'boolean') return false;
  if (type === 'smallint') return 1;
  // A revaluation has a day of its own.
  if (type === 'date')
    return new Date(Date.UTC(2025, 0, Number(next()) - 900_000_000)).toISOString().slice(0, 10);
  if (type.startsWith('timestamp')) return '2025-01-01T00:00:00Z';
  if (type === 'jsonb') return '{}';
  if (type === 'bytea') return Buffer.from(next());
  return next().slice(-9);
}

/** Fields that a record needs so that its call deletes it: an application goes only where its user is reached. */
const fieldsToDelete = (table: string): Values => {
  if (table === 'oauth_app') return { user_id: server.company.ownerId };
  return table === 'partner' ? { type: 'supplier' } : {};
};

/** A row of a spreadsheet names what its sheet is about, and a document is of a kind. */
const complete = async (table: string, { sheet, ...row }: Values): Promise<Values> => ({
  ...(table === 'document' ? { kind: 'saleOut' } : {}),
  ...(await besides(table, row)),
  ...row,
  ...(sheet === undefined ? {} : { import_id: (await put('sheet_import', { sheet }))['id'] }),
});

/** What is there wherever such a row is: the line of goods names a barcode as well, and what was posted has its cost. */
async function besides(table: string, { sku_id, kit_sku_id: kit }: Values): Promise<Values> {
  if (kit !== undefined) await put('sku_cost', { sku_id: kit });
  if (sku_id === undefined) return {};
  if (['stock_move', 'stock_period', 'sku_period', 'goods_trade', 'sku_trade'].includes(table))
    await put('sku_cost', { sku_id });
  return table === 'document_line' ? { barcode_id: (await put('barcode', { sku_id }))['id'] } : {};
}

/** Puts a row into a table, with whatever else it needs. */
async function put(table: string, values: Values): Promise<Values> {
  const given = new Map<string, unknown>();
  for (const { name, type, needed } of tables.get(table) ?? [])
    if (name in values) given.set(name, values[name]);
    else if (name === 'tenant_id') given.set(name, server.company.tenantId);
    else if (needed) given.set(name, name === 'id' ? next() : filler(type));
  return server.database.admin.transaction().execute(async (tx) => {
    // Nothing that the row refers to need be there.
    await sql`set local session_replication_role = replica`.execute(tx);
    const { rows } = await sql<Values>`
      insert into ${sql.table(table)} (${sql.join([...given.keys()].map((name) => sql.ref(name)))})
      overriding system value values (${sql.join([...given.values()])}) returning *`.execute(tx);
    return rows[0] ?? {};
  });
}

interface Naming {
  readonly table: string;
  readonly column: string;
  readonly target: string;
  /** The column's value for a record, and what else makes the row name it. */
  readonly row: (record: Values) => Values;
  /** Which rows name a record. */
  readonly names: string;
}

/** Those whose keys reach a record by its id; whatever else the key has is the record's own, too. */
async function foreignKeys(): Promise<Naming[]> {
  const { rows } = await sql<{ table: string; target: string; pairs: [string, string][] }>`
    select f.conrelid::regclass::text as table, f.confrelid::regclass::text as target,
      json_agg(json_build_array(own.attname, other.attname)) as pairs
    from pg_constraint f join pg_class c on c.oid = f.conrelid
    cross join lateral unnest(f.conkey, f.confkey) as pair(own, other)
    join pg_attribute own on own.attrelid = f.conrelid and own.attnum = pair.own
    join pg_attribute other on other.attrelid = f.confrelid and other.attnum = pair.other
    where f.contype = 'f' and f.connamespace = 'public'::regnamespace and f.confrelid <> 'tenant'::regclass
    group by f.oid, 1, 2 having bool_or(other.attname = 'id') order by 1, 2`.execute(
    server.database.admin,
  );
  return rows.map(({ table, target, pairs }) => {
    const column = pairs.find(([, other]) => other === 'id')?.[0] ?? '';
    const row = (record: Values) =>
      Object.fromEntries(pairs.map(([own, other]) => [own, record[other]]));
    return { table, column, target, row, names: `select ${column} as id from ${table}` };
  });
}

const loose = (): Naming[] =>
  looseNames.flatMap((name) => {
    const { table, column, names } = name;
    const targets = typeof names === 'string' ? masters() : Object.keys(names);
    const { tenantId } = server.company;
    return targets.map((target) => {
      const where = (looseNameConditionSql(name, target) ?? '').replaceAll('$1', tenantId);
      return {
        table,
        column,
        target,
        row: ({ id }) => ({ ...worded(where), [column]: holding(column, id) }),
        names: `select ${idsIn(name)} as id from ${table} where ${table}.tenant_id = ${tenantId} and ${where}`,
      };
    });
  });

/** What an import brings: whatever has a name and can be deleted. */
const masters = (): string[] =>
  [...removers.keys()].filter((table) => tables.get(table)?.some(({ name }) => name === 'name'));

/** `from_purse = 'account'` and `owner in ('document', 'tally')` as columns with a value. */
const worded = (where: string): Values =>
  Object.fromEntries(
    [...where.matchAll(/(\w+) (?:= |in \()'(\w+)'/g)].map(([, name = '', word]) => [name, word]),
  );

function holding(column: string, id: unknown): unknown {
  if (column.endsWith('_ids')) return [id];
  return column === 'attributes' ? JSON.stringify([{ id, values: [] }]) : id;
}

const named = async ({ names }: Naming, id: unknown): Promise<boolean> => {
  const { rows } = await sql`
    select from (${sql.raw(names)}) as named where named.id = ${id}`.execute(server.database.admin);
  return rows.length > 0;
};

/** Deletes a record as the product does: by the call that does it, or in a use case's own statement. */
async function deleted(table: string, id: unknown): Promise<boolean> {
  const call = removers.get(table);
  try {
    if (call === undefined) await server.arrange(server.company, (tx) => drop(tx, table, id));
    else await server.call(call, { id: String(id) });
    return true;
  } catch (error) {
    if (error instanceof Refused) refusals.push(error.refusal);
    return false;
  }
}

const refusals: Refusal[] = [];

/** As the use case does that takes back a list of invoices: what hangs on them goes first. */
async function drop(tx: Transaction<Database>, table: string, id: unknown): Promise<void> {
  const { tenantId } = server.company;
  if (table === 'invoice')
    await sql`
      delete from stored_file where tenant_id = ${tenantId} and owner = 'invoice' and owner_id = ${id}`.execute(
      tx,
    );
  await sql`delete from ${sql.table(table)} where tenant_id = ${tenantId} and id = ${id}`.execute(
    tx,
  );
}

const deletions = everyCall
  .map(({ endpoint }) => endpoint)
  .filter(({ method, path }) => method === 'DELETE' && path.endsWith('/delete'));
/** Table → the call that deletes its records: the one that knows a record of it. */
const removers = new Map<string, (typeof deletions)[number]>();

async function findRemover(table: string): Promise<void> {
  const { id } = await put(table, fieldsToDelete(table));
  for (const call of deletions) {
    const reply = await server.request('DELETE', call.path, { id });
    if (reply.statusCode === 200) removers.set(table, call);
  }
}

const wordless = (place: string): boolean =>
  placeLabel('zh-cn', place) === place || placeLabel('en', place) === place;

test('a record referenced by any row cannot be deleted, or is deleted together with the row', async () => {
  for (const table of tables.keys())
    if (tables.get(table)?.some(({ name }) => name === 'id')) await findRemover(table);
  const all = [...(await foreignKeys()), ...loose()];
  expect(all.length).toBeGreaterThan(100);
  expect([...removers.keys()]).toEqual(expect.arrayContaining(['account', 'partner', 'person']));
  const outcomes: string[] = [];
  for (const one of all) {
    const what = `${one.table}.${one.column} → ${one.target}`;
    const record = await put(one.target, fieldsToDelete(one.target));
    await put(one.table, await complete(one.table, one.row(record)));
    if (!(await named(one, record['id']))) outcomes.push(`${what}: the test names nothing`);
    const gone = await deleted(one.target, record['id']);
    if (gone && (await named(one, record['id']))) outcomes.push(`${what}: named and gone`);
  }
  expect(outcomes).toEqual([]);
  // Each says in words what it is that names the record.
  expect(refusals.filter(({ status }) => status !== 422)).toEqual([]);
  // Some are refused by rules of their own.
  const places = refusals.flatMap(({ data: { place } }) =>
    place === undefined ? [] : [String(place)],
  );
  expect(places.length).toBeGreaterThan(50);
  expect(places.filter((place) => wordless(place))).toEqual([]);
});
