// Amounts that were agreed in one document are handed on to the documents made from it, as amounts (decision 0069).
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

/** A line of a source document: the whole that was agreed, and what live documents took of it already. */
export interface AgreedGoods {
  readonly whole: GoodsAmounts;
  readonly taken: GoodsAmounts;
}

/** Part of an agreed line that one live document took. */
export interface TakenPart extends GoodsAmounts {
  /** The unit price that was typed is the agreed one, or another; null: an amount was typed. */
  readonly atAgreedPrice: boolean | null;
}

/** The exact share of an agreed amount that falls to a quantity. */
export const exactShare = (amount: Decimal, quantity: Decimal, whole: Decimal): Decimal =>
  whole.isZero() ? ZERO : amount.times(quantity).dividedBy(whole);

export const atLeastZero = (amount: Decimal): Decimal => (amount.isNegative() ? ZERO : amount);

/**
 * The next part of what is left: its share by `size`, and all of it once nothing else is left. So all parts add up to the
 * whole. A size beyond what is left comes to its exact share of the whole on top.
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

/** A line that takes a part of an agreed one, in its own unit. */
export interface TakingLine extends Pick<LineInput, 'quantity' | 'taxRate'> {
  readonly unitPrice: Decimal;
}

/** Prices of a line that comes to a part: by the agreed unit price where that makes it, else by the amounts. */
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
  // Many earlier parts leave a rest of tax that no rate explains: the total still ends exactly, the tax follows its rate.
  return isTaxOfRate({ total, tax }, taxRate, digits) ? { ...byTotal, tax } : byTotal;
}

/** The agreed line once a further part is taken. */
export const withPart = ({ whole, taken }: AgreedGoods, part: GoodsAmounts): AgreedGoods => ({
  whole,
  taken: sumOfParts([taken, part]),
});

/** An amount differs from its exact share by rounding alone: by one smallest unit for each part, and one more. */
export const isWithinRounding = (difference: Decimal, parts: number, digits: number): boolean =>
  difference.abs().lte(
    decimal(10)
      .pow(-digits)
      .times(parts + 1),
  );

/**
 * Amounts that the parts of an agreed line count with. A part at a price of its own counts with what was agreed for its quantity,
 * so that a delivery at another price leaves the agreed price of the next delivery unchanged.
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
    return part.atAgreedPrice !== false && isRounded
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

/** The discount that a source document agreed on, and what live documents took of it already. */
export interface AgreedDiscount {
  /** Amount of the source's goods before the discount. */
  readonly goods: Decimal;
  readonly discount: Decimal;
  /** The rate in percent, where a rate explains the discount; null: an amount was agreed. */
  readonly rate: Decimal | null;
  /** Amount that was agreed for the goods that were taken. */
  readonly takenGoods: Decimal;
  readonly taken: Decimal;
}

/** The rate that was agreed; null where only the amount was. */
export const agreedRate = (
  { goods, discount }: Pick<AgreedDiscount, 'goods' | 'discount'>,
  rate: Decimal,
  digits: number,
): Decimal | null =>
  rounded(goods.times(rate).dividedBy(100), digits).equals(discount) ? rate : null;

/** A line as the discount of its document sees it. */
export interface DiscountedLine {
  /** The source document; null: none. */
  readonly source: string | null;
  /** The total that its source offers; another total is a price of its own. */
  readonly offered: Decimal;
  readonly total: Decimal;
}

/** Amount agreed for a quantity of an agreed line, to the last digit. */
export const agreedFor = ({ whole }: AgreedGoods, quantity: Decimal): Decimal =>
  exactShare(whole.total, quantity, whole.quantity);

/** The next share of one source's discount: an agreed amount ends with its goods, a rate goes on. */
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

const sumOf = (lines: readonly DiscountedLine[], of: (line: DiscountedLine) => Decimal): Decimal =>
  sum(lines.map(of));

/** Amount of lines by prices of their own, beyond what their source offers. */
const beyondOffer = (lines: readonly DiscountedLine[]): Decimal =>
  sumOf(lines, ({ total, offered }) => total.minus(offered));

/**
 * The discount of a document made from others: of each source the next share, and an agreed rate of what is beyond the
 * offer. Lines without a source have one where all sources agreed on the same rate.
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
      sumOf(own, ({ offered }) => offered),
      digits,
    );
    return part.plus(percent(beyondOffer(own), agreed.rate));
  });
  const all = sum([...shares, percent(beyondOffer(others), rate)]);
  const goods = sumOf(lines, ({ total }) => total);
  const amount = rounded(all.gt(goods) ? goods : atLeastZero(all), digits);
  const isRate = rate !== null && rounded(percent(goods, rate), digits).equals(amount);
  return { amount, rate: isRate ? rate : null };
}

const percent = (amount: Decimal, rate: Decimal | null): Decimal =>
  rate === null ? ZERO : amount.times(rate).dividedBy(100);

/** The rate that all sources agreed on; null: there is none. */
function oneRate([first, ...others]: readonly AgreedDiscount[]): Decimal | null {
  const rate = first?.rate ?? null;
  const isSame = others.every((other) => rate !== null && other.rate?.equals(rate) === true);
  return isSame ? rate : null;
}
