import { DomainError } from '../error/domainError.ts';

/**
 * Refuses goods that are required before they are asked for (domain.md 13.1). Days as `YYYY-MM-DD`; null: no one said by
 * when.
 */
export function checkRequiredOn(businessDate: string, requiredOn: string | null): void {
  if (requiredOn !== null && requiredOn < businessDate)
    throw new DomainError('document.requiredDate', { date: requiredOn });
}

/** The supplier that every line suggests; null where they don't agree, or one of them suggests no one. */
export function suggestedSupplier<Supplier extends { readonly id: string }>(
  suggested: readonly (Supplier | null)[],
): Supplier | null {
  const [first = null] = suggested;
  return suggested.every((one) => one?.id === first?.id) ? first : null;
}
