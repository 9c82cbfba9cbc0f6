import { decimal, toPlainDecimal } from '@tradehouse/domain';
import { expect, test } from 'vitest';
import type { MoveRow } from './ledgerRows.ts';
import { receivedStockChanges, stockKeyText, stockChanges, summedByKey } from './stockChange.ts';
import type { StockChange } from './stockChange.ts';

const inside = (id: string) => ({ place: 'warehouse', id }) as const;

const aMove = (quantity: number, more: Partial<MoveRow> = {}): MoveRow => ({
  documentId: 'd1',
  seq: 1,
  postingNumber: 1n,
  line: 1,
  skuId: 's1',
  lot: '',
  stockType: 'formal',
  serials: [],
  businessDate: '2026-01-01',
  quantity: decimal(quantity),
  value: decimal(0),
  from: inside('w1'),
  to: { place: 'customer', id: 'c1' },
  ...more,
});

test.each<[string, MoveRow[], string[]]>([
  ['two lines of one product count together', [aMove(4), aMove(3)], ['s1 w1 formal : -7']],
  [
    'warehouses are apart',
    [aMove(4), aMove(3, { from: inside('w0') })],
    ['s1 w0 formal : -3', 's1 w1 formal : -4'],
  ],
  [
    'so are lots',
    [aMove(1, { lot: 'B' }), aMove(3, { lot: 'A' })],
    ['s1 w1 formal A: -3', 's1 w1 formal B: -1'],
  ],
  ['and stock types', [aMove(4, { stockType: 'gift' })], ['s1 w1 gift : -4']],
  [
    'a transfer takes here and brings there',
    [aMove(4, { to: inside('w2') })],
    ['s1 w1 formal : -4', 's1 w2 formal : 4'],
  ],
  [
    'the same goods back cancel',
    [aMove(4, { to: inside('w2') }), aMove(4, { from: inside('w2'), to: inside('w1') })],
    [],
  ],
])('stock changes of posted moves: %s', (_why, moves, expected) => {
  const changes = stockChanges(moves);
  expect(
    changes.map((change) => `${stockKeyText(change)}: ${toPlainDecimal(change.quantity)}`),
  ).toEqual(expected);
});

test('stock changes are separate by day, and sum up to the present balance', () => {
  const changes = stockChanges([aMove(4), aMove(3, { businessDate: '2026-01-02' })]);
  expect(
    changes.map(({ businessDate, quantity }) => [businessDate, toPlainDecimal(quantity)]),
  ).toEqual([
    ['2026-01-01', '-4'],
    ['2026-01-02', '-3'],
  ]);
  expect(
    [...summedByKey(changes).values()].map(({ quantity }) => toPlainDecimal(quantity)),
  ).toEqual(['-7']);
});

const outside = { place: 'supplier', id: 'p1' } as const;
const receipt = (quantity: number, more: Partial<MoveRow> = {}) =>
  aMove(quantity, { from: outside, to: inside('w1'), ...more });
const takenBack = (quantity: number, more: Partial<MoveRow> = {}) =>
  aMove(quantity, { from: inside('w1'), to: outside, ...more });

test.each<[string, MoveRow[], MoveRow[], string[]]>([
  ['a receipt brings', [], [receipt(4), receipt(3)], ['s1 w1 formal : 7']],
  ['a sale does not', [], [aMove(4)], []],
  [
    'a transfer brings where it arrives',
    [],
    [aMove(4, { to: inside('w2') })],
    ['s1 w2 formal : 4'],
  ],
  [
    'each document for itself',
    [],
    [receipt(4), aMove(3, { documentId: 'd2' })],
    ['s1 w1 formal : 4'],
  ],
  ['what was taken back never came', [receipt(7)], [takenBack(7)], ['s1 w1 formal : -7']],
  [
    'a correction brings the difference',
    [receipt(7)],
    [takenBack(7), receipt(5)],
    ['s1 w1 formal : -2'],
  ],
  [
    'on another day it came there',
    [receipt(7)],
    [takenBack(7), receipt(7, { businessDate: '2026-01-02' })],
    ['s1 w1 formal : -7', 's1 w1 formal : 7'],
  ],
  [
    'goods that are graded stay',
    [],
    [
      aMove(2, { stockType: 'ungraded', to: { place: 'regrade', id: '0' } }),
      aMove(2, { from: { place: 'regrade', id: '0' }, to: inside('w1') }),
    ],
    [],
  ],
])('stock changes of posted moves: %s', (_why, before, moves, expected) => {
  const posted = () => ({ moves: before, entries: [], lastMove: 0, lastEntry: 0 });
  const sums = new Map<string, StockChange>();
  for (const change of receivedStockChanges(moves, posted)) {
    const key = `${stockKeyText(change)} ${change.businessDate}`;
    const quantity = (sums.get(key)?.quantity ?? decimal(0)).plus(change.quantity);
    sums.set(key, { ...change, quantity });
  }
  const brought = [...sums.values()].filter(({ quantity }) => !quantity.isZero());
  expect(
    brought.map((change) => `${stockKeyText(change)}: ${toPlainDecimal(change.quantity)}`),
  ).toEqual(expected);
});
