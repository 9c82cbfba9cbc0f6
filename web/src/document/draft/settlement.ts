import type { ReplyOf, documentToConvert } from '@tradehouse/contract';
import {
  ZERO,
  agreedDiscount,
  computeDocument,
  currenciesBeside,
  decimal,
  documentKinds,
  paysOut,
  toPlainDecimal,
  rounded,
  sum,
} from '@tradehouse/domain';
import type {
  AgreedDiscount,
  Decimal,
  DocumentAmounts,
  GoodsKindCode,
  DocumentKind,
  LineInput,
} from '@tradehouse/domain';
import { amountInCurrency } from '../../control/fieldNumber.ts';
import type { LineDraft } from './lineDraft.ts';
import { typedAmount } from './numberInput.ts';
import { agreedPartOf, decimalFromDraft } from './priced.ts';
import type { Pricing } from './priced.ts';

/** Part of the sum: given by rate or amount, or derived from the agreement; '' is none. */
export interface SettlementPart {
  readonly by: 'rate' | 'amount' | 'agreed';
  readonly value: string;
}

/** Value-added service as typed; null: not yet chosen. */
export interface ServiceDraft {
  readonly serviceId: string | null;
  readonly name: string;
  readonly quantity: string;
  readonly fee: string;
  /** Usual fee in the company's currency, while the fee follows; '' once a fee was typed. */
  readonly usual?: string;
}

/** Converts a fee from the company's currency into a document's; `exchangeRate` '': same currency. */
export function feeAt(usual: string, exchangeRate: string, digits: number): string {
  const [rate, fee] = [
    exchangeRate === '' ? decimal(1) : decimalFromDraft(exchangeRate),
    decimalFromDraft(usual),
  ];
  return toPlainDecimal(rounded(rate.isZero() ? fee : fee.dividedBy(rate), digits));
}

/** Converts services into another currency: usual fees follow, typed or agreed fees remain. */
export const servicesAt = (
  services: readonly ServiceDraft[],
  exchangeRate: string,
  digits: number,
): readonly ServiceDraft[] =>
  services.map((service) => {
    const { usual = '' } = service;
    return usual === '' ? service : { ...service, fee: feeAt(usual, exchangeRate, digits) };
  });

export type AgreedDiscountOffer = ReplyOf<typeof documentToConvert>['discounts'][number];

export interface AccountShare {
  readonly accountId: string | null;
  readonly amount: string;
}

/** Foot of a document: texts as typed; the domain computes figures. */
export interface SettlementDraft {
  readonly discount: SettlementPart;
  /** Discounts agreed by sources: the lines take their shares unless a discount is typed. */
  readonly agreedDiscounts: readonly AgreedDiscountOffer[];
  readonly service: SettlementPart;
  readonly services: readonly ServiceDraft[];
  readonly otherFees: string;
  readonly freight: string;
  /** Basis for sharing freight and fees over goods cost. */
  readonly allocateBy: 'amount' | 'weight' | 'quantity';
  /** Null uses as much of the order's remaining deposit as is payable; typed text remains. */
  readonly depositUsed: string | null;
  /** Null follows the amount due; typed text remains, even if lines change. */
  readonly paidNow: string | null;
  /** Amount due when `paidNow` was typed. */
  readonly paidFor: string;
  readonly accountId: string | null;
  /** At least two accounts; empty if one account takes all. */
  readonly settlements: readonly AccountShare[];
  readonly payment: 'now' | 'prepaid';
  /** Typed part paid by, or refunded to, a prepayment; null: the maximum. An account pays the rest. */
  readonly prepaid: string | null;
  /** Retail: cash handed over; null: exactly the amount due. */
  readonly received: string | null;
}

export const blankSettlement: SettlementDraft = {
  discount: { by: 'rate', value: '' },
  agreedDiscounts: [],
  service: { by: 'rate', value: '' },
  services: [],
  otherFees: '',
  freight: '',
  allocateBy: 'amount',
  depositUsed: '',
  paidNow: null,
  paidFor: '',
  accountId: null,
  settlements: [],
  payment: 'now',
  prepaid: null,
  received: null,
};

/**
 * Returns true if a typed amount is unreadable, or has the sign of another currency. Fields drop the sign
 * of their own currency.
 */
export const isUnread = (text: string | null): boolean =>
  text !== null && ('wrong' in typedAmount(text) || currenciesBeside(text).length > 0);

/** Returns a typed amount; null if unreadable. */
export const readableAmount = (text: string): Decimal | null =>
  isUnread(text) ? null : decimalFromDraft(text);

/** Returns true if a field below the lines is unreadable, which makes the sums invalid. */
export const hasUnread = (draft: SettlementDraft): boolean =>
  dropUnreadableAmounts(draft) !== draft;

/** Returns the draft without unreadable values; the same object if all are readable. */
export function dropUnreadableAmounts(draft: SettlementDraft): SettlementDraft {
  const { discount, service, otherFees, freight, depositUsed, paidNow, prepaid, received } = draft;
  const read = {
    ...(isUnread(discount.value) && { discount: { ...discount, value: '' } }),
    ...(isUnread(service.value) && { service: { ...service, value: '' } }),
    ...(isUnread(otherFees) && { otherFees: '' }),
    ...(isUnread(freight) && { freight: '' }),
    ...(isUnread(depositUsed) && { depositUsed: null }),
    ...(isUnread(paidNow) && { paidNow: null }),
    ...(isUnread(prepaid) && { prepaid: null }),
    ...(isUnread(received) && { received: null }),
  };
  return Object.keys(read).length === 0 ? draft : { ...draft, ...read };
}

/** Reads typed amounts again after a change of the currency, because a sign may now be the own sign. */
export function settlementInCurrency(draft: SettlementDraft, currency: string): SettlementDraft {
  const read = (text: string): string => amountInCurrency(text, currency);
  const readTyped = (text: string | null): string | null => (text === null ? null : read(text));
  const readPart = (part: SettlementPart): SettlementPart =>
    part.by === 'rate' ? part : { ...part, value: read(part.value) };
  return {
    ...draft,
    discount: readPart(draft.discount),
    service: readPart(draft.service),
    otherFees: read(draft.otherFees),
    freight: read(draft.freight),
    depositUsed: readTyped(draft.depositUsed),
    paidNow: readTyped(draft.paidNow),
    prepaid: readTyped(draft.prepaid),
    received: readTyped(draft.received),
  };
}

/** Checks if freight and fees enter the goods cost, so their sharing matters. */
export const sharesFees = ({ debt, amounts }: DocumentKind): boolean =>
  amounts.includes('freight') && debt.some(({ to, of }) => to === 'inventory' && of === 'value');

/** Inputs of the sum besides the foot. */
export interface SettlementRules {
  readonly kind: GoodsKindCode;
  readonly pricing: Pricing;
  /** Nothing is paid at once by default. */
  readonly payLater: boolean;
}

/** Checks if the total is hidden from the writer: the kind is priced, but prices are hidden. */
export const isUnseen = ({ kind, pricing }: SettlementRules): boolean =>
  documentKinds[kind].price !== null && !pricing.priced;

const toRateOrAmount = ({
  by,
  value,
}: SettlementPart): { readonly rate: Decimal } | { readonly amount: Decimal } =>
  by === 'rate' ? { rate: decimalFromDraft(value) } : { amount: decimalFromDraft(value) };

/** Writes the discount shared from the sources' agreements as an amount or rate. */
export function withSharedDiscount(
  draft: SettlementDraft,
  lines: readonly LineDraft[],
  { digits }: Pricing,
): SettlementDraft {
  if (draft.discount.by !== 'agreed') return draft;
  const discounts = draft.agreedDiscounts.map((one): [string, AgreedDiscount] => [
    one.documentId,
    {
      goods: decimal(one.goods),
      discount: decimal(one.discount),
      rate: one.rate === null ? null : decimal(one.rate),
      takenGoods: decimal(one.takenGoods),
      taken: decimal(one.taken),
    },
  ]);
  const shares = lines.map((line) => ({
    source: line.source?.documentId ?? null,
    offered: agreedPartOf(line, digits)?.total ?? ZERO,
    total: decimalFromDraft(line.total),
  }));
  const { amount, rate } = agreedDiscount(new Map(discounts), shares, digits);
  const discount: SettlementPart =
    rate === null
      ? { by: 'amount', value: toPlainDecimal(amount) }
      : { by: 'rate', value: toPlainDecimal(rate) };
  return { ...draft, discount };
}

/** Computes all figures of a document, like the server. `depositLeft`: the order's, '' if none. */
export function computeSettlementFigures(
  lines: readonly LineInput[],
  typed: SettlementDraft,
  { kind, pricing, payLater }: SettlementRules,
  depositLeft = '',
): DocumentAmounts {
  const draft = dropUnreadableAmounts(typed);
  return computeDocument({
    kind,
    taxMode: pricing.taxMode,
    digits: pricing.digits,
    lines,
    discount: toRateOrAmount(draft.discount),
    service: toRateOrAmount(draft.service),
    services: draft.services.map(({ quantity, fee }) => ({
      quantity: decimalFromDraft(quantity),
      fee: decimalFromDraft(fee),
    })),
    otherFees: decimalFromDraft(draft.otherFees),
    freight: decimalFromDraft(draft.freight),
    depositUsed: draft.depositUsed === null ? null : decimalFromDraft(draft.depositUsed),
    depositLeft: decimalFromDraft(depositLeft),
    paidNow: paidTyped(draft),
    payLater,
    received: draft.received === null ? null : decimalFromDraft(draft.received),
  });
}

/**
 * Splits a sale's payment or a return's refund between prepayment and account.
 *
 * @param prepayment member's available balance; '' if unknown or irrelevant
 */
export function besidePrepayment(
  { payment, prepaid }: Pick<SettlementDraft, 'payment' | 'prepaid'>,
  payable: Decimal,
  prepayment: string,
  code: GoodsKindCode,
): PrepaymentSplit {
  const kind = documentKinds[code];
  if (!kind.prepaid || payment !== 'prepaid') return { most: ZERO, prepaid: ZERO, rest: ZERO };
  const able = paysOut(kind) || prepayment === '' ? payable : decimalFromDraft(prepayment);
  const most = pickSmallerAmount(able, payable);
  const part = prepaid === null ? most : pickSmallerAmount(decimalFromDraft(prepaid), most);
  return { most, prepaid: part, rest: payable.minus(part) };
}

const pickSmallerAmount = (one: Decimal, other: Decimal): Decimal => (one.lt(other) ? one : other);

export interface PrepaymentSplit {
  /** The prepayment can have no larger part. */
  readonly most: Decimal;
  readonly prepaid: Decimal;
  readonly rest: Decimal;
}

/** Returns the typed payment, by one or several accounts; null if following the amount due. */
export function paidTyped({ paidNow, settlements }: SettlementDraft): Decimal | null {
  if (settlements.length > 0) return sum(settlements.map(({ amount }) => decimalFromDraft(amount)));
  return paidNow === null || isUnread(paidNow) ? null : decimalFromDraft(paidNow);
}

/** Returns the amount to pay after the deposit. */
export const dueAfterDeposit = ({ payable, depositUsed }: DocumentAmounts): Decimal =>
  payable.minus(depositUsed);

/** Sets a typed payment and the amount due at the time. */
export const withPaid = (
  draft: SettlementDraft,
  text: string,
  figures: DocumentAmounts,
): SettlementDraft => ({
  ...draft,
  paidNow: text,
  paidFor: toPlainDecimal(dueAfterDeposit(figures)),
  settlements: [],
});

/** Resets to full payment, which again follows line changes. */
export const paidInFull = (draft: SettlementDraft): SettlementDraft => ({
  ...draft,
  paidNow: null,
  settlements: [],
});

/** Paid from several accounts at once. */
export const withAccounts = (
  draft: SettlementDraft,
  settlements: readonly AccountShare[],
  figures: DocumentAmounts,
): SettlementDraft => ({
  ...draft,
  settlements,
  accountId: null,
  paidNow: null,
  paidFor: toPlainDecimal(dueAfterDeposit(figures)),
});

/** Notice of the foot before the server replies. */
export type SettlementNotice = 'paidKept' | 'overpaid' | 'changeMissing' | 'discountTooHigh';

/** Returns payment notices in display order. */
export function collectSettlementNotices(
  draft: SettlementDraft,
  figures: DocumentAmounts,
): readonly SettlementNotice[] {
  const typed = draft.paidNow !== null || draft.settlements.length > 0;
  const kept = typed && draft.paidFor !== '' && !dueAfterDeposit(figures).equals(draft.paidFor);
  return [
    ...(kept ? (['paidKept'] as const) : []),
    ...(figures.debt.isNegative() && !figures.debt.isZero() ? (['overpaid'] as const) : []),
    ...(figures.change.isNegative() && !figures.change.isZero()
      ? (['changeMissing'] as const)
      : []),
    ...(figures.discount.greaterThan(figures.goods) ? (['discountTooHigh'] as const) : []),
  ];
}

/** Checks if a service can be charged: chosen, with a quantity above zero and a readable fee. */
export const isServiceComplete = ({ serviceId, quantity, fee }: ServiceDraft): boolean =>
  serviceId !== null && !isUnread(fee) && readableAmount(quantity)?.gt(0) === true;

/** Checks if account shares can be saved: at least two, with distinct accounts and amounts. */
export function sharesComplete(shares: readonly AccountShare[]): boolean {
  const accounts = new Set(shares.map(({ accountId }) => accountId));
  return (
    shares.length >= 2 &&
    accounts.size === shares.length &&
    shares.every(
      ({ accountId, amount }) => accountId !== null && readableAmount(amount)?.isZero() === false,
    )
  );
}
