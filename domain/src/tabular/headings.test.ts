import { describe, expect, test } from 'vitest';
import { findHeadings, mapHeadings, plainTitle, remapColumn, titleParts } from './headings.ts';
import type { ColumnMapping } from './headings.ts';

const titles = {
  date: /^(日期|交易日期|date)$/,
  amount: [/应付金额$/, /^(金额|amount)$/],
  income: /^(收入|贷方金额|credit)$/,
  outgo: /^(支出|借方金额|debit)$/,
} as const;
type Column = keyof typeof titles;
const isEnough = (mapping: ColumnMapping<Column>): boolean =>
  mapping.includes('date') && (mapping.includes('amount') || mapping.includes('outgo'));

test.each([
  ['应付金额(元)', '应付金额'],
  ['应付金额（元）', '应付金额'],
  [' * Amount [EUR] ', 'amount'],
  ['Order-No.', 'orderno'],
])('the title %j is %s', (title, plain) => expect(plainTitle(title)).toBe(plain));

test('a heading in two languages, or with its unit, names its column', () => {
  expect(
    mapHeadings(['交易日期 Date', '收入(Credit)', '支出（-元）', '应付金额(元)'], titles),
  ).toEqual(['date', 'income', 'outgo', 'amount']);
});

test('a whole heading is meant before a part of another', () => {
  expect(mapHeadings(['Amount / Fee', 'Amount'], titles)).toEqual([null, 'amount']);
});

describe('headings are found', () => {
  const data = ['2026-01-05', '1', '2'];
  test('below any number of rows', () => {
    const notes = Array.from({ length: 40 }, (_, at) => [`note ${at}`]);
    expect(findHeadings([...notes, ['日期', '金额'], data], titles, isEnough)).toEqual({
      above: 41,
      mapping: ['date', 'amount'],
    });
  });

  test('written twice, once in each language', () => {
    const rows = [['日期', '金额'], ['Date', 'Amount'], data];
    expect(findHeadings(rows, titles, isEnough).above).toBe(2);
  });

  test('over two rows', () => {
    const parts = [['日期', '发生额', ''], ['', '收入', '支出'], data];
    const grouped = [['日期', '借方', '贷方'], ['', '金额', '金额'], data];
    for (const rows of [parts, grouped]) {
      const { above, mapping } = findHeadings(rows, titles, isEnough);
      expect([above, mapping.includes('income'), mapping.includes('outgo')]).toEqual([
        2,
        true,
        true,
      ]);
    }
  });

  test('nowhere where nothing tells enough', () =>
    expect(findHeadings([data], titles, isEnough)).toEqual({
      above: 0,
      mapping: [null, null, null],
    }));
});

test('remapColumn moves a meaning to the chosen column and clears the column that had it', () =>
  expect(remapColumn(['date', 'amount'], 1, 'date')).toEqual([null, 'date']));

test('a note of very many brackets is no heading, and is passed over in time', () => {
  const start = performance.now();
  expect(mapHeadings(['('.repeat(30_000), 'Date'], titles)).toEqual([null, 'date']);
  expect(performance.now() - start).toBeLessThan(500);
});

test('a row with a day among other signs is no second row of headings', () => {
  const titles = { date: /^date$/, amount: /^amount$/ };
  const cells = [['date|amount|name'], ['Ada|2026-03-05|0', '01']];
  const found = findHeadings(
    cells,
    titles,
    (mapping) => mapping.includes('date') && mapping.includes('amount'),
  );
  expect(found.above).toBe(0);
});

test('a heading in two languages is known with its unit between them', () => {
  expect(titleParts('应付金额(元) Amount due')).toEqual(['应付金额', 'Amount due']);
  expect(mapHeadings(['应付金额(元) Amount due'], { amount: /^amountdue$/ })).toEqual(['amount']);
});
