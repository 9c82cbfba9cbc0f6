import { shareByWeights } from '../amount/share.ts';
import type { Decimal } from '../decimal.ts';
import { ZERO, rounded, sum } from '../decimal.ts';
import type { Document, MoneyLine } from '../document/document.ts';
import type { AnyKindCode } from '../document/kindCode.ts';
import { documentKinds } from '../document/kinds.ts';
import { toBase } from '../money/money.ts';
import { purseSettledByKind } from '../money/settlement.ts';

/** Checks if a payment with the document enters accounts of the company. */
export const receivesMoney = (kind: AnyKindCode): boolean =>
  documentKinds[kind].cash.some(({ to }) => to === 'account');

/** Fee of a payment into an account: the rate in percent of the amount, rounded to the currency's digits. */
export const paymentFeeAtRate = (amount: Decimal, rate: Decimal, digits: number): Decimal =>
  rounded(amount.times(rate).dividedBy(100), digits);

/** Fees of a document in company currency, as in the ledger: each account's fee is converted alone. */
export const bookedPaymentFees = (document: Document): Decimal =>
  sum(document.settlements.map(({ fee = ZERO }) => toBase(document, fee)));

/**
 * Shares of a receipt's fees on the money lines, in company currency, by settled amount. Lines below zero
 * (returned goods) bear nothing. Payments to suppliers share nothing: their fees belong to no sale.
 */
export function settledFeeShares(document: Document): Decimal[] {
  const { kind, moneyLines, moneyDigits } = document;
  const fees = bookedPaymentFees(document);
  if (purseSettledByKind(kind) !== 'receivable' || fees.isZero()) return moneyLines.map(() => ZERO);
  return shareByWeights(fees, moneyLines.map(positiveAmountOf), moneyDigits);
}

const positiveAmountOf = ({ amount }: MoneyLine): Decimal => (amount.gt(0) ? amount : ZERO);

/** Shares of a sale's fees on the goods lines, in company currency: fees of its own and of later receipts. */
export function paymentFeeShares(document: Document): Decimal[] {
  const { kind, goodsLines, settledFees, moneyDigits } = document;
  const fees = bookedPaymentFees(document).plus(settledFees);
  if (documentKinds[kind].paymentFees.length === 0) return goodsLines.map(() => ZERO);
  return shareByWeights(
    fees,
    goodsLines.map(({ total }) => total),
    moneyDigits,
  );
}
