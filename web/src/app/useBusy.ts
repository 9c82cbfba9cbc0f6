import { useState } from 'react';

/** Runs work; returns true on completion. */
type RunBusy = (work: () => Promise<unknown>) => Promise<boolean>;

/** Busy state with a runner: a failed call ends the work; the client shows the reason. */
export function useBusy(): readonly [boolean, RunBusy] {
  const [busy, setBusy] = useState(false);
  const run: RunBusy = async (work) => {
    setBusy(true);
    try {
      await work();
      return true;
    } catch {
      // The client has shown the error.
      return false;
    } finally {
      setBusy(false);
    }
  };
  return [busy, run];
}
