import type { PlaceType, PurseType } from '../posting/posting.ts';
import type { LineRole } from './document.ts';
import type { AnyKindCode } from './kindCode.ts';

/** Something that leaves one place or purse and arrives at another. */
export interface Flow<Spot> {
  readonly from: Spot;
  readonly to: Spot;
}

/**
 * A place as a kind names it: `targetWarehouse` is the line's second warehouse, or the way there where the document's goods
 * travel; the rest are place types.
 */
export type PlaceName = PlaceType | 'targetWarehouse';

/** A purse as a kind names it: `targetAccount` is the money line's own account; the rest are purse types. */
export type PurseName = PurseType | 'targetAccount';

/**
 * Where the value of a goods flow comes from: `net` is what the line costs on paper (design §7.1), `amount` the line's
 * amount alone, `average` the moving average, `issues` what the document's parts took out, `none` no value at all.
 */
export type CostName = 'net' | 'amount' | 'average' | 'issues' | 'none';

export interface GoodsFlow extends Flow<PlaceName> {
  readonly cost: CostName;
  /** A line made from another goes at the value that one was posted at. */
  readonly asOrigin?: true;
  /** A negative line travels the other way round (gains and losses of a count). */
  readonly signed?: true;
  /** The line changes what stock is worth and moves no goods. */
  readonly valueOnly?: true;
}

/** Which figure of a document a money flow carries; see `posting/charges.ts`. */
export type ChargeName =
  | 'value'
  | 'revenue'
  | 'tax'
  | 'discount'
  | 'discountBeyondGoods'
  | 'fees'
  | 'freight'
  | 'settlements'
  | 'depositUsed'
  | 'depositDifference'
  | 'depositKept'
  | 'prepaidUsed'
  | 'bonus'
  | 'accountLines'
  | 'itemLines'
  | 'transferLines'
  | 'rateDifference'
  | 'openingReceivable'
  | 'openingPayable';

export interface MoneyFlow extends Flow<PurseName> {
  readonly of: ChargeName;
}

/** Which head amounts a kind has, in the order a form shows them. `deposit` is the part of the order's deposit used. */
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
 * What a document made from another does to that one: `fulfilled` moves the source to partial and complete, `purchased`
 * does so on the purchase side of a sales order, `returned` only limits the quantity.
 */
export type ProgressName = 'fulfilled' | 'purchased' | 'returned';

/**
 * What is done with a document's goods beside booking them: `tally` sorts what came of it, `pack` makes ready
 * what is to go, `ship` also sends it.
 */
export type Handling = 'tally' | 'pack' | 'ship';

/** What a kind of document is: everything in which two kinds differ. */
export interface Kind {
  /** First letters of its numbers. */
  readonly prefix: string;
  readonly name: { readonly 'zh-cn': string; readonly en: string };
  /** What its paper is headed, where trade calls it otherwise than the menu. */
  readonly paper?: { readonly 'zh-cn': string; readonly en: string };
  /** What it is written for, as its list explains it. */
  readonly purpose?: { readonly 'zh-cn': string; readonly en: string };
  /** The words of `type` and `subType` that other systems use for it; null for internal kinds. */
  readonly wire: { readonly type: string; readonly subType: string | null } | null;
  /** `goods`: goods lines and no money; `both`: goods lines and money; `money`: money lines. */
  readonly subject: 'goods' | 'money' | 'both';
  /** Its menu's url, which is also its permission; null where it has no menu. */
  readonly url: string | null;
  readonly partner: { readonly type: AnyPartnerType; readonly required: boolean } | null;
  readonly goods: Readonly<Partial<Record<LineRole, GoodsFlow>>>;
  /** What the document makes somebody owe, or writes off. */
  readonly debt: readonly MoneyFlow[];
  /** What is paid with it. */
  readonly cash: readonly MoneyFlow[];
  /** What of an earlier deposit, prepayment or bonus it uses or gives, and what its own rate makes of that. */
  readonly deposit: readonly MoneyFlow[];
  readonly amounts: readonly HeadAmount[];
  /** Which price a new line starts with; null where lines have no price. */
  readonly price: PriceKind | null;
  readonly warehouse: boolean;
  readonly targetWarehouse: boolean;
  /** Its goods may travel first and be received where they arrive (domain.md 13.12). */
  readonly travels: boolean;
  readonly handling: Handling | null;
  /** It asks for goods: by when, and of whom to buy each (domain.md 13.1). */
  readonly asks: boolean;
  /** Its approval keeps to the limit of what its approver may approve (domain.md 13.1). */
  readonly limited: boolean;
  readonly account: 'required' | 'optional' | null;
  /** May be paid from a member's prepayment. */
  readonly prepaid: boolean;
  /** May take the stock that an activity holds (domain.md 13.7). */
  readonly activities: boolean;
  /** A line below the barcode's minimum price is refused. */
  readonly minimumPrice: boolean;
  /** The price that saving writes back to the barcode, where the setting says so. */
  readonly writesPrice: PriceKind | null;
  /** The kinds it can be made from, and what it does to each. */
  readonly sources: Readonly<Partial<Record<AnyKindCode, ProgressName>>>;
  /** Which people stand on its head. */
  readonly people: 'salesperson' | 'keeper' | 'financier' | null;
  /** Which total of the home page it counts into, and with which sign. */
  readonly trade: { readonly side: PriceKind; readonly sign: 1 | -1 } | null;
  /** How others store the head's total and paid amount: money that leaves the company is negative. */
  readonly storedSign: { readonly total: -1 | 0 | 1; readonly paid: -1 | 0 | 1 };
}

/** The same journey the other way round: how every return and every undo is made. */
export function reversed<Journey extends Flow<unknown>>(journey: Journey): Journey {
  return { ...journey, from: journey.to, to: journey.from };
}
