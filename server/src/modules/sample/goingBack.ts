import { orderCalls } from '@tradehouse/contract';
import { isUntrackedProduct, makeSampleWords } from './goods.ts';
import { timeOfSampleDocument, makePricedLine } from './trade.ts';
import type { Today, SampleTrade } from './trade.ts';

/** A piece turned up behind a shelf: a gain, below the losses by breakage. */
export async function findSome(trade: SampleTrade, today: Today): Promise<void> {
  const { shop, desk, shelves } = trade;
  const [found] = shop.variants
    .filter(isUntrackedProduct)
    .toSorted((one, other) => Number(one.buys) - Number(other.buys));
  if (found === undefined) return;
  const lines = [makePricedLine(found, 1, found.buys, shop.main)];
  const remark = makeSampleWords('货架后找到', 'Found behind a shelf')[shop.language];
  await desk.goods({ kind: 'otherIn', ...timeOfSampleDocument(today), remark, lines });
  shelves.put('main', found.barcode, [{ quantity: 1 }]);
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
