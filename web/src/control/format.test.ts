import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { loadPhrases } from '../phrase/index.ts';
import {
  moneyText,
  figureText,
  percentText,
  priceText,
  quantityText,
  timeText,
  todayIn,
  withSign,
} from './format.ts';

beforeAll(() => loadPhrases('en'));

test.each([
  ['0', '0.00'],
  ['1234567.5', '1,234,567.50'],
  ['-1234.005', '-1,234.01'],
  ['999999999999999999.99', '999,999,999,999,999,999.99'],
  [null, '—'],
  ['', '—'],
])('%j as money reads %s', (value, text) => {
  expect(moneyText(value)).toBe(text);
});

test('money has the decimals of its currency', () => {
  expect(moneyText('1234.5', 0)).toBe('1,235');
  expect(moneyText('1234.5', 3)).toBe('1,234.500');
});

test.each([
  ['10.500000', '10.5'],
  ['12000', '12,000'],
  ['-0.000001', '-0.000001'],
  [0, '0'],
  [null, '—'],
])('%j as a quantity reads %s', (value, text) => {
  expect(quantityText(value)).toBe(text);
});

test.each([
  ['3', '3.00'],
  ['3.125', '3.125'],
  ['3.1234567', '3.123457'],
  ['128.5667903', '128.56679'],
])('%j as a price reads %s', (value, text) => {
  expect(priceText(value)).toBe(text);
});

test('a percentage has its sign', () => {
  expect(percentText('13.000000')).toBe('13%');
  expect(percentText('33.333333')).toBe('33.33%');
});

test.each([
  ['4.5', '4.50%'],
  ['-2011.054', '-2,011.05%'],
  ['0', '0.00%'],
  [null, '—'],
])('%j as a percentage figure reads %s', (value, text) => {
  expect(figureText('percent', value, 0)).toBe(text);
});

test('thousands separators do not change the digits of an amount', () => {
  const anAmount = fc
    .tuple(fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), fc.integer({ min: 0, max: 999_999 }))
    .map(([whole, part]) => `${whole}.${String(part).padStart(6, '0')}`);
  fc.assert(
    fc.property(anAmount, (amount) => {
      const plain = quantityText(amount).replaceAll(',', '');
      expect(Number(plain)).toBe(Number(amount));
      expect(plain).not.toMatch(/\.\d*0$/);
    }),
  );
});

test('times and days follow the company’s clock, not the browser’s', () => {
  expect(timeText('2026-03-31T17:30:05Z', 'Asia/Shanghai')).toBe('2026-04-01 01:30:05');
  expect(todayIn('Asia/Shanghai', new Date('2026-03-31T17:30:00Z'))).toBe('2026-04-01');
  expect(todayIn('America/New_York', new Date('2026-03-31T17:30:00Z'))).toBe('2026-03-31');
});

test.each([
  ['1,200.00', '¥1,200.00'],
  ['-3.50', '-¥3.50'],
  ['+8.00', '+¥8.00'],
  ['0.00', '¥0.00'],
])('the amount %s with its currency sign is %s', (written, shown) => {
  expect(withSign(written, '¥')).toBe(shown);
});
