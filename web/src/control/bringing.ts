import { createContext, useCallback, useContext, useEffect, useState } from 'react';
import { useBusy } from '../app/useBusy.ts';

/** Hears of each field of a form that begins to bring files (1) and that is done with it (-1). */
export const BringingContext = createContext<(by: 1 | -1) => void>(() => undefined);

/** Whether files are on their way into a form, which is not to be saved without them, and what its context is to be. */
export function useBringing(): readonly [boolean, (by: 1 | -1) => void] {
  const [fields, setFields] = useState(0);
  const tell = useCallback((by: 1 | -1) => setFields((before) => before + by), []);
  return [fields > 0, tell];
}

/** `useBusy` of a field that brings files: its form knows of it. */
export function useFieldBusy(): ReturnType<typeof useBusy> {
  const [busy, run] = useBusy();
  const tell = useContext(BringingContext);
  useEffect(() => {
    if (!busy) return undefined;
    tell(1);
    return () => tell(-1);
  }, [busy, tell]);
  return [busy, run];
}
