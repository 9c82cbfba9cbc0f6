// Import of products with several attributes: a row per combination.
import {
  applySheet,
  attributes,
  productById,
  products,
  sheetTemplate,
  undoSheet,
} from '@tradehouse/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { waiting } from '../../attack/testWaits.ts';
import { removeProducts } from '../catalog/index.ts';
import { aServer } from '../../testing.ts';
import type { TestServer } from '../../testing.ts';
import { compared, errorsOf, send, settled, stepTo } from './testSheets.ts';

let server: TestServer;
beforeAll(async () => {
  server = await aServer();
  await server.call(attributes.add, { name: '颜色', values: ['红', '蓝'] });
  await server.call(attributes.add, { name: '尺码', values: ['S', 'M', 'L'] });
});
afterAll(() => server.stop());

const head = ['Name', 'Base unit', 'Barcode', '多属性', 'Sale price', 'SKU code', 'Model'];
const shirt = (barcode: string, attributes: string, price: number, model = 'T1') => [
  'Shirt',
  'piece',
  barcode,
  attributes,
  price,
  `S-${barcode}`,
  model,
];
const found = async (barcode: string) => {
  const reply = await server.request('GET', '/material/findBySelect', { q: barcode });
  const [row] = reply.json<{ data: { rows: { productId: string }[] } }>().data.rows;
  return row === undefined ? null : server.call(productById, { id: row.productId });
};
const left = () =>
  server.arrange(server.company, async (tx) => {
    const { rows } = await sql<{ n: string }>`
      select (select count(*) from product where tenant_id = ${server.company.tenantId}) || ' ' ||
        (select count(*) from sku where tenant_id = ${server.company.tenantId}) || ' ' ||
        (select count(*) from barcode where tenant_id = ${server.company.tenantId}) as n`.execute(
      tx,
    );
    return rows[0]?.n;
  });

test('rows differing only in combination import as a single product', async () => {
  const before = await left();
  const came = await compared(server, 'products', [
    head,
    shirt('790001', '颜色:红;尺码:M', 50),
    ['Mug', 'piece', '790009', null, 9, null, 'T1'],
    shirt('790002', '颜色：蓝；尺码：S', 51),
    shirt('790003', '颜色:红;尺码:S', 52),
  ]);
  expect(came).toMatchObject({ newRows: 4, wrongRows: 0, failure: null });
  await stepTo(server, applySheet, came, 'applied');
  expect(await found('790002')).toMatchObject({
    name: 'Shirt',
    attributes: [
      { name: '颜色', values: ['红', '蓝'] },
      { name: '尺码', values: ['S', 'M'] },
    ],
    barcodes: [
      { code: '790001', attributes: '红,M', salePrice: '50', skuCode: 'S-790001' },
      { code: '790002', attributes: '蓝,S', salePrice: '51' },
      { code: '790003', attributes: '红,S', salePrice: '52' },
    ],
  });

  const reply = await server.request('GET', sheetTemplate.path, {
    sheet: 'products',
    filled: true,
  });
  const own = await settled(server, await send(server, 'products', reply.rawPayload));
  expect(own).toMatchObject({ newRows: 0, changedRows: 0, wrongRows: 0, sameRows: 4 });

  const second = await compared(server, 'products', [
    head,
    shirt('790001', '颜色:红;尺码:M', 50, 'T2'),
    shirt('790012', '颜色:蓝;尺码:S', 61, 'T2'),
    shirt('790003', '颜色:红;尺码:S', 52, 'T2'),
  ]);
  // A barcode and a model that are both new name no row of a product, and a product takes no combination by spreadsheet.
  expect(await errorsOf(server, second)).toEqual([
    ['D3', 'The product exists already: this is changed in its form'],
  ]);
  const price = await compared(server, 'products', [
    head,
    shirt('790001', '颜色:红;尺码:M', 50),
    shirt('790012', '颜色:蓝;尺码:S', 61),
    shirt('790003', '颜色:红;尺码:S', 62),
  ]);
  expect(price).toMatchObject({ newRows: 0, sameRows: 1, changedRows: 2, wrongRows: 0 });
  await stepTo(server, applySheet, price, 'applied');
  expect((await found('790012'))?.barcodes).toMatchObject([
    { code: '790001', salePrice: '50' },
    { code: '790012', salePrice: '61', skuCode: 'S-790012' },
    { code: '790003', salePrice: '62' },
  ]);
  await stepTo(server, undoSheet, price, 'undone');
  expect((await found('790002'))?.barcodes).toMatchObject([
    { code: '790001', salePrice: '50' },
    { code: '790002', salePrice: '51', skuCode: 'S-790002' },
    { code: '790003', salePrice: '52' },
  ]);
  expect(await server.database.violations()).toEqual([]);
  expect(await stepTo(server, undoSheet, came, 'applied')).toMatchObject({
    failure: 'Shirt was changed after the import, so it cannot be undone',
  });
  expect(await left()).not.toBe(before);
});

test('undoing an import removes an untouched product with combinations', async () => {
  const before = await left();
  const came = await compared(server, 'products', [
    head,
    ['Cap', 'piece', '791001', '颜色:红', 5, null, null],
    ['Cap', 'piece', '791002', '颜色:蓝', 6, null, null],
  ]);
  await stepTo(server, applySheet, came, 'applied');
  await stepTo(server, undoSheet, came, 'undone');
  expect(await left()).toBe(before);
});

test('every wrong combination is reported at its cell', async () => {
  await server.call(products.add, {
    name: 'Plain',
    unitName: 'piece',
    barcodes: [{ code: '792001', unit: 'piece' }],
  });
  const wrong = await compared(server, 'products', [
    [...head, 'Sub unit', 'Ratio', 'Sub barcode'],
    ['Coat', 'piece', '793001', '颜色:红;尺码:M', 1, null, 'A'],
    ['Coat', 'piece', '793002', '颜色:红;尺码:M', 1, null, 'A'],
    ['Coat', 'piece', '793003', '尺码:S;颜色:蓝', 1, null, 'A'],
    ['Coat', 'piece', '793004', null, 1, null, 'A'],
    ['Coat', 'piece', '793005', '颜色:绿;尺码:S', 1, null, 'A'],
    ['Coat', 'piece', '793006', '袖长:长;尺码:S', 1, null, 'A'],
    ['Coat', 'piece', '793007', '红', 1, null, 'A'],
    ['Hat', 'piece', '793008', '颜色:红;颜色:蓝', 1, null, 'A'],
    ['Sock', 'piece', '793009', '颜色:红', 1, null, 'A', 'box', 12, '793010'],
    ['Plain', 'piece', '792001', '颜色:红', 1, null, null],
  ]);
  expect(await errorsOf(server, wrong)).toEqual([
    ['D3', 'Repeats row 2'],
    ['D4', 'The combination “尺码:S;颜色:蓝” of a barcode row is wrong or appears twice'],
    ['D5', 'Is needed'],
    ['D6', '“颜色:绿” does not exist'],
    ['D7', 'The combination “袖长:长;尺码:S” of a barcode row is wrong or appears twice'],
    ['D7', '“袖长” does not exist'],
    ['D8', '“红” must be written as name:value;name:value, like Colour:red;Size:M'],
    ['D9', '“颜色” appears twice'],
    ['D10', 'A product with attributes has a single unit'],
    ['D11', 'The product exists already: this is changed in its form'],
  ]);
});

test('contradicting rows of a product are reported at their cells', async () => {
  const wrong = await compared(server, 'products', [
    ['Name', 'Base unit', 'Barcode', '多属性', 'Weight (kg)', 'Serial numbers'],
    ['Belt', 'piece', '794001', '尺码:S', 1, 'no'],
    ['Belt', 'piece', '794002', '尺码:M', 2, 'yes'],
  ]);
  expect(await errorsOf(server, wrong)).toEqual([
    ['E3', 'Row 2 is the same product and says something else'],
    ['F3', 'Row 2 is the same product and says something else'],
  ]);
});

test('a product deleted after the comparison is reported missing, and nothing is written', async () => {
  const sheet = (price: number) => [
    head,
    ['Gone soon', 'piece', '793001', null, price, null, null],
    ['Beside it', 'piece', '793002', '颜色:红', 5, null, null],
  ];
  const came = await compared(server, 'products', sheet(4).slice(0, 2));
  await stepTo(server, applySheet, came, 'applied');
  const gone = await found('793001');
  const changed = await compared(server, 'products', sheet(6));
  expect(changed).toMatchObject({ newRows: 1, changedRows: 1 });
  await server.arrange(server.company, async (tx) => {
    await sql`select from attribute where tenant_id = ${server.company.tenantId} for update`.execute(
      tx,
    );
    await server.call(applySheet, { id: changed.id });
    await waiting(server, 1);
    await removeProducts({ tx, tenantId: server.company.tenantId }, [String(gone?.id)]);
  });
  expect(await settled(server, changed)).toMatchObject({
    state: 'checked',
    failure: expect.stringContaining('changed'),
  });
  expect(await found('793002')).toBe(null);
});
