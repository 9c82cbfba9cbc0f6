// Names typed in spreadsheets in another character width than stored (decision 0070).
import {
  applySheet,
  brands,
  categories,
  priceLists,
  productTable,
  products,
  warehouses,
} from '@tradehouse/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aServer } from '../../testing.ts';
import type { TestServer } from '../../testing.ts';
import { compared, errorsOf, stepTo } from './testSheets.ts';

let server: TestServer;
beforeAll(async () => {
  server = await aServer();
  await server.call(categories.add, { name: 'Cups 1', number: '1' });
  await server.call(brands.add, { name: 'ＡＢ 商', code: 'ab' });
  await server.call(warehouses.add, { name: 'Shelf 9' });
  await server.call(priceLists.add, { name: '批发（大）', base: 'none' });
  const barcodes = [{ code: '69050001', unit: '个' }];
  await server.call(products.add, { name: 'Mug', unitName: '个', barcodes });
});
afterAll(() => server.stop());

const head = ['Name', 'Base unit', 'Barcode', 'Category', 'Brand'];

test('a category and a brand of products are found in any width, and keep their stored spelling', async () => {
  const sheet = [head, ['Cup', '个', '69050002', 'Ｃｕｐｓ　1', 'AB  商']];
  const first = await compared(server, 'products', sheet);
  expect(await errorsOf(server, first)).toEqual([]);
  await stepTo(server, applySheet, first, 'applied');
  const list = await server.request('GET', productTable.path, { pageSize: '50' });
  expect(list.json<{ data: { rows: object[] } }>().data.rows).toContainEqual(
    expect.objectContaining({ name: 'Cup', categoryName: 'Cups 1', brand: 'ＡＢ 商' }),
  );
  expect(await compared(server, 'products', sheet)).toMatchObject({ sameRows: 1, changedRows: 0 });
});

test('opening stock finds a warehouse in any width', async () => {
  const found = await compared(server, 'openingStock', [
    ['Warehouse', 'Barcode', 'Quantity', 'Opening unit cost'],
    ['Ｓｈｅｌｆ ９', '69050001', 10, 4],
    ['Ｓｈｅｌｆ ８', '69050001', 10, 4],
  ]);
  expect(await errorsOf(server, found)).toEqual([['A3', '“Ｓｈｅｌｆ ８” does not exist']]);
});

test('prices find a price list in any width', async () => {
  const found = await compared(server, 'listPrices', [
    ['Price list', 'Barcode', 'List price'],
    ['批发(大)', '69050001', 16],
  ]);
  expect(found).toMatchObject({ newRows: 1, wrongRows: 0 });
});
