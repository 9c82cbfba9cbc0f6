import { useSyncExternalStore } from 'react';
import { createListeners } from '../listeners.ts';

/** How many files of the program wait for the network. */
let waiting = 0;
const { subscribe, tell } = createListeners();

const countWaitingWork = (by: 1 | -1): void => {
  waiting += by;
  tell();
};

/** Runs work, and meanwhile shows the network as disconnected. */
export async function whileAway<T>(work: () => Promise<T>): Promise<T> {
  countWaitingWork(1);
  try {
    return await work();
  } finally {
    countWaitingWork(-1);
  }
}

/** True while a page waits for the network. */
export const useAway = (): boolean => useSyncExternalStore(subscribe, () => waiting > 0);
