// Actions on papers in the reference, and rules against them.
import { ZERO } from '@tradehouse/domain';
import type { Decimal, ErrorKey } from '@tradehouse/domain';
import { paidWithBonus } from './bonus.ts';
import { putAll } from './books.ts';
import type { Change, Outcome, State } from './books.ts';
import { writingReasons } from './closing.ts';
import { progressOf, settling, stateOf } from './links.ts';
import { childrenOf, inForce } from './papers.ts';
import type { Paper } from './papers.ts';

export type AtPaper =
  | 'delete'
  | 'approve'
  | 'reverse'
  | 'forceClose'
  | 'complete'
  | 'unfreeze'
  | 'takeBack';

/** Applies an action to several papers, the oldest first, each by its state before the action. */
export function batched(before: State, act: AtPaper, all: readonly number[]): Outcome {
  const reasons: ErrorKey[] = [];
  const changes: Change[] = [];
  const bonuses = bonusesAfter(before, act, all);
  let { papers } = before;
  for (const at of all.toSorted((one, other) => one - other)) {
    const { paper: taken, reasons: own } = stepped(before.papers, papers, act, at);
    reasons.push(...own);
    const old = before.papers[at];
    if (old !== undefined && (act === 'delete' || act === 'takeBack'))
      reasons.push(...writingReasons(before, old, old));
    if (taken === undefined) continue;
    const paper = { ...taken, bonusUsed: bonuses.get(at) ?? taken.bonusUsed };
    changes.push({ at, paper });
    papers = papers.with(at, paper);
  }
  const { state, reasons: more } = putAll(before, changes);
  return { state, reasons: [...reasons, ...more] };
}

/** Computes the bonus parts of papers after an action, in the order of the request. */
function bonusesAfter(
  { papers: all, switches }: State,
  act: AtPaper,
  named: readonly number[],
): ReadonlyMap<number, Decimal> {
  let papers = all;
  for (const at of named) {
    const paper = papers[at];
    if (paper === undefined) continue;
    const after = { ...paper, ...changeOf[act] };
    papers = papers.with(at, paidWithBonus(papers, switches.bonusProRata, at, after));
  }
  return new Map(named.map((at) => [at, papers[at]?.bonusUsed ?? ZERO]));
}

const changeOf: Readonly<Record<AtPaper, Partial<Paper>>> = {
  delete: { deleted: true },
  takeBack: { deleted: true },
  approve: { approved: true },
  reverse: { approved: false },
  forceClose: { closed: true },
  complete: { closed: true },
  unfreeze: { closed: false },
};

/** Second implementation of the table of document states. */
function stepped(
  before: readonly Paper[],
  papers: readonly Paper[],
  act: AtPaper,
  at: number,
): { readonly paper?: Paper; readonly reasons: readonly ErrorKey[] } {
  const paper = papers[at];
  if (paper === undefined) return { reasons: ['record.missing'] };
  const [now, reasons] = [stateOf(before, at), [] as ErrorKey[]];
  const after = { ...paper, ...changeOf[act] };
  if (act === 'delete' && now !== 'draft') reasons.push('document.deleteApproved');
  if (act === 'approve' && now !== 'draft') reasons.push('document.notDraft');
  if (act === 'reverse' && now !== 'approved') reasons.push('document.notApproved');
  if (act === 'reverse' && progressOf(before, at, 'purchased') === 'partial')
    reasons.push('document.purchasePartial');
  if (act === 'reverse' && progressOf(before, at, 'purchased') === 'complete')
    reasons.push('document.purchaseComplete');
  if (act === 'forceClose' && now !== 'partial') reasons.push('document.notClosable');
  if (act === 'forceClose' && paper.kind === 'transfer') reasons.push('transfer.onItsWay');
  if (act === 'complete' && (!paper.approved || paper.closed)) reasons.push('order.notOpen');
  if (act === 'unfreeze' && !paper.closed) reasons.push('order.notCompleted');
  if (act === 'delete' || act === 'reverse') {
    if (childrenOf(papers, at).length > 0) reasons.push('document.hasChildren');
    if (settling(papers, at).length > 0 && !inForce(after)) reasons.push('document.isSettled');
  }
  return { paper: after, reasons };
}
