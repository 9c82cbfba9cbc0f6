import type { GoodsLineInput } from '@tradehouse/contract';
import { dayAfter } from '@tradehouse/domain';
import { isUntrackedProduct } from './goods.ts';
import { shipSampleDelivery } from './shipping.ts';
import { settleDueBills } from './settling.ts';
import type { Variant } from './assortment.ts';
import type { SampleShop } from './masters.ts';
import {
  timeOfSampleDocument,
  currencyOfSampleDocument,
  makePricedLine,
  salePrice,
} from './trade.ts';
import type { OpenSampleOrder, Today, SampleTrade } from './trade.ts';

type Customer = SampleShop['customers'][number];

/** Chooses a customer's goods from stock not promised elsewhere. */
function chooseSaleLines(
  { shop, shelves, promised, draw }: SampleTrade,
  customer: Customer,
): OpenSampleOrder['lines'] {
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

const salesOf = ({ shop, draw }: SampleTrade) => ({ salespersonIds: [draw.one(shop.salesIds)] });

/** Sells goods at once, or by an order for a later day. */
export async function sellToCustomer(trade: SampleTrade, today: Today): Promise<void> {
  const { shop, draw } = trade;
  const customer = draw.one(shop.customers, ({ wanted }) => wanted);
  const lines = chooseSaleLines(trade, customer);
  if (lines.length === 0) return;
  if (draw.oneIn(4)) return takeCustomerOrder(trade, today, customer, lines);
  return deliverSampleGoods(trade, today, { customer, lines });
}

async function takeCustomerOrder(
  trade: SampleTrade,
  today: Today,
  customer: Customer,
  lines: OpenSampleOrder['lines'],
): Promise<void> {
  const { shop, desk, draw, promised } = trade;
  const { id: partnerId, abroad = false } = customer;
  const deposit = !abroad && draw.oneIn(3);
  const id = await desk.goods({
    kind: 'saleOrder',
    partnerId,
    expectedOn: dayAfter(today.day, 5),
    accountId: shop.bank,
    ...timeOfSampleDocument(today),
    ...salesOf(trade),
    ...currencyOfSampleDocument(trade, abroad),
    ...(deposit ? { depositTaken: '100' } : {}),
    lines: lines.map(({ variant, quantity }) =>
      makePricedLine(variant, quantity, salePrice(trade, variant, customer), shop.main),
    ),
  });
  promised.push({ id, partnerId, lines, due: today.at + 2 + draw.below(6), deposit, abroad });
}

/** Delivers orders due today or earlier, if completely in stock. */
export async function deliverOrders(trade: SampleTrade, today: Today): Promise<void> {
  const { shelves, shop } = trade;
  for (const due of trade.promised.filter((each) => each.due <= today.at)) {
    const customer = shop.customers.find(({ id }) => id === due.partnerId);
    // Goods sold or written off meanwhile must be restocked before the order is delivered.
    const there = due.lines.every(
      ({ variant, quantity }) => shelves.held('main', variant.barcode) >= quantity,
    );
    if (customer === undefined || !there) continue;
    trade.promised.splice(trade.promised.indexOf(due), 1);
    await deliverSampleGoods(trade, today, { customer, lines: due.lines, order: due });
  }
}

interface SampleDelivery {
  readonly customer: Customer;
  readonly lines: OpenSampleOrder['lines'];
  readonly order?: OpenSampleOrder;
}

async function deliverSampleGoods(
  trade: SampleTrade,
  today: Today,
  delivery: SampleDelivery,
): Promise<void> {
  const { shop, desk, draw, shelves, sold, owed } = trade;
  const { customer, order: from } = delivery;
  const { id: partnerId, abroad = false, days } = customer;
  const lines = delivery.lines.map(({ variant, quantity }, at): GoodsLineInput => ({
    ...makePricedLine(variant, quantity, salePrice(trade, variant, customer), shop.main),
    ...withAllocations(shelves.take('main', variant.barcode, quantity)),
    ...(from === undefined ? {} : { sourceDocumentId: from.id, sourceLine: at + 1 }),
  }));
  const round = abroad ? 0 : draw.below(3) * 5;
  const id = await desk.goods({
    kind: 'saleOut',
    partnerId,
    accountId: shop.bank,
    ...timeOfSampleDocument(today),
    ...salesOf(trade),
    ...currencyOfSampleDocument(trade, abroad),
    ...(from?.deposit ? { depositUsed: '100' } : {}),
    ...(round > 0 && from === undefined ? { discount: String(round) } : {}),
    paidNow: '0',
    lines,
  });
  const line = delivery.lines.findIndex(({ variant }) => isUntrackedProduct(variant));
  const back = delivery.lines[line];
  if (back !== undefined && !abroad)
    sold.push({
      id,
      partnerId,
      line: line + 1,
      variant: back.variant,
      price: salePrice(trade, back.variant, customer),
      discount: from === undefined ? shareOfDiscount(round, lines, line) : 0,
    });
  const due = today.at + Math.max(3, days - 5 + draw.below(15));
  owed.push({ id, partnerId, due, abroad });
  if (abroad) return;
  trade.billed.push({ id, partnerId });
  await shipSampleDelivery(trade, today, {
    documentId: id,
    customer: customer.name[shop.language],
  });
}

/** Computes a piece's share in the discount of the sale, in whole cents rounded up. */
function shareOfDiscount(discount: number, lines: readonly GoodsLineInput[], line: number): number {
  const total = lines.reduce(
    (sum, each) => sum + Number(each.quantity) * Number(each.unitPrice),
    0,
  );
  return Math.ceil((discount * Number(lines[line]?.unitPrice) * 100) / total) / 100;
}

export const withAllocations = ({
  allocations,
}: Pick<GoodsLineInput, 'allocations'>): Pick<GoodsLineInput, 'allocations'> =>
  allocations === undefined ? {} : { allocations };

export const collectDuePayments = (trade: SampleTrade, today: Today): Promise<void> =>
  settleDueBills(trade, today, 'moneyIn', trade.owed);

/** Takes back a piece of a sale of the last weeks. */
export async function takeSaleReturn(trade: SampleTrade, today: Today): Promise<void> {
  const { shop, desk, shelves, sold, owed } = trade;
  const sale = sold.pop();
  sold.length = 0;
  if (sale === undefined) return;
  const { id: sourceDocumentId, partnerId, line: sourceLine, variant, price, discount } = sale;
  const id = await desk.goods({
    kind: 'saleBack',
    partnerId,
    accountId: shop.bank,
    ...timeOfSampleDocument(today),
    ...salesOf(trade),
    paidNow: '0',
    ...(discount > 0 ? { discount: String(discount) } : {}),
    lines: [{ ...makePricedLine(variant, 1, price, shop.main), sourceDocumentId, sourceLine }],
  });
  shelves.put('main', variant.barcode, [{ quantity: 1 }]);
  owed.push({ id, partnerId, due: today.at + 10, abroad: false, back: true });
}

/** Sells over the counter, perhaps to a member, with the deposit while sufficient. */
export async function sellAtCounter(trade: SampleTrade, today: Today): Promise<void> {
  const { shop, desk, draw, shelves, prepaid } = trade;
  const there = shop.variants.filter(({ barcode }) => shelves.held('counter', barcode) >= 3);
  const chosen = draw.some(there, 1 + draw.below(4), ({ wanted }) => wanted);
  if (chosen.length === 0) return;
  const lines = chosen.map((variant) => {
    const quantity = 1 + draw.below(variant.retails < 40 ? 3 : 1);
    return {
      ...makePricedLine(variant, quantity, variant.retails, shop.counter),
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
    ...timeOfSampleDocument(today),
    lines,
  });
  const line = chosen.findIndex(isUntrackedProduct);
  const variant = chosen[line];
  if (member === null && variant !== undefined) trade.overCounter = { id, line: line + 1, variant };
}

/** Takes back a piece sold over the counter, and refunds the money. */
export async function takeBackOverCounter(trade: SampleTrade, today: Today): Promise<void> {
  const { shop, desk, shelves, overCounter } = trade;
  if (overCounter === undefined) return;
  const { id: sourceDocumentId, line: sourceLine, variant } = overCounter;
  delete trade.overCounter;
  await desk.goods({
    kind: 'retailBack',
    accountId: shop.cash,
    ...timeOfSampleDocument(today),
    lines: [
      {
        ...makePricedLine(variant, 1, variant.retails, shop.counter),
        sourceDocumentId,
        sourceLine,
      },
    ],
  });
  shelves.put('counter', variant.barcode, [{ quantity: 1 }]);
}

/** A member pays beforehand, and is given a tenth on top. */
export async function recordMemberPrepayment(
  { shop, desk, draw, prepaid }: SampleTrade,
  today: Today,
): Promise<void> {
  const amount = 200 + draw.below(4) * 100;
  const member = draw.one(shop.memberIds);
  prepaid.set(member, (prepaid.get(member) ?? 0) + amount);
  await desk.money({
    kind: 'advanceIn',
    partnerId: member,
    ...timeOfSampleDocument(today),
    bonus: String(amount / 10),
    lines: [{ accountId: shop.bank, amount: String(amount) }],
  });
}
