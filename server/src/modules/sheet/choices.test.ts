import {
  products,
  readSheetCells,
  readSheetHead,
  sheetFields,
  sheetIds,
  sheetRows,
} from '@tradehouse/contract';
import type { SheetChoices } from '@tradehouse/contract';
import { writeXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aServer } from '../../testing.ts';
import type { TestServer } from '../../testing.ts';
import { errorsOf, send, settled } from './testSheets.ts';

let server: TestServer;
beforeAll(async () => {
  server = await aServer();
  await server.call(products.add, {
    name: 'Flask',
    unitName: 'piece',
    barcodes: [{ code: '690001', unit: 'piece' }],
  });
});
afterAll(() => server.stop());

/** A workbook in which the goods stand on the second visible sheet, below headings of another program. */
const twoSheets = (): Promise<Uint8Array> =>
  writeXlsx({
    sheets: [
      {
        name: 'Notes',
        rows: [
          ['Name', 'Base unit', 'Barcode'],
          ['not this', 'piece', 7000001],
        ],
      },
      { name: 'old', hidden: true, rows: [['Name', 'Base unit', 'Barcode']] },
      {
        name: 'Goods 2026',
        rows: [
          ['Stock list'],
          ['Bezeichnung', 'EAN', 'Einheit', 'VK'],
          ['Kettle', 7000002, 'piece', 12.5],
        ],
      },
    ],
  });
const byHand = { headingRow: 2, columns: 'name,barcode,unit,salePrice' } as const;
const open = async (bytes: Uint8Array, choices: object) =>
  settled(server, await send(server, 'products', bytes, undefined, 'goods.xlsx', choices));

test('the head of a workbook names its visible sheets and reads the chosen sheet', async () => {
  const file = { name: 'goods.xlsx', bytes: await twoSheets() };
  const head = await server.upload(readSheetHead, file, { sheet: 'products' });
  expect(head).toMatchObject({ worksheets: ['Notes', 'Goods 2026'], worksheet: 'Notes' });
  const other = await server.upload(readSheetHead, file, {
    sheet: 'products',
    worksheet: 'Goods 2026',
  });
  expect(other).toMatchObject({
    worksheet: 'Goods 2026',
    rows: [
      ['Stock list'],
      ['Bezeichnung', 'EAN', 'Einheit', 'VK'],
      ['Kettle', '7000002', 'piece', '12.5'],
    ],
  });
  const lines = { kind: 'purchaseIn', worksheet: 'old' };
  expect(await server.upload(readSheetCells, file, lines)).toMatchObject({
    key: 'sheet.worksheet',
  });
});

test('columns chosen by the user bring the rows of the chosen sheet', async () => {
  const found = await open(await twoSheets(), { worksheet: 'Goods 2026', ...byHand });
  expect(found).toMatchObject({ state: 'checked', newRows: 1, wrongRows: 0 });
  const { rows } = await server.call(sheetRows, { id: found.id, outcome: 'new' });
  expect(rows[0]).toMatchObject({ row: 3, name: 'Kettle' });
  expect(rows[0]?.changes).toContainEqual({ label: 'VK', before: null, after: '12.5' });
});

test('a file without headings is imported by the columns chosen by the user', async () => {
  const bytes = Buffer.from('Kettle;7000002;piece\nCup;7000003;piece\n');
  const at = await send(server, 'products', bytes, undefined, 'goods.csv', {
    headingRow: 0,
    columns: 'name,barcode,unit',
    delimiter: ';',
    encoding: 'utf-8',
  });
  expect(await settled(server, at)).toMatchObject({ state: 'checked', newRows: 2, wrongRows: 0 });
});

test('an ambiguous number is read by the user’s choice of the decimal mark', async () => {
  const bytes = Buffer.from('Name;Unit;Barcode;Sale price\nLamp;piece;7000009;1.234\n');
  const read = async (choices: SheetChoices) =>
    settled(server, await send(server, 'products', bytes, undefined, 'goods.csv', choices));
  expect(await errorsOf(server, await read({}))).toEqual([
    ['D2', expect.stringContaining('1.234') as string],
  ]);
  const { rows } = await server.call(sheetRows, {
    id: (await read({ mark: ',' })).id,
    outcome: 'new',
  });
  expect(rows[0]?.changes).toContainEqual(expect.objectContaining({ after: '1234' }));
});

test.each(['¥1.234', '1.234 EUR', 'RMB 1.234', 'HK$1.234', 'KGS 1.234', '1.234 TL'])(
  'an amount in another currency is refused, whatever the chosen decimal mark: %s',
  async (amount) => {
    const bytes = Buffer.from(`Name;Unit;Barcode;Sale price\nLamp;piece;7000009;${amount}\n`);
    const choices: SheetChoices = { mark: ',' };
    const at = await settled(
      server,
      await send(server, 'products', bytes, undefined, 'goods.csv', choices),
    );
    expect(await errorsOf(server, at)).toEqual([
      ['D2', `“${amount}” is in another currency; this column is in USD`],
    ]);
  },
);

test('a credit limit in another currency, or with an unknown currency sign, is refused', async () => {
  const bytes = Buffer.from(
    'Name;Credit limit\nAdler;$5.000\nBerger;¥5000\nChrist;5000 лв\nDorn;5.000 EUR\n',
  );
  const at = await settled(
    server,
    await send(server, 'customers', bytes, undefined, 'customers.csv', { mark: ',' }),
  );
  const errors = await errorsOf(server, at);
  expect(errors.map(([cell]) => cell)).toEqual(['B3', 'B4', 'B5']);
  expect(at).toMatchObject({ newRows: 1, wrongRows: 3 });
});

test('an ambiguous date is read by the user’s choice of the day and month order', async () => {
  const bytes = Buffer.from('Currency;Date;Rate\nGBP;04/05/2026;9.1\n');
  const read = async (choices: SheetChoices) =>
    settled(server, await send(server, 'exchangeRates', bytes, undefined, 'rates.csv', choices));
  expect(await read({})).toMatchObject({ wrongRows: 1 });
  const at = await read({ order: 'dayFirst' });
  const { rows } = await server.call(sheetRows, { id: at.id, outcome: 'new' });
  expect(JSON.stringify(rows[0]?.changes)).toContain('2026-05-04');
});

const unfit = 'The columns do not fit the file: choose the file again';
test.each([
  ['a required column is missing', { headingRow: 2, columns: 'name,barcode' }, '单位 / Unit'],
  ['a field has two columns', { headingRow: 2, columns: 'name,barcode,unit,name' }, 'VK'],
  ['a field is unknown', { headingRow: 2, columns: 'name,barcode,unit,price' }, unfit],
  ['the file lacks the row of headings', { headingRow: 90, columns: byHand.columns }, unfit],
  ['the row of headings is missing', { columns: byHand.columns }, unfit],
  ['the row of headings stands alone', { headingRow: 2 }, unfit],
])('columns are refused where %s', async (_, choice, reason) => {
  const found = await open(await twoSheets(), { worksheet: 'Goods 2026', ...choice });
  expect(found).toMatchObject({
    state: 'failed',
    failure: expect.stringContaining(reason) as string,
  });
});

test('no two fields of a sheet have a name in common', async () => {
  for (const sheet of sheetIds) {
    const fields = await server.call(sheetFields, { sheet });
    const names = fields.flatMap((field) => [...new Set(field.names)]);
    expect(names.toSorted()).toEqual([...new Set(names)].toSorted());
  }
});

test('a wrong cell of opening stock stands beside the name of its product', async () => {
  const bytes = Buffer.from('Warehouse,Barcode,Quantity\nNowhere,690001,5\n');
  const at = await settled(
    server,
    await send(server, 'openingStock', bytes, undefined, 'stock.csv'),
  );
  expect(await errorsOf(server, at)).toEqual([['A2', '“Nowhere” does not exist']]);
  const { rows } = await server.call(sheetRows, { id: at.id, outcome: 'wrong' });
  expect(rows[0]?.name).toBe('Flask');
});
