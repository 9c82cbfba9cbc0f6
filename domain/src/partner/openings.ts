import type { Decimal } from '../decimal.ts';
import { DomainError } from '../error/domainError.ts';

/**
 * Opening balance of a partner for the document line: above 0 receivable, below 0 payable. Both at once are
 * refused with `partner.bothOpenings`, negatives with `document.negativeAmount`.
 */
export function openingBalance(receivable: Decimal, payable: Decimal): Decimal {
  if (receivable.isNegative() || payable.isNegative())
    throw new DomainError('document.negativeAmount');
  if (!receivable.isZero() && !payable.isZero()) throw new DomainError('partner.bothOpenings');
  return receivable.minus(payable);
}
