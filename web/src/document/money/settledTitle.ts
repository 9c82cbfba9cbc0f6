import { settledBy } from '@tradehouse/domain';
import type { AnyKindCode } from '@tradehouse/domain';
import { t } from '../../phrase/index.ts';

/** What a figure of what is settled is called: of debts, or of deposits that are given back. */
export const settledTitle = (
  code: AnyKindCode,
  figure: 'number' | 'debt' | 'settled' | 'open' | 'amount',
): string =>
  t(settledBy(code) === 'deposit' ? `money.deposit.${figure}` : `money.column.${figure}`);
