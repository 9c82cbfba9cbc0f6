import { DomainError } from '../error/domainError.ts';
import { decimal } from '../decimal.ts';
import type { DocumentAmounts } from './document.ts';

/** No amount of a document reaches it: what is kept of a partner or a product adds up many of them. */
export const LARGEST_AMOUNT = decimal('1e15');

/** Refuses amounts that are worked out and too large to be kept, at the first line that has one. */
export function checkSize({ lines, payable, basePayable }: DocumentAmounts): void {
  const line = lines.findIndex(({ total }) => total.abs().gte(LARGEST_AMOUNT));
  if (line >= 0) throw new DomainError('amount.tooLarge', {}, { field: 'amount', line: line + 1 });
  if ([payable, basePayable].some((sum) => sum.abs().gte(LARGEST_AMOUNT)))
    throw new DomainError('amount.tooLarge', {}, { field: 'amount' });
}
