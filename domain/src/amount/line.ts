import type { Decimal } from '../decimal.ts';
import { ONE, ZERO, decimal, rounded } from '../decimal.ts';
import type { TaxMode } from '../document/document.ts';

/** Money field given by the user; the other two follow. */
export type PricedBy = 'unitPrice' | 'amount' | 'total';

/** Decimals of a price derived from an amount: four, like on paper. */
const DERIVED_PRICE_DIGITS = 4;

/** Input of a line: quantity in its unit, tax rate in percent, and one of three money fields. */
export interface LineInput {
  readonly quantity: Decimal;
  readonly taxRate: Decimal;
  readonly pricedBy: PricedBy;
  /** Value of the field named by `pricedBy`. */
  readonly given: Decimal;
  /** Tax agreed in amount form, beside an amount or a total; absent: tax follows the rate. */
  readonly tax?: Decimal;
}

/**
 * Money of a line. `amount` is the price column's result: without tax in exclusive mode, with tax in
 * inclusive mode. `total` includes tax; net is total − tax.
 */
export interface LineAmounts {
  readonly unitPrice: Decimal;
  readonly amount: Decimal;
  readonly tax: Decimal;
  readonly total: Decimal;
}

/** Computes all line amounts from quantity, rate and one given field. */
export function lineAmounts(line: LineInput, taxMode: TaxMode, digits: number): LineAmounts {
  return taxMode === 'inclusive'
    ? computeInclusiveLine(line, digits)
    : computeExclusiveLine(line, digits);
}

/**
 * Maximum deviation of an agreed tax: a share of a rounded tax differs from the rate by a few smallest
 * units.
 */
const MOST_UNITS_OFF = 5;

/** Checks if a given tax fits the rate of the line. */
export function isTaxOfRate(
  { total, tax }: Pick<LineAmounts, 'total' | 'tax'>,
  taxRate: Decimal,
  digits: number,
): boolean {
  const exact = total.minus(tax).times(taxRate).dividedBy(100);
  return tax.minus(exact).abs().lte(decimal(10).pow(-digits).times(MOST_UNITS_OFF));
}

/** Removes the tax from a line, for a kind without tax. */
export const untaxed = ({ quantity, pricedBy, given }: LineInput): LineInput => ({
  quantity,
  pricedBy,
  given,
  taxRate: ZERO,
});

/** Net value of a line, without tax in either tax mode. */
export const netOf = ({
  total,
  tax,
}: {
  readonly total: Decimal;
  readonly tax: Decimal;
}): Decimal => total.minus(tax);

function computeExclusiveLine(line: LineInput, digits: number): LineAmounts {
  const { quantity, taxRate, pricedBy, given } = line;
  const rate = taxRate.dividedBy(100);
  if (pricedBy === 'total') {
    const total = rounded(given, digits);
    // The amount comes from the total itself: by way of the rounded price a long line would be off by whole units.
    const amount = line.tax
      ? total.minus(rounded(line.tax, digits))
      : rounded(total.dividedBy(ONE.plus(rate)), digits);
    return {
      unitPrice: deriveUnitPrice(amount, quantity),
      amount,
      tax: total.minus(amount),
      total,
    };
  }
  const amount = rounded(pricedBy === 'amount' ? given : quantity.times(given), digits);
  const tax = rounded(line.tax ?? amount.times(rate), digits);
  const unitPrice = pricedBy === 'amount' ? deriveUnitPrice(amount, quantity) : given;
  return { unitPrice, amount, tax, total: amount.plus(tax) };
}

function computeInclusiveLine(line: LineInput, digits: number): LineAmounts {
  const { quantity, taxRate, pricedBy, given } = line;
  const rate = taxRate.dividedBy(100);
  const total = rounded(pricedBy === 'unitPrice' ? quantity.times(given) : given, digits);
  const net = rounded(total.dividedBy(ONE.plus(rate)), digits);
  const tax = rounded(line.tax ?? net.times(rate), digits);
  const unitPrice = pricedBy === 'unitPrice' ? given : deriveUnitPrice(total, quantity);
  return { unitPrice, amount: total, tax, total };
}

const deriveUnitPrice = (amount: Decimal, quantity: Decimal): Decimal =>
  quantity.isZero() ? ZERO : rounded(amount.dividedBy(quantity), DERIVED_PRICE_DIGITS);
