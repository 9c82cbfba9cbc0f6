import { expect, test } from 'vitest';
import { parseCurrencyText } from './currencyText.ts';

test.each([
  ['usd', 'USD'],
  ['人民币', 'CNY'],
  ['￥', 'CNY'],
  ['CNY 人民币', 'CNY'],
  ['HK$', 'HKD'],
  ['ＥＵＲ', 'EUR'],
])('the text %s names the currency %s', (text, code) => {
  expect(parseCurrencyText(text)).toBe(code);
});

test.each(['', '?', '金币'])('the text "%s" names no currency', (text) => {
  expect(parseCurrencyText(text)).toBeUndefined();
});
