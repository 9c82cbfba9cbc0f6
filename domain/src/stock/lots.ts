import { dayAfter } from '../day.ts';
import type { Decimal } from '../decimal.ts';
import { ZERO } from '../decimal.ts';
import type { StockType } from '../document/stockType.ts';

/** What lies of a lot in a warehouse. `expiry` is `YYYY-MM-DD`, null where the lot has none. */
export interface LotInStock {
  readonly lot: string;
  readonly expiry: string | null;
  readonly stockType: StockType;
  readonly quantity: Decimal;
}

/** Which lots to take, and why not others. */
export interface LotProposal {
  /** Soonest expiry first; Σ = wanted − missing. */
  readonly parts: readonly LotInStock[];
  /** What no lot has. */
  readonly missing: Decimal;
  /** Lots that would have come earlier and were passed over because they have expired. */
  readonly expired: readonly LotInStock[];
}

/** Soonest expiry first, lots without one last, then by name: the order in which lots are used up. */
const bySoonest = (one: LotInStock, other: LotInStock): number => {
  const [a, b] = [one, other].map(({ expiry, lot }) => `${expiry ?? '9999-99-99'} ${lot}`);
  return a === b ? 0 : (a ?? '') < (b ?? '') ? -1 : 1;
};

/**
 * First expired, first out: splits a quantity over lots (domain.md 4.5). Takes goods of one stock type, and nothing that
 * has expired by `today`.
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

/** The day a lot expires that was produced on a day: `days` later. Both `YYYY-MM-DD`. */
export const expiryOf = (produced: string, days: number): string => dayAfter(produced, days);
