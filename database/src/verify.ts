import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import { readChecks } from './checks.ts';
import type { Check } from './checks.ts';
import { openDatabasePool } from './connect.ts';
import type { Connection } from './connection.ts';
import type { Database } from './database.generated.ts';

/** Violation of an invariant by a row of the books. */
export interface Violation {
  /** The company's code. */
  readonly tenant: string;
  readonly invariant: string;
  /** Check with the finding; several checks may cover one invariant. */
  readonly check: string;
  /** Document number, product, or both; else the subject of the row. */
  readonly subject: string;
  readonly detail: string;
}

export interface Verified {
  readonly tenants: number;
  readonly checks: number;
  readonly violations: readonly Violation[];
  /** Total violations, listed or not. */
  readonly total: number;
  /** Checks with violations → count. */
  readonly found: ViolationCounts;
}

/** Check → number of violations. */
export type ViolationCounts = Readonly<Record<string, number>>;

export interface VerifyOptions {
  /** Violations listed per check and company; default 20. */
  readonly most?: number;
  /** Only this company's code. */
  readonly tenant?: string;
  /** Told before each company. */
  readonly progress?: (tenant: string) => void;
}

/**
 * Evaluates every invariant, company by company, in one read-only snapshot. Tables are analyzed first. Any
 * connection able to read the tables works: server, owner or administrator.
 */
export async function verifyDatabase(
  connection: Connection,
  options: VerifyOptions = {},
): Promise<Verified> {
  const checks = await readChecks();
  const db = openDatabasePool(connection, { size: 1, name: 'verify', prepare: false });
  try {
    await analyzeTables(db);
    return await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute((tx) => verifyIn(tx, checks, options));
  } finally {
    await db.destroy();
  }
}

/**
 * Plans for full scans: summing ledgers has no time limit, and hashing beats sorting on disk. No nested
 * loops: a planner underestimating a table, e.g. a never analyzed one, would loop for hours.
 */
export const PLAN_FOR_ALL = `set local statement_timeout = 0; set local work_mem = '128MB';
  set local jit = off; set local enable_nestloop = off`;

export async function planForAll(tx: Transaction<Database>): Promise<void> {
  await sql.raw(PLAN_FOR_ALL).execute(tx);
}

/** Analyzes the tables one by one: planner statistics are lost after a database crash. */
async function analyzeTables(db: Kysely<Database>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and not pg_is_in_recovery()`.execute(
    db,
  );
  for (const { name } of rows) await sql`select measure_again(array[${name}])`.execute(db);
}

/** Verifies inside an existing transaction. */
export async function verifyIn(
  tx: Transaction<Database>,
  checks: readonly Check[],
  { most = 20, tenant, progress }: VerifyOptions = {},
): Promise<Verified> {
  await planForAll(tx);
  let query = tx.selectFrom('tenant').select(['id', 'code']).orderBy('id');
  if (tenant !== undefined) query = query.where('code', '=', tenant);
  const tenants = await query.execute();
  const violations: Violation[] = [];
  const found: Record<string, number> = {};
  for (const { id, code } of tenants) {
    progress?.(code);
    await sql.raw(`set local app.tenant_id = '${id}'`).execute(tx);
    for (const check of checks) {
      const rows = await findViolations(tx, check, id, most);
      const count = Number(rows[0]?.total ?? 0);
      if (count > 0) found[check.name] = (found[check.name] ?? 0) + count;
      violations.push(...rows.map((row) => violationOf(code, check, row)));
    }
  }
  const total = Object.values(found).reduce((sum, count) => sum + count, 0);
  return { tenants: tenants.length, checks: checks.length, violations, total, found };
}

/** Violation as a check's statement returns it. */
export interface ViolationRow {
  readonly kind: string | null;
  readonly number: string | null;
  readonly product: string | null;
  readonly subject: string;
  readonly detail: string;
  readonly total: string;
}

async function findViolations(
  tx: Transaction<Database>,
  check: Check,
  id: string,
  most: number,
): Promise<readonly ViolationRow[]> {
  // A constant, only digits from the database, lets the planner estimate the rows.
  const tenantId = sql.raw(id);
  const query = sql.raw(check.sql.replaceAll('$1', id));
  const { rows } = await sql<ViolationRow>`
    select d.kind, coalesce(d.number, d.id::text) as number, p.name as product, v.subject, v.detail, v.total
    from (select *, count(*) over () as total from (${query}) found limit ${most}) v
    left join document d on d.tenant_id = ${tenantId} and d.id = v.document_id
    left join sku s on s.tenant_id = ${tenantId} and s.id = v.sku_id
    left join product p on p.tenant_id = ${tenantId} and p.id = s.product_id`.execute(tx);
  return rows;
}

export const violationOf = (
  tenant: string,
  { invariant, name }: Check,
  row: ViolationRow,
): Violation => ({
  tenant,
  invariant,
  check: name,
  subject: [row.number, row.product, row.subject]
    .filter((part) => part !== null && part !== '')
    .join(', '),
  detail: row.detail,
});
