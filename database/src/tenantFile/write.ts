import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { sql } from 'kysely';
import type { RawBuilder, Transaction } from 'kysely';
import type { Database } from '../database.generated.ts';
import { readChecks } from '../checks.ts';
import { rollUps, wholeRollUpSql } from '../rollUps.ts';
import { verifyIn } from '../verify.ts';
import type { ViolationCounts } from '../verify.ts';
import { companyTables, schemaHash } from './companyTables.ts';
import type { CompanyTable } from './companyTables.ts';
import { FORMAT, FORMAT_VERSION } from './manifest.ts';
import type { FileCompany, Manifest } from './manifest.ts';

const BATCH = 1_000;
/** Rows with files are large. */
const LARGE_BATCH = 4;

export interface WrittenTenantFile {
  readonly company: FileCompany;
  readonly rows: Readonly<Record<string, number>>;
  /** Violations found; noted in the file, no obstacle to a restore. */
  readonly found: ViolationCounts;
}

/**
 * Writes a company into one compressed file: a manifest, every table's rows in text form, and a checksum.
 * Passwords, second factors, sessions, sealed secrets, stored replies and pending events are omitted.
 *
 * @param tx repeatable read, for one snapshot; `app.tenant_id` is set to the company here.
 * @param tell receives the number of rows written so far; throws to stop.
 * @param reader `owner`: the platform's remark on the company is omitted.
 */
export async function writeTenantFile(
  tx: Transaction<Database>,
  tenantId: string,
  file: Writable,
  tell: (rows: number) => void = () => undefined,
  reader: 'operator' | 'owner' = 'operator',
): Promise<WrittenTenantFile> {
  const tables = await companyTables(tx);
  const stored = await readFileCompany(tx, tenantId);
  const company = reader === 'owner' ? { ...stored, remark: '' } : stored;
  await sql.raw(`set local app.tenant_id = '${tenantId}'`).execute(tx);
  const rows = await countTenantRows(tx, tenantId, tables);
  const { found } = await verifyIn(tx, await readChecks(), { tenant: company.code, most: 1 });
  const manifest: Manifest = {
    format: FORMAT,
    version: FORMAT_VERSION,
    schema: schemaHash(tables),
    madeAt: new Date().toISOString(),
    company,
    rows,
    found,
  };
  const lines = sealTenantLines(generateTenantFileLines(tx, tenantId, tables, manifest, tell));
  await pipeline(Readable.from(lines), createGzip(), file);
  return { company, rows, found };
}

async function readFileCompany(tx: Transaction<Database>, tenantId: string): Promise<FileCompany> {
  const tenant = await tx
    .selectFrom('tenant')
    .selectAll()
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow();
  return {
    code: tenant.code,
    name: tenant.name,
    plan: tenant.plan,
    userLimit: tenant.user_limit,
    expiresAt: tenant.expires_at === null ? null : new Date(tenant.expires_at).toISOString(),
    functionUrls: tenant.function_urls,
    remark: tenant.remark,
    enabled: tenant.enabled,
  };
}

async function countTenantRows(
  tx: Transaction<Database>,
  tenantId: string,
  tables: readonly CompanyTable[],
): Promise<Record<string, number>> {
  const counts: [string, number][] = [];
  for (const { name, sealed } of tables) {
    if (sealed) continue;
    const { rows } = await sql<{ count: string }>`
      select count(*) as count from ${tenantRowsSql(name, tenantId)}`.execute(tx);
    const count = Number(rows[0]?.count ?? 0);
    if (count > 0) counts.push([name, count]);
  }
  return Object.fromEntries(counts);
}

/** Relation with a company's rows; for a roll-up, including pending amounts. */
function tenantRowsSql(name: string, tenantId: string): RawBuilder<unknown> {
  const rollUp = rollUps.find(({ table }) => table === name);
  if (rollUp !== undefined) return sql`${sql.raw(wholeRollUpSql(rollUp, tenantId))} as whole`;
  return sql`(select * from ${sql.table(name)} where tenant_id = ${sql.lit(tenantId)}) as whole`;
}

async function* generateTenantFileLines(
  tx: Transaction<Database>,
  tenantId: string,
  tables: readonly CompanyTable[],
  manifest: Manifest,
  tell: (rows: number) => void,
): AsyncGenerator<string> {
  yield `${JSON.stringify(manifest)}\n`;
  let written = 0;
  for (const table of tables) {
    if (manifest.rows[table.name] === undefined) continue;
    yield `${JSON.stringify({ table: table.name, columns: table.columns.map(({ name }) => name) })}\n`;
    for await (const lines of generateTenantRows(tx, tenantId, table)) {
      written += lines.length;
      tell(written);
      yield lines.map((line) => `${line}\n`).join('');
    }
  }
}

/** Yields rows in text lists, in key order: equal companies give equal files. */
async function* generateTenantRows(
  tx: Transaction<Database>,
  tenantId: string,
  { name, columns, key }: CompanyTable,
): AsyncGenerator<readonly string[]> {
  const texts = columns.map((column) => sql`${sql.ref(column.name)}::text`);
  const order =
    key.length === 0 ? sql`` : sql`order by ${sql.join(key.map((column) => sql.ref(column)))}`;
  // The company's id is digits from the database; a cursor takes no parameters of a prepared statement.
  await sql`
    declare rows no scroll cursor for
    select to_json(array[${sql.join(texts)}])::text as line
    from ${tenantRowsSql(name, tenantId)} ${order}`.execute(tx);
  const batch = columns.some(({ type }) => type === 'bytea') ? LARGE_BATCH : BATCH;
  for (;;) {
    const { rows } = await sql<{ line: string }>`fetch ${sql.lit(batch)} from rows`.execute(tx);
    if (rows.length === 0) break;
    yield rows.map(({ line }) => line);
  }
  await sql`close rows`.execute(tx);
}

/** Appends a last line with the checksum of all earlier lines. */
async function* sealTenantLines(lines: AsyncIterable<string>): AsyncGenerator<string> {
  const hash = createHash('sha256');
  for await (const text of lines) {
    hash.update(text);
    yield text;
  }
  yield `${JSON.stringify({ seal: hash.digest('hex') })}\n`;
}
