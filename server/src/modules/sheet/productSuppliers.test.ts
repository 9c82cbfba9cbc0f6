// Suppliers of products by spreadsheet: terms of the main supplier, wrong cells, undo and export.
import {
  MOST_SUPPLIERS,
  applySheet,
  partners,
  productTable,
  products,
  sheetFields,
  sheetTemplate,
  undoSheet,
} from '@tradehouse/contract';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aServer } from '../../testing.ts';
import { asRole } from '../document/testShop.ts';
import type { TestServer } from '../../testing.ts';
import { compared, errorsOf, send, settled, stepTo } from './testSheets.ts';

let server: TestServer;
let near: string;
let far: string;
beforeAll(async () => {
  server = await aServer();
  near = (await server.call(partners.add, { type: 'supplier', name: 'Near' })).id;
  far = (await server.call(partners.add, { type: 'supplier', name: 'Far' })).id;
});
afterAll(() => server.stop());

const head = ['Name*', 'Unit*', 'Barcode*', 'Status*'];
const terms = [
  'Supplier',
  'Supplier’s code',
  'Supplier’s price',
  'Currency of the supplier’s price',
  'Lead time (days)',
  'Minimum order',
  'Pack size',
];
const row = (code: number, ...cells: readonly (string | number | null)[]) => [
  `Thing ${code}`,
  'piece',
  String(code),
  'Enabled',
  ...cells,
];
const importRows = async (heads: readonly string[], ...rows: readonly ReturnType<typeof row>[]) => {
  const found = await compared(server, 'products', [[...head, ...heads], ...rows]);
  expect(await errorsOf(server, found)).toEqual([]);
  return stepTo(server, applySheet, found, 'applied');
};
const infoOf = async (code: number) => {
  const reply = await server.request('GET', productTable.path, {
    search: { keyword: String(code) },
  });
  const { data } = reply.json<{ data: { rows: readonly { id: string }[] } }>();
  return server.call(products.infoCall, { id: data.rows[0]?.id ?? '' });
};
const suppliersOf = async (code: number) => (await infoOf(code)).suppliers;

test('a new product gets the main supplier with all terms of the row', async () => {
  await importRows(terms, row(820_001, 'Near', 'N-1', '4.5', 'USD', 12, 50, 10));
  expect(await suppliersOf(820_001)).toEqual([
    {
      supplierId: near,
      supplierName: 'Near',
      code: 'N-1',
      price: '4.5',
      currency: 'USD',
      leadDays: 12,
      minimumOrder: '50',
      packSize: '10',
      preferred: true,
    },
  ]);
});

test('a changed term keeps the others, another supplier is preferred, and undo restores both', async () => {
  await importRows(terms, row(820_002, 'Near', 'N-2', '4', null, 12, 50, 10));
  const before = await suppliersOf(820_002);
  const lead = await importRows(['Supplier', 'Lead time (days)'], row(820_002, 'Near', 20));
  expect(await suppliersOf(820_002)).toMatchObject([
    { code: 'N-2', price: '4', leadDays: 20, packSize: '10', preferred: true },
  ]);
  await stepTo(server, undoSheet, lead, 'undone');
  expect(await suppliersOf(820_002)).toEqual(before);
  const moved = await importRows(['Supplier', 'Supplier’s price'], row(820_002, 'Far', 5));
  expect(await suppliersOf(820_002)).toMatchObject([
    { supplierId: far, price: '5', leadDays: null, preferred: true },
    { supplierId: near, price: '4', leadDays: 12, preferred: false },
  ]);
  await stepTo(server, undoSheet, moved, 'undone');
  expect(await suppliersOf(820_002)).toEqual(before);
});

test('a blank supplier removes the main supplier, and terms alone keep the supplier', async () => {
  await importRows(terms, row(820_003, 'Near', 'N-3', '4', null, 12, 50, 10));
  await importRows(['Pack size'], row(820_003, 24));
  expect(await suppliersOf(820_003)).toMatchObject([{ code: 'N-3', packSize: '24', leadDays: 12 }]);
  const removed = await importRows(['Supplier'], row(820_003, null));
  expect(await suppliersOf(820_003)).toEqual([]);
  await stepTo(server, undoSheet, removed, 'undone');
  expect(await suppliersOf(820_003)).toMatchObject([{ supplierId: near, packSize: '24' }]);
});

test('wrong suppliers and terms are refused by cell', async () => {
  await server.call(partners.add, { type: 'customer', name: 'Buyer' });
  const found = await compared(server, 'products', [
    [...head, ...terms],
    row(820_010, 'Buyer', null, null, null, null, null, null),
    row(820_011, null, 'N-1', '4', null, 3, null, null),
    row(820_012, 'Near', null, '-1', 'usd dollars', 400, 0, 0),
  ]);
  expect(await errorsOf(server, found)).toEqual([
    ['E2', '“Buyer” does not exist'],
    ['F3', 'Terms need the name of a supplier'],
    ['G3', 'Terms need the name of a supplier'],
    ['I3', 'Terms need the name of a supplier'],
    ['G4', '“-1” is below 0'],
    ['H4', expect.any(String)],
    ['I4', expect.any(String)],
    ['J4', '“0” is not above 0'],
    ['K4', '“0” is not above 0'],
  ]);
  const bare = await compared(server, 'products', [[...head, 'Pack size'], row(820_013, 12)]);
  expect(await errorsOf(server, bare)).toEqual([['E2', 'Terms need the name of a supplier']]);
});

test('an import refuses a supplier of a product beyond the limit of the form', async () => {
  await importRows(terms, row(820_014, 'Near', null, null, null, null, null, null));
  const { id, version, name, barcodes } = await infoOf(820_014);
  const others: string[] = [];
  for (let n = 1; n < MOST_SUPPLIERS; n += 1) {
    const added = await server.call(partners.add, { type: 'supplier', name: `Further ${n}` });
    others.push(added.id);
  }
  await server.call(products.update, {
    id,
    version,
    name,
    barcodes: barcodes.map(({ id: barcodeId, code, unit }) => ({ id: barcodeId, code, unit })),
    suppliers: [near, ...others].map((supplierId) => ({ supplierId })),
  });
  const found = await compared(server, 'products', [[...head, 'Supplier'], row(820_014, 'Far')]);
  expect(await errorsOf(server, found)).toEqual([['E2', 'A product has at most 50 suppliers']]);
  await importRows(['Supplier'], row(820_014, 'Further 1'));
  expect(await suppliersOf(820_014)).toHaveLength(MOST_SUPPLIERS);
});

test('a product import refuses different suppliers in the rows of a product', async () => {
  const found = await compared(server, 'products', [
    [...head, 'Attributes', 'Supplier'],
    ['Shirt', 'piece', '820020', 'Enabled', 'Colour:red', 'Near'],
    ['Shirt', 'piece', '820021', 'Enabled', 'Colour:blue', 'Far'],
  ]);
  const errors = await errorsOf(server, found);
  expect(errors.filter(([cell]) => cell === 'F3')).toHaveLength(1);
});

test('an export of products has the supplier terms, and importing the export changes nothing', async () => {
  await importRows(terms, row(820_030, 'Far', 'F-1', '4.25', 'EUR', 7, '1.5', '0.5'));
  const reply = await server.request('GET', sheetTemplate.path, {
    sheet: 'products',
    filled: true,
  });
  const { sheets } = await readXlsx(reply.rawPayload);
  const line = sheets[0]?.rows.find((cells) => cells.includes('Thing 820030'));
  expect(line).toEqual(expect.arrayContaining(['Far', 'F-1', 4.25, 'EUR', 7, 1.5, 0.5]));
  const again = await settled(server, await send(server, 'products', reply.rawPayload));
  expect(again).toMatchObject({ newRows: 0, changedRows: 0, wrongRows: 0, failure: null });
});

test('users without sight of purchase prices import terms without prices and currencies', async () => {
  await importRows(terms, row(820_040, 'Near', 'N-4', '4', 'USD', 12, 50, 10));
  const token = await asRole({ server, company: server.company }, 'keeper', {
    hidden: ['purchase'],
    pages: ['/material/material'],
    buttons: ['1', '3'],
  });
  const fields = await server.call(sheetFields, { sheet: 'products' }, token);
  const names = fields.map(({ field }) => field);
  expect(names).toContain('leadDays');
  expect(names).not.toContain('supplierPrice');
  expect(names).not.toContain('supplierCurrency');
  const found = await compared(
    server,
    'products',
    [[...head, 'Supplier', 'Supplier’s price', 'Lead time (days)'], row(820_040, 'Near', '1', 30)],
    token,
  );
  await stepTo(server, applySheet, found, 'applied', token);
  expect(await suppliersOf(820_040)).toMatchObject([{ price: '4', currency: 'USD', leadDays: 30 }]);
});
