/** Single scan. The id is assigned on arrival, so no scan is lost or counted twice. */
export interface Scan {
  readonly id: number;
  readonly code: string;
}

/** Outcome of a scan: new line, incremented line, unknown code, or refused by the line. */
export type ScanOutcome = 'added' | 'repeated' | 'unknown' | 'refused';

export interface ScanResult extends Scan {
  readonly outcome: ScanOutcome;
  /** The product's name, or the reason. */
  readonly text: string;
}

/**
 * Queue of scans: `waiting` and `asked` (sent for look-up) in the order of scanning, `log` with the
 * finished scans, the latest last.
 */
export interface ScanQueue {
  readonly nextId: number;
  readonly waiting: readonly Scan[];
  readonly asked: readonly Scan[];
  readonly log: readonly ScanResult[];
  readonly counts: Readonly<Record<ScanOutcome, number>>;
}

export type ScanEvent =
  | { readonly event: 'scanned'; readonly code: string }
  /** The oldest waiting scans are looked up. */
  | { readonly event: 'asked' }
  /** Lookup reply; one result for each requested scan, in order. */
  | {
      readonly event: 'answered';
      readonly results: readonly { readonly outcome: ScanOutcome; readonly text: string }[];
    }
  /** The lookup failed (network): the asked scans wait again, in front. */
  | { readonly event: 'failed' }
  | { readonly event: 'logCleared' };

/** Maximum scans per lookup. */
export const BATCH = 100;
/** Maximum log entries kept; the counts cover all scans. */
export const LONGEST_LOG = 2_000;

export const emptyQueue: ScanQueue = {
  nextId: 1,
  waiting: [],
  asked: [],
  log: [],
  counts: { added: 0, repeated: 0, unknown: 0, refused: 0 },
};

/** Returns the queue after an event. Every id below `nextId` is waiting, sent for look-up, or finished. */
export function scanReducer(queue: ScanQueue, event: ScanEvent): ScanQueue {
  switch (event.event) {
    case 'scanned':
      return enqueueScan(queue, event.code.trim());
    case 'asked':
      return takeScanBatch(queue);
    case 'answered':
      return recordScanResults(queue, event.results);
    case 'failed':
      return { ...queue, waiting: [...queue.asked, ...queue.waiting], asked: [] };
    case 'logCleared':
      return { ...queue, log: [] };
  }
}

function enqueueScan(queue: ScanQueue, code: string): ScanQueue {
  if (code === '') return queue;
  return {
    ...queue,
    nextId: queue.nextId + 1,
    waiting: [...queue.waiting, { id: queue.nextId, code }],
  };
}

function takeScanBatch(queue: ScanQueue): ScanQueue {
  if (queue.asked.length > 0) return queue;
  return { ...queue, asked: queue.waiting.slice(0, BATCH), waiting: queue.waiting.slice(BATCH) };
}

function recordScanResults(
  queue: ScanQueue,
  results: readonly { outcome: ScanOutcome; text: string }[],
): ScanQueue {
  const done = queue.asked.flatMap((scan, at): readonly ScanResult[] => {
    const result = results[at];
    return result === undefined ? [] : [{ ...scan, ...result }];
  });
  const counts = { ...queue.counts };
  for (const { outcome } of done) counts[outcome] += 1;
  return {
    ...queue,
    // A short reply leaves the rest for another request.
    waiting: [...queue.asked.slice(done.length), ...queue.waiting],
    asked: [],
    log: [...queue.log, ...done].slice(-LONGEST_LOG),
    counts,
  };
}

/** Counts undecided scans. */
export const countPendingScans = ({ waiting, asked }: ScanQueue): number =>
  waiting.length + asked.length;

/** Counts all scans received. */
export const countReceivedScans = ({ nextId }: ScanQueue): number => nextId - 1;

/** Returns distinct codes in order of first scan. */
export const distinctCodesOfScans = (scans: readonly Scan[]): readonly string[] => [
  ...new Set(scans.map(({ code }) => code)),
];
