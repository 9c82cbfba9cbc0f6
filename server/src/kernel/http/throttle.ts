/**
 * Counts failures per key in a time window; a key over the limit waits for the window's end. A try counts
 * as a failure from its beginning, or a hundred at once would pass before the first fails.
 */
export interface Throttle {
  readonly isShut: (key: string) => boolean;
  readonly tried: (key: string) => void;
  /** The try was no failure. */
  readonly excused: (key: string) => void;
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
    tried(key) {
      const entry = live(key);
      if (entry !== undefined) {
        entry.count += 1;
        return;
      }
      // The oldest entry gives way, so that a flood of names does not erase all other failures at once.
      const [oldest] = failures.keys();
      if (failures.size >= MOST_KEYS && oldest !== undefined) failures.delete(oldest);
      failures.set(key, { count: 1, until: now() + windowMs });
    },
    excused(key) {
      const entry = live(key);
      if (entry !== undefined && entry.count > 0) entry.count -= 1;
    },
    forget: (key) => failures.delete(key),
  };
}
