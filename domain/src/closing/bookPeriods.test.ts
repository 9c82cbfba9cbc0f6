import { expect, test } from 'vitest';
import { FIRST_DAY, LAST_DAY, periodBefore, yearBefore } from './bookPeriods.ts';

test.each([
  [
    ['2026-03-01', '2026-03-31'],
    ['2026-02-01', '2026-02-28'],
    ['2025-03-01', '2025-03-31'],
  ],
  [
    ['2026-01-01', '2026-06-30'],
    ['2025-07-01', '2025-12-31'],
    ['2025-01-01', '2025-06-30'],
  ],
  [
    ['2026-03-10', '2026-03-12'],
    ['2026-03-07', '2026-03-09'],
    ['2025-03-10', '2025-03-12'],
  ],
  [
    ['2024-02-01', '2024-02-29'],
    ['2024-01-01', '2024-01-31'],
    ['2023-02-01', '2023-02-28'],
  ],
  // Before the first day there is nothing to be asked for.
  [['1000-01-01', '2026-11-30'], null, ['0999-01-01', '2025-11-30']],
  [['1000-01-02', '2026-11-30'], null, ['0999-01-02', '2025-11-30']],
  [['0001-02-01', '0001-02-28'], ['0001-01-01', '0001-01-31'], null],
  [[FIRST_DAY, '2026-03-31'], null, null],
  [['2026-03-01', LAST_DAY], null, null],
] as const)(
  'the period before %j is %j, and the same period a year before is %j',
  (stretch, before, year) => {
    expect(periodBefore(stretch)).toEqual(before);
    expect(yearBefore(stretch)).toEqual(year);
  },
);
