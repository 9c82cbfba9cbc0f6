import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import { withClient } from '@tradehouse/database';
import type { Connection } from '@tradehouse/database';
import { share } from './load.ts';

// The tail: postings that are not folded into the roll-ups yet, which every reader adds up (decision 0033).

/** How long the tail was while something ran, and how long it lasted after it. */
export interface Tail {
  readonly median: number;
  readonly longest: number;
  /** Seconds from the last posting until nothing waited. */
  readonly emptyAfter: number;
}

const LOOK_EVERY = 100;
/** Seconds after which what is left will not be folded any more. */
const NEVER = 120;

const UNFOLDED = 'select count(*)::int as count from unfolded_posting';
/** What still follows from what was posted: unfolded postings, events to relay, jobs to run. */
const FOLLOWING = `select (${UNFOLDED}) + (select count(*) from outbox where relayed_at is null and due_at <= now())::int
  + (select count(*) from graphile_worker.jobs where run_at <= now())::int as count`;

async function counted(db: Client, query: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>(query);
  return rows[0]?.count ?? 0;
}

/** Looks again and again until the count is down to this; fails where it does not get there. */
async function until(db: Client, query: string, most: number): Promise<void> {
  const last = performance.now() + NEVER * 1000;
  while ((await counted(db, query)) > most) {
    if (performance.now() > last) throw new Error('what was posted is not folded: no one is at it');
    await wait(LOOK_EVERY);
  }
}

/** Waits until nothing follows any more from what was posted, but for so many postings that are kept unfolded. */
export const untilQuiet = (db: Client, kept = 0): Promise<void> => until(db, FOLLOWING, kept);

/**
 * How many postings wait to be folded. Read from the index alone, or looking would cost more than what is looked at: what was
 * folded leaves its row behind until it is swept out.
 */
export async function tailOf(db: Client): Promise<number> {
  await db.query('set enable_seqscan = off; set enable_bitmapscan = off');
  return counted(db, UNFOLDED);
}

/** Looks at the tail while the work runs and until it is empty. */
export function watchTail<Result>(
  admin: Connection,
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly tail: Tail }> {
  return withClient(admin, async (db) => {
    const done = new AbortController();
    const looking = look(db, done.signal);
    const result = await work().finally(() => done.abort());
    const ended = performance.now();
    const lengths = await looking;
    await until(db, UNFOLDED, 0);
    const emptyAfter = (performance.now() - ended) / 1000;
    return { result, tail: { ...lengthsOf(lengths), emptyAfter } };
  });
}

async function look(db: Client, done: AbortSignal): Promise<number[]> {
  const lengths: number[] = [];
  while (!done.aborted) {
    lengths.push(await tailOf(db));
    await wait(LOOK_EVERY);
  }
  return lengths;
}

export function lengthsOf(lengths: readonly number[]): Omit<Tail, 'emptyAfter'> {
  const sorted = lengths.toSorted((a, b) => a - b);
  return { median: share(sorted, 0.5), longest: sorted.at(-1) ?? Number.NaN };
}

export const tailLine = ({ median, longest, emptyAfter }: Tail): string =>
  `    unfolded meanwhile: ${median} postings by the median, ${longest} at most; none ${emptyAfter.toFixed(1)} s after the last`;
