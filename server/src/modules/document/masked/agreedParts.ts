// Parts of what sources agreed, taken by the lines of a document one after the other (decision 0069).
import {
  KEPT_DIGITS,
  ZERO,
  agreedDiscount,
  nextPart,
  plain,
  pricedAsPart,
  withPart,
} from '@tradehouse/domain';
import type { Decimal, DiscountedLine, GoodsAmounts, LineInput } from '@tradehouse/domain';
import type { GoodsDocumentInput, GoodsLineInput } from '@tradehouse/contract';
import { sourceKey } from './agreed.ts';
import type { Agreed, AgreedLine } from './agreed.ts';

/** A line that is made from a source, in its own unit. */
export interface MadeLine extends Pick<GoodsLineInput, 'sourceDocumentId' | 'sourceLine'> {
  readonly quantity: Decimal;
  readonly ratio: Decimal;
}

/** Part that a line takes of the agreed one. */
export interface AgreedPart {
  readonly agreed: AgreedLine;
  readonly part: GoodsAmounts;
  /** Prices by which the line comes to it. */
  readonly priced: LineInput;
}

/** The parts that the lines of a document take one after the other; undefined where nothing was agreed. */
export function agreedParts(
  { lines, taxMode, digits }: Agreed,
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

/** The money fields of a line, as they are entered. */
export const enteredMoney = ({
  pricedBy,
  given,
  taxRate,
  tax,
}: Omit<LineInput, 'quantity'>): Pick<
  GoodsLineInput,
  'unitPrice' | 'amount' | 'total' | 'taxRate' | 'tax'
> => ({
  [pricedBy]: plain(given),
  taxRate: plain(taxRate),
  ...(tax === undefined ? {} : { tax: plain(tax) }),
});

/** The agreed discount of the lines; `totals`: what they come to, in their order, where that is not what was agreed. */
export function discountOfParts(
  { discounts, digits }: Agreed,
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

/** A discount as it is entered: by the rate where one was agreed, else by the amount. */
export const enteredDiscount = ({
  amount,
  rate,
}: ReturnType<typeof agreedDiscount>): Pick<GoodsDocumentInput, 'discountRate' | 'discount'> =>
  rate === null ? { discount: plain(amount) } : { discountRate: plain(rate) };
