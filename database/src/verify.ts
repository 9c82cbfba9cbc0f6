import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import { readChecks } from './checks.ts';
import type { Check } from './checks.ts';
import { connect } from './connect.ts';
import type { Connection } from './connection.ts';
import type { Database } from './database.generated.ts';

/** A row of the books that breaks a promise. */
export interface Violation {
  /** The company's code. */
  readonly tenant: string;
  readonly invariant: string;
  /** The check that found it; several may watch one invariant. */
  readonly check: string;
  /** The document's number, the product, or both; else what the row is about. */
  readonly subject: string;
  readonly detail: string;
}

export interface Verified {
  readonly tenants: number;
  readonly checks: number;
  readonly violations: readonly Violation[];
  /** How many violations there are, listed or not. */
  readonly total: number;
  /** The checks that found something → how many. */
  readonly found: Found;
}

/** Check → how many violations of it there are. */
export type Found = Readonly<Record<string, number>>;

export interface VerifyOptions {
  /** Violations listed per check and company; default 20. */
  readonly most?: number;
  /** Only this company's code. */
  readonly tenant?: string;
  /** Told before each company. */
  readonly progress?: (tenant: string) => void;
}

/**
 * Evaluates every invariant over the whole database: company by company, all of them in one snapshot, changing nothing.
 * The tables are measured first.
 * Any connection will do that may read the tables: the server's, the owner's or the administrator's.
 */
export async function verify(
  connection: Connection,
  options: VerifyOptions = {},
): Promise<Verified> {
  const checks = await readChecks();
  const db = connect(connection, { size: 1, name: 'verify', prepare: false });
  try {
    await measure(db);
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
 * Whole ledgers are summed: that takes as long as it takes, and hashing beats sorting on disk. Nothing is looked up row by
 * row, which a planner that takes a table for small would do, for hours: also where no table was ever measured.
 */
export async function planForAll(tx: Transaction<Database>): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(tx);
  await sql`set local work_mem = '128MB'`.execute(tx);
  await sql`set local jit = off`.execute(tx);
  await sql`set local enable_nestloop = off`.execute(tx);
}

/** Lets the planner know how large the tables are, one by one: what it knew is lost when the database dies. */
async function measure(db: Kysely<Database>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and not pg_is_in_recovery()`.execute(
    db,
  );
  for (const { name } of rows) await sql`select measure_again(array[${name}])`.execute(db);
}

/** The same inside a transaction that somebody else has begun. */
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
      const rows = await broken(tx, check, id, most);
      const count = Number(rows[0]?.total ?? 0);
      if (count > 0) found[check.name] = (found[check.name] ?? 0) + count;
      violations.push(...rows.map((row) => violationOf(code, check, row)));
    }
  }
  const total = Object.values(found).reduce((sum, count) => sum + count, 0);
  return { tenants: tenants.length, checks: checks.length, violations, total, found };
}

interface Row {
  readonly kind: string | null;
  readonly number: string | null;
  readonly product: string | null;
  readonly subject: string;
  readonly detail: string;
  readonly total: string;
}

async function broken(
  tx: Transaction<Database>,
  check: Check,
  tenantId: string,
  most: number,
): Promise<readonly Row[]> {
  // The ids come from the database, so they are digits; as constants they let the planner see how much it will read.
  const query = check.sql.replaceAll('$1', tenantId);
  const { rows } = await sql<Row>`
    select d.kind, coalesce(d.number, d.id::text) as number, p.name as product, v.subject, v.detail, v.total
    from (select *, count(*) over () as total from (${sql.raw(query)}) found limit ${most}) v
    left join document d on d.tenant_id = ${tenantId} and d.id = v.document_id
    left join sku s on s.tenant_id = ${tenantId} and s.id = v.sku_id
    left join product p on p.tenant_id = ${tenantId} and p.id = s.product_id`.execute(tx);
  return rows;
}

const violationOf = (tenant: string, { invariant, name }: Check, row: Row): Violation => ({
  tenant,
  invariant,
  check: name,
  subject: [row.number, row.product, row.subject]
    .filter((part) => part !== null && part !== '')
    .join(', '),
  detail: row.detail,
});
