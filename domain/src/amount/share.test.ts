import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimal, plain, sum } from '../decimal.ts';
import { anAmount } from '../testing.ts';
import { share } from './share.ts';

const shares = (total: string, weights: readonly number[], digits = 2) =>
  share(decimal(total), weights.map(decimal), digits).map(plain);

test.each([
  ['10', [1, 1, 1], ['3.33', '3.34', '3.33']],
  ['0.01', [1, 1], ['0.01', '0']],
  ['100', [0, 3, 1], ['0', '75', '25']],
  ['100', [0, 0], ['50', '50']],
  ['-24.29', [1, 1], ['-12.15', '-12.14']],
  ['5', [7], ['5']],
] as const)('%s over %j is %j', (total, weights, parts) => {
  expect(shares(total, weights)).toEqual(parts);
});

test('nothing to share over gives nothing', () => {
  expect(shares('10', [])).toEqual([]);
});

test('a shared total is neither lost nor invented, and no part has more digits than money', () => {
  fc.assert(
    fc.property(anAmount, fc.array(anAmount, { minLength: 1, maxLength: 30 }), (total, weights) => {
      const parts = share(total, weights, 2);
      expect(plain(sum(parts))).toBe(plain(total));
      expect(parts.every((part) => part.decimalPlaces() <= 2 && part.gte(0))).toBe(true);
    }),
  );
});
