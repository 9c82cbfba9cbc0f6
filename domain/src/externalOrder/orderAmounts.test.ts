import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KEPT_DIGITS, decimal, toPlainDecimal, rounded } from '../decimal.ts';
import { aPrice, aQuantity, aTaxRate } from '../testing.ts';
import { lineAmounts } from '../amount/line.ts';
import { inOurUnit } from './orderAmounts.ts';

const told = (quantity: string, price: string, ratio: string, digits = 2) => {
  const ours = inOurUnit({ quantity, price, ratio }, digits);
  return ours === null ? null : [toPlainDecimal(ours.quantity), toPlainDecimal(ours.total)];
};

test.each([
  ['boxes of twelve', ['2', '30', '12'], ['24', '60']],
  ['a price that does not divide', ['3', '10', '7'], ['21', '30']],
  ['half a cent rounds up', ['1.5', '0.33', '1'], ['1.5', '0.5']],
  ['pieces of a box of eight', ['4', '1.25', '0.125'], ['0.5', '5']],
  ['a gift', ['1', '0', '2'], ['2', '0']],
  ['a third of a millionth is none of ours', ['0.000001', '1', '0.5'], null],
] as const)(
  'quantity and price of an external order line are converted by the ratio: %s',
  (_why, [quantity, price, ratio], expected) => {
    expect(told(quantity, price, ratio)).toEqual(expected);
  },
);

const aRatio = fc.integer({ min: 1, max: 5_000_000 }).map((n) => decimal(n).dividedBy(1000));

test('the charged total is kept to the cent, whatever the ratio, the tax and the tax mode', () => {
  fc.assert(
    fc.property(
      aQuantity,
      aPrice,
      aRatio,
      aTaxRate,
      fc.constantFrom('inclusive' as const, 'exclusive' as const),
      fc.constantFrom(0, 2, 3),
      (quantity, price, ratio, taxRate, mode, digits) => {
        const ours = inOurUnit({ quantity, price, ratio }, digits);
        const exact = decimal(quantity).times(ratio);
        // Refused is just what can't be kept whole.
        expect(ours === null).toBe(!rounded(exact, KEPT_DIGITS).eq(exact));
        if (ours === null) return;
        expect(toPlainDecimal(ours.quantity)).toBe(toPlainDecimal(exact));
        const line = lineAmounts(
          {
            quantity: ours.quantity,
            taxRate: decimal(taxRate),
            pricedBy: 'total',
            given: ours.total,
          },
          mode,
          digits,
        );
        expect(toPlainDecimal(line.total)).toBe(
          toPlainDecimal(rounded(decimal(quantity).times(price), digits)),
        );
      },
    ),
  );
});
