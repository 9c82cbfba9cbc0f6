// Steps of random histories: outbounds of orders, kits with a promotion, goods with freight in their cost.
import { goodsDocuments, products, promotions } from '@tradehouse/contract';
import { decimal, toPlainDecimal } from '@tradehouse/domain';
import type { Shop } from '../../document/testShop.ts';
import { bookFreightOf } from './freightSteps.ts';
import { at, dayOf, pickFrom, post } from './books.ts';
import type { Books, Carried, LandedMove, Order, Outcome, Step } from './books.ts';

/** Regular price of a kit, and the price of the promotion. */
const [KIT_PRICE, PROMOTED_PRICE] = ['10', '9'];
/** A kit has so many pieces at 1. */
export const KIT_COST = 3;

/** Adds a kit of three pieces, with a promotion of ten percent. */
export async function addKit(shop: Shop, barcode: string): Promise<string> {
  const { call } = shop.server;
  const code = `7${barcode}`;
  const parts = [{ barcodeId: await shop.barcodeId(barcode), quantity: String(KIT_COST) }];
  const { id } = await call(products.add, {
    name: `Kit ${code}`,
    unitName: 'set',
    kit: true,
    barcodes: [{ code, unit: 'set', salePrice: KIT_PRICE }],
    parts,
  });
  const { barcodes } = await call(products.infoCall, { id });
  const goods = [{ barcodeId: barcodes[0]?.id ?? '', quantity: '1' }];
  await call(promotions.add, { name: 'Ten', promotionKind: 'percent', rate: '10', goods });
  return code;
}

const carried = (saved: Omit<Carried, 'day'>, day: string): Carried => ({
  id: saved.id,
  number: saved.number,
  day,
});

/** Delivers one of the two pieces of an order. */
export async function deliver(books: Books, step: Step): Promise<Outcome> {
  const { shop, partnerId, barcode } = books;
  const open = books.orders.filter((one) => !one.isComplete && one.outbounds.length < 2);
  const one = pickFrom(open, step.pick);
  if (one === undefined) return 'nothing';
  const day = dayOf(step);
  const source = { sourceDocumentId: one.id, sourceLine: 1 };
  const saved = await post(books, [day], () =>
    shop.goods('saleOut', [{ barcode, quantity: '1', unitPrice: '7', ...source }], {
      ...at(day),
      partnerId,
    }),
  );
  if (saved === null) return 'refused';
  one.outbounds = [...one.outbounds, carried(saved, day)];
  bookFreightOf(books, one);
  return 'done';
}

/** Deletes an outbound of an order without confirmed freight: the freight of the order waits again. */
export async function undeliver(books: Books, { pick }: Step): Promise<Outcome> {
  const { call } = books.shop.server;
  const all = books.orders.flatMap((order) =>
    order.isComplete ? [] : order.outbounds.map((outbound) => ({ order, outbound })),
  );
  const { order, outbound } = pickFrom(all, pick) ?? {};
  if (order === undefined || outbound === undefined) return 'nothing';
  // Freight of the outbound itself would be deleted from the lists with the outbound.
  if (books.freight.some((row) => row.of === outbound || isConfirmedWith(row, outbound)))
    return 'nothing';
  const { id: ids } = outbound;
  await call(goodsDocuments.setStatus, { ids, status: '0' });
  const removed = await post(books, [outbound.day], () =>
    call(goodsDocuments.removeBatch, { ids }),
  );
  if (removed === null) {
    await call(goodsDocuments.setStatus, { ids, status: '1' });
    return 'refused';
  }
  order.outbounds = order.outbounds.filter((one) => one !== outbound);
  bookFreightOf(books, order);
  return 'done';
}

const isConfirmedWith = (
  { bearer, isAccepted }: Books['freight'][number],
  outbound: Carried,
): boolean => bearer === outbound && isAccepted;

/** Sells kits, of each second sale at the price of the promotion. */
export async function sellKit(books: Books, step: Step): Promise<Outcome> {
  const { shop, partnerId, kit: barcode } = books;
  const [day, quantity, isPromoted] = [dayOf(step), 1 + (step.pick % 4), step.pick % 2 === 0];
  const price = isPromoted ? { regularPrice: KIT_PRICE } : { unitPrice: KIT_PRICE };
  const saved = await post(books, [day], () =>
    shop.goods('saleOut', [{ barcode, quantity: String(quantity), ...price }], {
      ...at(day),
      partnerId,
    }),
  );
  if (saved === null) return 'refused';
  const amount = decimal(isPromoted ? PROMOTED_PRICE : KIT_PRICE).times(quantity);
  books.kitSales = [...books.kitSales, { ...carried(saved, day), quantity, amount, returned: 0 }];
  return 'done';
}

/** Takes back a part of sold kits, never before their sale. */
export async function returnKit(books: Books, step: Step): Promise<Outcome> {
  const { shop, partnerId, kit: barcode } = books;
  const sale = pickFrom(
    books.kitSales.filter((one) => one.returned < one.quantity),
    step.pick,
  );
  if (sale === undefined) return 'nothing';
  const day = dayOf(step) < sale.day ? sale.day : dayOf(step);
  const quantity = 1 + (step.pick % (sale.quantity - sale.returned));
  const unitPrice = toPlainDecimal(sale.amount.dividedBy(sale.quantity));
  const source = { sourceDocumentId: sale.id, sourceLine: 1 };
  const saved = await post(books, [day], () =>
    shop.goods('saleBack', [{ barcode, quantity: String(quantity), unitPrice, ...source }], {
      ...at(day),
      partnerId,
    }),
  );
  if (saved === null) return 'refused';
  sale.returned += quantity;
  const amount = decimal(unitPrice).times(quantity);
  books.kitReturns = [...books.kitReturns, { ...carried(saved, day), quantity, amount }];
  return 'done';
}

/** Receives goods of the history, whose cost includes freight. */
export async function receive(books: Books, step: Step): Promise<Outcome> {
  const { shop, landed } = books;
  const [day, quantity] = [dayOf(step), 1 + (step.pick % 7)];
  const unitPrice = decimal(1 + step.pick * 13).dividedBy(100);
  const line = { barcode: landed.barcode, unitPrice: toPlainDecimal(unitPrice) };
  const saved = await post(books, [day], () =>
    shop.goods('purchaseIn', [{ ...line, quantity: String(quantity) }], at(day)),
  );
  if (saved === null) return 'refused';
  addLandedMove(books, { ...carried(saved, day), quantity, paid: unitPrice.times(quantity) });
  return 'done';
}

/** Sells received goods, as far as the stock of the day and of every later day allows. */
export async function sellLanded(books: Books, step: Step): Promise<Outcome> {
  const { shop, partnerId, landed, landedMoves } = books;
  const day = dayOf(step);
  const later = [day, ...landedMoves.map((one) => one.day).filter((one) => one > day)];
  const stock = later.map((end) =>
    landedMoves.reduce((all, one) => (one.day <= end ? all + one.quantity : all), 0),
  );
  const free = Math.min(...stock);
  if (free < 1) return 'nothing';
  const quantity = 1 + (step.pick % free);
  const line = { barcode: landed.barcode, quantity: String(quantity), unitPrice: '5' };
  const saved = await post(books, [day], () =>
    shop.goods('saleOut', [line], { ...at(day), partnerId }),
  );
  if (saved === null) return 'refused';
  addLandedMove(books, { ...carried(saved, day), quantity: -quantity, paid: decimal(0) });
  return 'done';
}

function addLandedMove(books: Books, move: LandedMove): void {
  books.landedMoves = [...books.landedMoves, move];
}

/** Outbounds of all orders. */
export const outboundsOf = (orders: readonly Order[]): readonly Carried[] =>
  orders.flatMap(({ outbounds }) => outbounds);
