import { expect, test } from 'vitest';
import { countDaysOverdue } from './overdue.ts';

test.each([
  ['due tomorrow', '15', '2026-01-16', 0],
  ['due today', '15', '2026-01-15', 0],
  ['due yesterday', '15', '2026-01-14', 1],
  ['due in the month before', '15', '2025-12-31', 15],
  ['due yesterday and settled', '0.00', '2026-01-14', 0],
  ['without a due date', '15', null, 0],
  ['whose amount is hidden', null, '2026-01-14', 0],
] as const)(
  'a bill %s is overdue by the days since its due date, only while open',
  (_, openDebt, dueOn, expected) => {
    expect(countDaysOverdue({ openDebt, dueOn }, '2026-01-15')).toBe(expected);
  },
);
