import { expect, test } from 'vitest';
import { ageBuckets, ageLimits, agreedDue, dueDate, isPaidAtOnce, paymentKinds } from './terms.ts';
import type { PaymentKind } from './terms.ts';

const thirty = { days: 30, monthEnd: false };
const monthly = { days: 30, monthEnd: true };
const none = { days: 0, monthEnd: false };

test.each<[PaymentKind, object, string]>([
  ['cash', monthly, '2026-01-15'],
  ['prepayment', monthly, '2026-01-15'],
  ['freight', monthly, '2026-01-15'],
  ['other', monthly, '2026-01-15'],
  ['cycle', none, '2026-01-15'],
  ['cycle', thirty, '2026-02-14'],
  ['cycle', monthly, '2026-03-02'],
  ['cycle', { days: 0, monthEnd: true }, '2026-01-31'],
  ['balance', monthly, '2026-02-14'],
  ['full', thirty, '2026-02-14'],
])('a bill paid by %s under %j is due on %s', (kind, terms, due) => {
  expect(dueDate(kind, '2026-01-15', terms as typeof none)).toBe(due);
});

test('a month-end term is the end of the bill’s month, in leap years too', () => {
  const end = { days: 0, monthEnd: true };
  expect(dueDate('cycle', '2028-02-29', end)).toBe('2028-02-29');
  expect(dueDate('cycle', '2026-02-01', end)).toBe('2026-02-28');
  expect(dueDate('cycle', '2026-12-31', end)).toBe('2026-12-31');
});

test.each<[PaymentKind, boolean]>([
  ['cash', false],
  ['prepayment', false],
  ['freight', false],
  ['cycle', true],
  ['balance', true],
  ['full', true],
  ['other', true],
])('a bill paid by %s may have another due date: %s', (kind, may) => {
  const another = () => agreedDue(kind, '2026-01-15', thirty, '2026-05-01');
  if (may) expect(another()).toBe('2026-05-01');
  else expect(another).toThrow('terms.fixed');
  expect(agreedDue(kind, '2026-01-15', thirty, null)).toBe(dueDate(kind, '2026-01-15', thirty));
  expect(agreedDue(kind, '2026-01-15', thirty, dueDate(kind, '2026-01-15', thirty))).toBe(
    dueDate(kind, '2026-01-15', thirty),
  );
});

test('no due date is before the date of purchase', () => {
  expect(() => agreedDue('other', '2026-01-15', none, '2026-01-14')).toThrow('terms.tooEarly');
});

test('payment terms have exactly the seven known kinds', () => {
  expect(paymentKinds.toSorted()).toEqual(
    ['cash', 'cycle', 'other', 'prepayment', 'balance', 'full', 'freight'].toSorted(),
  );
});

test('every number of days has a single age bracket', () => {
  for (const days of [-400, -1, 0, 1, 30, 31, 60, 61, 90, 91, 4000]) {
    const ages = ageBuckets.filter((age) => {
      const { from, to } = ageLimits[age];
      return (from === null || days >= from) && (to === null || days <= to);
    });
    expect(ages).toHaveLength(1);
  }
});

test.each([
  ['cash', '2026-01-15', true],
  ['cycle', '2026-02-14', false],
  ['balance', '2026-02-14', false],
  ['other', '2026-02-14', false],
  ['cycle', '2026-01-15', null],
  ['prepayment', '2026-01-15', null],
] as const)(
  'a bill with the payment terms %s, due on %s, is paid at once: %s',
  (kind, due, expected) => {
    expect(isPaidAtOnce(kind, '2026-01-15', due)).toBe(expected);
  },
);
