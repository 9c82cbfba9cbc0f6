import { goodsDocuments } from '@tradehouse/contract';
import { decimal, toPlainDecimal } from '@tradehouse/domain';
import { timeOfSampleDocument, currencyOfSampleDocument } from './trade.ts';
import type { UnpaidBill, Today, SampleTrade } from './trade.ts';

const signs = { moneyIn: 1, moneyOut: -1 } as const;

/** Pays due bills, a document per partner, and removes the bills from the list. */
export async function settleDueBills(
  trade: SampleTrade,
  today: Today,
  kind: 'moneyIn' | 'moneyOut',
  bills: UnpaidBill[],
): Promise<void> {
  const due = Map.groupBy(
    bills.filter((bill) => bill.due <= today.at),
    ({ partnerId }) => partnerId,
  );
  for (const those of due.values()) {
    const [first] = those;
    if (first === undefined) continue;
    const lines = [];
    for (const { id, back = false } of those) {
      const { openDebt } = await trade.desk.call(goodsDocuments.info, { id });
      const amount = decimal(openDebt ?? '0').times(back ? -1 : 1);
      if (!amount.isZero()) lines.push({ settledDocumentId: id, amount });
    }
    const total = lines.reduce((sum, { amount }) => sum.plus(amount), decimal(0));
    // Where more comes back than is owed, nothing is paid yet.
    if (total.lte(0)) continue;
    for (const bill of those) bills.splice(bills.indexOf(bill), 1);
    if (!first.abroad)
      trade.banked.push({
        date: today.day,
        amount: toPlainDecimal(total.times(signs[kind])),
        partnerName: trade.shop.partnerNames.get(first.partnerId) ?? '',
      });
    await trade.desk.money({
      kind,
      partnerId: first.partnerId,
      accountId: trade.shop.bank,
      ...timeOfSampleDocument(today),
      ...currencyOfSampleDocument(trade, first.abroad),
      lines: lines.map((line) => ({ ...line, amount: toPlainDecimal(line.amount) })),
    });
  }
}
