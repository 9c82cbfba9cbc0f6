// Wishes fitted as new papers.
import { ZERO } from '@tradehouse/domain';
import type { State } from './books.ts';
import { linesOf, sellsFor } from './fitLines.ts';
import { goodsLeft, present } from './fitMasters.ts';
import { isMoney, paysPrepaid } from './papers.ts';
import type { Paper } from './papers.ts';
import type { Wish } from './wishes.ts';

export function paperOf(wish: Wish, state: State, change: Partial<Paper>): Paper {
  const { kind, amount, approves, wild } = wish;
  const { switches, activities } = state;
  const terms = wild ? wish.terms : present(wish.terms, kind, state);
  const own =
    isMoney({ kind }) || change.lines !== undefined
      ? []
      : linesOf({ ...wish, terms, lines: goodsLeft(wish, state) }, state);
  const all = { ...terms, kind, lines: own, amount, settles: null, ...change };
  // Only what is made of an order uses its deposit, and only members prepay.
  const tamed = wild
    ? {}
    : {
        depositUsed: all.lines.some(({ from }) => from !== null) ? all.depositUsed : 0,
        prepaid: all.prepaid && all.other,
      };
  const currency = !wild && paysPrepaid({ ...all, ...tamed }) ? 'own' : all.currency;
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
    nextLine: all.lines.length + 1,
  };
}
