import type { Decimal } from '../decimal.ts';
import { DomainError } from '../error/domainError.ts';

/**
 * A partner's opening balance as its document's line has it: above 0 they owe us, below 0 we owe them. Both at once are
 * refused with `partner.bothOpenings`, either below 0 with `document.negativeAmount`.
 */
export function openingBalance(receivable: Decimal, payable: Decimal): Decimal {
  if (receivable.isNegative() || payable.isNegative())
    throw new DomainError('document.negativeAmount');
  if (!receivable.isZero() && !payable.isZero()) throw new DomainError('partner.bothOpenings');
  return receivable.minus(payable);
}
