import { refuseWith } from '../refuse.ts';

/** Runs work in turn; known callers never wait behind strangers. */
export type Turns = <T>(work: () => Promise<T>, belongs?: boolean) => Promise<T>;

/**
 * Limits concurrent work that takes memory and a core, in order of arrival.
 *
 * @param most waiting strangers, and equally waiting known callers; beyond refused with `server.busy`.
 */
export function createTurns(parallel: number, most: number): Turns {
  let running = 0;
  const known: (() => void)[] = [];
  const strangers: (() => void)[] = [];
  return async (work, belongs = false) => {
    if (running >= parallel) {
      const waiting = belongs ? known : strangers;
      if (waiting.length >= most) refuseWith('server.busy');
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = known.shift() ?? strangers.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
