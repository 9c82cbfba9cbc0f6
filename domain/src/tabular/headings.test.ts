import { describe, expect, test } from 'vitest';
import {
  findHeadings,
  mapHeadings,
  normalizeTitle,
  remapColumn,
  surplusFinder,
  titleParts,
} from './headings.ts';
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
])('the title %j is normalized to %s', (title, plain) => expect(normalizeTitle(title)).toBe(plain));

test('a heading in two languages, or with its unit, names its column', () => {
  expect(
    mapHeadings(['交易日期 Date', '收入(Credit)', '支出（-元）', '应付金额(元)'], titles),
  ).toEqual(['date', 'income', 'outgo', 'amount']);
});

test.each([
  '金额(万元)',
  '金额（单位：千元）',
  '金额(分)',
  'Amount (in cents)',
  "Amount ('000)",
  'Amount (million)',
])('the heading %s names no amount, since its unit is foreign', (title) =>
  expect(mapHeadings(['日期', title], titles)).toEqual(['date', null]),
);

test.each(['金额(元)', '金额(CNY)', 'Amount (USD)', '金额(含税)', 'Amount (per month)'])(
  'the heading %s names an amount',
  (title) => expect(mapHeadings(['日期', title], titles)).toEqual(['date', 'amount']),
);

test('a column is found by a whole heading before a part of another heading', () => {
  expect(mapHeadings(['Amount / Fee', 'Amount'], titles)).toEqual([null, 'amount']);
});

describe('two headings that differ only in brackets, or not at all', () => {
  test.each([
    [['date', 'Amount (USD)', 'Amount (EUR)']],
    [['date', 'Amount', 'Amount (EUR)']],
    [['date', '金额(未税)', '金额(含税)']],
    [['date', 'Amount', 'amount']],
    [['date', 'Amount / Net', 'Amount / Gross']],
  ])('two headings differing at most in brackets name no column: %j', (row) =>
    expect(mapHeadings(row, titles)).toEqual(['date', null, null]),
  );

  test('an amount in the account’s currency is preferred to an amount in foreign currency', () => {
    const row = ['Amount (Foreign Currency)', 'Amount (EUR)', 'date'];
    expect(mapHeadings(row, titles)).toEqual([null, 'amount', 'date']);
    expect(mapHeadings(['金额【原币】', '金额［本币］'], titles)).toEqual([null, 'amount']);
  });

  test('a heading matching the earlier pattern of a field is preferred', () =>
    expect(mapHeadings(['金额(未税)', '金额(含税)', '应付金额'], titles)).toEqual([
      null,
      null,
      'amount',
    ]));

  test('a heading matching with its brackets is preferred to a match without brackets', () => {
    const weights = { weight: [/^重量kg$/, /^重量$/], price: /^单价$/ } as const;
    expect(mapHeadings(['重量(lb)', '重量(kg)', '单价(元)'], weights)).toEqual([
      null,
      'weight',
      'price',
    ]);
  });

  test('two file columns with an equal name are assigned to two fields', () => {
    const sides = { side: /^drcr$/, balanceSide: /^drcr$/ } as const;
    expect(mapHeadings(['Dr/Cr', 'x', 'Dr/Cr'], sides)).toEqual(['side', null, 'balanceSide']);
    expect(mapHeadings(['Dr/Cr', 'Dr/Cr', 'Dr/Cr'], sides)).toEqual([null, null, null]);
  });
});

test('a value right of all headings is surplus, unless blank or in a column chosen by the user', () => {
  const cells = [['Statement'], ['date', 'amount', '']];
  const surplusIn = surplusFinder(cells, { above: 2, mapping: ['date', 'amount', null] });
  expect(surplusIn(['2026-01-05', '-100', '50'])).toBe('50');
  expect(surplusIn(['2026-01-05', '-100', ' ', ''])).toBe('');
  expect(surplusIn(['2026-01-05', '-100'])).toBe('');
  const chosen = surplusFinder(cells, { above: 2, mapping: ['date', null, 'amount'] });
  expect(chosen(['2026-01-05', '-100', '50'])).toBe('');
  expect(surplusFinder(cells, { above: 0, mapping: ['date', 'amount'] })(['1', '2', '3'])).toBe('');
});

describe('headings are found', () => {
  const data = ['2026-01-05', '1', '2'];
  test('headings are found below any number of rows', () => {
    const notes = Array.from({ length: 40 }, (_, at) => [`note ${at}`]);
    expect(findHeadings([...notes, ['日期', '金额'], data], titles, isEnough)).toEqual({
      above: 41,
      mapping: ['date', 'amount'],
    });
  });

  test('headings written twice, once in each language, are found', () => {
    const rows = [['日期', '金额'], ['Date', 'Amount'], data];
    expect(findHeadings(rows, titles, isEnough).above).toBe(2);
  });

  test('headings over two rows are found', () => {
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

  test('headings over two rows read groups of columns with the titles below them', () => {
    const under = (upper: string, lower: string) => {
      const rows = [upper.split(','), lower.split(','), data];
      return findHeadings(rows, titles, isEnough);
    };
    expect(under('日期,借方,,贷方,', ',笔数,金额,笔数,金额')).toEqual({
      above: 2,
      mapping: ['date', null, 'outgo', null, 'income'],
    });
    expect(under('日期,外币,,本币,', ',支出,收入,支出,收入')).toEqual({
      above: 2,
      mapping: ['date', null, null, 'outgo', 'income'],
    });
    expect(under('日期,借方,,贷方,', ',笔数,户数,笔数,户数').above).toBe(0);
  });

  test('headings of the first language complete headings of the second language', () => {
    const rows = [['日期', '金额', '收入'], ['Date', 'Amount', 'Inflow'], data];
    expect(findHeadings(rows, titles, isEnough).mapping).toEqual(['date', 'amount', 'income']);
  });

  test('no headings are found when no row names enough columns', () =>
    expect(findHeadings([data], titles, isEnough)).toEqual({
      above: 0,
      mapping: [null, null, null],
    }));
});

test('remapColumn assigns a field to the chosen column and frees the former column', () =>
  expect(remapColumn(['date', 'amount'], 1, 'date')).toEqual([null, 'date']));

test('a text of very many brackets is no heading, and is rejected quickly', () => {
  const start = process.cpuUsage();
  expect(mapHeadings(['('.repeat(30_000), 'Date'], titles)).toEqual([null, 'date']);
  expect(process.cpuUsage(start).user / 1000).toBeLessThan(1_000);
});

test('a data row with a day is not read as a second row of headings', () => {
  const titles = { date: /^date$/, amount: /^amount$/ };
  const cells = [['date|amount|name'], ['Ada|2026-03-05|0', '01']];
  const found = findHeadings(
    cells,
    titles,
    (mapping) => mapping.includes('date') && mapping.includes('amount'),
  );
  expect(found.above).toBe(0);
});

test('a heading in two languages is known with a unit between the two texts', () => {
  expect(titleParts('应付金额(元) Amount due')).toEqual(['应付金额', 'Amount due']);
  expect(mapHeadings(['应付金额(元) Amount due'], { amount: /^amountdue$/ })).toEqual(['amount']);
});
