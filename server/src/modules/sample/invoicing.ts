import { invoices } from '@tradehouse/contract';
import { makeSampleWords } from './goods.ts';
import type { Today, SampleTrade } from './trade.ts';

/** One in this many partners needs no invoices; one in this many invoices is written again. */
const NONE_FOR = 3;
const WRONG = 15;

/**
 * Invoices the month's bills of most domestic partners, in either direction: everything billed since the
 * last invoice.
 */
export async function invoiceMonthBills(trade: SampleTrade, { day }: Today): Promise<void> {
  const { desk, shop, billed } = trade;
  const partners = [...shop.customers.map(({ id }) => id), ...shop.supplierIds];
  const byPartner = Map.groupBy(billed.splice(0), ({ partnerId }) => partnerId);
  for (const [partnerId, bills] of byPartner) {
    if (partners.indexOf(partnerId) % NONE_FOR === 0) continue;
    const start = await desk.call(invoices.startBills, {
      ids: bills.map(({ id }) => id).join(),
    });
    if (start.direction === null) continue;
    trade.invoiced += 1;
    const body = {
      direction: start.direction,
      invoiceKind: start.direction === 'issued' ? 'electronic' : 'vat',
      invoiceDate: day,
      partnerId,
      net: start.net ?? '0',
      tax: start.tax ?? '0',
      bills: start.bills.map(({ documentId, left }) => ({ documentId, amount: left ?? '0' })),
    } as const;
    const write = (series: number) =>
      desk.call(invoices.add, { ...body, number: String(series * 1_000_000 + trade.invoiced) });
    const { id } = await write(40);
    if (trade.invoiced % WRONG !== 0) continue;
    const reason = makeSampleWords('抬头有误', 'Wrong title')[shop.language];
    await desk.call(invoices.voidBatch, { ids: id, reason });
    await write(41);
  }
}
