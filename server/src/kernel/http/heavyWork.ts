import type { Scope } from '../context.ts';
import { refuse } from '../refuse.ts';

/** Lets only so much long work run at once, so that no one's exports slow everybody's sales. */
export interface HeavyWork {
  /** Takes a place and answers how to leave it; refuses with `request.tooMany` when there is none. */
  readonly enter: (scope: Pick<Scope, 'tenantId' | 'userId'>) => () => void;
  /** Number of places that are taken. */
  readonly taken: () => number;
}

/** Holds a place while work is done; it is given back however the work ends. */
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
  /** Of the process: for companies that hold some already. A company that holds none finds a place beyond it. */
  readonly shared: number;
  /** Of the process, no matter who asks. */
  readonly all: number;
}

/** Exports and imports; files that are brought, which are held in memory while they are looked at. */
export const WORK: Limits = { user: 2, company: 3, shared: 6, all: 24 };
/** Files of 10 MB at most that are being read, however slowly they come. */
export const BRINGING: Limits = { user: 3, company: 10, shared: 30, all: 60 };
/** Written files whose reader takes their time: they cost room on the disk alone. */
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
      if (full) refuse('request.tooMany');
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
