import { documentKinds } from '@tradehouse/domain';
import { beforeAll, expect, test } from 'vitest';
import { loadPhrases } from '../../phrase/index.ts';
import { gridStore } from '../grid/gridStore.ts';
import { aProduct } from '../lines/testProduct.ts';
import { blankLine } from './lineDraft.ts';
import type { LineDraft } from './lineDraft.ts';
import { markMissing } from './missing.ts';

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

test('an order moves no goods, so it needs no serials', () => {
  const store = gridStore([lineOf({ serialManaged: true })]);
  markMissing(documentKinds.saleOrder, store.grid().rows, store);
  expect(store.grid().rows[0]?.wrong).toEqual({});
});
