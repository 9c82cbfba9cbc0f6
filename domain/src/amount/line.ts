import type { Decimal } from '../decimal.ts';
import { ONE, ZERO, decimal, rounded } from '../decimal.ts';
import type { TaxMode } from '../document/document.ts';

/** Which of a line's three money fields the user gave; the other two follow from it. */
export type PricedBy = 'unitPrice' | 'amount' | 'total';

/** A unit price that is worked out, of an amount or another currency, keeps four digits, as on paper. */
export const DERIVED_PRICE_DIGITS = 4;

/** What a line is entered with: quantity in the line's unit, tax rate in percent, and one of the three money fields. */
export interface LineInput {
  readonly quantity: Decimal;
  readonly taxRate: Decimal;
  readonly pricedBy: PricedBy;
  /** The value of the field that `pricedBy` names. */
  readonly given: Decimal;
  /** The tax where it was agreed as an amount, beside an amount or a total; absent: it follows from the rate. */
  readonly tax?: Decimal;
}

/**
 * The money of a line. `amount` is what the price column makes: without tax in the exclusive mode, with it in the
 * inclusive mode. `total` always holds the tax, so the net is total − tax in both.
 */
export interface LineAmounts {
  readonly unitPrice: Decimal;
  readonly amount: Decimal;
  readonly tax: Decimal;
  readonly total: Decimal;
}

/** Every line amount, from quantity, rate and exactly one given field (design §7.9, domain 2.1). */
export function lineAmounts(line: LineInput, taxMode: TaxMode, digits: number): LineAmounts {
  return taxMode === 'inclusive' ? inclusive(line, digits) : exclusive(line, digits);
}

/** An agreed tax is a share of a rounded one: it differs from what its rate makes by a few smallest units at most. */
const MOST_UNITS_OFF = 5;

/** A tax that was given fits the rate of its line. */
export function isTaxOfRate(
  { total, tax }: Pick<LineAmounts, 'total' | 'tax'>,
  taxRate: Decimal,
  digits: number,
): boolean {
  const exact = total.minus(tax).times(taxRate).dividedBy(100);
  return tax.minus(exact).abs().lte(decimal(10).pow(-digits).times(MOST_UNITS_OFF));
}

/** The line as a kind without tax computes it. */
export const untaxed = ({ quantity, pricedBy, given }: LineInput): LineInput => ({
  quantity,
  pricedBy,
  given,
  taxRate: ZERO,
});

/** What a line is worth without tax, in either tax mode. */
export const netOf = ({
  total,
  tax,
}: {
  readonly total: Decimal;
  readonly tax: Decimal;
}): Decimal => total.minus(tax);

function exclusive(line: LineInput, digits: number): LineAmounts {
  const { quantity, taxRate, pricedBy, given } = line;
  const rate = taxRate.dividedBy(100);
  if (pricedBy === 'total') {
    const total = rounded(given, digits);
    // The amount comes from the total itself: by way of the rounded price a long line would be off by whole units.
    const amount = line.tax
      ? total.minus(rounded(line.tax, digits))
      : rounded(total.dividedBy(ONE.plus(rate)), digits);
    return { unitPrice: priceOf(amount, quantity), amount, tax: total.minus(amount), total };
  }
  const amount = rounded(pricedBy === 'amount' ? given : quantity.times(given), digits);
  const tax = rounded(line.tax ?? amount.times(rate), digits);
  const unitPrice = pricedBy === 'amount' ? priceOf(amount, quantity) : given;
  return { unitPrice, amount, tax, total: amount.plus(tax) };
}

function inclusive(line: LineInput, digits: number): LineAmounts {
  const { quantity, taxRate, pricedBy, given } = line;
  const rate = taxRate.dividedBy(100);
  const total = rounded(pricedBy === 'unitPrice' ? quantity.times(given) : given, digits);
  const net = rounded(total.dividedBy(ONE.plus(rate)), digits);
  const tax = rounded(line.tax ?? net.times(rate), digits);
  const unitPrice = pricedBy === 'unitPrice' ? given : priceOf(total, quantity);
  return { unitPrice, amount: total, tax, total };
}

/** What a price of the company's own money is in a currency that is worth `rate` of it. */
export const priceInCurrency = (own: Decimal, rate: Decimal): Decimal =>
  rate.equals(1) ? own : rounded(own.dividedBy(rate), DERIVED_PRICE_DIGITS);

/** What a price in a currency that is worth `rate` of the company's own is in that. */
export const priceInOwn = (price: Decimal, rate: Decimal): Decimal =>
  rate.equals(1) ? price : rounded(price.times(rate), DERIVED_PRICE_DIGITS);

/** The least price in a currency that is no less than `own` at home. */
export const leastInCurrency = (own: Decimal, rate: Decimal): Decimal => {
  const price = priceInCurrency(own, rate);
  const step = decimal(10).pow(-DERIVED_PRICE_DIGITS);
  return price.times(rate).lt(own) ? price.plus(step) : price;
};

const priceOf = (amount: Decimal, quantity: Decimal): Decimal =>
  quantity.isZero() ? ZERO : rounded(amount.dividedBy(quantity), DERIVED_PRICE_DIGITS);
