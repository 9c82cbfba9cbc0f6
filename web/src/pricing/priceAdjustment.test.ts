import { expect, test } from 'vitest';
import type { PriceLine } from './priceAdjustment.ts';
import {
  percentChangeOfPrice,
  firstUnpriced,
  calculateNewPrices,
  findPriceLineWarning,
} from './priceAdjustment.ts';

const line = (more: Partial<PriceLine> = {}): PriceLine => ({
  barcodeId: '1',
  barcode: '1001',
  productName: 'Cup',
  attributes: '',
  unit: 'piece',
  oldPrice: '10',
  minimumPrice: '8',
  unitCost: '6',
  newPrice: '',
  ...more,
});

test.each([
  ['fixed', '9.5', '9.5'],
  ['factor', '0.9', '9'],
  ['amount', '-2', '8'],
  ['percent', '10', '11'],
  // A price without a result leaves the line unchanged.
  ['amount', '-20', ''],
  ['factor', 'x', ''],
] as const)('the method %s by %s gives the new price %s', (method, by, expected) => {
  expect(calculateNewPrices([line()], { method, by, step: '0.01' })[0]?.newPrice).toBe(expected);
});

// New prices are calculated from another price of the product.
test.each([
  ['1', '6', '7.2'],
  // An unknown or hidden price yields no new price.
  ['1', null, ''],
  ['2', '6', ''],
] as const)(
  'a base price by barcode (%s: %s) gives the new price %s',
  (barcodeId, base, expected) => {
    const rule = { method: 'factor', by: '1.2', step: '0.1' } as const;
    expect(calculateNewPrices([line()], rule, new Map([[barcodeId, base]]))[0]?.newPrice).toBe(
      expected,
    );
  },
);

test('without an old price only a fixed price can be given', () => {
  const unpriced = [line({ oldPrice: null })];
  expect(calculateNewPrices(unpriced, { method: 'factor', by: '2', step: '1' })[0]?.newPrice).toBe(
    '',
  );
  expect(calculateNewPrices(unpriced, { method: 'fixed', by: '2', step: '1' })[0]?.newPrice).toBe(
    '2',
  );
});

test.each([
  ['10', '12', '20'],
  ['10', '7.5', '-25'],
  ['0', '7.5', null],
  [null, '7.5', null],
  ['10', '', null],
])('a price changed from %s to %s changes by %s percent', (oldPrice, newPrice, percent) => {
  expect(percentChangeOfPrice(line({ oldPrice, newPrice }))).toBe(percent);
});

test.each([
  ['sale', '7', true],
  ['sale', '8', false],
  ['retail', '7', false],
  ['retail', '5', true],
  ['purchase', '5', false],
])('a %s price of %s gets a warning: %s', (kind, newPrice, warned) => {
  expect(findPriceLineWarning(kind, line({ newPrice })) !== null).toBe(warned);
});

test.each([
  [['1', '2'], 0],
  [['1', ''], 2],
  [['-1', '2'], 1],
])('among the prices %j the first missing price is on line %i', (prices, expected) => {
  expect(firstUnpriced(prices.map((newPrice) => line({ newPrice })))).toBe(expected);
});
