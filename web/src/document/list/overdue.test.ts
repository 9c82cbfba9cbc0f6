import { expect, test } from 'vitest';
import { isOverdue } from './overdue.ts';

test.each([
  ['due today', '15', '2026-01-15', false],
  ['due yesterday', '15', '2026-01-14', true],
  ['due yesterday and settled', '0.00', '2026-01-14', false],
  ['without a due date', '15', null, false],
  ['whose amount is hidden', null, '2026-01-14', false],
] as const)(
  'a bill %s is overdue only when open and past its due date',
  (_, openDebt, dueOn, expected) => {
    expect(isOverdue({ openDebt, dueOn }, '2026-01-15')).toBe(expected);
  },
);
