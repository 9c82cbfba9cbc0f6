import { daysOfRange } from '@tradehouse/contract';
import type { DayRange, ReplyOf, StockTiles, WaitingTile, home } from '@tradehouse/contract';
import { documentKinds, dayAfter, decimal, monthEnd } from '@tradehouse/domain';
import type { KindCode } from '@tradehouse/domain';
import { urlWithFilters } from '../../list/filters/filterState.ts';
import type { FilterValues } from '../../list/filters/filterState.ts';

export type Home = ReplyOf<typeof home>;
export const sides = ['sale', 'retailSale', 'buy', 'profit'] as const;
export type Side = (typeof sides)[number];
export const spans = ['today', 'yesterday', 'month', 'year'] as const satisfies readonly DayRange[];
type Days = readonly [since: string, until: string];

/** The days of a month (YYYY-MM). */
export const monthDays = (month: string): Days => [`${month}-01`, monthEnd(`${month}-01`)];

/** The page that tells what a side came to, product by product or document by document. */
export const moneyPages: Readonly<Record<Side, string>> = {
  sale: '/report/sale_out_report',
  retailSale: '/report/retail_out_report',
  buy: '/report/buy_in_report',
  profit: '/report/profit',
};

/** The report behind what a side came to in some days: its total is that figure. */
export const moneyUrl = (side: Side, dates: Days): string =>
  urlWithFilters(moneyPages[side], {
    dates,
    ...(side === 'profit' ? { level: 'document' } : {}),
  });

/** By how many per cent an amount changed; null where there was nothing before, or less, or either is hidden. */
export function changeOf(now: string | null, before: string | null): string | null {
  if (now === null || before === null || decimal(before).lte(0)) return null;
  const change = decimal(now).minus(before).times(100).div(before);
  return change.toDecimalPlaces(1).toFixed();
}

const orders: FilterValues = { status: '1,3' };
const debts: FilterValues = { hasLastDebt: true };

/** What the list of a waiting tile's kind asks for: just what the tile counts. */
function filtersOf(tile: WaitingTile, today: string, forced: boolean): FilterValues {
  // Where everything is to be approved, what is not owes nothing.
  const owed = forced ? { ...debts, status: '1' } : debts;
  switch (tile) {
    case 'orderedToday':
      return { time: daysOfRange('today', today) };
    case 'toApprove':
      return { status: '0' };
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

/** The list that a waiting tile opens, of all dates where it counts no day's alone. */
export const waitingUrl = (
  tile: WaitingTile,
  kind: KindCode,
  { today, forced }: { readonly today: string; readonly forced: boolean },
): string => {
  const values = filtersOf(tile, today, forced);
  const url = urlWithFilters(documentKinds[kind].url ?? '', values);
  return values['time'] === undefined ? `${url}&time=` : url;
};

/** What each tile of stock opens. */
export const stockUrls: Readonly<
  Record<keyof StockTiles, { readonly page: string; readonly filters: FilterValues }>
> = {
  products: { page: '/report/material_stock', filters: {} },
  quantity: { page: '/report/material_stock', filters: {} },
  value: { page: '/report/material_stock', filters: {} },
  belowSafety: { page: '/report/stock_warning_report', filters: {} },
  soonExpired: { page: '/report/goods_expiration', filters: { level: 'soon' } },
  expired: { page: '/report/goods_expiration', filters: { level: 'expired' } },
  locked: { page: '/report/set_lock_stock', filters: { lockedOnly: true } },
  negative: { page: '/report/material_stock', filters: { belowZero: true } },
};
