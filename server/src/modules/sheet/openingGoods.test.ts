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

test('an undone import empties an expiry that was empty before', async () => {
  await server.call(products.add, {
    name: 'Vinegar',
    unitName: 'piece',
    barcodes: [{ code: '790021', unit: 'piece', purchasePrice: '5' }],
    lotManaged: true,
  });
  const columns = ['仓库', '条码', '批号', '有效期至', '期初数量', '期初成本'];
  const bring = async (...rows: readonly (readonly unknown[])[]) => {
    const came = await compared(server, 'openingStock', [columns, ...rows] as never);
    expect(await errorsOf(server, came)).toEqual([]);
    await stepTo(server, applySheet, came, 'applied');
    return came;
  };
  await bring([main, '790021', 'V1', null, 5, 2], [main, '790021', 'V2', '2027-01-01', 3, 2]);
  const dated = await bring([main, '790021', 'V1', '2027-02-02', 5, 2]);
  expect(await lotsOf('Vinegar')).toEqual(['V1 2027-02-02 5', 'V2 2027-01-01 3']);
  await stepTo(server, undoSheet, dated, 'undone');
  expect(await lotsOf('Vinegar')).toEqual(['V1 null 5', 'V2 2027-01-01 3']);
  expect(await shop.broken()).toEqual([]);
  const kept = await bring([main, '790021', 'V2', null, 4, 2]);
  expect(await lotsOf('Vinegar')).toEqual(['V1 null 5', 'V2 2027-01-01 4']);
  await stepTo(server, undoSheet, kept, 'undone');
  expect(await lotsOf('Vinegar')).toEqual(['V1 null 5', 'V2 2027-01-01 3']);
});

test('an import whose expiry was changed since is not undone', async () => {
  await server.call(products.add, {
    name: 'Cider',
    unitName: 'piece',
    barcodes: [{ code: '790025', unit: 'piece', purchasePrice: '5' }],
    lotManaged: true,
  });
  const columns = ['Warehouse', 'Barcode', 'Lot', 'Expiry', 'Opening quantity', 'Opening price'];
  const first = await compared(server, 'openingStock', [
    columns,
    [main, '790025', 'C1', '2027-01-01', 5, 2],
  ]);
  await stepTo(server, applySheet, first, 'applied');
  const second = await compared(server, 'openingStock', [
    columns,
    [main, '790025', 'C1', '2027-02-02', 5, 2],
  ]);
  await stepTo(server, applySheet, second, 'applied');
  await expect(stepTo(server, undoSheet, first, 'undone')).rejects.toThrow('Cider');
  await stepTo(server, undoSheet, second, 'undone');
  await stepTo(server, undoSheet, first, 'undone');
});

test('another expiry of a lot in a document or an opening is refused at its cell', async () => {
  const branch = await warehouseName(shop.branch);
  await server.call(products.add, {
    name: 'Cheese',
    unitName: 'piece',
    barcodes: [{ code: '790022', unit: 'piece', purchasePrice: '5' }],
    lotManaged: true,
  });
  const columns = ['Warehouse', 'Barcode', 'Lot', 'Expiry', 'Quantity', 'Opening unit cost'];
  const first = await compared(server, 'openingStock', [
    columns,
    [main, '790022', 'O1', '2027-01-01', 5, 2],
    [branch, '790022', 'O1', '2027-01-01', 5, 2],
  ]);
  await stepTo(server, applySheet, first, 'applied');
  await shop.goods('purchaseIn', [
    {
      barcode: '790022',
      quantity: '2',
      unitPrice: '5',
      allocations: [{ lot: 'D1', expiry: '2027-03-03' }],
    },
  ]);
  const wrong = await compared(server, 'openingStock', [
    columns,
    [main, '790022', 'Ｏ1', '2027-02-02', 5, 2],
    [main, '790022', 'D1', '2027-04-04', 5, 2],
    [branch, '790022', 'D1', null, 5, 2],
  ]);
  expect(await errorsOf(server, wrong)).toEqual([
    ['D2', 'Lot O1 expires on 2027-01-01 in other documents or warehouses: all must be equal'],
    ['D3', 'Lot D1 expires on 2027-03-03 in other documents or warehouses: all must be equal'],
  ]);
  const both = await compared(server, 'openingStock', [
    columns,
    [main, '790022', 'O1', '2027-02-02', 5, 2],
    [branch, '790022', 'O1', '2027-02-02', 5, 2],
  ]);
  expect(await errorsOf(server, both)).toEqual([]);
  await stepTo(server, applySheet, both, 'applied');
  expect(await shop.broken()).toEqual([]);
});

test('a SKU code beside a barcode of other goods is refused', async () => {
  const goods = await compared(server, 'products', [
    ['Name', 'Unit', 'Barcode', 'SKU code'],
    ['Hinge', 'piece', '790031', 'H-1'],
    ['Latch', 'piece', '790032', 'L-1'],
    ['Knob', 'piece', '790033', null],
  ]);
  await stepTo(server, applySheet, goods, 'applied');
  const came = await compared(server, 'openingStock', [
    ['Warehouse', 'Barcode', 'SKU code', 'Opening stock'],
    [main, '790031', 'Ｈ-1', 1],
    [main, '790032', 'H-1', 1],
    [main, '790033', 'H-1', 1],
    [main, '790033', 'K-1', 1],
  ]);
  expect((await errorsOf(server, came)).filter(([at]) => at?.startsWith('C'))).toEqual([
    ['C3', 'Barcode 790032 does not have the SKU code “H-1”'],
    ['C4', 'Barcode 790033 does not have the SKU code “H-1”'],
  ]);
});

test('lot and serial columns that contradict the tracking of the row are refused', async () => {
  const came = await compared(server, 'products', [
    ['Name', 'Unit', 'Barcode', 'Tracking', 'Lot numbers', 'Serial numbers'],
    ['Radio', 'piece', '790041', 'By Lots', 'no', null],
    ['Clock', 'piece', '790042', 'By Lots', 'yes', 'yes'],
    ['Watch', 'piece', '790043', 'By Unique Serial Number', null, 'yes'],
    ['Lamp', 'piece', '790044', null, 'yes', null],
  ]);
  expect(await errorsOf(server, came)).toEqual([
    ['E2', 'Contradicts the tracking of the row'],
    ['F3', 'Contradicts the tracking of the row'],
  ]);
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
