import { orderCalls } from '@tradehouse/contract';
import { isUntrackedProduct } from './goods.ts';
import { timeOfSampleDocument, makePricedLine } from './trade.ts';
import type { Today, SampleTrade } from './trade.ts';

/** Two pieces of something turned up behind a shelf. */
export async function findSome(trade: SampleTrade, today: Today): Promise<void> {
  const { shop, desk, shelves } = trade;
  const found = shop.variants.find(isUntrackedProduct);
  if (found === undefined) return;
  const lines = [makePricedLine(found, 2, found.buys, shop.main)];
  await desk.goods({ kind: 'otherIn', ...timeOfSampleDocument(today), lines });
  shelves.put('main', found.barcode, [{ quantity: 2 }]);
}

const BACK = 50;

/** Pays a member part of the deposited money back. */
export async function payBack({ shop, desk, prepaid }: SampleTrade, today: Today): Promise<void> {
  const [member, left = 0] = [...prepaid].find(([, amount]) => amount >= BACK) ?? [];
  if (member === undefined) return;
  prepaid.set(member, left - BACK);
  await desk.money({
    kind: 'advanceOut',
    partnerId: member,
    ...timeOfSampleDocument(today),
    lines: [{ accountId: shop.bank, amount: String(BACK) }],
  });
}

/** Cancels an order, and pays the deposit back. */
export async function callOff(
  { shop, desk }: SampleTrade,
  today: Today,
  side: 'sale' | 'purchase',
): Promise<void> {
  const variant = shop.variants.find(isUntrackedProduct);
  const buyer = shop.customers.find(({ abroad }) => !abroad)?.id;
  const partnerId = side === 'sale' ? buyer : shop.supplierIds[0];
  if (variant === undefined || partnerId === undefined) return;
  const price = side === 'sale' ? variant.sells : variant.buys;
  const deposit = '60';
  const id = await desk.goods({
    kind: `${side}Order`,
    partnerId,
    accountId: shop.bank,
    ...timeOfSampleDocument(today),
    depositTaken: deposit,
    lines: [makePricedLine(variant, 6, price, shop.main)],
  });
  await desk.call(orderCalls.complete, { ids: id });
  await desk.money({
    kind: side === 'sale' ? 'depositOut' : 'depositIn',
    partnerId,
    accountId: shop.bank,
    ...timeOfSampleDocument(today),
    lines: [{ settledDocumentId: id, amount: deposit }],
  });
}
