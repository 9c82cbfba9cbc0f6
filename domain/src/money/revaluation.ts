import type { Decimal } from '../decimal.ts';
import { ZERO, rounded } from '../decimal.ts';
import type { RevaluedPurse } from '../posting/posting.ts';

/** Purses with monetary items in foreign currencies, each with the purse of its revaluation. */
export const revaluedPurses = {
  account: 'accountValue',
  receivable: 'receivableValue',
  payable: 'payableValue',
  deposit: 'depositValue',
} as const satisfies Readonly<Record<string, RevaluedPurse>>;
export type RevaluedItemPurse = keyof typeof revaluedPurses;
export const revaluedItemPurses = [
  'account',
  'receivable',
  'payable',
  'deposit',
] as const satisfies readonly RevaluedItemPurse[];

/** Open foreign amount of a holder, above zero for an asset, and its book value in company currency. */
export interface ForeignItem {
  readonly purse: RevaluedItemPurse;
  readonly holderId: string;
  readonly currency: string;
  readonly amount: Decimal;
  readonly booked: Decimal;
}

export interface RevaluedItem extends ForeignItem {
  readonly rate: Decimal;
  /** Value at the rate of the day. */
  readonly value: Decimal;
  /** Value less book value: above zero a gain. */
  readonly difference: Decimal;
}

/** Values an open item at a rate; nothing open is worth nothing, whatever is left in the books. */
export function revalueItem(item: ForeignItem, rate: Decimal, digits: number): RevaluedItem {
  const value = item.amount.isZero() ? ZERO : rounded(item.amount.times(rate), digits);
  return { ...item, rate, value, difference: value.minus(item.booked) };
}
