/** One beep of the scanner. Its id is given when it arrives, so no scan is ever lost or counted twice. */
export interface Scan {
  readonly id: number;
  readonly code: string;
}

/** What became of a scan: a new line, one more on a line, a code no one knows, or a refusal of the line. */
export type Outcome = 'added' | 'repeated' | 'unknown' | 'refused';

export interface ScanResult extends Scan {
  readonly outcome: Outcome;
  /** The product's name, or the reason. */
  readonly text: string;
}

/** Scans on their way: `waiting` and `asked` in the order they came, `log` what became of the others, latest last. */
export interface ScanQueue {
  readonly nextId: number;
  readonly waiting: readonly Scan[];
  readonly asked: readonly Scan[];
  readonly log: readonly ScanResult[];
  readonly counts: Readonly<Record<Outcome, number>>;
}

export type ScanEvent =
  | { readonly event: 'scanned'; readonly code: string }
  /** The oldest waiting scans are looked up. */
  | { readonly event: 'asked' }
  /** The lookup answered; one result for each asked scan, in their order. */
  | {
      readonly event: 'answered';
      readonly results: readonly { readonly outcome: Outcome; readonly text: string }[];
    }
  /** The lookup failed (network): the asked scans wait again, in front. */
  | { readonly event: 'failed' }
  | { readonly event: 'logCleared' };

/** How many scans one lookup may ask for. */
export const BATCH = 100;
/** How much of the log is kept. The counts go on. */
export const LONGEST_LOG = 2_000;

export const emptyQueue: ScanQueue = {
  nextId: 1,
  waiting: [],
  asked: [],
  log: [],
  counts: { added: 0, repeated: 0, unknown: 0, refused: 0 },
};

/** The queue after an event. Every id below `nextId` is waiting, asked or counted. */
export function scanReducer(queue: ScanQueue, event: ScanEvent): ScanQueue {
  switch (event.event) {
    case 'scanned':
      return scanned(queue, event.code.trim());
    case 'asked':
      return asked(queue);
    case 'answered':
      return answered(queue, event.results);
    case 'failed':
      return { ...queue, waiting: [...queue.asked, ...queue.waiting], asked: [] };
    case 'logCleared':
      return { ...queue, log: [] };
  }
}

function scanned(queue: ScanQueue, code: string): ScanQueue {
  if (code === '') return queue;
  return {
    ...queue,
    nextId: queue.nextId + 1,
    waiting: [...queue.waiting, { id: queue.nextId, code }],
  };
}

function asked(queue: ScanQueue): ScanQueue {
  if (queue.asked.length > 0) return queue;
  return { ...queue, asked: queue.waiting.slice(0, BATCH), waiting: queue.waiting.slice(BATCH) };
}

function answered(
  queue: ScanQueue,
  results: readonly { outcome: Outcome; text: string }[],
): ScanQueue {
  const done = queue.asked.flatMap((scan, at): readonly ScanResult[] => {
    const result = results[at];
    return result === undefined ? [] : [{ ...scan, ...result }];
  });
  const counts = { ...queue.counts };
  for (const { outcome } of done) counts[outcome] += 1;
  return {
    ...queue,
    // An answer that is too short leaves the rest to be asked again.
    waiting: [...queue.asked.slice(done.length), ...queue.waiting],
    asked: [],
    log: [...queue.log, ...done].slice(-LONGEST_LOG),
    counts,
  };
}

/** Scans that have not been decided yet. */
export const pending = ({ waiting, asked }: ScanQueue): number => waiting.length + asked.length;

/** Scans that came in altogether. */
export const arrived = ({ nextId }: ScanQueue): number => nextId - 1;

/** Each code once, in the order of its first scan. */
export const codesOf = (scans: readonly Scan[]): readonly string[] => [
  ...new Set(scans.map(({ code }) => code)),
];
