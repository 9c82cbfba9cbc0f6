import { isCodeOfRecord } from '@tradehouse/domain';
import { refuseWith } from '../../kernel/access/index.ts';

/** Refuses a code outside ISO 4217 and outside the stored codes of company and record. */
export function requireCurrencyCode(
  code: string,
  stored: readonly (string | null | undefined)[],
): void {
  const field = 'currency';
  if (!isCodeOfRecord(code, stored))
    refuseWith('request.field', { field, rule: 'currency' }, { field });
}
