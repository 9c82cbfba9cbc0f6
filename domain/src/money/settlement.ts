import type { Decimal } from '../decimal.ts';
import { sum } from '../decimal.ts';
import type { Document, Settlement } from '../document/document.ts';
import { documentKinds } from '../document/kinds.ts';
import type { AnyKindCode } from '../document/kindCode.ts';
import { DomainError } from '../error/domainError.ts';

/** What is owed: by partners, or to them. */
export type DebtPurse = 'receivable' | 'payable';

/** Which debt a bill leaves, and which way it counts there: a return takes back. Null where a kind leaves none. */
export function billOf(
  kind: AnyKindCode,
): { readonly purse: DebtPurse; readonly sign: 1 | -1 } | null {
  const { amounts, debt, trade } = documentKinds[kind];
  if (!amounts.includes('debt')) return null;
  const purses = debt.flatMap(({ from, to }) => [from, to]);
  const purse = purses.find((one) => one === 'receivable' || one === 'payable');
  return purse === undefined ? null : { purse, sign: trade?.sign ?? 1 };
}

/** Which debt a kind of money document settles; null where it settles none. */
export function settledBy(kind: AnyKindCode): DebtPurse | null {
  const { subject, cash } = documentKinds[kind];
  if (subject !== 'money') return null;
  const purses = cash.flatMap(({ from, to }) => [from, to]);
  return purses.find((one) => one === 'receivable' || one === 'payable') ?? null;
}

/** Whether a document adds to a member's prepayment or takes from it. */
export function isPrepaid({ kind, payment }: Pick<Document, 'kind' | 'payment'>): boolean {
  const { cash, prepaid } = documentKinds[kind];
  return (
    (prepaid && payment === 'prepaid') ||
    cash.some(({ from, to }) => [from, to].includes('prepaid'))
  );
}

/**
 * Checks how a document is paid (D4): one account pays all of it, several pay their parts, each named once with an amount.
 * Paid from a prepayment, accounts may pay a part or nothing. Throws `document.accountMissing`, `document.accountTwice`,
 * `document.accountAmount`, `document.accountSplit`.
 */
export function checkAccounts(
  { paidNow, payment }: { readonly paidNow: Decimal; readonly payment: 'now' | 'prepaid' },
  settlements: readonly Settlement[],
): void {
  const split = sum(settlements.map(({ amount }) => amount));
  const prepaid = payment === 'prepaid';
  if (settlements.length === 0 && !paidNow.isZero() && !prepaid)
    throw new DomainError('document.accountMissing');
  if (new Set(settlements.map(({ accountId }) => accountId)).size < settlements.length) {
    throw new DomainError('document.accountTwice');
  }
  if ((prepaid || settlements.length > 1) && settlements.some(({ amount }) => amount.lte(0))) {
    throw new DomainError('document.accountAmount');
  }
  if (prepaid ? split.gt(paidNow) : settlements.length > 0 && !split.equals(paidNow)) {
    throw new DomainError('document.accountSplit', {
      split: split.toFixed(),
      amount: paidNow.toFixed(),
    });
  }
}

/** Nothing is written on a day up to the closing date. Both are `YYYY-MM-DD`. Throws `document.periodClosed`. */
export function checkOpenPeriod(businessDate: string, closedUntil: string | null): void {
  if (closedUntil !== null && businessDate <= closedUntil) {
    throw new DomainError('document.periodClosed', { date: closedUntil });
  }
}
