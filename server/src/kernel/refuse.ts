import { DomainError } from '@tradehouse/domain';
import type { ErrorKey, Facts } from '@tradehouse/domain';

/** Refuses: throws the error the key names. `at` says where in the input, by field and line (from 1). */
export function refuse(
  key: ErrorKey,
  facts: Facts = {},
  at: { readonly field?: string; readonly line?: number } = {},
): never {
  throw new DomainError(key, facts, at);
}

/** The record, or the one answer for "not there" and "not yours". */
export function found<T>(record: T | null | undefined): T {
  return record ?? refuse('record.missing');
}
