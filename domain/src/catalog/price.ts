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

/** Days and quantity of a listed price; null days are open. */
export interface PriceTerm {
  /** Least quantity of a line, in the unit of the barcode. */
  readonly minimumQuantity: Decimal;
  readonly firstDay: string | null;
  readonly lastDay: string | null;
}

/** Checks if the last day is before the first. */
export const hasDaysReversed = ({
  firstDay,
  lastDay,
}: Pick<PriceTerm, 'firstDay' | 'lastDay'>): boolean =>
  firstDay !== null && lastDay !== null && lastDay < firstDay;

const isSameTime = (one: PriceTerm, other: PriceTerm): boolean =>
  one.minimumQuantity.equals(other.minimumQuantity) &&
  (one.lastDay === null || other.firstDay === null || other.firstDay <= one.lastDay) &&
  (other.lastDay === null || one.firstDay === null || one.firstDay <= other.lastDay);

/**
 * Finds two prices of the same barcode and least quantity with a day in common; null: none. Returns the
 * places of the earlier and the later price.
 */
export function findOverlappingTerms(
  terms: readonly (PriceTerm & { readonly barcodeId: string })[],
): readonly [earlier: number, later: number] | null {
  const numbered = terms.map((term, at) => ({ ...term, at }));
  const pairs = [...Map.groupBy(numbered, ({ barcodeId }) => barcodeId).values()].flatMap((own) =>
    own.flatMap((later, place) => {
      const earlier = own.slice(0, place).find((one) => isSameTime(one, later));
      return earlier === undefined ? [] : [[earlier.at, later.at] as const];
    }),
  );
  return pairs.toSorted((one, other) => one[1] - other[1])[0] ?? null;
}

/**
 * Prices by a price list, from a quantity on, in the order of quantities. `own` are the entered prices of a
 * day; goods without one have the base price less the discount at any quantity.
 */
export function listedSteps(
  own: readonly QuantityPrice[],
  list: Omit<ListedPrice, 'own'>,
  digits: number,
): readonly QuantityPrice[] {
  const base = own.some(({ from }) => from.isZero()) ? [] : [{ from: ZERO, price: null }];
  return [...base, ...own]
    .toSorted((one, other) => one.from.comparedTo(other.from))
    .flatMap(({ from, price: entered }) => {
      const price = listedPrice({ ...list, own: entered }, digits);
      return price === null ? [] : [{ from, price }];
    });
}

/** Price from a quantity on. */
export interface QuantityPrice {
  readonly from: Decimal;
  readonly price: Decimal;
}

/** Returns the step of a quantity: the last that the quantity reaches. Null below the first step. */
export const stepAt = <Step extends { readonly from: Decimal }>(
  steps: readonly Step[],
  quantity: Decimal,
): Step | null => {
  const reached = steps.filter(({ from }) => from.lte(quantity));
  return reached.reduce<Step | null>(
    (best, step) => (best === null || step.from.gte(best.from) ? step : best),
    null,
  );
};

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
