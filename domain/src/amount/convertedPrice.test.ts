import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { KEPT_DIGITS, ONE, decimal, toPlainDecimal } from '../decimal.ts';
import { aPrice } from '../testing.ts';
import {
  isConvertedPrice,
  leastInCurrency,
  offeredInCurrency,
  priceInCurrency,
  priceInOwn,
  roundConvertedPrice,
} from './convertedPrice.ts';

/** Terms of a document in a company of yuan. */
const termsIn = (currency: string, rate: string) => ({
  currency,
  exchangeRate: decimal(rate),
  moneyDigits: 2,
});

test.each([
  ['128.0985', 2, '128.1'],
  ['78.7783', 2, '78.78'],
  ['12345.678', 2, '12345.68'],
  ['7.12345', 2, '7.123'],
  ['0.034567', 2, '0.03457'],
  ['12.34567', 3, '12.346'],
  ['1234.56', 0, '1235'],
  ['12.3456', 0, '12.35'],
  ['0.1234', 0, '0.1234'],
  ['0.000012345', 2, '0.000012'],
  ['-128.0985', 2, '-128.1'],
  ['0', 2, '0'],
])(
  'a converted price of %s in a currency of %i decimals is rounded to %s',
  (price, digits, expected) => {
    expect(toPlainDecimal(roundConvertedPrice(decimal(price), digits))).toBe(expected);
  },
);

describe('a price of a document', () => {
  test.each([
    ['USD', '7.182', '920', '128.1'],
    ['JPY', '0.0478', '920', '19247'],
    ['KWD', '23.4', '920', '39.316'],
    ['USD', '1', '128.0985', '128.0985'],
  ])('in %s at %s converts %s of the company into %s', (currency, rate, own, expected) => {
    const price = priceInCurrency(decimal(own), termsIn(currency, rate));
    expect(toPlainDecimal(price)).toBe(expected);
  });

  test('is rounded for the company’s own currency where converted back', () => {
    expect(toPlainDecimal(priceInOwn(decimal('17.99'), termsIn('USD', '7.1205')))).toBe('128.1');
    expect(toPlainDecimal(priceInOwn(decimal('17.9912'), termsIn('USD', '1')))).toBe('17.9912');
  });

  test.each([
    ['0.0346', '2', false],
    ['0.03457', '2', false],
    ['0.017284', '2', false],
    ['0.0173', '2', true],
    ['0.01728', '2', true],
    ['0.0346', '1', false],
    ['0.034567', '1', true],
  ])('of %s at a rate of %s is a converted 0.034567: %s', (price, rate, expected) => {
    const terms = termsIn('USD', rate);
    expect(isConvertedPrice(decimal(price), decimal('0.034567'), terms)).toBe(expected);
  });

  test('is rounded up if rounding down would fall below the minimum price', () => {
    expect(toPlainDecimal(leastInCurrency(decimal('920'), termsIn('USD', '7.1823')))).toBe('128.1');
    expect(toPlainDecimal(leastInCurrency(decimal('15'), termsIn('EUR', '7')))).toBe('2.143');
    expect(toPlainDecimal(leastInCurrency(decimal('14'), termsIn('EUR', '7')))).toBe('2');
    expect(toPlainDecimal(leastInCurrency(decimal('14.12345'), termsIn('EUR', '1')))).toBe(
      '14.12345',
    );
  });
});

test.each([
  ['20', null, '2.857'],
  ['20', '20', '2.858'],
  ['20.001', '20', '2.858'],
  ['20', '19', '2.857'],
  ['20', '21', '2.857'],
])(
  'a price of %s with the minimum %s is offered at %s in a currency at 7',
  (own, minimum, expected) => {
    const least = minimum === null ? null : decimal(minimum);
    const price = offeredInCurrency(decimal(own), least, termsIn('EUR', '7'));
    expect(toPlainDecimal(price)).toBe(expected);
  },
);

describe('a converted price (laws)', () => {
  const digits = fc.integer({ min: 0, max: 4 });
  test('deviates by less than 0.06 % unless six decimals are too few', () => {
    fc.assert(
      fc.property(aPrice, digits, (price, of) => {
        const off = roundConvertedPrice(price, of).minus(price).abs();
        const most = price.times('0.0006').plus(decimal(10).pow(-KEPT_DIGITS));
        expect(off.lte(most)).toBe(true);
      }),
    );
  });

  test('rounds to itself when rounded again', () => {
    fc.assert(
      fc.property(aPrice, digits, (price, of) => {
        const once = roundConvertedPrice(price, of);
        expect(roundConvertedPrice(once, of).equals(once)).toBe(true);
      }),
    );
  });

  test('at its lowest is never worth less than the minimum', () => {
    fc.assert(
      fc.property(aPrice, aPrice, fc.constantFrom('USD', 'JPY', 'KWD'), (own, rate, currency) => {
        const exchangeRate = rate.plus(ONE);
        const least = leastInCurrency(own, { currency, exchangeRate, moneyDigits: 2 });
        expect(least.times(exchangeRate).gte(own)).toBe(true);
      }),
    );
  });
});
