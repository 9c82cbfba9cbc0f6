import { setTimeout as wait } from 'node:timers/promises';
import { verifyDatabase } from '@tradehouse/database';
import type { Connection } from '@tradehouse/database';

/** Lists violations of all checks in one snapshot of the books. */
export async function wrongInBooks(admin: Connection): Promise<string[]> {
  const { violations } = await verifyDatabase(admin);
  return violations.map(({ check, subject, detail }) => `${check}: ${subject} ${detail}`);
}

/** Concurrent reader of the books. */
export interface BooksReader {
  /** Number of evaluations of all checks. */
  readonly looks: number;
  /** Violations found in any snapshot. */
  readonly broken: readonly string[];
  /** Reason for the failure of the last read; null after success. */
  readonly failure: unknown;
  /** Lets the last look end. */
  stop(): Promise<void>;
}

/** In milliseconds: evaluating all checks without a break would leave the load no processor. */
const BETWEEN_LOOKS = 100;

/**
 * Reads all ledgers and roll-ups repeatedly, each time in one snapshot: figures must match during postings,
 * rolling up and crashes. A read ended by a killed database does not count.
 */
export function readAlong(look: () => Promise<Connection>): BooksReader {
  const seen: { looks: number; broken: string[]; failure: unknown } = {
    looks: 0,
    broken: [],
    failure: null,
  };
  const time = new AbortController();
  const reading = (async () => {
    while (!time.signal.aborted) {
      try {
        seen.broken.push(...(await wrongInBooks(await look())));
        seen.looks += 1;
        seen.failure = null;
      } catch (error) {
        seen.failure = error;
      }
      await wait(BETWEEN_LOOKS);
    }
  })();
  return Object.assign(seen, {
    async stop() {
      time.abort();
      await reading;
    },
  });
}
