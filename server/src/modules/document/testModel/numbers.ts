// Typed document numbers: unique within a kind (D10).
import { documentKinds } from '@tradehouse/domain';
import type { ErrorKey } from '@tradehouse/domain';
import type { Paper } from './papers.ts';

/** Refuses a typed number already used by a paper of the kind, even by a deleted paper. */
export function numberReasons(papers: readonly Paper[], at: number): ErrorKey[] {
  const own = papers[at];
  const { typed } = own ?? { typed: null };
  if (own === undefined || typed === null) return [];
  const taken = papers.some(
    (paper) =>
      paper !== own &&
      paper.kind === own.kind &&
      paper.typed?.as === typed.as &&
      paper.typed.nth === typed.nth,
  );
  return taken ? ['document.numberTaken'] : [];
}

/**
 * Returns the typed number of a paper: numbers in the own kind's form have a month without papers, numbers
 * in another kind's form have the month of the numbered days. `history` are six digits identifying the
 * history.
 */
export function numberOf({ kind, typed }: Paper, history: string): string | null {
  if (typed === null) return null;
  const { prefix } = documentKinds[kind];
  const other = documentKinds[kind === 'saleOut' ? 'purchaseIn' : 'saleOut'].prefix;
  const start = typed.as === 'own' ? `${prefix}0101` : `${other}2603`;
  return `${start}${history}${typed.nth}`;
}
