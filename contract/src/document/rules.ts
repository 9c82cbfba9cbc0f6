import {
  documentKinds,
  hasBonus,
  hasCurrency,
  invoicedAs,
  isOrder,
  isStaged,
  purseSettledByKind,
  takesDeposit,
  takesPromotions,
} from '@tradehouse/domain';
import type { AnyKindCode, HeadAmount, DocumentKind } from '@tradehouse/domain';

/** Predicate over a kind's properties. */
export type KindRule = (kind: DocumentKind, code: AnyKindCode) => boolean;

export const appliesAlways: KindRule = () => true;
export const isMoneyKind: KindRule = ({ subject }) => subject === 'money';
export const isGoodsKind: KindRule = ({ subject }) => subject !== 'money';
export const withPartner: KindRule = ({ partner }) => partner !== null;
export const isPricedKind: KindRule = ({ subject, price }) => subject === 'money' || price !== null;
export const isRequestKind: KindRule = (kind) => kind.asks;
export const mayUsePrepayment: KindRule = (kind) => kind.prepaid;
export const withBonus: KindRule = hasBonus;
export const hasTransit: KindRule = (kind) => kind.travels;
export const withAccount: KindRule = ({ account }) => account !== null;
/** Kinds with fees of payments, borne by the company. */
export const withPaymentFee: KindRule = ({ paymentFees }) => paymentFees.length > 0;
export const withSalespeople: KindRule = ({ people }) => people === 'salesperson';
export const withActivity: KindRule = (kind) => kind.activities;
/** One line is assembled from, or taken apart into, the rest. */
export const isAssemblyKind: KindRule = ({ goods: { composite } }) => composite !== undefined;
/** Goods that only change warehouse or quantity, named by line. */
export const isWarehouseMoveKind: KindRule = ({ subject, warehouse }) =>
  subject === 'goods' && warehouse;
const movesMoneyBy =
  (lines: 'itemLines' | 'transferLines'): KindRule =>
  ({ cash }) =>
    cash.some(({ of }) => of === lines);
export const itemised = movesMoneyBy('itemLines');
export const transfersMoney = movesMoneyBy('transferLines');
export const deposits: KindRule = takesDeposit;
export const hasHeadAmount =
  (amount: HeadAmount): KindRule =>
  ({ amounts }) =>
    amounts.includes(amount);
export const taxed = hasHeadAmount('tax');
export const isKitMovingKind: KindRule = ({ kits, goods: { item } }) => kits && item !== undefined;
export const isPromotedKind: KindRule = (_, code) => takesPromotions(code);
export const foreign: KindRule = hasCurrency;
export const everyRule =
  (...rules: readonly KindRule[]): KindRule =>
  (kind, code) =>
    rules.every((rule) => rule(kind, code));
export const anyRule =
  (...rules: readonly KindRule[]): KindRule =>
  (kind, code) =>
    rules.some((rule) => rule(kind, code));
export const negateRule =
  (rule: KindRule): KindRule =>
  (kind, code) =>
    !rule(kind, code);

const progressTypesOfKind = (code: AnyKindCode) =>
  Object.values(documentKinds).flatMap(({ sources }) => sources[code] ?? []);

/** Made from another document. */
export const hasSourceKinds: KindRule = ({ sources }) => Object.keys(sources).length > 0;
export const isReturnableKind: KindRule = (_, code) =>
  progressTypesOfKind(code).includes('returned');
/** Kinds that another kind moves to partial and complete. */
export const isFulfillableKind: KindRule = (_, code) =>
  progressTypesOfKind(code).includes('fulfilled');
/** Kinds with a purchase progress, too. */
export const hasPurchaseProgress: KindRule = (_, code) =>
  progressTypesOfKind(code).includes('purchased');
export const isOrderKind: KindRule = (_, code) => isOrder(code);
export const hasOrderStages: KindRule = (_, code) => isStaged(code);
/** Money documents that settle documents. */
export const isSettlementKind: KindRule = (_, code) => purseSettledByKind(code) !== null;
/** Kinds whose lines name the settled documents. */
export const hasSettlementLines: KindRule = ({ cash }) =>
  cash.some(({ of }) => of === 'settlements');
/** Kinds with fiscal invoices, issued or received. */
export const isInvoicedKind: KindRule = (_, code) => invoicedAs(code) !== null;
/** Kinds that create or settle a debt with the partner. */
export const hasPartnerDebt: KindRule = (kind, code) =>
  kind.partner !== null &&
  kind.partner.type !== 'member' &&
  (hasHeadAmount('debt')(kind, code) || (isMoneyKind(kind, code) && kind.debt.length > 0));
