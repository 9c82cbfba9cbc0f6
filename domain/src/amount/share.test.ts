import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimal, toPlainDecimal, sum } from '../decimal.ts';
import { anAmount } from '../testing.ts';
import { shareByWeights } from './share.ts';

const shares = (total: string, weights: readonly number[], digits = 2) =>
  shareByWeights(decimal(total), weights.map(decimal), digits).map(toPlainDecimal);

test.each([
  ['10', [1, 1, 1], ['3.33', '3.34', '3.33']],
  ['0.01', [1, 1], ['0.01', '0']],
  ['100', [0, 3, 1], ['0', '75', '25']],
  ['100', [0, 0], ['50', '50']],
  ['-24.29', [1, 1], ['-12.15', '-12.14']],
  ['5', [7], ['5']],
] as const)('%s shared by the weights %j gives %j', (total, weights, parts) => {
  expect(shares(total, weights)).toEqual(parts);
});

test('an amount shared by no weights gives no shares', () => {
  expect(shares('10', [])).toEqual([]);
});

test('shares add up to the shared total, and no share has more decimals than the currency', () => {
  fc.assert(
    fc.property(anAmount, fc.array(anAmount, { minLength: 1, maxLength: 30 }), (total, weights) => {
      const parts = shareByWeights(total, weights, 2);
      expect(toPlainDecimal(sum(parts))).toBe(toPlainDecimal(total));
      expect(parts.every((part) => part.decimalPlaces() <= 2 && part.gte(0))).toBe(true);
    }),
  );
});
