import {
  applySheet,
  categories,
  productTable,
  products,
  sheetRows,
  undoSheet,
} from '@tradehouse/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aServer } from '../../testing.ts';
import type { TestServer } from '../../testing.ts';
import { compared, errorsOf, settled } from './testSheets.ts';

let server: TestServer;
beforeAll(async () => {
  server = await aServer();
  await server.call(categories.add, { name: 'Cups', number: 'C1' });
});
afterAll(() => server.stop());

const head = [
  'Name*',
  'Standard',
  'Base unit*',
  'Sub unit',
  'Ratio',
  'Barcode*',
  'Sub barcode',
  'Sale price',
  'Category',
  'Enabled*',
];

test('products come in, are changed by a second sheet, and both are taken back', async () => {
  const first = await compared(server, 'products', [
    ['Read me'],
    head,
    ['Flask', '500 ml', 'piece', 'box', 12, '690001', '690002', 52, 'Cups', 'yes'],
    ['Cup', null, 'piece', null, null, 690003, null, '9.5', null, 1],
  ]);
  expect(first).toMatchObject({ state: 'checked', newRows: 2, wrongRows: 0, failure: null });
  await server.call(applySheet, { id: first.id });
  expect(await settled(server, first)).toMatchObject({ state: 'applied', failure: null });
});
