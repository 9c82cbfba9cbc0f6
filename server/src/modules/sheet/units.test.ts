import { sheetRows, products } from '@tradehouse/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aServer } from '../../testing.ts';
import type { TestServer } from '../../testing.ts';
import { compared, errorsOf, send, settled } from './testSheets.ts';

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

const goods = (heading: string, value: unknown) => [
  ['Name', 'Base unit', 'Barcode', heading],
  ['Bottle', 'piece', '690009', value as string],
];

test.each([
  ['products', goods('基础重量(g)', 350), '0.35'],
  ['products', goods('Weight (g)', '1,234.5'), '1.2345'],
  ['products', goods('Weight (lb)', 2.2), '0.997903'],
  ['products', goods('保质期(周)', 2), '14'],
  ['products', goods('零售价（美元）', 9), '9'],
  ['products', goods('零售价($/个)', 9), '9'],
  [
    'customers',
    [
      ['名称', '期初应收(万美元)'],
      ['Grand', 1.2],
    ],
    '12000',
  ],
  [
    'customers',
    [
      ['名称', '信用额度(千美元)'],
      ['Grand', 5],
    ],
    '5000',
  ],
] as const)(
  'cells of %s are converted from the unit of their heading: %j gives %s',
  async (sheet, rows, value) => {
    const came = await compared(server, sheet, rows);
    expect(came).toMatchObject({ newRows: 1, wrongRows: 0, failure: null });
    const shown = await server.call(sheetRows, { id: came.id, outcome: 'new' });
    expect(shown.rows[0]?.changes.map(({ after }) => after)).toContain(value);
  },
);

test.each([
  ['products', goods('基础重量(两)', 350), 'D'],
  ['products', goods('保质期(月)', 12), 'D'],
  ['products', goods('零售价(GBP)', 10), 'D'],
  ['products', goods('零售价（元）', 10), 'D'],
  ['products', goods('Sale price (CNY)', 10), 'D'],
  ['products', goods('零售价(分)', 1000), 'D'],
  ['products', goods('零售价(元/箱)', 100), 'D'],
  [
    'customers',
    [
      ['名称', '账期(月)'],
      ['Grand', 1],
    ],
    'B',
  ],
  [
    'exchangeRates',
    [
      ['币种', '日期', '汇率(100外币)'],
      ['JPY', '2026-01-05', 4.8],
    ],
    'C',
  ],
  [
    'counts',
    [
      ['盘点单号', '条码', '实盘数量(箱)'],
      ['X', '690001', 2],
    ],
    'C',
  ],
] as const)(
  'a sheet of %s with an unsupported unit in a heading is refused: %j',
  async (sheet, rows, column) => {
    const came = await compared(server, sheet, rows);
    expect(came.state).toBe('failed');
    expect(came.failure).toContain(`${column} ${rows[0].at(-1) ?? ''}`);
  },
);

test('a row of a text with more cells than headings is wrong', async () => {
  const text =
    'Name,Base unit,Barcode,Retail price\nBottle,piece,690009,12,50\nFlask,piece,690001,12\n';
  const bytes = new TextEncoder().encode(text);
  const came = await settled(server, await send(server, 'products', bytes, undefined, 'goods.csv'));
  expect(came).toMatchObject({ newRows: 0, changedRows: 1, wrongRows: 1 });
  expect(await errorsOf(server, came)).toEqual([
    ['D2', '“50” in E2 stands beyond the headings: check the separators of the row'],
  ]);
});

test('a rate of a day out of range is wrong', async () => {
  const came = await compared(server, 'exchangeRates', [
    ['Currency', 'Day', 'Rate'],
    ['JPY', '2569-03-05', 4.8],
    ['JPY', '1969-03-05', 4.8],
    ['JPY', '2026-03-05', 4.8],
  ]);
  expect((await errorsOf(server, came)).map(([cell]) => cell)).toEqual(['B2', 'B3']);
});
