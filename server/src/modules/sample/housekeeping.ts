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
import type { SampleClient } from './desk.ts';
import { isUntrackedProduct, makeSampleWords } from './goods.ts';
import { withAllocations } from './selling.ts';
import {
  estimateWeeklyDemand,
  findBarcodeId,
  makePricedLine,
  timeOfSampleDocument,
} from './trade.ts';
import type { SampleInOutItem } from './classes.ts';
import type { Today, SampleTrade } from './trade.ts';

/** Fills the shop's shelves from the warehouse. */
export async function stockShop(trade: SampleTrade, today: Today): Promise<void> {
  const { shop, desk, shelves } = trade;
  const lines = shop.variants.flatMap((variant): GoodsLineInput[] => {
    const { barcode } = variant;
    const wanted = Math.max(4, Math.ceil(estimateWeeklyDemand(variant, today.at) / 3));
    const missing = wanted - shelves.held('counter', barcode);
    const quantity = Math.min(missing, shelves.held('main', barcode));
    if (quantity < 2) return [];
    const taken = shelves.take('main', barcode, quantity);
    shelves.put('counter', barcode, taken.parts);
    return [
      {
        ...makePricedLine(variant, quantity, variant.buys, shop.main),
        targetWarehouseId: shop.counter,
        ...withAllocations(taken),
      },
    ];
  });
  if (lines.length > 0)
    await desk.goods({ kind: 'transfer', ...timeOfSampleDocument(today), lines });
}

export async function writeOff(trade: SampleTrade, today: Today): Promise<void> {
  const { shop, desk, shelves, draw } = trade;
  const plain = shop.variants.filter(
    (each) => isUntrackedProduct(each) && shelves.held('main', each.barcode) > 4,
  );
  if (plain.length === 0) return;
  const variant = draw.one(plain);
  shelves.take('main', variant.barcode, 1);
  const line = makePricedLine(variant, 1, variant.buys, shop.main);
  const remark = makeSampleWords('破损', 'Broken')[shop.language];
  await desk.goods({ kind: 'otherOut', ...timeOfSampleDocument(today), remark, lines: [line] });
}

/** Books an income or expense item: rent and wages, power, interest. */
export async function bookSampleItem(
  { shop, desk, banked }: SampleTrade,
  today: Today,
  item: SampleInOutItem,
  amount: number,
): Promise<void> {
  banked.push({ date: today.day, amount: String(item.type === 'income' ? amount : -amount) });
  await desk.money({
    kind: item.type === 'income' ? 'itemIn' : 'itemOut',
    accountId: shop.bank,
    ...timeOfSampleDocument(today),
    lines: [{ itemId: shop.itemId(item), amount: String(amount) }],
  });
}

/** The shop's cash goes to the bank. */
export async function bankCash(
  { shop, desk, banked }: SampleTrade,
  today: Today,
  amount: number,
): Promise<void> {
  banked.push({ date: today.day, amount: String(amount) });
  await desk.money({
    kind: 'giro',
    accountId: shop.cash,
    ...timeOfSampleDocument(today),
    lines: [{ accountId: shop.bank, amount: String(amount) }],
  });
}

/** Proposes a slightly higher retail price for bestsellers: the price awaits approval. */
export async function raisePrices({ shop, desk }: SampleTrade): Promise<void> {
  const best = shop.variants.toSorted((a, b) => b.wanted - a.wanted).slice(0, 4);
  const lines = await Promise.all(
    best.map(async ({ barcode, retails }) => ({
      barcodeId: await findBarcodeId(desk, barcode),
      newPrice: String(Math.ceil(retails * 1.05)),
    })),
  );
  const reason = makeSampleWords('进价上涨', 'Dearer from our suppliers')[shop.language];
  await desk.call(priceAdjustments.add, { price: 'retail', reason, lines });
}

/** How many of each. */
const OFFERED = 10;

/** Reserves some ample goods for a week's future offer, at a lower price. */
export async function planOffer(
  { shop, desk, shelves }: SampleTrade,
  today: string,
): Promise<void> {
  const lines = shop.variants
    .filter((each) => isUntrackedProduct(each) && shelves.held('main', each.barcode) >= OFFERED)
    .toSorted((a, b) => shelves.held('main', b.barcode) - shelves.held('main', a.barcode))
    .slice(0, 4)
    .map(({ barcode, sells }) => ({
      barcode,
      warehouseId: shop.main,
      quantity: String(OFFERED),
      price: String(Math.floor(sells * 0.9)),
    }));
  await desk.call(activities.add, {
    name: makeSampleWords('周末特惠', 'Offer of the week')[shop.language],
    beginsAt: `${dayAfter(today, 3)}T01:00:00.000Z`,
    endsAt: `${dayAfter(today, 10)}T01:00:00.000Z`,
    lines,
  });
}

/** Begins a count of the shop: some shelves are counted, with a piece missing on a shelf. */
export async function beginCount({ shop, desk, shelves }: SampleTrade): Promise<void> {
  const { id } = await desk.call(startCount, { warehouseId: shop.counter });
  const entries = shop.variants
    .filter((each) => isUntrackedProduct(each) && shelves.held('counter', each.barcode) > 0)
    .slice(0, 12)
    .map(({ barcode }, at) => ({
      code: barcode,
      quantity: String(shelves.held('counter', barcode) - (at === 5 ? 1 : 0)),
    }));
  if (entries.length > 0) await desk.call(enterCount, { id, entries });
}

/** Keeps the newest of equal warnings: a year of warnings came within a minute. */
export async function warnOnce(desk: SampleClient): Promise<void> {
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
