import { beforeEach, expect, test } from 'vitest';
import { loadPhrases, t } from '../../phrase/index.ts';
import { missingRateNotice } from './dayRates.ts';

const known = [{ currency: 'EUR', day: '2026-01-01', rate: '8' }];

beforeEach(() => loadPhrases('en'));

test.each([
  ['EUR', '8', known],
  ['GBP', '9.1', known],
  ['GB', '', known],
  ['GBP', '', undefined],
])('a document in %s at the rate "%s" asks for no rate', (currency, exchangeRate, rates) => {
  expect(missingRateNotice(rates, { currency, exchangeRate })).toBeUndefined();
});

test('a currency without a rate on the day asks for the rate at once', () => {
  expect(missingRateNotice(known, { currency: 'GBP', exchangeRate: '' })).toBe(
    t('money.noRate', { currency: 'GBP' }),
  );
});
