import { goodsDocuments } from '@tradehouse/contract';
import { decimal, plain } from '@tradehouse/domain';
import { dated, moneyOf } from './trade.ts';
import type { Bill, Today, Trade } from './trade.ts';

/** Pays what is due of these bills, a document for each partner, and takes them off. */
export async function settle(
  trade: Trade,
  today: Today,
  kind: 'moneyIn' | 'moneyOut',
  bills: Bill[],
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
    await trade.desk.money({
      kind,
      partnerId: first.partnerId,
      accountId: trade.shop.bank,
      ...dated(today),
      ...moneyOf(trade, first.abroad),
      lines: lines.map((line) => ({ ...line, amount: plain(line.amount) })),
    });
  }
}
