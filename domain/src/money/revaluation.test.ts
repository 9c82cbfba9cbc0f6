import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimal, sum } from '../decimal.ts';
import { revalueItem } from './revaluation.ts';

const item = (amount: string, booked: string) => ({
  purse: 'receivable' as const,
  holderId: '1',
  currency: 'EUR',
  amount: decimal(amount),
  booked: decimal(booked),
});

test.each([
  ['a receivable gains by a higher rate', '60', '420', '7.5', '450', '30'],
  ['a receivable loses by a lower rate', '60', '420', '6.9', '414', '-6'],
  ['a payable gains by a lower rate', '-50', '-360', '7.1', '-355', '5'],
  ['an emptied account keeps no value', '0', '-1.25', '7.5', '0', '1.25'],
  [
    'a value has the decimals of the company currency',
    '33.33',
    '240',
    '7.123456',
    '237.42',
    '-2.58',
  ],
])('%s', (_, amount, booked, rate, value, difference) => {
  const revalued = revalueItem(item(amount, booked), decimal(rate), 2);
  expect([revalued.value.toFixed(), revalued.difference.toFixed()]).toEqual([value, difference]);
});

const cents = fc
  .integer({ min: -1_000_000, max: 1_000_000 })
  .map((one) => decimal(one).dividedBy(100));
const rate = fc
  .integer({ min: 1, max: 90_000_000 })
  .map((one) => decimal(one).dividedBy(1_000_000));

test('book values and differences of any items add up to the values of the day', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(cents, cents)), rate, (pairs, at) => {
      const revalued = pairs.map(([amount, booked]) =>
        revalueItem({ ...item('0', '0'), amount, booked }, at, 2),
      );
      const whole = sum(revalued.map(({ booked, difference }) => booked.plus(difference)));
      expect(whole.toFixed()).toBe(sum(revalued.map(({ value }) => value)).toFixed());
    }),
  );
});
