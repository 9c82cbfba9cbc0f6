import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createScanner } from './scanner.ts';
import { countReceivedScans, emptyQueue, countPendingScans, scanReducer } from './scanQueue.ts';
import type { ScanOutcome, ScanEvent, ScanQueue } from './scanQueue.ts';

const after = (...events: readonly ScanEvent[]): ScanQueue =>
  events.reduce(scanReducer, emptyQueue);
const scanned = (code: string): ScanEvent => ({ event: 'scanned', code });
const asked: ScanEvent = { event: 'asked' };
const failed: ScanEvent = { event: 'failed' };
const answered = (...outcomes: readonly ScanOutcome[]): ScanEvent => ({
  event: 'answered',
  results: outcomes.map((outcome) => ({ outcome, text: '' })),
});

const anOutcome = fc.constantFrom<ScanOutcome>('added', 'repeated', 'unknown', 'refused');
const anEvent: fc.Arbitrary<ScanEvent> = fc.oneof(
  { weight: 5, arbitrary: fc.stringMatching(/^[0-9]{1,13}$/).map(scanned) },
  { weight: 2, arbitrary: fc.constant(asked) },
  { weight: 1, arbitrary: fc.constant(failed) },
  {
    weight: 2,
    arbitrary: fc.array(anOutcome, { maxLength: 200 }).map((outcomes) => answered(...outcomes)),
  },
);

describe('the queue', () => {
  test.each([
    ['a scan waits', [scanned('1')], [1], [], 0],
    ['an empty scan is none', [scanned('  ')], [], [], 0],
    ['the same code twice is two scans', [scanned('1'), scanned('1')], [1, 2], [], 0],
    ['asked scans wait no longer', [scanned('1'), asked, scanned('2')], [2], [1], 0],
    ['nothing is asked twice at a time', [scanned('1'), asked, scanned('2'), asked], [2], [1], 0],
    [
      'a failed lookup gives them back in order',
      [scanned('1'), asked, scanned('2'), failed],
      [1, 2],
      [],
      0,
    ],
    [
      'an answer decides them',
      [scanned('1'), scanned('2'), asked, answered('added', 'unknown')],
      [],
      [],
      2,
    ],
    [
      'a short answer leaves the rest',
      [scanned('1'), scanned('2'), asked, answered('added')],
      [2],
      [],
      1,
    ],
  ] as const)(
    'keeps scans until the answers to their lookups: %s',
    (_, events, waiting, inAsked, logged) => {
      const queue = after(...events);
      expect(queue.waiting.map(({ id }) => id)).toEqual(waiting);
      expect(queue.asked.map(({ id }) => id)).toEqual(inAsked);
      expect(queue.log).toHaveLength(logged);
    },
  );

  test('no scan is lost or counted twice, and all keep their order', () => {
    fc.assert(
      fc.property(fc.array(anEvent, { maxLength: 300 }), (events) => {
        const queue = after(...events);
        const decided = Object.values(queue.counts).reduce((sum, count) => sum + count, 0);
        expect(decided + countPendingScans(queue)).toBe(countReceivedScans(queue));
        const ids = [...queue.log, ...queue.asked, ...queue.waiting].map(({ id }) => id);
        expect(ids).toEqual(Array.from({ length: ids.length }, (_, at) => at + 1));
      }),
    );
  });
});

describe('the scanner', () => {
  const settled = async (scanner: { queue: () => ScanQueue }): Promise<ScanQueue> => {
    while (countPendingScans(scanner.queue()) > 0)
      await new Promise((resolve) => setTimeout(resolve, 1));
    return scanner.queue();
  };

  test('every scan reaches the lines once, in order, whatever the lookup does meanwhile', async () => {
    const applied: string[] = [];
    const asks: number[] = [];
    const scanner = createScanner<string>({
      lookup: async (codes) => {
        asks.push(codes.length);
        await new Promise((resolve) => setTimeout(resolve, 2));
        return new Map(codes.map((code) => [code, code]));
      },
      apply: (scans) =>
        scans.map(({ scan }) => {
          applied.push(scan.code);
          return { outcome: 'added', text: '' };
        }),
      onRefused: () => undefined,
    });
    const codes = Array.from({ length: 600 }, (_, at) => String(1000 + (at % 40)));
    for (const [at, code] of codes.entries()) {
      scanner.scan(code);
      if (at % 25 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    }
    const queue = await settled(scanner);
    expect(applied).toEqual(codes);
    expect(queue.counts.added).toBe(600);
    // Forty codes are asked for once each, however often they are scanned.
    expect(asks.reduce((sum, count) => sum + count, 0)).toBe(40);
  });

  test('fast scans are reported together', async () => {
    let told = 0;
    const scanner = createScanner<string>({
      lookup: async (codes) => new Map(codes.map((code) => [code, code])),
      apply: (scans) => scans.map(() => ({ outcome: 'added', text: '' })),
      onRefused: () => undefined,
    });
    scanner.subscribe(() => {
      told += 1;
    });
    for (let at = 0; at < 100; at += 1) scanner.scan(String(at));
    expect((await settled(scanner)).counts.added).toBe(100);
    expect(told).toBeLessThan(5);
  });

  test('an unknown code is refused with a sound and a log line, and looked up at the next scan', async () => {
    let beeps = 0;
    let asks = 0;
    const scanner = createScanner<string>({
      lookup: async () => {
        asks += 1;
        return new Map();
      },
      apply: (scans) =>
        scans.map(({ found }) => ({
          outcome: found ? 'added' : 'unknown',
          text: 'no one knows it',
        })),
      onRefused: () => {
        beeps += 1;
      },
    });
    scanner.scan('404');
    await settled(scanner);
    scanner.scan('404');
    const queue = await settled(scanner);
    expect(queue.log.map(({ code, outcome }) => [code, outcome])).toEqual([
      ['404', 'unknown'],
      ['404', 'unknown'],
    ]);
    expect([beeps, asks]).toEqual([2, 2]);
  });

  test('a failed lookup is tried again and loses nothing', async () => {
    let tries = 0;
    const scanner = createScanner<string>({
      lookup: async (codes) => {
        tries += 1;
        if (tries === 1) throw new Error('no network');
        return new Map(codes.map((code) => [code, code]));
      },
      apply: (scans) => scans.map(() => ({ outcome: 'added', text: '' })),
      onRefused: () => undefined,
    });
    scanner.scan('1');
    scanner.scan('2');
    expect((await settled(scanner)).log.map(({ code }) => code)).toEqual(['1', '2']);
  });
});
