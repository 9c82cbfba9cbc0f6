// Turns random wishes into actions on papers in a fitting state.
import type { AtPaper } from './steps.ts';
import { stateOf } from './links.ts';
import { isMoney } from './papers.ts';
import type { Paper } from './papers.ts';
import { pick } from './pick.ts';
import type { Wish } from './wishes.ts';

export const indexes = (
  papers: readonly Paper[],
  fits: (paper: Paper, at: number) => boolean,
): number[] => papers.flatMap((paper, at) => (!paper.deleted && fits(paper, at) ? [at] : []));

/** States of papers that usually allow the action. */
export const states: Readonly<Record<AtPaper, (papers: readonly Paper[], at: number) => boolean>> =
  {
    delete: (papers, at) => stateOf(papers, at) === 'draft',
    takeBack: () => true,
    approve: (papers, at) => stateOf(papers, at) === 'draft',
    reverse: (papers, at) => stateOf(papers, at) === 'approved',
    forceClose: (papers, at) => stateOf(papers, at) === 'partial',
    complete: (papers, at) => papers[at]?.approved === true && !papers[at].closed,
    unfreeze: (papers, at) => papers[at]?.closed === true,
  };

/** Selects several goods papers, or several money papers, for an action, in either order. */
export function fittedBatch(
  { turn, wild, pick: first, lines, on }: Wish,
  papers: readonly Paper[],
) {
  const step = pick(['approve', 'reverse', 'delete'] as const, turn) ?? 'approve';
  const fits = indexes(
    papers,
    (paper, at) =>
      paper.kind !== 'transferIn' && !paper.counted && (wild || states[step](papers, at)),
  );
  const from = first % Math.max(fits.length, 1);
  const around = [...fits.slice(from), ...fits.slice(0, from)];
  const same = around.filter((at) => moneyAt(papers, at) === moneyAt(papers, around[0] ?? -1));
  const all = same.slice(0, lines.length + 1);
  return all.length === 0
    ? null
    : ({ act: 'batch', step, all: on ? all : all.toReversed() } as const);
}

const moneyAt = (papers: readonly Paper[], at: number): boolean =>
  papers[at] !== undefined && isMoney(papers[at]);
