/** Counts failures per key in a window of time; what is over the limit has to wait for the window's end. */
export interface Throttle {
  readonly isShut: (key: string) => boolean;
  readonly failed: (key: string) => void;
  readonly forget: (key: string) => void;
}

const MOST_KEYS = 50_000;

export function createThrottle(
  most: number,
  windowMs: number,
  now: () => number = Date.now,
): Throttle {
  const failures = new Map<string, { count: number; until: number }>();
  const live = (key: string): { count: number; until: number } | undefined => {
    const entry = failures.get(key);
    if (entry !== undefined && entry.until <= now()) failures.delete(key);
    return failures.get(key);
  };
  return {
    isShut: (key) => (live(key)?.count ?? 0) >= most,
    failed(key) {
      const entry = live(key);
      if (entry !== undefined) {
        entry.count += 1;
        return;
      }
      if (failures.size >= MOST_KEYS) failures.clear();
      failures.set(key, { count: 1, until: now() + windowMs });
    },
    forget: (key) => failures.delete(key),
  };
}
