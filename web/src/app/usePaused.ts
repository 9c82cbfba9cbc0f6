import { useEffect, useState } from 'react';

/** How long typing must pause before the server is asked, in milliseconds (screens: 500 ms). */
const PAUSE = 350;

/** What is typed, or made of it, once that has paused: the same, a moment later. */
export function usePaused<T>(typed: T): T {
  const [paused, setPaused] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(typed), PAUSE);
    return () => clearTimeout(timer);
  }, [typed]);
  return paused;
}
