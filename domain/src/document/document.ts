import type { Decimal } from '../decimal.ts';
import type { StockType } from './stockType.ts';
import type { AnyKindCode } from './kindCode.ts';

export type TaxMode = 'exclusive' | 'inclusive';
export type Approval = 'draft' | 'approved';
/** Role of a line: an item, the composite or a part of an assembly, a gain or loss of a count. */
export type LineRole = 'item' | 'composite' | 'part';

/** Lot, expiry, serials, stock type and bin of a part of a line. Base units. */
export interface Allocation {
  readonly quantity: Decimal;
  readonly lot: string | null;
  readonly expiry: string | null;
  readonly serials: readonly string[];
  readonly stockType: StockType;
  readonly bin: string | null;
}

/** Source of a line: a line of the source document. */
export interface LineSource {
  readonly documentId: string;
  readonly line: number;
}

/** Further notes on a line, by field name; nothing is computed from the notes. */
export type LineNotes = Readonly<Record<string, string | null>>;

/** Goods line. `line` is a stable number within the document, never reused. */
export interface GoodsLine {
  readonly line: number;
  readonly role: LineRole;
  readonly skuId: string;
  readonly barcodeId: string;
  readonly barcode: string;
  readonly unit: string;
  /** Base units in one unit of the line. */
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
  /** Suggested supplier, if any. */
  readonly supplierId?: string;
  readonly notes: LineNotes;
}

/**
 * Money line: a settled bill (or the opening balance), an order with a refunded deposit, an account, or an
 * income or expense item.
 */
export interface MoneyLine {
  readonly line: number;
  readonly amount: Decimal;
  readonly accountId: string | null;
  readonly itemId: string | null;
  /**
   * Settled document; null on a settling kind: the opening balance, or a deposit's retained part, below
   * zero.
   */
  readonly settledDocumentId: string | null;
  /** Booked value of the settled part, in company currency; the amount itself if nothing is settled. */
  readonly booked: Decimal;
  readonly notes: LineNotes;
}

/** Value-added service sold with the goods, at the agreed fee, without tax. */
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

/** Everything `postings` needs, fixed when the document is saved or approved. */
export interface Document {
  readonly id: string;
  readonly kind: AnyKindCode;
  readonly number: string | null;
  /** In the tenant's time zone, `YYYY-MM-DD`. */
  readonly businessDate: string;
  readonly partnerId: string | null;
  readonly approval: Approval;
  /** Forced approval was on at saving: only approval brings the document into force. */
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
  /** Booked value of the used deposit at receipt, in company currency. */
  readonly depositBooked: Decimal;
  readonly paidNow: Decimal;
  readonly settlements: readonly Settlement[];
  readonly payment: 'now' | 'prepaid';
  /** Bonus given on top of a member's prepayment, or the bonus part of a payment or refund. */
  readonly bonus: Decimal;
  /** Goods travel: in transit until received. */
  readonly travels: boolean;
  readonly goodsLines: readonly GoodsLine[];
  readonly moneyLines: readonly MoneyLine[];
}
