import { DomainError } from '@tradehouse/domain';
import type { ErrorKey, Telling } from '@tradehouse/domain';

/**
 * Refuses: throws the key's error, with the facts of its sentence and, if known, the position in the input
 * (field, and line from 1).
 */
export function refuseWith<Key extends ErrorKey>(key: Key, ...telling: Telling<Key>): never {
  throw new DomainError(key, ...telling);
}

/** Returns the record, or gives one refusal for "missing" and "not yours". */
export function orRefuseMissing<T>(record: T | null | undefined): T {
  return record ?? refuseWith('record.missing');
}
