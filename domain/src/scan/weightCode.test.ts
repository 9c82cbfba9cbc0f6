import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decimal, toPlainDecimal } from '../decimal.ts';
import { kilogramsOfUnit, resolveScan } from './measuredGoods.ts';
import type { ScannableGoods } from './measuredGoods.ts';
import { readScan } from './scanCode.ts';
import type { ScanContent } from './scanCode.ts';
import { findRepeatedPrefix, noScanRules } from './scanRules.ts';
import type { WeightCodeRule } from './scanRules.ts';
import { gramRule, printLongWeightCode } from './testCodes.ts';
import { printedWeightCode } from './weightCode.ts';

const TODAY = '2026-12-01';
const rulesOf = (...weightCodes: readonly WeightCodeRule[]) => ({ ...noScanRules, weightCodes });
const read = (code: string, ...rules: readonly WeightCodeRule[]) =>
  readScan(code, TODAY, rulesOf(...rules));

function contentOf(code: string, ...rules: readonly WeightCodeRule[]): ScanContent {
  const reading = read(code, ...rules);
  if ('fault' in reading) throw new Error(reading.fault);
  return reading;
}

const priceRule: WeightCodeRule = { ...gramRule, prefix: '22', measure: 'price' };

describe('codes of scales', () => {
  test.each([
    // 1.234 kg of item 12345.
    ['2112345012346', gramRule, { code: '2112345', alternatives: ['12345'], weight: '1.234' }],
    // The same code as a scanner sends a GTIN.
    ['02112345012346', gramRule, { code: '2112345', alternatives: ['12345'], weight: '1.234' }],
    ['２１１２３４５０１２３４６', gramRule, { code: '2112345', weight: '1.234' }],
    ['2142000012343', gramRule, { code: '2142000', weight: '1.234' }],
    // Item 00001, 12.80 yuan.
    ['2200001012806', priceRule, { code: '2200001', amount: '12.8' }],
    ['2112345012346', { ...gramRule, itemDigits: 4 }, { code: '211234', weight: '501.234' }],
    ['2112345012346', { ...gramRule, itemDigits: 6 }, { code: '21123450', weight: '1.234' }],
    ['2112345012346', { ...gramRule, weightDecimals: 2 }, { weight: '12.34' }],
    // 18 digits: item 12345, 12.50 yuan, 0.500 kg.
    [
      '261234501250005000',
      { ...gramRule, prefix: '26' },
      { code: '2612345', alternatives: ['12345'], weight: '0.5', amount: '12.5' },
    ],
  ])('%s is goods by item code, with weight or price', (code, rule, part) => {
    expect(read(code, rule)).toMatchObject(part);
  });

  test.each([
    ['2112345012347', 'checkDigit'],
    ['261234501250005001', 'checkDigit'],
    ['2112345000008', 'weight'],
  ])('%s is refused', (code, fault) => {
    expect(read(code, gramRule, { ...gramRule, prefix: '26' })).toEqual({ fault });
  });

  test.each([
    ['a prefix without rule', '2012345012347'],
    ['12 digits', '211234501234'],
    ['17 digits', '21123450125000500'],
  ])('%s stays a plain code', (_, code) => {
    expect(read(code, gramRule)).toMatchObject({ code, weight: '', amount: '' });
  });

  test('a prefix with two rules is found', () => {
    expect(findRepeatedPrefix(rulesOf(gramRule, priceRule))).toBeNull();
    expect(findRepeatedPrefix(rulesOf(gramRule, priceRule, gramRule))).toBe('21');
  });
});

describe('goods of a code', () => {
  const apples: ScannableGoods = { barcode: '2112345', unit: 'kg', retailPrice: '9.8' };
  const pears: ScannableGoods = { ...apples, barcode: '12345' };
  const findIn = (goods: readonly ScannableGoods[]) => (code: string) =>
    goods.find(({ barcode }) => barcode === code);
  const kilo = contentOf('2112345012346', gramRule);
  const priced = contentOf('2112345012346', { ...gramRule, measure: 'price' });

  test('goods are stored by prefix and item code, or by the item code alone', () => {
    for (const goods of [apples, pears])
      expect(resolveScan(kilo, findIn([goods]))).toEqual({ goods, quantity: '1.234', amount: '' });
    expect(resolveScan(kilo, findIn([]))).toBeUndefined();
  });

  test('a code of two goods is refused', () => {
    expect(resolveScan(kilo, findIn([apples, pears]))).toMatchObject({ fault: 'ambiguous' });
  });

  test.each([
    ['公斤', '1.234'],
    ['KG', '1.234'],
    ['克', '1234'],
    ['斤', '2.468'],
    ['两', '24.68'],
    ['lbs', '2.720504'],
    ['Ounces', '43.528069'],
  ])('a weight in the unit %s is %s', (unit, quantity) => {
    expect(resolveScan(kilo, findIn([{ ...apples, unit }]))).toMatchObject({ quantity });
  });

  test('a weight is refused for goods sold by another unit', () => {
    const goods = { ...apples, unit: '盒' };
    expect(resolveScan(kilo, findIn([goods]))).toEqual({ goods, fault: 'unit' });
    expect(kilogramsOfUnit('toString')).toBeNull();
  });

  test('a price is divided by the retail price, to three decimals', () => {
    const goods = { ...apples, unit: '盒' };
    expect(resolveScan(priced, findIn([goods]))).toEqual({
      goods,
      quantity: '1.259',
      amount: '12.34',
    });
  });

  test.each([[null], ['0'], ['1000000']])('a price is refused at the retail price %s', (price) => {
    const goods = { ...apples, retailPrice: price };
    expect(resolveScan(priced, findIn([goods]))).toEqual({ goods, fault: 'price' });
  });

  test('a code with weight and price has both; another unit counts by price', () => {
    const both = contentOf('261234501250005000', { ...gramRule, prefix: '26' });
    const stored = { ...apples, barcode: '2612345', retailPrice: '25' };
    expect(resolveScan(both, findIn([stored]))).toMatchObject({ quantity: '0.5', amount: '12.5' });
    expect(
      resolveScan(both, findIn([{ ...stored, unit: '袋', retailPrice: '12.5' }])),
    ).toMatchObject({ quantity: '1', amount: '12.5' });
  });

  test('goods with the scanned barcode come before goods with another form of the barcode', () => {
    const short = contentOf('04252614');
    const own = { ...apples, barcode: '04252614' };
    const upc = { ...apples, barcode: '0042100005264' };
    expect(resolveScan(short, findIn([upc]))).toMatchObject({ goods: upc, quantity: '' });
    expect(resolveScan(short, findIn([upc, own]))).toMatchObject({ goods: own });
  });
});

describe('laws of weight codes', () => {
  const aRule = fc.record({
    prefix: fc.integer({ min: 20, max: 29 }).map(String),
    measure: fc.constantFrom('weight' as const, 'price' as const),
    itemDigits: fc.integer({ min: 4, max: 6 }),
    weightDecimals: fc.integer({ min: 0, max: 4 }),
    priceDecimals: fc.integer({ min: 0, max: 4 }),
  });

  test('a printed code is read with the same item code and value', () => {
    fc.assert(
      fc.property(aRule, fc.nat(9999), fc.integer({ min: 1, max: 9999 }), (rule, item, value) => {
        const content = contentOf(printedWeightCode(rule, String(item), value), rule);
        expect(content.code).toBe(rule.prefix + String(item).padStart(rule.itemDigits, '0'));
        const decimals = rule.measure === 'weight' ? rule.weightDecimals : rule.priceDecimals;
        const exact = toPlainDecimal(decimal(value).dividedBy(10 ** decimals));
        const expected = { weight: '', amount: '' };
        expect(content).toMatchObject(
          rule.measure === 'weight'
            ? { ...expected, weight: exact }
            : { ...expected, amount: exact },
        );
      }),
    );
  });

  test('an 18-digit code is read with the same item code, price and weight', () => {
    const aPart = fc.integer({ min: 1, max: 99_999 });
    fc.assert(
      fc.property(aRule, aPart, aPart, aPart, (rule, item, price, weight) => {
        const content = contentOf(printLongWeightCode(rule.prefix, [item, price, weight]), rule);
        expect(content.alternatives).toEqual([String(item).padStart(5, '0')]);
        expect(content.amount).toBe(
          toPlainDecimal(decimal(price).dividedBy(10 ** rule.priceDecimals)),
        );
        expect(content.weight).toBe(
          toPlainDecimal(decimal(weight).dividedBy(10 ** rule.weightDecimals)),
        );
      }),
    );
  });

  test('each other last digit of a weight code is refused', () => {
    fc.assert(
      fc.property(aRule, fc.nat(9999), fc.integer({ min: 1, max: 9 }), (rule, item, other) => {
        const code = printedWeightCode(rule, String(item), 1);
        const wrong = code.slice(0, -1) + String((Number(code.at(-1)) + other) % 10);
        expect(read(wrong, rule)).toEqual({ fault: 'checkDigit' });
      }),
    );
  });

  test('without rules a code of a scale is plain', () => {
    fc.assert(
      fc.property(aRule, fc.nat(9999), (rule, item) => {
        const code = printedWeightCode(rule, String(item), 5);
        expect(read(code)).toMatchObject({ code, alternatives: [], weight: '', amount: '' });
      }),
    );
  });
});
