import { expect, test } from 'vitest';
import { decimal, plain } from '../decimal.ts';
import { postings } from '../posting/postings.ts';
import type { LineWish } from '../testing.ts';
import { aDocument } from '../testing.ts';
import { shortages, stockChanges, stockKey } from './shortage.ts';

const changed = (...lines: LineWish[]) =>
  stockChanges(postings(aDocument('saleOut', { lines })).moves).map(
    (change) => `${stockKey(change)}: ${plain(change.quantity)}`,
  );

test.each<[string, LineWish[], string[]]>([
  [
    'two lines of one product count together',
    [{ quantity: 4 }, { quantity: 3 }],
    ['s1 w1 formal : -7'],
  ],
  ['in any mix of units', [{ quantity: 4 }, { quantity: 1, ratio: 12 }], ['s1 w1 formal : -16']],
  [
    'warehouses are apart',
    [{ quantity: 4 }, { quantity: 3, warehouse: 'w0' }],
    ['s1 w0 formal : -3', 's1 w1 formal : -4'],
  ],
  [
    'so are lots',
    [
      {
        quantity: 4,
        parts: [
          { quantity: 1, lot: 'B' },
          { quantity: 3, lot: 'A' },
        ],
      },
    ],
    ['s1 w1 formal A: -3', 's1 w1 formal B: -1'],
  ],
  [
    'and stock types',
    [{ quantity: 4, parts: [{ quantity: 4, stockType: 'gift' }] }],
    ['s1 w1 gift : -4'],
  ],
])('%s', (_why, lines, expected) => {
  expect(changed(...lines)).toEqual(expected);
});

test('a transfer takes here and brings there; the same goods back cancel', () => {
  const there = aDocument('transfer', { lines: [{ warehouse: 'w1', target: 'w2' }] });
  const back = aDocument('transfer', { lines: [{ warehouse: 'w2', target: 'w1' }] });
  const texts = (moves: ReturnType<typeof postings>['moves']) =>
    stockChanges(moves).map(({ warehouseId, quantity }) => `${warehouseId} ${plain(quantity)}`);
  expect(texts(postings(there).moves)).toEqual(['w1 -10', 'w2 10']);
  expect(texts([...postings(there).moves, ...postings(back).moves])).toEqual([]);
});

test.each([
  ['the last unit', 7, []],
  ['one too few', 6, ['1']],
  ['nothing there', undefined, ['7']],
] as const)('%s', (_why, held, missing) => {
  const changes = stockChanges(
    postings(aDocument('saleOut', { lines: [{ quantity: 4 }, { quantity: 3 }] })).moves,
  );
  const short = shortages(changes, () => (held === undefined ? undefined : decimal(held)));
  expect(short.map((one) => plain(one.missing))).toEqual(missing);
});

test('goods that come in are never short, even below zero', () => {
  const changes = stockChanges(postings(aDocument('purchaseIn')).moves);
  expect(shortages(changes, () => decimal(-100))).toEqual([]);
});

test('domain 15.8: stock with every movement', () => {
  const one = (quantity: number): LineWish => ({ quantity });
  const documents = [
    aDocument('openingStock', { lines: [one(5)] }),
    aDocument('purchaseIn', { lines: [one(10)] }),
    aDocument('saleOut', { lines: [one(4)] }),
    aDocument('saleBack', { lines: [one(1)] }),
    aDocument('transfer', { lines: [{ quantity: 3, target: 'w2' }] }),
    aDocument('assemble', {
      lines: [
        { role: 'composite', quantity: 2 },
        { role: 'part', sku: 'other', quantity: 2 },
      ],
    }),
    aDocument('assemble', {
      lines: [
        { role: 'composite', sku: 'other', quantity: 2 },
        { role: 'part', quantity: 1 },
      ],
    }),
    aDocument('otherOut', { lines: [one(1)] }),
    aDocument('stockRecount', { lines: [one(-1)] }),
  ];
  const changes = stockChanges(documents.flatMap((document) => postings(document).moves));
  const held = changes.map(
    ({ skuId, warehouseId, quantity }) => `${skuId} ${warehouseId} ${plain(quantity)}`,
  );
  expect(held).toEqual(['s1 w1 8', 's1 w2 3']);
});
