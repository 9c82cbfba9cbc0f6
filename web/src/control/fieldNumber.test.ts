import { addTenant, complaintOf, priceLists, products } from '@tradehouse/contract';
import { beforeAll, expect, test } from 'vitest';
import { doubtOfNumber, otherCurrencyNotice, readFieldNumber, tidyNumber } from './fieldNumber.ts';
import { queryClient } from '../app/net/query.ts';
import { loadPhrases } from '../phrase/index.ts';

beforeAll(() => loadPhrases('en'));

test.each([
  ['', null],
  [' ', null],
  ['365', 365],
  ['１２', 12],
  ['-3', -3],
  ['-0', 0],
  ['12.0', 12],
  ['1,234', 1234],
  ['12,345,678', 12_345_678],
])('the whole number %j is read as %j', (text, value) => {
  expect(readFieldNumber(text)).toEqual({ value });
});

test.each(['x', '12x', 'abc', '$5x', '1.5', '1.234', '1,5', '½', '②', '1e3', '5%', '--5'])(
  'the text %j is refused as no whole number',
  (text) => {
    expect(readFieldNumber(text)).toEqual({ wrong: '请填写整数' });
  },
);

test('a whole number beyond its limits, or a blank required field, is refused with the rule', () => {
  const limits = { min: 1, max: 365 };
  const range = { wrong: '请填写 1 到 365 之间的整数' };
  expect(['0', '366', '1,000'].map((text) => readFieldNumber(text, limits))).toEqual([
    range,
    range,
    range,
  ]);
  expect(readFieldNumber('', { ...limits, isRequired: true })).toEqual({ wrong: '请填写' });
});

test('every call refuses the texts refused by a whole-number field on the screen', () => {
  for (const [input, name] of [
    [products.fields, 'shelfLifeDays'],
    [priceLists.add.input, 'sort'],
    [addTenant.input, 'userLimit'],
  ] as const)
    for (const text of ['x', '$5', '1.5'])
      expect(complaintOf(Reflect.get(input.properties, name), text)).toEqual({
        rule: 'wholeNumber',
      });
});

const half = { min: 0, max: 100, step: 0.5 };

test.each([
  ['2.5', 2.5],
  ['1,5', 1.5],
  ['0', 0],
])('the multiple of a half %j is read as %d', (text, value) => {
  expect(readFieldNumber(text, half)).toEqual({ value });
});

test.each(['x', '12x', '2.3', '-0.5', '101', '1e1'])(
  'the text %j is refused as no multiple of a half within the limits',
  (text) => {
    expect(readFieldNumber(text, half)).toEqual({
      wrong: 'a multiple of 0.5 between 0 and 100 is needed',
    });
  },
);

test('a comma of unclear meaning in a field with decimals is refused with a question', () => {
  expect(readFieldNumber('1,234', half)).toEqual({ wrong: doubtOfNumber('1,234') });
});

test('a multiple of a tenth is read without rounding errors', () => {
  expect(readFieldNumber('101.6', { max: 210, step: 0.1 })).toEqual({ value: 101.6 });
});

test.each([
  ['$5', 'CNY', '$5'],
  ['5 EUR', 'CNY', '5 EUR'],
  ['￥5', 'USD', '￥5'],
  ['¥5', 'CNY', '5'],
  ['5元', 'CNY', '5'],
  ['$5', 'USD', '5'],
  ['CNY 5', 'CNY', '5'],
  ['5', 'CNY', '5'],
])('the text %s in a field in %s is tidied to %s', (text, currency, tidy) => {
  expect(tidyNumber(text, currency)).toBe(tidy);
  const notice = otherCurrencyNotice(text, currency);
  expect(notice === undefined).toBe(tidy === '5');
  expect(notice ?? currency).toContain(currency);
});

test('the company’s currency sign is accepted only in fields of the company’s currency', () => {
  queryClient.setQueryData(['settings'], { currency: 'PAB', currencySymbol: '$' });
  expect(readFieldNumber('$5')).toEqual({ value: 5 });
  expect(tidyNumber('$5')).toBe('5');
  expect(tidyNumber('$5', 'EUR')).toBe('$5');
  queryClient.removeQueries({ queryKey: ['settings'] });
});

test('a field without a stated currency has the currency of the company', () => {
  queryClient.setQueryData(['settings'], { currency: 'CNY' });
  expect(otherCurrencyNotice('$5')).toContain('CNY');
  expect(otherCurrencyNotice('$5', '')).toContain('CNY');
  expect(readFieldNumber('$5', half)).toEqual({ wrong: otherCurrencyNotice('$5') });
  expect(readFieldNumber('$5')).toEqual({ wrong: otherCurrencyNotice('$5') });
  expect(readFieldNumber('¥5', half)).toEqual({ value: 5 });
  expect(readFieldNumber('¥5')).toEqual({ value: 5 });
  queryClient.removeQueries({ queryKey: ['settings'] });
});
