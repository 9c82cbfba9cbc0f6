import type { Decimal } from '../decimal.ts';
import type { StockType } from '../document/stockType.ts';

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
  | 'bonus'
  | 'bonusGiven'
  | 'bonusSpent'
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
 * origin: the unit value its origin line was posted at; issues: this move's share, by `weight`, of what the document's own
 * issues take out and of every `plus`; none: both places are inside the company, or both outside.
 */
export type CostRule =
  | { readonly rule: 'given'; readonly value: Decimal }
  | { readonly rule: 'average' }
  | { readonly rule: 'origin'; readonly documentId: string; readonly line: number }
  | { readonly rule: 'issues'; readonly plus: Decimal; readonly weight: Decimal }
  | { readonly rule: 'none' };

/** Goods that travel and what they weigh on the ledger's key. `quantity` is in base units. */
interface Travel {
  readonly line: number;
  readonly skuId: string;
  readonly lot: string;
  readonly stockType: StockType;
  readonly serials: readonly string[];
  readonly from: Place;
  readonly to: Place;
  /** Above 0; exactly 0 in a value-only row, which changes what stock is worth. */
  readonly quantity: Decimal;
}

/** A move a document owes. */
export interface Move extends Travel {
  readonly cost: CostRule;
}

/** A row of the stock ledger. `value` ≥ 0 is what it takes into or out of the company's stock. */
export interface PostedMove extends Travel {
  readonly value: Decimal;
  readonly businessDate: string;
}

/**
 * A move to append, its value still to be found. `undo`: it turns round something posted before. `revalues`: its goods stay
 * as they are, and it and its counterpart only change what they came in at.
 */
export interface MoveToPost extends Move {
  readonly businessDate: string;
  readonly undo: boolean;
  readonly revalues: boolean;
}

/**
 * Money that moves: it leaves `from` (credit) and enters `to` (debit). The amount is in base currency and greater than 0, or 0
 * where an amount of another currency rounds to nothing there.
 */
export interface Entry {
  readonly from: Purse;
  readonly to: Purse;
  readonly amount: Decimal;
  /** The same in the document's currency; 0 for what exists in base currency alone. */
  readonly originalAmount: Decimal;
  readonly partnerId: string | null;
}

/** A row of the money ledger. */
export interface PostedEntry extends Entry {
  /** What `originalAmount` is in. */
  readonly currency: string;
  readonly businessDate: string;
}

/** What a document in force owes the books. */
export interface Postings {
  readonly moves: readonly Move[];
  readonly entries: readonly Entry[];
}

/** What a document has in the books, row by row as it was posted. */
export interface Posted {
  readonly moves: readonly PostedMove[];
  readonly entries: readonly PostedEntry[];
}
