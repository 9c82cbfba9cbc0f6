import type { Decimal } from '../decimal.ts';
import type { StockType } from './stockType.ts';
import type { AnyKindCode } from './kindCode.ts';

export type TaxMode = 'exclusive' | 'inclusive';
export type Approval = 'draft' | 'approved';
/** What a line is in its document: an item, the composite or a part of an assembly, a gain or a loss of a count. */
export type LineRole = 'item' | 'composite' | 'part';

/** Which lot, expiry, serials, stock type and bin a part of a line has. Quantity is in base units. */
export interface Allocation {
  readonly quantity: Decimal;
  readonly lot: string | null;
  readonly expiry: string | null;
  readonly serials: readonly string[];
  readonly stockType: StockType;
  readonly bin: string | null;
}

/** Where a line came from: the line of the document it was made from. */
export interface LineSource {
  readonly documentId: string;
  readonly line: number;
}

/** What else someone wrote on a line, by the name of the field; nothing is worked out of it. */
export type LineNotes = Readonly<Record<string, string | null>>;

/** A line of goods. `line` is its stable number within the document, never reused. */
export interface GoodsLine {
  readonly line: number;
  readonly role: LineRole;
  readonly skuId: string;
  readonly barcodeId: string;
  readonly barcode: string;
  readonly unit: string;
  /** Base units in one unit of this line. */
  readonly ratio: Decimal;
  readonly quantity: Decimal;
  readonly baseQuantity: Decimal;
  readonly unitPrice: Decimal;
  readonly amount: Decimal;
  readonly taxRate: Decimal;
  readonly tax: Decimal;
  readonly total: Decimal;
  readonly warehouseId: string | null;
  readonly targetWarehouseId: string | null;
  readonly weight: Decimal;
  readonly allocations: readonly Allocation[];
  readonly source: LineSource | null;
  /** Of whom to buy it, where the line suggests somebody. */
  readonly supplierId?: string;
  readonly notes: LineNotes;
}

/**
 * A line of a money document: a settled bill (or the opening balance), an order whose deposit is given back, an account, or
 * an income or expense item.
 */
export interface MoneyLine {
  readonly line: number;
  readonly amount: Decimal;
  readonly accountId: string | null;
  readonly itemId: string | null;
  /** The settled document; null on a settling kind means the opening balance, or of a deposit what is kept: below zero. */
  readonly settledDocumentId: string | null;
  /** What it settles was booked at, in the company's currency; the amount itself where the line settles nothing. */
  readonly booked: Decimal;
  readonly notes: LineNotes;
}

/** A value-added service that goes with the goods, at the fee that was agreed; it bears no tax. */
export interface ServiceLine {
  readonly serviceId: string;
  readonly quantity: Decimal;
  readonly fee: Decimal;
  readonly amount: Decimal;
}

export interface Settlement {
  readonly accountId: string;
  readonly amount: Decimal;
}

/** Everything `postings` needs, fixed when the document is saved or approved (design §7.8). */
export interface Document {
  readonly id: string;
  readonly kind: AnyKindCode;
  readonly number: string | null;
  /** In the tenant's time zone, `YYYY-MM-DD`. */
  readonly businessDate: string;
  readonly partnerId: string | null;
  readonly approval: Approval;
  /** Forced approval was on when it was saved: only approval brings it into force. */
  readonly needsApproval: boolean;
  readonly deleted: boolean;
  readonly closed: boolean;
  readonly taxMode: TaxMode;
  readonly moneyDigits: number;
  readonly currency: string;
  readonly exchangeRate: Decimal;
  readonly discountRate: Decimal;
  readonly discount: Decimal;
  readonly serviceRate: Decimal;
  readonly serviceCharge: Decimal;
  readonly services: readonly ServiceLine[];
  readonly otherFees: Decimal;
  readonly freight: Decimal;
  readonly allocateBy: 'amount' | 'weight' | 'quantity';
  readonly depositUsed: Decimal;
  /** What that was booked at when the order took it, in the company's currency. */
  readonly depositBooked: Decimal;
  readonly paidNow: Decimal;
  readonly settlements: readonly Settlement[];
  readonly payment: 'now' | 'prepaid';
  /** What a prepayment gives its member on top, or of what a member pays with, or gets back, is of that. */
  readonly bonus: Decimal;
  /** Its goods travel: they lie in transit until they are received. */
  readonly travels: boolean;
  readonly goodsLines: readonly GoodsLine[];
  readonly moneyLines: readonly MoneyLine[];
}
