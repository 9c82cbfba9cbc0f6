import { dayAfter } from '../day.ts';
import { comingMonths, forecastDemand } from './demand.ts';
import type { ComingMonths, ForecastMethod } from './demand.ts';
import { proposedQuantity, quantityOfEstimate, replenishLevels } from './proposal.ts';
import type { OrderTerms, ReplenishTerms } from './proposal.ts';

/** Weekly review: the months ended before, and the days ahead. */
interface TrialReview {
  /** Month of the year of the latest complete month, January is 0. */
  readonly lastMonth: number;
  /** Number of months of the trial ended before the review. */
  readonly ended: number;
  readonly ahead: ComingMonths;
}

/** Months and reviews of a trial, shared by its SKUs. The trial begins on the first day of a month. */
export interface TrialCalendar {
  readonly months: ComingMonths;
  readonly reviews: ReadonlyMap<number, TrialReview>;
}

/** Splits a trial into months, with a review every `reviewDays`; reviews look some days ahead. */
export function trialCalendar(
  since: string,
  days: number,
  { reviewDays, lookAhead }: { readonly reviewDays: number; readonly lookAhead: number },
): TrialCalendar {
  const months = comingMonths(since, days);
  const reviews = new Map<number, TrialReview>();
  for (let day = 0; day < days; day += reviewDays) {
    const today = dayAfter(since, day);
    reviews.set(day, {
      lastMonth: (Number(today.slice(5, 7)) + 10) % 12,
      ended: comingMonths(since, day + 1).length - 1,
      ahead: comingMonths(today, lookAhead),
    });
  }
  return { months, reviews };
}

/** Stock before a trial, and the movements of its days, from the books. */
export interface BackTestBooks {
  /** Stock at the end of the day before the trial. */
  readonly opening: number;
  /** Net quantity to customers by day. */
  readonly sold: readonly number[];
  /** Net quantity from suppliers by day. */
  readonly received: readonly number[];
  /** Other net changes by day: opening stock, counts, transfers, assembly. */
  readonly otherChanges: readonly number[];
  /** Sold by month before the trial, oldest first; the last month ends on the day before the trial. */
  readonly history: readonly number[];
}

/** Rule under trial. */
export interface BackTestRule extends ReplenishTerms {
  readonly method: ForecastMethod;
  readonly order: OrderTerms;
}

/** Result of a month of a trial. */
export interface TrialMonth {
  readonly days: number;
  /** Days that end without stock, from the first stock or movement on. */
  readonly stockOutDays: number;
  /** Demand without stock; unknown in the books, and 0 there. */
  readonly short: number;
  readonly averageStock: number;
  /** Orders of the rule; in the books, days with goods from suppliers. */
  readonly orders: number;
}

interface TrialDay {
  readonly stock: number;
  readonly short: number;
  readonly ordered: boolean;
}

/** Day of the first stock or movement; the number of days without any. */
function firstStockedDay({ opening, sold, received, otherChanges }: BackTestBooks): number {
  if (opening > 0) return 0;
  const changes = [sold, received, otherChanges];
  const first = sold.findIndex((_, day) => changes.some((change) => (change[day] ?? 0) !== 0));
  return first < 0 ? sold.length : first;
}

/** Runs the days of a trial in order, and sums them by month. */
function sumDays(
  { months }: TrialCalendar,
  firstDay: number,
  run: (day: number) => TrialDay,
): readonly TrialMonth[] {
  let day = 0;
  return months.map(({ days }) => {
    let [stockOutDays, short, stock, orders] = [0, 0, 0, 0];
    for (const end = day + days; day < end; day += 1) {
      const result = run(day);
      if (day >= firstDay && result.stock <= 0) stockOutDays += 1;
      if (result.ordered) orders += 1;
      short += result.short;
      stock += Math.max(result.stock, 0);
    }
    return { days, stockOutDays, short, averageStock: stock / days, orders };
  });
}

/** Result of the books over the days of a trial. */
export function resultOfBooks(
  books: BackTestBooks,
  calendar: TrialCalendar,
): readonly TrialMonth[] {
  let stock = books.opening;
  return sumDays(calendar, firstStockedDay(books), (day) => {
    const received = books.received[day] ?? 0;
    stock += received + (books.otherChanges[day] ?? 0) - (books.sold[day] ?? 0);
    return { stock, short: 0, ordered: received > 0 };
  });
}

/** Quantities sold by month of a trial. */
const soldByMonth = (sold: readonly number[], months: ComingMonths): readonly number[] => {
  let start = 0;
  return months.map(({ days }) => {
    const end = start + days;
    const month = sold.slice(start, end).reduce((total, quantity) => total + quantity, 0);
    start = end;
    return month;
  });
};

/**
 * Simulates the rule over the demand of the books: each review orders, and orders arrive after the
 * lead time. Demand without stock is lost. The rule begins with the first stock or movement. During the lead
 * time from then on, the goods received in the books arrive, because they were ordered before. Other changes
 * happen as in the books.
 */
export function simulateRule(
  books: BackTestBooks,
  rule: BackTestRule,
  calendar: TrialCalendar,
): readonly TrialMonth[] {
  const { sold, received, otherChanges, history } = books;
  const months = [...history, ...soldByMonth(sold, calendar.months)];
  const arrivals = new Map<number, number>();
  let stock = Math.max(books.opening, 0);
  let onOrder = 0;
  const firstDay = firstStockedDay(books);
  return sumDays(calendar, firstDay, (day) => {
    const arrived = arrivals.get(day) ?? 0;
    const orderedBefore = day < firstDay + Math.max(rule.leadDays, 1) ? (received[day] ?? 0) : 0;
    onOrder -= arrived;
    stock = Math.max(stock + arrived + orderedBefore + (otherChanges[day] ?? 0), 0);
    const review = day < firstDay ? undefined : calendar.reviews.get(day);
    const known = months.slice(0, history.length + (review?.ended ?? 0));
    const proposed = review === undefined ? 0 : proposeOn(review, rule, known, stock + onOrder);
    if (proposed > 0) {
      const due = day + Math.max(rule.leadDays, 1);
      arrivals.set(due, (arrivals.get(due) ?? 0) + proposed);
      onOrder += proposed;
    }
    const left = stock - (sold[day] ?? 0);
    stock = Math.max(left, 0);
    return { stock, short: Math.max(-left, 0), ordered: proposed > 0 };
  });
}

function proposeOn(
  { lastMonth, ahead }: TrialReview,
  { method, order, ...terms }: BackTestRule,
  quantities: readonly number[],
  position: number,
): number {
  const forecast = forecastDemand({ quantities, lastMonth }, method);
  const levels = replenishLevels(forecast, terms, ahead);
  if (position >= levels.reorderPoint) return 0;
  const proposed = proposedQuantity(quantityOfEstimate(position), levels, order);
  return proposed.toNumber();
}
