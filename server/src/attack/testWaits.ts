// Waiting for others to wait: what tests of several calls at once stand on.
import { setTimeout as wait } from 'node:timers/promises';
import type { TestServer } from '../testing.ts';

const TRIES = 30_000;

/** Waits until a number of transactions wait for locks, or `over` returns true. */
export async function waiting(
  { database }: TestServer,
  count: number,
  over: () => boolean = () => false,
): Promise<void> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    if (over()) return;
    if ((await database.waiting()) >= count) return;
    await wait(20);
  }
  throw new Error(`fewer than ${count} wait for a lock`);
}
