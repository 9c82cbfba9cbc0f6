// Bonuses of members in the reference: the part of a sale paid with a bonus, and the part of a return.
import { ZERO, rounded, sum } from '@tradehouse/domain';
import type { Decimal, ErrorKey } from '@tradehouse/domain';
import { purses } from './money.ts';
import { amountsOf, childrenOf, inForce, paysPrepaid, sourcesOf } from './papers.ts';
import type { Paper } from './papers.ts';

const least = (...all: readonly Decimal[]): Decimal =>
  all.reduce((one, other) => (one.lt(other) ? one : other));
const most = (one: Decimal, other: Decimal): Decimal => (one.gt(other) ? one : other);

/** Returns the amount of a sale paid from the member's prepayment and bonus. */
const takenBy = (paper: Paper): Decimal =>
  inForce(paper) && paysPrepaid(paper) ? amountsOf(paper).payable : ZERO;

/** Returns the bonus part of a sale; unchanged while member and amount are unchanged. */
export function paidWithBonus(
  papers: readonly Paper[],
  proRata: boolean,
  at: number,
  paper: Paper,
): Paper {
  if (paper.kind !== 'retailOut') return paper;
  const [before, due] = [papers[at], takenBy(paper)];
  if (before?.other === paper.other && takenBy(before).equals(due))
    return { ...paper, bonusUsed: before.bonusUsed };
  const held = purses(papers.filter((_, other) => other !== at));
  const has = (purse: string) => (held.get(`${purse} member`) ?? ZERO).negated();
  const [cash, bonus] = [has('prepaid'), has('bonus')];
  if (bonus.lte(0) || due.lte(0)) return { ...paper, bonusUsed: ZERO };
  const share = proRata ? rounded(due.times(bonus).dividedBy(cash.plus(bonus)), 2) : ZERO;
  return { ...paper, bonusUsed: least(most(share, due.minus(cash)), bonus, due) };
}

/** Adds the returned bonus to a return: a share of the sale's remaining bonus; the last return takes the rest. */
export function bringingBonus(papers: readonly Paper[], at: number, paper: Paper): Paper {
  const [sold = -1] = sourcesOf(paper);
  const sale = papers[sold];
  if (paper.kind !== 'retailBack') return paper;
  if (sale === undefined) return { ...paper, bonusUsed: ZERO };
  const backs = childrenOf(papers, sold).filter((back) => back !== papers[at]);
  const left = sale.bonusUsed.minus(sum(backs.map(({ bonusUsed }) => bonusUsed)));
  const unpaid = sum(backs.map((back) => amountsOf(back).payable));
  const paid = amountsOf(sale).payable.minus(unpaid);
  const due = amountsOf(paper).payable;
  if (left.lte(0) || due.lte(0)) return { ...paper, bonusUsed: ZERO };
  const share = due.gte(paid) ? left : rounded(due.times(left).dividedBy(paid), 2);
  return { ...paper, bonusUsed: least(share, left) };
}

/** Refuses a refund to an account for the part of a return that was paid with a bonus. */
export const bonusReasons = (paper: Paper): ErrorKey[] =>
  paper.kind === 'retailBack' &&
  (paysPrepaid(paper) ? amountsOf(paper).payable : ZERO).lt(paper.bonusUsed)
    ? ['prepayment.bonusBack']
    : [];

/** Refuses papers that take more than the prepayment or bonus of a member. */
export function memberReasons(papers: readonly Paper[]): ErrorKey[] {
  const held = purses(papers);
  const short = (purse: string) => (held.get(`${purse} member`) ?? ZERO).gt(0);
  return [
    ...(short('prepaid') ? (['prepayment.short'] as const) : []),
    ...(short('bonus') ? (['prepayment.bonusShort'] as const) : []),
  ];
}
