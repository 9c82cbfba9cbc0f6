import type { ReplyOf, documentToConvert } from '@tradehouse/contract';
import {
  ZERO,
  agreedDiscount,
  computeDocument,
  decimal,
  documentKinds,
  plain,
  rounded,
  sum,
} from '@tradehouse/domain';
import type {
  AgreedDiscount,
  Decimal,
  DocumentAmounts,
  GoodsKindCode,
  Kind,
  LineInput,
} from '@tradehouse/domain';
import type { LineDraft } from './lineDraft.ts';
import { typedAmount } from './numberInput.ts';
import { agreedPartOf, numberOf } from './priced.ts';
import type { Pricing } from './priced.ts';

/** A part of the sum that is given by its rate or by its amount, or follows from what was agreed; '' is none. */
export interface Part {
  readonly by: 'rate' | 'amount' | 'agreed';
  readonly value: string;
}

/** A value-added service as it is typed; null is none chosen yet. */
export interface ServiceDraft {
  readonly serviceId: string | null;
  readonly name: string;
  readonly quantity: string;
  readonly fee: string;
  /** What it costs otherwise, in the company's currency, while its fee follows from that; '' once a fee was typed. */
  readonly usual?: string;
}

/** A fee of the company's currency in that of a document; `exchangeRate` '' is the same. */
export function feeAt(usual: string, exchangeRate: string, digits: number): string {
  const [rate, fee] = [exchangeRate === '' ? decimal(1) : numberOf(exchangeRate), numberOf(usual)];
  return plain(rounded(rate.isZero() ? fee : fee.dividedBy(rate), digits));
}

/** Services in other money: a fee that follows from what is usual goes with it, what somebody typed or agreed stays. */
export const servicesAt = (
  services: readonly ServiceDraft[],
  exchangeRate: string,
  digits: number,
): readonly ServiceDraft[] =>
  services.map((service) => {
    const { usual = '' } = service;
    return usual === '' ? service : { ...service, fee: feeAt(usual, exchangeRate, digits) };
  });

/** The discount of a source as it is offered. */
export type AgreedDiscountOffer = ReplyOf<typeof documentToConvert>['discounts'][number];

export interface AccountShare {
  readonly accountId: string | null;
  readonly amount: string;
}

/** What the foot of a document holds: texts as typed, figures come from the domain. */
export interface SettlementDraft {
  readonly discount: Part;
  /** The discounts that sources agreed on: as long as none is typed, the lines take their shares of them. */
  readonly agreedDiscounts: readonly AgreedDiscountOffer[];
  readonly service: Part;
  readonly services: readonly ServiceDraft[];
  readonly otherFees: string;
  readonly freight: string;
  /** By what freight and fees are shared over what the lines' goods cost. */
  readonly allocateBy: 'amount' | 'weight' | 'quantity';
  /** Null uses as much of what the order has left as is payable; a text was typed and stays. */
  readonly depositUsed: string | null;
  /** Null follows what is due; a text was typed and stays, whatever happens to the lines. */
  readonly paidNow: string | null;
  /** What was due when `paidNow` was typed. */
  readonly paidFor: string;
  readonly accountId: string | null;
  /** Two accounts or more; empty where one account takes it all. */
  readonly settlements: readonly AccountShare[];
  readonly payment: 'now' | 'prepaid';
  /** What a prepayment pays, or gets back, where it was typed; null is as much as it can. An account pays the rest. */
  readonly prepaid: string | null;
  /** Retail: the cash handed over; null is exactly what is due. */
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

/** An amount that was typed can't be read. */
export const isUnread = (text: string | null): boolean =>
  text !== null && 'wrong' in typedAmount(text);

/** A field of the foot holds what can't be read, so that no sum beside it holds. */
export const hasUnread = (draft: SettlementDraft): boolean => readable(draft) !== draft;

/** The draft without what can't be read of it; the same draft where all can. */
export function readable(draft: SettlementDraft): SettlementDraft {
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

/** Freight and fees become part of what the goods cost (design §7.1), so it matters how they are shared. */
export const sharesFees = ({ debt, amounts }: Kind): boolean =>
  amounts.includes('freight') && debt.some(({ to, of }) => to === 'inventory' && of === 'value');

/** What the sum depends on besides the foot. */
export interface SettlementRules {
  readonly kind: GoodsKindCode;
  readonly pricing: Pricing;
  /** Nothing is paid at once unless the user says so. */
  readonly payLater: boolean;
}

/** Whether the writer may not see what it comes to: lines of the kind are priced, but not before their eyes. */
export const isUnseen = ({ kind, pricing }: SettlementRules): boolean =>
  documentKinds[kind].price !== null && !pricing.priced;

const partOf = ({ by, value }: Part): { readonly rate: Decimal } | { readonly amount: Decimal } =>
  by === 'rate' ? { rate: numberOf(value) } : { amount: numberOf(value) };

/** The discount written down as an amount or a rate, where it follows from what the sources of the lines agreed. */
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
    total: numberOf(line.total),
  }));
  const { amount, rate } = agreedDiscount(new Map(discounts), shares, digits);
  const discount: Part =
    rate === null ? { by: 'amount', value: plain(amount) } : { by: 'rate', value: plain(rate) };
  return { ...draft, discount };
}

/** Every figure of the document, as the server will compute it again. `depositLeft`: the order's, '' where there is none. */
export function figuresOf(
  lines: readonly LineInput[],
  typed: SettlementDraft,
  { kind, pricing, payLater }: SettlementRules,
  depositLeft = '',
): DocumentAmounts {
  const draft = readable(typed);
  return computeDocument({
    kind,
    taxMode: pricing.taxMode,
    digits: pricing.digits,
    lines,
    discount: partOf(draft.discount),
    service: partOf(draft.service),
    services: draft.services.map(({ quantity, fee }) => ({
      quantity: numberOf(quantity),
      fee: numberOf(fee),
    })),
    otherFees: numberOf(draft.otherFees),
    freight: numberOf(draft.freight),
    depositUsed: draft.depositUsed === null ? null : numberOf(draft.depositUsed),
    depositLeft: numberOf(depositLeft),
    paidNow: paidTyped(draft),
    payLater,
    received: draft.received === null ? null : numberOf(draft.received),
  });
}

/** Money leaves an account by it. */
export const paysOut = ({ cash }: Kind): boolean => cash.some(({ from }) => from === 'account');

/**
 * What a prepayment pays of a sale, or gets back of a return, and what an account pays beside it.
 *
 * @param prepayment what the member has to spend; '' where that is not known, or does not matter
 */
export function besidePrepayment(
  { payment, prepaid }: Pick<SettlementDraft, 'payment' | 'prepaid'>,
  payable: Decimal,
  prepayment: string,
  code: GoodsKindCode,
): Beside {
  const kind = documentKinds[code];
  if (!kind.prepaid || payment !== 'prepaid') return { most: ZERO, prepaid: ZERO, rest: ZERO };
  const able = paysOut(kind) || prepayment === '' ? payable : numberOf(prepayment);
  const most = least(able, payable);
  const part = prepaid === null ? most : least(numberOf(prepaid), most);
  return { most, prepaid: part, rest: payable.minus(part) };
}

const least = (one: Decimal, other: Decimal): Decimal => (one.lt(other) ? one : other);

export interface Beside {
  /** The prepayment can have no larger part. */
  readonly most: Decimal;
  readonly prepaid: Decimal;
  readonly rest: Decimal;
}

/** What was typed as paid, by one account or several; null where the payment follows what is due. */
export function paidTyped({ paidNow, settlements }: SettlementDraft): Decimal | null {
  if (settlements.length > 0) return sum(settlements.map(({ amount }) => numberOf(amount)));
  return paidNow === null || isUnread(paidNow) ? null : numberOf(paidNow);
}

/** What is to be paid, after the deposit. */
export const dueOf = ({ payable, depositUsed }: DocumentAmounts): Decimal =>
  payable.minus(depositUsed);

/** A payment typed while so much was due. */
export const withPaid = (
  draft: SettlementDraft,
  text: string,
  figures: DocumentAmounts,
): SettlementDraft => ({
  ...draft,
  paidNow: text,
  paidFor: plain(dueOf(figures)),
  settlements: [],
});

/** Paid in full again, and so it stays when the lines change. */
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
  paidFor: plain(dueOf(figures)),
});

/** What the foot has to say before the server does. */
export type Notice = 'paidKept' | 'overpaid' | 'changeMissing' | 'discountTooHigh';

/** What the foot has to say of the payment, in the order of its sentences. */
export function noticesOf(draft: SettlementDraft, figures: DocumentAmounts): readonly Notice[] {
  const typed = draft.paidNow !== null || draft.settlements.length > 0;
  const kept = typed && draft.paidFor !== '' && !dueOf(figures).equals(draft.paidFor);
  return [
    ...(kept ? (['paidKept'] as const) : []),
    ...(figures.debt.isNegative() && !figures.debt.isZero() ? (['overpaid'] as const) : []),
    ...(figures.change.isNegative() && !figures.change.isZero()
      ? (['changeMissing'] as const)
      : []),
    ...(figures.discount.greaterThan(figures.goods) ? (['discountTooHigh'] as const) : []),
  ];
}

/** Whether shares of several accounts can be saved: at least two, each with an account of its own and an amount. */
export function sharesComplete(shares: readonly AccountShare[]): boolean {
  const accounts = new Set(shares.map(({ accountId }) => accountId));
  return (
    shares.length >= 2 &&
    accounts.size === shares.length &&
    shares.every(({ accountId, amount }) => accountId !== null && !numberOf(amount).isZero())
  );
}
