import type { Decimal } from '../decimal.ts';
import type { StockType } from './stockType.ts';
import type { LedgerPurse } from '../posting/posting.ts';
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

/** Part of a kit, in base units for one base unit of the kit. */
export interface KitPart {
  readonly skuId: string;
  readonly quantity: Decimal;
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
  /** Parts moved in place of a kit; absent: the line moves its own SKU. */
  readonly parts?: readonly KitPart[];
  /** Suggested supplier, if any. */
  readonly supplierId?: string;
  /** Price of a unit without promotions, on lines that took part in promotions. */
  readonly regularPrice?: Decimal;
  /** Names of the promotions that reduced the line. */
  readonly promotions?: string;
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
  /** Purse whose value the line of a revaluation changes; known only while the document is posted. */
  readonly revalued?: LedgerPurse;
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
  /** Fee kept by the bank or payment service, in document currency; absent: none. */
  readonly fee?: Decimal;
  /** Fee rate of the account, in percent, when the document first named the account; absent: 0. */
  readonly feeRate?: Decimal;
}

/** Freight of a carrier in the books of the document (decision 0085). */
export interface BookedFreight {
  readonly carrierId: string;
  /** In company currency. */
  readonly amount: Decimal;
  readonly allocateBy: 'amount' | 'weight' | 'quantity';
  /** The carrier's bill is still missing. */
  readonly estimated: boolean;
}

/** Booked freight paid by an expenditure, a line each. */
export interface PaidFreight {
  readonly carrierId: string;
  /** Billed amount, in the currency of the expenditure. */
  readonly amount: Decimal;
  /** Billed amount at the freight's own rate, in company currency. */
  readonly worth: Decimal;
  /** Amount in the books, in company currency. */
  readonly booked: Decimal;
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
  /** Fees of the payment, borne by the company: the sum over the accounts. */
  readonly paymentFee: Decimal;
  /** Shares of the fees of receipts settling the bill, in company currency. */
  readonly settledFees: Decimal;
  readonly payment: 'now' | 'prepaid';
  /** Bonus given on top of a member's prepayment, or the bonus part of a payment or refund. */
  readonly bonus: Decimal;
  /** Goods travel: in transit until received. */
  readonly travels: boolean;
  readonly goodsLines: readonly GoodsLine[];
  readonly moneyLines: readonly MoneyLine[];
  /** Absent: none. */
  readonly freights?: readonly BookedFreight[];
  /** Absent: none. */
  readonly paidFreights?: readonly PaidFreight[];
}
