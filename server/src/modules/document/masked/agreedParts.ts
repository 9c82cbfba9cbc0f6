// Parts of the sources' agreed amounts, taken by the lines of a document in sequence (decision 0069).
import {
  KEPT_DIGITS,
  ZERO,
  agreedDiscount,
  nextPart,
  toPlainDecimal,
  pricedAsPart,
  withPart,
} from '@tradehouse/domain';
import type { Decimal, DiscountedLine, GoodsAmounts, LineInput } from '@tradehouse/domain';
import type { GoodsDocumentInput, GoodsLineInput } from '@tradehouse/contract';
import { sourceKey } from './agreed.ts';
import type { AgreedTerms, AgreedLine } from './agreed.ts';

/** Line made from a source, in the line's unit. */
export interface MadeLine extends Pick<GoodsLineInput, 'sourceDocumentId' | 'sourceLine'> {
  readonly quantity: Decimal;
  readonly ratio: Decimal;
}

export interface AgreedPart {
  readonly agreed: AgreedLine;
  readonly part: GoodsAmounts;
  /** Prices that yield the agreed amount. */
  readonly priced: LineInput;
}

/** Computes the agreed parts of a document's lines, in sequence; undefined: nothing agreed. */
export function agreedParts(
  { lines, taxMode, digits }: AgreedTerms,
  made: readonly MadeLine[],
): (AgreedPart | undefined)[] {
  const rest = new Map(lines);
  return made.map((line) => {
    const key = sourceKey(line);
    const agreed = rest.get(key);
    if (agreed === undefined) return undefined;
    const { quantity, ratio } = line;
    const part = nextPart(agreed, quantity.times(ratio), digits);
    rest.set(key, { ...agreed, ...withPart(agreed, part) });
    const unitPrice = agreed.price.times(ratio).toDecimalPlaces(KEPT_DIGITS);
    const taking = { quantity, taxRate: agreed.taxRate, unitPrice };
    return { agreed, part, priced: pricedAsPart(taking, part, taxMode, digits) };
  });
}

/** Money fields like entered by a user. */
export const enteredMoney = ({
  pricedBy,
  given,
  taxRate,
  tax,
}: Omit<LineInput, 'quantity'>): Pick<
  GoodsLineInput,
  'unitPrice' | 'amount' | 'total' | 'taxRate' | 'tax'
> => ({
  [pricedBy]: toPlainDecimal(given),
  taxRate: toPlainDecimal(taxRate),
  ...(tax === undefined ? {} : { tax: toPlainDecimal(tax) }),
});

/** Computes the discount of lines by their agreed terms. `totals`: line totals; default: at agreed prices. */
export function discountOfParts(
  { discounts, digits }: AgreedTerms,
  made: readonly MadeLine[],
  parts: readonly (AgreedPart | undefined)[],
  totals?: readonly Decimal[],
): ReturnType<typeof agreedDiscount> {
  const lines = made.map(({ sourceDocumentId }, at): DiscountedLine => {
    const own = parts[at];
    const offered = own?.part.total ?? ZERO;
    return {
      source: own === undefined ? null : (sourceDocumentId ?? null),
      offered,
      total: totals?.[at] ?? offered,
    };
  });
  return agreedDiscount(discounts, lines, digits);
}

/** Line of a saved document with its price. */
export interface PricedMadeLine extends MadeLine {
  readonly total: Decimal;
}

/** Returns true if a saved discount is the agreed discount of the saved lines. */
export function sharesAgreedDiscount(
  agreed: AgreedTerms,
  lines: readonly PricedMadeLine[],
  discount: Decimal,
): boolean {
  const totals = lines.map(({ total }) => total);
  const { amount } = discountOfParts(agreed, lines, agreedParts(agreed, lines), totals);
  return amount.equals(discount);
}

/** Discount input: the agreed rate, else the amount. */
export const enteredDiscount = ({
  amount,
  rate,
}: ReturnType<typeof agreedDiscount>): Pick<GoodsDocumentInput, 'discountRate' | 'discount'> =>
  rate === null ? { discount: toPlainDecimal(amount) } : { discountRate: toPlainDecimal(rate) };
