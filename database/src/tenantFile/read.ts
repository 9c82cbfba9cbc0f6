import type { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import { holderOfName } from '../loginNames.ts';
import { readChecks } from '../checks.ts';
import { sqlState } from '../connection.ts';
import type { Database } from '../database.generated.ts';
import { verifyIn } from '../verify.ts';
import type { Found, Violation } from '../verify.ts';
import { companyTables, schemaHash } from './companyTables.ts';
import type { CompanyTable } from './companyTables.ts';
import { linesIn } from './lines.ts';
import { TenantFileError, manifestOf, parsed } from './manifest.ts';
import type { Manifest } from './manifest.ts';
import { refuseUnreadable } from './readable.ts';

export interface RestoreOptions {
  /** The code of the restored company; default: the file's. */
  readonly as?: string;
  /** What the server compares the owner's first sign-in with. It only lets the owner set a password of their own. */
  readonly ownerHash: string;
  /** A stored form that no password has, for everybody else: the owner resets theirs. */
  readonly unusableHash: string;
  /** Bytes that the file may unpack to; default: however many. */
  readonly most?: number;
}

export interface Restored {
  readonly tenantId: string;
  readonly code: string;
  readonly ownerLogin: string;
  /** Users whose login names were taken, as [in the file, here]. */
  readonly renamed: readonly (readonly [string, string])[];
  readonly rows: Readonly<Record<string, number>>;
  /** What the checks find in it, as they did where it came from: for anyone who tidies it up. */
  readonly told: readonly Violation[];
}

/** What the database says of a number beyond its bounds. */
const TOO_LARGE = '22003';
const BATCH_ROWS = 1_000;
const BATCH_BYTES = 4 * 1024 * 1024;

/**
 * Makes a company of a file that `writeTenantFile` wrote: the same rows under a company of its own, whose ledgers are
 * proven before anybody sees them. All or nothing: whatever is wrong is thrown, and `tx` must then be rolled back.
 * Fails with a TenantFileError when the file can't be taken as it is.
 *
 * @param open begins to read the file; called twice, since it is looked at from end to end before a row is taken.
 */
export async function readTenantFile(
  tx: Transaction<Database>,
  open: () => Readable,
  options: RestoreOptions,
): Promise<Restored> {
  const manifest = await wholeFile(linesIn(open(), options.most));
  try {
    return await restore(tx, manifest, linesIn(open(), options.most), options);
  } catch (error) {
    const state = sqlState(error);
    // What the tables themselves refuse: a value that is none, a reference into nothing, a rule that is broken, a nest
    // that is too deep or a text too long for its index.
    if (state === undefined || !/^(2[23]|54)/.test(state)) throw error;
    const said = error instanceof Error ? error.message : '';
    throw new TenantFileError('unsound', said.slice(0, 200));
  }
}

/** Reads to the end, where the checksum stands. Answers what the first line says. */
export async function wholeFile(lines: AsyncIterable<string>): Promise<Manifest> {
  let manifest: Manifest | null = null;
  for await (const line of lines) manifest ??= manifestOf(line);
  if (manifest === null) throw new TenantFileError('cut');
  return manifest;
}

async function restore(
  tx: Transaction<Database>,
  manifest: Manifest,
  lines: AsyncGenerator<string>,
  options: RestoreOptions,
): Promise<Restored> {
  const tables = await companyTables(tx);
  if (manifest.schema !== schemaHash(tables)) throw new TenantFileError('schema');
  const code = options.as ?? manifest.company.code;
  const { tenantId, rows } = await takeRows(tx, manifest, lines, tables, code);
  await refuseUnreadable(tx, tenantId, tables);
  await awaitPrices(tx, tenantId);
  const people = await insertLogins(tx, tenantId, code, options);
  const told = await prove(tx, code, manifest.found ?? {});
  await liftIds(tx, tenantId, tables);
  return { tenantId, code, rows, told, ...people };
}

/** Takes the company and its rows, to the last one that was promised, into tables that keep the file's columns. */
export async function takeRows(
  tx: Transaction<Database>,
  manifest: Manifest,
  lines: AsyncGenerator<string>,
  tables: readonly CompanyTable[],
  code: string,
): Promise<Pick<Restored, 'tenantId' | 'rows'>> {
  await lines.next();
  const tenantId = await insertTenant(tx, manifest, code);
  await sql.raw(`set local app.tenant_id = '${tenantId}'`).execute(tx);
  const rows = await insertRows(tx, tenantId, lines, new Map(tables.map((one) => [one.name, one])));
  const counted = (all: Readonly<Record<string, number>>) =>
    JSON.stringify(Object.entries(all).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  if (counted(rows) !== counted(manifest.rows)) throw new TenantFileError('tampered');
  return { tenantId, rows };
}

async function insertTenant(
  tx: Transaction<Database>,
  { company }: Manifest,
  code: string,
): Promise<string> {
  const taken = await tx
    .selectFrom('tenant')
    .select('id')
    .where('code', '=', code)
    .executeTakeFirst();
  if (taken !== undefined) throw new TenantFileError('codeTaken', code);
  const { id } = await tx
    .insertInto('tenant')
    .values({
      code,
      name: company.name,
      plan: company.plan,
      user_limit: company.userLimit,
      enabled: company.enabled,
      expires_at: company.expiresAt,
      function_urls: company.functionUrls === null ? null : company.functionUrls.map(String),
      remark: company.remark,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Takes the rows in batches of one table, in the order of the file. Answers how many of each there were. */
async function insertRows(
  tx: Transaction<Database>,
  tenantId: string,
  lines: AsyncIterable<string>,
  tables: ReadonlyMap<string, CompanyTable>,
): Promise<Record<string, number>> {
  const counts = new Map<string, number>();
  let table: CompanyTable | null = null;
  let batch: string[] = [];
  let bytes = 0;
  const flush = async (): Promise<void> => {
    if (table === null || batch.length === 0) return;
    await insertBatch(tx, tenantId, table, batch);
    counts.set(table.name, (counts.get(table.name) ?? 0) + batch.length);
    batch = [];
    bytes = 0;
  };
  for await (const line of lines) {
    if (line.startsWith('{')) {
      await flush();
      table = tableOf(line, tables);
      continue;
    }
    batch.push(line);
    bytes += line.length;
    // A row may name one of the same table that comes later: such tables are taken in one statement.
    const full = batch.length >= BATCH_ROWS || bytes >= BATCH_BYTES;
    if (full && table?.namesItself !== true) await flush();
  }
  await flush();
  return Object.fromEntries(counts);
}

function tableOf(line: string, tables: ReadonlyMap<string, CompanyTable>): CompanyTable {
  const value = parsed(line);
  const said: unknown =
    typeof value === 'object' && value !== null ? Reflect.get(value, 'table') : undefined;
  const table = tables.get(String(said));
  if (table === undefined) throw new TenantFileError('tampered');
  return table;
}

async function insertBatch(
  tx: Transaction<Database>,
  tenantId: string,
  { name, columns }: CompanyTable,
  batch: readonly string[],
): Promise<void> {
  const names = columns.map((column) => sql.ref(column.name));
  // The types are the catalogue's own words.
  const values = columns.map(({ type }, at) => sql`(line ->> ${sql.lit(at)})::${sql.raw(type)}`);
  await sql`
    insert into ${sql.table(name)} (tenant_id, ${sql.join(names)}) overriding system value
    select ${tenantId}::bigint, ${sql.join(values)}
    from json_array_elements(${`[${batch.join(',')}]`}::json) with ordinality as given (line, place)
    order by place returning tenant_id`.execute(tx);
}

/**
 * No id that is drawn from now on is one of these. Done last, for a file that is sound: ids that are drawn are not given
 * back when the rest is. Refuses ids that no installation reaches, which would be everybody's from then on.
 */
async function liftIds(
  tx: Transaction<Database>,
  tenantId: string,
  tables: readonly CompanyTable[],
): Promise<void> {
  for (const { name, hasIds } of tables) {
    if (!hasIds) continue;
    const { rows } = await sql<{ last: string | null }>`
      select max(id) as last from ${sql.table(name)} where tenant_id = ${tenantId}`.execute(tx);
    const last = rows[0]?.last ?? null;
    if (last === null) continue;
    const lifted = sql`select keep_ids_above(${name}, ${last})`.execute(tx);
    await lifted.catch((error: unknown) => {
      throw sqlState(error) === TOO_LARGE ? new TenantFileError('ids', name) : error;
    });
  }
}

/** Events stay behind, so the prices that wait for their moment are announced again. */
async function awaitPrices(tx: Transaction<Database>, tenantId: string): Promise<void> {
  const { rows } = await sql<{ payload: string; due: string }>`
    select json_build_object('id', id::text)::text as payload, effective_at::text as due from price_adjustment
    where tenant_id = ${tenantId} and approval = 'approved' and applied_at is null`.execute(tx);
  for (const { payload, due } of rows)
    await sql`
      insert into outbox (tenant_id, topic, payload, due_at)
      values (${tenantId}, 'priceAdjustment.due', ${payload}::json, ${due}::timestamptz)`.execute(
      tx,
    );
}

/** A login name belongs to one user of the installation: anyone who finds theirs taken gets the company's code before it. */
async function insertLogins(
  tx: Transaction<Database>,
  tenantId: string,
  code: string,
  { ownerHash, unusableHash }: RestoreOptions,
): Promise<Pick<Restored, 'ownerLogin' | 'renamed'>> {
  const users = await tx
    .selectFrom('app_user')
    .select(['id', 'login_name', 'owner'])
    .where('tenant_id', '=', tenantId)
    .orderBy('id')
    .execute();
  const renamed: [string, string][] = [];
  let ownerLogin = '';
  for (const { id, login_name: wanted, owner } of users) {
    const name = await freeName(tx, wanted, code);
    if (name !== wanted) {
      renamed.push([wanted, name]);
      await tx
        .updateTable('app_user')
        .set({ login_name: name })
        .where('tenant_id', '=', tenantId)
        .where('id', '=', id)
        .execute();
    }
    if (owner) ownerLogin = name;
    await tx
      .insertInto('login')
      .values({
        login_name: name,
        tenant_id: tenantId,
        user_id: id,
        password_hash: owner ? ownerHash : unusableHash,
        must_change: true,
      })
      .execute();
  }
  if (ownerLogin === '') throw new TenantFileError('unsound', 'the company has no owner');
  await tx
    .updateTable('tenant')
    .set({ owner_login: ownerLogin })
    .where('id', '=', tenantId)
    .execute();
  return { ownerLogin, renamed };
}

async function freeName(tx: Transaction<Database>, wanted: string, code: string): Promise<string> {
  for (let count = 0; ; count += 1) {
    const name = count === 0 ? wanted : `${code}${count === 1 ? '' : count}-${wanted}`;
    if ((await holderOfName(tx, name, 'taken')) === null) return name;
  }
}

/**
 * No one works on ledgers that a file has spoiled: what proves them holds as well as it did when the file was made. What
 * was broken then, and what is only untidy, is told.
 */
async function prove(
  tx: Transaction<Database>,
  code: string,
  before: Found,
): Promise<readonly Violation[]> {
  const checks = await readChecks();
  const { violations, found } = await verifyIn(tx, checks, { tenant: code });
  const spoiled = checks.find(
    ({ name, proves }) => proves && (found[name] ?? 0) > (before[name] ?? 0),
  );
  if (spoiled === undefined) return violations;
  const first = violations.find(({ check }) => check === spoiled.name);
  throw new TenantFileError('unsound', `${spoiled.name}: ${first?.subject} ${first?.detail}`);
}
