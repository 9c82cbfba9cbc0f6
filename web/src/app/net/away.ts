import { useSyncExternalStore } from 'react';

/** How many files of the program wait for the network. */
let waiting = 0;
const listeners = new Set<() => void>();

const count = (by: 1 | -1): void => {
  waiting += by;
  for (const listener of listeners) listener();
};

/** Anyone who looks on is told that the network is away, until the work is done. */
export async function whileAway<T>(work: () => Promise<T>): Promise<T> {
  count(1);
  try {
    return await work();
  } finally {
    count(-1);
  }
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Whether a page waits for the network. */
export const useAway = (): boolean => useSyncExternalStore(subscribe, () => waiting > 0);
