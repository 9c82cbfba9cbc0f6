import { expect, test } from 'vitest';
import { rowsFilling, totalsAreARow } from './pageSizes.ts';

test.each([
  ['a phone held sideways has the shortest page', 390, 10],
  ['ten rows fill a small screen', 768, 10],
  ['a higher window has more rows', 950, 15],
  ['a page does not grow without end', 4000, 50],
])('%s', (_law, height, rows) => {
  expect(rowsFilling(height)).toBe(rows);
});

test('no window height turns the totals into the last row by chance', () => {
  const heights = Array.from({ length: 2000 }, (_, at) => 400 + at);
  expect(heights.filter((height) => totalsAreARow(rowsFilling(height)))).toEqual([]);
});
