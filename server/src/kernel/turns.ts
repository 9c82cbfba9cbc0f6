import { refuse } from './refuse.ts';

/** Does work when its turn comes. */
export type Turns = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Lets only so much of what takes memory and a core run at once, in the order it came.
 *
 * @param most that may wait; beyond it is refused with `server.busy`.
 */
export function createTurns(parallel: number, most: number): Turns {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= parallel) {
      if (waiting.length >= most) refuse('server.busy');
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
