import type { GoodsLineInput } from '@tradehouse/contract';
import type { Shop } from './masters.ts';
import { dated } from './trade.ts';
import type { Today, Trade } from './trade.ts';

/** Gift sets with what they are made of. */
function setLines({ gift, main: warehouseId }: Shop, sets: number): GoodsLineInput[] {
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

/** Packs gift sets of what there is enough of, and sells some of them. */
export async function packGifts(trade: Trade, today: Today): Promise<void> {
  const { shop, desk, shelves } = trade;
  const [sets, sold] = [4, 3];
  const { barcode, parts } = shop.gift;
  if (parts.some(([part, count]) => shelves.held('main', part) < sets * count)) return;
  for (const [part, count] of parts) shelves.take('main', part, sets * count);
  await desk.goods({ kind: 'assemble', ...dated(today), lines: setLines(shop, sets) });
  await desk.goods({
    kind: 'saleOut',
    partnerId: shop.customers[10]?.id ?? null,
    accountId: shop.bank,
    ...dated(today),
    paidNow: '0',
    lines: [{ barcode, quantity: String(sold), unitPrice: '98', warehouseId: shop.main }],
  });
  shelves.put('main', barcode, [{ quantity: sets - sold }]);
}

/** A gift set that no one wanted is taken apart again. */
export async function unpackGift(trade: Trade, today: Today): Promise<void> {
  const { shop, desk, shelves } = trade;
  const { barcode, parts } = shop.gift;
  if (shelves.held('main', barcode) < 1) return;
  shelves.take('main', barcode, 1);
  await desk.goods({ kind: 'disassemble', ...dated(today), lines: setLines(shop, 1) });
  for (const [part, count] of parts) shelves.put('main', part, [{ quantity: count }]);
}
