import {
  applySheet,
  lotStockTable,
  productById,
  productTable,
  products,
  sheetTemplate,
  undoSheet,
} from '@tradehouse/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aServer } from '../../testing.ts';
import type { TestServer } from '../../testing.ts';
import { compared, errorsOf, send, settled, stepTo } from './testSheets.ts';

let server: TestServer;
let places: readonly string[];
const ids: Record<string, string> = {};

beforeAll(async () => {
  server = await aServer();
  places = await server.arrange(server.company, async (tx) => {
    const { tenantId } = server.company;
    await tx.insertInto('warehouse').values({ tenant_id: tenantId, name: 'Branch' }).execute();
    const rows = await tx.selectFrom('warehouse').select('name').orderBy('id').execute();
    return rows.map(({ name }) => name);
  });
  for (const [name, code, more] of [
    ['Flask', '690001', {}],
    ['Milk', '690002', { lotManaged: true, shelfLifeDays: 30 }],
    ['Tea', '690003', { lotManaged: true }],
    ['Phone', '690004', { serialManaged: true }],
  ] as const) {
    const { id } = await server.call(products.add, {
      name,
      unitName: 'piece',
      barcodes: [{ code, unit: 'piece', purchasePrice: '5' }],
      ...more,
    });
    ids[name] = id;
  }
});
afterAll(() => server.stop());

const head = [
  'Warehouse',
  'Barcode',
  'Lot',
  'Production date',
  'Expiry',
  'Serial numbers',
  'Quantity',
  'Opening unit cost',
];
const none = null;
const stockOf = async (name: string) => {
  const { stock } = await server.call(productById, { id: ids[name] ?? '' });
  return stock.map(({ openingStock, stock: held }) => `${openingStock} of ${held}`);
};
const lotsOf = async (keyword: string) => {
  const reply = await server.request('GET', lotStockTable.path, { search: { keyword } });
  const { rows } = reply.json<{ data: { rows: Record<string, string>[] } }>().data;
  return rows.map(({ lot, expiry, stock }) => `${lot} ${expiry} ${stock}`).toSorted();
};

test('lots and serial numbers of opening stock are booked, exported alike, and taken back', async () => {
  const [one = '', two = ''] = places;
  const came = await compared(server, 'openingStock', [
    head,
    [one, '690001', none, none, none, none, 7, 4],
    [one, '690002', 'M1', '2026-01-10', none, none, 10, 2],
    [two, '690002', 'M1', none, '2026-02-09', none, 3, 2],
    [one, '690003', 'T1', none, '2027-05-01', none, 5, 8],
    [one, '690004', none, none, none, 'SN08~SN10', 3, 100],
    [two, '690004', none, none, none, 'SN20', 1, 120],
  ]);
  expect(await errorsOf(server, came)).toEqual([]);
  await stepTo(server, applySheet, came, 'applied');
  expect(await stockOf('Milk')).toEqual(['10 of 10', '3 of 3']);
  expect(await stockOf('Phone')).toEqual(['3 of 3', '1 of 1']);
  expect(await lotsOf('Milk')).toEqual(['M1 2026-02-09 10', 'M1 2026-02-09 3']);
  expect(await server.database.violations()).toEqual([]);

  const filled = await server.request('GET', sheetTemplate.path, {
    sheet: 'openingStock',
    filled: true,
  });
  const again = await settled(server, await send(server, 'openingStock', filled.rawPayload));
  expect(again).toMatchObject({ sameRows: 6, changedRows: 0, newRows: 0, wrongRows: 0 });

  const product = await server.call(products.infoCall, { id: ids['Milk'] ?? '' });
  const { id, version, barcodes, stock } = product;
  const form = { id, version, name: 'Milk', remark: 'cold' };
  const kept = barcodes.map(({ id: barcodeId, code, unit }) => ({ id: barcodeId, code, unit }));
  const shown = stock.map(({ warehouseId, openingStock, openingPrice }) => ({
    warehouseId,
    openingStock,
    openingPrice: openingPrice ?? '0',
  }));
  const other = shown.map((row) => ({ ...row, openingStock: '1' }));
  expect(
    await server.refusal(products.update, { ...form, barcodes: kept, stock: other }),
  ).toMatchObject({ key: 'product.openingStock' });
  await server.call(products.update, { ...form, barcodes: kept, stock: shown });

  await stepTo(server, undoSheet, came, 'undone');
  expect(await stockOf('Milk')).toEqual(['0 of 0', '0 of 0']);
  expect(await stockOf('Phone')).toEqual(['0 of 0', '0 of 0']);
  expect(await server.database.violations()).toEqual([]);
});

test('a changed lot and a removed serial are restored by the undo', async () => {
  const [one = ''] = places;
  const columns = ['Warehouse', 'Barcode', 'Lot or serial number', 'Quantity', 'Opening unit cost'];
  const first = await compared(server, 'openingStock', [
    columns,
    [one, '690003', 'U1', 5, 8],
    [one, '690003', 'U2', 2, 8],
    [one, '690004', 'A1', 1, 100],
    [one, '690004', 'A2', 1, 100],
  ]);
  expect(await errorsOf(server, first)).toEqual([]);
  await stepTo(server, applySheet, first, 'applied');
  expect(await stockOf('Phone')).toEqual(['2 of 2', '0 of 0']);
  const second = await compared(server, 'openingStock', [
    columns,
    [one, '690003', 'Ｕ1', 9, 8],
    [one, '690003', 'U1', 4, 8],
    [one, '690004', 'A2', 0, 100],
  ]);
  expect(await errorsOf(server, second)).toEqual([['B3', 'Repeats row 2']]);
  const third = await compared(server, 'openingStock', [
    columns,
    [one, '690003', 'U1', 9, 8],
    [one, '690004', 'A2', 0, 100],
  ]);
  expect(third).toMatchObject({ changedRows: 2, wrongRows: 0 });
  await stepTo(server, applySheet, third, 'applied');
  expect(await lotsOf('Tea')).toEqual(['U1 null 9', 'U2 null 2']);
  expect(await stockOf('Phone')).toEqual(['1 of 1', '0 of 0']);
  await stepTo(server, undoSheet, third, 'undone');
  expect(await lotsOf('Tea')).toEqual(['U1 null 5', 'U2 null 2']);
  expect(await stockOf('Phone')).toEqual(['2 of 2', '0 of 0']);
  expect(await server.database.violations()).toEqual([]);
  await stepTo(server, undoSheet, first, 'undone');
});

test('wrong lots, dates and serial numbers are refused at their cells', async () => {
  const [one = '', two = ''] = places;
  const kept = await compared(server, 'openingStock', [
    head,
    [one, '690004', none, none, none, 'X1', 1, 100],
  ]);
  await stepTo(server, applySheet, kept, 'applied');
  const wrong = await compared(server, 'openingStock', [
    head,
    [one, '690001', 'L1', none, none, none, 1, 4],
    [one, '690001', none, none, '2027-01-01', 'S1', 1, 4],
    [one, '690003', none, none, none, none, 1, 4],
    [one, '690003', 'T5', '2026-05-01', '2026-04-30', none, 1, 4],
    [one, '690003', 'T6', '2026-05-01', none, none, 1, 4],
    [one, '690003', 'T7', none, '2027-05-01', none, 1, 4],
    [two, '690003', 'T7', none, '2027-05-02', none, 1, 4],
    [one, '690004', none, none, none, none, 1, 4],
    [one, '690004', none, none, none, 'S2, S3', 1, 4],
    [one, '690004', none, none, none, 'S4 S4', 2, 4],
    [two, '690004', none, none, none, 'X1', 1, 4],
    [two, '690004', none, none, none, 'S2', 1, 4],
  ]);
  expect(await errorsOf(server, wrong)).toEqual([
    ['C2', 'Lot numbers are not enabled for 690001'],
    ['E3', 'Lot numbers are not enabled for 690001'],
    ['F3', 'Serial numbers are not enabled for 690001'],
    ['C4', 'Lot required for 690003'],
    ['E5', 'Expires before the production date'],
    ['D6', 'Tea has no shelf life: enter the expiry date'],
    ['E8', 'Row 7 is the same product and says something else'],
    ['F9', 'Serial numbers required for 690004'],
    ['F10', '690004: 2 serial numbers for a quantity of 1'],
    ['F11', 'Serial S4 appears twice'],
    ['F12', 'Serial X1 is already in stock'],
    ['F13', 'Serial S2 appears twice'],
  ]);
});

test('goods are named by SKU code where a row has no barcode, unless several goods share the code', async () => {
  const [one = ''] = places;
  const goods = await compared(server, 'products', [
    ['Name', 'Unit', 'Barcode', 'SKU code', 'Disabled'],
    ['Bolt', 'piece', '690011', 'B-1', '0'],
    ['Nut', 'piece', '690012', 'N-1', '1'],
    ['Washer', 'piece', '690013', 'N-1', '0'],
  ]);
  await stepTo(server, applySheet, goods, 'applied');
  const came = await compared(server, 'openingStock', [
    ['Warehouse', 'SKU code', 'Quantity'],
    [one, 'Ｂ-1', 4],
    [one, 'N-1', 1],
    [one, 'Z-1', 1],
    [one, null, 1],
    [one, 'B-1', null],
  ]);
  expect(await errorsOf(server, came)).toEqual([
    ['B3', 'Several products have the code “N-1”: name the barcode'],
    ['B4', '“Z-1” does not exist'],
    ['B5', 'Is needed'],
    ['B6', 'Repeats row 2'],
    ['C6', 'Is needed'],
  ]);
  const { rows } = (await server.request('GET', productTable.path, { search: {} })).json<{
    data: { rows: { name: string; enabled: string }[] };
  }>().data;
  expect(rows.find(({ name }) => name === 'Nut')).toMatchObject({ enabled: false });
});
