import type { LineReply } from '@tradehouse/contract';
import { expect, test } from 'vitest';
import { allPicked, isOtherPart, pickState, pickedLines, pickScannedGoods } from './picks.ts';

const line = (number: number, quantity: string, ratio = '1', skuId = '11') =>
  ({ line: number, skuId, quantity, ratio, weight: '1' }) as LineReply;
const lines = [line(1, '2'), line(2, '1', '12'), line(3, '5', '1', '22')];
const none = new Map<number, string>();

test.each([
  ['', 'none'],
  ['1', 'partial'],
  ['2', 'complete'],
  ['2.5', 'wrong'],
  ['two', 'wrong'],
] as const)('a pick of “%s” out of 2 is %s', (text, state) => {
  expect(pickState(line(1, '2'), new Map([[1, text]]))).toBe(state);
});

test('a scan picks from the first open line of the scanned unit', () => {
  expect(pickScannedGoods(lines, none, '11', '1')?.picks).toEqual(new Map([[1, '1']]));
  expect(pickScannedGoods(lines, none, '11', '12')?.picks).toEqual(new Map([[2, '1']]));
  expect(pickScannedGoods(lines, none, '99', '1')).toBeNull();
  expect(pickScannedGoods(lines, allPicked(lines), '22', '1')).toBeNull();
});

test.each([
  [['A1'], [], 'A1', '', false],
  [['A1', 'Ｂ2'], [], 'B2', '', false],
  [['A1'], [], 'B2', '', true],
  [['A1'], [], '', '', false],
  [[''], [], 'A1', '', false],
  [[], ['X1'], '', 'X1', false],
  [[], ['X1'], '', 'X2', true],
])(
  'of lots %j and serials %j, lot “%s” and serial “%s” are others: %s',
  (lots, serials, lot, serial, other) => {
    const part = { quantity: '1', expiry: null, stockType: 'formal', bin: '' } as const;
    const allocations = [
      ...lots.map((name) => ({ ...part, lot: name, serials: [] })),
      { ...part, lot: '', serials },
    ];
    expect(isOtherPart({ allocations }, { lot, serial })).toBe(other);
  },
);

test('unpicked lines are not sent', () => {
  expect(
    pickedLines(
      new Map([
        [1, '2'],
        [2, ''],
        [3, '0'],
      ]),
    ),
  ).toEqual([{ line: 1, quantity: '2' }]);
});
