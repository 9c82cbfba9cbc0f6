import { createContext, useCallback, useContext, useEffect, useState } from 'react';
import { useBusy } from '../app/useBusy.ts';

/** Notified by each form field that begins (1) or ends (-1) an upload. */
export const BringingContext = createContext<(by: 1 | -1) => void>(() => undefined);

/** Upload state of a form, which must not be saved meanwhile, with the value for its context. */
export function useFilesInProgress(): readonly [boolean, (by: 1 | -1) => void] {
  const [fields, setFields] = useState(0);
  const tell = useCallback((by: 1 | -1) => setFields((before) => before + by), []);
  return [fields > 0, tell];
}

/** `useBusy` for a field with uploads, reported to its form. */
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
