import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ZERO, decimal, toPlainDecimal } from '../decimal.ts';
import type { Document } from '../document/document.ts';
import { aDocument, aFewPieces, aPrice, anAmount, total } from '../testing.ts';
import { calculateEntries } from './entries.ts';
import {
  baseValues,
  freightExpenses,
  landedFreight,
  lineShares,
  lineValues,
} from './lineValues.ts';
import { calculateMoves } from './moves.ts';

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

const someFreight = fc.array(
  fc.record({
    carrierId: fc.constantFrom('1', '2'),
    amount: anAmount.map((amount) => decimal(amount)),
    allocateBy: fc.constantFrom('amount' as const, 'weight' as const, 'quantity' as const),
    estimated: fc.boolean(),
  }),
  { maxLength: 3 },
);

test('a receipt adds booked freight to the value of the goods and to the debt to carriers (V6)', () => {
  fc.assert(
    fc.property(aReceipt, someFreight, (bare, freights) => {
      const document: Document = { ...bare, freights };
      const amount = toPlainDecimal(total(freights, (one) => one.amount));
      expect(toPlainDecimal(total(landedFreight(document) ?? [], (share) => share))).toBe(amount);
      const worth = (of: Document) =>
        total(calculateMoves(of), ({ cost }) => (cost.rule === 'given' ? cost.value : ZERO));
      expect(toPlainDecimal(worth(document).minus(worth(bare)))).toBe(amount);
      const owed = calculateEntries(document).filter(({ from }) => from.purse === 'carrier');
      expect(toPlainDecimal(total(owed, (entry) => entry.amount))).toBe(amount);
      expect(
        owed.every(({ to, partnerId }) => to.purse === 'inventory' && partnerId === null),
      ).toBe(true);
      expect(freightExpenses(document).every(({ cost }) => cost.isZero())).toBe(true);
    }),
  );
});

test('lines of a sale share booked freight to the cent, and the unbilled part apart (M15)', () => {
  const document = aDocument('saleOut', { lines: [{ weight: 1 }, { weight: 1 }, { weight: 1 }] });
  const of = (amount: string, estimated: boolean) => ({
    carrierId: '1',
    amount: decimal(amount),
    allocateBy: 'weight' as const,
    estimated,
  });
  const shares = freightExpenses({ ...document, freights: [of('10', true), of('5', false)] });
  expect(shares.map(({ cost }) => toPlainDecimal(cost))).toEqual(['5', '5', '5']);
  expect(shares.map(({ estimated }) => toPlainDecimal(estimated))).toEqual([
    '3.33',
    '3.34',
    '3.33',
  ]);
});

test('an expenditure releases booked freight from the items of lines', () => {
  const freight = { carrierId: '7', amount: decimal(9), worth: decimal(9), booked: decimal(8) };
  const money = [
    { amount: 4, item: '1' },
    { amount: 9, item: '2' },
  ];
  const paid = aDocument('itemOut', { money });
  const entries = calculateEntries({ ...paid, paidFreights: [freight] });
  expect(entries.filter(({ to }) => to.purse === 'carrier')).toMatchObject([
    { from: { purse: 'item', id: '2' }, to: { id: '7' }, partnerId: null },
  ]);
});
