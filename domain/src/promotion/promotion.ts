// Promotions reduce the amounts of sales lines (decision 0090), whatever the order of lines.
import type { Decimal } from '../decimal.ts';
import { ZERO, decimal, rounded, sum } from '../decimal.ts';
import { shareByWeights } from '../amount/share.ts';
import type { AnyKindCode } from '../document/kindCode.ts';

/**
 * `percent`: a percentage off; `amount`: an amount off each unit; `xForY`: some units for the price of fewer;
 * `bundle`: a set of goods at a price; `threshold`: an amount off for each full amount of goods.
 */
export const promotionKinds = ['percent', 'amount', 'xForY', 'bundle', 'threshold'] as const;
export type PromotionKind = (typeof promotionKinds)[number];
export type PromotionFigure = 'rate' | 'amount' | 'threshold' | 'takeQuantity' | 'payQuantity';

/** Figures of each kind; others mean nothing. */
export const promotionFigures: Readonly<Record<PromotionKind, readonly PromotionFigure[]>> = {
  percent: ['rate'],
  amount: ['amount'],
  xForY: ['takeQuantity', 'payQuantity'],
  bundle: ['amount'],
  threshold: ['threshold', 'amount'],
};

const promotedKinds: ReadonlySet<AnyKindCode> = new Set(['saleOrder', 'saleOut', 'retailOut']);

/** Checks if lines of a kind may take part in promotions. */
export const takesPromotions = (code: AnyKindCode): boolean => promotedKinds.has(code);

/** Promotion that holds for a document. */
export interface Promotion {
  readonly id: string;
  readonly name: string;
  readonly kind: PromotionKind;
  /** Percentage off. */
  readonly rate: Decimal;
  /** Amount off a unit or a full amount, or the price of a bundle. */
  readonly amount: Decimal;
  /** Full amount of goods for a reduction. */
  readonly threshold: Decimal;
  readonly takeQuantity: Decimal;
  readonly payQuantity: Decimal;
  /** Barcodes with the quantity in a bundle; empty: all goods. */
  readonly goods: ReadonlyMap<string, Decimal>;
  /** Lower numbers come first. */
  readonly priority: number;
  /** Goods with units in another promotion have no part in this promotion, and the other way round. */
  readonly exclusive: boolean;
  /** Remaining uses in the document; null: unlimited. */
  readonly usesLeft: Decimal | null;
}

export interface PromotedLine {
  readonly barcodeId: string;
  readonly quantity: Decimal;
  /** Price of a unit without promotions. */
  readonly regularPrice: Decimal;
  /** No promotion reduces a unit below this price; null: none. */
  readonly minimumPrice: Decimal | null;
}

/** Line after promotions. */
export interface PromotedAmount {
  /** Amount at the regular price, less the discount. */
  readonly amount: Decimal;
  readonly discount: Decimal;
  /** Names of the promotions that reduced the goods of the line, first applied first. */
  readonly promotions: readonly string[];
}

export interface PromotionResult {
  readonly lines: readonly PromotedAmount[];
  /** Uses by promotion: discounted units, sets, or full amounts. */
  readonly uses: ReadonlyMap<string, Decimal>;
}

/** Goods of a document at one price. */
interface PromotedGoods {
  readonly barcodeId: string;
  readonly quantity: Decimal;
  readonly amount: Decimal;
  readonly floor: Decimal;
  readonly discount: Decimal;
  readonly names: readonly string[];
  /** A promotion has units of the goods, reduced or paid. */
  readonly taken: boolean;
  /** An exclusive promotion has units of the goods. */
  readonly closed: boolean;
}

/** Exact discounts and units in the order of the goods, and the uses they cost. */
interface Reduction {
  readonly discounts: readonly Decimal[];
  /** Units with a part in the promotion, also the paid units of a set. */
  readonly taken: readonly Decimal[];
  readonly uses: Decimal;
}

const smallerOfTwo = (one: Decimal, other: Decimal): Decimal => (one.lt(other) ? one : other);
const notBelowZero = (amount: Decimal): Decimal => (amount.isNegative() ? ZERO : amount);
const floorOf = (amount: Decimal): Decimal => decimal(amount.floor());

const amountLeftOf = ({ amount, discount }: PromotedGoods): Decimal => amount.minus(discount);
const unitOf = (goods: PromotedGoods): Decimal =>
  goods.quantity.isZero() ? ZERO : amountLeftOf(goods).dividedBy(goods.quantity);

/** Applies promotions to lines. A discount never exceeds the amount, and keeps the minimum price. */
export function applyPromotions(
  lines: readonly PromotedLine[],
  promotions: readonly Promotion[],
  digits: number,
): PromotionResult {
  const amounts = lines.map(({ quantity, regularPrice }) =>
    rounded(quantity.times(regularPrice), digits),
  );
  const keyed = lines.map((line, at) => ({
    ...line,
    at,
    amount: amounts[at] ?? ZERO,
    key: `${line.barcodeId} ${line.regularPrice.toFixed()}`,
  }));
  const groups = [...Map.groupBy(keyed, ({ key }) => key)].toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  );
  const uses = new Map<string, Decimal>();
  const begun: readonly PromotedGoods[] = groups.map(([, own]) => goodsOf(own, digits));
  const done = orderPromotions(promotions).reduce((goods, promotion) => {
    const { reduced, used } = reduceGoods(goods, promotion, digits);
    if (used.gt(0)) uses.set(promotion.id, used);
    return reduced;
  }, begun);
  const results = new Map(
    groups.flatMap(([, own], place) => {
      const goods = done[place];
      return goods === undefined ? [] : shareOverLines(goods, own, digits);
    }),
  );
  const nothing = (at: number): PromotedAmount => ({
    amount: amounts[at] ?? ZERO,
    discount: ZERO,
    promotions: [],
  });
  return { lines: lines.map((_, at) => results.get(at) ?? nothing(at)), uses };
}

type KeyedLine = PromotedLine & { readonly at: number; readonly amount: Decimal };

const roundUp = (amount: Decimal, digits: number): Decimal => {
  const unit = decimal(10).pow(-digits);
  return decimal(amount.dividedBy(unit).ceil()).times(unit);
};

function goodsOf(lines: readonly KeyedLine[], digits: number): PromotedGoods {
  const amount = sum(lines.map((line) => line.amount));
  const floor = sum(lines.map((line) => lineFloor(line, digits)));
  return {
    barcodeId: lines[0]?.barcodeId ?? '',
    quantity: sum(lines.map(({ quantity }) => quantity)),
    amount,
    floor: smallerOfTwo(floor, amount),
    discount: ZERO,
    names: [],
    taken: false,
    closed: false,
  };
}

const lineFloor = ({ quantity, minimumPrice }: KeyedLine, digits: number): Decimal =>
  minimumPrice === null ? ZERO : roundUp(quantity.times(minimumPrice), digits);

const orderPromotions = (promotions: readonly Promotion[]): readonly Promotion[] =>
  promotions.toSorted(
    (one, other) =>
      one.priority - other.priority ||
      one.id.length - other.id.length ||
      (one.id < other.id ? -1 : 1),
  );

const isOpenFor = (goods: PromotedGoods, promotion: Promotion): boolean =>
  !goods.closed &&
  goods.quantity.gt(0) &&
  (promotion.goods.size === 0 || promotion.goods.has(goods.barcodeId)) &&
  (!promotion.exclusive || !goods.taken);

function reduceGoods(
  all: readonly PromotedGoods[],
  promotion: Promotion,
  digits: number,
): { readonly reduced: readonly PromotedGoods[]; readonly used: Decimal } {
  const open = all.filter((goods) => isOpenFor(goods, promotion));
  // Dearest first; goods of equal price stay in the order of their keys.
  const dearest = open.toSorted((one, other) => unitOf(other).comparedTo(unitOf(one)));
  const { discounts, taken, uses } = reductions[promotion.kind](dearest, promotion, digits);
  const given = new Map(
    dearest.map((goods, at) => {
      const room = notBelowZero(amountLeftOf(goods).minus(goods.floor));
      return [goods, smallerOfTwo(rounded(discounts[at] ?? ZERO, digits), room)] as const;
    }),
  );
  if (sum([...given.values()]).isZero()) return { reduced: all, used: ZERO };
  const units = new Map(dearest.map((goods, at) => [goods, taken[at] ?? ZERO]));
  const reduced = all.map((goods) => {
    const discount = given.get(goods) ?? ZERO;
    if (discount.isZero() && (units.get(goods) ?? ZERO).isZero()) return goods;
    return {
      ...goods,
      discount: goods.discount.plus(discount),
      names: discount.isZero() ? goods.names : [...goods.names, promotion.name],
      taken: true,
      closed: promotion.exclusive,
    };
  });
  return { reduced, used: uses };
}

type Rule = (goods: readonly PromotedGoods[], promotion: Promotion, digits: number) => Reduction;

const limitUses = (uses: Decimal, { usesLeft }: Promotion): Decimal =>
  usesLeft === null ? uses : notBelowZero(smallerOfTwo(uses, usesLeft));

/** Takes units of goods in order, up to a quantity. */
function takeUnits(goods: readonly PromotedGoods[], quantity: Decimal): readonly Decimal[] {
  let left = quantity;
  return goods.map((one) => {
    const taken = smallerOfTwo(one.quantity, left);
    left = left.minus(taken);
    return taken;
  });
}

const quantityOf = (goods: readonly PromotedGoods[]): Decimal =>
  sum(goods.map(({ quantity }) => quantity));

const NO_REDUCTION: Reduction = { discounts: [], taken: [], uses: ZERO };

/** Reduces each unit by an amount depending on the unit price. Goods at their minimum price cost no uses. */
const reduceUnits =
  (reduce: (unit: Decimal, promotion: Promotion) => Decimal): Rule =>
  (goods, promotion, digits) => {
    const reducible = goods.filter((one) => amountLeftOf(one).gt(one.floor));
    const most = limitUses(quantityOf(reducible), promotion);
    const units = new Map(takeUnits(reducible, most).map((taken, at) => [reducible[at], taken]));
    const discounts = goods.map((one) =>
      rounded(reduce(unitOf(one), promotion).times(units.get(one) ?? ZERO), digits),
    );
    const taken = goods.map((one, at) =>
      (discounts[at] ?? ZERO).gt(0) ? (units.get(one) ?? ZERO) : ZERO,
    );
    return { discounts, taken, uses: sum(taken) };
  };

/** Counts the free units among the first units of sets: the cheapest of each set are free. */
function freeBefore(units: Decimal, { takeQuantity, payQuantity }: Promotion): Decimal {
  const sets = floorOf(units.dividedBy(takeQuantity));
  const rest = units.minus(sets.times(takeQuantity));
  return sets.times(takeQuantity.minus(payQuantity)).plus(notBelowZero(rest.minus(payQuantity)));
}

const reduceSets: Rule = (goods, promotion) => {
  const { takeQuantity, payQuantity } = promotion;
  if (takeQuantity.lte(payQuantity)) return NO_REDUCTION;
  const sets = floorOf(quantityOf(goods).dividedBy(takeQuantity));
  const uses = floorOf(limitUses(sets, promotion));
  const units = takeUnits(goods, uses.times(takeQuantity));
  let passed = ZERO;
  const discounts = goods.map((one, at) => {
    const before = freeBefore(passed, promotion);
    passed = passed.plus(units[at] ?? ZERO);
    return unitOf(one).times(freeBefore(passed, promotion).minus(before));
  });
  return { discounts, taken: units, uses };
};

const reduceBundle: Rule = (goods, promotion, digits) => {
  const parts = [...promotion.goods].map(([barcodeId, needed]) => {
    const own = goods.filter((one) => one.barcodeId === barcodeId);
    return { own, needed, sets: floorOf(quantityOf(own).dividedBy(needed)) };
  });
  const [first, ...others] = parts;
  if (first === undefined) return NO_REDUCTION;
  const sets = others.reduce((least, part) => smallerOfTwo(least, part.sets), first.sets);
  const uses = floorOf(limitUses(sets, promotion));
  const units = new Map(
    parts.flatMap(({ own, needed }) => {
      const part = takeUnits(own, needed.times(uses));
      return own.map((one, at) => [one, part[at] ?? ZERO] as const);
    }),
  );
  const taken = goods.map((one) => units.get(one) ?? ZERO);
  const values = goods.map((one, at) => unitOf(one).times(taken[at] ?? ZERO));
  const off = notBelowZero(rounded(sum(values), digits).minus(promotion.amount.times(uses)));
  return { discounts: shareByWeights(off, values, digits), taken, uses };
};

const reduceFullAmounts: Rule = (goods, promotion, digits) => {
  if (promotion.threshold.lte(0)) return NO_REDUCTION;
  const amounts = goods.map(amountLeftOf);
  const whole = sum(amounts);
  const uses = floorOf(limitUses(floorOf(whole.dividedBy(promotion.threshold)), promotion));
  const off = smallerOfTwo(promotion.amount.times(uses), whole);
  const taken = goods.map(({ quantity }) => (uses.isZero() ? ZERO : quantity));
  return { discounts: shareByWeights(off, amounts, digits), taken, uses };
};

const reductions: Readonly<Record<PromotionKind, Rule>> = {
  percent: reduceUnits((unit, { rate }) => unit.times(rate).dividedBy(100)),
  amount: reduceUnits((unit, { amount }) => smallerOfTwo(unit, amount)),
  xForY: reduceSets,
  bundle: reduceBundle,
  threshold: reduceFullAmounts,
};

/** Shares the discount of goods over their lines, by amount. */
function shareOverLines(
  goods: PromotedGoods,
  lines: readonly KeyedLine[],
  digits: number,
): (readonly [at: number, result: PromotedAmount])[] {
  const shares = shareByWeights(
    goods.discount,
    lines.map(({ amount }) => amount),
    digits,
  );
  return lines.map((line, place) => {
    const room = notBelowZero(line.amount.minus(lineFloor(line, digits)));
    const discount = smallerOfTwo(shares[place] ?? ZERO, room);
    return [
      line.at,
      { amount: line.amount.minus(discount), discount, promotions: goods.names },
    ] as const;
  });
}
