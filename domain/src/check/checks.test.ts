import { expect, test } from 'vitest';
import { decimal, plain } from '../decimal.ts';
import {
  checkLength,
  checkLock,
  checkSelection,
  isMoney,
  isStrongPassword,
  lengths,
  readMoney,
} from './checks.ts';
import { refusalOf } from '../testing.ts';

test.each([
  ['名称', lengths.shortName, null],
  ['名', lengths.shortName, 'name.length'],
  ['   ', lengths.shortName, 'name.length'],
  ['😀', lengths.shortName, 'name.length'],
  ['a'.repeat(30), lengths.shortName, null],
  ['a'.repeat(31), lengths.shortName, 'name.length'],
  ['', lengths.propertyName, 'name.length'],
  ['一二三四五六七八九十', lengths.propertyName, null],
  ['', lengths.text, null],
  ['a'.repeat(127), lengths.text, 'name.length'],
] as const)('%s within %j: %s', (text, length, refusal) => {
  expect(refusalOf(() => checkLength('name', text, length))).toBe(refusal);
});

test.each([
  ['Abcdef1!', true],
  ['密码Abc123!', true],
  ['Abcdef1', false],
  ['abcdef1!', false],
  ['ABCDEF1!', false],
  ['Abcdefg!', false],
  ['Abcdefg1', false],
  ['Abcdef1 ', false],
])('password %s: %s', (password, strong) => {
  expect(isStrongPassword(password)).toBe(strong);
});

test.each([
  ['0', '0'],
  ['12.3456', '12.3456'],
  [' 7 ', '7'],
  ['1,234,567.5', '1234567.5'],
])('%s is money', (text, value) => {
  expect(plain(readMoney('amount', text))).toBe(value);
});

test.each(['', '-1', '1.23456', '1e3', '1,23', 'abc', '1.', '.5', 'NaN', 'Infinity'])(
  '%s is no money',
  (text) => {
    expect(isMoney(text)).toBe(false);
    expect(refusalOf(() => readMoney('amount', text))).toBe('number.format');
  },
);

test('a batch needs a record', () => {
  expect(refusalOf(() => checkSelection([]))).toBe('batch.empty');
  expect(refusalOf(() => checkSelection(['1']))).toBeNull();
});

test.each([
  [5, -5, 0, null],
  [5, -6, 10, 'stock.lockBelowZero'],
  [0, 10, 10, null],
  [0, 11, 10, 'stock.lockAboveFree'],
  [5, -1, -3, null],
])('locked %d, %d more of %d free: %s', (current, quantity, available, refusal) => {
  expect(refusalOf(() => checkLock(decimal(current), decimal(quantity), decimal(available)))).toBe(
    refusal,
  );
});

test('what is no refusal is passed on', () => {
  const broken = () => {
    throw new TypeError('broken');
  };
  expect(() => refusalOf(broken)).toThrow(TypeError);
});
