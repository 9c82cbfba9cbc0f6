import { DomainError } from '../error/domainError.ts';

/**
 * Refuses goods that are required before they are asked for (domain.md 13.1). Days as `YYYY-MM-DD`; null: nobody said by
 * when.
 */
export function checkRequiredOn(businessDate: string, requiredOn: string | null): void {
  if (requiredOn !== null && requiredOn < businessDate)
    throw new DomainError('document.requiredDate', { date: requiredOn });
}
