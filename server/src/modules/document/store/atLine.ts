import { DomainError } from '@tradehouse/domain';

/** Runs a domain rule and adds the input position to a refusal. */
export function withInputPosition<T>(
  at: { readonly field?: string; readonly line?: number },
  rule: () => T,
): T {
  try {
    return rule();
  } catch (error) {
    if (error instanceof DomainError) throw error.retold(error.facts, { ...at, ...error.at });
    throw error;
  }
}
