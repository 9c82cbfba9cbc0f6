import { describe, expect, test } from 'vitest';
import { decimal, toPlainDecimal } from '../decimal.ts';
import { refusalOf } from '../testing.ts';
import { adjustedPrice, findOverlappingTerms, listedPrice, listedSteps, stepAt } from './price.ts';
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

describe('prices by quantity', () => {
  const steps = (own: readonly (readonly [string, string])[], base: string | null) =>
    listedSteps(
      own.map(([from, price]) => ({ from: decimal(from), price: decimal(price) })),
      {
        base: base === null ? null : decimal(base),
        discountRate: decimal(10),
        minimum: decimal(5),
      },
      2,
    );
  const priceAt = (list: ReturnType<typeof steps>, quantity: string) =>
    stepAt(list, decimal(quantity))?.price.toFixed() ?? 'none';

  test('are the last price whose quantity is reached, in any order of entry', () => {
    for (const own of [
      [
        ['0', '9'],
        ['10', '8'],
        ['100', '7'],
      ] as const,
      [
        ['100', '7'],
        ['0', '9'],
        ['10', '8'],
      ] as const,
    ])
      expect(
        ['0.5', '9.999', '10', '99', '100', '1000'].map((q) => priceAt(steps(own, '20'), q)),
      ).toEqual(['9', '9', '8', '8', '7', '7']);
  });

  test('start with the base price less the discount, else with none', () => {
    expect(['1', '10'].map((q) => priceAt(steps([['10', '8']], '20'), q))).toEqual(['18', '8']);
    expect(['1', '10'].map((q) => priceAt(steps([['10', '8']], null), q))).toEqual(['none', '8']);
  });

  test('are never below the minimum price', () => {
    expect(priceAt(steps([['10', '4']], null), '10')).toBe('5');
  });
});

describe('terms of list prices', () => {
  const term = (
    barcodeId: string,
    quantity: string,
    firstDay: string | null,
    lastDay: string | null,
  ) => ({
    barcodeId,
    minimumQuantity: decimal(quantity),
    firstDay,
    lastDay,
  });

  test.each<[string, ReturnType<typeof term>, ReturnType<typeof term>, boolean]>([
    ['without days', term('1', '0', null, null), term('1', '0', null, null), true],
    [
      'on a common last day',
      term('1', '0', null, '2026-05-31'),
      term('1', '0', '2026-05-31', null),
      true,
    ],
    [
      'on neighbouring days',
      term('1', '0', null, '2026-05-31'),
      term('1', '0', '2026-06-01', null),
      false,
    ],
    [
      'in enclosed days',
      term('1', '5', '2026-01-01', '2026-12-31'),
      term('1', '5.0', '2026-05-01', '2026-05-31'),
      true,
    ],
    ['at other quantities', term('1', '0', null, null), term('1', '10', null, null), false],
    ['of other goods', term('1', '0', null, null), term('2', '0', null, null), false],
  ])('%s overlap: %#', (_, one, other, overlap) => {
    expect(findOverlappingTerms([one, other])).toEqual(overlap ? [0, 1] : null);
    expect(findOverlappingTerms([other, one])).toEqual(overlap ? [0, 1] : null);
  });
});
