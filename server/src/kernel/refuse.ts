import { DomainError } from '@tradehouse/domain';
import type { ErrorKey, Telling } from '@tradehouse/domain';

/**
 * Refuses: throws the error the key names, with the facts its sentence needs and, where it is known, the place in the
 * input (field, and line from 1).
 */
export function refuse<Key extends ErrorKey>(key: Key, ...telling: Telling<Key>): never {
  throw new DomainError(key, ...telling);
}

/** The record, or the one answer for "not there" and "not yours". */
export function found<T>(record: T | null | undefined): T {
  return record ?? refuse('record.missing');
}
