import {
  activities,
  deleteMessages,
  enterCount,
  messagesByStatus,
  priceAdjustments,
  startCount,
} from '@tradehouse/contract';
import type { GoodsLineInput } from '@tradehouse/contract';
import { dayAfter } from '@tradehouse/domain';
import type { Desk } from './desk.ts';
import { isPlain, said } from './goods.ts';
import { withAllocations } from './selling.ts';
import { dated, demand, priced } from './trade.ts';
import type { Item } from './classes.ts';
import type { Today, Trade } from './trade.ts';

/** Fills the shop's shelves from the warehouse. */
export async function stockShop(trade: Trade, today: Today): Promise<void> {
  const { shop, desk, shelves } = trade;
  const lines = shop.variants.flatMap((variant): GoodsLineInput[] => {
    const { barcode } = variant;
    const wanted = Math.max(4, Math.ceil(demand(variant, today.at) / 3));
    const missing = wanted - shelves.held('counter', barcode);
    const quantity = Math.min(missing, shelves.held('main', barcode));
    if (quantity < 2) return [];
    const taken = shelves.take('main', barcode, quantity);
    shelves.put('counter', barcode, taken.parts);
    return [
      {
        ...priced(variant, quantity, variant.buys, shop.main),
        targetWarehouseId: shop.counter,
        ...withAllocations(taken),
      },
    ];
  });
  if (lines.length > 0) await desk.goods({ kind: 'transfer', ...dated(today), lines });
}

/** What broke is written off. */
export async function writeOff(trade: Trade, today: Today): Promise<void> {
  const { shop, desk, shelves, draw } = trade;
  const plain = shop.variants.filter(
    (each) => isPlain(each) && shelves.held('main', each.barcode) > 4,
  );
  if (plain.length === 0) return;
  const variant = draw.one(plain);
  shelves.take('main', variant.barcode, 1);
  const line = priced(variant, 1, variant.buys, shop.main);
  const remark = said('破损', 'Broken')[shop.language];
  await desk.goods({ kind: 'otherOut', ...dated(today), remark, lines: [line] });
}

/** Rent and wages, power, interest: one item in or out. */
export async function book(
  { shop, desk }: Trade,
  today: Today,
  item: Item,
  amount: number,
): Promise<void> {
  await desk.money({
    kind: item.type === 'income' ? 'itemIn' : 'itemOut',
    accountId: shop.bank,
    ...dated(today),
    lines: [{ itemId: shop.itemId(item), amount: String(amount) }],
  });
}

/** The shop's cash goes to the bank. */
export async function bankCash({ shop, desk }: Trade, today: Today, amount: number): Promise<void> {
  await desk.money({
    kind: 'giro',
    accountId: shop.cash,
    ...dated(today),
    lines: [{ accountId: shop.bank, amount: String(amount) }],
  });
}

/** What sells best is to cost a little more over the counter: somebody has to approve it. */
export async function raisePrices({ shop, desk }: Trade): Promise<void> {
  const best = shop.variants.toSorted((a, b) => b.wanted - a.wanted).slice(0, 4);
  const found = await Promise.all(
    best.map(({ barcode }) =>
      desk.call(priceAdjustments.candidates, { price: 'retail', q: barcode }),
    ),
  );
  const lines = found.flat().map(({ barcodeId, oldPrice }) => ({
    barcodeId,
    newPrice: String(Math.ceil(Number(oldPrice) * 1.05)),
  }));
  const reason = said('进价上涨', 'Dearer from our suppliers')[shop.language];
  await desk.call(priceAdjustments.add, { price: 'retail', reason, lines });
}

/** How many of each. */
const OFFERED = 10;

/** A few of what there is much of are put by for a week's offer that is to come, at a lower price. */
export async function planOffer({ shop, desk, shelves }: Trade, today: string): Promise<void> {
  const lines = shop.variants
    .filter((each) => isPlain(each) && shelves.held('main', each.barcode) >= OFFERED)
    .toSorted((a, b) => shelves.held('main', b.barcode) - shelves.held('main', a.barcode))
    .slice(0, 4)
    .map(({ barcode, sells }) => ({
      barcode,
      warehouseId: shop.main,
      quantity: String(OFFERED),
      price: String(Math.floor(sells * 0.9)),
    }));
  await desk.call(activities.add, {
    name: said('周末特惠', 'Offer of the week')[shop.language],
    beginsAt: `${dayAfter(today, 3)}T01:00:00.000Z`,
    endsAt: `${dayAfter(today, 10)}T01:00:00.000Z`,
    lines,
  });
}

/** A count of the shop is under way: some shelves are counted, one of them short of a piece. */
export async function beginCount({ shop, desk, shelves }: Trade): Promise<void> {
  const { id } = await desk.call(startCount, { warehouseId: shop.counter });
  const entries = shop.variants
    .filter((each) => isPlain(each) && shelves.held('counter', each.barcode) > 0)
    .slice(0, 12)
    .map(({ barcode }, at) => ({
      code: barcode,
      quantity: String(shelves.held('counter', barcode) - (at === 5 ? 1 : 0)),
    }));
  if (entries.length > 0) await desk.call(enterCount, { id, entries });
}

/** A year of warnings came within a minute: of those that say the same, the newest stays. */
export async function warnOnce(desk: Desk): Promise<void> {
  const unread = await desk.call(messagesByStatus, { status: '1' });
  const titles = new Set<string>();
  const again = unread.filter(({ type, msgTitle }) => {
    if (type !== 'stockMinimum') return false;
    if (titles.has(msgTitle)) return true;
    titles.add(msgTitle);
    return false;
  });
  if (again.length > 0) await desk.call(deleteMessages, { ids: again.map(({ id }) => id).join() });
}
