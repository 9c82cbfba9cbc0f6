import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, test } from 'vitest';

let tariff: typeof import('./carrierTariff.tsx');
let numbers: typeof import('../control/WholeNumberInput.tsx');
beforeAll(async () => {
  const phrase = await import('../phrase/index.ts');
  await phrase.loadPhrases('en');
  tariff = await import('./carrierTariff.tsx');
  numbers = await import('../control/WholeNumberInput.tsx');
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

test('a cell for whole numbers shows a refused value without its text as blank', () => {
  const props = { value: Number.NaN, onChange: () => undefined };
  const drawn = renderToStaticMarkup(createElement(numbers.WholeNumberCell, props));
  expect(drawn).toContain('value=""');
});
