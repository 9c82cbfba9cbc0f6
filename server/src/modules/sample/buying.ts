import type { GoodsLineInput } from '@tradehouse/contract';
import { dayAfter } from '@tradehouse/domain';
import type { Variant } from './assortment.ts';
import { isPlain } from './goods.ts';
import { ABROAD } from './people.ts';
import { settle } from './settling.ts';
import { allocated } from './shelves.ts';
import { dated, demand, moneyOf, priceFor, priced } from './trade.ts';
import type { Order, Today, Trade } from './trade.ts';

/** Orders of every supplier what will be short, for five weeks. */
export async function reorder(trade: Trade, today: Today): Promise<void> {
  const { shop, shelves, ordered, draw } = trade;
  for (const [supplier, partnerId] of shop.supplierIds.entries()) {
    const lines = shop.variants
      .filter((variant) => variant.supplier === supplier)
      .flatMap((variant) => {
        const weekly = demand(variant, today.at) / (variant.comes === undefined ? 1 : 3);
        const held =
          shelves.held('main', variant.barcode) +
          ordered
            .flatMap(({ lines: those }) => those)
            .filter(({ variant: same }) => same.barcode === variant.barcode)
            .reduce((sum, { quantity }) => sum + quantity, 0);
        return held < weekly * 2.2 ? [{ variant, quantity: Math.ceil((weekly * 5) / 6) * 6 }] : [];
      });
    if (lines.length === 0) continue;
    const abroad = supplier === ABROAD;
    const warehouseId = shop.main;
    const due = today.at + 2 + draw.below(abroad ? 14 : 5);
    const id = await trade.desk.goods({
      kind: 'purchaseOrder',
      partnerId,
      expectedOn: dayAfter(today.day, abroad ? 12 : 5),
      ...dated(today),
      ...moneyOf(trade, abroad),
      lines: lines.map(({ variant, quantity }) =>
        priced(variant, quantity, priceFor(trade, variant.buys, abroad), warehouseId),
      ),
    });
    ordered.push({ id, partnerId, lines, due, deposit: false, abroad });
  }
}

/** What was ordered comes in, now and then only a part of it at first. */
export async function receive(trade: Trade, today: Today): Promise<void> {
  const due = trade.ordered.filter((order) => order.due <= today.at);
  for (const order of due) {
    trade.ordered.splice(trade.ordered.indexOf(order), 1);
    const inParts = trade.draw.oneIn(9);
    const came = order.lines.map(({ quantity }) => (inParts ? Math.ceil(quantity / 2) : quantity));
    await receipt(trade, today, order, came);
    const rest = order.lines.map(({ variant, quantity }, at) => ({
      variant,
      quantity: quantity - (came[at] ?? 0),
    }));
    if (inParts) trade.ordered.push({ ...order, lines: rest, due: today.at + 7 });
  }
}

async function receipt(
  trade: Trade,
  today: Today,
  { id: sourceDocumentId, partnerId, lines, abroad }: Order,
  came: readonly number[],
): Promise<void> {
  const { shop, shelves, draw } = trade;
  const input = lines.flatMap(({ variant, quantity: wanted }, at): GoodsLineInput[] => {
    const quantity = came[at] ?? wanted;
    if (quantity === 0) return [];
    const parts = arrived(trade, today, variant, quantity);
    shelves.put('main', variant.barcode, parts);
    return [
      {
        ...priced(variant, quantity, priceFor(trade, variant.buys, abroad), shop.main),
        ...allocated(parts),
        sourceDocumentId,
        sourceLine: at + 1,
      },
    ];
  });
  const id = await trade.desk.goods({
    kind: 'purchaseIn',
    partnerId,
    accountId: shop.bank,
    ...dated(today),
    ...moneyOf(trade, abroad),
    paidNow: '0',
    lines: input,
  });
  trade.owing.push({
    id,
    partnerId,
    due: today.at + 25 + draw.below(20),
    abroad,
  });
  if (!abroad) trade.billed.push({ id, partnerId });
}

/** New goods as they come: in a lot of their day, each with a serial, or neither. */
function arrived(trade: Trade, { day }: Today, { days, serials }: Variant, quantity: number) {
  if (serials)
    return Array.from({ length: quantity }, () => {
      trade.serials += 1;
      return {
        quantity: 1,
        serial: `SN${day.slice(2, 4)}${String(trade.serials).padStart(6, '0')}`,
      };
    });
  if (days === undefined) return [{ quantity }];
  // What comes was made a while ago.
  const age = trade.draw.below(Math.ceil(days / 5));
  return [{ quantity, lot: lotOf(day), expiry: dayAfter(day, days - age) }];
}

/** Lots are called by the day that they came. */
const lotOf = (day: string): string => `L${day.replaceAll('-', '').slice(2)}`;

/** What has little of its life left comes cheaply: something is near its expiry, whatever day it is. */
export async function buyShortDated({ desk, shop }: Trade, day: string): Promise<void> {
  const variant = shop.variants.find(({ days }) => days !== undefined);
  if (variant === undefined) return;
  const quantity = 12;
  const left = { lot: `${lotOf(day)}S`, expiry: dayAfter(day, 12) };
  await desk.goods({
    kind: 'purchaseIn',
    partnerId: shop.supplierIds[variant.supplier] ?? '',
    accountId: shop.bank,
    paidNow: '0',
    lines: [
      {
        ...priced(variant, quantity, Math.round(variant.buys / 2), shop.main),
        ...allocated([{ quantity, ...left }]),
      },
    ],
  });
}

/** Suppliers are paid, those first whose bills are due; a few wait longer. */
export const paySuppliers = (trade: Trade, today: Today): Promise<void> =>
  settle(trade, today, 'moneyOut', trade.owing);

/** Something of what lies there goes back to its supplier. */
export async function sendBack(trade: Trade, today: Today): Promise<void> {
  const { shop, shelves, draw } = trade;
  const plain = shop.variants.filter(
    (variant) =>
      isPlain(variant) && variant.supplier !== ABROAD && shelves.held('main', variant.barcode) > 6,
  );
  if (plain.length === 0) return;
  const variant = draw.one(plain);
  shelves.take('main', variant.barcode, 2);
  const partnerId = shop.supplierIds[variant.supplier] ?? '';
  const id = await trade.desk.goods({
    kind: 'purchaseBack',
    partnerId,
    accountId: shop.bank,
    ...dated(today),
    paidNow: '0',
    lines: [priced(variant, 2, variant.buys, shop.main)],
  });
  trade.owing.push({ id, partnerId, due: today.at + 7, abroad: false, back: true });
}
