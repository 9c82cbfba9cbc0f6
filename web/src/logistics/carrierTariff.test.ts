import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, test } from 'vitest';

let tariff: typeof import('./carrierTariff.tsx');
beforeAll(async () => {
  const phrase = await import('../phrase/index.ts');
  await phrase.loadPhrases('en');
  tariff = await import('./carrierTariff.tsx');
});

const line = {
  service: 'fulfillment',
  zone: '',
  fromKg: '0',
  toKg: '5',
  base: '10',
  perKg: '0',
  signatureFee: '0',
  days: 2,
} as const;

test('a new tariff line copies the days of the previous line, but no refused days', () => {
  expect(tariff.createNextTariffLine(line).days).toBe(2);
  expect(tariff.createNextTariffLine({ ...line, days: Number.NaN }).days).toBeNull();
});

test('a tariff line keeps a row, and so a refused text, when a line above is deleted', () => {
  const lines = [line, { ...line }, { ...line }];
  const rowKeys = (value: readonly (typeof line)[]) =>
    [
      ...renderToStaticMarkup(createElement(tariff.Tariff, { value })).matchAll(
        /data-row-key="(\w+)"/g,
      ),
    ].map(([, key]) => key);
  const before = rowKeys(lines);
  expect(new Set(before).size).toBe(3);
  expect(rowKeys(lines.slice(1))).toEqual(before.slice(1));
});
