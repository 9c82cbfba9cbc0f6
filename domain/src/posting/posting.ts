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
/** Place of goods. `id` is the warehouse or partner, '0' for places without either. */
export interface StockPlace {
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
  | 'rounding'
  | 'carrier'
  | 'freightCost'
  | 'paymentFee'
  | RevaluedPurse;
/** Unrealised exchange difference of the open items in a purse, apart from their booked amounts. */
export type RevaluedPurse = 'accountValue' | 'receivableValue' | 'payableValue' | 'depositValue';
/** Subledger account (purse). `id` is the account, partner or item, '0' for purses without either. */
export interface LedgerPurse {
  readonly purse: PurseType;
  readonly id: string;
}

/**
 * Valuing rule under the SKU lock. given: known from the document. average: the SKU's current moving
 * average. origin: the origin line's posted unit value. issues: a share, by `weight`, of the document's
 * issues and every `plus`. none: both places inside the company, or both outside.
 */
export type CostRule =
  | { readonly rule: 'given'; readonly value: Decimal }
  | { readonly rule: 'average' }
  | { readonly rule: 'origin'; readonly documentId: string; readonly line: number }
  | { readonly rule: 'issues'; readonly plus: Decimal; readonly weight: Decimal }
  | { readonly rule: 'none' };

/** Travelling goods with the ledger key. `quantity` is in base units. */
interface Travel {
  readonly line: number;
  readonly skuId: string;
  /** SKU of the kit on the line, if the goods move as a part; absent: the goods are the line's own. */
  readonly kitSkuId?: string;
  readonly lot: string;
  readonly stockType: StockType;
  readonly serials: readonly string[];
  readonly from: StockPlace;
  readonly to: StockPlace;
  /** Above 0; exactly 0 in a value-only row, changing the stock value. */
  readonly quantity: Decimal;
}

/** A move a document owes. */
export interface OwedMove extends Travel {
  readonly cost: CostRule;
}

/** Stock ledger row. `value` ≥ 0 is moved into or out of company stock. */
export interface PostedMove extends Travel {
  readonly value: Decimal;
  readonly businessDate: string;
}

/**
 * Move to append, not yet valued. `undo`: reverses an earlier posting. `revalues`: goods stay; this move
 * and its counterpart only change the receipt value.
 */
export interface MoveToPost extends OwedMove {
  readonly businessDate: string;
  readonly undo: boolean;
  readonly revalues: boolean;
}

/**
 * Money entry: leaves `from` (credit), enters `to` (debit). The amount is in base currency and above 0, or
 * 0 if a foreign amount rounds to nothing.
 */
export interface LedgerEntry {
  readonly from: LedgerPurse;
  readonly to: LedgerPurse;
  readonly amount: Decimal;
  /** Amount in document currency; 0 if only in base currency. */
  readonly originalAmount: Decimal;
  readonly partnerId: string | null;
}

/** A row of the money ledger. */
export interface PostedEntry extends LedgerEntry {
  /** Currency of `originalAmount`. */
  readonly currency: string;
  readonly businessDate: string;
}

/** Postings owed by a document in force. */
export interface Postings {
  readonly moves: readonly OwedMove[];
  readonly entries: readonly LedgerEntry[];
}

/** Postings of a document in the books, row by row. */
export interface PostedRows {
  readonly moves: readonly PostedMove[];
  readonly entries: readonly PostedEntry[];
}
