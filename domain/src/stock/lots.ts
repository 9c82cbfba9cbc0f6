import { dayAfter } from '../day.ts';
import type { Decimal } from '../decimal.ts';
import { ZERO } from '../decimal.ts';
import type { StockType } from '../document/stockType.ts';

/** Stock of a lot in a warehouse. `expiry` is `YYYY-MM-DD`; null: none. */
export interface LotInStock {
  readonly lot: string;
  readonly expiry: string | null;
  readonly stockType: StockType;
  readonly quantity: Decimal;
}

export interface LotProposal {
  /** Soonest expiry first; Σ = wanted − missing. */
  readonly parts: readonly LotInStock[];
  /** Quantity that no lot covers. */
  readonly missing: Decimal;
  /** Earlier lots passed over because of expiry. */
  readonly expired: readonly LotInStock[];
}

/** Orders lots by consumption: soonest expiry first, lots without expiry last, then by name. */
const bySoonest = (one: LotInStock, other: LotInStock): number => {
  const [a, b] = [one, other].map(({ expiry, lot }) => `${expiry ?? '9999-99-99'} ${lot}`);
  return a === b ? 0 : (a ?? '') < (b ?? '') ? -1 : 1;
};

/**
 * Splits a quantity over lots, first expired, first out. Takes one stock type, and nothing
 * expired by `today`.
 */
export function proposeLots(
  lots: readonly LotInStock[],
  wanted: Decimal,
  today: string,
  stockType: StockType = 'formal',
): LotProposal {
  const own = lots.filter((lot) => lot.stockType === stockType).toSorted(bySoonest);
  const over = ({ expiry }: LotInStock): boolean => expiry !== null && expiry < today;
  const parts: LotInStock[] = [];
  let left = wanted;
  for (const lot of own) {
    if (over(lot) || lot.quantity.lte(0) || left.lte(0)) continue;
    const quantity = lot.quantity.lt(left) ? lot.quantity : left;
    parts.push({ ...lot, quantity });
    left = left.minus(quantity);
  }
  return { parts, missing: left.gt(0) ? left : ZERO, expired: own.filter(over) };
}

/** Expiry day of a lot: `days` after production. Both `YYYY-MM-DD`. */
export const expiryOf = (produced: string, days: number): string => dayAfter(produced, days);
