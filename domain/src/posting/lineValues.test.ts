import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ZERO, toPlainDecimal } from '../decimal.ts';
import type { Document } from '../document/document.ts';
import { aDocument, aFewPieces, aPrice, anAmount, total } from '../testing.ts';
import { baseValues, lineShares, lineValues } from './lineValues.ts';

const aWeight = fc.constantFrom('0', '0', '0.25', '3', '17.123456');
const aReceipt: fc.Arbitrary<Document> = fc
  .record({
    lines: fc.array(fc.record({ quantity: aFewPieces, price: aPrice, weight: aWeight }), {
      minLength: 1,
      maxLength: 12,
    }),
    freight: anAmount,
    otherFees: anAmount,
    allocateBy: fc.constantFrom('amount' as const, 'weight' as const, 'quantity' as const),
    exchangeRate: fc.constantFrom('1', '0.137654', '7.2'),
  })
  .map(({ allocateBy, ...wish }) => aDocument('purchaseIn', { ...wish, document: { allocateBy } }));

test('line shares of freight and fees add up to the whole, for any weights (V7)', () => {
  fc.assert(
    fc.property(aReceipt, (document) => {
      const shares = lineShares(document);
      const { freight, otherFees, serviceCharge } = document;
      expect(toPlainDecimal(total(shares, ({ fees }) => fees))).toBe(
        toPlainDecimal(freight.plus(otherFees).plus(serviceCharge)),
      );
      expect(shares.every(({ fees }) => fees.gte(ZERO))).toBe(true);
    }),
  );
});

test('a line without weight bears no charge shared by weight if another line has a weight', () => {
  const document = aDocument('purchaseIn', {
    lines: [{ weight: 0 }, { weight: 2 }],
    freight: 9,
    document: { allocateBy: 'weight' },
  });
  expect(lineShares(document).map(({ fees }) => toPlainDecimal(fees))).toEqual(['0', '9']);
});

test('in base currency the lines’ values add up to the converted sum', () => {
  fc.assert(
    fc.property(aReceipt, (document) => {
      const whole = total(lineValues(document, 'net'), (value) => value);
      const base = total(baseValues(document, 'net'), (value) => value);
      const converted = whole.times(document.exchangeRate);
      expect(base.minus(converted).abs().lte('0.005')).toBe(true);
    }),
  );
});
