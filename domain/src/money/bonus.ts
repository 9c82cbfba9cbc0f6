import type { Decimal } from '../decimal.ts';
import { ZERO, rounded, sum } from '../decimal.ts';
import type { Document } from '../document/document.ts';
import type { Kind } from '../document/kind.ts';
import type { AnyKindCode } from '../document/kindCode.ts';
import { documentKinds } from '../document/kinds.ts';
import { prepaidDue } from '../posting/charges.ts';
import type { PurseType } from '../posting/posting.ts';
import { inForce, owed } from '../posting/postings.ts';

/** What pays first where a member has a bonus: what it paid in, or both by their shares (domain.md 13.16). */
export const bonusUses = ['cashFirst', 'proRata'] as const;
export type BonusUse = (typeof bonusUses)[number];

/** What a member has left to spend: of what it paid in, and of what it was given on top. */
export interface Prepaid {
  readonly cash: Decimal;
  readonly bonus: Decimal;
}
export const nothingPrepaid: Prepaid = { cash: ZERO, bonus: ZERO };

const least = (one: Decimal, other: Decimal): Decimal => (one.lt(other) ? one : other);
const most = (one: Decimal, other: Decimal): Decimal => (one.gt(other) ? one : other);

/**
 * What of an amount that a member's prepayment pays is paid by its bonus. All that cash can't pay is: where both together are
 * too little, it is the cash that is short.
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
  return least(most(share, due.minus(cash)), least(bonus, due));
}

/**
 * What of the bonus that a sale used goes back with goods that are worth `due` of it: their share of what did not come back yet,
 * and all that is left of it once what came back is worth all that was paid.
 *
 * @param left what the sale was paid in all, and with bonus, less what returns have given back of each
 */
export function bonusBack(
  due: Decimal,
  left: { readonly paid: Decimal; readonly bonus: Decimal },
  digits: number,
): Decimal {
  if (left.bonus.lte(0) || due.lte(0)) return ZERO;
  if (due.gte(left.paid)) return left.bonus;
  return least(rounded(due.times(left.bonus).dividedBy(left.paid), digits), left.bonus);
}

/** Whether documents of a kind give members a bonus, take it back, or are paid with it. */
export const hasBonus = ({ deposit }: Pick<Kind, 'deposit'>): boolean =>
  deposit.some(({ of }) => of === 'bonus');

/** Whether documents of a kind are paid with a member's bonus. */
const takesBonus = (kind: AnyKindCode): boolean =>
  documentKinds[kind].deposit.some(({ from, to }) => from === 'receivable' && to === 'bonus');

/**
 * A document that a member pays for with what of it bonus pays: nothing of it before it is in force. What was shared out stays so
 * while the same member owes the same.
 *
 * @param before the document as it was; null: it is new
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

/** What a document takes of its member's prepayment and bonus, as it stands. */
const dueNow = (document: Document): Decimal => (inForce(document) ? prepaidDue(document) : ZERO);

/** What a document adds to what its member has, as it stands; below zero it takes from it. In base currency. */
export function prepaidBy(document: Document): Prepaid {
  const { entries } = owed(document);
  const of = (purse: PurseType) =>
    sum(entries.filter(({ from }) => from.purse === purse).map(({ amount }) => amount)).minus(
      sum(entries.filter(({ to }) => to.purse === purse).map(({ amount }) => amount)),
    );
  return { cash: of('prepaid'), bonus: of('bonus') };
}
