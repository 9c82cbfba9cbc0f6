import { rollUps } from '@tradehouse/database';
import type { Database, RollUp } from '@tradehouse/database';
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type pg from 'pg';
import {
  BEGIN_WRITING,
  emitOwn,
  inTenant,
  together,
  unfoldedPostings,
} from '../../kernel/index.ts';
import type { Round } from '../../kernel/index.ts';

/** The event that goods came or went: once for many postings, after they are folded. */
export const MOVED = 'stock.moved';
export interface Moved {
  readonly skuIds: readonly string[];
}

/** Postings that are folded in one transaction, at most. */
const MOST = 256;
/** And the letters of what they note of stock, which is the most by far: an import notes much at once. */
const MOST_LETTERS = 1_000_000;

/**
 * Folds what a company's postings have noted into the roll-ups and forgets the notes, in one transaction: whatever dies,
 * nothing is counted twice or lost. Two that meet share the postings between them, and wait for each other at a row of a
 * roll-up but never for a circle, since both take the rows in one order.
 *
 * @returns how many postings it took: none, where none waits that others are not at
 */
export function fold(db: Kysely<Database>, tenantId: string, most = MOST): Promise<number> {
  return inTenant(db, tenantId, BEGIN_WRITING, async (tx) => {
    const { rows } = await sql<{ id: string; letters: number }>`
      select id, coalesce(octet_length(stock::text), 0) as letters from unfolded_posting
      where tenant_id = ${tenantId} order by id limit ${most} for update skip locked`.execute(tx);
    const ids = firstOf(rows);
    if (ids.length === 0) return 0;
    const [skuIds] = await together([
      movedBy(tx, tenantId, ids),
      ...rollUps.map((rollUp) => foldInto(tx, tenantId, rollUp, ids)),
      sql`delete from unfolded_posting where tenant_id = ${tenantId} and id = any(${ids}::bigint[])`.execute(
        tx,
      ),
    ]);
    if (skuIds.length > 0) await emitOwn({ tx, tenantId }, MOVED, { skuIds } satisfies Moved);
    return ids.length;
  });
}

/** As many from the beginning as are not too long together, and one however long it is. */
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

async function movedBy(
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

const refs = (columns: readonly string[]) => sql.join(columns.map((column) => sql.ref(column)));

/** What comes out even leaves no row: it may be of a record that has gone meanwhile. */
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
    insert into ${sql.table(table)} (tenant_id, ${refs(key)}, ${refs(sums)})
    select ${tenantId}::bigint, ${refs(key)}, ${sql.join(sums.map((column) => sql`sum(${sql.ref(column)})`))}
    from ${sql.table(`unfolded_${table}`)} where tenant_id = ${tenantId} and posting_id = any(${ids}::bigint[])
    group by ${refs(key)}
    having ${sql.join(
      sums.map((column) => sql`sum(${sql.ref(column)}) <> 0`),
      sql` or `,
    )}
    order by ${refs(key)}
    on conflict (tenant_id, ${refs(key)}) do update set ${sql.join(added)}`.execute(tx);
}

/** How often it is looked, in milliseconds, and at how many postings of a company it is worth folding them at once. */
const LOOK_EVERY = 200;
const MANY = 64;
/** The look that takes whatever waits: few postings wait for a second, since folding many together costs each a third. */
const TAKES_ALL = 5;

/** Folds what was found to wait, and stops where others are at it; what came meanwhile has time. */
async function foldAll(db: Kysely<Database>, tenantId: string, found: number): Promise<void> {
  let left = found;
  while (left > 0) {
    const taken = await fold(db, tenantId);
    left = taken === 0 ? 0 : left - taken;
  }
}

/**
 * How many postings wait, by company. Read from the index alone: what was folded leaves its row behind until it is swept
 * out, and the planner, which takes such rows for postings, would read all of them each time.
 */
async function waitingIn(pool: pg.Pool): Promise<{ tenant_id: string; count: number }[]> {
  const client = await pool.connect();
  try {
    // A cluster sends the whole text of a setting on to its nodes: nothing else may stand in it.
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

/** Folds what companies have noted, again and again; any number of processes may. */
export function folding(db: Kysely<Database>): Round {
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
