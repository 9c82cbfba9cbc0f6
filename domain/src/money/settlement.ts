import type { Decimal } from '../decimal.ts';
import { decimal, sum } from '../decimal.ts';
import type { Document, MoneyLine, Settlement } from '../document/document.ts';
import { documentKinds } from '../document/kinds.ts';
import type { MoneyFlow } from '../document/kind.ts';
import { moneyKindCodes } from '../document/kindCode.ts';
import type { AnyKindCode, MoneyKindCode } from '../document/kindCode.ts';
import type { PurseType } from '../posting/posting.ts';
import { takesDeposit } from '../document/orderLife.ts';
import { DomainError } from '../error/domainError.ts';
import { keepsIn } from './moneyLines.ts';

/** What is open: what partners owe, what is owed to them, and what waits with orders until it is used. */
export type OpenPurse = DebtPurse | 'deposit';

/** What partners owe, and what is owed to them; what they paid beyond all debts is kept in the same. */
export type DebtPurse = 'receivable' | 'payable';

const openPurses: readonly OpenPurse[] = ['receivable', 'payable', 'deposit'];

/** What of that flows touch; those of one kind touch one of them at most. */
function openOf(flows: readonly MoneyFlow[]): OpenPurse | null {
  const purses = flows.flatMap(({ from, to }) => [from, to]);
  return openPurses.find((one) => purses.includes(one)) ?? null;
}

/**
 * What a document of the kind leaves open for money documents to settle: the debt of a bill, the deposit of an order; and
 * which way it counts there: a return takes back. Null where a kind leaves nothing.
 */
export function billOf(
  kind: AnyKindCode,
): { readonly purse: OpenPurse; readonly sign: 1 | -1 } | null {
  const { amounts, cash, debt, trade } = documentKinds[kind];
  const leaves = takesDeposit(documentKinds[kind]) ? cash : amounts.includes('debt') ? debt : [];
  const purse = openOf(leaves);
  return purse === null ? null : { purse, sign: trade?.sign ?? 1 };
}

/** What documents of a kind of money settle: debts, or deposits that they give back; null where they settle nothing. */
export function settledBy(kind: AnyKindCode): OpenPurse | null {
  const { subject, cash } = documentKinds[kind];
  return subject === 'money' ? openOf(cash) : null;
}

/**
 * The kinds whose lines may stand on no bill: they settle what was owed from before, or keep what is beyond all debts, or what of a
 * deposit is not given back; and with which sign each counts.
 */
export const settlingBeside = (
  purse: DebtPurse,
): readonly (readonly [kind: MoneyKindCode, sign: 1 | -1])[] =>
  moneyKindCodes.flatMap((kind): (readonly [MoneyKindCode, 1 | -1])[] => {
    if (settledBy(kind) === purse) return [[kind, 1]];
    return keepsIn(kind) === purse ? [[kind, -1]] : [];
  });

/** The kind of money document that settles what documents of a kind leave open, with their sort of partner; else null. */
export function settlingKind(code: AnyKindCode): MoneyKindCode | null {
  const bill = billOf(code);
  return moneyKindCodes.find((one) => bill !== null && settles(one, code)) ?? null;
}

/** Whether documents of a money kind settle those of another. */
export const settles = (money: AnyKindCode, code: AnyKindCode): boolean =>
  billOf(code)?.purse === settledBy(money) &&
  documentKinds[code].partner?.type === documentKinds[money].partner?.type;

/** What of partners has days that keep what money documents bring beside what trade uses: debts, deposits, and what members have to spend. */
const broughtPurses = [...openPurses, 'prepaid', 'bonus'] as const satisfies readonly PurseType[];

/**
 * The purses to which documents of a kind of money bring something, or from which they take it; trade uses it up. A deposit that is
 * kept settles a debt as one that is used does: it takes from what trade adds.
 */
export function broughtTo(kind: AnyKindCode): readonly PurseType[] {
  const { subject, cash, deposit } = documentKinds[kind];
  const purses = [...cash, ...deposit].flatMap(({ from, to, of }) =>
    of === 'depositKept' ? [] : [from, to],
  );
  return subject === 'money' ? broughtPurses.filter((purse) => purses.includes(purse)) : [];
}

/** Whether a document adds to a member's prepayment or takes from it. */
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
 * Checks how a document is paid (D4): one account pays all of it, several pay their parts, each named once with an amount.
 * Paid from a prepayment, accounts may pay a part or nothing. Throws `document.accountMissing`, `document.accountTwice`,
 * `document.accountAmount`, `document.accountSplit`.
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

/** What of a payment no account made: a prepayment did. */
export const prepaidPart = ({
  payable,
  settlements,
}: {
  readonly payable: string | null;
  readonly settlements: readonly { readonly amount: string | null }[];
}): Decimal =>
  decimal(payable ?? '0').minus(sum(settlements.map(({ amount }) => decimal(amount ?? '0'))));
