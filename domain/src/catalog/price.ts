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
export type PriceName = (typeof priceNames)[number];

/** What a price list takes its discount off: nothing, or one of the prices that a barcode has. */
export const priceListBases = ['none', 'sale', 'retail', 'distributor', 'supply'] as const;
export type PriceListBase = (typeof priceListBases)[number];

/** What a price list and a barcode know of its price; null: nothing. */
export interface ListedPrice {
  /** What stands in the list itself. */
  readonly own: Decimal | null;
  /** The barcode's price that the list goes by. */
  readonly base: Decimal | null;
  /** In percent. */
  readonly discountRate: Decimal;
  readonly minimum: Decimal | null;
}

/**
 * The price that a list says: what stands in it, else its discount off the barcode's price, in whole units of the currency; and
 * no less than the least the barcode may be sold for. Null: the list says nothing of it.
 */
export function listedPrice(
  { own, base, discountRate, minimum }: ListedPrice,
  digits: number,
): Decimal | null {
  const less = base?.minus(base.times(discountRate).dividedBy(100));
  const price = own ?? (less === undefined ? null : rounded(less, digits));
  return price !== null && minimum?.gt(price) === true ? minimum : price;
}

/** How new prices come of old ones (domain.md 13.10). */
export const priceMethods = ['fixed', 'factor', 'amount', 'percent'] as const;
export type PriceMethod = (typeof priceMethods)[number];
/** To what multiple a new price is rounded. */
export const priceSteps = ['0.01', '0.1', '1'] as const;
export type PriceStep = (typeof priceSteps)[number];

export interface PriceRule {
  readonly method: PriceMethod;
  readonly by: Decimal;
  readonly step: PriceStep;
}

/**
 * The new price: the given one, the old one times a factor, plus an amount or plus so many percent, rounded half away
 * from zero to the step. Null where there is no old price to start from. Throws `price.negative`.
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
