import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import { withClient } from '@tradehouse/database';
import type { Connection } from '@tradehouse/database';
import { quantileOfTimes } from './load.ts';

// Tail: postings not yet folded into the roll-ups; every reader adds the tail (decision 0033).

/** Tail length during some work, and its duration afterwards. */
export interface Tail {
  readonly median: number;
  readonly longest: number;
  /** Seconds from the last posting until nothing waited. */
  readonly emptyAfter: number;
}

const LOOK_EVERY = 100;
/** Seconds after which the tail counts for stuck. */
const NEVER = 120;

const UNFOLDED = 'select count(*)::int as count from unfolded_posting';
/** Remaining work of postings: folding, events to relay, jobs. */
const FOLLOWING = `select (${UNFOLDED}) + (select count(*) from outbox where relayed_at is null and due_at <= now())::int
  + (select count(*) from graphile_worker.jobs where run_at <= now())::int as count`;

async function queryTailCount(db: Client, query: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>(query);
  return rows[0]?.count ?? 0;
}

/** Polls until the count is at most `most`; fails on a timeout. */
async function waitUntilCount(db: Client, query: string, most: number): Promise<void> {
  const last = performance.now() + NEVER * 1000;
  while ((await queryTailCount(db, query)) > most) {
    if (performance.now() > last) throw new Error('what was posted is not folded: no one is at it');
    await wait(LOOK_EVERY);
  }
}

/** Waits until all pending work of postings is done, except `kept` pending rows. */
export const untilQuiet = (db: Client, kept = 0): Promise<void> =>
  waitUntilCount(db, FOLLOWING, kept);

/** Counts pending rows from the index alone, because deleted rows stay in the table until vacuum. */
export async function tailOf(db: Client): Promise<number> {
  await db.query('set enable_seqscan = off; set enable_bitmapscan = off');
  return queryTailCount(db, UNFOLDED);
}

/** Watches the tail during the work and until the tail is empty. */
export function watchTail<Result>(
  admin: Connection,
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly tail: Tail }> {
  return withClient(admin, async (db) => {
    const done = new AbortController();
    const looking = sampleTailLengths(db, done.signal);
    const result = await work().finally(() => done.abort());
    const ended = performance.now();
    const lengths = await looking;
    await waitUntilCount(db, UNFOLDED, 0);
    const emptyAfter = (performance.now() - ended) / 1000;
    return { result, tail: { ...lengthsOf(lengths), emptyAfter } };
  });
}

async function sampleTailLengths(db: Client, done: AbortSignal): Promise<number[]> {
  const lengths: number[] = [];
  while (!done.aborted) {
    lengths.push(await tailOf(db));
    await wait(LOOK_EVERY);
  }
  return lengths;
}

export function lengthsOf(lengths: readonly number[]): Omit<Tail, 'emptyAfter'> {
  const sorted = lengths.toSorted((a, b) => a - b);
  return { median: quantileOfTimes(sorted, 0.5), longest: sorted.at(-1) ?? Number.NaN };
}

export const tailLine = ({ median, longest, emptyAfter }: Tail): string =>
  `    unfolded meanwhile: ${median} postings by the median, ${longest} at most; none ${emptyAfter.toFixed(1)} s after the last`;
