import type { Decimal } from '../decimal.ts';
import type { StockType } from '../document/document.ts';

export type PlaceType =
  | 'warehouse'
  | 'supplier'
  | 'customer'
  | 'workshop'
  | 'adjustment'
  | 'opening'
  | 'transit'
  | 'regrade'
  | 'variance';
/** Where goods can be. `id` is the warehouse or partner, '0' where the place has none. */
export interface Place {
  readonly place: PlaceType;
  readonly id: string;
}

export type PurseType =
  | 'account'
  | 'receivable'
  | 'payable'
  | 'deposit'
  | 'prepaid'
  | 'inventory'
  | 'costOfSales'
  | 'sales'
  | 'taxIn'
  | 'taxOut'
  | 'freight'
  | 'fee'
  | 'item'
  | 'opening'
  | 'discount'
  | 'exchange'
  | 'rounding';
/** Where money can be. `id` is the account, partner or item, '0' where the purse has none. */
export interface Purse {
  readonly purse: PurseType;
  readonly id: string;
}

/**
 * How a move's value is found under the SKU's lock:
 * given: it is known from the document; average: the SKU's moving average of that moment;
 * origin: the unit value its origin line was posted at; issues: the sum of what this document issues, plus `value`;
 * none: both places are inside the company, or both outside.
 */
export type CostRule =
  | { readonly rule: 'given'; readonly value: Decimal }
  | { readonly rule: 'average' }
  | { readonly rule: 'origin'; readonly documentId: string; readonly line: number }
  | { readonly rule: 'issues'; readonly plus: Decimal }
  | { readonly rule: 'none' };

/** Goods that travel, quantity in base units and greater than 0. */
export interface Move {
  readonly line: number;
  readonly skuId: string;
  readonly lot: string;
  readonly stockType: StockType;
  readonly serials: readonly string[];
  readonly from: Place;
  readonly to: Place;
  readonly quantity: Decimal;
  readonly cost: CostRule;
}

/** Money that moves, in base currency, amount greater than 0: it leaves `from` (credit) and enters `to` (debit). */
export interface Entry {
  readonly from: Purse;
  readonly to: Purse;
  readonly amount: Decimal;
  readonly partnerId: string | null;
}

/** What a document in force owes the books. */
export interface Postings {
  readonly moves: readonly Move[];
  readonly entries: readonly Entry[];
}
