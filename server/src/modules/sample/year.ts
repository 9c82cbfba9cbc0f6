import { goodsDocuments } from '@tradehouse/contract';
import { paySuppliers, receive, reorder, sendBack } from './buying.ts';
import type { Desk } from './desk.ts';
import { drawing } from './drawing.ts';
import { bankCash, beginCount, book, packGifts, stockShop, writeOff } from './housekeeping.ts';
import { masters } from './masters.ts';
import type { Language } from './assortment.ts';
import { collect, deliverOrders, prepay, retail, sell, takeBack } from './selling.ts';
import { Shelves } from './shelves.ts';
import { priced } from './trade.ts';
import type { Today, Trade } from './trade.ts';

const YEAR = 365;
const DAY = 24 * 60 * 60 * 1000;
const SEED = 20_200;
const SUNDAY = 0;
const MONDAY = 1;
const FRIDAY = 5;
const SATURDAY = 6;

/** Tells how many of the days are done; throws where no more is wanted. */
export type Tell = (done: number, total: number) => Promise<void>;

/**
 * Lets a new company trade for a year up to now: every record and document by the product's own calls, the same for the same
 * last day.
 */
export async function trade(
  desk: Desk,
  language: Language,
  today: string,
  tell: Tell,
  length = YEAR,
): Promise<void> {
  const last = Date.parse(today);
  const days = Array.from({ length }, (_, at) =>
    new Date(last - (length - 1 - at) * DAY).toISOString().slice(0, 10),
  );
  await tell(0, length);
  const shop = await masters(desk, language, days);
  const going: Trade = {
    desk,
    shop,
    days,
    draw: drawing(SEED),
    shelves: new Shelves(),
    ordered: [],
    promised: [],
    owed: [],
    owing: [],
    sold: [],
    serials: 0,
  };
  for (const [at, day] of days.entries()) {
    await oneDay(going, todayOf(at, day, at === length - 1));
    await tell(at + 1, length);
  }
  await leaveOpen(going);
  await tell(length, length);
}

/** Documents of a day are dated from nine o'clock on, some minutes apart; those of the last day by the clock. */
function todayOf(at: number, day: string, isLast: boolean): Today {
  let minutes = 0;
  return {
    at,
    day,
    weekday: new Date(day).getUTCDay(),
    time() {
      minutes += 7;
      const time = new Date(Date.parse(`${day}T09:00:00+08:00`) + minutes * 60_000);
      return isLast ? undefined : time.toISOString();
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
  await byTheMonth(going, today);
}

/** What comes once or twice a month, by the day of the month. */
async function byTheMonth(going: Trade, today: Today): Promise<void> {
  const { draw, shop } = going;
  const broken = shop.language === 'en' ? 'Broken' : '破损';
  switch (Number(today.day.slice(8))) {
    case 1:
      return book(going, today, 'out', 0, 6800);
    case 5:
      return prepay(going, today);
    case 8:
      return takeBack(going, today);
    case 10:
      return book(going, today, 'out', 1, 820 + draw.below(300));
    case 12:
      return packGifts(going, today);
    case 15:
      return book(going, today, 'out', 3, 26_500);
    case 18:
      return writeOff(going, today, broken);
    case 20:
      return book(going, today, 'in', 0, 30 + draw.below(40));
    case 22:
      return prepay(going, today);
    case 24:
      return sendBack(going, today);
    case 26:
      return book(going, today, 'out', 2, 380 + draw.below(200));
    default:
  }
}

/** What waits to be done today: a requisition, drafts to approve, a count under way. */
async function leaveOpen(going: Trade): Promise<void> {
  const { desk, shop, draw, shelves } = going;
  const there = shop.variants.filter(
    ({ days, serials, barcode }) => !days && !serials && shelves.held('main', barcode) > 8,
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
  await beginCount(going);
}
