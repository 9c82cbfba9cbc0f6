import { shareByWeights } from '../amount/share.ts';
import type { Decimal } from '../decimal.ts';
import { KEPT_DIGITS, ZERO, rounded, sum } from '../decimal.ts';
import type { CostRule } from '../posting/posting.ts';

/** Quantity with the value posted for the quantity. */
export interface ValuedQuantity {
  readonly quantity: Decimal;
  readonly value: Decimal;
}

/** Change of a SKU's stock on a business day, company-wide. */
export interface SkuDay extends ValuedQuantity {
  readonly businessDate: string;
}

/**
 * Company-wide stock value of a SKU. `basis` is the last pair with goods: below zero still the last known
 * average, exact and unrounded. `days` are, in order, the days after the first day posted to. Subtracted,
 * `days` give the stock at the end of any later day; without `days`, the stock is current.
 */
export interface SkuCost extends ValuedQuantity {
  readonly basisQuantity: Decimal;
  readonly basisValue: Decimal;
  readonly days: readonly SkuDay[];
}

export const nothingHeld: SkuCost = {
  quantity: ZERO,
  value: ZERO,
  basisQuantity: ZERO,
  basisValue: ZERO,
  days: [],
};

/** Stock movement into or out of the company, to be valued. Quantity 0: value alone. */
export interface CostRequest {
  readonly skuId: string;
  readonly direction: 'in' | 'out' | 'none';
  readonly quantity: Decimal;
  readonly businessDate: string;
  readonly cost: CostRule;
  /** Reverses an earlier posting at the posted value. */
  readonly undo: boolean;
  /** Changes, together with the counterpart, the cost and quantity of received goods. */
  readonly revalues: boolean;
}

/** Total of a SKU posted by an origin line; undefined: nothing posted. */
export type OriginOf = (
  documentId: string,
  line: number,
  skuId: string,
) => ValuedQuantity | undefined;

/**
 * Value that enters (above 0) or leaves (below 0) stock without goods, with the day and the causing
 * request.
 */
export interface Variance {
  readonly request: number;
  readonly amount: Decimal;
  readonly businessDate: string;
}

export interface CostResolution {
  /** One value ≥ 0 per request, in order. */
  readonly values: readonly Decimal[];
  readonly variances: readonly Variance[];
  readonly costs: ReadonlyMap<string, SkuCost>;
}

/** Current unit cost, unrounded: round for display; 0 if nothing was ever held. */
export const unitCost = ({ basisQuantity, basisValue }: SkuCost): Decimal =>
  basisQuantity.isZero() ? ZERO : basisValue.dividedBy(basisQuantity);

/**
 * Values a quantity at the stock's average. The whole quantity takes the whole value, leaving nothing over.
 */
export function atAverage(
  { quantity, value, basisQuantity, basisValue }: SkuCost,
  wanted: Decimal,
): Decimal {
  if (wanted.equals(quantity) && quantity.gt(0) && value.gte(0)) return value;
  if (basisQuantity.isZero()) return ZERO;
  return rounded(wanted.times(basisValue).dividedBy(basisQuantity), KEPT_DIGITS);
}

/**
 * Values the stock movements of one document by perpetual moving average: revaluations, undone movements,
 * issues, receipts. Revalued goods change the stock value only for the quantity still held; the rest belongs
 * to goods already gone and is a variance. A receipt into stock below zero fills the shortage first: the
 * difference to the issue value is a variance. Value left without goods, or below 0, is a variance at the
 * end.
 *
 * Each movement is valued by the stock at the end of its business date; if nothing was held, by the last
 * known average. Each later booked day receives the same movements at the same values. If the value left
 * differs from the day before, the difference is a variance of the later day. Value left without goods, or
 * below 0, is gone for all following days.
 */
export function resolveCosts(
  costs: ReadonlyMap<string, SkuCost>,
  requests: readonly CostRequest[],
  originOf: OriginOf = () => undefined,
): CostResolution {
  const known: ValuationContext = { values: new Map(), issued: new Issued(requests), originOf };
  const variances: Variance[] = [];
  const cleared = new Map<string, Decimal>();
  const levels = new Map([...costs].map(([skuId, cost]) => [skuId, listStockCostLevels(cost)]));
  const state = new Map(costs);
  let lasting: ReadonlyMap<number, Decimal> = new Map();

  for (const businessDate of listValuationDates(costs, requests)) {
    const before = (skuId: string): SkuCost => {
      const held = levelOn(levels.get(skuId) ?? [], businessDate);
      return updateSkuCost(held, held.quantity, held.value.plus(cleared.get(skuId) ?? ZERO));
    };
    const due = [...requests.keys()].filter(
      (at) => (requests[at]?.businessDate ?? '') <= businessDate,
    );
    const day = resolveDay(before, requests, due, known);
    const book = (request: number, amount: Decimal) => {
      if (!amount.isZero()) variances.push({ request, amount, businessDate });
    };
    for (const at of new Set([...lasting.keys(), ...day.left.keys()]))
      book(at, (day.left.get(at) ?? ZERO).minus(lasting.get(at) ?? ZERO));
    for (const [skuId, { held, last }] of day.touched) {
      const { after, variance } = withoutLeftover(held);
      state.set(skuId, after);
      cleared.set(skuId, (cleared.get(skuId) ?? ZERO).plus(variance));
      book(last, variance);
    }
    lasting = day.left;
  }
  const values = requests.map((_, at) => known.values.get(at) ?? ZERO);
  return { values, variances, costs: withDays(state, requests, values, variances) };
}

/** Lists the days on which the requests change stock, and all known days after the first. */
function listValuationDates(
  costs: ReadonlyMap<string, SkuCost>,
  requests: readonly CostRequest[],
): readonly string[] {
  const crossing = requests.filter(({ direction }) => direction !== 'none');
  const own = crossing.map(({ businessDate }) => businessDate);
  const first = own.toSorted()[0] ?? '';
  const skuIds = new Set(crossing.map(({ skuId }) => skuId));
  const booked = [...skuIds].flatMap((skuId) =>
    (costs.get(skuId)?.days ?? []).map(({ businessDate }) => businessDate),
  );
  return [...new Set([...own, ...booked.filter((date) => date > first)])].toSorted();
}

interface StockCostLevel {
  readonly businessDate: string;
  readonly held: SkuCost;
}

/** Returns the stock at the end of each known day, latest first; the last entry precedes all days. */
function listStockCostLevels(cost: SkuCost): readonly StockCostLevel[] {
  let held = cost;
  const known = cost.days.toReversed().map(({ businessDate, quantity, value }) => {
    const level = { businessDate, held };
    held = updateSkuCost(cost, held.quantity.minus(quantity), held.value.minus(value));
    return level;
  });
  return [...known, { businessDate: '', held }];
}

const levelOn = (levels: readonly StockCostLevel[], date: string): SkuCost =>
  levels.find(({ businessDate }) => businessDate <= date)?.held ?? nothingHeld;

/** State shared by all days: a request's value, found on its own day, holds on later days. */
interface ValuationContext {
  readonly values: Map<number, Decimal>;
  readonly issued: Issued;
  readonly originOf: OriginOf;
}

interface Day {
  /** Stock of the SKUs, and the last request that changed the stock. */
  readonly touched: ReadonlyMap<string, { readonly held: SkuCost; readonly last: number }>;
  /** Excess by request: value added to stock beyond the necessary. */
  readonly left: ReadonlyMap<number, Decimal>;
}

/** Applies the due requests to the stock at the end of a day. */
function resolveDay(
  before: (skuId: string) => SkuCost,
  requests: readonly CostRequest[],
  due: readonly number[],
  known: ValuationContext,
): Day {
  const touched = new Map<string, { held: SkuCost; last: number }>();
  const left = new Map<number, Decimal>();
  const held = (skuId: string) => touched.get(skuId)?.held ?? before(skuId);
  const take = (skuId: string, last: number, { after, variance }: CostStep) => {
    touched.set(skuId, { held: after, last });
    if (!variance.isZero()) left.set(last, variance);
  };

  for (const [skuId, ats] of groupRevaluationsBySku(requests, due)) {
    const lying = held(skuId);
    const values = new Map(ats.map((at) => [at, valueOfRequest(at, requests, lying, known)]));
    take(skuId, Math.max(...ats), revalueStock(lying, requests, values));
  }
  for (const at of sortCostRequests(requests, due)) {
    const request = requests[at];
    if (request === undefined || request.direction === 'none' || request.revalues) continue;
    const lying = held(request.skuId);
    take(
      request.skuId,
      at,
      applyCostStep(lying, request, valueOfRequest(at, requests, lying, known)),
    );
  }
  return { touched, left };
}

/** Values a request once, on its own day. */
function valueOfRequest(
  at: number,
  requests: readonly CostRequest[],
  lying: SkuCost,
  { values, issued, originOf }: ValuationContext,
): Decimal {
  const request = requests[at];
  const found = values.get(at);
  if (found !== undefined || request === undefined) return found ?? ZERO;
  const value = issued.share(at) ?? valueByCostRule(request, lying, originOf);
  issued.add(request, value);
  values.set(at, value);
  return value;
}

const groupRevaluationsBySku = (
  requests: readonly CostRequest[],
  due: readonly number[],
): Map<string, number[]> =>
  Map.groupBy(
    due.filter((at) => requests[at]?.revalues),
    (at) => requests[at]?.skuId ?? '',
  );

/**
 * Returns the stock after the cost of some goods changed. Only goods still in stock are revalued, in a pool
 * of equals. Goods received only now, or never, enter or leave at their own cost.
 */
function revalueStock(
  before: SkuCost,
  requests: readonly CostRequest[],
  values: ReadonlyMap<number, Decimal>,
): CostStep {
  const total = (direction: 'in' | 'out'): ValuedQuantity => {
    const ats = [...values.keys()].filter((at) => requests[at]?.direction === direction);
    return {
      quantity: sum(ats.map((at) => requests[at]?.quantity ?? ZERO)),
      value: sum(ats.map((at) => values.get(at) ?? ZERO)),
    };
  };
  const [came, went] = [total('in'), total('out')];
  const goods = came.quantity.minus(went.quantity);
  const fewer = goods.isNegative();
  const along = valueOfPart(fewer ? went : came, goods.abs());
  const { after, variance } = applyCostStep(
    before,
    { direction: fewer ? 'out' : 'in', quantity: goods.abs(), undo: fewer },
    along,
  );
  const more = came.value.minus(went.value).minus(fewer ? along.negated() : along);
  const [stay, lying] = fewer ? [came.quantity, after.quantity] : [went.quantity, before.quantity];
  const there = lying.isNegative() ? ZERO : lying;
  const share = there.gte(stay) ? more : more.times(there).dividedBy(stay);
  const kept = rounded(share, KEPT_DIGITS);
  return {
    after: updateSkuCost(after, after.quantity, after.value.plus(kept)),
    variance: variance.plus(kept).minus(more),
  };
}

/** Value of a part of the goods. */
const valueOfPart = ({ quantity, value }: ValuedQuantity, part: Decimal): Decimal =>
  rounded(value.times(part).dividedBy(quantity), KEPT_DIGITS);

/**
 * Sorts undos before new requests, issues before receipts; requests at the average come first among issues,
 * last among receipts.
 */
function sortCostRequests(requests: readonly CostRequest[], due: readonly number[]): number[] {
  const rank = ({ undo, direction, cost }: CostRequest): number => {
    const average = cost.rule === 'average';
    if (undo) return direction === 'out' ? 0 : 1;
    if (direction === 'out') return average ? 2 : 3;
    return average ? 5 : 4;
  };
  const ranked = due.flatMap((at) => {
    const request = requests[at];
    return request === undefined ? [] : [{ at, rank: rank(request) }];
  });
  return ranked
    .toSorted((one, other) => one.rank - other.rank || one.at - other.at)
    .map(({ at }) => at);
}

function valueByCostRule(
  { cost, quantity, skuId }: CostRequest,
  before: SkuCost,
  originOf: OriginOf,
): Decimal {
  if (cost.rule === 'given') return cost.value;
  const origin = cost.rule === 'origin' ? originOf(cost.documentId, cost.line, skuId) : undefined;
  if (origin === undefined || origin.quantity.isZero()) return atAverage(before, quantity);
  return rounded(quantity.times(origin.value).dividedBy(origin.quantity), KEPT_DIGITS);
}

/** Value issued by a document's own lines, shared among the document's outputs. */
class Issued {
  private total = ZERO;
  private shares: Map<number, Decimal> | undefined;
  private readonly outputs: {
    readonly at: number;
    readonly plus: Decimal;
    readonly weight: Decimal;
  }[];

  constructor(requests: readonly CostRequest[]) {
    this.outputs = requests.flatMap(({ cost, undo }, at) =>
      cost.rule === 'issues' && !undo ? [{ at, plus: cost.plus, weight: cost.weight }] : [],
    );
  }

  add({ direction, undo }: CostRequest, value: Decimal): void {
    if (direction === 'out' && !undo) this.total = this.total.plus(value);
  }

  /** Share of one output; undefined if the request is no output. */
  share(at: number): Decimal | undefined {
    this.shares ??= this.outputs.some((output) => output.at === at) ? this.shared() : undefined;
    return this.shares?.get(at);
  }

  private shared(): Map<number, Decimal> {
    const whole = this.total.plus(sum(this.outputs.map(({ plus }) => plus)));
    const parts = shareByWeights(
      whole,
      this.outputs.map(({ weight }) => weight),
      KEPT_DIGITS,
    );
    return new Map(this.outputs.map(({ at }, index) => [at, parts[index] ?? ZERO]));
  }
}

interface CostStep {
  readonly after: SkuCost;
  readonly variance: Decimal;
}

function applyCostStep(
  before: SkuCost,
  { direction, quantity, undo }: Pick<CostRequest, 'direction' | 'quantity' | 'undo'>,
  value: Decimal,
): CostStep {
  if (direction === 'out') {
    return {
      after: updateSkuCost(before, before.quantity.minus(quantity), before.value.minus(value)),
      variance: ZERO,
    };
  }
  const after = before.quantity.plus(quantity);
  const plain = before.value.plus(value);
  // An undo only gives back; and value alone fills no hole.
  if (undo || quantity.isZero() || before.quantity.gte(0))
    return { after: updateSkuCost(before, after, plain), variance: ZERO };
  const kept = fillNegativeStock(before, quantity, value);
  return { after: updateSkuCost(before, after, kept), variance: kept.minus(plain) };
}

/**
 * Returns the stock value after a receipt into negative stock: the rest of the shortage at the old value,
 * or the rest of the receipt.
 */
function fillNegativeStock(before: SkuCost, quantity: Decimal, value: Decimal): Decimal {
  const after = before.quantity.plus(quantity);
  const kept = after.gt(0)
    ? value.times(after).dividedBy(quantity)
    : before.value.times(after).dividedBy(before.quantity);
  return rounded(kept, KEPT_DIGITS);
}

function updateSkuCost(before: SkuCost, quantity: Decimal, value: Decimal): SkuCost {
  const known = quantity.gt(0) && value.gte(0);
  const basis = known ? { basisQuantity: quantity, basisValue: value } : {};
  return { ...before, quantity, value, ...basis };
}

/** Adds the requests to the days of each SKU. */
function withDays(
  costs: ReadonlyMap<string, SkuCost>,
  requests: readonly CostRequest[],
  values: readonly Decimal[],
  variances: readonly Variance[],
): Map<string, SkuCost> {
  const rows = requests.flatMap(({ skuId, businessDate, direction, quantity }, at) => {
    if (direction === 'none') return [];
    const sign = { in: 1, out: -1 }[direction];
    const value = (values[at] ?? ZERO).times(sign);
    return [{ skuId, businessDate, quantity: quantity.times(sign), value }];
  });
  const alone = variances.map(({ request, amount: value, businessDate }) => ({
    skuId: requests[request]?.skuId ?? '',
    businessDate,
    quantity: ZERO,
    value,
  }));
  const bySku = Map.groupBy([...rows, ...alone], ({ skuId }) => skuId);
  return new Map(
    [...costs].map(([skuId, cost]) => [
      skuId,
      { ...cost, days: summedByDay([...cost.days, ...(bySku.get(skuId) ?? [])]) },
    ]),
  );
}

function summedByDay(parts: readonly SkuDay[]): readonly SkuDay[] {
  const byDay = Map.groupBy(parts, ({ businessDate }) => businessDate);
  return [...byDay]
    .map(([businessDate, same]) => ({
      businessDate,
      quantity: sum(same.map(({ quantity }) => quantity)),
      value: sum(same.map(({ value }) => value)),
    }))
    .toSorted((one, other) => (one.businessDate < other.businessDate ? -1 : 1));
}

/**
 * Clears value without goods: quantity 0 has no value, quantity above 0 no negative value, quantity below 0
 * no positive value.
 */
function withoutLeftover(cost: SkuCost): CostStep {
  const { quantity, value } = cost;
  const fits = quantity.isZero()
    ? value.isZero()
    : value.isZero() || quantity.isPositive() === value.isPositive();
  if (fits) return { after: cost, variance: ZERO };
  return { after: updateSkuCost(cost, quantity, ZERO), variance: value.negated() };
}
