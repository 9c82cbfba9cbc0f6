// Leased queue: due rows of all companies, each in work in one process at a time.
import type pg from 'pg';
import { withinTime } from '../http/withinTime.ts';

/**
 * Table of a queue, in SQL about the alias `queued`. A process writes the end of its lease to the column
 * `taken_until`. Past the end, the process counts for dead and the row is free.
 */
export interface LeasedQueue {
  readonly table: string;
  /** Identifying column of a row. */
  readonly key: string;
  /** Condition of a due row, in columns of the table. */
  readonly due: string;
  /** Joins and order of due rows in all companies. */
  readonly joins: string;
  readonly order: string;
  readonly leaseSeconds: number;
  /** Rows in work at once in a process, each of another company. */
  readonly atOnce: number;
  /** Milliseconds of a round for leasing further rows. */
  readonly roundLimit: number;
}

/** Row leased by this process. The end of the lease, in the database's text form, identifies the lease. */
export interface Lease {
  readonly tenantId: string;
  readonly id: string;
  readonly takenUntil: string;
}

/** Unfinished work is abandoned these milliseconds before the end of a lease. */
const MARGIN = 5_000;

/**
 * Works on due rows until none is left or the round is over, without a lock or transaction during the work.
 * Work ends its lease, in its own transaction or by `endLease`; otherwise the rest of the lease is the pause
 * before the next attempt. A failed row waits for a later round, and delays no other row.
 *
 * @param at present instant in ISO format; null: the database clock
 * @param stopping aborted at shutdown: no further row is leased
 * @returns sum of the work's results
 */
export async function workDueRows(
  pool: pg.Pool,
  queue: LeasedQueue,
  work: (lease: Lease) => Promise<number>,
  { at = null, stopping }: { at?: string | null; stopping?: AbortSignal | undefined } = {},
): Promise<number> {
  const until = Date.now() + queue.roundLimit;
  const isOver = (): boolean => stopping?.aborted === true || Date.now() >= until;
  const busy = new Set<string>();
  const failures = new Map<string, unknown>();
  let sum = 0;
  const workRows = async (): Promise<void> => {
    while (!isOver()) {
      const lease = await leaseNextRow(pool, queue, { busy, failures, at });
      if (lease === null) return;
      await withinTime(work(lease), queue.leaseSeconds * 1000 - MARGIN)
        .then((result) => (sum += result))
        .catch((failure: unknown) => failures.set(lease.id, failure))
        .finally(() => busy.delete(lease.tenantId));
    }
  };
  const workers = Array.from({ length: queue.atOnce }, workRows);
  for (const worker of await Promise.allSettled(workers))
    if (worker.status === 'rejected') throw worker.reason;
  for (const failure of failures.values()) throw failure;
  return sum;
}

/** Reads due rows of all companies without a lock, and leases the first free row within its company. */
async function leaseNextRow(
  pool: pg.Pool,
  { table, key, due, joins, order, leaseSeconds }: LeasedQueue,
  { busy, failures, at }: { busy: Set<string>; failures: Map<string, unknown>; at: string | null },
): Promise<Lease | null> {
  const now = at === null ? 'now()' : '$3::timestamptz';
  const moment = at === null ? [] : [at];
  const free = `(queued.taken_until is null or queued.taken_until <= ${now})`;
  const ready = `${free} and ${due.replaceAll('now()', now)}`;
  const { rows } = await pool.query<{ tenantId: string; id: string }>(
    `select queued.tenant_id as "tenantId", queued.${key} as id from ${table} queued ${joins}
    where ${ready} and queued.tenant_id <> all($1::bigint[]) and queued.${key} <> all($2::bigint[])
    order by ${order} limit 20`,
    [[...busy], [...failures.keys()], ...moment],
  );
  for (const { tenantId, id } of rows) {
    // Another worker of this process may meanwhile have leased a row of the company, or failed.
    if (busy.has(tenantId) || failures.has(id)) continue;
    busy.add(tenantId);
    const { rows: leases } = await pool.query<Lease>(
      `update ${table} queued set taken_until = ${now} + interval '${leaseSeconds} seconds'
      where queued.tenant_id = $1 and queued.${key} = $2 and ${ready}
      returning queued.tenant_id as "tenantId", queued.${key} as id,
        queued.taken_until::text as "takenUntil"`,
      [tenantId, id, ...moment],
    );
    if (leases[0] !== undefined) return leases[0];
    busy.delete(tenantId);
  }
  return null;
}

/** Frees a row at once; leaves alone the lease of another process after the own lease expired. */
export async function endLease(
  pool: pg.Pool,
  { table, key }: LeasedQueue,
  { tenantId, id, takenUntil }: Lease,
): Promise<void> {
  await pool.query(
    `update ${table} set taken_until = now()
    where tenant_id = $1 and ${key} = $2 and taken_until = $3::timestamptz`,
    [tenantId, id, takenUntil],
  );
}
