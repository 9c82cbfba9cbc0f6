import { expect, test } from 'vitest';
import { decimal, plain } from '../decimal.ts';
import { openingBalance } from './openings.ts';

test.each([
  [100, 0, '100'],
  [0, 5, '-5'],
  [0, 0, '0'],
])('receivable %d and payable %d open at %s', (receivable, payable, opening) => {
  expect(plain(openingBalance(decimal(receivable), decimal(payable)))).toBe(opening);
});

test.each([
  [100, 5, 'partner.bothOpenings'],
  [-1, 0, 'document.negativeAmount'],
  [0, -1, 'document.negativeAmount'],
])('receivable %d and payable %d are refused: %s', (receivable, payable, refusal) => {
  expect(() => openingBalance(decimal(receivable), decimal(payable))).toThrow(refusal);
});
