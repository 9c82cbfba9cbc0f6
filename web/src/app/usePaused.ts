import { useEffect, useState } from 'react';

/** Pause of typing before a request to the server, in milliseconds. */
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
