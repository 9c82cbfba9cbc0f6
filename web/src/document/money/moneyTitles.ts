import { documentKinds, itemTypeOf, keepsIn, purseSettledByKind } from '@tradehouse/domain';
import type { AnyKindCode } from '@tradehouse/domain';
import { t } from '../../phrase/index.ts';

/** Returns the title of a settlement figure: of debts, or of refunded deposits. */
export const settledTitle = (
  code: AnyKindCode,
  figure: 'number' | 'debt' | 'settled' | 'open' | 'amount',
): string =>
  t(purseSettledByKind(code) === 'deposit' ? `money.deposit.${figure}` : `money.column.${figure}`);

/**
 * Returns the title of a line without a document: opening balance or surplus kept, or deposits not
 * refunded.
 */
export function besideTitle(code: AnyKindCode): string {
  const purse = keepsIn(code);
  return t(purse === null ? 'money.beside' : `money.keep.${purse}`);
}

/** Returns the subject title of entered lines: income or expense items, or receiving or paying accounts. */
export function enteredTitle(code: AnyKindCode): string {
  const kind = documentKinds[code];
  if (kind.cash.some(({ from }) => from === 'targetAccount')) return t('money.account.pay');
  return t(`money.entered.${itemTypeOf(kind) ?? 'account'}`);
}
