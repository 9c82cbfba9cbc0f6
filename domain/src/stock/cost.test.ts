import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Decimal } from '../decimal.ts';
import { ZERO, decimal, toPlainDecimal, sum } from '../decimal.ts';
import { aFewPieces, aQuantity, anAmount } from '../testing.ts';
import type { CostRequest, SkuCost } from './cost.ts';
import { atAverage, nothingHeld, resolveCosts, unitCost } from './cost.ts';

type Wish = Partial<Omit<CostRequest, 'quantity'>> & {
  readonly quantity: number | string | Decimal;
};

const request = ({ quantity, ...wish }: Wish): CostRequest => ({
  skuId: 's1',
  direction: 'in',
  businessDate: '2026-03-01',
  cost: { rule: 'average' },
  undo: false,
  revalues: false,
  ...wish,
  quantity: decimal(quantity),
});
const receive = (
  quantity: number | string | Decimal,
  value: number | string | Decimal,
): CostRequest => request({ quantity, cost: { rule: 'given', value: decimal(value) } });
const issue = (quantity: number | string | Decimal): CostRequest =>
  request({ quantity, direction: 'out' });
const giveBack = (quantity: number | string, value: number | string): CostRequest => ({
  ...receive(quantity, value),
  direction: 'out',
});
const undone = (one: CostRequest, value: Decimal): CostRequest => ({
  ...one,
  direction: one.direction === 'in' ? 'out' : 'in',
  cost: { rule: 'given', value },
  undo: true,
});

/** Goods that came in at `from` cost `to` now. */
const costing = (quantity: number, from: number | string, to: number | string) =>
  mending(quantity, from, quantity, to);
/** A receipt of so many at so much becomes another. */
const mending = (
  was: number,
  from: number | string,
  now: number,
  to: number | string,
): readonly CostRequest[] => [
  { ...giveBack(was, from), undo: true, revalues: true },
  { ...receive(now, to), revalues: true },
];

/** Posts documents one after the other; answers every value and variance as text, and what is held at the end. */
function posted(...documents: readonly (readonly CostRequest[])[]) {
  let costs: ReadonlyMap<string, SkuCost> = new Map();
  const values: string[] = [];
  const variances: string[] = [];
  for (const requests of documents) {
    const resolved = resolveCosts(costs, requests);
    values.push(...resolved.values.map(toPlainDecimal));
    variances.push(...resolved.variances.map(({ amount }) => toPlainDecimal(amount)));
    costs = resolved.costs;
  }
  const { quantity, value } = costs.get('s1') ?? nothingHeld;
  return { values, variances, held: [toPlainDecimal(quantity), toPlainDecimal(value)] };
}

test('two receipts, a sale and a return at its own price have the expected costs', () => {
  const history = [[receive(10, 110)], [receive(20, 250)], [issue(15)], [giveBack(5, '62.5')]];
  expect(posted(...history.slice(0, 2)).held).toEqual(['30', '360']);
  expect(posted(...history.slice(0, 3))).toMatchObject({
    values: ['110', '250', '180'],
    held: ['15', '180'],
  });
  expect(posted(...history)).toEqual({
    values: ['110', '250', '180', '62.5'],
    variances: [],
    held: ['10', '117.5'],
  });
});

test.each<
  [string, (readonly CostRequest[])[], { values?: string[]; variances?: string[]; held: string[] }]
>([
  [
    'a free receipt adds goods and no value',
    [[receive(10, 100)], [receive(10, 0)]],
    { held: ['20', '100'] },
  ],
  [
    'an issue is rounded to six decimals',
    [[receive(3, 10)], [issue(1)]],
    { values: ['10', '3.333333'], held: ['2', '6.666667'] },
  ],
  [
    'an issue of the last units takes all remaining value',
    [[receive(3, 10)], [issue(1)], [issue(2)]],
    { values: ['10', '3.333333', '6.666667'], held: ['0', '0'] },
  ],
  [
    'a stock gain is valued at the average cost',
    [[receive(4, 10)], [request({ quantity: 2 })]],
    { values: ['10', '5'], held: ['6', '15'] },
  ],
  [
    'a stock gain of a SKU never held has no value',
    [[request({ quantity: 2 })]],
    { values: ['0'], held: ['2', '0'] },
  ],
  [
    'issues are valued before receipts of the same document',
    [[receive(10, 100)], [receive(10, 300), issue(5)]],
    { values: ['100', '300', '50'], held: ['15', '350'] },
  ],
  [
    'an issue below zero is valued at the last known average',
    [[receive(10, 100)], [issue(12)]],
    { values: ['100', '120'], held: ['-2', '-20'] },
  ],
  [
    'a further issue below zero is valued exactly at the last average',
    [[receive(3, 10)], [issue(3)], [issue(3)]],
    { values: ['10', '10', '10'], held: ['-3', '-10'] },
  ],
  [
    'an issue of a SKU never held is valued at 0',
    [[issue(5)]],
    { values: ['0'], held: ['-5', '0'] },
  ],
  [
    'a receipt into stock below zero books the difference to the issue value',
    [[receive(10, 100)], [issue(15)], [receive(10, 120)]],
    { values: ['100', '150', '120'], variances: ['-10'], held: ['5', '60'] },
  ],
  [
    'a cheaper receipt into stock below zero books the difference',
    [[receive(10, 100)], [issue(15)], [receive(10, 80)]],
    { variances: ['10'], held: ['5', '40'] },
  ],
  [
    'a receipt of a part of the shortage leaves the value of the rest unchanged',
    [[receive(10, 100)], [issue(15)], [receive(2, 30)]],
    { variances: ['-10'], held: ['-3', '-30'] },
  ],
  [
    'a receipt of the exact shortage leaves no value',
    [[receive(10, 100)], [issue(15)], [receive(5, 70)]],
    { variances: ['-20'], held: ['0', '0'] },
  ],
  [
    'value left without goods is a variance',
    [[receive(10, 100)], [receive(10, 200)], [issue(10)], [giveBack(10, 100)]],
    { variances: ['-50'], held: ['0', '0'] },
  ],
  [
    'value below 0 is a variance',
    [[receive(10, 100)], [receive(10, 300)], [issue(15)], [giveBack(4, 120)]],
    { variances: ['20'], held: ['1', '0'] },
  ],
  [
    'late freight of goods all in stock raises the stock value',
    [[receive(10, 100)], costing(10, 100, 150)],
    { variances: [], held: ['10', '150'] },
  ],
  [
    'late freight of goods sold in part raises the value of the rest by its share',
    [[receive(10, 100)], [issue(8)], costing(10, 100, 150)],
    { variances: ['-40'], held: ['2', '30'] },
  ],
  [
    'late freight of goods all sold is a variance',
    [[receive(10, 100)], [issue(10)], costing(10, 100, 150)],
    { variances: ['-50'], held: ['0', '0'] },
  ],
  [
    'late freight leaves the cost of other receipts of the SKU unchanged',
    [[receive(10, 100)], [receive(10, 200)], [issue(15)], costing(10, 100, 150)],
    { variances: ['-25'], held: ['5', '100'] },
  ],
  [
    'a late cent is shared between stock and variance',
    [[receive(10, 100)], [receive(10, 200)], [issue(15)], costing(10, 100, '100.01')],
    { variances: ['-0.005'], held: ['5', '75.005'] },
  ],
  [
    'late freight taken back restores the stock value exactly',
    [[receive(3, 10)], [issue(1)], costing(3, 10, 20), costing(3, 20, 10)],
    { variances: ['-3.333333', '3.333333'], held: ['2', '6.666667'] },
  ],
  [
    'late freight of stock below zero is a variance',
    [[receive(10, 100)], [issue(12)], costing(10, 100, 150)],
    { variances: ['-50'], held: ['-2', '-20'] },
  ],
  [
    'an enlarged receipt, mostly sold, adds goods at their cost',
    [[receive(200, 2000)], [receive(100, 2000)], [issue(250)], mending(100, 2000, 110, 2200)],
    { variances: [], held: ['60', '866.666667'] },
  ],
  [
    'a reduced receipt, mostly sold, takes goods at their cost',
    [[receive(200, 2000)], [receive(100, 2000)], [issue(250)], mending(100, 2000, 90, 1800)],
    { variances: [], held: ['40', '466.666667'] },
  ],
  [
    'an enlarged and dearer receipt raises the value of the rest by its share',
    [[receive(10, 100)], [issue(8)], mending(10, 100, 12, 180)],
    { variances: ['-40'], held: ['4', '60'] },
  ],
  [
    'a reduced and dearer receipt raises the value of the rest by its share',
    [[receive(10, 100)], [issue(6)], mending(10, 100, 8, 120)],
    { variances: ['-30'], held: ['2', '30'] },
  ],
  [
    'an enlarged receipt into stock below zero leaves the variance unchanged',
    [[receive(10, 100)], [issue(15)], [receive(10, 120)], mending(10, 120, 11, 132)],
    { variances: ['-10'], held: ['6', '72'] },
  ],
  [
    'a receipt made free leaves no stock value below zero',
    [[receive(10, 100)], [receive(10, 10)], [issue(18)], costing(10, 100, 0)],
    { variances: ['80', '9'], held: ['2', '0'] },
  ],
  [
    'a receipt of value alone adds no goods',
    [[receive(10, 100)], [receive(0, 20)]],
    { held: ['10', '120'] },
  ],
  [
    'a transfer carries no value',
    [[receive(10, 100)], [request({ quantity: 4, direction: 'none', cost: { rule: 'none' } })]],
    { values: ['100', '0'], held: ['10', '100'] },
  ],
])('%s', (_why, history, expected) => {
  expect(posted(...history)).toMatchObject(expected);
});

test('assembled goods cost their parts and fees, and two products share cost by weight', () => {
  const held = resolveCosts(new Map(), [
    receive(10, 100),
    { ...receive(10, 50), skuId: 's2' },
  ]).costs;
  const made = (skuId: string, weight: number, plus: number): CostRequest =>
    request({
      skuId,
      quantity: 1,
      cost: { rule: 'issues', plus: decimal(plus), weight: decimal(weight) },
    });
  const parts = [issue(2), { ...issue(4), skuId: 's2' }];
  const assembled = resolveCosts(held, [made('whole', 1, 7), ...parts]);
  expect(assembled.values.map(toPlainDecimal)).toEqual(['47', '20', '20']);
  const split = resolveCosts(held, [made('a', 1, 0), made('b', 2, 1), ...parts]);
  expect(split.values.map(toPlainDecimal)).toEqual(['13.666667', '27.333333', '20', '20']);
});

test.each([
  ['all 3 pieces issued at 10', 3, { quantity: 3, value: 10 }, '10'],
  ['1 of 3 pieces issued at 10', 1, { quantity: 3, value: 10 }, '3.333333'],
  ['the average for a source that was never booked', 1, { quantity: 0, value: 0 }, '5'],
] as const)(
  'the cost of a linked return is derived from its source: %s',
  (_why, quantity, { quantity: sold, value }, expected) => {
    const held = resolveCosts(new Map(), [receive(4, 20)]).costs;
    const back = request({ quantity, cost: { rule: 'origin', documentId: 'd1', line: 1 } });
    const origin = { quantity: decimal(sold), value: decimal(value) };
    expect(resolveCosts(held, [back], () => origin).values.map(toPlainDecimal)).toEqual([expected]);
    expect(resolveCosts(held, [back]).values.map(toPlainDecimal)).toEqual([
      toPlainDecimal(decimal(5).times(quantity)),
    ]);
  },
);

test('the average cost is computed unrounded', () => {
  const held = resolveCosts(new Map(), [receive(3, 10)]).costs.get('s1')!;
  expect(unitCost(held).toFixed(10)).toBe('3.3333333333');
  expect(toPlainDecimal(atAverage(held, decimal(3)))).toBe('10');
  expect(toPlainDecimal(unitCost(nothingHeld))).toBe('0');
});

// ------------------------------------------------------------------------------------------------ laws

const aRequest: fc.Arbitrary<CostRequest> = fc.oneof(
  fc.tuple(aFewPieces, anAmount).map(([quantity, value]) => receive(quantity, value)),
  fc
    .tuple(aFewPieces, anAmount)
    .map(([quantity, value]) => giveBack(toPlainDecimal(quantity), toPlainDecimal(value))),
  aFewPieces.map((quantity) => issue(quantity)),
  aQuantity.map((quantity) => issue(quantity)),
  aFewPieces.map((quantity) => request({ quantity })),
);
const aHistory = fc.array(fc.array(aRequest, { minLength: 1, maxLength: 4 }), { maxLength: 12 });

test('no value is lost: value in − value out + variances = stock value (V1, V2, V4)', () => {
  fc.assert(
    fc.property(aHistory, (documents) => {
      let costs: ReadonlyMap<string, SkuCost> = new Map();
      let booked = ZERO;
      for (const requests of documents) {
        const { values, variances, costs: after } = resolveCosts(costs, requests);
        const signed = values.map((value, at) =>
          requests[at]!.direction === 'in' ? value : value.negated(),
        );
        booked = booked.plus(sum(signed)).plus(sum(variances.map(({ amount }) => amount)));
        costs = after;
      }
      expect(toPlainDecimal((costs.get('s1') ?? nothingHeld).value)).toBe(toPlainDecimal(booked));
    }),
  );
});

test('quantity 0 has value 0, and no unit cost is negative, infinite or not a number (V3, V5)', () => {
  fc.assert(
    fc.property(aHistory, (documents) => {
      let costs: ReadonlyMap<string, SkuCost> = new Map();
      for (const requests of documents) {
        const resolved = resolveCosts(costs, requests);
        costs = resolved.costs;
        const held = costs.get('s1')!;
        if (held.quantity.isZero()) expect(toPlainDecimal(held.value)).toBe('0');
        else expect(held.value.dividedBy(held.quantity).gte(0)).toBe(true);
        expect(unitCost(held).isFinite() && unitCost(held).gte(0)).toBe(true);
        expect(resolved.values.every((value) => value.gte(0) && value.decimalPlaces() <= 6)).toBe(
          true,
        );
      }
    }),
  );
});

test('undoing a document restores the value of a SKU without further moves (S5)', () => {
  fc.assert(
    fc.property(
      aHistory,
      fc.array(aRequest, { minLength: 1, maxLength: 3 }),
      (before, document) => {
        const held = before.reduce<ReadonlyMap<string, SkuCost>>(
          (costs, one) => resolveCosts(costs, one).costs,
          new Map(),
        );
        const done = resolveCosts(held, document);
        const back = [
          ...document.map((one, at) => undone(one, done.values[at]!)),
          ...done.variances.map(({ amount }) =>
            undone(
              { ...receive(0, 0), direction: amount.isNegative() ? 'out' : 'in' },
              amount.abs(),
            ),
          ),
        ];
        const after = resolveCosts(done.costs, back);
        const [first, last] = [held.get('s1') ?? nothingHeld, after.costs.get('s1')!];
        expect([toPlainDecimal(last.quantity), toPlainDecimal(last.value)]).toEqual([
          toPlainDecimal(first.quantity),
          toPlainDecimal(first.value),
        ]);
        expect(after.variances).toEqual([]);
      },
    ),
  );
});

test('a quantity issued in two parts leaves the stock and value of a single issue (D13)', () => {
  fc.assert(
    fc.property(aFewPieces, aFewPieces, anAmount, (one, other, value) => {
      const whole = posted([receive(30, value)], [issue(one.plus(other))]);
      const split = posted([receive(30, value)], [issue(one), issue(other)]);
      expect(split.held[0]).toBe(whole.held[0]);
      expect(decimal(split.held[1]!).minus(whole.held[1]!).abs().lte('0.000001')).toBe(true);
    }),
  );
});
