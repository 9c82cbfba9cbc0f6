import type { Decimal } from '../decimal.ts';
import { decimal, sum } from '../decimal.ts';
import type { Document, MoneyLine, Settlement } from '../document/document.ts';
import { documentKinds } from '../document/kinds.ts';
import type { DocumentKind, MoneyFlow } from '../document/kind.ts';
import { anyKindCodes, moneyKindCodes } from '../document/kindCode.ts';
import type { AnyKindCode, MoneyKindCode } from '../document/kindCode.ts';
import type { PurseType } from '../posting/posting.ts';
import { takesDeposit } from '../document/orderLife.ts';
import { DomainError } from '../error/domainError.ts';
import { keepsIn } from './moneyLines.ts';

/** Open purses: receivables, payables, and order deposits awaiting use. */
export type OpenPurse = DebtPurse | 'deposit';

/** Receivables and payables, including overpayments. */
export type DebtPurse = 'receivable' | 'payable';

const openPurses: readonly OpenPurse[] = ['receivable', 'payable', 'deposit'];

/** Open purse changed by the flows; the flows of a kind change at most one open purse. */
function openPurseOfFlows(flows: readonly MoneyFlow[]): OpenPurse | null {
  const purses = flows.flatMap(({ from, to }) => [from, to]);
  return openPurses.find((one) => purses.includes(one)) ?? null;
}

/**
 * Purse with the open amount of a document kind (a bill's debt, an order's deposit), and its sign: -1 for
 * returns. Null: money documents settle nothing.
 */
export function billOf(
  kind: AnyKindCode,
): { readonly purse: OpenPurse; readonly sign: 1 | -1 } | null {
  const { amounts, cash, debt, trade } = documentKinds[kind];
  const leaves = takesDeposit(documentKinds[kind]) ? cash : amounts.includes('debt') ? debt : [];
  const purse = openPurseOfFlows(leaves);
  return purse === null ? null : { purse, sign: trade?.sign ?? 1 };
}

/** Kinds with open amounts in a purse, each with its sign: bills, opening debts, or orders with deposits. */
export const billKinds = (
  purse: OpenPurse,
): readonly (readonly [kind: AnyKindCode, sign: 1 | -1])[] =>
  anyKindCodes.flatMap((kind) => {
    const bill = billOf(kind);
    return bill?.purse === purse ? [[kind, bill.sign] as const] : [];
  });

/** Purse settled by a money kind: debts, or refunded deposits; null: none. */
export function purseSettledByKind(kind: AnyKindCode): OpenPurse | null {
  const { subject, cash } = documentKinds[kind];
  return subject === 'money' ? openPurseOfFlows(cash) : null;
}

/**
 * Money kinds whose lines may name no bill, each with the sign of such lines: settling opening balances,
 * keeping overpayments, retaining deposits.
 */
export const settlingBeside = (
  purse: DebtPurse,
): readonly (readonly [kind: MoneyKindCode, sign: 1 | -1])[] =>
  moneyKindCodes.flatMap((kind): (readonly [MoneyKindCode, 1 | -1])[] => {
    if (purseSettledByKind(kind) === purse) return [[kind, 1]];
    return keepsIn(kind) === purse ? [[kind, -1]] : [];
  });

/** Kind of money document that settles open amounts of a document kind; null: none has the partner type. */
export function settlingKind(code: AnyKindCode): MoneyKindCode | null {
  const bill = billOf(code);
  return moneyKindCodes.find((one) => bill !== null && maySettleKind(one, code)) ?? null;
}

/** Checks if a money kind settles documents of another kind. */
export const maySettleKind = (money: AnyKindCode, code: AnyKindCode): boolean =>
  billOf(code)?.purse === purseSettledByKind(money) &&
  documentKinds[code].partner?.type === documentKinds[money].partner?.type;

/** Partner purses with daily totals of money documents apart from trade: debts, deposits, members' funds. */
const broughtPurses = [...openPurses, 'prepaid', 'bonus'] as const satisfies readonly PurseType[];

/**
 * Purses increased or reduced by a money kind; trade uses them up. A retained deposit, like a used one,
 * settles a debt: it reduces the amount added by trade.
 */
export function broughtTo(kind: AnyKindCode): readonly PurseType[] {
  const { subject, cash, deposit } = documentKinds[kind];
  const purses = [...cash, ...deposit].flatMap(({ from, to, of }) =>
    of === 'depositKept' ? [] : [from, to],
  );
  return subject === 'money' ? broughtPurses.filter((purse) => purses.includes(purse)) : [];
}

/** Checks if a document changes a member's prepayment. */
export function isPrepaid({ kind, payment }: Pick<Document, 'kind' | 'payment'>): boolean {
  const { cash, prepaid } = documentKinds[kind];
  return (
    (prepaid && payment === 'prepaid') ||
    cash.some(({ from, to }) => [from, to].includes('prepaid'))
  );
}

interface Paid {
  readonly paidNow: Decimal;
  readonly payment: 'now' | 'prepaid';
  /** How many decimals the amount is written with. */
  readonly digits: number;
}

/**
 * Checks a document's payment (D4): one account pays all, several pay parts, each named once with an
 * amount. With a prepayment, accounts pay a part or nothing. Throws `document.accountMissing`,
 * `document.accountTwice`, `document.accountAmount`, `document.accountSplit`.
 */
export function checkAccounts(
  { paidNow, payment, digits }: Paid,
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
      digits,
    });
  }
}

/** Money can't move from an account to itself. Throws `money.sameAccount`. */
export function checkTransfer(
  kind: AnyKindCode,
  lines: readonly Pick<MoneyLine, 'accountId'>[],
  settlements: readonly Settlement[],
): void {
  if (!documentKinds[kind].cash.some(({ of }) => of === 'transferLines')) return;
  const paying = new Set<string | null>(settlements.map(({ accountId }) => accountId));
  if (lines.some(({ accountId }) => paying.has(accountId)))
    throw new DomainError('money.sameAccount');
}

/** Nothing is written on a day up to the closing date. Both are `YYYY-MM-DD`. Throws `document.periodClosed`. */
export function checkOpenPeriod(businessDate: string, closedUntil: string | null): void {
  if (closedUntil !== null && businessDate <= closedUntil) {
    throw new DomainError('document.periodClosed', { date: closedUntil });
  }
}

/** Part of a payment covered by prepayment. */
export const prepaidPart = ({
  payable,
  settlements,
}: {
  readonly payable: string | null;
  readonly settlements: readonly { readonly amount: string | null }[];
}): Decimal =>
  decimal(payable ?? '0').minus(sum(settlements.map(({ amount }) => decimal(amount ?? '0'))));

/** Checks if the kind pays money out of an account. */
export const paysOut = ({ cash }: DocumentKind): boolean =>
  cash.some(({ from }) => from === 'account');

/** Checks if the till shows change: for a refund, only if more is handed over than is due. */
export const showsChange = (kind: DocumentKind, change: Decimal): boolean =>
  !paysOut(kind) || !change.isZero();
