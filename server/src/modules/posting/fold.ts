import { rollUps } from '@tradehouse/database';
import type { Database, RollUp } from '@tradehouse/database';
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type pg from 'pg';
import { unfoldedPostings } from '../../kernel/http/index.ts';
import { BEGIN_WRITING, emitOwn, inTenant, runTogether } from '../../kernel/tx/index.ts';
import type { RecurringWork } from '../../kernel/live/index.ts';

/** Event for stock moves: published once for many postings, after the roll-up. */
export const MOVED = 'stock.moved';
export interface MovedSkus {
  readonly skuIds: readonly string[];
}

/** Most postings rolled up in a transaction. */
const MOST = 256;
/** Most characters of stock notes, by far the largest part: an import notes much at once. */
const MOST_LETTERS = 1_000_000;

/**
 * Adds pending rows of a company to the roll-ups and deletes these rows in a single transaction, hence a
 * crash neither loses nor repeats figures. Concurrent calls share the pending rows, and lock roll-up rows
 * in equal order, hence never deadlock.
 *
 * @returns number of postings taken: 0 if none waits outside concurrent roll-ups
 */
export function rollUpPostings(
  db: Kysely<Database>,
  tenantId: string,
  most = MOST,
): Promise<number> {
  return inTenant(db, tenantId, BEGIN_WRITING, async (tx) => {
    const { rows } = await sql<{ id: string; letters: number }>`
      select id, coalesce(octet_length(stock::text), 0) as letters from unfolded_posting
      where tenant_id = ${tenantId} order by id limit ${most} for update skip locked`.execute(tx);
    const ids = firstOf(rows);
    if (ids.length === 0) return 0;
    const [skuIds] = await runTogether([
      readMovedSkuIds(tx, tenantId, ids),
      ...rollUps.map((rollUp) => foldInto(tx, tenantId, rollUp, ids)),
      markTradeMonths(tx, tenantId, ids),
      sql`delete from unfolded_posting where tenant_id = ${tenantId} and id = any(${ids}::bigint[])`.execute(
        tx,
      ),
    ]);
    if (skuIds.length > 0) await emitOwn({ tx, tenantId }, MOVED, { skuIds } satisfies MovedSkus);
    return ids.length;
  });
}

/** Takes postings up to the length limit, and at least the first, however long. */
function firstOf(rows: readonly { readonly id: string; readonly letters: number }[]): string[] {
  const ids: string[] = [];
  let sum = 0;
  for (const { id, letters } of rows) {
    sum += letters;
    if (ids.length > 0 && sum > MOST_LETTERS) break;
    ids.push(id);
  }
  return ids;
}

async function readMovedSkuIds(
  tx: Transaction<Database>,
  tenantId: string,
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ sku_id: string }>`
    select distinct sku_id from unfolded_stock_period
    where tenant_id = ${tenantId} and posting_id = any(${ids}::bigint[]) and grain = 'd' order by 1`.execute(
    tx,
  );
  return rows.map(({ sku_id }) => sku_id);
}

const rollUpColumnsSql = (columns: readonly string[]) =>
  sql.join(columns.map((column) => sql.ref(column)));

/** Zero sums write no row: the record may have been deleted meanwhile. */
async function foldInto(
  tx: Transaction<Database>,
  tenantId: string,
  { table, key, sums }: RollUp,
  ids: readonly string[],
): Promise<void> {
  const added = sums.map(
    (column) =>
      sql`${sql.ref(column)} = ${sql.ref(`${table}.${column}`)} + ${sql.ref(`excluded.${column}`)}`,
  );
  await sql`
    insert into ${sql.table(table)} (tenant_id, ${rollUpColumnsSql(key)}, ${rollUpColumnsSql(sums)})
    select ${tenantId}::bigint, ${rollUpColumnsSql(key)}, ${sql.join(sums.map((column) => sql`sum(${sql.ref(column)})`))}
    from ${sql.table(`unfolded_${table}`)} where tenant_id = ${tenantId} and posting_id = any(${ids}::bigint[])
    group by ${rollUpColumnsSql(key)}
    having ${sql.join(
      sums.map((column) => sql`sum(${sql.ref(column)}) <> 0`),
      sql` or `,
    )}
    order by ${rollUpColumnsSql(key)}
    on conflict (tenant_id, ${rollUpColumnsSql(key)}) do update set ${sql.join(added)}`.execute(tx);
}

/** Draws the marks of months whose trade changes, so that processes sum the trade again. */
async function markTradeMonths(
  tx: Transaction<Database>,
  tenantId: string,
  ids: readonly string[],
): Promise<void> {
  await sql`
    insert into trade_month (tenant_id, month)
    select distinct ${tenantId}::bigint, month from unfolded_sku_trade
    where tenant_id = ${tenantId} and posting_id = any(${ids}::bigint[]) order by month
    on conflict (tenant_id, month) do update set mark = excluded.mark`.execute(tx);
}

/** Milliseconds between two checks, and the number of a company's postings worth an immediate roll-up. */
const LOOK_EVERY = 200;
const MANY = 64;
/**
 * Every fifth check takes all waiting postings. Few postings wait a second, because batching costs each a
 * third.
 */
const TAKES_ALL = 5;

/** Rolls up the postings found; stops if concurrent roll-ups hold them. Later arrivals can wait. */
async function foldAll(db: Kysely<Database>, tenantId: string, found: number): Promise<void> {
  let left = found;
  while (left > 0) {
    const taken = await rollUpPostings(db, tenantId);
    left = taken === 0 ? 0 : left - taken;
  }
}

/**
 * Counts waiting postings by company, from the index alone. Processed postings leave dead rows until
 * vacuum, and the planner counts dead rows for postings. Without the index, each check would read all of
 * them.
 */
async function waitingIn(pool: pg.Pool): Promise<{ tenant_id: string; count: number }[]> {
  const client = await pool.connect();
  try {
    // A cluster forwards a setting's full text to the nodes: nothing more may be in the statement.
    await client.query(BEGIN_WATCHING);
    const { rows } = await client.query<{ tenant_id: string; count: number }>(WAITING);
    return rows;
  } finally {
    await client.query('rollback').catch(() => {});
    client.release();
  }
}

export const BEGIN_WATCHING =
  'begin; set local enable_seqscan = off; set local enable_bitmapscan = off';
export const WAITING = 'select tenant_id, count(*)::int as count from unfolded_posting group by 1';

/** Rolls up noted postings repeatedly; any number of processes may run. */
export function createRollUpWork(db: Kysely<Database>): RecurringWork {
  let looks = 0;
  return {
    every: LOOK_EVERY,
    async work(pool) {
      const rows = await waitingIn(pool);
      unfoldedPostings.set(rows.reduce((sum, { count }) => sum + count, 0));
      looks += 1;
      for (const { tenant_id, count } of rows)
        if (count >= MANY || looks % TAKES_ALL === 0) await foldAll(db, tenant_id, count);
    },
  };
}
