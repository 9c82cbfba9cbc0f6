import { expect, test } from 'vitest';
import { decimal, toPlainDecimal } from '../decimal.ts';
import { openingBalance } from './openings.ts';

test.each([
  [100, 0, '100'],
  [0, 5, '-5'],
  [0, 0, '0'],
])(
  'an opening receivable of %d and payable of %d give the opening balance %s',
  (receivable, payable, opening) => {
    expect(toPlainDecimal(openingBalance(decimal(receivable), decimal(payable)))).toBe(opening);
  },
);

test.each([
  [100, 5, 'partner.bothOpenings'],
  [-1, 0, 'document.negativeAmount'],
  [0, -1, 'document.negativeAmount'],
])('receivable %d and payable %d are refused: %s', (receivable, payable, refusal) => {
  expect(() => openingBalance(decimal(receivable), decimal(payable))).toThrow(refusal);
});
