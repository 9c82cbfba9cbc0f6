import { DomainError } from '@tradehouse/domain';

/** Runs a rule of the domain and points its refusal at where the input is wrong. */
export function atLine<T>(
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
