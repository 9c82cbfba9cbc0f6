import type { Spent } from './processor.ts';

/** What a run of one scenario showed; times in milliseconds. */
export interface Figure {
  readonly scenario: string;
  readonly documents: number;
  readonly clients: number;
  readonly count: number;
  readonly failed: number;
  /** Successes per second. */
  readonly rate: number;
  readonly p50: number;
  readonly p95: number;
  readonly slowest: number;
  /** Processor time per success, in milliseconds; not a number where it is not known. */
  readonly serverTime: number;
  readonly databaseTime: number;
  /** The first failure, in words. */
  readonly failure?: string;
}

export interface Run {
  readonly scenario: string;
  readonly documents: number;
  readonly clients: number;
  readonly seconds: number;
  /** Ends earlier after this many calls. */
  readonly most?: number;
  /** Calls whose times are not counted: plans, caches and the compiler warm up. */
  readonly warmUp?: number;
  /** Ends it earlier. */
  readonly signal?: AbortSignal;
  /** Told as the first call that is timed begins. */
  readonly begun?: (() => void) | undefined;
  /** Reads the processor time used so far. */
  readonly clock: () => Spent;
}

/** Lets every client call again and again, the next as soon as the last was answered, and times each call. */
export async function load(
  {
    scenario,
    documents,
    clients,
    seconds,
    most = Infinity,
    warmUp = 20,
    signal,
    begun,
    clock,
  }: Run,
  call: (client: number) => Promise<unknown>,
): Promise<Figure> {
  for (let done = 0; done < warmUp; done += clients) {
    await Promise.allSettled(Array.from({ length: clients }, (_, index) => call(index)));
  }
  begun?.();
  const before = clock();
  const times: number[] = [];
  const failures: unknown[] = [];
  const began = performance.now();
  const until = began + seconds * 1000;
  const goesOn = (): boolean =>
    performance.now() < until && times.length + failures.length < most && signal?.aborted !== true;
  const one = async (index: number): Promise<void> => {
    while (goesOn()) {
      const since = performance.now();
      try {
        await call(index);
        times.push(performance.now() - since);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, index) => one(index)));
  const spent = (performance.now() - began) / 1000;
  const after = clock();
  const sorted = times.toSorted((a, b) => a - b);
  return {
    scenario,
    documents,
    clients,
    count: times.length,
    failed: failures.length,
    rate: times.length / spent,
    p50: share(sorted, 0.5),
    p95: share(sorted, 0.95),
    slowest: sorted.at(-1) ?? Number.NaN,
    serverTime: (after.server - before.server) / times.length,
    databaseTime: (after.database - before.database) / times.length,
    ...(failures.length > 0 && { failure: String(failures[0]).slice(0, 300) }),
  };
}

/** The value below which this share of the sorted values lies. */
export const share = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
