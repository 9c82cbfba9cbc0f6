import {
  products,
  readSheetCells,
  readSheetHead,
  sheetFields,
  sheetIds,
  sheetRows,
} from '@tradehouse/contract';
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

test('the head of a workbook names its visible sheets and reads the chosen one', async () => {
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

test('columns that the user chose bring the rows of the chosen sheet', async () => {
  const found = await open(await twoSheets(), { worksheet: 'Goods 2026', ...byHand });
  expect(found).toMatchObject({ state: 'checked', newRows: 1, wrongRows: 0 });
  const { rows } = await server.call(sheetRows, { id: found.id, outcome: 'new' });
  expect(rows[0]).toMatchObject({ row: 3, name: 'Kettle' });
  expect(rows[0]?.changes).toContainEqual({ label: 'VK', before: null, after: '12.5' });
});

test('a file without headings comes in by the columns that the user chose', async () => {
  const bytes = Buffer.from('Kettle;7000002;piece\nCup;7000003;piece\n');
  const at = await send(server, 'products', bytes, undefined, 'goods.csv', {
    headingRow: 0,
    columns: 'name,barcode,unit',
    delimiter: ';',
    encoding: 'utf-8',
  });
  expect(await settled(server, at)).toMatchObject({ state: 'checked', newRows: 2, wrongRows: 0 });
});

const unfit = 'The columns do not fit the file: choose the file again';
test.each([
  ['a required column is missing', { headingRow: 2, columns: 'name,barcode' }, '单位 / Unit'],
  ['a field has two columns', { headingRow: 2, columns: 'name,barcode,unit,name' }, 'VK'],
  ['a field is unknown', { headingRow: 2, columns: 'name,barcode,unit,price' }, unfit],
  ['the file lacks the row of headings', { headingRow: 90, columns: byHand.columns }, unfit],
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
