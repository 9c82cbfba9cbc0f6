import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ZERO, decimal } from '../decimal.ts';
import { aQuantity } from '../testing.ts';
import { comingMonths, forecastDemand, forecastMethods } from './demand.ts';
import {
  orderUnitFor,
  proposedQuantity,
  quantityOfEstimate,
  replenishLevels,
  roundUpToOrder,
  serviceLevels,
  shareMinimum,
} from './proposal.ts';
import type { OrderUnit, ReplenishTerms } from './proposal.ts';

const ahead = comingMonths('2026-11-30', 400);
const none = { minimumOrder: null, packSize: null };
const terms: ReplenishTerms = {
  leadDays: 10,
  reviewDays: 7,
  coverDays: 30,
  serviceLevel: '95',
  minimumStock: 0,
};
const quantities = fc.array(fc.integer({ min: 0, max: 500 }), { minLength: 1, maxLength: 30 });
const someTerms: fc.Arbitrary<ReplenishTerms> = fc.record({
  leadDays: fc.integer({ min: 0, max: 120 }),
  reviewDays: fc.integer({ min: 1, max: 30 }),
  coverDays: fc.integer({ min: 0, max: 180 }),
  serviceLevel: fc.constantFrom(...serviceLevels),
  minimumStock: fc.integer({ min: 0, max: 300 }),
});
const levelsOf = (months: readonly number[], asked: (typeof forecastMethods)[number], by = terms) =>
  replenishLevels(forecastDemand({ quantities: months, lastMonth: 9 }, asked), by, ahead);
const anOrderTerm = fc.option(aQuantity, { nil: null });
const anOrder = fc.record({ minimumOrder: anOrderTerm, packSize: anOrderTerm });

test.each<[string, string | null, string | null, string]>([
  ['0', '10', '5', '0'],
  ['-4', null, null, '0'],
  ['3.2', null, null, '4'],
  ['3', null, '12', '12'],
  ['24', null, '12', '24'],
  ['3', '50', '12', '60'],
  ['3', '50', null, '50'],
  ['0.3', null, '0.25', '0.5'],
])(
  'a need of %s is ordered with the minimum order %s in packs of %s as %s',
  (need, least, pack, is) => {
    const order = {
      minimumOrder: least === null ? null : decimal(least),
      packSize: pack === null ? null : decimal(pack),
    };
    expect(roundUpToOrder(decimal(need), order).toFixed()).toBe(is);
  },
);

test('an order covers the need and the minimum order by less than a pack, in whole packs', () => {
  fc.assert(
    fc.property(aQuantity, anOrder, (need, order) => {
      const quantity = roundUpToOrder(need, order);
      const pack = order.packSize ?? decimal(1);
      const least = order.minimumOrder?.gt(need) === true ? order.minimumOrder : need;
      expect(quantity.mod(pack).isZero()).toBe(true);
      expect(quantity.gte(least)).toBe(true);
      expect(quantity.minus(least).lt(pack)).toBe(true);
    }),
  );
});

test('a larger need is never ordered with a smaller quantity', () => {
  fc.assert(
    fc.property(aQuantity, aQuantity, anOrder, (need, more, order) => {
      expect(roundUpToOrder(need.plus(more), order).gte(roundUpToOrder(need, order))).toBe(true);
    }),
  );
});

test('without demand and without a minimum stock, nothing is proposed', () => {
  for (const asked of forecastMethods) {
    const levels = levelsOf([0, 0, 0], asked);
    expect(levels).toEqual({ reorderDemand: 0, safetyStock: 0, reorderPoint: 0, orderUpTo: 0 });
    expect(proposedQuantity(ZERO, levels, none)).toEqual(ZERO);
  }
});

test('a position below the minimum stock is raised to the minimum stock without demand', () => {
  const levels = levelsOf([0], 'average', { ...terms, minimumStock: 20 });
  expect(proposedQuantity(decimal(8), levels, none).toFixed()).toBe('12');
  expect(proposedQuantity(decimal(20), levels, none)).toEqual(ZERO);
});

test('owed goods without stock are proposed without any demand', () => {
  expect(proposedQuantity(decimal(-5), levelsOf([0], 'average'), none).toFixed()).toBe('5');
});

test('a proposal is never negative, and raises the position to the order level or more', () => {
  fc.assert(
    fc.property(
      quantities,
      fc.constantFrom(...forecastMethods),
      someTerms,
      fc.integer({ min: -200, max: 900 }),
      anOrder,
      (months, asked, by, stock, order) => {
        const levels = levelsOf(months, asked, by);
        const position = decimal(stock);
        const proposal = proposedQuantity(position, levels, order);
        expect(proposal.gte(0)).toBe(true);
        const below = position.lt(quantityOfEstimate(levels.reorderPoint));
        expect(proposal.gt(0)).toBe(below);
        if (below)
          expect(position.plus(proposal).gte(quantityOfEstimate(levels.orderUpTo))).toBe(true);
      },
    ),
  );
});

test('more demand, a longer lead time, fewer reviews or a higher service level never propose less', () => {
  fc.assert(
    fc.property(
      quantities,
      fc.constantFrom(...forecastMethods),
      someTerms,
      fc.integer({ min: -200, max: 900 }),
      fc.integer({ min: 1, max: 5 }),
      (months, asked, by, stock, times) => {
        const position = decimal(stock);
        const propose = (more: readonly number[], under: ReplenishTerms) =>
          proposedQuantity(position, levelsOf(more, asked, under), none);
        const before = propose(months, by);
        const larger = months.map((one) => one * times);
        expect(propose(larger, by).gte(before)).toBe(true);
        expect(propose(months, { ...by, leadDays: by.leadDays + times }).gte(before)).toBe(true);
        const reviewDays = by.reviewDays + times;
        expect(propose(months, { ...by, reviewDays }).gte(before)).toBe(true);
        expect(propose(months, { ...by, serviceLevel: '99' }).gte(before)).toBe(true);
        const minimumStock = by.minimumStock + times;
        expect(propose(months, { ...by, minimumStock }).gte(before)).toBe(true);
      },
    ),
  );
});

test('a quantity is ordered in the largest unit that divides the quantity', () => {
  const units: readonly [OrderUnit, ...OrderUnit[]] = [
    { barcode: 'piece', ratio: decimal(1) },
    { barcode: 'box', ratio: decimal(12) },
    { barcode: 'pallet', ratio: decimal(144) },
  ];
  const unitOf = (quantity: number) => orderUnitFor(decimal(quantity), units).barcode;
  expect([30, 36, 288].map(unitOf)).toEqual(['piece', 'box', 'pallet']);
});

test('a minimum stock of a product is shared over the SKUs by forecast, equally without demand', () => {
  expect(shareMinimum(12, [1, 3])).toEqual([3, 9]);
  expect(shareMinimum(12, [0, 0, 0])).toEqual([4, 4, 4]);
  expect(shareMinimum(12, [])).toEqual([]);
});
