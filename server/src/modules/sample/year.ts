import { goodsDocuments } from '@tradehouse/contract';
import { buyShortDated, paySuppliers, receive, reorder, sendBack } from './buying.ts';
import type { Item } from './classes.ts';
import type { Desk } from './desk.ts';
import type { BusinessDay } from './days.ts';
import { drawing } from './drawing.ts';
import { packGifts, unpackGift } from './gifts.ts';
import { callOff, findSome, payBack } from './goingBack.ts';
import { isPlain } from './goods.ts';
import {
  bankCash,
  beginCount,
  book,
  planOffer,
  raisePrices,
  stockShop,
  warnOnce,
  writeOff,
} from './housekeeping.ts';
import { invoice } from './invoicing.ts';
import { masters } from './masters.ts';
import type { Language } from './assortment.ts';
import {
  collect,
  deliverOrders,
  prepay,
  retail,
  sell,
  takeBack,
  takeBackOverCounter,
} from './selling.ts';
import { Shelves } from './shelves.ts';
import { priced } from './trade.ts';
import type { Today, Trade } from './trade.ts';

const SEED = 20_200;
const SUNDAY = 0;
const MONDAY = 1;
const FRIDAY = 5;
const SATURDAY = 6;

/** Tells how many of the days are done; throws where no more is wanted. */
export type Tell = (done: number, total: number) => Promise<void>;

/**
 * Lets a new company trade for these days, the last of them today: every record and document by the product's own calls, the
 * same for the same days.
 */
export async function trade(
  desk: Desk,
  language: Language,
  days: readonly BusinessDay[],
  tell: Tell,
): Promise<void> {
  const total = days.length;
  await tell(0, total);
  const shop = await masters(
    desk,
    language,
    days.map(({ day }) => day),
  );
  const going: Trade = {
    desk,
    shop,
    draw: drawing(SEED),
    shelves: new Shelves(),
    ordered: [],
    promised: [],
    owed: [],
    owing: [],
    sold: [],
    billed: [],
    invoiced: 0,
    serials: 0,
    prepaid: new Map(),
  };
  for (const [at, day] of days.entries()) {
    await oneDay(going, todayOf(at, day, at === total - 1));
    await tell(at + 1, total);
  }
  await leaveOpen(going, days.at(-1)?.day ?? '');
}

/** Documents of a day are dated from its opening on, some minutes apart; those of the last day by the clock. */
function todayOf(at: number, { day, opens }: BusinessDay, isLast: boolean): Today {
  let minutes = 0;
  return {
    at,
    day,
    weekday: new Date(day).getUTCDay(),
    time() {
      minutes += 7;
      return isLast ? undefined : new Date(opens + minutes * 60_000).toISOString();
    },
  };
}

async function oneDay(going: Trade, today: Today): Promise<void> {
  const { weekday, at } = today;
  await receive(going, today);
  if (weekday === MONDAY || at === 0) await reorder(going, today);
  if (at < 4) return;
  if (weekday === SATURDAY || at === 7) await stockShop(going, today);
  await deliverOrders(going, today);
  if (weekday !== SUNDAY) for (let n = 0; n < 1 + (at % 2); n += 1) await sell(going, today);
  for (let n = 0; n < 1 + ((at + 1) % 2); n += 1) await retail(going, today);
  if (weekday === FRIDAY) {
    await collect(going, today);
    await paySuppliers(going, today);
    await bankCash(going, today, 600);
  }
  await monthly[Number(today.day.slice(8))]?.(going, today);
}

/** The items of a new company, each in its place among those of its type (`database/seed/firstRecords.ts`). */
const interest = { type: 'income', at: 0 } as const;
const rent = { type: 'expense', at: 0 } as const;
const utilities = { type: 'expense', at: 1 } as const;
const freight = { type: 'expense', at: 2 } as const;
const wages = { type: 'expense', at: 3 } as const;

type Event = (going: Trade, today: Today) => Promise<void>;

const booked =
  (item: Item, least: number, more = 0): Event =>
  (going, today) =>
    book(going, today, item, least + (more === 0 ? 0 : going.draw.below(more)));
const calledOff =
  (side: 'sale' | 'purchase'): Event =>
  (going, today) =>
    callOff(going, today, side);

/** What comes once or twice a month, by the day of the month. */
const monthly: Readonly<Partial<Record<number, Event>>> = {
  1: booked(rent, 2600),
  5: prepay,
  8: takeBack,
  10: booked(utilities, 820, 300),
  12: packGifts,
  13: unpackGift,
  14: takeBackOverCounter,
  15: booked(wages, 6800),
  17: findSome,
  18: writeOff,
  19: calledOff('sale'),
  20: booked(interest, 30, 40),
  21: calledOff('purchase'),
  22: prepay,
  24: sendBack,
  25: payBack,
  26: booked(freight, 380, 200),
  27: invoice,
};

/**
 * What waits to be done today: a requisition, something near its expiry, drafts to approve, dearer prices among them, an offer, a
 * count.
 */
async function leaveOpen(going: Trade, today: string): Promise<void> {
  const { desk, shop, draw, shelves } = going;
  const there = shop.variants.filter(
    (each) => isPlain(each) && shelves.held('main', each.barcode) > 8,
  );
  const lines = draw.some(there, 3).map((variant) => priced(variant, 2, variant.sells, shop.main));
  await desk.goods({
    kind: 'purchaseRequest',
    lines: lines.map(({ barcode }) => ({ barcode, quantity: '24' })),
  });
  for (const customer of draw.some(
    shop.customers.filter(({ abroad }) => !abroad),
    2,
  ))
    await desk.call(goodsDocuments.add, {
      kind: 'saleOut',
      partnerId: customer.id,
      accountId: shop.bank,
      status: '0',
      paidNow: '0',
      lines,
    });
  await buyShortDated(going, today);
  await raisePrices(going);
  await planOffer(going, today);
  await beginCount(going);
  await warnOnce(desk);
}
