import type { GoodsLineInput } from '@tradehouse/contract';
import type { SampleShop } from './masters.ts';
import { timeOfSampleDocument } from './trade.ts';
import type { Today, SampleTrade } from './trade.ts';

/** Lines for gift sets and their parts. */
function setLines({ gift, main: warehouseId }: SampleShop, sets: number): GoodsLineInput[] {
  const line = (barcode: string, quantity: number, role: 'composite' | 'part') => ({
    barcode,
    quantity: String(quantity),
    unitPrice: '0',
    warehouseId,
    role,
  });
  return [
    line(gift.barcode, sets, 'composite'),
    ...gift.parts.map(([part, count]) => line(part, sets * count, 'part')),
  ];
}

/** Packs gift sets from ample stock, and sells some of the sets. */
export async function packGifts(trade: SampleTrade, today: Today): Promise<void> {
  const { shop, desk, shelves } = trade;
  const [sets, sold] = [4, 3];
  const { barcode, parts } = shop.gift;
  if (parts.some(([part, count]) => shelves.held('main', part) < sets * count)) return;
  for (const [part, count] of parts) shelves.take('main', part, sets * count);
  await desk.goods({
    kind: 'assemble',
    ...timeOfSampleDocument(today),
    lines: setLines(shop, sets),
  });
  await desk.goods({
    kind: 'saleOut',
    partnerId: shop.customers[10]?.id ?? null,
    accountId: shop.bank,
    ...timeOfSampleDocument(today),
    paidNow: '0',
    lines: [{ barcode, quantity: String(sold), unitPrice: '98', warehouseId: shop.main }],
  });
  shelves.put('main', barcode, [{ quantity: sets - sold }]);
}

/** Takes an unsold gift set apart. */
export async function unpackGift(trade: SampleTrade, today: Today): Promise<void> {
  const { shop, desk, shelves } = trade;
  const { barcode, parts } = shop.gift;
  if (shelves.held('main', barcode) < 1) return;
  shelves.take('main', barcode, 1);
  await desk.goods({
    kind: 'disassemble',
    ...timeOfSampleDocument(today),
    lines: setLines(shop, 1),
  });
  for (const [part, count] of parts) shelves.put('main', part, [{ quantity: count }]);
}
