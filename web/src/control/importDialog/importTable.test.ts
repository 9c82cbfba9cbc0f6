import { expect, test } from 'vitest';
import { readImportTable, titlesByColumn } from './importTable.ts';

const columns = ['number', 'day', 'amount'] as const;
const kind = {
  titles: titlesByColumn(columns, (column) => [column]),
  isEnough: (mapping: readonly (string | null)[]) => mapping.includes('number'),
  numbers: ['amount'],
  days: ['day'],
} as const;
const read = (
  cells: readonly (readonly string[])[],
  source: Parameters<typeof readImportTable<(typeof columns)[number]>>[2] = {},
) =>
  readImportTable(cells, kind, source)?.map(({ place, texts, dayIn, numberIn }) => [
    place,
    texts.number,
    dayIn('day')?.day,
    numberIn('amount'),
  ]);

test('columns chosen by the user are read, even without a heading', () => {
  const cells = [
    ['No', 'When', 'Sum'],
    ['F1', '2026-01-05', '9,90'],
  ];
  expect(read(cells)).toBeUndefined();
  const headings = { above: 1, mapping: ['number', 'day', 'amount'] } as const;
  expect(read(cells, { headings })).toEqual([[2, 'F1', '2026-01-05', '9.9']]);
  expect(read(cells, { headings: { above: 0, mapping: [null, 'day'] } })).toBeUndefined();
});

test.each(['金额(万元)', '数量(箱)', '运费(千元)', 'Amount (in cents)'])(
  'numbers below the chosen heading %s with a unit are refused',
  (title) => {
    const cells = [
      ['No', title],
      ['F1', '5'],
    ];
    const headings = { above: 1, mapping: ['number', 'amount'] } as const;
    expect(read(cells, { headings })).toEqual([[2, 'F1', undefined, undefined]]);
  },
);

test('rows keep their places in the sheet, and days follow the sheet’s calendar', () => {
  const cells = [
    ['number', 'day'],
    ['F1', '44565'],
  ];
  expect(read(cells, { places: [3, 7], is1904: true })).toEqual([
    [7, 'F1', '2026-01-05', undefined],
  ]);
});

test('a column of mixed day orders has no days, or only the days of the chosen order', () => {
  const cells = [
    ['number', 'day'],
    ['1', '13/04/2026'],
    ['2', '04/25/2026'],
    ['3', '2026-03-05'],
  ];
  const days = (order?: 'monthFirst') =>
    read(cells, order === undefined ? {} : { order })?.map((row) => row[2]);
  expect(days()).toEqual([undefined, undefined, '2026-03-05']);
  expect(days('monthFirst')).toEqual([undefined, '2026-04-25', '2026-03-05']);
});
