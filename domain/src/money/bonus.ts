import type { Decimal } from '../decimal.ts';
import { ZERO, rounded, sum } from '../decimal.ts';
import type { Document } from '../document/document.ts';
import type { DocumentKind } from '../document/kind.ts';
import type { AnyKindCode } from '../document/kindCode.ts';
import { documentKinds } from '../document/kinds.ts';
import { prepaidDue } from '../posting/charges.ts';
import type { PurseType } from '../posting/posting.ts';
import { isDocumentInForce, owed } from '../posting/postings.ts';

/** Payment order for a member with a bonus: paid-in cash first, or both by share. */
export const bonusUses = ['cashFirst', 'proRata'] as const;
export type BonusUse = (typeof bonusUses)[number];

/** Remaining funds of a member: paid-in cash, and bonus. */
export interface Prepaid {
  readonly cash: Decimal;
  readonly bonus: Decimal;
}
export const nothingPrepaid: Prepaid = { cash: ZERO, bonus: ZERO };

const lesserAmount = (one: Decimal, other: Decimal): Decimal => (one.lt(other) ? one : other);
const greaterAmount = (one: Decimal, other: Decimal): Decimal => (one.gt(other) ? one : other);

/**
 * Bonus part of an amount paid from prepayment. The bonus covers everything beyond the cash; if both are
 * too little, the cash is short.
 */
export function bonusPart(
  use: BonusUse,
  due: Decimal,
  { cash, bonus }: Prepaid,
  digits: number,
): Decimal {
  const held = cash.plus(bonus);
  if (bonus.lte(0) || due.lte(0)) return ZERO;
  const share = use === 'proRata' ? rounded(due.times(bonus).dividedBy(held), digits) : ZERO;
  return lesserAmount(greaterAmount(share, due.minus(cash)), lesserAmount(bonus, due));
}

/**
 * Bonus to give back for returned goods worth `due`: a proportional share of the remainder, or all of it
 * once everything paid is returned.
 *
 * @param left total and bonus paid for the sale, less earlier returns
 */
export function bonusBack(
  due: Decimal,
  left: { readonly paid: Decimal; readonly bonus: Decimal },
  digits: number,
): Decimal {
  if (left.bonus.lte(0) || due.lte(0)) return ZERO;
  if (due.gte(left.paid)) return left.bonus;
  return lesserAmount(rounded(due.times(left.bonus).dividedBy(left.paid), digits), left.bonus);
}

/** Checks if a kind gives members a bonus, takes it back, or is paid with it. */
export const hasBonus = ({ deposit }: Pick<DocumentKind, 'deposit'>): boolean =>
  deposit.some(({ of }) => of === 'bonus');

/** Checks if a kind is paid with a member's bonus. */
const takesBonus = (kind: AnyKindCode): boolean =>
  documentKinds[kind].deposit.some(({ from, to }) => from === 'receivable' && to === 'bonus');

/**
 * Sets a document's bonus part; 0 before it is in force. An existing split stays while member and amount
 * are unchanged.
 *
 * @param before the previous document; null: new
 */
export function withBonus(
  use: BonusUse,
  before: Document | null,
  document: Document,
  held: Prepaid,
): Document {
  if (!takesBonus(document.kind)) return document;
  const due = dueNow(document);
  const stays =
    before !== null && before.partnerId === document.partnerId && dueNow(before).equals(due);
  const bonus = stays ? before.bonus : bonusPart(use, due, held, document.moneyDigits);
  return { ...document, bonus };
}

/** Amount now taken from the member's prepayment and bonus. */
const dueNow = (document: Document): Decimal =>
  isDocumentInForce(document) ? prepaidDue(document) : ZERO;

/** Current change of the member's funds; below zero: a reduction. In base currency. */
export function prepaidBy(document: Document): Prepaid {
  const { entries } = owed(document);
  const of = (purse: PurseType) =>
    sum(entries.filter(({ from }) => from.purse === purse).map(({ amount }) => amount)).minus(
      sum(entries.filter(({ to }) => to.purse === purse).map(({ amount }) => amount)),
    );
  return { cash: of('prepaid'), bonus: of('bonus') };
}
