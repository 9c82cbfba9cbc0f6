import type { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import { holderOfName } from '../loginNames.ts';
import { readChecks } from '../checks.ts';
import { sqlState } from '../connection.ts';
import type { Database } from '../database.generated.ts';
import { verifyIn } from '../verify.ts';
import type { ViolationCounts, Violation } from '../verify.ts';
import { companyTables, schemaHash } from './companyTables.ts';
import type { CompanyTable } from './companyTables.ts';
import { linesIn } from './lines.ts';
import { TenantFileError, manifestOf, parseJsonLine } from './manifest.ts';
import type { Manifest } from './manifest.ts';
import { refuseUnreadable } from './readable.ts';

export interface RestoreOptions {
  /** The code of the restored company; default: the file's. */
  readonly as?: string;
  /** Password hash for the owner's first sign-in, only for setting a password. */
  readonly ownerHash: string;
  /** Hash matching no password, for all other users: the owner resets theirs. */
  readonly unusableHash: string;
  /** Maximum unpacked bytes of the file; default: unlimited. */
  readonly most?: number;
}

export interface TenantRestoreResult {
  readonly tenantId: string;
  readonly code: string;
  readonly ownerLogin: string;
  /** Users with a login name already taken: [in the file, here]. */
  readonly renamed: readonly (readonly [string, string])[];
  readonly rows: Readonly<Record<string, number>>;
  /** Violations also known at the source, for cleanup. */
  readonly violations: readonly Violation[];
}

/** PostgreSQL error code for a number out of range. */
const TOO_LARGE = '22003';
const BATCH_ROWS = 1_000;
const BATCH_BYTES = 4 * 1024 * 1024;

/**
 * Restores a company from a file of `writeTenantFile` under a new id, with ledgers proven before use. All
 * or nothing: any fault throws, and `tx` must be rolled back. Fails with a TenantFileError if the file is
 * unacceptable.
 *
 * @param open opens the file; called twice, because the whole file is checked before the first insert.
 */
export async function readTenantFile(
  tx: Transaction<Database>,
  open: () => Readable,
  options: RestoreOptions,
): Promise<TenantRestoreResult> {
  const manifest = await wholeFile(linesIn(open(), options.most));
  try {
    return await restoreTenant(tx, manifest, linesIn(open(), options.most), options);
  } catch (error) {
    const state = sqlState(error);
    // Refusals by the tables: an invalid value, a dangling reference, a violated rule, excessive nesting or
    // a text too long for an index.
    if (state === undefined || !/^(2[23]|54)/.test(state)) throw error;
    const said = error instanceof Error ? error.message : '';
    throw new TenantFileError('unsound', said.slice(0, 200));
  }
}

/** Reads to the end to verify the checksum. Returns the manifest. */
export async function wholeFile(lines: AsyncIterable<string>): Promise<Manifest> {
  let manifest: Manifest | null = null;
  for await (const line of lines) manifest ??= manifestOf(line);
  if (manifest === null) throw new TenantFileError('cut');
  return manifest;
}

async function restoreTenant(
  tx: Transaction<Database>,
  manifest: Manifest,
  lines: AsyncGenerator<string>,
  options: RestoreOptions,
): Promise<TenantRestoreResult> {
  const tables = await companyTables(tx);
  if (manifest.schema !== schemaHash(tables)) throw new TenantFileError('schema');
  const code = options.as ?? manifest.company.code;
  const { tenantId, rows } = await takeRows(tx, manifest, lines, tables, code);
  await refuseUnreadable(tx, tenantId, tables);
  await awaitPrices(tx, tenantId);
  await drawTradeMarks(tx, tenantId);
  const people = await insertLogins(tx, tenantId, code, options);
  const violations = await verifyRestoredTenant(tx, code, manifest.found ?? {});
  await liftIds(tx, tenantId, tables);
  return { tenantId, code, rows, violations, ...people };
}

/** Inserts the company and all promised rows into tables with the file's columns. */
export async function takeRows(
  tx: Transaction<Database>,
  manifest: Manifest,
  lines: AsyncGenerator<string>,
  tables: readonly CompanyTable[],
  code: string,
): Promise<Pick<TenantRestoreResult, 'tenantId' | 'rows'>> {
  await lines.next();
  const tenantId = await insertRestoredTenant(tx, manifest, code);
  await sql.raw(`set local app.tenant_id = '${tenantId}'`).execute(tx);
  const rows = await insertTenantRows(
    tx,
    tenantId,
    lines,
    new Map(tables.map((one) => [one.name, one])),
  );
  const counted = (all: Readonly<Record<string, number>>) =>
    JSON.stringify(Object.entries(all).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  if (counted(rows) !== counted(manifest.rows)) throw new TenantFileError('tampered');
  return { tenantId, rows };
}

async function insertRestoredTenant(
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
  const plan = await knownPlan(tx, company.plan);
  const { id } = await tx
    .insertInto('tenant')
    .values({
      code,
      name: company.name,
      plan,
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

/**
 * Returns the plan if known here, else the trial. Files are also taken at schemas from before plans, which
 * check the plan themselves.
 */
async function knownPlan(tx: Transaction<Database>, code: string): Promise<string> {
  const { rows: tables } = await sql`select where to_regclass('public.plan') is not null`.execute(
    tx,
  );
  if (tables.length === 0) return code;
  const { rows } = await sql`select from plan where code = ${code}`.execute(tx);
  return rows.length > 0 ? code : 'free';
}

/** Inserts the rows in batches per table, in file order. Returns the counts per table. */
async function insertTenantRows(
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
      table = tableOfFileLine(line, tables);
      continue;
    }
    batch.push(line);
    bytes += line.length;
    // A row may reference a later row of its table: such rows go into one statement.
    const full = batch.length >= BATCH_ROWS || bytes >= BATCH_BYTES;
    if (full && table?.namesItself !== true) await flush();
  }
  await flush();
  return Object.fromEntries(counts);
}

function tableOfFileLine(line: string, tables: ReadonlyMap<string, CompanyTable>): CompanyTable {
  const value = parseJsonLine(line);
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
 * Advances the id sequences beyond all inserted ids. Runs last, for a sound file: sequences are not rolled
 * back. Refuses ids beyond any real installation, because all companies' later ids would start there.
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

/** Draws marks for the months of trade. Schemas of older versions have no marks. */
async function drawTradeMarks(tx: Transaction<Database>, tenantId: string): Promise<void> {
  const { rows } = await sql`select where to_regclass('public.trade_month') is not null`.execute(
    tx,
  );
  if (rows.length === 0) return;
  await sql`
    insert into trade_month (tenant_id, month)
    select distinct tenant_id, month from whole_sku_trade where tenant_id = ${tenantId}
    returning month`.execute(tx);
}

/** Publishes pending price changes again, because files contain no events. */
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

/** Inserts login names. Names are unique in the installation; a taken name gets the company code in front. */
async function insertLogins(
  tx: Transaction<Database>,
  tenantId: string,
  code: string,
  { ownerHash, unusableHash }: RestoreOptions,
): Promise<Pick<TenantRestoreResult, 'ownerLogin' | 'renamed'>> {
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
 * Proves the restored ledgers: every proof must hold like at export time. Violations known at export, and
 * untidiness, are reported.
 */
async function verifyRestoredTenant(
  tx: Transaction<Database>,
  code: string,
  before: ViolationCounts,
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
