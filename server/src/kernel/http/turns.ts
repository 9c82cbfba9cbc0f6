import { refuse } from '../refuse.ts';

/** Does work when its turn comes; those who belong here wait behind no stranger. */
export type Turns = <T>(work: () => Promise<T>, belongs?: boolean) => Promise<T>;

/**
 * Lets only so much of what takes memory and a core run at once, in the order it came.
 *
 * @param most strangers that may wait, and as many of those who belong; beyond it is refused with `server.busy`.
 */
export function createTurns(parallel: number, most: number): Turns {
  let running = 0;
  const known: (() => void)[] = [];
  const strangers: (() => void)[] = [];
  return async (work, belongs = false) => {
    if (running >= parallel) {
      const waiting = belongs ? known : strangers;
      if (waiting.length >= most) refuse('server.busy');
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
