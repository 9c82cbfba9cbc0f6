import { decimal } from '@tradehouse/domain';
import type { Decimal } from '@tradehouse/domain';

const notes = [10, 20, 50, 100] as const;

/** Returns likely cash amounts for a due sum: the next multiple of each note, lowest first. */
export function cashKeys(due: Decimal): readonly string[] {
  if (!due.greaterThan(0)) return [];
  const sums = notes.map((note) => due.dividedBy(note).ceil().times(note));
  return [...new Set(sums.map((sum) => sum.toFixed()))]
    .filter((sum) => !decimal(sum).equals(due))
    .toSorted((one, other) => decimal(one).comparedTo(decimal(other)));
}
