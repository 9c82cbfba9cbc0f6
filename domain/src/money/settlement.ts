import type { Decimal } from '../decimal.ts';
import { sum } from '../decimal.ts';
import type { Settlement } from '../document/document.ts';
import { documentKinds } from '../document/kinds.ts';
import type { AnyKindCode } from '../document/kindCode.ts';
import { DomainError } from '../error/domainError.ts';

/** Which debt a bill leaves, and which way it counts there: a return takes back. Null where a kind leaves none. */
export function billOf(
  kind: AnyKindCode,
): { readonly purse: 'receivable' | 'payable'; readonly sign: 1 | -1 } | null {
  const { amounts, debt, trade } = documentKinds[kind];
  if (!amounts.includes('debt')) return null;
  const purses = debt.flatMap(({ from, to }) => [from, to]);
  const purse = purses.find((one) => one === 'receivable' || one === 'payable');
  return purse === undefined ? null : { purse, sign: trade?.sign ?? 1 };
}

/** Which debt a kind of money document settles; null where it settles none. */
export function settledBy(kind: AnyKindCode): 'receivable' | 'payable' | null {
  const { subject, cash } = documentKinds[kind];
  if (subject !== 'money') return null;
  const purses = cash.flatMap(({ from, to }) => [from, to]);
  return purses.find((one) => one === 'receivable' || one === 'payable') ?? null;
}

/** What is still open of a bill: its debt less what was settled, both signed by the bill (a return's lie below 0). */
export const outstanding = (debt: Decimal, settled: Decimal): Decimal => debt.minus(settled);

/**
 * Checks what one line settles of a bill (M5): on the side of what is open, and no more than that. `left` is what is open
 * without this line, both signed. Throws `settlement.amount`, `settlement.over`.
 */
export function checkSettles(number: string, left: Decimal, amount: Decimal): void {
  if (amount.isZero()) throw new DomainError('settlement.amount');
  const fits =
    !left.isZero() && amount.isNegative() === left.isNegative() && amount.abs().lte(left.abs());
  if (!fits) throw new DomainError('settlement.over', { number, left: left.toFixed() });
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
  if (settlements.length > 1 && settlements.some(({ amount }) => amount.lte(0))) {
    throw new DomainError('document.accountAmount');
  }
  if (prepaid ? split.gt(paidNow) : settlements.length > 0 && !split.equals(paidNow)) {
    throw new DomainError('document.accountSplit', {
      split: split.toFixed(),
      amount: paidNow.toFixed(),
    });
  }
}

/**
 * A member's prepayment must cover what is used of it (M6). Throws `prepayment.short`.
 *
 * @param balance what the member holds before this document
 */
export function checkPrepayment(balance: Decimal, used: Decimal): void {
  const missing = used.minus(balance);
  if (used.gt(0) && missing.gt(0))
    throw new DomainError('prepayment.short', { missing: missing.toFixed() });
}

/**
 * The deposits that an order's live children use can't exceed what it took (D12). Throws `deposit.exceeded`.
 *
 * @param usedByOthers what its other live children use
 */
export function checkDeposit(taken: Decimal, usedByOthers: Decimal, used: Decimal): void {
  const left = taken.minus(usedByOthers);
  if (used.gt(left)) throw new DomainError('deposit.exceeded', { left: left.toFixed() });
}

/** Nothing is written on a day up to the closing date. Both are `YYYY-MM-DD`. Throws `document.periodClosed`. */
export function checkOpenPeriod(businessDate: string, closedUntil: string | null): void {
  if (closedUntil !== null && businessDate <= closedUntil) {
    throw new DomainError('document.periodClosed', { date: closedUntil });
  }
}
