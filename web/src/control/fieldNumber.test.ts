import { addTenant, complaintOf, priceLists, products } from '@tradehouse/contract';
import { beforeAll, expect, test } from 'vitest';
import {
  otherCurrencyNotice,
  parseFieldNumber,
  readWholeNumber,
  tidyNumber,
} from './fieldNumber.ts';
import { queryClient } from '../app/net/query.ts';
import { loadPhrases } from '../phrase/index.ts';

beforeAll(() => loadPhrases('en'));

/** Number that a field holds after each key, as antd takes it: NaN changes nothing. */
const typed = (text: string, before: number | null, parse: (text: string) => number) =>
  [...text].reduce<number | null>((held, _, at) => {
    const next = parse(text.slice(0, at + 1));
    return Number.isNaN(next) ? held : next;
  }, before);

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
  expect(readWholeNumber(text)).toEqual({ value });
});

test.each(['x', '12x', 'abc', '$5x', '1.5', '1.234', '1,5', '½', '②', '1e3', '5%', '--5'])(
  'the text %j is refused as no whole number',
  (text) => {
    expect(readWholeNumber(text)).toEqual({ wrong: '请填写整数' });
  },
);

test('a whole number beyond its limits, or a required blank, is refused with the rule of the field', () => {
  const limits = { min: 1, max: 365 };
  const range = { wrong: '请填写 1 到 365 之间的整数' };
  expect(['0', '366', '1,000'].map((text) => readWholeNumber(text, limits))).toEqual([
    range,
    range,
    range,
  ]);
  expect(readWholeNumber('', { ...limits, isRequired: true })).toEqual({ wrong: '请填写' });
});

test('every call with a whole number refuses the texts that its field keeps', () => {
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

test('an ambiguous number in a field of decimals leaves the value from before typing', () => {
  expect(typed('1,234', 5, (text) => parseFieldNumber(text, 5))).toBe(5);
  expect(typed('1,234', null, (text) => parseFieldNumber(text))).toBe('');
  expect(typed('1,5', 5, (text) => parseFieldNumber(text, 5))).toBe(1.5);
  expect(parseFieldNumber('x', 5)).toBeNaN();
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

test('the sign of the settings is read in fields of the own currency only', () => {
  queryClient.setQueryData(['settings'], { currency: 'PAB', currencySymbol: '$' });
  expect(parseFieldNumber('$5')).toBe(5);
  expect(tidyNumber('$5')).toBe('5');
  expect(tidyNumber('$5', 'EUR')).toBe('$5');
  queryClient.removeQueries({ queryKey: ['settings'] });
});

test('a field without a currency of its own is in the currency of the company', () => {
  queryClient.setQueryData(['settings'], { currency: 'CNY' });
  expect(otherCurrencyNotice('$5')).toContain('CNY');
  expect(otherCurrencyNotice('$5', '')).toContain('CNY');
  expect(parseFieldNumber('$5', 3)).toBeNaN();
  expect(readWholeNumber('$5')).toEqual({ wrong: otherCurrencyNotice('$5') });
  expect(parseFieldNumber('¥5', 3)).toBe(5);
  expect(readWholeNumber('¥5')).toEqual({ value: 5 });
  queryClient.removeQueries({ queryKey: ['settings'] });
});
