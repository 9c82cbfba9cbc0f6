import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { DatabaseError, sqlState } from './connection.ts';

/**
 * Milliseconds that a change of the schema waits for a lock. Who comes after it waits as long: a table that is asked for whole is
 * given to no one else before. Shorter than PostgreSQL takes to look for deadlocks (a second), so it is this that gives way. After
 * some tries it is longer: where all is slow there is always one who takes longer, and autovacuum gives way only after that second.
 */
const lockWait = (tries: number): number => (tries < 5 ? 300 : 1_500);
/** Between two tries: the first, and the longest. */
const PAUSES = [200, 8_000] as const;
/** How long it is tried; an export, the longest work of the product, is over by then. */
export const PATIENCE = 15 * 60_000;

/** Not had in time, a deadlock, and a race that was lost. */
const PASSING = ['55P03', '40P01', '40001'];

export interface Patience {
  /** Milliseconds after which no further try is made; default: 15 minutes. */
  readonly patience?: number;
  /** Told once, when the first try gave way. */
  readonly say?: (sentence: string) => void;
  /** Ends the waiting between two tries. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Does work in a transaction that waits for no lock for long: it gives way to who is at work, and tries again.
 * Fails with a DatabaseError when it found no moment, and when `signal` ends the waiting.
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
      return await inTransaction(client, async () => {
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

export async function inTransaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin');
  try {
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    // A connection that is lost has rolled back by itself; what it was lost to is to be told.
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

/** Milliseconds between two looks whether another process is done. */
const LOOK = 200;

/**
 * Does work that one process does at a time; fails when `signal` ends the waiting. The others look again and again instead of
 * waiting in the database, where a statement that waits holds up an index that waits for all statements to end.
 *
 * @param number any, so long as nothing else in the database takes the same
 */
export async function alone<T>(
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
        // With its connection the lock goes, too.
        client.query('select pg_advisory_unlock($1)', [number]).catch(() => {}),
      );
  }
}
