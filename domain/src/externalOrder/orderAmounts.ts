import { KEPT_DIGITS, decimal, rounded } from '../decimal.ts';
import type { Decimal, Numeric } from '../decimal.ts';

/** Line in an external seller's units, and own units per seller unit. */
export interface OuterLine {
  readonly quantity: Numeric;
  readonly price: Numeric;
  readonly ratio: Numeric;
}

/**
 * Converts the line to own units. The charged total stays exact; the unit price follows from it. Null: the
 * quantity cannot be stored.
 */
export function inOurUnit(
  { quantity, price, ratio }: OuterLine,
  digits: number,
): { readonly quantity: Decimal; readonly total: Decimal } | null {
  const ours = decimal(quantity).times(ratio);
  if (ours.decimalPlaces() > KEPT_DIGITS) return null;
  return { quantity: ours, total: rounded(decimal(quantity).times(price), digits) };
}
