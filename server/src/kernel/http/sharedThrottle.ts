import { createHash } from 'node:crypto';
import type { Database } from '@tradehouse/database';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { runInTransaction } from '../tx/transaction.ts';
import { createThrottle } from './throttle.ts';

/**
 * Counts failures per key in a time window, over all processes; a key over the limit waits for the window's
 * end. Tries in progress count in their own process, or a hundred at once would pass before the first
 * fails.
 */
export interface SharedThrottle {
  /** Begins a try; false if the key must wait. */
  readonly begin: (key: string) => Promise<boolean>;
  readonly failed: (key: string) => Promise<void>;
  /** Records that the try did not fail. */
  readonly excused: (key: string) => void;
  /** All failures are forgotten. */
  readonly forget: (key: string) => Promise<void>;
}

/** @param name separates the keys from the keys of other throttles */
export function createSharedThrottle(
  db: Kysely<Database>,
  name: string,
  most: number,
  windowMs: number,
): SharedThrottle {
  const here = createThrottle(most, windowMs);
  /** Keys may hold names, and names may be passwords typed into the wrong field: only their hash is kept. */
  const stored = (key: string): Buffer =>
    createHash('sha256').update(`${name}\n${key}`).digest().subarray(0, 16);

  async function isFull(key: string): Promise<boolean> {
    const { rows } = await sql`
      select from failed_try where key = ${stored(key)} and until > now() and failures >= ${most}`.execute(
      db,
    );
    return rows.length > 0;
  }

  return {
    async begin(key) {
      if (here.isShut(key)) return false;
      here.tried(key);
      const full = await isFull(key).catch((error: unknown) => {
        here.excused(key);
        throw error;
      });
      if (full) here.excused(key);
      return !full;
    },
    async failed(key) {
      await runInTransaction(
        db,
        (tx) =>
          sql`
            insert into failed_try as past (key, failures, until)
            values (${stored(key)}, 1, now() + ${windowMs} * interval '1 ms')
            on conflict (key) do update set
              failures = case when past.until > excluded.at then past.failures + 1 else 1 end,
              until = case when past.until > excluded.at then past.until else excluded.until end, at = excluded.at`.execute(
            tx,
          ),
        // A crash may forget the last failures: they are not worth waiting for the disk.
        'begin; set local synchronous_commit = off',
      );
    },
    excused: here.excused,
    async forget(key) {
      here.forget(key);
      await sql`delete from failed_try where key = ${stored(key)}`.execute(db);
    },
  };
}

export async function sweepFailures(db: Kysely<Database>): Promise<void> {
  await sql`delete from failed_try where until <= now()`.execute(db);
}
