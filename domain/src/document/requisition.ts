import { DomainError } from '../error/domainError.ts';

/** Refuses a required date before the document date. Days in `YYYY-MM-DD`; null: none. */
export function checkRequiredOn(businessDate: string, requiredOn: string | null): void {
  if (requiredOn !== null && requiredOn < businessDate)
    throw new DomainError('document.requiredDate', { date: requiredOn });
}

/** Supplier suggested by all lines; null if lines disagree or lack one. */
export function suggestedSupplier<Supplier extends { readonly id: string }>(
  suggested: readonly (Supplier | null)[],
): Supplier | null {
  const [first = null] = suggested;
  return suggested.every((one) => one?.id === first?.id) ? first : null;
}
