import type { Decimal } from '../decimal.ts';
import { KEPT_DIGITS, ONE, ZERO, decimal } from '../decimal.ts';
import { DAYS_OF_MONTH, demandOfDays } from './demand.ts';
import type { ComingMonths, DemandForecast } from './demand.ts';

/** Chances in percent that a cycle ends without a stock-out. */
export const serviceLevels = ['80', '90', '95', '98', '99'] as const;
export type ServiceLevel = (typeof serviceLevels)[number];

/** Number of standard deviations kept in stock, from the normal distribution. */
const serviceFactors: Readonly<Record<ServiceLevel, number>> = {
  '80': 0.8416,
  '90': 1.2816,
  '95': 1.6449,
  '98': 2.0537,
  '99': 2.3263,
};

/** Parameters of the rule for one SKU. */
export interface ReplenishTerms {
  /** Days from an order to the receipt. */
  readonly leadDays: number;
  /** Days between two looks at the proposals: a stock that falls in between waits for the next look. */
  readonly reviewDays: number;
  /** Days of demand covered by an order, beyond the reorder point. */
  readonly coverDays: number;
  readonly serviceLevel: ServiceLevel;
  /** Minimum stock set for the warehouses, in base units; 0: none. */
  readonly minimumStock: number;
}

/** Levels of the stock position: on hand, less reserved, plus on order. */
export interface ReplenishLevels {
  /** Demand until an order of the next review arrives. */
  readonly reorderDemand: number;
  /** Stock against errors of the forecast until then, or the minimum stock if larger. */
  readonly safetyStock: number;
  /** Below this position the SKU is ordered. */
  readonly reorderPoint: number;
  /** An order raises the position to this level. */
  readonly orderUpTo: number;
}

/**
 * Levels of the rule (R, s, S) with a review every R days. The reorder point covers lead time and review
 * days, because an order of the next review arrives no sooner (Silver, Pyke and Thomas, "Inventory and
 * Production Management in Supply Chains", chapter 6). The coming months cover lead, review and cover days.
 */
export function replenishLevels(
  forecast: DemandForecast,
  { leadDays, reviewDays, coverDays, serviceLevel, minimumStock }: ReplenishTerms,
  ahead: ComingMonths,
): ReplenishLevels {
  const uncovered = leadDays + reviewDays;
  const ofErrors =
    serviceFactors[serviceLevel] * forecast.deviation * Math.sqrt(uncovered / DAYS_OF_MONTH);
  const safetyStock = Math.max(ofErrors, minimumStock);
  const reorderDemand = demandOfDays(forecast, ahead, uncovered);
  return {
    reorderDemand,
    safetyStock,
    reorderPoint: reorderDemand + safetyStock,
    orderUpTo: demandOfDays(forecast, ahead, uncovered + coverDays) + safetyStock,
  };
}

/** Quantity of an estimate, with the digits kept of quantities. */
export const quantityOfEstimate = (estimate: number): Decimal =>
  decimal(estimate.toFixed(KEPT_DIGITS));

/** Order terms of a supplier, in base units; null: none. */
export interface OrderTerms {
  readonly minimumOrder: Decimal | null;
  /** Orders are multiples of a pack; null: whole units. */
  readonly packSize: Decimal | null;
}

/** Rounds a needed quantity up to the minimum order and to whole packs; 0 if nothing is needed. */
export function roundUpToOrder(need: Decimal, { minimumOrder, packSize }: OrderTerms): Decimal {
  if (need.lte(0)) return ZERO;
  const least = minimumOrder !== null && minimumOrder.gt(need) ? minimumOrder : need;
  const pack = packSize !== null && packSize.gt(0) ? packSize : ONE;
  const over = least.mod(pack);
  return over.isZero() ? least : least.minus(over).plus(pack);
}

/** Proposed order quantity for a stock position; 0 at or above the reorder point. */
export function proposedQuantity(
  position: Decimal,
  { reorderPoint, orderUpTo }: Pick<ReplenishLevels, 'reorderPoint' | 'orderUpTo'>,
  terms: OrderTerms,
): Decimal {
  if (position.gte(quantityOfEstimate(reorderPoint))) return ZERO;
  return roundUpToOrder(quantityOfEstimate(orderUpTo).minus(position), terms);
}

/** Unit in which a barcode is ordered. */
export interface OrderUnit {
  readonly barcode: string;
  readonly ratio: Decimal;
}

/** The largest unit with a whole number of units in the quantity; the base unit fits any quantity. */
export function orderUnitFor<Unit extends OrderUnit>(
  quantity: Decimal,
  units: readonly [Unit, ...Unit[]],
): Unit {
  const [base] = units;
  return units.reduce<Unit>(
    (best, unit) => (unit.ratio.gt(best.ratio) && quantity.mod(unit.ratio).isZero() ? unit : best),
    base,
  );
}

/**
 * Shares a product's minimum stock over the SKUs by forecast, equally without any. The shares of a minimum
 * add up to the minimum but for floating point.
 */
export function shareMinimum(minimum: number, monthly: readonly number[]): readonly number[] {
  const total = monthly.reduce((sum, demand) => sum + demand, 0);
  return monthly.map((demand) =>
    total > 0 ? (minimum * demand) / total : minimum / monthly.length,
  );
}
