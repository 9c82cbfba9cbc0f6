import { listeners } from '../../app/listeners.ts';
import { codesOf, emptyQueue, scanReducer } from './scanQueue.ts';
import type { Outcome, Scan, ScanEvent, ScanQueue } from './scanQueue.ts';

export interface ScanRules<Found> {
  /** What the codes name; a code that is missing from the answer names nothing. Rejects when nothing could be asked. */
  readonly lookup: (codes: readonly string[]) => Promise<ReadonlyMap<string, Found>>;
  /** Puts the scans on the lines, in order, and says what became of each. */
  readonly apply: (
    scans: readonly { readonly scan: Scan; readonly found: Found | undefined }[],
  ) => readonly { readonly outcome: Outcome; readonly text: string }[];
  /** Something was not taken: the sound of it. */
  readonly onRefused: () => void;
}

export interface Scanner {
  /** Queues a scan at once, whatever else is going on; listeners hear of it with the next frame. */
  readonly scan: (code: string) => void;
  readonly queue: () => ScanQueue;
  readonly subscribe: (listener: () => void) => () => void;
  readonly clearLog: () => void;
  /** Goes on with what waits; answers how to stop. What waits then stays in the queue. */
  readonly resume: () => () => void;
}

/**
 * Milliseconds that scans are gathered, and between two drawings of what became of them. A scanner and the page it types into
 * are faster than the screen: drawing at every key would never let the browser come to rest.
 */
const FRAME = 16;

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Milliseconds before a failed lookup is tried again: more each time, at most ten seconds. */
const patience = (failures: number): number => Math.min(10_000, 500 * 2 ** failures);

/** The queue and who watches it: they hear of what happened with the next frame. */
function watchedQueue() {
  const { subscribe, tell } = listeners();
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

/** Asks what scans name; codes known already are not asked for again. */
function learner<Found>(lookup: ScanRules<Found>['lookup']) {
  const known = new Map<string, Found>();
  return async (scans: readonly Scan[]): Promise<ReadonlyMap<string, Found>> => {
    const strange = codesOf(scans).filter((code) => !known.has(code));
    if (strange.length === 0) return known;
    for (const [code, found] of await lookup(strange)) known.set(code, found);
    return known;
  };
}

/** Resolves what waits, all of it with one lookup; after a failed one it waits a while. */
function rounds<Found>(
  { read, happen }: ReturnType<typeof watchedQueue>,
  { lookup, apply, onRefused }: ScanRules<Found>,
): () => Promise<void> {
  const learn = learner(lookup);
  let failures = 0;
  return async () => {
    await pause(FRAME);
    happen({ event: 'asked' });
    const known = await learn(read().asked).catch(() => null);
    if (known === null) {
      failures += 1;
      happen({ event: 'failed' });
      return pause(patience(failures));
    }
    failures = 0;
    const results = apply(read().asked.map((scan) => ({ scan, found: known.get(scan.code) })));
    happen({ event: 'answered', results });
    if (results.some(({ outcome }) => outcome === 'unknown' || outcome === 'refused')) onRefused();
  };
}

/**
 * Takes scans as fast as they come and resolves them in order, many with one lookup. A failed lookup is tried again
 * until it answers; codes known already are not asked for again.
 */
export function createScanner<Found>(rules: ScanRules<Found>): Scanner {
  const queue = watchedQueue();
  const round = rounds(queue, rules);
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
