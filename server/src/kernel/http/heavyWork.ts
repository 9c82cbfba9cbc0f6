import type { Scope } from '../access/context.ts';
import { refuseWith } from '../refuse.ts';

/** Limits concurrent long work, so that no company's exports slow everybody's sales. */
export interface HeavyWork {
  /** Takes a place and returns its release; refuses with `request.tooMany` if none is free. */
  readonly enter: (scope: Pick<Scope, 'tenantId' | 'userId'>) => () => void;
  readonly taken: () => number;
}

/** Holds a place during work, and always releases it. */
export async function holdPlace<T>(
  { enter }: Pick<HeavyWork, 'enter'>,
  scope: Pick<Scope, 'tenantId' | 'userId'>,
  work: () => Promise<T>,
): Promise<T> {
  const leave = enter(scope);
  return work().finally(leave);
}

export interface Limits {
  readonly user: number;
  readonly company: number;
  /**
   * Places of the process for companies that already hold one. A company without any may exceed the limit.
   */
  readonly shared: number;
  /** Places of the process, for all callers. */
  readonly all: number;
}

/** Places for exports and imports, including uploads held in memory for inspection. */
export const WORK: Limits = { user: 2, company: 3, shared: 6, all: 24 };
/** Places for files of at most 10 MB being received, however slowly. */
export const BRINGING: Limits = { user: 3, company: 10, shared: 30, all: 60 };
/** Places for written files with slow readers: they only take disk space. */
export const SENDING: Limits = { user: 4, company: 12, shared: 100, all: 200 };

export function createHeavyWork(most: Limits): HeavyWork {
  const running = new Map<string, number>();
  const count = (key: string): number => running.get(key) ?? 0;
  const change = (key: string, by: number): void => {
    if (count(key) + by > 0) running.set(key, count(key) + by);
    else running.delete(key);
  };
  return {
    taken: () => count('all'),
    enter({ tenantId, userId }) {
      const user = `${tenantId}/${userId}`;
      const inAll = count(tenantId) === 0 ? most.all : most.shared;
      const full =
        count('all') >= inAll || count(tenantId) >= most.company || count(user) >= most.user;
      if (full) refuseWith('request.tooMany');
      const keys = ['all', tenantId, user];
      for (const key of keys) change(key, 1);
      let left = false;
      return () => {
        if (left) return;
        left = true;
        for (const key of keys) change(key, -1);
      };
    },
  };
}
