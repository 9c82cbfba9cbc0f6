// Discounts of sources taken by live documents (decision 0069).
import type { Decimal } from '../decimal.ts';
import { ZERO, rounded, sum } from '../decimal.ts';
import { atLeastZero, exactShare, isWithinRounding } from './agreed.ts';
import type { AgreedDiscount } from './agreed.ts';
import { shareByWeights } from './share.ts';

export type WholeDiscount = Pick<AgreedDiscount, 'goods' | 'discount' | 'rate'>;

/** Live document with discount, and the agreed amount of the goods taken, by source. */
export interface DiscountedDocument {
  readonly discount: Decimal;
  readonly goods: ReadonlyMap<string, Decimal>;
}

/** Goods taken from a source at agreed amounts, and the discount given. */
export interface DiscountPart {
  readonly goods: Decimal;
  readonly discount: Decimal;
}

/** Counts the discounts taken from the sources, document by document. */
export const countDiscounts = (
  wholes: ReadonlyMap<string, WholeDiscount>,
  documents: readonly DiscountedDocument[],
  digits: number,
): Map<string, AgreedDiscount> =>
  new Map(
    [...discountParts(wholes, documents, digits)].map(([id, { whole, parts }]) => [
      id,
      agreedDiscountFromParts(whole, parts, digits),
    ]),
  );

/**
 * Shares document discounts over sources. A source completed by a document gets the rest of its discount;
 * the other sources share the remainder.
 */
export function discountParts(
  wholes: ReadonlyMap<string, WholeDiscount>,
  documents: readonly DiscountedDocument[],
  digits: number,
): Map<string, { readonly whole: WholeDiscount; readonly parts: readonly DiscountPart[] }> {
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
  return new Map([...wholes].map(([id, whole]) => [id, { whole, parts: parts.get(id) ?? [] }]));
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
    return isLast ? atLeastZero(left[at] ?? ZERO) : null;
  });
  const open = weights.map((weight, at) => (rests[at] === null ? weight : ZERO));
  const beyond = discount.minus(sum(rests.map((rest) => rest ?? ZERO)));
  if (!sum(open).isZero() && !beyond.isNegative()) {
    const others = shareByWeights(beyond, open, digits);
    return withinLeft(
      rests.map((rest, at) => rest ?? others[at] ?? ZERO),
      left,
    );
  }
  if (!sum(weights).isZero()) return withinLeft(shareByWeights(discount, weights, digits), left);
  // Sources without a discount: the discount was typed.
  const goods = sources.map(({ taken }) => taken);
  return shareByWeights(discount, goods, digits);
}

/** Caps each share at the source's remainder; others take the excess up to their room. */
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
 * Counts the taken part of an agreed discount. A discount typed in place of an agreed rate counts at the
 * rate; an agreed amount keeps its remainder, whatever was typed.
 */
function agreedDiscountFromParts(
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

/**
 * Lowers the discount taken by money given back beyond the agreed amounts: the next return makes up for
 * the excess with a higher discount. Money given back below the agreed amounts changes nothing.
 */
export function withMoneyBack(counted: AgreedDiscount, back: Decimal): AgreedDiscount {
  const excess = atLeastZero(back.minus(counted.takenGoods.minus(counted.taken)));
  return { ...counted, taken: counted.taken.minus(excess) };
}
