import { documentKinds } from '@tradehouse/domain';
import { beforeAll, expect, test, vi } from 'vitest';
import { loadPhrases } from '../../phrase/index.ts';
import { gridStore } from '../grid/gridStore.ts';
import { aProduct } from '../lines/testProduct.ts';
import { sentRows } from './headDraft.ts';
import { blankLine } from './lineDraft.ts';
import type { LineDraft } from './lineDraft.ts';
import { markMissing } from './missing.ts';
import { giveLots } from './parts.ts';
import { giveEnd } from './transferEnds.ts';
import { pricing } from './testPricing.ts';

beforeAll(() => loadPhrases('en'));

const lineOf = (managed: {
  readonly serialManaged?: boolean;
  readonly lotManaged?: boolean;
}): LineDraft => ({
  ...blankLine('1'),
  product: aProduct('100', managed),
});

test('every line without its serials, lot or warehouse is marked at once, the first has the focus', () => {
  const store = gridStore([
    lineOf({}),
    lineOf({ serialManaged: true }),
    { ...lineOf({ lotManaged: true }), warehouseId: null },
  ]);
  markMissing(documentKinds.purchaseIn, store.grid().rows, store);
  expect(store.grid().rows.map(({ wrong }) => Object.keys(wrong))).toEqual([
    [],
    ['serials'],
    ['warehouse', 'lot'],
  ]);
  expect(store.grid().focus).toEqual({ key: store.grid().rows[1]?.key, column: 'serials' });
});

test.each([
  ['warehouseId', { warehouseId: null }],
  ['targetWarehouseId', { targetWarehouseId: null }],
] as const)('a missing %s is red until the head gives the warehouse to all lines', (field, end) => {
  const store = gridStore<LineDraft>([{ ...lineOf({}), targetWarehouseId: '2', ...end }]);
  markMissing(documentKinds.transfer, store.grid().rows, store);
  expect(Object.keys(store.grid().rows[0]?.wrong ?? {})).toHaveLength(1);
  giveEnd(store, field, '3');
  expect(store.grid().rows[0]?.wrong).toEqual({});
});

test('a missing lot is red until lots are proposed', async () => {
  const lots = [{ lot: 'A1', expiry: null, expired: false, stockType: 'formal', quantity: '9' }];
  vi.stubGlobal('__API_BASE__', '');
  vi.stubGlobal('fetch', async () => Response.json({ code: 200, message: '', data: lots }));
  const store = gridStore([{ ...lineOf({ lotManaged: true }), quantity: '2' }]);
  markMissing(documentKinds.saleOut, store.grid().rows, store);
  expect(Object.keys(store.grid().rows[0]?.wrong ?? {})).toEqual(['lot']);
  await giveLots(store, () => true, pricing);
  vi.unstubAllGlobals();
  expect(store.grid().rows[0]?.value.allocations[0]?.lot).toBe('A1');
  expect(store.grid().rows[0]?.wrong).toEqual({});
});

test('an order needs no serials, since an order moves no goods', () => {
  const store = gridStore([lineOf({ serialManaged: true })]);
  markMissing(documentKinds.saleOrder, store.grid().rows, store);
  expect(store.grid().rows[0]?.wrong).toEqual({});
});

test.each<[string, Partial<LineDraft>]>([
  ['quantity', { quantity: '3' }],
  ['price', { unitPrice: '2.50' }],
  ['amount', { amount: '30', pricedBy: 'amount' }],
  ['remark', { remark: 'fragile' }],
])('a line with a typed %s but without goods is refused, not dropped', (_, typed) => {
  const store = gridStore([lineOf({}), { ...blankLine('1'), ...typed }, blankLine('1')]);
  const rows = sentRows(store.grid().rows);
  expect(rows).toHaveLength(2);
  markMissing(documentKinds.purchaseIn, rows, store);
  expect(store.grid().rows.map(({ wrong }) => Object.keys(wrong))).toEqual([[], ['barcode'], []]);
});

test('a line whose typed quantity was emptied again is blank', () => {
  const emptied = { ...blankLine('1'), amount: '0', total: '0.00' };
  expect(sentRows(gridStore([emptied]).grid().rows)).toEqual([]);
});
