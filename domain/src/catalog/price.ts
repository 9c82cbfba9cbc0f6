import type { Decimal } from '../decimal.ts';
import { ZERO, decimal, rounded } from '../decimal.ts';
import { DomainError } from '../error/domainError.ts';

/** The six prices a barcode has. */
export const priceNames = [
  'purchase',
  'retail',
  'sale',
  'minimum',
  'distributor',
  'supply',
] as const;
export type BarcodePriceName = (typeof priceNames)[number];

/** Base price for a price list's discount: none, or a barcode price. */
export const priceListBases = ['none', 'sale', 'retail', 'distributor', 'supply'] as const;
export type PriceListBase = (typeof priceListBases)[number];

/** Price data from a price list and a barcode; null: none. */
export interface ListedPrice {
  /** Price entered in the list. */
  readonly own: Decimal | null;
  /** Barcode price used by the list. */
  readonly base: Decimal | null;
  /** In percent. */
  readonly discountRate: Decimal;
  readonly minimum: Decimal | null;
}

/**
 * Price by the list: the entered price, else the discount off the barcode price, rounded to the currency's
 * digits. Never below the barcode's minimum price. Null: no price in the list.
 */
export function listedPrice(
  { own, base, discountRate, minimum }: ListedPrice,
  digits: number,
): Decimal | null {
  const less = base?.minus(base.times(discountRate).dividedBy(100));
  const price = own ?? (less === undefined ? null : rounded(less, digits));
  return price !== null && minimum?.gt(price) === true ? minimum : price;
}

/** Methods for deriving new prices from old ones. */
export const priceMethods = ['fixed', 'factor', 'amount', 'percent'] as const;
export type PriceMethod = (typeof priceMethods)[number];
/** Rounding multiples of a new price. */
export const priceSteps = ['0.01', '0.1', '1'] as const;
export type PriceStep = (typeof priceSteps)[number];

export interface PriceRule {
  readonly method: PriceMethod;
  readonly by: Decimal;
  readonly step: PriceStep;
}

/**
 * Computes the new price: fixed, old price times a factor, plus an amount or a percentage, rounded half
 * away from zero to the step. Null without an old price. Throws `price.negative`.
 */
export function adjustedPrice(
  old: Decimal | null,
  { method, by, step }: PriceRule,
): Decimal | null {
  if (method !== 'fixed' && old === null) return null;
  const from = old ?? ZERO;
  const results = {
    fixed: by,
    factor: from.times(by),
    amount: from.plus(by),
    percent: from.plus(from.times(by).dividedBy(100)),
  };
  const multiple = decimal(step);
  const price = results[method].dividedBy(multiple).toDecimalPlaces(0).times(multiple);
  if (price.isNegative() && !price.isZero()) throw new DomainError('price.negative', {});
  return price;
}
