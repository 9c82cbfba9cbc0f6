import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimal, toPlainDecimal } from '../decimal.ts';
import {
  billableWeight,
  carrierServices,
  findOverlappingLines,
  tariffAmount,
  tariffLineFor,
} from './tariff.ts';
import type { MeasuredParcel, Shipment, TariffLine } from './tariff.ts';

const parcel = (wish: Partial<MeasuredParcel> = {}): MeasuredParcel => ({
  length: 0,
  width: 0,
  height: 0,
  weight: 0,
  pieces: 1,
  ...wish,
});

test.each([
  ['nothing', [], '0'],
  ['half a kilogram', [parcel({ weight: '0.5' })], '0.5'],
  ['a gram more than that', [parcel({ weight: '0.501' })], '1'],
  ['light and bulky', [parcel({ length: 50, width: 40, height: 30, weight: 2 })], '12'],
  ['three pieces', [parcel({ weight: '1.2', pieces: 3 })], '4'],
  [
    'each parcel by what is more of it',
    [
      parcel({ weight: 3, length: 10, width: 10, height: 10 }),
      parcel({ length: 50, width: 50, height: 20 }),
    ],
    '13',
  ],
])('the billable weight is calculated for %s', (_what, parcels, weight) => {
  expect(toPlainDecimal(billableWeight(parcels))).toBe(weight);
});

const line = (wish: Partial<TariffLine> = {}): TariffLine => ({
  service: 'fulfillment',
  zone: '',
  fromKg: 0,
  toKg: null,
  base: 10,
  perKg: 2,
  signatureFee: 3,
  days: 2,
  ...wish,
});
const sent = (wish: Partial<Shipment> = {}): Shipment => ({
  service: 'fulfillment',
  address: '广东省深圳市南山区科技园 10 号',
  postcode: '518000',
  billable: '2.5',
  signature: false,
  ...wish,
});

test('a tariff amount adds the base, each kilogram beyond the start of the line, and the signature', () => {
  const beyond = line({ fromKg: 1, base: 12, perKg: '3.333' });
  expect(toPlainDecimal(tariffAmount(beyond, sent(), 2))).toBe('17');
  expect(toPlainDecimal(tariffAmount(beyond, sent({ signature: true }), 2))).toBe('20');
  expect(toPlainDecimal(tariffAmount(beyond, sent({ billable: 2 }), 0))).toBe('15');
});

test.each([
  ['the longest zone', ['', '广东', '广东省深圳'], {}, '广东省深圳'],
  ['everywhere else', ['', '新疆'], {}, ''],
  ['nowhere', ['新疆', '西藏'], {}, null],
  ['in the middle of the address', ['', '南山区'], {}, '南山区'],
  ['by the postcode', ['', '518'], {}, '518'],
  ['no house number', ['', '10'], {}, ''],
  ['letters of a postcode, in any case', ['', 'sw1'], { postcode: 'SW1A 1AA', address: '' }, 'sw1'],
])('the tariff zone of an address is found: %s', (_what, zones, wish, zone) => {
  const lines = zones.map((each) => line({ zone: each }));
  expect(tariffLineFor(lines, sent(wish))?.zone ?? null).toBe(zone);
});

test('a weight on the boundary of two tariff lines belongs to the first line', () => {
  const lines = [line({ fromKg: 1, base: 20 }), line({ toKg: 1, base: 10 })];
  const baseAt = (billable: number) => tariffLineFor(lines, sent({ billable }))?.base;
  expect([0, 1, 1.5].map(baseAt)).toEqual([10, 10, 20]);
  expect(tariffLineFor([line({ toKg: 1 })], sent())).toBeNull();
  // A zone of its own is not sent at the price of everywhere else.
  expect(tariffLineFor([line(), line({ zone: '深圳', toKg: 1 })], sent())).toBeNull();
  expect(tariffLineFor([line({ service: 'upsGround' })], sent())).toBeNull();
});

test.each([
  ['apart', [line({ toKg: 1 }), line({ fromKg: 1 })], null],
  ['of two services', [line(), line({ service: 'upsGround' })], null],
  ['of two zones', [line(), line({ zone: 'x' })], null],
  ['both without an end', [line(), line({ fromKg: 5 })], [0, 1]],
  ['the same', [line({ zone: 'X' }), line({ service: 'upsGround' }), line({ zone: ' x' })], [0, 2]],
  ['one within another, told later', [line({ fromKg: 1 }), line({ toKg: 2 })], [0, 1]],
])('overlapping tariff lines are found among lines: %s', (_what, lines, places) => {
  expect(findOverlappingLines(lines)).toEqual(places);
});

const aParcel = fc.record({
  length: fc.integer({ min: 0, max: 200 }),
  width: fc.integer({ min: 0, max: 200 }),
  height: fc.integer({ min: 0, max: 200 }),
  weight: fc.integer({ min: 0, max: 60_000 }).map((grams) => decimal(grams).dividedBy(1000)),
  pieces: fc.integer({ min: 1, max: 50 }),
});

test('billable weight exceeds actual or volumetric weight by less than half a kilogram', () => {
  fc.assert(
    fc.property(fc.array(aParcel, { maxLength: 8 }), (parcels) => {
      const counted = billableWeight(parcels);
      const actual = parcels.reduce(
        (all, { weight, pieces }) => all.plus(decimal(weight).times(pieces)),
        decimal(0),
      );
      const most = parcels.reduce(
        (all, { length, width, height, weight, pieces }) =>
          all.plus(
            decimal(Math.max(decimal(weight).toNumber(), (length * width * height) / 5000)).times(
              pieces,
            ),
          ),
        decimal(0.5),
      );
      expect(counted.greaterThanOrEqualTo(actual)).toBe(true);
      expect(counted.lessThan(most.plus('0.000001'))).toBe(true);
      expect(counted.times(2).isInteger()).toBe(true);
      // Another parcel never makes it less, and their order is nothing.
      expect(billableWeight(parcels.slice(1)).lessThanOrEqualTo(counted)).toBe(true);
      expect(billableWeight(parcels.toReversed()).equals(counted)).toBe(true);
    }),
  );
});

const aLine = fc.record({
  service: fc.constantFrom(...carrierServices),
  zone: fc.constantFrom('', '广东', '深圳', '51'),
  fromKg: fc.integer({ min: 0, max: 10 }),
  toKg: fc.option(fc.integer({ min: 11, max: 20 })),
  base: fc.integer({ min: 0, max: 100 }),
  perKg: fc.integer({ min: 0, max: 10 }),
  signatureFee: fc.integer({ min: 0, max: 5 }),
  days: fc.constant(null),
});

test('without overlaps the tariff line for a weight is independent of the order of lines', () => {
  fc.assert(
    fc.property(
      fc.array(aLine, { maxLength: 6 }),
      fc.integer({ min: 0, max: 24 }),
      (lines, billable) => {
        const shipment = sent({ billable });
        const found = tariffLineFor(lines, shipment);
        if (found !== null) expect(tariffAmount(found, shipment, 2).isNegative()).toBe(false);
        if (findOverlappingLines(lines) !== null) return;
        expect(tariffLineFor(lines.toReversed(), shipment)).toEqual(found);
      },
    ),
  );
});
