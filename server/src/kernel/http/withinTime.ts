import { setTimeout as wait } from 'node:timers/promises';

/** Returns the result of `work`, or fails after the given milliseconds; the work continues. */
export async function withinTime<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  const ended = new AbortController();
  const late = wait(milliseconds, undefined, { signal: ended.signal }).then(() => {
    throw new Error(`took longer than ${milliseconds} ms`);
  });
  // A failure after the time was up is no one's any more.
  work.catch(() => {});
  late.catch(() => {});
  return Promise.race([work, late]).finally(() => ended.abort());
}
