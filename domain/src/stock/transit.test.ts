import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ZERO, decimal, toPlainDecimal, sum } from '../decimal.ts';
import { aDocument, refusalOf } from '../testing.ts';
import type { LineWish } from '../testing.ts';
import { receiptLines, transitParts } from './transit.ts';
import type { Arrival, TransitPart } from './transit.ts';

const source = { documentId: 't1', line: 1 };
const transferOf = (...parts: NonNullable<LineWish['parts']>) =>
  aDocument('transfer', {
    lines: [{ quantity: sum(parts.map(({ quantity }) => decimal(quantity))), target: 'w2', parts }],
  });
const receiptOf = (...lines: LineWish[]) =>
  aDocument('transferIn', { lines: lines.map((line) => ({ source, ...line })) });
const text = ({ lot, sent, arrived, missing, left, serials }: TransitPart): string =>
  [lot ?? '-', ...[sent, arrived, missing, left].map(toPlainDecimal), ...serials].join(' ');

// The sender ships; the receiver enters arrived goods and closes the difference.
test.each<[string, ReturnType<typeof receiptOf>[], string[]]>([
  ['nothing arrived yet', [], ['A 6 0 0 6', 'B 4 0 0 4']],
  [
    'a part of one lot',
    [receiptOf({ quantity: 2, parts: [{ quantity: 2, lot: 'A' }] })],
    ['A 6 2 0 4', 'B 4 0 0 4'],
  ],
  [
    'one piece was lost, the rest arrived in two',
    [
      receiptOf({ quantity: 3, parts: [{ quantity: 3, lot: 'A' }] }),
      receiptOf(
        { quantity: 2, parts: [{ quantity: 2, lot: 'A' }] },
        { role: 'part', quantity: 1, parts: [{ quantity: 1, lot: 'A' }] },
      ),
    ],
    ['A 6 5 1 0', 'B 4 0 0 4'],
  ],
  [
    'more of a lot arrived than was sent',
    [
      receiptOf(
        { quantity: 5, parts: [{ quantity: 5, lot: 'B' }] },
        { role: 'part', quantity: -1, parts: [{ quantity: 1, lot: 'B' }] },
      ),
    ],
    ['A 6 0 0 6', 'B 4 5 -1 0'],
  ],
])('the quantities in transit are right when %s', (_, receipts, expected) => {
  const transfer = transferOf({ quantity: 6, lot: 'A' }, { quantity: 4, lot: 'B' });
  expect(transitParts(transfer, receipts).map(text)).toEqual(expected);
});

test('arrived or lost serials are no longer in transit', () => {
  const transfer = transferOf({ quantity: 3, serials: ['a', 'b', 'c'] });
  const receipt = receiptOf(
    { quantity: 1, parts: [{ quantity: 1, serials: ['b'] }] },
    { role: 'part', quantity: 1, parts: [{ quantity: 1, serials: ['c'] }] },
  );
  expect(transitParts(transfer, [receipt]).map(text)).toEqual(['- 3 1 1 1 a']);
});

const ten: TransitPart = {
  line: 1,
  lot: null,
  expiry: null,
  stockType: 'formal',
  sent: decimal(10),
  arrived: ZERO,
  missing: ZERO,
  left: decimal(10),
  serials: [],
};
const arrival = (arrived: number, missing = 0, more: Partial<Arrival> = {}): Arrival => ({
  arrived: decimal(arrived),
  missing: decimal(missing),
  serials: [],
  missingSerials: [],
  ...more,
});
const twoNamed = { ...ten, left: decimal(2), serials: ['a', 'b'] };

test.each<[string, TransitPart, Arrival, string[] | null]>([
  ['all of it', ten, arrival(10), ['item 10']],
  ['a part, the rest later', ten, arrival(4), ['item 4']],
  ['a part, the rest lost', ten, arrival(8, 2), ['item 8', 'part 2']],
  ['nothing but the news that it is lost', ten, arrival(0, 10), ['part 10']],
  ['two more than were sent', ten, arrival(12), ['item 12', 'part -2']],
  ['nothing at all', ten, arrival(0), []],
  ['more lost than is left', ten, arrival(5, 6), null],
  ['a negative arrival', ten, arrival(-1), null],
  ['a serial', twoNamed, arrival(1, 0, { serials: ['a'] }), ['item 1 a']],
  [
    'one serial, the other lost',
    twoNamed,
    arrival(1, 1, { serials: ['a'], missingSerials: ['b'] }),
    ['item 1 a', 'part 1 b'],
  ],
  [
    'a stranger beyond both',
    twoNamed,
    arrival(3, 0, { serials: ['a', 'b', 'x'] }),
    ['item 3 a b x', 'part -1 x'],
  ],
  ['a stranger in place of a serial', twoNamed, arrival(1, 0, { serials: ['x'] }), null],
  [
    'a serial arrived and lost at once',
    twoNamed,
    arrival(1, 1, { serials: ['a'], missingSerials: ['a'] }),
    null,
  ],
])('receiving %s', (_, part, input, expected) => {
  const run = () =>
    receiptLines(part, '1001', input).map(({ role, quantity, serials }) =>
      [role, toPlainDecimal(quantity), ...serials].join(' '),
    );
  if (expected === null) expect(refusalOf(run)).toBe('transfer.left');
  else expect(run()).toEqual(expected);
});

test('sent quantity is always arrived, written off or in transit', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(6), fc.nat(4)), { maxLength: 6 }), (arrivals) => {
      const transfer = transferOf({ quantity: 10, lot: 'A' });
      const receipts: ReturnType<typeof receiptOf>[] = [];
      for (const [arrived, missing] of arrivals) {
        const [part] = transitParts(transfer, receipts);
        if (part === undefined) throw new Error('the part is gone');
        let lines: ReturnType<typeof receiptLines> = [];
        if (refusalOf(() => (lines = receiptLines(part, '1', arrival(arrived, missing)))) !== null)
          continue;
        receipts.push(
          receiptOf(
            ...lines.map(({ role, quantity }) => ({
              role,
              quantity,
              parts: [{ quantity: quantity.abs(), lot: 'A' }],
            })),
          ),
        );
      }
      const [part = ten] = transitParts(transfer, receipts);
      expect(part.left.gte(0)).toBe(true);
      expect(toPlainDecimal(part.arrived.plus(part.missing).plus(part.left))).toBe('10');
    }),
  );
});
