import type { GoodsLineInput } from '@tradehouse/contract';
import { dayAfter } from '@tradehouse/domain';
import type { Variant } from './assortment.ts';
import { isUntrackedProduct } from './goods.ts';
import { ABROAD } from './people.ts';
import { settleDueBills } from './settling.ts';
import { toLineAllocations } from './shelves.ts';
import {
  timeOfSampleDocument,
  estimateWeeklyDemand,
  currencyOfSampleDocument,
  convertSamplePrice,
  makePricedLine,
} from './trade.ts';
import type { OpenSampleOrder, Today, SampleTrade } from './trade.ts';

/** Orders goods running short from every supplier, for five weeks. */
export async function orderShortGoods(trade: SampleTrade, today: Today): Promise<void> {
  const { shop, shelves, ordered, draw } = trade;
  for (const [supplier, partnerId] of shop.supplierIds.entries()) {
    const lines = shop.variants
      .filter((variant) => variant.supplier === supplier)
      .flatMap((variant) => {
        const weekly =
          estimateWeeklyDemand(variant, today.at) / (variant.comes === undefined ? 1 : 3);
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
      ...timeOfSampleDocument(today),
      ...currencyOfSampleDocument(trade, abroad),
      lines: lines.map(({ variant, quantity }) =>
        makePricedLine(
          variant,
          quantity,
          convertSamplePrice(trade, variant.buys, abroad),
          warehouseId,
        ),
      ),
    });
    ordered.push({ id, partnerId, lines, due, deposit: false, abroad });
  }
}

/** Receives ordered goods, at times only partly at first. */
export async function receiveOrderedGoods(trade: SampleTrade, today: Today): Promise<void> {
  const due = trade.ordered.filter((order) => order.due <= today.at);
  for (const order of due) {
    trade.ordered.splice(trade.ordered.indexOf(order), 1);
    const inParts = trade.draw.oneIn(9);
    const came = order.lines.map(({ quantity }) => (inParts ? Math.ceil(quantity / 2) : quantity));
    await recordGoodsReceipt(trade, today, order, came);
    const rest = order.lines.map(({ variant, quantity }, at) => ({
      variant,
      quantity: quantity - (came[at] ?? 0),
    }));
    if (inParts) trade.ordered.push({ ...order, lines: rest, due: today.at + 7 });
  }
}

async function recordGoodsReceipt(
  trade: SampleTrade,
  today: Today,
  { id: sourceDocumentId, partnerId, lines, abroad }: OpenSampleOrder,
  came: readonly number[],
): Promise<void> {
  const { shop, shelves, draw } = trade;
  const input = lines.flatMap(({ variant, quantity: wanted }, at): GoodsLineInput[] => {
    const quantity = came[at] ?? wanted;
    if (quantity === 0) return [];
    const parts = splitArrivedGoods(trade, today, variant, quantity);
    shelves.put('main', variant.barcode, parts);
    return [
      {
        ...makePricedLine(
          variant,
          quantity,
          convertSamplePrice(trade, variant.buys, abroad),
          shop.main,
        ),
        ...toLineAllocations(parts),
        sourceDocumentId,
        sourceLine: at + 1,
      },
    ];
  });
  const id = await trade.desk.goods({
    kind: 'purchaseIn',
    partnerId,
    accountId: shop.bank,
    ...timeOfSampleDocument(today),
    ...currencyOfSampleDocument(trade, abroad),
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

/** Describes received goods: in a lot of the day, each with a serial, or neither. */
function splitArrivedGoods(
  trade: SampleTrade,
  { day }: Today,
  { days, serials }: Variant,
  quantity: number,
) {
  if (serials)
    return Array.from({ length: quantity }, () => {
      trade.serials += 1;
      return {
        quantity: 1,
        serial: `SN${day.slice(2, 4)}${String(trade.serials).padStart(6, '0')}`,
      };
    });
  if (days === undefined) return [{ quantity }];
  // Received goods were produced some time ago.
  const age = trade.draw.below(Math.ceil(days / 5));
  return [{ quantity, lot: lotOf(day), expiry: dayAfter(day, days - age) }];
}

/** Names a lot by the day of receipt. */
const lotOf = (day: string): string => `L${day.replaceAll('-', '').slice(2)}`;

/** Buys short-dated goods cheaply: some goods are always near expiry, on any day. */
export async function buyShortDated({ desk, shop }: SampleTrade, day: string): Promise<void> {
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
        ...makePricedLine(variant, quantity, Math.round(variant.buys / 2), shop.main),
        ...toLineAllocations([{ quantity, ...left }]),
      },
    ],
  });
}

/** Pays suppliers, due bills first; a few wait longer. */
export const paySuppliers = (trade: SampleTrade, today: Today): Promise<void> =>
  settleDueBills(trade, today, 'moneyOut', trade.owing);

/** Returns some goods in stock to their supplier. */
export async function sendBack(trade: SampleTrade, today: Today): Promise<void> {
  const { shop, shelves, draw } = trade;
  const plain = shop.variants.filter(
    (variant) =>
      isUntrackedProduct(variant) &&
      variant.supplier !== ABROAD &&
      shelves.held('main', variant.barcode) > 6,
  );
  if (plain.length === 0) return;
  const variant = draw.one(plain);
  shelves.take('main', variant.barcode, 2);
  const partnerId = shop.supplierIds[variant.supplier] ?? '';
  const id = await trade.desk.goods({
    kind: 'purchaseBack',
    partnerId,
    accountId: shop.bank,
    ...timeOfSampleDocument(today),
    paidNow: '0',
    lines: [makePricedLine(variant, 2, variant.buys, shop.main)],
  });
  trade.owing.push({ id, partnerId, due: today.at + 7, abroad: false, back: true });
}
