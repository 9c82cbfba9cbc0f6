// Amounts that live documents took of the discounts of their sources (decision 0069).
import type { Decimal } from '../decimal.ts';
import { ZERO, rounded, sum } from '../decimal.ts';
import { atLeastZero, exactShare, isWithinRounding } from './agreed.ts';
import type { AgreedDiscount } from './agreed.ts';
import { share } from './share.ts';

/** Discount that a source document agreed on for all of its goods. */
export type WholeDiscount = Pick<AgreedDiscount, 'goods' | 'discount' | 'rate'>;

/** A live document with its discount, and what was agreed for the goods that it took, by source. */
export interface DiscountedDocument {
  readonly discount: Decimal;
  readonly goods: ReadonlyMap<string, Decimal>;
}

interface DiscountPart {
  readonly goods: Decimal;
  readonly discount: Decimal;
}

/**
 * Counts what documents took of the discounts of their sources, one document after the other. A source whose goods end
 * with a document has the rest of its discount there; the others share what is beyond that.
 */
export function countDiscounts(
  wholes: ReadonlyMap<string, WholeDiscount>,
  documents: readonly DiscountedDocument[],
  digits: number,
): Map<string, AgreedDiscount> {
  const parts = new Map([...wholes.keys()].map((id): [string, DiscountPart[]] => [id, []]));
  for (const { discount, goods } of documents) {
    const sources = [...goods].flatMap(([id, taken]) => {
      const whole = wholes.get(id);
      return whole === undefined ? [] : [{ id, taken, whole, before: parts.get(id) ?? [] }];
    });
    const shares = shareBySource(discount, sources, digits);
    sources.forEach(({ id, taken }, at) =>
      parts.get(id)?.push({ goods: taken, discount: shares[at] ?? ZERO }),
    );
  }
  return new Map(
    [...wholes].map(([id, whole]) => [id, counted(whole, parts.get(id) ?? [], digits)]),
  );
}

interface TakenSource {
  readonly whole: WholeDiscount;
  readonly taken: Decimal;
  readonly before: readonly DiscountPart[];
}

/** Sums of exact shares are equal but for their last digits. */
const EXACT_DIGITS = 12;

function shareBySource(
  discount: Decimal,
  sources: readonly TakenSource[],
  digits: number,
): Decimal[] {
  const weights = sources.map(({ whole, taken }) => exactShare(whole.discount, taken, whole.goods));
  const left = sources.map(({ whole, before }) =>
    whole.discount.minus(sum(before.map((part) => part.discount))),
  );
  const rests = sources.map(({ whole, taken, before }, at) => {
    const reached = taken.plus(sum(before.map(({ goods }) => goods)));
    const isLast = rounded(whole.goods.minus(reached), EXACT_DIGITS).lte(0);
    return isLast ? (left[at] ?? ZERO) : null;
  });
  const open = weights.map((weight, at) => (rests[at] === null ? weight : ZERO));
  const beyond = discount.minus(sum(rests.map((rest) => rest ?? ZERO)));
  if (!sum(open).isZero() && !beyond.isNegative()) {
    const others = share(beyond, open, digits);
    return withinLeft(
      rests.map((rest, at) => rest ?? others[at] ?? ZERO),
      left,
    );
  }
  return sum(weights).isZero() ? weights : withinLeft(share(discount, weights, digits), left);
}

/** Shares of which none is more than what is left of its source: others take the excess, as far as they have room. */
function withinLeft(shares: readonly Decimal[], left: readonly Decimal[]): Decimal[] {
  const room = (at: number): Decimal => atLeastZero(left[at] ?? ZERO);
  const capped = shares.map((one, at) => (one.gt(room(at)) ? room(at) : one));
  let excess = sum(shares).minus(sum(capped));
  const filled = capped.map((one, at) => {
    const more = room(at).minus(one).gt(excess) ? excess : room(at).minus(one);
    excess = excess.minus(more);
    return one.plus(more);
  });
  // A larger discount was typed than all sources have left.
  return filled.map((one, at) => (at === 0 ? one.plus(excess) : one));
}

/**
 * The agreed discount with what counts as taken. A discount that was typed in place of an agreed rate counts with what
 * the rate makes; of an agreed amount the rest stays, whatever was typed.
 */
function counted(
  whole: WholeDiscount,
  parts: readonly DiscountPart[],
  digits: number,
): AgreedDiscount {
  const amounts = parts.map((part) => {
    const exact = exactShare(whole.discount, part.goods, whole.goods);
    const isTyped = !isWithinRounding(part.discount.minus(exact), parts.length, digits);
    return whole.rate !== null && isTyped ? exact : part.discount;
  });
  return { ...whole, takenGoods: sum(parts.map(({ goods }) => goods)), taken: sum(amounts) };
}
