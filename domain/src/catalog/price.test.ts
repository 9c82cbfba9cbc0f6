import { describe, expect, test } from 'vitest';
import { decimal, toPlainDecimal } from '../decimal.ts';
import { refusalOf } from '../testing.ts';
import { adjustedPrice, listedPrice } from './price.ts';
import type { PriceMethod, PriceStep } from './price.ts';

describe('a price is adjusted', () => {
  test.each<[string | null, PriceMethod, string, PriceStep, string]>([
    ['10', 'fixed', '12.345', '0.01', '12.35'],
    [null, 'fixed', '9.9', '0.01', '9.9'],
    ['10', 'factor', '1.1', '0.01', '11'],
    ['9.99', 'factor', '0.85', '0.01', '8.49'],
    ['9.99', 'factor', '0.85', '0.1', '8.5'],
    ['9.99', 'factor', '0.85', '1', '8'],
    ['10', 'amount', '-2.5', '0.01', '7.5'],
    ['10', 'amount', '2.5', '1', '13'],
    ['80', 'percent', '-12.5', '0.01', '70'],
    ['80', 'percent', '5', '1', '84'],
    [null, 'factor', '2', '1', 'none'],
    ['0', 'percent', '5', '1', '0'],
  ])('%s, %s %s, to %s: %s', (old, method, by, step, expected) => {
    const rule = { method, by: decimal(by), step };
    const price = adjustedPrice(old === null ? null : decimal(old), rule);
    expect(price === null ? 'none' : toPlainDecimal(price)).toBe(expected);
  });

  test('and an adjusted price below zero is refused', () => {
    const rule = { method: 'amount', by: decimal(-11), step: '0.01' } as const;
    expect(refusalOf(() => adjustedPrice(decimal(10), rule))).toBe('price.negative');
  });
});

describe('a price list', () => {
  test.each<[string | null, string | null, string, string | null, string]>([
    ['8', '10', '5', null, '8'],
    [null, '10', '5', null, '9.5'],
    [null, '33.33', '5', null, '31.66'],
    [null, '10', '0', null, '10'],
    [null, '10', '100', null, '0'],
    [null, null, '5', null, 'none'],
    [null, null, '0', '7', 'none'],
    // Nothing is offered for less than it may be sold for.
    ['6', '10', '0', '7', '7'],
    [null, '10', '40', '7', '7'],
    [null, '10', '30', '7', '7'],
  ])(
    'gives the own price %s, or the base price %s less %s %%, and at least %s: %s',
    (own, base, discount, minimum, expected) => {
      const amount = (text: string | null) => (text === null ? null : decimal(text));
      const list = { own: amount(own), base: amount(base), minimum: amount(minimum) };
      const price = listedPrice({ ...list, discountRate: decimal(discount) }, 2);
      expect(price === null ? 'none' : toPlainDecimal(price)).toBe(expected);
    },
  );
});
