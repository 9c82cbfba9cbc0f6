// Closed periods in the reference: ledgers and documents in force of closed days must not change.
import { ZERO } from '@tradehouse/domain';
import type { ErrorKey } from '@tradehouse/domain';
import type { State } from './books.ts';
import { rowsBetween } from './difference.ts';
import { flowsOf } from './money.ts';
import { movesOf } from './owed.ts';
import { inForce } from './papers.ts';
import type { Paper } from './papers.ts';
import { dayOf, nothingPosted } from './posting.ts';

type Closing = Pick<State, 'closedUntil'>;
const isClosed = ({ closedUntil }: Closing, day: number): boolean =>
  closedUntil !== null && day <= closedUntil;
const closed: ErrorKey = 'document.periodClosed';

/** Refuses saving a paper in force on a closed day, before or after, or a new paper of a closed day. */
export function writingReasons(
  state: Closing,
  before: Paper | undefined,
  paper: Paper,
): ErrorKey[] {
  const booked = [...(before === undefined ? [] : [before]), paper].filter(inForce);
  const dated = before?.day === paper.day ? [] : [paper];
  return [...booked, ...dated].some(({ day }) => isClosed(state, day)) ? [closed] : [];
}

/** Refuses an action that changes ledger rows of a closed day. */
export function postingReasons(state: State, at: number, paper: Paper): ErrorKey[] {
  const rows = rowsBetween(state.posted.get(at) ?? nothingPosted, movesOf(paper));
  const before = state.papers[at];
  const moves = rows.some((row) => isClosed(state, dayOf(row)));
  return moves || changesMoney(state, before, paper) ? [closed] : [];
}

function changesMoney(state: State, before: Paper | undefined, paper: Paper): boolean {
  const changes = new Map<string, { amount: typeof ZERO; original: typeof ZERO }>();
  const book = (one: Paper, sign: 1 | -1): void => {
    if (!isClosed(state, one.day)) return;
    for (const { purse, amount, original } of flowsOf(one)) {
      const key = [purse, one.day, one.currency].join('|');
      const had = changes.get(key) ?? { amount: ZERO, original: ZERO };
      changes.set(key, {
        amount: had.amount.plus(amount.times(sign)),
        original: had.original.plus(original.times(sign)),
      });
    }
  };
  if (before !== undefined) book(before, -1);
  book(paper, 1);
  return [...changes.values()].some(
    ({ amount, original }) => !amount.isZero() || !original.isZero(),
  );
}
