// Goods of sheets named in unusual ways: by SKU code, with two lots, by several units.
import {
  applySheet,
  lotStockTable,
  priceLists,
  productById,
  products,
  undoSheet,
} from '@tradehouse/contract';
import { expect, test } from 'vitest';
import { aShopServer } from '../document/testShop.ts';
import { compared, errorsOf, stepTo } from './testSheets.ts';

const { server, shop } = await aShopServer();
const warehouseName = async (id: string): Promise<string> => {
  const row = await server.arrange(server.company, (tx) =>
    tx.selectFrom('warehouse').select('name').where('id', '=', id).executeTakeFirstOrThrow(),
  );
  return row.name;
};
const main = await warehouseName(shop.main);

const lotsOf = async (keyword: string) => {
  const reply = await server.request('GET', lotStockTable.path, { search: { keyword } });
  const { rows } = reply.json<{ data: { rows: Record<string, string>[] } }>().data;
  return rows.map(({ lot, expiry, stock }) => `${lot} ${expiry} ${stock}`).toSorted();
};

test('a SKU code of a removed product names no goods, and is free for another product', async () => {
  const bring = async (name: string, barcode: string) => {
    const came = await compared(server, 'products', [
      ['Name', 'Unit', 'Barcode', 'SKU code'],
      [name, 'piece', barcode, 'GONE-1'],
    ]);
    expect(await errorsOf(server, came)).toEqual([]);
    await stepTo(server, applySheet, came, 'applied');
    return came;
  };
  const old = await bring('Old', '790001');
  const opened = await compared(server, 'openingStock', [
    ['Warehouse', 'Barcode', 'Quantity'],
    [main, '790001', 1],
  ]);
  await stepTo(server, applySheet, opened, 'applied');
  await stepTo(server, undoSheet, opened, 'undone');
  // The ledger names the product, so the undo hides the product with the SKU.
  await stepTo(server, undoSheet, old, 'undone');
  const sheet = [
    ['Warehouse', 'SKU code', 'Quantity'],
    [main, 'GONE-1', 4],
  ];
  expect(await errorsOf(server, await compared(server, 'openingStock', sheet))).toEqual([
    ['B2', '“GONE-1” does not exist'],
  ]);
  await bring('Next', '790002');
  const came = await compared(server, 'openingStock', sheet);
  expect(await errorsOf(server, came)).toEqual([]);
  await stepTo(server, applySheet, came, 'applied');
  const { product_id: id } = await server.arrange(server.company, (tx) =>
    tx
      .selectFrom('barcode')
      .select('product_id')
      .where('code', '=', '790002')
      .executeTakeFirstOrThrow(),
  );
  const { stock } = await server.call(productById, { id });
  expect(stock.map(({ openingStock }) => openingStock)).toContain('4');
  expect(await shop.broken()).toEqual([]);
});

test('an undone import restores the expiry of a lot', async () => {
  await server.call(products.add, {
    name: 'Sour milk',
    unitName: 'piece',
    barcodes: [{ code: '790011', unit: 'piece', purchasePrice: '5' }],
    lotManaged: true,
  });
  const columns = ['Warehouse', 'Barcode', 'Lot', 'Expiry', 'Quantity', 'Opening unit cost'];
  const first = await compared(server, 'openingStock', [
    columns,
    [main, '790011', 'M1', '2027-01-01', 5, 2],
  ]);
  await stepTo(server, applySheet, first, 'applied');
  const second = await compared(server, 'openingStock', [
    columns,
    [main, '790011', 'M1', '2027-02-02', 5, 2],
  ]);
  expect(await errorsOf(server, second)).toEqual([]);
  await stepTo(server, applySheet, second, 'applied');
  expect(await lotsOf('Sour milk')).toEqual(['M1 2027-02-02 5']);
  await stepTo(server, undoSheet, second, 'undone');
  expect(await lotsOf('Sour milk')).toEqual(['M1 2027-01-01 5']);
  expect(await shop.broken()).toEqual([]);
});

test('two names of a lot or of serial numbers in a row are refused unless equal', async () => {
  await server.call(products.add, {
    name: 'Camera',
    unitName: 'piece',
    barcodes: [{ code: '790013', unit: 'piece', purchasePrice: '5' }],
    serialManaged: true,
  });
  await server.call(products.add, {
    name: 'Kefir',
    unitName: 'piece',
    barcodes: [{ code: '790014', unit: 'piece', purchasePrice: '5' }],
    lotManaged: true,
  });
  const came = await compared(server, 'openingStock', [
    ['Warehouse', 'Barcode', 'Lot', 'Lot or serial number', 'Serial numbers', 'Quantity'],
    [main, '790013', null, 'C1', 'C2', 1],
    [main, '790014', 'K1', 'K2', null, 1],
    [main, '790013', null, 'C3', 'C3', 1],
    [main, '790014', 'K4', 'K4', null, 1],
  ]);
  expect((await errorsOf(server, came)).map(([at]) => at)).toEqual(['D2', 'D3']);
});

test('a list price of goods named by SKU code applies to the unit of the row alone', async () => {
  const { skuId, box } = await shop.product();
  await server.arrange(server.company, (tx) =>
    tx.updateTable('sku').set({ code: 'BOXED' }).where('id', '=', skuId).execute(),
  );
  const { id } = await server.call(priceLists.add, { name: 'Wholesale', base: 'none' });
  const came = await compared(server, 'listPrices', [
    ['Price list', 'Item Code', 'UOM', 'List price'],
    ['Wholesale', 'BOXED', 'box', 200],
    ['Wholesale', 'BOXED', 'pallet', 5000],
  ]);
  expect(await errorsOf(server, came)).toEqual([['C3', '“pallet” does not exist']]);
  const right = await compared(server, 'listPrices', [
    ['Price list', 'Item Code', 'UOM', 'List price'],
    ['Wholesale', 'BOXED', 'box', 200],
  ]);
  await stepTo(server, applySheet, right, 'applied');
  const { prices } = await server.call(priceLists.infoCall, { id });
  expect((prices ?? []).map(({ barcode, price }) => `${barcode} ${price}`)).toEqual([`${box} 200`]);
});
