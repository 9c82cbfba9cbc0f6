import { expect, test } from 'vitest';
import { rowsFilling, totalsAreARow } from './pageSizes.ts';

test.each([
  ['a page on a phone in landscape has ten rows', 390, 10],
  ['a page on a small screen has ten rows', 768, 10],
  ['a page in a higher window has more rows', 950, 15],
  ['a page has at most fifty rows', 4000, 50],
])('%s', (_law, height, rows) => {
  expect(rowsFilling(height)).toBe(rows);
});

test('no window height leads to a page size with the totals as last row', () => {
  const heights = Array.from({ length: 2000 }, (_, at) => 400 + at);
  expect(heights.filter((height) => totalsAreARow(rowsFilling(height)))).toEqual([]);
});
