import { daysOfRange } from '@tradehouse/contract';
import type { DayRange, ReplyOf, StockTiles, WaitingTile, home } from '@tradehouse/contract';
import { documentKinds, dayAfter, decimal, isPlan, monthEnd } from '@tradehouse/domain';
import type { KindCode } from '@tradehouse/domain';
import { urlWithFilters } from '../list/filters/filterState.ts';
import type { FilterValues } from '../list/filters/filterState.ts';

export type HomeReply = ReplyOf<typeof home>;
export const sides = ['sale', 'retailSale', 'buy', 'profit'] as const;
export type HomeTradeSide = (typeof sides)[number];
export const spans = ['today', 'yesterday', 'month', 'year'] as const satisfies readonly DayRange[];
type HomeDayRange = readonly [since: string, until: string];

/** The days of a month (YYYY-MM). */
export const monthDays = (month: string): HomeDayRange => [`${month}-01`, monthEnd(`${month}-01`)];

/** Report that explains a side's total by product or document. */
export const moneyPages: Readonly<Record<HomeTradeSide, string>> = {
  sale: '/report/sale_out_report',
  retailSale: '/report/retail_out_report',
  buy: '/report/buy_in_report',
  profit: '/report/profit',
};

/** Returns the URL of the report whose total equals a side's figure over some days. */
export const moneyUrl = (side: HomeTradeSide, dates: HomeDayRange): string =>
  urlWithFilters(moneyPages[side], {
    dates,
    ...(side === 'profit' ? { level: 'document' } : {}),
  });

/**
 * Returns an amount's change in per cent; null if the earlier amount is zero, negative or hidden, or the
 * present amount hidden.
 */
export function percentChangeBetween(now: string | null, before: string | null): string | null {
  if (now === null || before === null || decimal(before).lte(0)) return null;
  const change = decimal(now).minus(before).times(100).div(before);
  return change.toDecimalPlaces(1).toFixed();
}

const orders: FilterValues = { status: '1,3' };
const owed: FilterValues = { hasLastDebt: true, inForce: true };

/** Returns list filters for exactly the documents that a waiting tile counts. */
function filtersOfWaitingTile(tile: WaitingTile, kind: KindCode, today: string): FilterValues {
  switch (tile) {
    case 'orderedToday':
      return { time: daysOfRange('today', today) };
    case 'toApprove':
      return isPlan(kind) ? { status: '0' } : { status: '0', inForce: false };
    case 'toBuy':
    case 'toShip':
    case 'toReceive':
      return orders;
    case 'toCollect':
    case 'toPay':
      return owed;
    case 'overdueIn':
    case 'overdueOut':
      return { ...owed, dueOn: `,${dayAfter(today, -1)}` };
  }
}

/** Returns the URL of a waiting tile's list, over all dates unless the tile counts a single day. */
export const waitingUrl = (tile: WaitingTile, kind: KindCode, today: string): string => {
  const values = filtersOfWaitingTile(tile, kind, today);
  const url = urlWithFilters(documentKinds[kind].url ?? '', values);
  return values['time'] === undefined ? `${url}&time=` : url;
};

export const stockUrls: Readonly<
  Record<keyof StockTiles, { readonly page: string; readonly filters: FilterValues }>
> = {
  products: { page: '/report/material_stock', filters: {} },
  quantity: { page: '/report/material_stock', filters: {} },
  value: { page: '/report/material_stock', filters: {} },
  belowSafety: { page: '/report/stock_warning_report', filters: { belowMinimum: true } },
  soonExpired: { page: '/report/goods_expiration', filters: { level: 'soon' } },
  expired: { page: '/report/goods_expiration', filters: { level: 'expired' } },
  locked: { page: '/report/set_lock_stock', filters: { lockedOnly: true } },
  negative: { page: '/report/material_stock', filters: { belowZero: true } },
};
