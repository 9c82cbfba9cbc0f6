import { documentKinds, itemTypeOf, keepsIn, settledBy } from '@tradehouse/domain';
import type { AnyKindCode } from '@tradehouse/domain';
import { t } from '../../phrase/index.ts';

/** What a figure of what is settled is called: of debts, or of deposits that are given back. */
export const settledTitle = (
  code: AnyKindCode,
  figure: 'number' | 'debt' | 'settled' | 'open' | 'amount',
): string =>
  t(settledBy(code) === 'deposit' ? `money.deposit.${figure}` : `money.column.${figure}`);

/** What a line is called that names no document: what was owed from before or is kept, or what of deposits is not given back. */
export function besideTitle(code: AnyKindCode): string {
  const purse = keepsIn(code);
  return t(purse === null ? 'money.beside' : `money.keep.${purse}`);
}

/** What the lines of a kind name where they are entered: items of income or expense, or the accounts that money comes into or out of. */
export function enteredTitle(code: AnyKindCode): string {
  const kind = documentKinds[code];
  if (kind.cash.some(({ from }) => from === 'targetAccount')) return t('money.account.pay');
  return t(`money.entered.${itemTypeOf(kind) ?? 'account'}`);
}
