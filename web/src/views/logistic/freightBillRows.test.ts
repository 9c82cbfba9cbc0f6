import { expect, test } from 'vitest';
import { readBill } from './freightBillRows.ts';

test('a bill is read below whatever stands above its headings, sums left out', () => {
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
        line: { number: 'SF1', amount: '1012.5', weight: '2.5' },
      },
      { place: 4, number: 'SF2', amount: '9', line: { number: 'SF2', amount: '9' } },
    ],
    left: 2,
  });
});

test('in English, too; what is no amount, or below zero, is no line', () => {
  const lines = readBill([
    ['Tracking No.', 'Net charge'],
    ['A', 'free'],
    ['B', '-3'],
    ['C', '0'],
  ])?.lines;
  expect(lines?.map(({ line }) => line)).toEqual([null, null, { number: 'C', amount: '0' }]);
});

test('without headings of a number and an amount nothing is read', () => {
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
])('what is owed is read, not what it is made of: %s', (...rows) => {
  expect(readBill(rows)?.lines.map(({ line }) => line)).toEqual([
    { number: 'SF1', amount: '15', weight: '2' },
  ]);
});

test('the amount owed is read though its heading names its unit in brackets', () => {
  for (const title of ['应付金额(元)', '应付金额（元）']) {
    const lines = readBill([
      ['运单号', '运费', title],
      ['SF1', '20', '15'],
    ])?.lines;
    expect(lines?.map(({ line }) => line)).toEqual([{ number: 'SF1', amount: '15' }]);
  }
});

test('a tracking number that a spreadsheet shortened, or an amount with two readings, is no line', () => {
  const lines = readBill([
    ['运单号', '应付金额'],
    ['2.3E+18', '5'],
    ['SF1', '1,234'],
  ])?.lines;
  expect(lines?.map(({ line }) => line)).toEqual([null, null]);
});

test('a weight that can’t be read is refused with its line, and a blank one is none', () => {
  const lines = readBill([
    ['运单号', '应付金额', '重量'],
    ['SF1', '5', 'heavy'],
    ['SF2', '5', '-2'],
    ['SF3', '5', '-'],
  ])?.lines;
  expect(lines?.map(({ line }) => line)).toEqual([null, null, { number: 'SF3', amount: '5' }]);
});

test('an amount of a spreadsheet beside a text with a comma is no thousand', () => {
  const cells = [
    ['运单号', '应付金额'],
    ['SF1', '1.125'],
    ['SF2', '12,5'],
  ];
  const amounts = readBill(cells, { isSheet: true })?.lines.map(({ line }) => line?.amount);
  expect(amounts).toEqual([undefined, '12.5']);
});
