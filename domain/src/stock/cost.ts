import { share } from '../amount/share.ts';
import type { Decimal } from '../decimal.ts';
import { KEPT_DIGITS, ZERO, rounded, sum } from '../decimal.ts';
import type { CostRule } from '../posting/posting.ts';

/** A quantity and what it was posted at. */
export interface Valued {
  readonly quantity: Decimal;
  readonly value: Decimal;
}

/** What a business day did to a SKU, company-wide. */
export interface SkuDay extends Valued {
  readonly businessDate: string;
}

/**
 * What a SKU is worth company-wide. `basis` is the last pair with goods in it: below zero it still tells the last known
 * average, exactly and never rounded. `days`, in their order, are those after the first day that is posted to: taken off,
 * they tell what was held at the end of any day from that one on. Without any, that is what is held now.
 */
export interface SkuCost extends Valued {
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

/** A crossing of the border of the company's stock whose value is to be found. Quantity 0: value alone. */
export interface CostRequest {
  readonly skuId: string;
  readonly direction: 'in' | 'out' | 'none';
  readonly quantity: Decimal;
  readonly businessDate: string;
  readonly cost: CostRule;
  /** It turns round what was posted before, at the value it was posted at. */
  readonly undo: boolean;
  /** With its counterpart it changes what goods came in at, and how many. */
  readonly revalues: boolean;
}

/** What an origin line has posted in sum, undefined where it has nothing in the books. */
export type OriginOf = (documentId: string, line: number) => Valued | undefined;

/** Value that enters stock (above 0) or leaves it (below 0) without goods, the day it does, and the request that caused it. */
export interface Variance {
  readonly request: number;
  readonly amount: Decimal;
  readonly businessDate: string;
}

export interface CostResolution {
  /** One value ≥ 0 per request, in their order. */
  readonly values: readonly Decimal[];
  readonly variances: readonly Variance[];
  readonly costs: ReadonlyMap<string, SkuCost>;
}

/** The unit cost of now, at full precision: for display, round it; 0 where nothing was ever held. */
export const unitCost = ({ basisQuantity, basisValue }: SkuCost): Decimal =>
  basisQuantity.isZero() ? ZERO : basisValue.dividedBy(basisQuantity);

/** What a quantity is worth at the average of what is held: all of the value for all of the goods, so nothing is left behind. */
export function atAverage(
  { quantity, value, basisQuantity, basisValue }: SkuCost,
  wanted: Decimal,
): Decimal {
  if (wanted.equals(quantity) && quantity.gt(0) && value.gte(0)) return value;
  if (basisQuantity.isZero()) return ZERO;
  return rounded(wanted.times(basisValue).dividedBy(basisQuantity), KEPT_DIGITS);
}

/**
 * Values the crossings of one document (perpetual moving average, design §3 and §7.1–7.3): what is revalued first, then
 * what is undone, then issues, then receipts. Goods that are revalued change what stock is worth as far as there is still
 * so much of the SKU; the rest belongs to what is gone and is a variance. A receipt that meets stock below zero fills it
 * first: the difference to what those goods were issued at is a variance. Value that is left without goods, or below 0, is
 * a variance at the end.
 *
 * Each crossing is valued by what was held at the end of its own business date; where that was nothing, by the last
 * average that is known. Each later day that is booked then gets the same crossings at the same values: where they leave
 * other value behind than on the day before, the difference is a variance of that day. What once was left without goods,
 * or below 0, is gone for all days that come.
 */
export function resolveCosts(
  costs: ReadonlyMap<string, SkuCost>,
  requests: readonly CostRequest[],
  originOf: OriginOf = () => undefined,
): CostResolution {
  const known: Known = { values: new Map(), issued: new Issued(requests), originOf };
  const variances: Variance[] = [];
  const cleared = new Map<string, Decimal>();
  const levels = new Map([...costs].map(([skuId, cost]) => [skuId, levelsOf(cost)]));
  const state = new Map(costs);
  let lasting: ReadonlyMap<number, Decimal> = new Map();

  for (const businessDate of datesOf(costs, requests)) {
    const before = (skuId: string): SkuCost => {
      const held = levelOn(levels.get(skuId) ?? [], businessDate);
      return moved(held, held.quantity, held.value.plus(cleared.get(skuId) ?? ZERO));
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

/** The days on which these requests change what is held, and all that are known after the first of them. */
function datesOf(
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

interface Level {
  readonly businessDate: string;
  readonly held: SkuCost;
}

/** What was held at the end of each known day, the latest first; at last what was held before them all. */
function levelsOf(cost: SkuCost): readonly Level[] {
  let held = cost;
  const known = cost.days.toReversed().map(({ businessDate, quantity, value }) => {
    const level = { businessDate, held };
    held = moved(cost, held.quantity.minus(quantity), held.value.minus(value));
    return level;
  });
  return [...known, { businessDate: '', held }];
}

const levelOn = (levels: readonly Level[], date: string): SkuCost =>
  levels.find(({ businessDate }) => businessDate <= date)?.held ?? nothingHeld;

/** What holds for every day alike: what a request was found to be worth on its own day, it is worth on those after it. */
interface Known {
  readonly values: Map<number, Decimal>;
  readonly issued: Issued;
  readonly originOf: OriginOf;
}

interface Day {
  /** What is held of the SKUs, and the last request that changed it. */
  readonly touched: ReadonlyMap<string, { readonly held: SkuCost; readonly last: number }>;
  /** By request: by how much more its value raised what stock is worth than it had to. */
  readonly left: ReadonlyMap<number, Decimal>;
}

/** What the requests that are due make of what lay there at the end of a day. */
function resolveDay(
  before: (skuId: string) => SkuCost,
  requests: readonly CostRequest[],
  due: readonly number[],
  known: Known,
): Day {
  const touched = new Map<string, { held: SkuCost; last: number }>();
  const left = new Map<number, Decimal>();
  const held = (skuId: string) => touched.get(skuId)?.held ?? before(skuId);
  const take = (skuId: string, last: number, { after, variance }: Step) => {
    touched.set(skuId, { held: after, last });
    if (!variance.isZero()) left.set(last, variance);
  };

  for (const [skuId, ats] of revaluations(requests, due)) {
    const lying = held(skuId);
    const values = new Map(ats.map((at) => [at, worthOf(at, requests, lying, known)]));
    take(skuId, Math.max(...ats), revalued(lying, requests, values));
  }
  for (const at of inOrder(requests, due)) {
    const request = requests[at];
    if (request === undefined || request.direction === 'none' || request.revalues) continue;
    const lying = held(request.skuId);
    take(request.skuId, at, stepped(lying, request, worthOf(at, requests, lying, known)));
  }
  return { touched, left };
}

/** What a request is worth: found once, on its own day. */
function worthOf(
  at: number,
  requests: readonly CostRequest[],
  lying: SkuCost,
  { values, issued, originOf }: Known,
): Decimal {
  const request = requests[at];
  const found = values.get(at);
  if (found !== undefined || request === undefined) return found ?? ZERO;
  const value = issued.share(at) ?? valueOf(request, lying, originOf);
  issued.add(request, value);
  values.set(at, value);
  return value;
}

/** Which requests revalue goods, by SKU. */
const revaluations = (
  requests: readonly CostRequest[],
  due: readonly number[],
): Map<string, number[]> =>
  Map.groupBy(
    due.filter((at) => requests[at]?.revalues),
    (at) => requests[at]?.skuId ?? '',
  );

/**
 * What stock is worth after goods of it came to cost more or less: those that are still there, of a pool of equals. Goods
 * that only came now, or never did, come or go with what they cost.
 */
function revalued(
  before: SkuCost,
  requests: readonly CostRequest[],
  values: ReadonlyMap<number, Decimal>,
): Step {
  const total = (direction: 'in' | 'out'): Valued => {
    const ats = [...values.keys()].filter((at) => requests[at]?.direction === direction);
    return {
      quantity: sum(ats.map((at) => requests[at]?.quantity ?? ZERO)),
      value: sum(ats.map((at) => values.get(at) ?? ZERO)),
    };
  };
  const [came, went] = [total('in'), total('out')];
  const goods = came.quantity.minus(went.quantity);
  const fewer = goods.isNegative();
  const along = partOf(fewer ? went : came, goods.abs());
  const { after, variance } = stepped(
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
    after: moved(after, after.quantity, after.value.plus(kept)),
    variance: variance.plus(kept).minus(more),
  };
}

/** What a part of goods is worth, of all of them. */
const partOf = ({ quantity, value }: Valued, part: Decimal): Decimal =>
  rounded(value.times(part).dividedBy(quantity), KEPT_DIGITS);

/** Undo before new, issues before receipts; among issues those at the average first, among receipts last. */
function inOrder(requests: readonly CostRequest[], due: readonly number[]): number[] {
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

function valueOf({ cost, quantity }: CostRequest, before: SkuCost, originOf: OriginOf): Decimal {
  if (cost.rule === 'given') return cost.value;
  const origin = cost.rule === 'origin' ? originOf(cost.documentId, cost.line) : undefined;
  if (origin === undefined || origin.quantity.isZero()) return atAverage(before, quantity);
  return rounded(quantity.times(origin.value).dividedBy(origin.quantity), KEPT_DIGITS);
}

/** What a document's own issues took out, to be shared by what it makes. */
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

  /** The share of one output; undefined for every other request. */
  share(at: number): Decimal | undefined {
    this.shares ??= this.outputs.some((output) => output.at === at) ? this.shared() : undefined;
    return this.shares?.get(at);
  }

  private shared(): Map<number, Decimal> {
    const whole = this.total.plus(sum(this.outputs.map(({ plus }) => plus)));
    const parts = share(
      whole,
      this.outputs.map(({ weight }) => weight),
      KEPT_DIGITS,
    );
    return new Map(this.outputs.map(({ at }, index) => [at, parts[index] ?? ZERO]));
  }
}

interface Step {
  readonly after: SkuCost;
  readonly variance: Decimal;
}

function stepped(
  before: SkuCost,
  { direction, quantity, undo }: Pick<CostRequest, 'direction' | 'quantity' | 'undo'>,
  value: Decimal,
): Step {
  if (direction === 'out') {
    return {
      after: moved(before, before.quantity.minus(quantity), before.value.minus(value)),
      variance: ZERO,
    };
  }
  const after = before.quantity.plus(quantity);
  const plain = before.value.plus(value);
  // An undo only gives back; and value alone fills no hole.
  if (undo || quantity.isZero() || before.quantity.gte(0))
    return { after: moved(before, after, plain), variance: ZERO };
  const kept = filled(before, quantity, value);
  return { after: moved(before, after, kept), variance: kept.minus(plain) };
}

/** What stock is worth after a receipt into stock below zero: the rest of the hole as it was, or the rest of the receipt. */
function filled(before: SkuCost, quantity: Decimal, value: Decimal): Decimal {
  const after = before.quantity.plus(quantity);
  const kept = after.gt(0)
    ? value.times(after).dividedBy(quantity)
    : before.value.times(after).dividedBy(before.quantity);
  return rounded(kept, KEPT_DIGITS);
}

function moved(before: SkuCost, quantity: Decimal, value: Decimal): SkuCost {
  const known = quantity.gt(0) && value.gte(0);
  const basis = known ? { basisQuantity: quantity, basisValue: value } : {};
  return { ...before, quantity, value, ...basis };
}

/** What the SKUs are worth, with what their days did after these requests. */
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

/** Value lies on the side of its goods: none at quantity 0, none below 0 above it, none above 0 below it. */
function withoutLeftover(cost: SkuCost): Step {
  const { quantity, value } = cost;
  const fits = quantity.isZero()
    ? value.isZero()
    : value.isZero() || quantity.isPositive() === value.isPositive();
  if (fits) return { after: cost, variance: ZERO };
  return { after: moved(cost, quantity, ZERO), variance: value.negated() };
}
