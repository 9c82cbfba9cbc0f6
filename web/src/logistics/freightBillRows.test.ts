import { expect, test } from 'vitest';
import { isOtherCurrency, readBill } from './freightBillRows.ts';

test('rows of a bill are read below the headings, without title and total rows', () => {
  expect(
    readBill([
      ['顺丰速运 2026-01 账单'],
      ['序号', '运单号', '计费重量(kg)', '应付金额'],
      ['1', 'SF1', '2.5', '¥1,012.50'],
      ['2', ' SF2 ', '', '9'],
      ['', '合计', '', '1021.5'],
      ['', '', '', ''],
    ]),
  ).toEqual({
    lines: [
      {
        place: 3,
        number: 'SF1',
        amount: '¥1,012.50',
        heading: '应付金额',
        line: { number: 'SF1', amount: '1012.5', weight: '2.5' },
      },
      {
        place: 4,
        number: 'SF2',
        amount: '9',
        heading: '应付金额',
        line: { number: 'SF2', amount: '9' },
      },
    ],
    left: 2,
  });
});

test('an English bill is read; rows with no amount or a negative amount are left out', () => {
  const lines = readBill([
    ['Tracking No.', 'Net charge'],
    ['A', 'free'],
    ['B', '-3'],
    ['C', '0'],
  ])?.lines;
  expect(lines?.map(({ line }) => line)).toEqual([null, null, { number: 'C', amount: '0' }]);
});

test('a bill without headings for number and amount is not read', () => {
  expect(
    readBill([
      ['运单号', '重量'],
      ['SF1', '2'],
    ]),
  ).toBeNull();
  expect(readBill([])).toBeNull();
});

test.each([
  [
    ['运单号', '运费(元)', '应付金额（元）', '计费重量'],
    ['SF1', '20', '15', '2'],
  ],
  [
    ['单据编号', '运单号', '重量', '计费重量', '费用(元)', '折扣', '应付金额'],
    ['X1', 'SF1', '1.2', '2', '20', '5', '15'],
  ],
  [
    [
      'Reference',
      'Weight',
      'Tracking number',
      'Billable weight',
      'Freight',
      'Fuel',
      'Total charge',
    ],
    ['X1', '1.2', 'SF1', '2', '12', '3', '15'],
  ],
])('the payable amount is read, not its components: %s', (...rows) => {
  expect(readBill(rows)?.lines.map(({ line }) => line)).toEqual([
    { number: 'SF1', amount: '15', weight: '2' },
  ]);
});

test('the amount owed is read under a heading with a unit in brackets', () => {
  for (const title of ['应付金额(元)', '应付金额（元）']) {
    const lines = readBill([
      ['运单号', '运费', title],
      ['SF1', '20', '15'],
    ])?.lines;
    expect(lines?.map(({ line }) => line)).toEqual([{ number: 'SF1', amount: '15' }]);
  }
});

test('a tracking number shortened by a spreadsheet, or an amount with two readings, is no line', () => {
  const lines = readBill([
    ['运单号', '应付金额'],
    ['2.3E+18', '5'],
    ['SF1', '1,234'],
  ])?.lines;
  expect(lines?.map(({ line }) => line)).toEqual([null, null]);
});

test('an unreadable weight is refused with its line, and a blank weight is absent', () => {
  const lines = readBill([
    ['运单号', '应付金额', '重量'],
    ['SF1', '5', 'heavy'],
    ['SF2', '5', '-2'],
    ['SF3', '5', '-'],
  ])?.lines;
  expect(lines?.map(({ line }) => line)).toEqual([null, null, { number: 'SF3', amount: '5' }]);
  expect(lines?.map(({ unread }) => unread)).toEqual(['weight', 'weight', undefined]);
});

test('a workbook amount like 1.125 is a decimal, even beside a text with a decimal comma', () => {
  const cells = [
    ['运单号', '应付金额'],
    ['SF1', '1.125'],
    ['SF2', '12,5'],
  ];
  const source = { isSheet: true, workbookNumbers: [[], [1], []] };
  const amounts = readBill(cells, source)?.lines.map(({ line }) => line?.amount);
  expect(amounts).toEqual(['1.125', '12.5']);
});

test.each([
  ['重量(g)', '1500', '1.5'],
  ['Weight (lb)', '10', '4.535924'],
  ['计费重量（公斤）', '2.5', '2.5'],
  ['重量(斤)', '3', '1.5'],
])('the weight of the column %s is read in kilograms', (title, weight, kilograms) => {
  const reading = readBill([
    ['运单号', '金额', title],
    ['SF1', '20', weight],
  ]);
  expect(reading?.lines).toMatchObject([{ line: { weight: kilograms } }]);
});

test('a weight in an unknown unit is refused', () => {
  const reading = readBill([
    ['运单号', '金额', '重量(ct)'],
    ['SF1', '20', '7'],
  ]);
  expect(reading?.lines).toMatchObject([{ line: null }]);
});

test('kilograms are read where a bill states pounds, too', () => {
  const reading = readBill([
    ['Tracking No', 'Amount due', 'Weight (lb)', 'Weight (kg)'],
    ['SF1', '20', '22', '10'],
  ]);
  expect(reading?.lines).toMatchObject([{ line: { weight: '10' } }]);
});

test('an amount without a number is refused by row, except in a row of a sum', () => {
  const reading = readBill([
    ['备注', '运单号', '费用项', '金额'],
    ['', 'SF1', '运费', '20'],
    ['', '', '保价', '5'],
    ['', 'SF2', '运费', '7'],
    ['合计', '', '', '32'],
    ['谢谢', '', '', ''],
  ]);
  expect(reading?.lines.map(({ place, unread }) => [place, unread])).toEqual([
    [2, undefined],
    [3, 'number'],
    [4, undefined],
  ]);
  expect(reading?.left).toBe(2);
});

test.each(['本月合计', 'Grand total', '合计：1票', '共1票'])(
  'the row %s is recognized as a total',
  (text) => {
    const reading = readBill([
      ['运单号', '金额'],
      ['SF1', '20'],
      [text, '20'],
    ]);
    expect(reading).toMatchObject({ lines: [{ number: 'SF1' }], left: 1 });
  },
);

test('lines have the currency stated in their row', () => {
  const reading = readBill([
    ['Tracking No', 'Amount', 'Currency'],
    ['A', '20', 'usd'],
    ['B', '20', ''],
    ['C', '20', '?'],
    ['D', '20', '卢布'],
  ]);
  expect(reading?.lines).toMatchObject([
    { currency: 'USD', line: { number: 'A' } },
    { currency: undefined, line: { number: 'B' } },
    { line: null },
    { currency: '卢布', line: { number: 'D' } },
  ]);
});

test('the collected amount (实收) is read as the amount owed', () => {
  const reading = readBill([
    ['运单号', '运费', '折扣', '实收'],
    ['SF1', '20', '5', '15'],
  ]);
  expect(reading?.lines).toMatchObject([{ line: { amount: '15' } }]);
});

test('a line wider than its headings is wrong', () => {
  const lines = readBill([
    ['Tracking No', 'Amount'],
    ['A', '10', '50'],
    ['B', '10', ''],
  ])?.lines;
  expect(lines?.map(({ line }) => line)).toEqual([null, { number: 'B', amount: '10' }]);
});

test('a bill with amounts both with and without tax is not read automatically', () =>
  expect(
    readBill([
      ['运单号', '金额(未税)', '金额(含税)'],
      ['A', '100', '106'],
    ]),
  ).toBeNull());

test.each([
  ['$5', '', true],
  ['5 EUR', '', true],
  ['¥5', '', false],
  ['¥5', 'CNY', false],
  ['5', 'USD', true],
  ['5', '元', false],
  ['5', '卢布', true],
  ['5', '', true, '应付金额(USD)'],
  ['5', '', false, '应付金额(元)'],
])(
  'the amount %s under the currency “%s” is in a currency beside yuan: %s',
  (amount, code, isOther, heading = '应付金额') => {
    const [line] =
      readBill([
        ['运单号', heading, '币种'],
        ['SF1', amount, code],
      ])?.lines ?? [];
    const freight = { documentNumber: 'XSCK1', currency: 'CNY', estimated: '5', actual: null };
    expect(line && isOtherCurrency(line, { ...freight, match: 'matched' })).toBe(isOther);
  },
);
