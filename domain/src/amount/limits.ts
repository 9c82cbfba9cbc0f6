import { DomainError } from '../error/domainError.ts';
import { decimal } from '../decimal.ts';
import type { DocumentAmounts } from './document.ts';

/** Exclusive limit of any document amount: stored sums per partner or product add up many amounts. */
export const LARGEST_AMOUNT = decimal('1e15');

/** Refuses amounts too large to store, at the first such line. */
export function checkSize({ lines, payable, basePayable }: DocumentAmounts): void {
  const line = lines.findIndex(({ total }) => total.abs().gte(LARGEST_AMOUNT));
  if (line >= 0) throw new DomainError('amount.tooLarge', {}, { field: 'amount', line: line + 1 });
  if ([payable, basePayable].some((sum) => sum.abs().gte(LARGEST_AMOUNT)))
    throw new DomainError('amount.tooLarge', {}, { field: 'amount' });
}
