import { expect, test } from 'vitest';
import { dayAfter, daysBetween, monthEnd, monthsBefore } from './day.ts';

test.each([
  ['2026-02-28', 1, '2026-03-01'],
  ['2028-02-28', 1, '2028-02-29'],
  ['2026-01-01', -1, '2025-12-31'],
  ['2026-03-29', 365, '2027-03-29'],
  ['0001-01-01', 1, '0001-01-02'],
  ['9999-12-31', -1, '9999-12-30'],
])('%s plus %i days is %s', (day, days, other) => {
  expect(dayAfter(day, days)).toBe(other);
  expect(daysBetween(day, other)).toBe(days);
});

test.each([
  ['2026-02-01', '2026-02-28'],
  ['2028-02-29', '2028-02-29'],
  ['2026-12-05', '2026-12-31'],
  ['0001-01-01', '0001-01-31'],
  ['9999-12-31', '9999-12-31'],
])('the month of %s ends on %s', (day, end) => expect(monthEnd(day)).toBe(end));

test.each([
  ['2026-05-31', 0, '2026-05-31'],
  ['2026-05-31', 1, '2026-04-30'],
  ['2026-05-31', 3, '2026-02-28'],
  ['2026-02-28', 1, '2026-01-28'],
  ['2026-03-15', 3, '2025-12-15'],
  ['2026-01-31', 23, '2024-02-29'],
])('%s less %i months is %s', (day, months, other) =>
  expect(monthsBefore(day, months)).toBe(other),
);
