import { useState } from 'react';

/** Does some work; answers whether it came to its end. */
type Run = (work: () => Promise<unknown>) => Promise<boolean>;

/** Whether work is being done, and what does it: a call that fails ends it, and the client says why. */
export function useBusy(): readonly [boolean, Run] {
  const [busy, setBusy] = useState(false);
  const run: Run = async (work) => {
    setBusy(true);
    try {
      await work();
      return true;
    } catch {
      // The client has said what went wrong.
      return false;
    } finally {
      setBusy(false);
    }
  };
  return [busy, run];
}
