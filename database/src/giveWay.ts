import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { DatabaseError, sqlState } from './connection.ts';

/**
 * Lock timeout of a schema change, in milliseconds. Later requests queue behind the pending exclusive lock
 * equally long. Shorter than PostgreSQL's deadlock check (one second), to make this side give way. Longer
 * after some tries: on a slow system some transaction always takes longer, and autovacuum gives way only
 * after the check.
 */
const lockWait = (tries: number): number => (tries < 5 ? 300 : 1_500);
/** Between two tries: the first, and the longest. */
const PAUSES = [200, 8_000] as const;
/** Total retry time; an export, the longest work, ends within. */
export const PATIENCE = 15 * 60_000;

/** Lock timeout, deadlock, and serialization failure. */
const PASSING = ['55P03', '40P01', '40001'];

export interface Patience {
  /** Milliseconds until retries stop; default: 15 minutes. */
  readonly patience?: number;
  /** Told once, when the first try gave way. */
  readonly say?: (sentence: string) => void;
  /** Ends the waiting between two tries. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs work in a transaction with short lock timeouts, giving way to active transactions and retrying.
 * Fails with a DatabaseError after the last retry or when `signal` aborts.
 */
export async function givingWay<T>(
  client: pg.Client,
  what: string,
  work: () => Promise<T>,
  { patience = PATIENCE, say = () => {}, signal }: Patience = {},
): Promise<T> {
  const end = Date.now() + patience;
  const [first, longest] = PAUSES;
  for (let tries = 0; ; tries += 1) {
    const pause = Math.min(longest, first * 2 ** tries);
    try {
      return await runInClientTransaction(client, async () => {
        await client.query(`set local lock_timeout = ${lockWait(tries)}`);
        return work();
      });
    } catch (error) {
      if (!PASSING.includes(sqlState(error) ?? '')) throw error;
      if (Date.now() + pause > end)
        throw new DatabaseError(
          `${what} found no moment without others at work on the same tables: see pg_stat_activity for who holds them, and start again.`,
          { cause: error },
        );
      if (tries === 0) say(`${what} waits until others are done with its tables`);
      await wait(pause, undefined, { signal });
    }
  }
}

export async function runInClientTransaction<T>(
  client: pg.Client,
  work: () => Promise<T>,
): Promise<T> {
  await client.query('begin');
  try {
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    // A lost connection has rolled back already; report the original error.
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

/** Milliseconds between two looks whether another process is done. */
const LOOK = 200;

/**
 * Runs work in one process at a time; fails when `signal` aborts the wait. Other processes poll: a
 * statement waiting in the database would block an index build waiting for all statements.
 *
 * @param number any number without another lock in the database
 */
export async function runWithAdvisoryLock<T>(
  client: pg.Client,
  number: number,
  work: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  for (; ; await wait(LOOK)) {
    signal?.throwIfAborted();
    const { rows } = await client.query<{ mine: boolean }>(
      'select pg_try_advisory_lock($1) as mine',
      [number],
    );
    if (rows[0]?.mine === true)
      return work().finally(() =>
        // The lock ends with the connection too.
        client.query('select pg_advisory_unlock($1)', [number]).catch(() => {}),
      );
  }
}
