import { goodsDocuments } from '@tradehouse/contract';
import type { MoneyKindCode } from '@tradehouse/domain';
import { callEndpoint } from '../../app/net/client.ts';
import { getNotices } from '../../app/notices.ts';
import { t } from '../../phrase/index.ts';
import { currencyFromReply } from '../draft/commonHead.ts';
import { termsNow } from '../draft/dayRates.ts';
import { lineOfDebt } from './moneyLine.ts';
import type { SettledLine } from './moneyLine.ts';
import { openDebts } from './openDebts.ts';
import type { MoneyStart } from './useMoneyForm.ts';

/** Starts a receipt or payment from a bill: partner, currency, and the open amount. */
export async function billStart(
  code: MoneyKindCode,
  billId: string,
  blank: MoneyStart<SettledLine>,
): Promise<MoneyStart<SettledLine>> {
  const bill = await callEndpoint(goodsDocuments.info, { id: billId });
  const { partnerId, partnerName, number } = bill;
  if (partnerId === null) return blank;
  const debts = await openDebts(code, partnerId, number);
  const lines = debts.filter(({ id }) => id === billId).map(lineOfDebt);
  if (lines.length === 0) void getNotices().message.warning(t('money.nothingOpen', { number }));
  const terms = await termsNow(currencyFromReply(bill));
  return { head: { ...blank.head, partnerId, partnerName, ...terms }, lines };
}
