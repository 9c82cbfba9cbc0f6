import type { PlaceType, PurseType } from '../posting/posting.ts';
import type { LineRole } from './document.ts';
import type { AnyKindCode } from './kindCode.ts';

/** Flow from one place or purse to another. */
export interface DirectedFlow<Spot> {
  readonly from: Spot;
  readonly to: Spot;
}

/**
 * Place name in a kind: `targetWarehouse` is the line's second warehouse, or transit if the goods travel;
 * the rest are place types.
 */
export type PlaceName = PlaceType | 'targetWarehouse';

/**
 * Purse name in a kind: `targetAccount` is the money line's account; `revalued` the line's
 * revalued purse; the rest are purse types.
 */
export type PurseName = PurseType | 'targetAccount' | 'revalued';

/**
 * Value source of a goods flow: `net` is the line's paper cost, `amount` its amount alone,
 * `average` the moving average, `issues` the value issued by the document's parts, `none` no value.
 */
export type CostName = 'net' | 'amount' | 'average' | 'issues' | 'none';

export interface GoodsFlow extends DirectedFlow<PlaceName> {
  readonly cost: CostName;
  /** Line made from another takes the posted value of the source line. */
  readonly asOrigin?: true;
  /** Negative line moves in reverse (gains and losses of a count). */
  readonly signed?: true;
  /** Line changes the stock value and moves no goods. */
  readonly valueOnly?: true;
}

/** Document figure carried by a money flow; see `posting/charges.ts`. */
export type ChargeName =
  | 'value'
  | 'revenue'
  | 'tax'
  | 'discount'
  | 'discountBeyondGoods'
  | 'fees'
  | 'freight'
  | 'settlements'
  | 'paymentFees'
  | 'depositUsed'
  | 'depositDifference'
  | 'depositKept'
  | 'prepaidUsed'
  | 'bonus'
  | 'accountLines'
  | 'itemLines'
  | 'transferLines'
  | 'rateDifference'
  | 'revaluation'
  | 'openingReceivable'
  | 'openingPayable'
  | 'carriage'
  | 'carriagePaid'
  | 'carriageRateDifference'
  | 'openingDebt';

export interface MoneyFlow extends DirectedFlow<PurseName> {
  readonly of: ChargeName;
}

/** Head amounts of a kind, in form order. `deposit` is the used part of an order deposit. */
export type HeadAmount =
  | 'tax'
  | 'discount'
  | 'service'
  | 'services'
  | 'otherFees'
  | 'freight'
  | 'deposit'
  | 'paidNow'
  | 'debt'
  | 'change';

export type PriceKind = 'purchase' | 'retail' | 'sale';

export type AnyPartnerType = 'supplier' | 'customer' | 'member' | 'any';

/**
 * Effect on the source: `fulfilled` leads to partial and complete, `purchased` likewise on a sales order's
 * purchase side, `returned` only limits the quantity.
 */
export type ProgressName = 'fulfilled' | 'purchased' | 'returned';

/** Handling of goods besides booking: `tally` grades receipts, `pack` prepares issues, `ship` also sends. */
export type Handling = 'tally' | 'pack' | 'ship';

/** Kind of document: every difference between two kinds. */
export interface DocumentKind {
  readonly prefix: string;
  readonly name: { readonly 'zh-cn': string; readonly en: string };
  /** Title on paper, if trade usage differs from the menu. */
  readonly paper?: { readonly 'zh-cn': string; readonly en: string };
  /** Purpose of the kind, explained on the list. */
  readonly purpose?: { readonly 'zh-cn': string; readonly en: string };
  /** Values of `type` and `subType` in other systems; null: internal kind. */
  readonly wire: { readonly type: string; readonly subType: string | null } | null;
  /** `goods`: goods lines and no money; `both`: goods lines and money; `money`: money lines. */
  readonly subject: 'goods' | 'money' | 'both';
  /** Menu url, also the permission; null without a menu. */
  readonly url: string | null;
  readonly partner: { readonly type: AnyPartnerType; readonly required: boolean } | null;
  readonly goods: Readonly<Partial<Record<LineRole, GoodsFlow>>>;
  /** Debt created or written off by the document. */
  readonly debt: readonly MoneyFlow[];
  /** Payment made with the document. */
  readonly cash: readonly MoneyFlow[];
  /** Deposit, prepayment or bonus used or given, and exchange differences at the document's rate. */
  readonly deposit: readonly MoneyFlow[];
  /**
   * Booked freight of a carrier: an expense, or part of the goods' cost if the flow enters inventory; or
   * freight paid.
   */
  readonly carriage: readonly MoneyFlow[];
  /** Fees kept by banks and payment services, borne by the company. */
  readonly paymentFees: readonly MoneyFlow[];
  readonly amounts: readonly HeadAmount[];
  /** Initial price of a new line; null: lines have no price. */
  readonly price: PriceKind | null;
  readonly warehouse: boolean;
  readonly targetWarehouse: boolean;
  /** Goods may travel first and be received at the destination. */
  readonly travels: boolean;
  readonly handling: Handling | null;
  /** Requisition with required date and a supplier per line. */
  readonly asks: boolean;
  /** Approval respects the approver's limit. */
  readonly limited: boolean;
  readonly account: 'required' | 'optional' | null;
  /** May be paid from a member's prepayment. */
  readonly prepaid: boolean;
  /** Lines may name kits, which move their parts. */
  readonly kits: boolean;
  /** May take stock held by an activity. */
  readonly activities: boolean;
  /** Reaction to a line below the barcode's minimum price: refusal, or a form warning; null: none. */
  readonly minimumPrice: 'refused' | 'warned' | null;
  /** Price written back to the barcode on saving, if enabled. */
  readonly writesPrice: PriceKind | null;
  /** Possible source kinds, with the effect on each. */
  readonly sources: Readonly<Partial<Record<AnyKindCode, ProgressName>>>;
  /** Staff role on the document head. */
  readonly people: 'salesperson' | 'keeper' | 'financier' | null;
  /** Home page total of the kind, and the sign. */
  readonly trade: { readonly side: PriceKind; readonly sign: 1 | -1 } | null;
  /** Signs of total and paid amount in other systems: outgoing money is negative. */
  readonly storedSign: { readonly total: -1 | 0 | 1; readonly paid: -1 | 0 | 1 };
}

/** Reverses a journey, for every return and every undo. */
export function reversed<Journey extends DirectedFlow<unknown>>(journey: Journey): Journey {
  return { ...journey, from: journey.to, to: journey.from };
}
