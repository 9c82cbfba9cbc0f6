import { expect, test } from 'vitest';
import { figureOf } from './figureText.ts';

test.each([
  ['1009.90', '1009.90'],
  ['￥1,009.90', '1009.90'],
  ['¥ 1，009', '1009'],
  ['-12,345,678.5', '-12345678.5'],
  ['1,00,000', '100000'],
  ['$0', '0'],
])('%s is %s', (text, figure) => {
  expect(figureOf(text)).toBe(figure);
});

test.each(['', '9,90', '1.009,90', '1,0000', 'twelve', '1.2.3', '0.1234567', '1e5'])(
  '%s is no figure that is sure',
  (text) => {
    expect(figureOf(text)).toBeUndefined();
  },
);
