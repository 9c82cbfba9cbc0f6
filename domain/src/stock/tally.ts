import type { Decimal } from '../decimal.ts';
import { toPlainDecimal, sum } from '../decimal.ts';
import { DomainError } from '../error/domainError.ts';

/** Received quantities of a lot of a line, by grade, in base units. */
export interface TallyQuantities {
  readonly arrived: Decimal;
  readonly formal: Decimal;
  readonly defective: Decimal;
  readonly gift: Decimal;
  readonly reason: string;
}

/**
 * Quantity of a line received beyond the expected (below zero: short). Gifts do not count: they are free
 * and do not use up the order.
 */
export const tallyDifference = (
  expected: Decimal,
  parts: readonly Pick<TallyQuantities, 'formal' | 'defective'>[],
): Decimal => sum(parts.flatMap(({ formal, defective }) => [formal, defective])).minus(expected);

/**
 * Checks the receipt of one line: formal, defective and gift add up to the arrived
 * quantity, and a difference has a reason. A line without any receipt is still expected, not a difference.
 * Throws `tally.split`, `tally.reason`.
 */
export function checkTally(
  barcode: string,
  expected: Decimal,
  parts: readonly TallyQuantities[],
): void {
  for (const { arrived, formal, defective, gift } of parts)
    if (!sum([formal, defective, gift]).equals(arrived))
      throw new DomainError('tally.split', { barcode, arrived: toPlainDecimal(arrived) });
  const came = parts.some(({ arrived }) => arrived.gt(0));
  const explained = parts.some(({ reason }) => reason.trim() !== '');
  if (came && !explained && !tallyDifference(expected, parts).isZero())
    throw new DomainError('tally.reason', { barcode });
}
