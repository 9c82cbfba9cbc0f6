import { useSyncExternalStore } from 'react';
import { listeners } from '../listeners.ts';

/** How many files of the program wait for the network. */
let waiting = 0;
const { subscribe, tell } = listeners();

const count = (by: 1 | -1): void => {
  waiting += by;
  tell();
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

/** Whether a page waits for the network. */
export const useAway = (): boolean => useSyncExternalStore(subscribe, () => waiting > 0);
