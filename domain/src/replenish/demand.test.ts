import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  DAYS_OF_MONTH,
  comingMonths,
  daysUntilStockOut,
  demandOfDays,
  forecastDemand,
  forecastMethods,
} from './demand.ts';
import type { DemandForecast } from './demand.ts';

const year = (value: number): number[] => Array.from<number>({ length: 12 }).fill(value);
const ofDecember = (quantities: readonly number[]) => ({ quantities, lastMonth: 11 });
const months = fc.array(fc.integer({ min: 0, max: 500 }), { maxLength: 40 });
const method = fc.constantFrom(...forecastMethods);

test.each(forecastMethods)('the forecast of months without demand is zero by %s', (asked) => {
  for (const quantities of [[], year(0), [0, -3, 0]]) {
    const { monthly, deviation } = forecastDemand(ofDecember(quantities), asked);
    expect([monthly, deviation]).toEqual([0, 0]);
  }
});

test.each(['average', 'seasonal', 'auto'] as const)(
  'the forecast of a constant demand is the demand, without deviation, by %s',
  (asked) => {
    const { monthly, deviation } = forecastDemand(ofDecember([...year(7), ...year(7)]), asked);
    expect(monthly).toBeCloseTo(7, 9);
    expect(deviation).toBeCloseTo(0, 9);
  },
);

test('the average covers the last twelve months since the first demand', () => {
  const quantities = [900, ...year(0), 6, 12];
  expect(forecastDemand(ofDecember(quantities), 'average').monthly).toBeCloseTo(18 / 12, 9);
  expect(forecastDemand(ofDecember([0, 0, 6, 12]), 'average').monthly).toBeCloseTo(9, 9);
});

test('SBA forecasts a demand of 6 every third month as 2 a month less the bias correction', () => {
  const quantities = Array.from({ length: 36 }, (_, at) => (at % 3 === 0 ? 6 : 0));
  const { monthly } = forecastDemand(ofDecember(quantities), 'sba');
  expect(monthly).toBeGreaterThan(1.7);
  expect(monthly).toBeLessThan(2);
});

test('TSB lowers the forecast in months without demand, SBA keeps the forecast', () => {
  const before = [5, 0, 0, 5, 0, 0, 5];
  const after = [...before, ...year(0)];
  const of = (quantities: readonly number[], asked: 'sba' | 'tsb') =>
    forecastDemand(ofDecember(quantities), asked).monthly;
  expect(of(after, 'tsb')).toBeLessThan(of(before, 'tsb') / 3);
  expect(of(after, 'sba')).toBeGreaterThan(of(before, 'sba') / 3);
});

test('the season gives the months of the year their share of two years', () => {
  const one = [0, 0, 0, 0, 0, 60, 120, 60, 0, 0, 0, 0];
  const forecast = forecastDemand(ofDecember([1, ...one.slice(1), ...one]), 'seasonal');
  expect(forecast.method).toBe('seasonal');
  expect(forecast.season?.[6]).toBeCloseTo(6, 1);
  expect(demandOfDays(forecast, comingMonths('2026-07-01', 31), 31)).toBeGreaterThan(110);
  expect(demandOfDays(forecast, comingMonths('2026-10-01', 31), 31)).toBe(0);
});

test('the season begins with the month after the latest quantity', () => {
  const quantities = [...year(10), ...year(10)];
  quantities[0] = 20;
  quantities[12] = 20;
  const { season } = forecastDemand({ quantities, lastMonth: 3 }, 'seasonal');
  expect(season?.indexOf(Math.max(...season))).toBe(4);
});

test.each<[string, readonly number[], string]>([
  ['rare demand', [4, 0, 0, 4, 0, 0, 4, 0], 'sba'],
  ['rare demand that ended', [4, 0, 0, 4, ...year(0)], 'tsb'],
  ['regular demand of a year', year(5), 'average'],
  ['regular demand of two years', [...year(5), ...year(6)], 'seasonal'],
])('auto chooses for %s (%j) the method %s', (_, quantities, expected) => {
  expect(forecastDemand(ofDecember(quantities), 'auto').method).toBe(expected);
});

test('the forecast is never negative or infinite, and grows in proportion to demand', () => {
  fc.assert(
    fc.property(months, method, fc.integer({ min: 2, max: 9 }), (quantities, asked, times) => {
      const forecast = forecastDemand(ofDecember(quantities), asked);
      const larger = forecastDemand(ofDecember(quantities.map((one) => one * times)), asked);
      expect(forecast.monthly).toBeGreaterThanOrEqual(0);
      expect(Number.isFinite(forecast.deviation)).toBe(true);
      expect(larger.monthly).toBeCloseTo(forecast.monthly * times, 6);
      expect(larger.deviation).toBeCloseTo(forecast.deviation * times, 6);
    }),
  );
});

test('the factors of a season have the mean 1', () => {
  fc.assert(
    fc.property(months, (quantities) => {
      const { season } = forecastDemand(ofDecember(quantities), 'seasonal');
      const sum = season?.reduce((total, one) => total + one, 0) ?? 12;
      expect(sum).toBeCloseTo(12, 9);
    }),
  );
});

const steady = (daily: number): DemandForecast => ({
  method: 'average',
  monthly: daily * DAYS_OF_MONTH,
  deviation: 0,
  season: null,
});

test('coming months contain exactly the days asked for', () => {
  expect(comingMonths('2028-02-27', 5)).toEqual([
    { month: 1, days: 3 },
    { month: 2, days: 2 },
  ]);
  expect(comingMonths('2026-12-31', 1)).toEqual([{ month: 11, days: 1 }]);
  expect(comingMonths('2026-12-31', 0)).toEqual([]);
});

test('stock of 10 lasts five days at 2 a day, and for ever without demand', () => {
  const ahead = comingMonths('2026-11-28', 400);
  expect(daysUntilStockOut(steady(2), ahead, 10)).toBe(5);
  expect(daysUntilStockOut(steady(2), ahead, 0)).toBe(0);
  expect(daysUntilStockOut(steady(2), ahead, -4)).toBe(0);
  expect(daysUntilStockOut(steady(0), ahead, 10)).toBeNull();
  expect(daysUntilStockOut(steady(0), ahead, 0)).toBeNull();
  expect(daysUntilStockOut(steady(2), ahead, 801)).toBeNull();
});

test('the demand until the day of stock-out fits the stock, the demand of a further day does not', () => {
  const ahead = comingMonths('2026-01-15', 730);
  fc.assert(
    fc.property(months, method, fc.integer({ min: 1, max: 2000 }), (quantities, asked, stock) => {
      const forecast = forecastDemand(ofDecember(quantities), asked);
      const days = daysUntilStockOut(forecast, ahead, stock);
      if (days === null) return;
      expect(demandOfDays(forecast, ahead, days)).toBeLessThanOrEqual(stock + 1e-6);
      expect(demandOfDays(forecast, ahead, days + 1)).toBeGreaterThan(stock - 1e-6);
    }),
  );
});
