import pg from 'pg';
import { readChecks } from './checks.ts';
import type { Check } from './checks.ts';
import { driverConfig } from './connection.ts';
import type { Connection } from './connection.ts';
import { PLAN_FOR_ALL, violationOf } from './verify.ts';
import type { Violation, ViolationRow } from './verify.ts';

/** Violations listed per check and company. */
const MOST = 20;

/** The checks and their common statement, read once in a process. */
let known: Promise<readonly [ReadonlyMap<string, Check>, string]> | undefined;

async function readStatement(): Promise<readonly [ReadonlyMap<string, Check>, string]> {
  const checks = await readChecks();
  return [new Map(checks.map((check) => [check.name, check])), toStatement(checks)];
}

/** Joins all checks of a company to one statement: tests verify often, and each statement has a price. */
function toStatement(checks: readonly Check[]): string {
  const found = checks.map(
    ({ name, sql: query }) => `
    (select '${name}' as check, document_id, sku_id, subject::text, detail::text, count(*) over () as total
    from (${query.replaceAll('$1', '$1::bigint')}
    ) found limit ${MOST})`,
  );
  return `
    select v.check, d.kind, coalesce(d.number, d.id::text) as number, p.name as product,
      v.subject, v.detail, v.total
    from (${found.join(' union all ')}) v
    left join document d on d.tenant_id = $1::bigint and d.id = v.document_id
    left join sku s on s.tenant_id = $1::bigint and s.id = v.sku_id
    left join product p on p.tenant_id = $1::bigint and p.id = s.product_id`;
}

/** A connection that evaluates every invariant again and again. */
export interface TestVerifier {
  readonly listViolations: () => Promise<readonly Violation[]>;
  readonly close: () => Promise<void>;
}

/** Opens the connection when first asked, and keeps plans: planning takes longer than reading a few rows. */
export function openVerifier(connection: Connection): TestVerifier {
  const pool = new pg.Pool({ ...driverConfig(connection), max: 1 });
  // The pool counts as ended while its connection closes; dropping the database then ends the connection.
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('error', () => {});
  return {
    async listViolations() {
      const client = await pool.connect();
      try {
        return await verifyCompanies(client);
      } finally {
        await client.query('rollback');
        client.release();
      }
    },
    close: () => pool.end(),
  };
}

async function verifyCompanies(client: pg.PoolClient): Promise<readonly Violation[]> {
  const [checks, text] = await (known ??= readStatement());
  await client.query(`
    begin isolation level repeatable read read only;
    ${PLAN_FOR_ALL};
    set local plan_cache_mode = force_generic_plan`);
  const { rows: tenants } = await client.query<{ id: string; code: string }>(
    'select id::text, code from tenant order by id',
  );
  const found: Violation[] = [];
  for (const { id, code } of tenants) {
    await client.query(`set local app.tenant_id = '${id}'`);
    const { rows } = await client.query<ViolationRow & { readonly check: string }>({
      name: 'checks',
      text,
      values: [id],
    });
    found.push(...rows.map((row) => violationOf(code, toKnownCheck(checks, row.check), row)));
  }
  return found;
}

function toKnownCheck(checks: ReadonlyMap<string, Check>, name: string): Check {
  const check = checks.get(name);
  if (check === undefined) throw new Error(`No check has the name ${name}.`);
  return check;
}
