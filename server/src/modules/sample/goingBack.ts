import { orderCalls } from '@tradehouse/contract';
import { isPlain } from './goods.ts';
import { dated, priced } from './trade.ts';
import type { Today, Trade } from './trade.ts';

/** Two pieces of something turned up behind a shelf. */
export async function findSome(trade: Trade, today: Today): Promise<void> {
  const { shop, desk, shelves } = trade;
  const found = shop.variants.find(isPlain);
  if (found === undefined) return;
  const lines = [priced(found, 2, found.buys, shop.main)];
  await desk.goods({ kind: 'otherIn', ...dated(today), lines });
  shelves.put('main', found.barcode, [{ quantity: 2 }]);
}

const BACK = 50;

/** A member wants some of what they paid in back. */
export async function payBack({ shop, desk, prepaid }: Trade, today: Today): Promise<void> {
  const [member, left = 0] = [...prepaid].find(([, amount]) => amount >= BACK) ?? [];
  if (member === undefined) return;
  prepaid.set(member, left - BACK);
  await desk.money({
    kind: 'advanceOut',
    partnerId: member,
    ...dated(today),
    lines: [{ accountId: shop.bank, amount: String(BACK) }],
  });
}

/** An order comes to nothing, and its deposit goes back to who paid it. */
export async function callOff(
  { shop, desk }: Trade,
  today: Today,
  side: 'sale' | 'purchase',
): Promise<void> {
  const variant = shop.variants.find(isPlain);
  const buyer = shop.customers.find(({ abroad }) => !abroad)?.id;
  const partnerId = side === 'sale' ? buyer : shop.supplierIds[0];
  if (variant === undefined || partnerId === undefined) return;
  const price = side === 'sale' ? variant.sells : variant.buys;
  const deposit = '60';
  const id = await desk.goods({
    kind: `${side}Order`,
    partnerId,
    accountId: shop.bank,
    ...dated(today),
    depositTaken: deposit,
    lines: [priced(variant, 6, price, shop.main)],
  });
  await desk.call(orderCalls.complete, { ids: id });
  await desk.money({
    kind: side === 'sale' ? 'depositOut' : 'depositIn',
    partnerId,
    accountId: shop.bank,
    ...dated(today),
    lines: [{ settledDocumentId: id, amount: deposit }],
  });
}
