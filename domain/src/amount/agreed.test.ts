import { expect, test } from 'vitest';
import { ZERO, decimal, toPlainDecimal, rounded } from '../decimal.ts';
import { agreedDiscount, countParts, nextPart, sumOfParts } from './agreed.ts';
import type { AgreedDiscount, GoodsAmounts } from './agreed.ts';
import { countDiscounts } from './takenDiscounts.ts';

const goods = (quantity: number, total: string): GoodsAmounts => ({
  quantity: decimal(quantity),
  total: decimal(total),
  tax: ZERO,
});

test('a delivery at another price leaves the agreed price of the next delivery unchanged', () => {
  const whole = goods(10, '100');
  const taken = sumOfParts(
    countParts(whole, [{ ...goods(5, '40'), atAgreedPrice: false, givenBack: false }], 2),
  );
  expect(toPlainDecimal(nextPart({ whole, taken }, decimal(5), 2).total)).toBe('50');
});

test('goods beyond the agreed quantity cost in proportion to the agreed amount', () => {
  const whole = goods(3, '10');
  const taken = goods(1, '3.33');
  expect(toPlainDecimal(nextPart({ whole, taken }, decimal(5), 2).total)).toBe('16.67');
});

const discounted = (discount: string, rate: string | null, taken = '0', takenGoods = '0') => ({
  goods: decimal(1000),
  discount: decimal(discount),
  rate: rate === null ? null : decimal(rate),
  taken: decimal(taken),
  takenGoods: decimal(takenGoods),
});
const line = (source: string | null, offered: string, total = offered) => ({
  source,
  offered: source === null ? ZERO : decimal(offered),
  total: decimal(total),
});
const shared = (
  discounts: Readonly<Record<string, AgreedDiscount>>,
  lines: Parameters<typeof agreedDiscount>[1],
) => {
  const { amount, rate } = agreedDiscount(new Map(Object.entries(discounts)), lines, 2);
  return [toPlainDecimal(amount), rate === null ? null : toPlainDecimal(rate)];
};

test.each<[string, ReturnType<typeof shared>, [string, string | null]]>([
  [
    'an amount of all goods',
    shared({ a: discounted('50', null) }, [line('a', '1000')]),
    ['50', null],
  ],
  [
    'an amount of half of them',
    shared({ a: discounted('5', null) }, [line('a', '500')]),
    ['2.5', null],
  ],
  ['a rate of half of them', shared({ a: discounted('50', '5') }, [line('a', '500')]), ['25', '5']],
  [
    'two sources of which one agreed on a discount',
    shared({ a: discounted('500', '50'), b: discounted('0', '0') }, [
      line('a', '1000'),
      line('b', '1000'),
    ]),
    ['500', null],
  ],
  [
    'a rate at a price of its own',
    shared({ a: discounted('50', '5') }, [line('a', '500', '400')]),
    ['20', '5'],
  ],
  [
    'a rate with goods from elsewhere',
    shared({ a: discounted('50', '5') }, [line('a', '500'), line(null, '100')]),
    ['30', '5'],
  ],
  [
    'an amount with goods from elsewhere',
    shared({ a: discounted('50', null) }, [line('a', '1000'), line(null, '100')]),
    ['50', null],
  ],
  [
    'an amount that was typed lower before',
    shared({ a: discounted('50', null, '0', '500') }, [line('a', '500')]),
    ['50', null],
  ],
  [
    'an amount that was typed higher before',
    shared({ a: discounted('50', null, '80', '500') }, [line('a', '500')]),
    ['0', null],
  ],
  [
    'no more than the goods come to',
    shared({ a: discounted('50', null, '0', '999') }, [line('a', '1')]),
    ['1', null],
  ],
])('the agreed discount: %s', (_, made, expected) => {
  expect(made).toEqual(expected);
});

test('a typed discount leaves the agreed discount rate for the remaining goods', () => {
  const whole = { goods: decimal(1000), discount: decimal(50), rate: decimal(5) };
  const first = { discount: ZERO, goods: new Map([['a', decimal(500)]]) };
  const taken = countDiscounts(new Map([['a', whole]]), [first], 2).get('a')?.taken;
  expect(toPlainDecimal(rounded(taken ?? ZERO, 2))).toBe('25');
});

test('a delivery of two orders takes from neither more discount than its agreed discount', () => {
  const whole = (goods: number, discount: number) => ({
    goods: decimal(goods),
    discount: decimal(discount),
    rate: null,
  });
  const taking = (discount: number, goods: Readonly<Record<string, number>>) => ({
    discount: decimal(discount),
    goods: new Map(Object.entries(goods).map(([id, amount]) => [id, decimal(amount)])),
  });
  // The document between these two was deleted: what is left of both discounts is 13, all of it of the first source.
  const counted = countDiscounts(
    new Map([
      ['a', whole(6_812_500, 55)],
      ['b', whole(250_001, 1)],
    ]),
    [
      taking(8, { a: 1_009_259 }),
      taking(17, { a: 2_018_519, b: 125_001 }),
      taking(19, { a: 2_270_833, b: 124_999 }),
    ],
    0,
  );
  expect([...counted.values()].map(({ taken }) => toPlainDecimal(taken))).toEqual(['43', '1']);
});
