import { expect, test } from 'vitest';
import { usualSign } from '../money/money.ts';
import { isNameOfCurrency, parseCurrencyText, toOwnCode } from './currencyNames.ts';
import { isInAnotherCurrency } from './currencyText.ts';
import { parseNumberText } from './numberText.ts';

test.each([
  ['usd', 'USD'],
  ['人民币', 'CNY'],
  ['CNY 人民币', 'CNY'],
  ['HK$', 'HKD'],
  ['ＥＵＲ', 'EUR'],
])('the text %s names the currency %s', (text, code) => {
  expect(parseCurrencyText(text)).toBe(code);
});

test.each([
  '￥',
  '元',
  '$',
  'kr',
  'C$',
  '卢布',
  '卢比',
  '比索',
  '克朗',
  '法郎',
  '第纳尔',
  'pesos',
  'Dinar',
])('the text %s, a name of several currencies, is read as no code', (text) => {
  expect(parseCurrencyText(text)).toBe(text);
});

test.each([
  ['白俄罗斯卢布', 'BYN'],
  ['俄罗斯卢布', 'RUB'],
  ['墨西哥比索', 'MXN'],
  ['瑞典克朗', 'SEK'],
])('the full name %s names the currency %s', (text, code) => {
  expect(parseCurrencyText(text)).toBe(code);
});

test.each(['', '?', '金币'])('the text "%s" names no currency', (text) => {
  expect(parseCurrencyText(text)).toBeUndefined();
});

test.each([
  ['12', 'CNY', false],
  ['12 kg', 'CNY', false],
  ['¥12', 'CNY', false],
  ['¥12', 'JPY', false],
  ['12元整', 'CNY', false],
  ['RMB 12', 'CNY', false],
  ['$12', 'AUD', false],
  ['12 kr.', 'SEK', false],
  ['12 zł', 'PLN', false],
  ['(R$ 12,50)', 'BRL', false],
  ['$12', 'CNY', true],
  ['US$12', 'AUD', true],
  ['€12', 'CNY', true],
  ['12 EUR', 'CNY', true],
  ['JPY 12', 'CNY', true],
  ['￥12', 'EUR', true],
  ['12 kr', 'EUR', true],
  ['12 TL', 'TRY', false],
  ['TL 12', 'CNY', true],
  ['CA$12', 'CAD', false],
  ['CA$1,234', 'CNY', true],
  ['A$12', 'AUD', false],
  ['A$12', 'CAD', true],
  ['HK$12', 'CNY', true],
  ['R$12', 'CNY', true],
  ['12 KGS', 'CNY', true],
  ['12卢布', 'RUB', false],
  ['12卢布', 'BYN', false],
  ['12卢布', 'CNY', true],
  ['12 руб.', 'BYN', false],
  ['р.12', 'RUB', false],
  ['12 сом', 'KGS', false],
  ['12 сом', 'CNY', true],
  ['12元', 'USD', true],
  ['¥12元', 'JPY', true],
  ['$12 USD', 'USD', false],
  ['$12 USD', 'CAD', true],
])('the number %s of a column in %s is in another currency: %s', (text, currency, isOther) => {
  expect(isInAnotherCurrency(text, currency)).toBe(isOther);
});

test.each(['QQ$12', 'Ж$12', '12 QQQ', '12 лв', '12₿', '¤12'])(
  'an amount beside an unknown sign is no number: %s',
  (text) => {
    expect(parseNumberText(text).kind).toBe('none');
  },
);

test.each([
  ['RMB 5', 'RMB'],
  ['¥5', 'RMB'],
  ['5元', 'CNH'],
  ['CNY 5', 'RMB'],
  ['RMB 5', 'CNY'],
])('the number %s is in the own currency of a company with the code %s', (text, currency) => {
  expect(isInAnotherCurrency(text, currency)).toBe(false);
  expect(isInAnotherCurrency('$5', currency)).toBe(true);
});

test.each([
  ['CNY', 'RMB', 'RMB'],
  ['CNH', 'RMB', 'RMB'],
  ['RMB', 'CNY', 'CNY'],
  ['USD', 'RMB', 'USD'],
  ['', 'RMB', ''],
  ['卢布', 'BYN', 'BYN'],
  ['卢布', 'RUB', 'RUB'],
  ['卢布', 'CNY', '卢布'],
  ['元', 'HKD', 'HKD'],
  ['元', 'USD', '元'],
  ['pesos', 'PHP', 'PHP'],
])('the code %s in a company with the code %s is %s', (code, own, result) => {
  expect(toOwnCode(code, own)).toBe(result);
});

/** Single letters are units and codes as well. */
const isLetter = (sign: string): boolean => /^\p{L}$/u.test(sign);

test('amounts with a currency symbol of printed documents are read in that currency', () => {
  const signs = Intl.supportedValuesOf('currency').flatMap((code) =>
    ['en', 'zh-CN'].flatMap((locale) =>
      (['narrowSymbol', 'symbol'] as const).map(
        (display) => [code, usualSign(code, locale, display)] as const,
      ),
    ),
  );
  const refused = signs.filter(
    ([code, sign]) =>
      sign !== code &&
      !isLetter(sign) &&
      (parseNumberText(`${sign}5`).kind !== 'number' || isInAnotherCurrency(`${sign}5`, code)),
  );
  expect(refused).toEqual([]);
});

test.each(['5 km', '5 ft', '5 lei', '5 K', '5 L', 'K5'])(
  'a number with letters possibly meaning a unit is refused: %s',
  (text) => expect(parseNumberText(text).kind).toBe('none'),
);

test('the sign of the settings is the sign of the own currency', () => {
  expect(isInAnotherCurrency('$5', 'PAB')).toBe(true);
  expect(isInAnotherCurrency('$5', 'PAB', '$')).toBe(false);
  expect(isInAnotherCurrency('€5', 'PAB', '$')).toBe(true);
});

test.each([
  ['CNY', 'RMB', true],
  ['人民币', 'CNH', true],
  ['USD', 'RMB', false],
  ['kr', 'SEK', true],
  ['kr', 'CNY', false],
  ['$', 'CAD', true],
  ['$', 'CNY', false],
  ['卢布', 'BYN', true],
  ['卢布', 'CNY', false],
  ['克朗', 'CZK', true],
  ['法郎', 'CHF', true],
  ['第纳尔', 'KWD', true],
  ['dollars', 'USD', true],
  ['dollars', 'CNY', false],
  ['pounds', 'GBP', true],
  ['krone', 'DKK', true],
  ['rupee', 'INR', true],
  ['白俄罗斯卢布', 'RUB', false],
])('the text %s names the currency %s: %s', (text, currency, isName) => {
  expect(isNameOfCurrency(text, currency)).toBe(isName);
});
