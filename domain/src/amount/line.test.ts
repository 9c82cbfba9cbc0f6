import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimal, toPlainDecimal, rounded } from '../decimal.ts';
import { aPrice, aQuantity, aTaxRate, anAmount } from '../testing.ts';
import type { PricedBy } from './line.ts';
import { lineAmounts, netOf } from './line.ts';

test.each<[string, 'exclusive' | 'inclusive', string, PricedBy, string, string, string[]]>([
  // why                      mode         quantity  given              rate   price, amount, tax, total
  ['by price, taxed', 'exclusive', '10', 'unitPrice', '11', '13', ['11', '110', '14.3', '124.3']],
  [
    'by price, no tax',
    'exclusive',
    '3',
    'unitPrice',
    '120.5',
    '0',
    ['120.5', '361.5', '0', '361.5'],
  ],
  [
    'by price, inclusive',
    'inclusive',
    '10',
    'unitPrice',
    '11.3',
    '13',
    ['11.3', '113', '13', '113'],
  ],
  ['by amount, no tax', 'exclusive', '7', 'amount', '99.9', '0', ['14.2714', '99.9', '0', '99.9']],
  ['by amount, taxed', 'exclusive', '4', 'amount', '50', '13', ['12.5', '50', '6.5', '56.5']],
  ['by total', 'exclusive', '10', 'total', '124.3', '13', ['11', '110', '14.3', '124.3']],
  ['by total, no tax', 'exclusive', '3', 'total', '10', '0', ['3.3333', '10', '0', '10']],
  ['by total, inclusive', 'inclusive', '10', 'total', '113', '13', ['11.3', '113', '13', '113']],
  [
    'a rate with a fraction',
    'exclusive',
    '1',
    'unitPrice',
    '100',
    '6.5',
    ['100', '100', '6.5', '106.5'],
  ],
  [
    'half a cent rounds up',
    'exclusive',
    '1',
    'unitPrice',
    '1.005',
    '0',
    ['1.005', '1.01', '0', '1.01'],
  ],
  ['a loss of a count', 'exclusive', '-3', 'unitPrice', '2.5', '0', ['2.5', '-7.5', '0', '-7.5']],
  ['nothing yet', 'exclusive', '0', 'amount', '5', '0', ['0', '5', '0', '5']],
  ['a free line', 'exclusive', '5', 'unitPrice', '0', '13', ['0', '0', '0', '0']],
])('line amounts are computed: %s', (_why, mode, quantity, pricedBy, given, rate, expected) => {
  const line = {
    quantity: decimal(quantity),
    taxRate: decimal(rate),
    pricedBy,
    given: decimal(given),
  };
  const { unitPrice, amount, tax, total } = lineAmounts(line, mode, 2);
  expect([unitPrice, amount, tax, total].map(toPlainDecimal)).toEqual(expected);
});

test('by price without tax: amount = round(q·p), tax = round(amount·rate), total = both (D1)', () => {
  fc.assert(
    fc.property(aQuantity, aPrice, aTaxRate, (quantity, given, taxRate) => {
      const line = lineAmounts({ quantity, taxRate, pricedBy: 'unitPrice', given }, 'exclusive', 2);
      const amount = rounded(quantity.times(given), 2);
      const tax = rounded(amount.times(taxRate).dividedBy(100), 2);
      expect([line.amount, line.tax, line.total].map(toPlainDecimal)).toEqual(
        [amount, tax, amount.plus(tax)].map(toPlainDecimal),
      );
    }),
  );
});

test('the given figure of a line is kept in every mode, and net + tax = total', () => {
  fc.assert(
    fc.property(
      aQuantity,
      anAmount,
      aTaxRate,
      fc.constantFrom('amount', 'total'),
      fc.constantFrom('exclusive', 'inclusive'),
      (quantity, given, taxRate, pricedBy, mode) => {
        const line = lineAmounts({ quantity, taxRate, pricedBy, given }, mode, 2);
        expect(toPlainDecimal(line[pricedBy])).toBe(toPlainDecimal(given));
        expect(toPlainDecimal(netOf(line).plus(line.tax))).toBe(toPlainDecimal(line.total));
        expect(line.tax.gte(0) && line.tax.lte(line.total)).toBe(true);
      },
    ),
  );
});
