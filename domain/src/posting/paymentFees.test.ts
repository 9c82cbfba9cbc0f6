import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimal, sum, toPlainDecimal } from '../decimal.ts';
import type { Document } from '../document/document.ts';
import { aDocument } from '../testing.ts';
import { calculateEntries } from './entries.ts';
import { paymentFeeAtRate, paymentFeeShares, settledFeeShares } from './paymentFees.ts';

/** Document whose only account has a fee. */
const withFee = (document: Document, fee: string): Document => ({
  ...document,
  settlements: document.settlements.map((one) => ({ ...one, fee: decimal(fee) })),
  paymentFee: decimal(fee),
});
const receipt = (amounts: readonly number[], fee: string, exchangeRate?: number): Document =>
  withFee(
    aDocument('moneyIn', {
      money: amounts.map((amount, at) => ({ amount, settles: `d${at + 2}` })),
      ...(exchangeRate === undefined ? {} : { exchangeRate }),
    }),
    fee,
  );
const entryTexts = (document: Document): string[] =>
  calculateEntries(document).map(
    ({ amount, from, to }) => `${toPlainDecimal(amount)}: ${from.purse} -> ${to.purse}`,
  );
const texts = (amounts: readonly ReturnType<typeof decimal>[]) => amounts.map(toPlainDecimal);

test('a receipt settles the whole amount, and the account pays the fee', () => {
  expect(entryTexts(receipt([1000], '6'))).toEqual([
    '1000: receivable -> account',
    '6: account -> paymentFee',
  ]);
});

test('a payment takes amount and fee from the account', () => {
  const paid = aDocument('moneyOut', { money: [{ amount: 1000, settles: 'd9' }] });
  expect(entryTexts(withFee(paid, '25'))).toEqual([
    '1000: account -> payable',
    '25: account -> paymentFee',
  ]);
});

test('a fee in a foreign currency is converted at the rate of the document', () => {
  expect(entryTexts(receipt([100], '0.6', 8.2))).toContain('4.92: account -> paymentFee');
});

test('a fee by the rate is rounded half up to the digits of the currency', () => {
  expect(toPlainDecimal(paymentFeeAtRate(decimal('12.75'), decimal('0.6'), 2))).toBe('0.08');
  expect(toPlainDecimal(paymentFeeAtRate(decimal('1250'), decimal('0.6'), 0))).toBe('8');
});

test('money lines share the fee by settled amount, and lines below zero bear nothing', () => {
  expect(texts(settledFeeShares(receipt([100, 200, -50], '1')))).toEqual(['0.33', '0.67', '0']);
});

test('payments to suppliers share no fee', () => {
  const paid = aDocument('moneyOut', { money: [{ amount: 100, settles: 'd9' }] });
  expect(texts(settledFeeShares(withFee(paid, '25')))).toEqual(['0']);
});

test('payment fees of a sale and of its later receipts are shared over the goods lines of the sale', () => {
  const sold = aDocument('saleOut', {
    lines: [
      { quantity: 1, price: 100 },
      { quantity: 1, price: 200 },
    ],
  });
  const fees = { ...withFee(sold, '0.9'), settledFees: decimal('0.91') };
  expect(texts(paymentFeeShares(fees))).toEqual(['0.6', '1.21']);
});

test('returns bear no fee', () => {
  const back = aDocument('saleBack', { lines: [{ quantity: 1, price: 100 }] });
  expect(texts(paymentFeeShares(back))).toEqual(['0']);
});

test('shares of a fee add up to the booked fee, for any amounts and rates', () => {
  const cents = fc.integer({ min: -100_000, max: 100_000 }).filter((one) => one !== 0);
  const someAmounts = fc
    .array(cents, { minLength: 1, maxLength: 8 })
    .map((all) => all.map((one) => one / 100));
  fc.assert(
    fc.property(someAmounts, fc.nat(5_000), fc.integer({ min: 1, max: 900 }), (all, fee, rate) => {
      const document = receipt(all, String(fee / 100), rate / 100);
      const booked = sum(
        calculateEntries(document)
          .filter(({ to }) => to.purse === 'paymentFee')
          .map(({ amount }) => amount),
      );
      expect(toPlainDecimal(sum(settledFeeShares(document)))).toBe(toPlainDecimal(booked));
    }),
  );
});
