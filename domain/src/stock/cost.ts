import { share } from '../amount/share.ts';
import type { Decimal } from '../decimal.ts';
import { KEPT_DIGITS, ZERO, rounded, sum } from '../decimal.ts';
import type { CostRule } from '../posting/posting.ts';

/**
 * What a SKU is worth company-wide. `basis` is the last pair with goods in it: below zero it still tells the last known
 * average, exactly and never rounded.
 */
export interface SkuCost {
  readonly quantity: Decimal;
  readonly value: Decimal;
  readonly basisQuantity: Decimal;
  readonly basisValue: Decimal;
}

export const nothingHeld: SkuCost = {
  quantity: ZERO,
  value: ZERO,
  basisQuantity: ZERO,
  basisValue: ZERO,
};

/** A quantity and what it was posted at. */
export interface Valued {
  readonly quantity: Decimal;
  readonly value: Decimal;
}

/** A crossing of the border of the company's stock whose value is to be found. Quantity 0: value alone. */
export interface CostRequest {
  readonly skuId: string;
  readonly direction: 'in' | 'out' | 'none';
  readonly quantity: Decimal;
  readonly cost: CostRule;
  /** It turns round what was posted before, at the value it was posted at. */
  readonly undo: boolean;
  /** With its counterpart it changes what goods came in at that stay as they are. */
  readonly revalues: boolean;
}

/** What an origin line has posted in sum, undefined where it has nothing in the books. */
export type OriginOf = (documentId: string, line: number) => Valued | undefined;

export interface CostResolution {
  /** One value ≥ 0 per request, in their order. */
  readonly values: readonly Decimal[];
  /** Value that enters stock (above 0) or leaves it (below 0) without goods, and the request that caused it. */
  readonly variances: readonly { readonly request: number; readonly amount: Decimal }[];
  readonly costs: ReadonlyMap<string, SkuCost>;
}

/** The unit cost of now, at full precision: for display, round it; 0 where nothing was ever held. */
export const unitCost = ({ basisQuantity, basisValue }: SkuCost): Decimal =>
  basisQuantity.isZero() ? ZERO : basisValue.dividedBy(basisQuantity);

/** What a quantity is worth at the average of now: all of the value for all of the goods, so nothing is left behind. */
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
 */
export function resolveCosts(
  costs: ReadonlyMap<string, SkuCost>,
  requests: readonly CostRequest[],
  originOf: OriginOf = () => undefined,
): CostResolution {
  const state = new Map(costs);
  const values: Decimal[] = requests.map(() => ZERO);
  const variances: { request: number; amount: Decimal }[] = [];
  const lastOf = new Map<string, number>();
  const issued = new Issued(requests);

  for (const [skuId, ats] of revaluations(requests)) {
    const before = state.get(skuId) ?? nothingHeld;
    for (const at of ats) {
      const request = requests[at];
      if (request !== undefined) values[at] = valueOf(request, before, originOf);
    }
    const { after, variance } = revalued(before, requests, ats, values);
    const last = Math.max(...ats);
    state.set(skuId, after);
    lastOf.set(skuId, last);
    if (!variance.isZero()) variances.push({ request: last, amount: variance });
  }

  for (const at of inOrder(requests)) {
    const request = requests[at];
    if (request === undefined || request.direction === 'none' || request.revalues) continue;
    const before = state.get(request.skuId) ?? nothingHeld;
    const value = issued.share(at) ?? valueOf(request, before, originOf);
    const { after, variance } = stepped(before, request, value);
    values[at] = value;
    issued.add(request, value);
    state.set(request.skuId, after);
    lastOf.set(request.skuId, at);
    if (!variance.isZero()) variances.push({ request: at, amount: variance });
  }

  for (const [skuId, at] of lastOf) {
    const { after, variance } = withoutLeftover(state.get(skuId) ?? nothingHeld);
    state.set(skuId, after);
    if (!variance.isZero()) variances.push({ request: at, amount: variance });
  }
  return { values, variances, costs: state };
}

/** Which requests revalue goods, by SKU. */
const revaluations = (requests: readonly CostRequest[]): Map<string, number[]> =>
  Map.groupBy(
    requests.flatMap(({ revalues }, at) => (revalues ? [at] : [])),
    (at) => requests[at]?.skuId ?? '',
  );

/** What stock is worth after goods of it came to cost more or less: those that are still there, of a pool of equals. */
function revalued(
  before: SkuCost,
  requests: readonly CostRequest[],
  ats: readonly number[],
  values: readonly Decimal[],
): Step {
  const total = (of: (at: number) => Decimal | undefined, direction: 'in' | 'out') =>
    sum(ats.filter((at) => requests[at]?.direction === direction).map((at) => of(at) ?? ZERO));
  const value = (at: number) => values[at];
  const more = total(value, 'in').minus(total(value, 'out'));
  const goods = total((at) => requests[at]?.quantity, 'in');
  const there = before.quantity.isNegative() ? ZERO : before.quantity;
  const share = there.gte(goods) ? more : more.times(there).dividedBy(goods);
  const kept = rounded(share, KEPT_DIGITS);
  return {
    after: moved(before, before.quantity, before.value.plus(kept)),
    variance: kept.minus(more),
  };
}

/** Undo before new, issues before receipts; among issues those at the average first, among receipts last. */
function inOrder(requests: readonly CostRequest[]): number[] {
  const rank = ({ undo, direction, cost }: CostRequest): number => {
    const average = cost.rule === 'average';
    if (undo) return direction === 'out' ? 0 : 1;
    if (direction === 'out') return average ? 2 : 3;
    return average ? 5 : 4;
  };
  const ranked = requests.map((request, at) => ({ at, rank: rank(request) }));
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
  private readonly makers: {
    readonly at: number;
    readonly plus: Decimal;
    readonly weight: Decimal;
  }[];

  constructor(requests: readonly CostRequest[]) {
    this.makers = requests.flatMap(({ cost, undo }, at) =>
      cost.rule === 'issues' && !undo ? [{ at, plus: cost.plus, weight: cost.weight }] : [],
    );
  }

  add({ direction, undo }: CostRequest, value: Decimal): void {
    if (direction === 'out' && !undo) this.total = this.total.plus(value);
  }

  /** The share of one maker; undefined for every other request. */
  share(at: number): Decimal | undefined {
    this.shares ??= this.makers.some((maker) => maker.at === at) ? this.shared() : undefined;
    return this.shares?.get(at);
  }

  private shared(): Map<number, Decimal> {
    const whole = this.total.plus(sum(this.makers.map(({ plus }) => plus)));
    const parts = share(
      whole,
      this.makers.map(({ weight }) => weight),
      KEPT_DIGITS,
    );
    return new Map(this.makers.map(({ at }, index) => [at, parts[index] ?? ZERO]));
  }
}

interface Step {
  readonly after: SkuCost;
  readonly variance: Decimal;
}

function stepped(
  before: SkuCost,
  { direction, quantity, undo }: CostRequest,
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

function moved({ basisQuantity, basisValue }: SkuCost, quantity: Decimal, value: Decimal): SkuCost {
  const known = quantity.gt(0) && value.gte(0);
  return known
    ? { quantity, value, basisQuantity: quantity, basisValue: value }
    : { quantity, value, basisQuantity, basisValue };
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
