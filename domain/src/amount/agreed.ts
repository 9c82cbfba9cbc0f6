// Agreed amounts pass to resulting documents in amount form (decision 0069).
import type { Decimal } from '../decimal.ts';
import { ZERO, decimal, rounded, sum } from '../decimal.ts';
import type { TaxMode } from '../document/document.ts';
import { isTaxOfRate, lineAmounts } from './line.ts';
import type { LineInput } from './line.ts';

/** Amount of some goods, tax included; the quantity is in base units. */
export interface GoodsAmounts {
  readonly quantity: Decimal;
  readonly total: Decimal;
  readonly tax: Decimal;
}

/** Line of a source document: the agreed whole, and the part taken by live documents. */
export interface AgreedGoods {
  readonly whole: GoodsAmounts;
  readonly taken: GoodsAmounts;
}

/** Part of an agreed line taken by a live document. */
export interface TakenPart extends GoodsAmounts {
  /** True: typed unit price equals the agreed price; false: it differs; null: an amount was typed. */
  readonly atAgreedPrice: boolean | null;
  /** True: the part was given back, and no later part may give back the same money again. */
  readonly givenBack: boolean;
}

/** Exact share of an agreed amount for a quantity. */
export const exactShare = (amount: Decimal, quantity: Decimal, whole: Decimal): Decimal =>
  whole.isZero() ? ZERO : amount.times(quantity).dividedBy(whole);

export const atLeastZero = (amount: Decimal): Decimal => (amount.isNegative() ? ZERO : amount);

/**
 * Next part of the remainder: the share by `size`, and the whole remainder at the end: all parts add up to
 * the whole. A size beyond the remainder adds its exact share of the whole.
 */
function partOfRest(
  whole: { readonly amount: Decimal; readonly size: Decimal },
  taken: { readonly amount: Decimal; readonly size: Decimal },
  size: Decimal,
  digits: number,
): Decimal {
  const rest = atLeastZero(whole.amount.minus(taken.amount));
  const open = atLeastZero(whole.size.minus(taken.size));
  if (size.lt(open)) return rounded(exactShare(rest, size, open), digits);
  const over = exactShare(whole.amount, size.minus(open), whole.size);
  return rounded((open.isZero() ? ZERO : rest).plus(over), digits);
}

/** Amount of the next `quantity` of an agreed line. */
export function nextPart(
  { whole, taken }: AgreedGoods,
  quantity: Decimal,
  digits: number,
): GoodsAmounts {
  const next = (name: 'total' | 'tax'): Decimal =>
    partOfRest(
      { amount: whole[name], size: whole.quantity },
      { amount: taken[name], size: taken.quantity },
      quantity,
      digits,
    );
  return { quantity, total: next('total'), tax: next('tax') };
}

/** Line taking part of an agreed line, in its own unit. */
export interface TakingLine extends Pick<LineInput, 'quantity' | 'taxRate'> {
  readonly unitPrice: Decimal;
}

/** Prices a line worth a part: by the agreed unit price if matching, else by amounts. */
export function pricedAsPart(
  { quantity, taxRate, unitPrice }: TakingLine,
  { total, tax }: Pick<GoodsAmounts, 'total' | 'tax'>,
  taxMode: TaxMode,
  digits: number,
): LineInput {
  const byPrice: LineInput = { quantity, taxRate, pricedBy: 'unitPrice', given: unitPrice };
  const made = lineAmounts(byPrice, taxMode, digits);
  if (made.total.equals(total) && made.tax.equals(tax)) return byPrice;
  const byTotal: LineInput = { quantity, taxRate, pricedBy: 'total', given: total };
  // After many parts no rate explains the remaining tax: the total ends exactly, the tax follows the rate.
  return isTaxOfRate({ total, tax }, taxRate, digits) ? { ...byTotal, tax } : byTotal;
}

/** The agreed line once a further part is taken. */
export const withPart = ({ whole, taken }: AgreedGoods, part: GoodsAmounts): AgreedGoods => ({
  whole,
  taken: sumOfParts([taken, part]),
});

/**
 * Checks if an amount differs from the exact share only by rounding: one smallest unit per part, plus one.
 */
export const isWithinRounding = (difference: Decimal, parts: number, digits: number): boolean =>
  difference.abs().lte(
    decimal(10)
      .pow(-digits)
      .times(parts + 1),
  );

/**
 * Counted amounts of an agreed line's parts. A part at another price counts the agreed amount of its
 * quantity: the agreed price of the next delivery stays unchanged. A part given back for more counts itself.
 */
export function countParts(
  whole: GoodsAmounts,
  parts: readonly TakenPart[],
  digits: number,
): GoodsAmounts[] {
  return parts.map((part) => {
    const exact = (name: 'total' | 'tax'): Decimal =>
      exactShare(whole[name], part.quantity, whole.quantity);
    const isRounded = (['total', 'tax'] as const).every((name) =>
      isWithinRounding(part[name].minus(exact(name)), parts.length, digits),
    );
    const isMoreBack = part.givenBack && part.total.gt(exact('total'));
    return (part.atAgreedPrice !== false && isRounded) || isMoreBack
      ? part
      : { quantity: part.quantity, total: exact('total'), tax: exact('tax') };
  });
}

/** Amounts of parts of an agreed line, added up. */
export const sumOfParts = (parts: readonly GoodsAmounts[]): GoodsAmounts => ({
  quantity: sum(parts.map(({ quantity }) => quantity)),
  total: sum(parts.map(({ total }) => total)),
  tax: sum(parts.map(({ tax }) => tax)),
});

/** Discount agreed in a source document, and the part taken by live documents. */
export interface AgreedDiscount {
  /** Amount of the source's goods before the discount. */
  readonly goods: Decimal;
  readonly discount: Decimal;
  /** The rate in percent, where a rate explains the discount; null: an amount was agreed. */
  readonly rate: Decimal | null;
  /** Agreed amount of the goods already taken. */
  readonly takenGoods: Decimal;
  readonly taken: Decimal;
}

/** Agreed discount rate; null if only the amount was agreed. */
export const agreedRate = (
  { goods, discount }: Pick<AgreedDiscount, 'goods' | 'discount'>,
  rate: Decimal,
  digits: number,
): Decimal | null =>
  rounded(goods.times(rate).dividedBy(100), digits).equals(discount) ? rate : null;

/** Line with the facts for sharing the document discount. */
export interface DiscountedLine {
  /** The source document; null: none. */
  readonly source: string | null;
  /** Total offered by the source; any other total is a deviating price. */
  readonly offered: Decimal;
  readonly total: Decimal;
}

/** Amount agreed for a quantity of an agreed line, to the last digit. */
export const agreedFor = ({ whole }: AgreedGoods, quantity: Decimal): Decimal =>
  exactShare(whole.total, quantity, whole.quantity);

/** Next share of a source's discount: an agreed amount ends with the goods, a rate continues. */
function nextDiscount(
  { goods, discount, rate, takenGoods, taken }: AgreedDiscount,
  size: Decimal,
  digits: number,
): Decimal {
  const open = atLeastZero(goods.minus(takenGoods));
  const counted = rate === null && size.gt(open) ? open : size;
  return partOfRest(
    { amount: discount, size: goods },
    { amount: taken, size: takenGoods },
    counted,
    digits,
  );
}

const sumDiscountedLines = (
  lines: readonly DiscountedLine[],
  of: (line: DiscountedLine) => Decimal,
): Decimal => sum(lines.map(of));

/** Amount of lines at deviating prices beyond the source's offer. */
const beyondOffer = (lines: readonly DiscountedLine[]): Decimal =>
  sumDiscountedLines(lines, ({ total, offered }) => total.minus(offered));

/**
 * Discount of a document made from sources: each source's next share, plus the agreed rate of the amount
 * beyond the offer. Lines without a source share a rate agreed by all sources.
 */
export function agreedDiscount(
  discounts: ReadonlyMap<string, AgreedDiscount>,
  lines: readonly DiscountedLine[],
  digits: number,
): { readonly amount: Decimal; readonly rate: Decimal | null } {
  const bySource = Map.groupBy(lines, ({ source }) => source ?? '');
  const known = [...bySource].flatMap(([id, own]) => {
    const agreed = discounts.get(id);
    return agreed === undefined ? [] : [{ agreed, own }];
  });
  const rate = oneRate(known.map(({ agreed }) => agreed));
  const others = lines.filter(({ source }) => !discounts.has(source ?? ''));
  const shares = known.map(({ agreed, own }) => {
    const part = nextDiscount(
      agreed,
      sumDiscountedLines(own, ({ offered }) => offered),
      digits,
    );
    return part.plus(percentOfAmount(beyondOffer(own), agreed.rate));
  });
  const all = sum([...shares, percentOfAmount(beyondOffer(others), rate)]);
  const goods = sumDiscountedLines(lines, ({ total }) => total);
  const amount = rounded(all.gt(goods) ? goods : atLeastZero(all), digits);
  const isRate = rate !== null && rounded(percentOfAmount(goods, rate), digits).equals(amount);
  return { amount, rate: isRate ? rate : null };
}

const percentOfAmount = (amount: Decimal, rate: Decimal | null): Decimal =>
  rate === null ? ZERO : amount.times(rate).dividedBy(100);

/** Rate agreed by all sources; null: none. */
function oneRate([first, ...others]: readonly AgreedDiscount[]): Decimal | null {
  const rate = first?.rate ?? null;
  const isSame = others.every((other) => rate !== null && other.rate?.equals(rate) === true);
  return isSame ? rate : null;
}
