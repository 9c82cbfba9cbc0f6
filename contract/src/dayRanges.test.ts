import { expect, test } from 'vitest';
import { dayRanges, daysOfRange, rangesOfDays } from './dayRanges.ts';

test.each([
  ['2026-03-31', 'yesterday', '2026-03-30', '2026-03-30'],
  ['2026-03-31', 'week', '2026-03-25', '2026-03-31'],
  ['2026-03-31', 'month', '2026-03-01', '2026-03-31'],
  ['2026-03-31', 'lastMonth', '2026-02-01', '2026-02-28'],
  ['2026-01-05', 'lastMonth', '2025-12-01', '2025-12-31'],
  ['2026-05-31', 'threeMonths', '2026-02-28', '2026-05-31'],
  ['2026-03-31', 'year', '2026-01-01', '2026-03-31'],
])('on %s, the date range %s lasts from %s to %s', (today, range, since, until) => {
  expect(daysOfRange(range, today)).toEqual([since, until]);
  expect(rangesOfDays(since, until, today)).toContain(range);
});

test('an unknown range name gives no dates, and dates matching no range give no name', () => {
  expect(daysOfRange('constructor', '2026-03-31')).toBeUndefined();
  expect(rangesOfDays('2026-03-02', '2026-03-30', '2026-03-31')).toEqual([]);
  expect(rangesOfDays('2026-03-01', '2026-03-01', '2026-03-01')).toEqual(['today', 'month']);
  expect(dayRanges('2026-03-31').map(({ range }) => range)).toContain('today');
});
