import { KEPT_DIGITS, decimal, rounded } from '../decimal.ts';
import type { Decimal, Numeric } from '../decimal.ts';

/** A line as who sells elsewhere counts it, and how many of our unit one of theirs is. */
export interface OuterLine {
  readonly quantity: Numeric;
  readonly price: Numeric;
  readonly ratio: Numeric;
}

/**
 * The line in our unit: what was charged stays to the last digit of the money, and the price is what it comes to for one of ours.
 * Null: it is no number of ours that can be kept.
 */
export function inOurUnit(
  { quantity, price, ratio }: OuterLine,
  digits: number,
): { readonly quantity: Decimal; readonly total: Decimal } | null {
  const ours = decimal(quantity).times(ratio);
  if (ours.decimalPlaces() > KEPT_DIGITS) return null;
  return { quantity: ours, total: rounded(decimal(quantity).times(price), digits) };
}
