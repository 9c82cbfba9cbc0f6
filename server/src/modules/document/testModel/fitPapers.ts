// Turns random wishes into new papers.
import { ZERO } from '@tradehouse/domain';
import type { State } from './books.ts';
import { linesOf, sellsFor } from './fitLines.ts';
import { goodsLeft, present } from './fitMasters.ts';
import { purses } from './money.ts';
import { isMoney, ownOnly } from './papers.ts';
import type { Paper } from './papers.ts';
import type { Wish } from './wishes.ts';

/** Creates a new paper. A refund to a member without a balance becomes a prepayment. */
export function added(wish: Wish, state: State): Paper {
  if (wish.kind !== 'advanceOut' || wish.wild) return paperOf(wish, state, {});
  const held = purses(state.papers);
  const has = (purse: string) => (held.get(`${purse} member`) ?? ZERO).negated().toNumber();
  const [left, given] = [has('prepaid'), has('bonus')];
  if (left <= 0) return paperOf({ ...wish, kind: 'advanceIn' }, state, {});
  const amount = wish.keeps ? left : Math.min(wish.amount, left);
  const bonus = wish.keeps ? given : Math.min(wish.terms.bonus, given);
  return paperOf(wish, state, { amount, bonus, currency: 'own' });
}

export function paperOf(wish: Wish, state: State, change: Partial<Paper>): Paper {
  const { kind, amount, approves, wild } = wish;
  const { switches, activities } = state;
  const terms = wild ? wish.terms : present(wish.terms, kind, state);
  const own =
    isMoney({ kind }) || change.lines !== undefined
      ? []
      : linesOf({ ...wish, terms, lines: goodsLeft(wish, state) }, state);
  const all = { ...terms, kind, lines: own, amount, settles: null, ...change };
  // Only documents made from an order use a deposit, and only members prepay.
  const tamed = wild
    ? {}
    : {
        depositUsed: all.lines.some(({ from }) => from !== null) ? all.depositUsed : 0,
        prepaid: all.prepaid && all.other,
      };
  const currency = !wild && ownOnly(all) ? 'own' : all.currency;
  return {
    ...all,
    ...tamed,
    currency,
    rate: currency === 'own' ? 1 : all.rate,
    activity:
      sellsFor(kind) && activities[all.activity ?? -1]?.deleted === false ? all.activity : null,
    needsApproval: switches.forceApproval,
    approved: approves,
    closed: false,
    deleted: false,
    counted: false,
    booked: ZERO,
    bonusUsed: ZERO,
    nextLine: all.lines.length + 1,
  };
}
