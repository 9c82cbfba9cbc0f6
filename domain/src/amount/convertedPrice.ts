import type { Decimal } from '../decimal.ts';
import { KEPT_DIGITS, decimal, rounded } from '../decimal.ts';
import { moneyDigitsOf } from '../money/money.ts';
import type { CurrencyTerms } from '../money/money.ts';

/** Least significant digits of a converted price: the decimals of a currency are too few for small prices. */
const LEAST_SIGNIFICANT = 4;

/** Decimals of a price converted into a currency of `digits` decimals (decision 0082). */
const convertedDigits = (price: Decimal, digits: number): number =>
  Math.min(KEPT_DIGITS, Math.max(digits, LEAST_SIGNIFICANT - 1 - price.e));

/** Rounds a price that was converted into a currency of `digits` decimals. */
export const roundConvertedPrice = (price: Decimal, digits: number): Decimal =>
  rounded(price, convertedDigits(price, digits));

/** Converts a price from company currency into the currency of the terms. */
export const priceInCurrency = (own: Decimal, terms: CurrencyTerms): Decimal =>
  terms.exchangeRate.equals(1)
    ? own
    : roundConvertedPrice(own.dividedBy(terms.exchangeRate), moneyDigitsOf(terms));

/** Decimals of every converted price before decision 0082; saved documents keep their prices. */
const OLD_DIGITS = 4;

/** Returns true if a price is the converted price of this version, or of older versions. */
export const isConvertedPrice = (price: Decimal, own: Decimal, terms: CurrencyTerms): boolean =>
  price.equals(priceInCurrency(own, terms)) ||
  (!terms.exchangeRate.equals(1) &&
    price.equals(rounded(own.dividedBy(terms.exchangeRate), OLD_DIGITS)));

/** Converts a price from a document's currency into company currency. */
export const priceInOwn = (
  price: Decimal,
  { exchangeRate, moneyDigits }: Pick<CurrencyTerms, 'exchangeRate' | 'moneyDigits'>,
): Decimal =>
  exchangeRate.equals(1) ? price : roundConvertedPrice(price.times(exchangeRate), moneyDigits);

/** Lowest price in the currency of the terms worth at least `own`. */
export const leastInCurrency = (own: Decimal, terms: CurrencyTerms): Decimal => {
  const { exchangeRate } = terms;
  const price = priceInCurrency(own, terms);
  if (price.times(exchangeRate).gte(own)) return price;
  const digits = convertedDigits(own.dividedBy(exchangeRate), moneyDigitsOf(terms));
  return price.plus(decimal(10).pow(-digits));
};

/** Converts a price for an offer. A price of at least the minimum is not rounded below the minimum. */
export function offeredInCurrency(
  own: Decimal,
  minimum: Decimal | null,
  terms: CurrencyTerms,
): Decimal {
  const price = priceInCurrency(own, terms);
  const isBelow =
    minimum !== null && own.gte(minimum) && price.times(terms.exchangeRate).lt(minimum);
  return isBelow ? leastInCurrency(minimum, terms) : price;
}
