import type { Spent } from './processor.ts';

/** Result of a run of one scenario; times in milliseconds. */
export interface LoadFigure {
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
  /** Processor time per success, in milliseconds; NaN if unknown. */
  readonly serverTime: number;
  readonly databaseTime: number;
  /** The first failure, in words. */
  readonly failure?: string;
}

export interface LoadRun {
  readonly scenario: string;
  readonly documents: number;
  readonly clients: number;
  readonly seconds: number;
  /** Ends earlier after this many calls. */
  readonly most?: number;
  /** Untimed calls: plans, caches and the compiler warm up. */
  readonly warmUp?: number;
  /** Ends the run early. */
  readonly signal?: AbortSignal;
  /** Called at the first timed call. */
  readonly begun?: (() => void) | undefined;
  /** Returns the processor time used so far. */
  readonly clock: () => Spent;
}

/** Lets every client call repeatedly, each call right after the last answer, and times the calls. */
export async function runLoadScenario(
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
  }: LoadRun,
  call: (client: number) => Promise<unknown>,
): Promise<LoadFigure> {
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
    p50: quantileOfTimes(sorted, 0.5),
    p95: quantileOfTimes(sorted, 0.95),
    slowest: sorted.at(-1) ?? Number.NaN,
    serverTime: (after.server - before.server) / times.length,
    databaseTime: (after.database - before.database) / times.length,
    ...(failures.length > 0 && { failure: String(failures[0]).slice(0, 300) }),
  };
}

/** Returns the value with this share of the sorted values below. */
export const quantileOfTimes = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
