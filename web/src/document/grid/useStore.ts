import { useSyncExternalStore } from 'react';
import type { GridStore } from './gridStore.ts';

/** Redraws only when the snapshot differs, compared by identity: a snapshot must be cheap and stable. */
export function useStore<Row, Snapshot>(store: GridStore<Row>, snapshot: () => Snapshot): Snapshot {
  return useSyncExternalStore(store.subscribe, snapshot);
}
