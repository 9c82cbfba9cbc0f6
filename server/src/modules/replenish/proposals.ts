import { replenishmentStart } from '@tradehouse/contract';
import {
  ZERO,
  comingMonths,
  daysBetween,
  daysUntilStockOut,
  decimal,
  demandOfDays,
  forecastDemand,
  monthsBefore,
  proposedQuantity,
  replenishLevels,
  shareMinimum,
  toPlainDecimal,
} from '@tradehouse/domain';
import type {
  ComingMonths,
  Decimal,
  DemandForecast,
  ForecastMethod,
  OrderTerms,
  ReplenishLevels,
  ServiceLevel,
} from '@tradehouse/domain';
import type { Context } from '../../kernel/access/index.ts';
import { readCompanyToday } from '../system/index.ts';
import { readSkuFigures } from './figures.ts';
import type { ReplenishScope, SkuFigures } from './figures.ts';

/** Parameters of the rule; absent: the start values of the list. */
export interface ReplenishParameters {
  readonly coverDays?: string | undefined;
  readonly leadDays?: string | undefined;
  readonly reviewDays?: string | undefined;
  readonly serviceLevel?: string | undefined;
  readonly method?: string | undefined;
  readonly history?: string | undefined;
}

export type ReplenishQuestion = Omit<ReplenishScope, 'months'> & ReplenishParameters;

/** Days for which a stock-out is foreseen. */
export const FORESEEN_DAYS = 730;
const WEEK = 7;
/** Smallest kept quantity, and the relative precision of floating-point sums, with reserve. */
const SMALLEST = 1e-6;
const PRECISION = 1e-12;
/** Months of the weekly mean of sales. */
const LATEST_MONTHS = 3;

/** A SKU with its forecast and levels. */
export interface SkuProposal {
  readonly figures: SkuFigures;
  readonly forecast: DemandForecast;
  readonly minimumStock: number;
  readonly leadDays: number;
  readonly levels: ReplenishLevels;
  readonly proposed: Decimal;
}

/** Time frame of the rule: the months of the history, and the days ahead. */
export interface ReplenishFrame {
  readonly today: string;
  /** First days of the complete months, oldest first. */
  readonly months: readonly string[];
  readonly ahead: ComingMonths;
  /** Days of the latest months. */
  readonly latestDays: number;
  readonly coverDays: number;
  readonly leadDays: number;
  readonly reviewDays: number;
  readonly serviceLevel: ServiceLevel;
  readonly method: ForecastMethod;
}

const firstOfMonth = (day: string): string => `${day.slice(0, 8)}01`;

export function replenishFrame(today: string, asked: ReplenishParameters): ReplenishFrame {
  const start = firstOfMonth(today);
  const history = Number(asked.history ?? replenishmentStart.history);
  const months = Array.from({ length: history }, (_, at) => monthsBefore(start, history - at));
  const since = months.at(-LATEST_MONTHS) ?? start;
  return {
    today,
    months,
    ahead: comingMonths(today, FORESEEN_DAYS),
    latestDays: daysBetween(since, start),
    coverDays: Number(asked.coverDays ?? replenishmentStart.coverDays),
    leadDays: Number(asked.leadDays ?? replenishmentStart.leadDays),
    reviewDays: Number(asked.reviewDays ?? replenishmentStart.reviewDays),
    // SAFETY: the list offers these choices alone.
    serviceLevel: (asked.serviceLevel ?? replenishmentStart.serviceLevel) as ServiceLevel,
    // SAFETY: as above.
    method: (asked.method ?? replenishmentStart.method) as ForecastMethod,
  };
}

/** Latest forecast by the sales behind it, because the same sales are read again until a month changes. */
const latestForecasts = new WeakMap<
  readonly number[],
  { readonly method: ForecastMethod; readonly lastMonth: number; readonly forecast: DemandForecast }
>();

function forecastOfSales(
  quantities: readonly number[],
  lastMonth: number,
  method: ForecastMethod,
): DemandForecast {
  const latest = latestForecasts.get(quantities);
  if (latest?.method === method && latest.lastMonth === lastMonth) return latest.forecast;
  const forecast = forecastDemand({ quantities, lastMonth }, method);
  latestForecasts.set(quantities, { method, lastMonth, forecast });
  return forecast;
}

/** Applies the rule to the figures of SKUs. Minimum stocks are shared over the SKUs of a product. */
export function proposalsOf(
  figures: readonly SkuFigures[],
  frame: ReplenishFrame,
): readonly SkuProposal[] {
  const lastMonth = Number((frame.months.at(-1) ?? frame.today).slice(5, 7)) - 1;
  const forecasts = figures.map((one) => {
    const forecast = forecastOfSales(one.sold, lastMonth, frame.method);
    return { figures: one, forecast };
  });
  const limited = forecasts.filter(({ figures: one }) => Number(one.minimumStock) > 0);
  const ofProducts = Map.groupBy(limited, (one) => one.figures.productId);
  const minimums = new Map<string, number>();
  for (const skus of ofProducts.values()) {
    const minimum = Number(skus[0]?.figures.minimumStock ?? 0);
    const shares = shareMinimum(
      minimum,
      skus.map(({ forecast }) => forecast.monthly),
    );
    for (const [at, sku] of skus.entries()) minimums.set(sku.figures.skuId, shares[at] ?? 0);
  }
  return forecasts.map((one) => proposalOf(one, minimums.get(one.figures.skuId) ?? 0, frame));
}

function proposalOf(
  { figures, forecast }: Pick<SkuProposal, 'figures' | 'forecast'>,
  minimumStock: number,
  frame: ReplenishFrame,
): SkuProposal {
  const { ahead, reviewDays, coverDays, serviceLevel } = frame;
  const leadDays = figures.leadDays ?? frame.leadDays;
  const levels = replenishLevels(
    forecast,
    { leadDays, reviewDays, coverDays, serviceLevel, minimumStock },
    ahead,
  );
  const [onHand, reserved] = [Number(figures.onHand), Number(figures.reserved)];
  const [onOrder, drafted] = [Number(figures.onOrder), Number(figures.drafted)];
  return {
    figures,
    forecast,
    minimumStock,
    leadDays,
    levels,
    proposed: isSurelyCovered([onHand, -reserved, onOrder, drafted], levels)
      ? ZERO
      : proposedQuantity(stockPosition(figures), levels, orderTermsOf(figures)),
  };
}

/** Days until the forecast uses up the stock; null: later than foreseen, or never. */
export const stockOutDays = (
  { figures, forecast }: SkuProposal,
  { ahead }: ReplenishFrame,
): number | null =>
  daysUntilStockOut(forecast, ahead, Number(figures.onHand) - Number(figures.reserved));

/** Mean sales of a week in the latest months. */
export function soldWeekly({ figures }: SkuProposal, { latestDays }: ReplenishFrame): number {
  const latest = figures.sold
    .slice(-LATEST_MONTHS)
    .reduce((total, quantity) => total + quantity, 0);
  return (latest / latestDays) * WEEK;
}

/** Forecast of the next seven days. */
export const forecastWeekly = ({ forecast }: SkuProposal, { ahead }: ReplenishFrame): number =>
  demandOfDays(forecast, ahead, WEEK);

/** Position without exact decimals, for the many SKUs far above the reorder point. */
function isSurelyCovered(
  parts: readonly number[],
  { reorderPoint }: Pick<ReplenishLevels, 'reorderPoint'>,
): boolean {
  let [position, size] = [0, Math.abs(reorderPoint)];
  for (const part of parts) {
    position += part;
    size += Math.abs(part);
  }
  return position > reorderPoint + SMALLEST + size * PRECISION;
}

/** Stock position: on hand, less reserved, plus quantities to come. */
export const stockPosition = ({ onHand, reserved, onOrder, drafted }: SkuFigures): Decimal =>
  decimal(onHand).minus(reserved).plus(onOrder).plus(drafted);

/** Order terms of the supplier. */
export const orderTermsOf = ({ minimumOrder, packSize }: SkuFigures): OrderTerms => ({
  minimumOrder: minimumOrder === null ? null : decimal(minimumOrder),
  packSize: packSize === null ? null : decimal(packSize),
});

/** Reads and proposes the SKUs of a question. */
export async function readProposals(
  context: Context,
  { coverDays, leadDays, reviewDays, serviceLevel, method, history, ...scope }: ReplenishQuestion,
): Promise<{ readonly frame: ReplenishFrame; readonly proposals: readonly SkuProposal[] }> {
  const today = await readCompanyToday(context);
  const parameters = { coverDays, leadDays, reviewDays, serviceLevel, method, history };
  const frame = replenishFrame(today, parameters);
  const figures = await readSkuFigures(context, { ...scope, months: frame.months });
  return { frame, proposals: proposalsOf(figures, frame) };
}

/** Estimate on the wire, with the digits of quantities. */
export const estimateText = (estimate: number): string =>
  toPlainDecimal(decimal(estimate.toFixed(6)));
