import type { GoodsLineInput } from '@tradehouse/contract';
import { dayAfter } from '@tradehouse/domain';
import { isPlain } from './goods.ts';
import { settle } from './settling.ts';
import type { Variant } from './assortment.ts';
import type { Shop } from './masters.ts';
import { dated, moneyOf, priced, salePrice } from './trade.ts';
import type { Order, Today, Trade } from './trade.ts';

type Customer = Shop['customers'][number];

/** What a customer takes of what lies there, and has not been promised to others. */
function wish({ shop, shelves, promised, draw }: Trade, customer: Customer): Order['lines'] {
  const free = ({ barcode }: Variant): number =>
    shelves.held('main', barcode) -
    promised
      .flatMap(({ lines }) => lines)
      .filter(({ variant }) => variant.barcode === barcode)
      .reduce((sum, { quantity }) => sum + quantity, 0);
  const there = shop.variants.filter((variant) => free(variant) >= 4);
  const chosen = draw.some(
    there,
    2 + draw.below(customer.wanted > 3 ? 5 : 3),
    ({ wanted }) => wanted,
  );
  return chosen.map((variant) => {
    const most = variant.sells < 20 ? 24 : variant.sells < 60 ? 12 : 4;
    return { variant, quantity: Math.min(free(variant), 1 + draw.below(most)) };
  });
}

const salesOf = ({ shop, draw }: Trade) => ({ salespersonIds: [draw.one(shop.salesIds)] });

/** A customer takes goods along, or orders them for a later day. */
export async function sell(trade: Trade, today: Today): Promise<void> {
  const { shop, draw } = trade;
  const customer = draw.one(shop.customers, ({ wanted }) => wanted);
  const lines = wish(trade, customer);
  if (lines.length === 0) return;
  if (draw.oneIn(4)) return order(trade, today, customer, lines);
  return deliver(trade, today, { customer, lines });
}

async function order(
  trade: Trade,
  today: Today,
  customer: Customer,
  lines: Order['lines'],
): Promise<void> {
  const { shop, desk, draw, promised } = trade;
  const { id: partnerId, abroad = false } = customer;
  const deposit = !abroad && draw.oneIn(3);
  const id = await desk.goods({
    kind: 'saleOrder',
    partnerId,
    expectedOn: dayAfter(today.day, 5),
    accountId: shop.bank,
    ...dated(today),
    ...salesOf(trade),
    ...moneyOf(trade, abroad),
    ...(deposit ? { depositTaken: '100' } : {}),
    lines: lines.map(({ variant, quantity }) =>
      priced(variant, quantity, salePrice(trade, variant, customer), shop.main),
    ),
  });
  promised.push({ id, partnerId, lines, due: today.at + 2 + draw.below(6), deposit, abroad });
}

/** What was ordered for today, or before, goes out, if all of it is there. */
export async function deliverOrders(trade: Trade, today: Today): Promise<void> {
  const { shelves, shop } = trade;
  for (const due of trade.promised.filter((each) => each.due <= today.at)) {
    const customer = shop.customers.find(({ id }) => id === due.partnerId);
    // What the shop or a write-off took since has to come again before the order can go out.
    const there = due.lines.every(
      ({ variant, quantity }) => shelves.held('main', variant.barcode) >= quantity,
    );
    if (customer === undefined || !there) continue;
    trade.promised.splice(trade.promised.indexOf(due), 1);
    await deliver(trade, today, { customer, lines: due.lines, order: due });
  }
}

interface Delivery {
  readonly customer: Customer;
  readonly lines: Order['lines'];
  readonly order?: Order;
}

async function deliver(trade: Trade, today: Today, delivery: Delivery): Promise<void> {
  const { shop, desk, draw, shelves, sold, owed } = trade;
  const { customer, order: from } = delivery;
  const { id: partnerId, abroad = false, days } = customer;
  const lines = delivery.lines.map(({ variant, quantity }, at): GoodsLineInput => ({
    ...priced(variant, quantity, salePrice(trade, variant, customer), shop.main),
    ...withAllocations(shelves.take('main', variant.barcode, quantity)),
    ...(from === undefined ? {} : { sourceDocumentId: from.id, sourceLine: at + 1 }),
  }));
  const round = abroad ? 0 : draw.below(3) * 5;
  const id = await desk.goods({
    kind: 'saleOut',
    partnerId,
    accountId: shop.bank,
    ...dated(today),
    ...salesOf(trade),
    ...moneyOf(trade, abroad),
    ...(from?.deposit ? { depositUsed: '100' } : {}),
    ...(round > 0 && from === undefined ? { discount: String(round) } : {}),
    paidNow: '0',
    lines,
  });
  const line = delivery.lines.findIndex(({ variant }) => isPlain(variant));
  const back = delivery.lines[line];
  if (back !== undefined && !abroad)
    sold.push({
      id,
      partnerId,
      line: line + 1,
      variant: back.variant,
      price: salePrice(trade, back.variant, customer),
    });
  const due = today.at + Math.max(3, days - 5 + draw.below(15));
  owed.push({ id, partnerId, due, abroad });
  if (!abroad) trade.billed.push({ id, partnerId });
}

export const withAllocations = ({
  allocations,
}: Pick<GoodsLineInput, 'allocations'>): Pick<GoodsLineInput, 'allocations'> =>
  allocations === undefined ? {} : { allocations };

/** Customers pay what is due. */
export const collect = (trade: Trade, today: Today): Promise<void> =>
  settle(trade, today, 'moneyIn', trade.owed);

/** One piece of a sale of the last weeks comes back. */
export async function takeBack(trade: Trade, today: Today): Promise<void> {
  const { shop, desk, shelves, sold, owed } = trade;
  const sale = sold.pop();
  sold.length = 0;
  if (sale === undefined) return;
  const { id: sourceDocumentId, partnerId, line: sourceLine, variant, price } = sale;
  const id = await desk.goods({
    kind: 'saleBack',
    partnerId,
    accountId: shop.bank,
    ...dated(today),
    ...salesOf(trade),
    paidNow: '0',
    lines: [{ ...priced(variant, 1, price, shop.main), sourceDocumentId, sourceLine }],
  });
  shelves.put('main', variant.barcode, [{ quantity: 1 }]);
  owed.push({ id, partnerId, due: today.at + 10, abroad: false, back: true });
}

/** Somebody buys over the counter, a member perhaps, who pays with what they have paid in while that is enough. */
export async function retail(trade: Trade, today: Today): Promise<void> {
  const { shop, desk, draw, shelves, prepaid } = trade;
  const there = shop.variants.filter(({ barcode }) => shelves.held('counter', barcode) >= 3);
  const chosen = draw.some(there, 1 + draw.below(4), ({ wanted }) => wanted);
  if (chosen.length === 0) return;
  const lines = chosen.map((variant) => {
    const quantity = 1 + draw.below(variant.retails < 40 ? 3 : 1);
    return {
      ...priced(variant, quantity, variant.retails, shop.counter),
      ...withAllocations(shelves.take('counter', variant.barcode, quantity)),
    };
  });
  const member = draw.oneIn(3) ? draw.one(shop.memberIds) : null;
  const total = lines.reduce(
    (sum, line) => sum + Number(line.quantity) * Number(line.unitPrice),
    0,
  );
  const left = (member === null ? 0 : (prepaid.get(member) ?? 0)) - total;
  if (member !== null && left >= 0) prepaid.set(member, left);
  const id = await desk.goods({
    kind: 'retailOut',
    partnerId: member,
    ...(left < 0 ? { accountId: shop.cash } : { payment: 'prepaid' }),
    ...dated(today),
    lines,
  });
  const line = chosen.findIndex(isPlain);
  const variant = chosen[line];
  if (member === null && variant !== undefined) trade.overCounter = { id, line: line + 1, variant };
}

/** Somebody brings a piece back that they bought over the counter, and gets the money for it. */
export async function takeBackOverCounter(trade: Trade, today: Today): Promise<void> {
  const { shop, desk, shelves, overCounter } = trade;
  if (overCounter === undefined) return;
  const { id: sourceDocumentId, line: sourceLine, variant } = overCounter;
  delete trade.overCounter;
  await desk.goods({
    kind: 'retailBack',
    accountId: shop.cash,
    ...dated(today),
    lines: [{ ...priced(variant, 1, variant.retails, shop.counter), sourceDocumentId, sourceLine }],
  });
  shelves.put('counter', variant.barcode, [{ quantity: 1 }]);
}

/** A member pays beforehand, and is given a tenth on top. */
export async function prepay({ shop, desk, draw, prepaid }: Trade, today: Today): Promise<void> {
  const amount = 200 + draw.below(4) * 100;
  const member = draw.one(shop.memberIds);
  prepaid.set(member, (prepaid.get(member) ?? 0) + amount);
  await desk.money({
    kind: 'advanceIn',
    partnerId: member,
    ...dated(today),
    bonus: String(amount / 10),
    lines: [{ accountId: shop.bank, amount: String(amount) }],
  });
}
