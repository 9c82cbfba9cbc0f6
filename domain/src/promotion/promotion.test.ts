import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nextPart, withPart } from '../amount/agreed.ts';
import { ZERO, decimal, sum } from '../decimal.ts';
import type { Decimal } from '../decimal.ts';
import { applyPromotions, promotionKinds } from './promotion.ts';
import type { PromotedLine, Promotion, PromotionResult } from './promotion.ts';

const aPromotion = (over: Partial<Promotion>): Promotion => ({
  id: '1',
  name: 'Promotion',
  kind: 'percent',
  rate: ZERO,
  amount: ZERO,
  threshold: ZERO,
  takeQuantity: ZERO,
  payQuantity: ZERO,
  goods: new Map(),
  priority: 0,
  exclusive: false,
  usesLeft: null,
  ...over,
});

const aLine = (
  barcodeId: string,
  quantity: string,
  price: string,
  minimum?: string,
): PromotedLine => ({
  barcodeId,
  quantity: decimal(quantity),
  regularPrice: decimal(price),
  minimumPrice: minimum === undefined ? null : decimal(minimum),
});

const discountsOf = ({ lines }: PromotionResult): string[] =>
  lines.map(({ discount }) => discount.toFixed());
const usesOf = ({ uses }: PromotionResult) =>
  [...uses].map(([id, count]) => `${id}: ${count.toFixed()}`);

describe('a promotion', () => {
  const tenOff = aPromotion({ rate: decimal(10) });

  test('by percentage reduces each line, rounded for the currency', () => {
    const lines = [aLine('1', '3', '9.99'), aLine('2', '1', '5')];
    expect(discountsOf(applyPromotions(lines, [tenOff], 2))).toEqual(['3', '0.5']);
    expect(discountsOf(applyPromotions(lines, [tenOff], 0))).toEqual(['3', '1']);
  });

  test('is limited to its goods', () => {
    const limited = { ...tenOff, goods: new Map([['2', decimal(1)]]) };
    const lines = [aLine('1', '3', '10'), aLine('2', '1', '5')];
    expect(discountsOf(applyPromotions(lines, [limited], 2))).toEqual(['0', '0.5']);
  });

  test('by amount reduces each unit, never below zero', () => {
    const off = aPromotion({ kind: 'amount', amount: decimal(2) });
    const lines = [aLine('1', '3', '10'), aLine('2', '4', '1.5')];
    expect(discountsOf(applyPromotions(lines, [off], 2))).toEqual(['6', '6']);
  });

  test('a three-for-two promotion frees the cheapest of each set', () => {
    const three = aPromotion({ kind: 'xForY', takeQuantity: decimal(3), payQuantity: decimal(2) });
    const lines = [aLine('1', '2', '10'), aLine('2', '5', '7')];
    const result = applyPromotions(lines, [three], 2);
    expect([discountsOf(result), usesOf(result)]).toEqual([['0', '14'], ['1: 2']]);
    const two = applyPromotions([aLine('1', '2', '10')], [three], 2);
    expect([discountsOf(two), usesOf(two)]).toEqual([['0'], []]);
  });

  test('a bundle promotion gives only whole sets at the price of the bundle', () => {
    const goods = new Map([
      ['1', decimal(1)],
      ['2', decimal(2)],
    ]);
    const set = aPromotion({ kind: 'bundle', amount: decimal(15), goods });
    const lines = [aLine('1', '2', '10'), aLine('2', '5', '5'), aLine('3', '1', '9')];
    const result = applyPromotions(lines, [set], 2);
    // Two sets: 2 × 10 and 4 × 5 for 30 instead of 40.
    expect([discountsOf(result), usesOf(result)]).toEqual([['5', '5', '0'], ['1: 2']]);
  });

  test('a threshold promotion reduces each full amount, shared by the amounts of the goods', () => {
    const full = aPromotion({ kind: 'threshold', threshold: decimal(100), amount: decimal(10) });
    const lines = [aLine('1', '1', '150'), aLine('2', '1', '50')];
    expect(discountsOf(applyPromotions(lines, [full], 2))).toEqual(['15', '5']);
    expect(discountsOf(applyPromotions(lines, [{ ...full, usesLeft: decimal(1) }], 2))).toEqual([
      '7.5',
      '2.5',
    ]);
    expect(discountsOf(applyPromotions([aLine('1', '1', '99.99')], [full], 2))).toEqual(['0']);
  });

  test('is limited to its remaining uses, dearest units first', () => {
    const half = aPromotion({ rate: decimal(50), usesLeft: decimal(3) });
    const lines = [aLine('1', '5', '4'), aLine('2', '2', '10')];
    const result = applyPromotions(lines, [half], 2);
    expect([discountsOf(result), usesOf(result)]).toEqual([['2', '10'], ['1: 3']]);
    expect(discountsOf(applyPromotions(lines, [{ ...half, usesLeft: ZERO }], 2))).toEqual([
      '0',
      '0',
    ]);
  });

  test('reduces no unit below the minimum price', () => {
    const half = aPromotion({ rate: decimal(50) });
    expect(discountsOf(applyPromotions([aLine('1', '3', '10', '8')], [half], 2))).toEqual(['6']);
    expect(discountsOf(applyPromotions([aLine('1', '3', '10', '12')], [half], 2))).toEqual(['0']);
  });

  test('comes in the order of priority, and each reduces what the earlier left', () => {
    const off = aPromotion({
      id: '2',
      name: 'Off',
      kind: 'amount',
      amount: decimal(10),
      priority: 1,
    });
    const both = applyPromotions([aLine('1', '1', '100')], [off, tenOff], 2);
    expect([discountsOf(both), both.lines[0]?.promotions]).toEqual([['20'], ['Promotion', 'Off']]);
    const other = applyPromotions([aLine('1', '1', '100')], [{ ...off, priority: -1 }, tenOff], 2);
    expect(discountsOf(other)).toEqual(['19']);
  });

  test('an exclusive promotion is the only promotion on the goods of the promotion', () => {
    const alone = aPromotion({ id: '2', name: 'Alone', rate: decimal(5), exclusive: true });
    const first = applyPromotions(
      [aLine('1', '1', '100')],
      [{ ...alone, priority: -1 }, tenOff],
      2,
    );
    expect(discountsOf(first)).toEqual(['5']);
    const last = applyPromotions([aLine('1', '1', '100')], [{ ...alone, priority: 1 }, tenOff], 2);
    expect(discountsOf(last)).toEqual(['10']);
  });

  test('an exclusive promotion shares neither free nor paid units of a set', () => {
    const set = {
      id: '2',
      name: 'Set',
      kind: 'xForY',
      takeQuantity: decimal(3),
      payQuantity: decimal(2),
    } as const;
    const lines = [aLine('1', '2', '10'), aLine('2', '1', '7')];
    const alone = aPromotion({ ...set, exclusive: true, priority: -1 });
    expect(discountsOf(applyPromotions(lines, [alone, tenOff], 2))).toEqual(['0', '7']);
    const first = aPromotion({ ...set, priority: -1 });
    const later = { ...tenOff, exclusive: true };
    expect(discountsOf(applyPromotions(lines, [first, later], 2))).toEqual(['0', '7']);
  });

  test('costs no uses for goods at their minimum price', () => {
    const half = aPromotion({ rate: decimal(50), usesLeft: decimal(3) });
    const lines = [aLine('1', '5', '4'), aLine('2', '2', '10', '10')];
    const result = applyPromotions(lines, [half], 2);
    expect([discountsOf(result), usesOf(result)]).toEqual([['6', '0'], ['1: 3']]);
    const least = applyPromotions([aLine('2', '2', '10', '10')], [half], 2);
    expect(usesOf(least)).toEqual([]);
  });
});

const cents = fc.integer({ min: 0, max: 100_000 }).map((value) => decimal(value).dividedBy(100));
const count = fc.integer({ min: 1, max: 9 }).map((value) => decimal(value));
const aBarcode = fc.constantFrom('1', '2', '3');
const goodsMap = fc.uniqueArray(fc.tuple(aBarcode, count), {
  selector: ([id]) => id,
  maxLength: 3,
});

const promotionsArbitrary = fc
  .array(
    fc.record({
      kind: fc.constantFrom(...promotionKinds),
      rate: fc.integer({ min: 0, max: 100 }).map((value) => decimal(value)),
      amount: cents,
      threshold: cents,
      takeQuantity: count,
      payQuantity: count,
      goods: goodsMap.map((pairs) => new Map(pairs)),
      priority: fc.integer({ min: 0, max: 3 }),
      exclusive: fc.boolean(),
      usesLeft: fc.option(fc.integer({ min: 0, max: 5 }).map((value) => decimal(value))),
    }),
    { maxLength: 4 },
  )
  .map((all) => all.map((one, at) => aPromotion({ ...one, id: `${at + 1}`, name: `P${at + 1}` })));

/** A good has one minimum price. */
const minimums: Readonly<Record<string, Decimal | null>> = {
  '1': null,
  '2': decimal(3),
  '3': null,
};
const linesArbitrary = fc.array(
  fc
    .record({ barcodeId: aBarcode, quantity: count, regularPrice: cents })
    .map((line) => ({ ...line, minimumPrice: minimums[line.barcodeId] ?? null })),
  { minLength: 1, maxLength: 6 },
);

const totalsByGoods = (lines: readonly PromotedLine[], { lines: results }: PromotionResult) => {
  const rows = lines.map(({ barcodeId, regularPrice }, at) => ({
    key: `${barcodeId} at ${regularPrice.toFixed()}`,
    amount: results[at]?.amount ?? ZERO,
  }));
  return [...Map.groupBy(rows, ({ key }) => key)]
    .map(([key, own]) => `${key}: ${sum(own.map(({ amount }) => amount)).toFixed()}`)
    .toSorted();
};

describe('the laws of promotions', () => {
  test('no line costs less than zero or more than without promotions', () => {
    fc.assert(
      fc.property(linesArbitrary, promotionsArbitrary, (lines, promotions) => {
        const result = applyPromotions(lines, promotions, 2);
        lines.forEach(({ quantity, regularPrice, minimumPrice }, at) => {
          const { amount = ZERO, discount = ZERO } = result.lines[at] ?? {};
          const regular = quantity.times(regularPrice);
          expect(amount.gte(0) && amount.lte(regular)).toBe(true);
          expect(amount.plus(discount).equals(regular)).toBe(true);
          expect(amount.decimalPlaces()).toBeLessThanOrEqual(2);
          const least = quantity.times(minimumPrice ?? 0);
          expect(discount.isZero() || amount.gte(least)).toBe(true);
        });
      }),
    );
  });

  test('the order of lines and promotions changes no total', () => {
    const shuffled = linesArbitrary.chain((lines) =>
      fc.tuple(fc.constant(lines), fc.shuffledSubarray(lines, { minLength: lines.length })),
    );
    fc.assert(
      fc.property(shuffled, promotionsArbitrary, ([lines, other], promotions) => {
        const one = applyPromotions(lines, promotions, 2);
        const two = applyPromotions(other, promotions.toReversed(), 2);
        expect(totalsByGoods(other, two)).toEqual(totalsByGoods(lines, one));
        expect(usesOf(two).toSorted()).toEqual(usesOf(one).toSorted());
      }),
    );
  });

  test('the splitting of a quantity into lines changes no total', () => {
    fc.assert(
      fc.property(linesArbitrary, promotionsArbitrary, (lines, promotions) => {
        const split = lines.flatMap((line) =>
          Array.from({ length: line.quantity.toNumber() }, () => ({
            ...line,
            quantity: decimal(1),
          })),
        );
        const one = applyPromotions(lines, promotions, 2);
        const two = applyPromotions(split, promotions, 2);
        expect(totalsByGoods(split, two)).toEqual(totalsByGoods(lines, one));
        expect(usesOf(two)).toEqual(usesOf(one));
      }),
    );
  });

  test('returning all units of a promoted line refunds exactly the amount paid for the line', () => {
    fc.assert(
      fc.property(linesArbitrary, promotionsArbitrary, (lines, promotions) => {
        const result = applyPromotions(lines, promotions, 2);
        lines.forEach(({ quantity }, at) => {
          const total = result.lines[at]?.amount ?? ZERO;
          let agreed = {
            whole: { quantity, total, tax: ZERO },
            taken: { quantity: ZERO, total: ZERO, tax: ZERO },
          };
          const refunds: Decimal[] = [];
          for (let unit = 0; unit < quantity.toNumber(); unit += 1) {
            const part = nextPart(agreed, decimal(1), 2);
            refunds.push(part.total);
            agreed = withPart(agreed, part);
          }
          expect(sum(refunds).equals(total)).toBe(true);
          expect(refunds.every((refund) => refund.gte(0))).toBe(true);
        });
      }),
    );
  });
});
