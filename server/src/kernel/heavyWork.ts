import type { Scope } from './context.ts';
import { refuse } from './refuse.ts';

/** Lets only so much long work run at once, so that nobody's exports slow everybody's sales. */
export interface HeavyWork {
  /** Takes a place and answers how to leave it; refuses with `request.tooMany` when there is none. */
  readonly enter: (scope: Pick<Scope, 'tenantId' | 'userId'>) => () => void;
}

const PER_USER = 2;
const PER_TENANT = 3;
const PER_PROCESS = 6;

export function createHeavyWork(): HeavyWork {
  const running = new Map<string, number>();
  const change = (key: string, by: number): void => {
    const count = (running.get(key) ?? 0) + by;
    if (count > 0) running.set(key, count);
    else running.delete(key);
  };
  return {
    enter({ tenantId, userId }) {
      const limits = [
        ['all', PER_PROCESS],
        [tenantId, PER_TENANT],
        [`${tenantId}/${userId}`, PER_USER],
      ] as const;
      if (limits.some(([key, most]) => (running.get(key) ?? 0) >= most)) refuse('request.tooMany');
      for (const [key] of limits) change(key, 1);
      let left = false;
      return () => {
        if (left) return;
        left = true;
        for (const [key] of limits) change(key, -1);
      };
    },
  };
}
