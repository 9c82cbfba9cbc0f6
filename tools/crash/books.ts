import { setTimeout as wait } from 'node:timers/promises';
import { verify } from '@tradehouse/database';
import type { Connection } from '@tradehouse/database';

/** What every check finds wrong in one snapshot of the books, each as a sentence. */
export async function wrongInBooks(admin: Connection): Promise<string[]> {
  const { violations } = await verify(admin);
  return violations.map(({ check, subject, detail }) => `${check}: ${subject} ${detail}`);
}

/** Somebody who reads the books beside the load. */
export interface Reader {
  /** How often all checks were evaluated so far. */
  readonly looks: number;
  /** What was wrong in any of these snapshots. */
  readonly broken: readonly string[];
  /** Why the last look came to nothing; null, when it came to something. */
  readonly failure: unknown;
  /** Lets the last look end. */
  stop(): Promise<void>;
}

/** In milliseconds: evaluating all checks without a break would leave the load no processor. */
const BETWEEN_LOOKS = 100;

/**
 * Reads all books again and again, each time in one snapshot: no figure of it may be one that the ledgers do not have,
 * whatever is posted, folded or killed beside it. A look that a killed database ends counts for nothing.
 */
export function readAlong(look: () => Promise<Connection>): Reader {
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
