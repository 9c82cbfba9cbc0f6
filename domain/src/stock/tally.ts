import type { Decimal } from '../decimal.ts';
import { plain, sum } from '../decimal.ts';
import { DomainError } from '../error/domainError.ts';

/** What came of a lot of a line, sorted. In base units. */
export interface TallyQuantities {
  readonly arrived: Decimal;
  readonly formal: Decimal;
  readonly defective: Decimal;
  readonly gift: Decimal;
  readonly reason: string;
}

/**
 * How much more (below zero: less) of a line came than is still expected. Gifts are beyond the order: they neither cost
 * anything nor use it up.
 */
export const tallyDifference = (
  expected: Decimal,
  parts: readonly Pick<TallyQuantities, 'formal' | 'defective'>[],
): Decimal => sum(parts.flatMap(({ formal, defective }) => [formal, defective])).minus(expected);

/**
 * Checks what came of one line (domain.md 13.11): formal, defective and gift make up what arrived, and a difference has its
 * reason. A line of which nothing came is no difference: it is still expected. Throws `tally.split`, `tally.reason`.
 */
export function checkTally(
  barcode: string,
  expected: Decimal,
  parts: readonly TallyQuantities[],
): void {
  for (const { arrived, formal, defective, gift } of parts)
    if (!sum([formal, defective, gift]).equals(arrived))
      throw new DomainError('tally.split', { barcode, arrived: plain(arrived) });
  const came = parts.some(({ arrived }) => arrived.gt(0));
  const explained = parts.some(({ reason }) => reason.trim() !== '');
  if (came && !explained && !tallyDifference(expected, parts).isZero())
    throw new DomainError('tally.reason', { barcode });
}
