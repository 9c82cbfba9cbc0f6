import { expect, test } from 'vitest';
import { decimal } from '../decimal.ts';
import { refusalOf } from '../testing.ts';
import { checkTally, tallyDifference } from './tally.ts';

const part = (arrived: number, formal: number, defective = 0, gift = 0, reason = '') => ({
  arrived: decimal(arrived),
  formal: decimal(formal),
  defective: decimal(defective),
  gift: decimal(gift),
  reason,
});

// Formal, defective and gift add up to the arrived quantity; 10 are expected.
test.each([
  ['everything came whole', [part(10, 10)], 0, null],
  ['a defective one is one of those ordered', [part(10, 8, 2)], 0, null],
  ['a gift is beyond the order', [part(11, 10, 0, 1)], 0, null],
  ['two lots', [part(4, 4), part(6, 6)], 0, null],
  ['nothing came', [part(0, 0)], -10, null],
  ['nothing is said of it', [], -10, null],
  ['less came, and no one says why', [part(7, 7)], -3, 'tally.reason'],
  ['less came, and somebody does', [part(7, 7, 0, 0, 'the rest follows')], -3, null],
  ['more came, and no one says why', [part(12, 12)], 2, 'tally.reason'],
  ['blanks are no reason', [part(7, 7, 0, 0, '  ')], -3, 'tally.reason'],
  ['only a gift came', [part(1, 0, 0, 1)], -10, 'tally.reason'],
  ['the parts are less than what arrived', [part(10, 9)], -1, 'tally.split'],
  ['the parts are more than what arrived', [part(10, 9, 1, 1)], 0, 'tally.split'],
])(
  'a tally for 10 expected pieces gives a difference or a refusal: %s',
  (_, parts, difference, refusal) => {
    expect(tallyDifference(decimal(10), parts).toNumber()).toBe(difference);
    expect(refusalOf(() => checkTally('4711', decimal(10), parts))).toBe(refusal);
  },
);
