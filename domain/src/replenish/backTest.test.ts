import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimal } from '../decimal.ts';
import { resultOfBooks, simulateRule, trialCalendar } from './backTest.ts';
import type { BackTestBooks, BackTestRule, TrialMonth } from './backTest.ts';

const days = (count: number, value: number): number[] =>
  Array.from<number>({ length: count }).fill(value);
const none = days(365, 0);
const year = trialCalendar('2025-01-01', 365, { reviewDays: 7, lookAhead: 730 });
const steady: BackTestBooks = {
  opening: 60,
  sold: days(365, 2),
  received: none,
  otherChanges: none,
  history: days(12, 61),
};
const rule: BackTestRule = {
  method: 'average',
  leadDays: 10,
  reviewDays: 7,
  coverDays: 30,
  serviceLevel: '95',
  minimumStock: 20,
  order: { minimumOrder: null, packSize: null },
};
const never: BackTestRule = { ...rule, coverDays: 0, minimumStock: 0 };

/** Totals of the months. */
const totalOf = (months: readonly TrialMonth[]) => {
  const sum = (of: (month: TrialMonth) => number): number =>
    months.reduce((total, month) => total + of(month), 0);
  return {
    stockOutDays: sum(({ stockOutDays }) => stockOutDays),
    short: sum(({ short }) => short),
    averageStock: sum(({ averageStock, days: length }) => averageStock * length) / 365,
    orders: sum(({ orders }) => orders),
  };
};

test('the calendar of a year has twelve months and a review each week with the months ended', () => {
  expect(year.months.map(({ days: length }) => length)).toEqual([
    31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31,
  ]);
  expect(year.reviews.size).toBe(53);
  expect(year.reviews.get(28)).toMatchObject({ ended: 0, lastMonth: 11 });
  expect(year.reviews.get(35)).toMatchObject({ ended: 1, lastMonth: 0 });
  expect(year.reviews.get(364)).toMatchObject({ ended: 11, lastMonth: 10 });
});

test('the rule never runs out of stock under a steady demand', () => {
  const result = totalOf(simulateRule(steady, rule, year));
  expect(result).toMatchObject({ stockOutDays: 0, short: 0 });
  expect(result.orders).toBeGreaterThan(8);
});

test.each([1, 7, 14, 30])(
  'a stock reviewed every %i days lasts until the next order arrives',
  (reviewDays) => {
    const calendar = trialCalendar('2025-01-01', 365, { reviewDays, lookAhead: 730 });
    // Months differ from the average month of the forecast by half a day at most: a day's demand is kept.
    const kept = { ...rule, reviewDays, minimumStock: 4 };
    expect(totalOf(simulateRule({ ...steady, opening: 120 }, kept, calendar)).short).toBe(0);
  },
);

test('the books run out of stock in the month without receipts', () => {
  const months = resultOfBooks(steady, year);
  expect(months[0]).toMatchObject({ days: 31, stockOutDays: 2, short: 0, orders: 0 });
  expect(months[1]).toMatchObject({ days: 28, stockOutDays: 28 });
  const { stockOutDays, averageStock } = totalOf(months);
  expect(stockOutDays).toBe(365 - 29);
  expect(averageStock).toBeCloseTo((29 * 30) / 365, 6);
});

test('receipts of the books count as orders, other changes do not', () => {
  const received = none.with(3, 500).with(40, 10);
  const otherChanges = none.with(50, 30);
  const months = resultOfBooks({ ...steady, received, otherChanges }, year);
  expect(months.map(({ orders }) => orders).slice(0, 3)).toEqual([1, 1, 0]);
});

test('goods ordered before the trial arrive during the first lead time only', () => {
  const of = (day: number) => {
    const books = { ...steady, received: none.with(day, 500) };
    return totalOf(simulateRule(books, never, year)).averageStock;
  };
  expect(of(40)).toBe(totalOf(simulateRule(steady, never, year)).averageStock);
  expect(of(3)).toBeGreaterThan(of(40));
});

test('other changes of the books happen under the rule, too', () => {
  const lost = { ...steady, otherChanges: none.with(100, -1000) };
  expect(totalOf(simulateRule(lost, rule, year)).stockOutDays).toBeGreaterThan(0);
});

test('days before the first stock or movement are no days without stock', () => {
  const books = { ...steady, opening: 0, history: [], sold: none, received: none.with(300, 5) };
  expect(totalOf(resultOfBooks(books, year)).stockOutDays).toBe(0);
  expect(totalOf(resultOfBooks({ ...books, received: none }, year))).toEqual({
    stockOutDays: 0,
    short: 0,
    averageStock: 0,
    orders: 0,
  });
});

test('the rule begins with the first delivery of a new product, and orders from then on', () => {
  const sold = days(200, 0).concat(days(165, 2));
  const books = { ...steady, opening: 0, history: [], sold, received: none.with(200, 100) };
  const months = simulateRule(books, rule, year);
  expect(months.slice(0, 6).map(({ orders }) => orders)).toEqual([0, 0, 0, 0, 0, 0]);
  expect(months[6]?.averageStock).toBeGreaterThan(0);
  expect(totalOf(months).orders).toBeGreaterThan(1);
});

const sales = fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 365, maxLength: 365 });

test('a trial never loses more than the demand', () => {
  fc.assert(
    fc.property(sales, fc.integer({ min: 0, max: 200 }), (sold, opening) => {
      const books = { ...steady, opening, sold, history: [] };
      const packed = { ...rule, order: { minimumOrder: null, packSize: decimal(12) } };
      const { short, averageStock } = totalOf(simulateRule(books, packed, year));
      const demand = sold.reduce((total, quantity) => total + quantity, 0);
      expect(short).toBeGreaterThanOrEqual(0);
      expect(short).toBeLessThanOrEqual(demand);
      expect(averageStock).toBeGreaterThanOrEqual(0);
    }),
    { numRuns: 30 },
  );
});
