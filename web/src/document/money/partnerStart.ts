import type { MoneyKindCode } from '@tradehouse/domain';
import { getNotices } from '../../app/notices.ts';
import { t } from '../../phrase/index.ts';
import { currencyFromReply } from '../draft/commonHead.ts';
import { termsNow } from '../draft/dayRates.ts';
import { lineOfDebt } from './moneyLine.ts';
import type { Debt, SettledLine } from './moneyLine.ts';
import { openDebts } from './openDebts.ts';
import type { MoneyHead, MoneyStart } from './useMoneyForm.ts';

type Partner = Pick<MoneyHead, 'partnerId' | 'partnerName'>;
const currencyOfDebt = (debt: Debt): string => currencyFromReply(debt).currency;

/**
 * Reads a partner's open debts in one currency, preferably the company's own: a receipt or payment has only
 * one. Announces debts in other currencies.
 */
export async function openWith(
  code: MoneyKindCode,
  { partnerId, partnerName }: Partner,
): Promise<{ readonly head: Partial<MoneyHead>; readonly lines: readonly SettledLine[] }> {
  const debts = partnerId === null ? [] : await openDebts(code, partnerId);
  const currencies = [...new Set(debts.map(currencyOfDebt))].toSorted();
  const [first, ...others] = currencies;
  const chosen = debts.filter((debt) => currencyOfDebt(debt) === first);
  const [debt] = chosen;
  if (others.length > 0)
    void getNotices().message.info(t('money.otherCurrencies', { currencies: others.join(', ') }));
  const terms = debt === undefined ? {} : await termsNow(currencyFromReply(debt));
  return { head: { partnerId, partnerName, ...terms }, lines: chosen.map(lineOfDebt) };
}

/** A receipt or payment begun for a partner. */
export async function partnerStart(
  code: MoneyKindCode,
  partner: Partner,
  blank: MoneyStart<SettledLine>,
): Promise<MoneyStart<SettledLine>> {
  const { head, lines } = await openWith(code, partner);
  return { head: { ...blank.head, ...head }, lines };
}
