import {
  applySheet,
  batchUpdateProducts,
  categories,
  goodsDocuments,
  productById,
  products,
  productTable,
  promotions,
  sheetRows,
  sheetTemplate,
  undoSheet,
  wrongSheetRows,
} from '@tradehouse/contract';
import { sql } from 'kysely';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aServer } from '../../testing.ts';
import type { TestServer } from '../../testing.ts';
import { compared, errorsOf, send, settled, stepTo } from './testSheets.ts';

let server: TestServer;
let warehouse: string;
beforeAll(async () => {
  server = await aServer();
  await server.call(categories.add, { name: 'Cups', number: 'C1' });
  warehouse = await server.arrange(server.company, async (tx) => {
    const row = await tx
      .selectFrom('warehouse')
      .select('name')
      .orderBy('id')
      .executeTakeFirstOrThrow();
    return row.name;
  });
});
afterAll(() => server.stop());

const clean = () => server.database.violations();
const list = async (): Promise<readonly Readonly<Record<string, unknown>>[]> => {
  const reply = await server.request('GET', productTable.path, {
    pageSize: 100,
    column: 'barcode',
    order: 'asc',
  });
  return reply.json<{ data: { rows: Record<string, unknown>[] } }>().data.rows;
};
const head = [
  'Name*',
  'Standard',
  'Base unit*',
  'Sub unit',
  'Ratio',
  'Barcode*',
  'Sub barcode',
  'Purchase price',
  'Sale price',
  'Category',
  'Enabled*',
];
const flask = ['Flask', '500 ml', 'piece', 'box', 12, '690001', '690002', 30, 52, 'Cups', 'yes'];
const cup = ['Cup', null, 'piece', null, null, 690003, null, 5, '9.5', null, 1];

test('products with opening stock are imported and changed again, and both can be undone', async () => {
  const before = await list();
  const first = await compared(server, 'products', [
    ['Read me'],
    [...head, warehouse],
    [...flask, 24],
    [...cup, null],
  ]);
  expect(first).toMatchObject({ state: 'checked', newRows: 2, wrongRows: 0, failure: null });
  expect(await list()).toEqual(before);
  await stepTo(server, applySheet, first, 'applied');
  const [one, two] = (await list()).filter(({ name }) => name === 'Flask' || name === 'Cup');
  expect(one).toMatchObject({
    barcode: '690001',
    stock: '24',
    openingStock: '24',
    salePrice: '52',
    mnemonic: 'FLASK',
  });
  expect(two).toMatchObject({ barcode: '690003', stock: '0', salePrice: '9.5', unit: 'piece' });
  const info = await server.call(productById, { id: String(one?.['id']) });
  expect(info.barcodes).toMatchObject([
    { code: '690001', unit: 'piece', salePrice: '52' },
    { code: '690002', unit: 'box', ratio: '12', salePrice: '624' },
  ]);
  expect(await clean()).toEqual([]);

  const second = await compared(server, 'products', [
    ['名称', '基本单位', '条码', '副条码', '销售价', warehouse],
    ['Flask', 'piece', '690002', '690001', 60, 10],
    ['Cup two', 'piece', '690003', null, 9.5, 6],
  ]);
  // What names the box can't name the piece in the same breath: no one could tell which product is meant.
  expect(await errorsOf(server, second)).toEqual([
    ['C2', 'Barcode 690002 already exists'],
    ['D2', 'Barcode 690001 already exists'],
  ]);
  const mended = await compared(server, 'products', [
    ['名称', '基本单位', '条码', '销售价', warehouse],
    ['Flask', 'piece', '690001', 60, 10],
    ['Cup two', 'piece', '690003', 9.5, 6],
  ]);
  expect(mended).toMatchObject({ changedRows: 1 + 1, newRows: 0, wrongRows: 0 });
  const { rows } = await server.call(sheetRows, { id: mended.id, outcome: 'changed' });
  expect(rows.map(({ changes }) => changes)).toEqual([
    [
      { label: '销售价', before: '52', after: '60' },
      { label: warehouse, before: '24', after: '10' },
    ],
    [
      { label: '名称', before: 'Cup', after: 'Cup two' },
      { label: warehouse, before: '0', after: '6' },
    ],
  ]);
  await stepTo(server, applySheet, mended, 'applied');
  expect(await server.call(productById, { id: String(one?.['id']) })).toMatchObject({
    barcodes: [{ salePrice: '60' }, { salePrice: '720' }],
  });
  // The first can't be taken back while the second stands on it.
  expect(await stepTo(server, undoSheet, first, 'applied')).toMatchObject({
    failure: 'Flask was changed after the import, so it cannot be undone',
  });
  await stepTo(server, undoSheet, mended, 'undone');
  expect((await list()).filter(({ name }) => name === 'Flask' || name === 'Cup')).toMatchObject([
    { salePrice: '52', stock: '24' },
    { salePrice: '9.5', stock: '0' },
  ]);
  expect(await clean()).toEqual([]);
});

test('undoing a product import frees its barcodes, and is refused once a product was used', async () => {
  const before = (await list()).length;
  const rows = [
    [...head, warehouse],
    ['Taken back', null, 'piece', null, null, '691001', null, 5, 9, null, 'yes', 7],
    ['Never stocked', null, 'piece', null, null, '691002', null, 5, 9, null, 'yes', 0],
  ];
  const came = await compared(server, 'products', rows);
  await stepTo(server, applySheet, came, 'applied');
  expect(await list()).toHaveLength(before + 2);
  const noted = (await list()).find(({ name }) => name === 'Taken back');
  await stepTo(server, undoSheet, came, 'undone');
  expect(await list()).toHaveLength(before);
  const id = String(noted?.['id']);
  for (const [call, input] of [
    [products.infoCall, { id }],
    [products.setStatus, { ids: id, status: true }],
    [batchUpdateProducts, { ids: id, material: { color: 'red' } }],
  ] as const)
    expect((await server.refusal(call, input)).key).toBe('record.missing');
  expect(await clean()).toEqual([]);

  const again = await compared(server, 'products', rows);
  expect(again).toMatchObject({ newRows: 2, wrongRows: 0 });
  await stepTo(server, applySheet, again, 'applied');
  const barcodeId = await server.arrange(server.company, async (tx) => {
    const barcode = tx.selectFrom('barcode').select('id').where('code', '=', '691002');
    return (await barcode.executeTakeFirstOrThrow()).id;
  });
  const offered = await server.call(promotions.add, {
    name: 'Half price',
    promotionKind: 'percent',
    rate: '50',
    goods: [{ barcodeId, quantity: '1' }],
  });
  expect(await stepTo(server, undoSheet, again, 'applied')).toMatchObject({
    failure: 'Half price uses Never stocked, so the import cannot be undone',
  });
  await server.call(promotions.remove, { id: offered.id });
  const sold = await server.call(goodsDocuments.add, {
    kind: 'otherOut',
    lines: [{ barcode: '691001', quantity: '2', warehouseId: await warehouseId(), unitPrice: '1' }],
  });
  expect(await stepTo(server, undoSheet, again, 'applied')).toMatchObject({
    failure: `${sold.number} uses Taken back, so the import cannot be undone`,
  });
  expect(await clean()).toEqual([]);
});

const warehouseId = (): Promise<string> =>
  server.arrange(server.company, async (tx) => {
    const row = await tx
      .selectFrom('warehouse')
      .select('id')
      .orderBy('id')
      .executeTakeFirstOrThrow();
    return row.id;
  });

test('every wrong cell is reported at once, each with its sentence', async () => {
  await server.call(products.add, {
    name: 'Known',
    unitName: 'piece',
    barcodes: [
      { code: '692001', unit: 'piece' },
      { code: '692002', unit: 'piece' },
    ],
  });
  await server.call(products.add, {
    name: 'With serials',
    unitName: 'piece',
    serialManaged: true,
    barcodes: [{ code: '692003', unit: 'piece' }],
  });
  const wide = [
    'Name',
    'Base unit',
    'Sub unit',
    'Ratio',
    'Barcode',
    'Sub barcode',
    'Sale price',
    'Category',
    'Enabled',
    'Shelf life (days)',
    'Serial numbers',
    'Lot numbers',
    'Brand',
    warehouse,
  ];
  const wrong = await compared(server, 'products', [
    wide,
    [null, 'piece', null, null, '693001', null, 1, null, 'yes'],
    ['Half a group', 'piece', 'box', null, '693002'],
    ['No such group', 'piece', 'box', 13, '693003', '693004', null, null, 'yes'],
    ['Long barcode', 'piece', null, null, '69300500000000', null, null, null, 'yes'],
    ['Bad price', 'piece', null, null, '693006', null, '12 dollars', null, 'yes'],
    ['Below nothing', 'piece', null, null, '693007', null, -1, null, 'yes'],
    ['Nowhere', 'piece', null, null, '693008', null, 1, 'Saucers', 'yes'],
    ['On or off', 'piece', null, null, '693009', null, 1, null, 'maybe', 1.5],
    ['Both', 'piece', null, null, '693010', null, 1, null, 'yes', null, 1, 1],
    ['Twice', 'piece', null, null, '693011', null, 1, null, 'yes'],
    ['Other', 'piece', null, null, '693011', null, 1, null, 'yes'],
    ['Twice', 'piece', null, null, '693012', null, 1, null, 'yes'],
    ['Takes a second barcode', 'piece', null, null, '692002', null, 1, null, 'yes'],
    ['Known', 'dozen', null, null, '692001', null, 1, null, 'yes'],
    [
      'With serials',
      'piece',
      null,
      null,
      '692003',
      null,
      1,
      null,
      'yes',
      null,
      'yes',
      'no',
      null,
      5,
    ],
    ['Group with one barcode', 'piece', 'box', 12, '693013', null, 1, null, 'yes'],
    [
      'No brand',
      'piece',
      null,
      null,
      '693014',
      null,
      0.1234567,
      null,
      'yes',
      null,
      null,
      null,
      'Nemo',
    ],
    ['L'.repeat(101), 'piece', null, null, '693015', null, 1, null, 'yes'],
  ]);
  expect(wrong).toMatchObject({ state: 'checked', newRows: 1, wrongRows: 17 });
  expect(await errorsOf(server, wrong)).toEqual([
    ['A2', 'Is needed'],
    ['D3', 'Each sub unit needs its ratio, and the one before it'],
    ['F3', 'A product with several units needs at least two barcodes'],
    ['I3', 'Is needed'],
    ['C4', 'There is no unit group of 1 box = 13 piece'],
    ['E5', 'Barcode 69300500000000 must have 4 to 13 digits'],
    ['G6', '“12 dollars” is not a number'],
    ['G7', '“-1” is below 0'],
    ['H8', '“Saucers” does not exist'],
    ['I9', '“maybe” is neither enabled nor disabled'],
    ['J9', '“1.5” is not a whole number'],
    ['L10', 'Serial and lot numbers cannot both be on'],
    ['E12', 'Barcode 693011 appears twice'],
    ['A13', 'Repeats row 11'],
    ['E14', 'Barcode 692002 already exists'],
    ['B15', 'The product exists already: this is changed in its form'],
    [
      'N16',
      'With serials has serial numbers, lots or attributes: import its opening stock, or enter a receipt',
    ],
    ['F17', 'A product with several units needs at least two barcodes'],
    ['G18', '“0.1234567” has more than 6 decimals'],
    ['M18', '“Nemo” does not exist'],
    ['A19', 'At most 100 characters'],
  ]);
  expect(await server.refusal(applySheet, { id: wrong.id })).toMatchObject({
    key: 'sheet.wrongRows',
    data: { count: 17 },
  });
});

test.each([
  ['its name', ['Base unit'], ['ｐiece/（box＝12piece）']],
  ['its units', ['Base unit', 'Sub unit', 'Ratio'], ['ｐiece', 'ｂox', 12]],
])('a unit group is found by %s in any width', async (_, titles, cells) => {
  const read = await compared(server, 'products', [
    ['Name', 'Barcode', 'Sub barcode', 'Enabled', ...titles],
    ['Wide group', '697001', '697002', 'yes', ...cells],
  ]);
  expect(await errorsOf(server, read)).toEqual([]);
  await stepTo(server, applySheet, read, 'applied');
  const { id } = (await list()).find(({ name }) => name === 'Wide group') ?? {};
  expect(await server.call(productById, { id: String(id) })).toMatchObject({
    barcodes: [{ unit: 'piece' }, { unit: 'box', ratio: '12' }],
  });
  await stepTo(server, undoSheet, read, 'undone');
});

test('an unknown unit group is not read as a single unit', async () => {
  const read = await compared(server, 'products', [
    ['Name', 'Base unit', 'Barcode', 'Enabled'],
    ['Unknown group', '个/（箱＝7个）', '697005', 'yes'],
    ['Lone unit', 'bag', '697006', 'yes'],
  ]);
  expect(read).toMatchObject({ newRows: 1, wrongRows: 1 });
  expect(await errorsOf(server, read)).toEqual([['B2', '“个/（箱＝7个）” does not exist']]);
});

test('an imported filled template, or imported export of the list, changes nothing', async () => {
  for (const path of [
    `${sheetTemplate.path}?sheet=products&filled=true`,
    `${productTable.exportPath}?search={}&pageSize=10`,
  ]) {
    const reply = await server.app.inject({
      url: `/api${path}`,
      headers: { 'x-access-token': await server.signIn('demo'), 'x-http-language': 'zh-cn' },
    });
    expect(reply.statusCode).toBe(200);
    const again = await settled(server, await send(server, 'products', reply.rawPayload));
    expect(again).toMatchObject({ newRows: 0, changedRows: 0, wrongRows: 0, failure: null });
    expect(again.sameRows).toBe((await list()).length);
  }
});

test('a second barcode needs a second unit: otherwise the row is wrong, whether the product is new or not', async () => {
  await server.call(products.add, {
    name: 'Two codes',
    unitName: 'piece',
    barcodes: ['696001', '696002'].map((code) => ({ code, unit: 'piece' })),
  });
  const sheet = await compared(server, 'products', [
    ['Name', 'Base unit', 'Barcode', 'Sub barcode'],
    ['Two codes', 'piece', '696001', '696003'],
    ['One unit', 'piece', '696004', '696005'],
  ]);
  expect((await errorsOf(server, sheet)).map(([cell]) => cell)).toEqual(['D2', 'D3']);
});

test('products are found by the UPC-A of the stored EAN-13', async () => {
  const barcodes = [{ code: '0036000291452', unit: 'piece' }];
  const { id } = await server.call(products.add, { name: 'Tin', unitName: 'piece', barcodes });
  const again = await compared(server, 'products', [
    ['Name', 'Base unit', 'Barcode', 'Sale price'],
    ['Tin', 'piece', '036000291452', 7],
  ]);
  expect(again).toMatchObject({ changedRows: 1, newRows: 0, wrongRows: 0 });
  await stepTo(server, applySheet, again, 'applied');
  expect(await server.call(productById, { id })).toMatchObject({
    barcodes: [{ code: '0036000291452', salePrice: '7' }],
  });
  const head = ['Name', 'Base unit', 'Sub unit', 'Ratio', 'Barcode', 'Sub barcode'];
  const taken = await compared(server, 'products', [
    head,
    ['Crate', 'piece', 'box', 6, '690777', '036000291452'],
    ['Can', 'piece', null, null, '042100005264', null],
    ['Jar', 'piece', null, null, '0042100005264', null],
  ]);
  expect(await errorsOf(server, taken)).toEqual([
    ['C2', 'There is no unit group of 1 box = 6 piece'],
    ['F2', 'Barcode 0036000291452 already exists'],
    ['E4', 'Barcode 0042100005264 appears twice'],
  ]);
});

test('an import beyond the products of the plan adds none', async () => {
  const { admin } = server.database;
  await sql`
    insert into plan (code, name_zh, name_en, user_limit, product_limit)
    values ('tiny', '小', 'Tiny', 9, 1)`.execute(admin);
  await sql`update tenant set plan = 'tiny' where code = 'demo'`.execute(admin);
  const before = await list();
  const more = [
    ['Jar', null, 'piece', null, null, 690101, null, 5, '9.5', null, 1],
    ['Bowl', null, 'piece', null, null, 690102, null, 5, '9.5', null, 1],
  ];
  const read = await compared(server, 'products', [head, ...more]);
  const end = await stepTo(server, applySheet, read, 'checked');
  expect(end.failure).toContain('Products allowed by the plan “Tiny”: 1');
  expect(await list()).toEqual(before);
  await sql`update tenant set plan = 'unlimited' where code = 'demo'`.execute(admin);
});

test('right rows are imported without the wrong rows, which come back as a sheet with reasons', async () => {
  const before = await list();
  const rows = [
    ['Mug', null, 'piece', null, null, '690201', null, 4, 9, 'Cups', 'yes'],
    ['Jug', null, 'piece', null, null, '690202', null, 'cheap', 9, 'Nowhere', 'yes'],
    ['Bowl', null, 'piece', null, null, '690203', null, 4, 9, null, 'yes'],
  ];
  const at = await compared(server, 'products', [head, ...rows]);
  expect(at).toMatchObject({ newRows: 2, wrongRows: 1 });
  expect(await server.refusal(applySheet, { id: at.id })).toMatchObject({ key: 'sheet.wrongRows' });
  await server.call(applySheet, { id: at.id, withoutWrong: true });
  expect(await settled(server, at)).toMatchObject({ state: 'applied', newRows: 2, wrongRows: 1 });
  const names = (await list()).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['Mug', 'Bowl']));
  expect(names).not.toContain('Jug');

  const file = await server.request('GET', wrongSheetRows.path, { id: at.id });
  const read = await readXlsx(file.rawPayload);
  const [headings = [], jug = [], ...more] = read.sheets[0]?.rows ?? [];
  expect(more).toEqual([]);
  expect(headings.at(-1)).toBe('Reason');
  expect(jug.slice(0, 1)).toEqual(['Jug']);
  expect(jug).toEqual(expect.arrayContaining(['cheap', 'Nowhere']));
  expect(jug.at(-1)).toMatch(/Purchase price.*cheap.*Nowhere|Nowhere.*cheap/);
  const again = await settled(server, await send(server, 'products', file.rawPayload));
  expect(again).toMatchObject({ wrongRows: 1, newRows: 0, ignored: ['Reason'] });

  await stepTo(server, undoSheet, at, 'undone');
  expect(await list()).toEqual(before);
  expect(await clean()).toEqual([]);
});
