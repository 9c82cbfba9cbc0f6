import type { GoodsDocumentInput } from '@tradehouse/contract';
import {
  ZERO,
  checkAccounts,
  decimal,
  documentKinds,
  paymentFeeAtRate,
  receivesMoney,
  rounded,
  sum,
  toPlainDecimal,
} from '@tradehouse/domain';
import type { AnyKindCode, Decimal, DocumentKind, Settlement } from '@tradehouse/domain';
import { refuseWith } from '../../../kernel/access/index.ts';
import { withInputPosition } from '../store/atLine.ts';
import { draftDigits } from '../store/references.ts';
import type { References } from '../store/references.ts';
import type { DraftBeginning, DraftOrigin } from './draft.ts';

type MoneyOf = Pick<GoodsDocumentInput, 'accountId' | 'settlements'>;

interface Payment {
  readonly paid: Decimal;
  readonly currency: string;
}

/** Returns the payment's accounts: a single account, or several with matching sum; none for a prepayment. */
export function toSettlements(
  input: MoneyOf & { readonly payment?: 'now' | 'prepaid' },
  kind: DocumentKind,
  payment: Payment,
  references: References,
): Settlement[] {
  const { paid } = payment;
  const { accountIds } = references;
  if (kind.account === null) return [];
  const several = input.settlements ?? [];
  const one = input.accountId ?? null;
  for (const id of [...several.map(({ accountId }) => accountId), ...(one === null ? [] : [one])]) {
    if (!accountIds.has(id)) refuseWith('document.accountMissing', {}, { field: 'accountId' });
  }
  if (several.length > 0) return splitPayment(several, payment, input.payment ?? 'now', references);
  if (input.payment === 'prepaid' && kind.prepaid) return [];
  if (one !== null) return [{ accountId: one, amount: paid }];
  return paid.isZero() ? [] : refuseWith('document.accountMissing', {}, { field: 'accountId' });
}

/** Parts of a payment, rounded like all entered money. */
function splitPayment(
  several: NonNullable<MoneyOf['settlements']>,
  { paid, currency }: Payment,
  payment: 'now' | 'prepaid',
  references: References,
): Settlement[] {
  const { settings } = references;
  const digits = draftDigits(currency, references);
  const at = { field: 'settlements' };
  const parts = several.map(({ accountId, amount }) => ({
    accountId,
    amount: rounded(decimal(amount), digits),
  }));
  if (payment === 'now' && (parts.length < 2 || !settings.multiAccount))
    refuseWith('document.accountAmount', {}, at);
  withInputPosition(at, () => checkAccounts({ paidNow: paid, payment, digits }, parts));
  return parts;
}

interface FeeWorld {
  /** Typed fee of a receipt or payment; absent: by the rate of the account. */
  readonly typed: string | undefined;
  readonly digits: number;
  readonly references: References;
  readonly beginning: DraftBeginning;
  readonly origin: DraftOrigin;
}

/**
 * Adds the fees kept by banks and payment services. The rate is fixed when the document first names the
 * account. A typed fee is for documents with a single account. Imported history has only typed fees.
 */
export function withPaymentFees(
  code: AnyKindCode,
  settlements: readonly Settlement[],
  { typed, digits, references, beginning: { before }, origin }: FeeWorld,
): Settlement[] {
  const at = { field: 'paymentFee' };
  const fee = typed === undefined ? null : rounded(decimal(typed), digits);
  if (documentKinds[code].paymentFees.length === 0) {
    if (fee !== null && !fee.isZero()) refuseWith('request.field', at, at);
    return settlements.map((one) => ({ ...one, fee: ZERO, feeRate: ZERO }));
  }
  const receives = receivesMoney(code);
  const saved = new Map(before?.document.settlements.map((one) => [one.accountId, one]));
  const rateOfAccount = (id: string): Decimal => {
    if (!receives || origin.importedFrom !== null) return ZERO;
    const known = saved.get(id);
    return (known === undefined ? references.feeRates.get(id) : known.feeRate) ?? ZERO;
  };
  const charged = settlements.map((one) => {
    const feeRate = rateOfAccount(one.accountId);
    return { ...one, fee: fee ?? paymentFeeAtRate(one.amount, feeRate, digits), feeRate };
  });
  if (fee !== null && !fee.isZero() && charged.length === 0)
    refuseWith('document.accountMissing', {}, { field: 'accountId' });
  const over = receives ? charged.find((one) => one.fee.gt(one.amount)) : undefined;
  if (over !== undefined)
    refuseWith('document.paymentFee', { amount: toPlainDecimal(over.amount), digits }, at);
  return charged;
}

/** Sum of the fees over the accounts. */
export const sumPaymentFees = (settlements: readonly Settlement[]): Decimal =>
  sum(settlements.map(({ fee = ZERO }) => fee));
