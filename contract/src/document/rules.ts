import {
  documentKinds,
  hasBonus,
  hasCurrency,
  invoicedAs,
  isOrder,
  isStaged,
  settledBy,
  takesDeposit,
} from '@tradehouse/domain';
import type { AnyKindCode, HeadAmount, Kind } from '@tradehouse/domain';

/** Which kinds have something, said of a kind's own properties. */
export type Rule = (kind: Kind, code: AnyKindCode) => boolean;

export const always: Rule = () => true;
export const money: Rule = ({ subject }) => subject === 'money';
export const goods: Rule = ({ subject }) => subject !== 'money';
export const withPartner: Rule = ({ partner }) => partner !== null;
export const priced: Rule = ({ subject, price }) => subject === 'money' || price !== null;
export const asks: Rule = (kind) => kind.asks;
export const prepaid: Rule = (kind) => kind.prepaid;
export const withBonus: Rule = hasBonus;
export const travels: Rule = (kind) => kind.travels;
export const withAccount: Rule = ({ account }) => account !== null;
export const withSalespeople: Rule = ({ people }) => people === 'salesperson';
export const withActivity: Rule = (kind) => kind.activities;
/** One line is made of the others, or taken apart into them. */
export const assembles: Rule = ({ goods: { composite } }) => composite !== undefined;
/** Goods that only change their place or number, in warehouses that their lines name. */
export const stored: Rule = ({ subject, warehouse }) => subject === 'goods' && warehouse;
const movesMoneyBy =
  (lines: 'itemLines' | 'transferLines'): Rule =>
  ({ cash }) =>
    cash.some(({ of }) => of === lines);
export const itemised = movesMoneyBy('itemLines');
export const transfersMoney = movesMoneyBy('transferLines');
export const deposits: Rule = takesDeposit;
export const has =
  (amount: HeadAmount): Rule =>
  ({ amounts }) =>
    amounts.includes(amount);
export const taxed = has('tax');
export const foreign: Rule = hasCurrency;
export const both =
  (...rules: readonly Rule[]): Rule =>
  (kind, code) =>
    rules.every((rule) => rule(kind, code));
export const either =
  (...rules: readonly Rule[]): Rule =>
  (kind, code) =>
    rules.some((rule) => rule(kind, code));
export const not =
  (rule: Rule): Rule =>
  (kind, code) =>
    !rule(kind, code);

const progressOf = (code: AnyKindCode) =>
  Object.values(documentKinds).flatMap(({ sources }) => sources[code] ?? []);

/** Made from another document. */
export const linked: Rule = ({ sources }) => Object.keys(sources).length > 0;
export const returnable: Rule = (_, code) => progressOf(code).includes('returned');
/** Some other kind moves this one to partial and complete. */
export const fulfilled: Rule = (_, code) => progressOf(code).includes('fulfilled');
/** It also has a progress on its purchase side. */
export const purchased: Rule = (_, code) => progressOf(code).includes('purchased');
export const ordered: Rule = (_, code) => isOrder(code);
export const staged: Rule = (_, code) => isStaged(code);
/** A document of money that settles others. */
export const settling: Rule = (_, code) => settledBy(code) !== null;
/** Their lines name what they settle. */
export const settles: Rule = ({ cash }) => cash.some(({ of }) => of === 'settlements');
/** Fiscal invoices are issued or received for them. */
export const invoiced: Rule = (_, code) => invoicedAs(code) !== null;
/** Documents that leave a debt with the partner, or settle it. */
export const owes: Rule = (kind, code) =>
  kind.partner !== null &&
  kind.partner.type !== 'member' &&
  (has('debt')(kind, code) || (money(kind, code) && kind.debt.length > 0));
