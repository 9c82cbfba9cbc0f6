import { createListeners } from '../../app/listeners.ts';
import { distinctCodesOfScans, emptyQueue, scanReducer } from './scanQueue.ts';
import type { ScanOutcome, Scan, ScanEvent, ScanQueue } from './scanQueue.ts';

export interface ScanRules<Found> {
  /** Looks up codes; unknown codes are absent from the result. Rejects if the request fails. */
  readonly lookup: (codes: readonly string[]) => Promise<ReadonlyMap<string, Found>>;
  /** Applies scans to the lines in order and returns each outcome. */
  readonly apply: (
    scans: readonly { readonly scan: Scan; readonly found: Found | undefined }[],
  ) => readonly { readonly outcome: ScanOutcome; readonly text: string }[];
  /** Signals a refused scan, by sound. */
  readonly onRefused: () => void;
}

export interface Scanner {
  /** Queues a scan at once, whatever else is running; listeners are notified in the next frame. */
  readonly scan: (code: string) => void;
  readonly queue: () => ScanQueue;
  readonly subscribe: (listener: () => void) => () => void;
  readonly clearLog: () => void;
  /** Resumes waiting scans; returns a function to stop, which leaves waiting scans queued. */
  readonly resume: () => () => void;
}

/**
 * Milliseconds for gathering scans and between redraws. Scanner and page outpace the screen: redrawing at
 * every key would never let the browser rest.
 */
const FRAME = 16;

const waitMilliseconds = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Milliseconds before a failed lookup is tried again: more each time, at most ten seconds. */
const retryDelayAfter = (failures: number): number => Math.min(10_000, 500 * 2 ** failures);

/** Holds the queue and its listeners, notified in the next frame. */
function watchedQueue() {
  const { subscribe, tell } = createListeners();
  let queue = emptyQueue;
  let telling = false;
  const drawn = (): void => {
    telling = false;
    tell();
  };
  return {
    read: () => queue,
    happen: (event: ScanEvent): void => {
      queue = scanReducer(queue, event);
      if (!telling) setTimeout(drawn, FRAME);
      telling = true;
    },
    subscribe,
  };
}

/** Looks up scanned codes; known codes are not requested again. */
function createScanLookup<Found>(lookup: ScanRules<Found>['lookup']) {
  const known = new Map<string, Found>();
  return async (scans: readonly Scan[]): Promise<ReadonlyMap<string, Found>> => {
    const strange = distinctCodesOfScans(scans).filter((code) => !known.has(code));
    if (strange.length === 0) return known;
    for (const [code, found] of await lookup(strange)) known.set(code, found);
    return known;
  };
}

/** Resolves all waiting scans with one lookup; pauses after a failure. */
function createScanRound<Found>(
  { read, happen }: ReturnType<typeof watchedQueue>,
  { lookup, apply, onRefused }: ScanRules<Found>,
): () => Promise<void> {
  const learn = createScanLookup(lookup);
  let failures = 0;
  return async () => {
    await waitMilliseconds(FRAME);
    happen({ event: 'asked' });
    const known = await learn(read().asked).catch(() => null);
    if (known === null) {
      failures += 1;
      happen({ event: 'failed' });
      return waitMilliseconds(retryDelayAfter(failures));
    }
    failures = 0;
    const results = apply(read().asked.map((scan) => ({ scan, found: known.get(scan.code) })));
    happen({ event: 'answered', results });
    if (results.some(({ outcome }) => outcome === 'unknown' || outcome === 'refused')) onRefused();
  };
}

/**
 * Accepts scans at any speed and resolves scans in order, many per lookup. Failed lookups are retried until
 * successful; known codes are not requested again.
 */
export function createScanner<Found>(rules: ScanRules<Found>): Scanner {
  const queue = watchedQueue();
  const round = createScanRound(queue, rules);
  let stopped = false;
  let running = false;

  const run = async (): Promise<void> => {
    if (running) return;
    running = true;
    try {
      // oxlint-disable-next-line eslint/no-unmodified-loop-condition -- what resume() answered changes it meanwhile
      while (!stopped && queue.read().waiting.length > 0) await round();
    } finally {
      running = false;
    }
  };

  return {
    scan: (code) => {
      queue.happen({ event: 'scanned', code });
      void run();
    },
    queue: queue.read,
    subscribe: queue.subscribe,
    clearLog: () => queue.happen({ event: 'logCleared' }),
    resume: () => {
      stopped = false;
      void run();
      return () => {
        stopped = true;
      };
    },
  };
}
