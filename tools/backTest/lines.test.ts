import { expect, test } from 'vitest';
import { formatBackTest } from './lines.ts';

const figures = (stockOutDays: number, averageValue: string, missed: string | null) => ({
  stockOutDays,
  averageValue,
  orders: 4,
  missed,
});
const compared = { books: figures(30, '1200.4', null), rule: figures(2, '900', '15.25') };
const found = {
  since: '2025-01-01',
  until: '2025-12-31',
  traded: 5,
  tested: 3,
  share: '87.6',
  ...compared,
  months: [{ month: '2025-01', ...compared }],
  rows: ['1', '2', '3'].map((skuId) => ({
    skuId,
    barcode: `100${skuId}`,
    name: 'Tea',
    unit: 'box',
    sold: '12',
    ...compared,
  })),
};

test('a back-test is printed by month, year and the SKUs with the largest changes', () => {
  const lines = formatBackTest(found, 1);
  expect(lines[0]).toBe(
    'From 2025-01-01 to 2025-12-31: 3 of 5 SKUs with sales, 88 % of the amount.',
  );
  expect(lines.find((line) => line.startsWith('year'))?.split(/ +/)).toEqual([
    'year',
    '30',
    '2',
    '1200',
    '900',
    '4',
    '4',
    '15',
  ]);
  expect(lines.filter((line) => line.includes('Tea')).map((line) => line.slice(0, 4))).toEqual([
    '1001',
    '1003',
  ]);
});

test('a year without sales is said instead of a table', () => {
  expect(formatBackTest({ ...found, tested: 0 }, 1)).toEqual([
    'Nothing was sold from 2025-01-01 to 2025-12-31.',
  ]);
});
