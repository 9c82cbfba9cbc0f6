import { goodsDocuments } from '@tradehouse/contract';
import {
  buyShortDated,
  paySuppliers,
  receiveOrderedGoods,
  orderShortGoods,
  sendBack,
} from './buying.ts';
import type { SampleInOutItem } from './classes.ts';
import type { SampleClient } from './desk.ts';
import type { BusinessDay } from './days.ts';
import { createRandomDrawing } from './drawing.ts';
import { packGifts, unpackGift } from './gifts.ts';
import { callOff, findSome, payBack } from './goingBack.ts';
import { isUntrackedProduct } from './goods.ts';
import {
  bankCash,
  beginCount,
  bookSampleItem,
  planOffer,
  raisePrices,
  stockShop,
  warnOnce,
  writeOff,
} from './housekeeping.ts';
import { invoiceMonthBills } from './invoicing.ts';
import { addSampleMasters } from './masters.ts';
import { addSampleTools, closeOldMonths, stateBankAccount } from './books.ts';
import { runPromotions } from './offers.ts';
import { receiveOnlineOrders } from './online.ts';
import { billFreight, followShipments } from './shipping.ts';
import type { SampleLanguage } from './assortment.ts';
import {
  collectDuePayments,
  deliverOrders,
  recordMemberPrepayment,
  sellAtCounter,
  sellToCustomer,
  takeSaleReturn,
  takeBackOverCounter,
} from './selling.ts';
import { Shelves } from './shelves.ts';
import { makePricedLine } from './trade.ts';
import type { Today, SampleTrade } from './trade.ts';

const SEED = 20_200;
const SUNDAY = 0;
const MONDAY = 1;
const FRIDAY = 5;
const SATURDAY = 6;

/** Tells how many of the days are done; throws where no more is wanted. */
export type SampleProgressListener = (done: number, total: number) => Promise<void>;

/**
 * Simulates a new company's trade for these days, the last being today. Everything comes from the product's
 * own calls; equal days give equal results.
 */
export async function tradeSampleYear(
  desk: SampleClient,
  language: SampleLanguage,
  days: readonly BusinessDay[],
  tell: SampleProgressListener,
): Promise<void> {
  const total = days.length;
  await tell(0, total);
  const shop = await addSampleMasters(
    desk,
    language,
    days.map(({ day }) => day),
  );
  const going: SampleTrade = {
    desk,
    shop,
    draw: createRandomDrawing(SEED),
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
    shipped: [],
    banked: [],
  };
  for (const [at, day] of days.entries()) {
    await oneDay(going, makeSampleDay(at, day, total - 1 - at));
    await tell(at + 1, total);
  }
  await leaveOpen(going, days.at(-1)?.day ?? '');
}

/** Times documents from the day's opening on, some minutes apart; on the last day by the clock. */
function makeSampleDay(at: number, { day, opens }: BusinessDay, left: number): Today {
  let minutes = 0;
  return {
    at,
    day,
    left,
    weekday: new Date(day).getUTCDay(),
    time() {
      minutes += 7;
      return left === 0 ? undefined : new Date(opens + minutes * 60_000).toISOString();
    },
  };
}

async function oneDay(going: SampleTrade, today: Today): Promise<void> {
  const { weekday, at } = today;
  await receiveOrderedGoods(going, today);
  await followShipments(going, today);
  if (weekday === MONDAY || at === 0) await orderShortGoods(going, today);
  if (at < 4) return;
  if (weekday === SATURDAY || at === 7) await stockShop(going, today);
  await deliverOrders(going, today);
  if (weekday !== SUNDAY)
    for (let n = 0; n < 1 + (at % 2); n += 1) await sellToCustomer(going, today);
  for (let n = 0; n < 1 + ((at + 1) % 2); n += 1) await sellAtCounter(going, today);
  if (weekday === FRIDAY) {
    await collectDuePayments(going, today);
    await paySuppliers(going, today);
    await bankCash(going, today, 600);
  }
  await monthly[Number(today.day.slice(8))]?.(going, today);
}

/** Items of a new company, by index within their type (`database/seed/firstRecords.ts`). */
const interest = { type: 'income', at: 0 } as const;
const rent = { type: 'expense', at: 0 } as const;
const utilities = { type: 'expense', at: 1 } as const;
const freight = { type: 'expense', at: 2 } as const;
const wages = { type: 'expense', at: 3 } as const;

type Event = (going: SampleTrade, today: Today) => Promise<void>;

const makeBookingEvent =
  (item: SampleInOutItem, least: number, more = 0): Event =>
  (going, today) =>
    bookSampleItem(going, today, item, least + (more === 0 ? 0 : going.draw.below(more)));
const calledOff =
  (side: 'sale' | 'purchase'): Event =>
  (going, today) =>
    callOff(going, today, side);

/** Events once or twice a month, by day of the month. */
const monthly: Readonly<Partial<Record<number, Event>>> = {
  1: makeBookingEvent(rent, 2600),
  5: recordMemberPrepayment,
  8: takeSaleReturn,
  10: makeBookingEvent(utilities, 820, 300),
  12: packGifts,
  13: unpackGift,
  14: takeBackOverCounter,
  15: makeBookingEvent(wages, 6800),
  17: findSome,
  18: writeOff,
  19: calledOff('sale'),
  20: makeBookingEvent(interest, 30, 40),
  21: calledOff('purchase'),
  22: recordMemberPrepayment,
  24: sendBack,
  25: payBack,
  26: makeBookingEvent(freight, 380, 200),
  27: invoiceMonthBills,
};

/**
 * Leaves open work for today: a requisition, goods near expiry, drafts for approval including higher
 * prices, an offer, a count, bills of carriers, orders of a web shop, a bank statement.
 */
async function leaveOpen(going: SampleTrade, today: string): Promise<void> {
  const { desk, shop, draw, shelves } = going;
  const there = shop.variants.filter(
    (each) => isUntrackedProduct(each) && shelves.held('main', each.barcode) > 8,
  );
  const lines = draw
    .some(there, 3)
    .map((variant) => makePricedLine(variant, 2, variant.sells, shop.main));
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
  await runPromotions(going, today);
  await receiveOnlineOrders(going);
  await billFreight(going, today);
  await stateBankAccount(going, today);
  await addSampleTools(going);
  await closeOldMonths(going, today);
  await warnOnce(desk);
}
