import { expect, test } from 'vitest';
import { isCurrencyCode } from './currencyCodes.ts';

test('every currency known to the runtime is in ISO 4217', () => {
  expect(Intl.supportedValuesOf('currency').filter((code) => !isCurrencyCode(code))).toEqual([]);
});

test.each(['KGS', 'COU', 'VED', 'XCG', 'ZWG'])('%s is a current code', (code) => {
  expect(isCurrencyCode(code)).toBe(true);
});

test.each(['RMB', 'CNH', 'XTS', 'usd', ''])('"%s" is no currency code', (code) => {
  expect(isCurrencyCode(code)).toBe(false);
});
