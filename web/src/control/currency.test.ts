import { expect, test } from 'vitest';
import { t } from '../phrase/index.ts';
import { amountText, inOwnText } from './currency.ts';

const own = { currency: 'CNY', currencySymbol: '¥', currencyDigits: 2 };

test.each([
  ['1234.5', 'CNY', '¥1,234.50'],
  ['1234.5', '', '¥1,234.50'],
  ['-8', null, '-¥8.00'],
  ['1234.5', 'EUR', '€1,234.50'],
  ['1000', 'CHF', 'CHF\u00A01,000.00'],
  ['1000', 'JPY', 'JP¥1,000'],
  ['1000.5', 'JPY', 'JP¥1,000.5'],
  ['12.3', 'KWD', 'KWD\u00A012.300'],
  [null, 'EUR', t('empty.none')],
])('the amount %j in %j is written %j', (value, currency, text) => {
  expect(amountText(value, currency, own)).toBe(text);
});

test('the sign of another currency is never the company’s own', () => {
  for (const currency of Intl.supportedValuesOf('currency'))
    for (const symbol of ['¥', '$', '€', '£'])
      expect(
        amountText('1', currency, { ...own, currency: 'ZZZ', currencySymbol: symbol }),
      ).not.toMatch(new RegExp(`^\\${symbol}1(\\.0+)?$`));
});

test.each([
  ['150.55', 'EUR', '8.1', '¥1,219.46'],
  ['1000', 'JPY', '.0485', '¥48.50'],
  ['10', 'EUR', '', null],
  ['10', '', '', null],
  ['10', 'CNY', '1', null],
  [null, 'EUR', '8.1', null],
])(
  'the amount %j in %j at the rate %j is %j in the company’s currency',
  (amount, currency, exchangeRate, text) => {
    expect(inOwnText(amount, { currency, exchangeRate }, own)).toBe(text);
  },
);
