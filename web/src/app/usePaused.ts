import { useEffect, useState } from 'react';

/** How long typing must pause before the server is asked, in milliseconds. */
const PAUSE = 350;

/** Debounces a value: follows the input after a pause. */
export function usePaused<T>(typed: T, pause = PAUSE): T {
  const [paused, setPaused] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(typed), pause);
    return () => clearTimeout(timer);
  }, [typed, pause]);
  return paused;
}
