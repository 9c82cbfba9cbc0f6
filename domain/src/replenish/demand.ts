import { dayAfter, daysBetween, monthEnd } from '../day.ts';

/**
 * Methods of a demand forecast. `auto` chooses by the pattern of the demand, see `forecastDemand`.
 *
 * - `average`: mean of the last twelve months.
 * - `sba`: intermittent demand by Croston (1972), "Forecasting and stock control for intermittent demands",
 *   with the correction of bias by Syntetos and Boylan (2005), "The accuracy of intermittent demand
 *   estimates".
 * - `tsb`: intermittent demand that may end, by Teunter, Syntetos and Babai (2011), "Intermittent demand:
 *   linking forecasting to inventory obsolescence".
 * - `seasonal`: the mean of the last twelve months, times a factor of the month of the year.
 */
export const forecastMethods = ['auto', 'average', 'sba', 'tsb', 'seasonal'] as const;
export type ForecastMethod = (typeof forecastMethods)[number];
export type AppliedMethod = Exclude<ForecastMethod, 'auto'>;

/** Length of an average month in days. */
export const DAYS_OF_MONTH = 365.25 / 12;
const YEAR = 12;
/** Weight of the latest demand in the exponential means of intermittent demand. */
const SMOOTHING = 0.15;
/** Mean interval between demands, in months, from which demand is intermittent (Syntetos and Boylan). */
const INTERMITTENT = 1.32;

/** Demand of complete months. */
export interface MonthlyDemand {
  /** Oldest month first, in base units. Months with more returns than sales count as zero. */
  readonly quantities: readonly number[];
  /** Month of the year of the latest quantity, January is 0. */
  readonly lastMonth: number;
}

/** Forecast in floating point, because the forecast is an estimate; ordered quantities are exact. */
export interface DemandForecast {
  readonly method: AppliedMethod;
  /** Demand of a month of average length, without season; never negative. */
  readonly monthly: number;
  /** Standard deviation of the error of a month's forecast. */
  readonly deviation: number;
  /** Factors of the months of the year from January, with the mean 1; null: no season. */
  readonly season: readonly number[] | null;
}

const meanOf = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((total, value) => total + value, 0) / values.length;

const rootMeanSquare = (errors: readonly number[]): number =>
  Math.sqrt(meanOf(errors.map((error) => error * error)));

/** Months since the first demand: a new product's months before the launch say nothing. */
const sinceFirstDemand = (quantities: readonly number[]): number[] => {
  const months = quantities.map((quantity) => Math.max(quantity, 0));
  const first = months.findIndex((quantity) => quantity > 0);
  return first < 0 ? [] : months.slice(first);
};

/** Forecasts demand from complete months; without demand the forecast is zero. */
export function forecastDemand(demand: MonthlyDemand, asked: ForecastMethod): DemandForecast {
  const months = sinceFirstDemand(demand.quantities);
  const method = asked === 'auto' ? suitableMethod(months) : asked;
  if (method === 'sba' || method === 'tsb') return forecastIntermittent(months, method);
  const season = method === 'seasonal' ? seasonFactors(months, demand.lastMonth) : null;
  return season === null ? forecastAverage(months) : forecastSeason(months, demand, season);
}

/**
 * Chooses a method: with a mean interval of 1.32 months or more between demands, `sba`, or `tsb` after a
 * silence of twice the interval; with two complete years, `seasonal`; else `average`.
 */
function suitableMethod(months: readonly number[]): AppliedMethod {
  const demands = months.filter((quantity) => quantity > 0).length;
  if (demands === 0) return 'average';
  if (months.length / demands >= INTERMITTENT) {
    const active = months.findLastIndex((quantity) => quantity > 0) + 1;
    return months.length - active > (2 * active) / demands ? 'tsb' : 'sba';
  }
  return months.length >= 2 * YEAR ? 'seasonal' : 'average';
}

function forecastAverage(months: readonly number[]): DemandForecast {
  const year = months.slice(-YEAR);
  const monthly = meanOf(year);
  const deviation = rootMeanSquare(year.map((quantity) => quantity - monthly));
  return { method: 'average', monthly, deviation, season: null };
}

/** Both means start from the whole series, because a year has few demands. */
function forecastIntermittent(months: readonly number[], method: 'sba' | 'tsb'): DemandForecast {
  const sizes = months.filter((quantity) => quantity > 0);
  if (sizes.length === 0) return { method, monthly: 0, deviation: 0, season: null };
  let size = meanOf(sizes);
  let interval = months.length / sizes.length;
  let chance = sizes.length / months.length;
  let waited = 0;
  const forecast = (): number =>
    method === 'sba' ? ((1 - SMOOTHING / 2) * size) / interval : chance * size;
  const errors: number[] = [];
  for (const quantity of months) {
    errors.push(quantity - forecast());
    waited += 1;
    chance += SMOOTHING * ((quantity > 0 ? 1 : 0) - chance);
    if (quantity === 0) continue;
    size += SMOOTHING * (quantity - size);
    interval += SMOOTHING * (waited - interval);
    waited = 0;
  }
  return { method, monthly: forecast(), deviation: rootMeanSquare(errors), season: null };
}

/** Mean of each complete year, the latest year first. */
function meansOfYears(months: readonly number[]): number[] {
  const means: number[] = [];
  for (let end = months.length; end >= YEAR; end -= YEAR) {
    let total = 0;
    for (let at = end - YEAR; at < end; at += 1) total += months[at] ?? 0;
    means.push(total / YEAR);
  }
  return means;
}

/** Mean share of each month in the complete years with demand; null with fewer than two such years. */
function seasonFactors(months: readonly number[], lastMonth: number): readonly number[] | null {
  const means = meansOfYears(months);
  const years = means.filter((monthly) => monthly > 0).length;
  if (years < 2) return null;
  const factors = Array.from<number>({ length: YEAR }).fill(0);
  for (const [year, monthly] of means.entries()) {
    if (monthly === 0) continue;
    const start = months.length - YEAR * (year + 1);
    for (let at = 0; at < YEAR; at += 1) {
      const month = (lastMonth + 1 + at) % YEAR;
      factors[month] = (factors[month] ?? 0) + (months[start + at] ?? 0) / monthly / years;
    }
  }
  return factors;
}

function forecastSeason(
  months: readonly number[],
  { lastMonth }: MonthlyDemand,
  season: readonly number[],
): DemandForecast {
  const means = meansOfYears(months);
  let squares = 0;
  for (const [year, monthly] of means.entries()) {
    const start = months.length - YEAR * (year + 1);
    for (let at = 0; at < YEAR; at += 1) {
      const expected = monthly * (season[(lastMonth + 1 + at) % YEAR] ?? 1);
      squares += ((months[start + at] ?? 0) - expected) ** 2;
    }
  }
  const deviation = Math.sqrt(squares / (means.length * YEAR));
  return { method: 'seasonal', monthly: means[0] ?? 0, deviation, season };
}

/** Days ahead, split by month. */
export type ComingMonths = readonly { readonly month: number; readonly days: number }[];

/** Splits the days from a day on by month. */
export function comingMonths(day: string, days: number): ComingMonths {
  const parts: { month: number; days: number }[] = [];
  const end = dayAfter(day, days);
  for (let since = day; since < end;) {
    const next = dayAfter(monthEnd(since), 1);
    const until = next < end ? next : end;
    parts.push({ month: Number(since.slice(5, 7)) - 1, days: daysBetween(since, until) });
    since = until;
  }
  return parts;
}

const dailyDemand = ({ monthly, season }: DemandForecast, month: number): number =>
  (monthly / DAYS_OF_MONTH) * (season?.[month] ?? 1);

/** Forecast demand of the first coming days. */
export function demandOfDays(forecast: DemandForecast, ahead: ComingMonths, days: number): number {
  let left = days;
  let total = 0;
  for (const part of ahead) {
    const taken = Math.min(left, part.days);
    total += dailyDemand(forecast, part.month) * taken;
    left -= taken;
    if (left <= 0) break;
  }
  return total;
}

/** Number of days until the forecast demand uses up a quantity; null: later than the coming months. */
export function daysUntilStockOut(
  forecast: DemandForecast,
  ahead: ComingMonths,
  available: number,
): number | null {
  if (available <= 0) return forecast.monthly > 0 || available < 0 ? 0 : null;
  let left = available;
  let passed = 0;
  for (const { month, days } of ahead) {
    const daily = dailyDemand(forecast, month);
    if (daily * days > left) return passed + Math.floor(left / daily);
    left -= daily * days;
    passed += days;
  }
  return null;
}
