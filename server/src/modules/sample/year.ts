import { goodsDocuments } from '@tradehouse/contract';
import { paySuppliers, receive, reorder, sendBack } from './buying.ts';
import { callOff, findSome, payBack } from './goingBack.ts';
import type { Desk } from './desk.ts';
import type { BusinessDay } from './days.ts';
import { drawing } from './drawing.ts';
import { packGifts, unpackGift } from './gifts.ts';
import {
  bankCash,
  beginCount,
  book,
  planOffer,
  raisePrices,
  stockShop,
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
  await byTheMonth(going, today);
}

/** The items of a new company, each in its place among those of its type (`database/seed/firstRecords.ts`). */
const interest = { type: 'in', at: 0 } as const;
const rent = { type: 'out', at: 0 } as const;
const utilities = { type: 'out', at: 1 } as const;
const freight = { type: 'out', at: 2 } as const;
const wages = { type: 'out', at: 3 } as const;

/** What comes once or twice a month, by the day of the month. */
async function byTheMonth(going: Trade, today: Today): Promise<void> {
  const { draw, shop } = going;
  const broken = shop.language === 'en' ? 'Broken' : '破损';
  switch (Number(today.day.slice(8))) {
    case 1:
      return book(going, today, rent, 2600);
    case 5:
      return prepay(going, today);
    case 8:
      return takeBack(going, today);
    case 10:
      return book(going, today, utilities, 820 + draw.below(300));
    case 12:
      return packGifts(going, today);
    case 13:
      return unpackGift(going, today);
    case 14:
      return takeBackOverCounter(going, today);
    case 15:
      return book(going, today, wages, 6800);
    case 17:
      return findSome(going, today);
    case 18:
      return writeOff(going, today, broken);
    case 19:
      return callOff(going, today, 'sale');
    case 20:
      return book(going, today, interest, 30 + draw.below(40));
    case 21:
      return callOff(going, today, 'purchase');
    case 22:
      return prepay(going, today);
    case 24:
      return sendBack(going, today);
    case 25:
      return payBack(going, today);
    case 26:
      return book(going, today, freight, 380 + draw.below(200));
    case 27:
      return invoice(going, today);
    default:
  }
}

/** What waits to be done today: a requisition, drafts to approve, dearer prices among them, an offer, a count. */
async function leaveOpen(going: Trade, today: string): Promise<void> {
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
  await raisePrices(going);
  await planOffer(going, today);
  await beginCount(going);
}
