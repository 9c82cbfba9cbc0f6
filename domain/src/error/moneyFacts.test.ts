import { expect, test } from 'vitest';
import type { ErrorKey } from './errors.ts';
import { factText } from './moneyFacts.ts';

test.each<[ErrorKey, string, string | number, number, string]>([
  ['settlement.over', 'left', '175.6', 2, '175.60'],
  ['settlement.over', 'left', '-1234567', 2, '-1,234,567.00'],
  ['settlement.over', 'left', '175', 0, '175'],
  // What was saved with more decimals than are usual is not shown as another amount.
  ['settlement.over', 'left', '175.655', 2, '175.655'],
  ['settlement.over', 'number', '2026', 2, '2026'],
  ['stock.shortage', 'missing', '1.5', 2, '1.5'],
  ['credit.exceeded', 'owed', '', 2, ''],
])('%s writes %s %s, of %i decimals, in the form %s', (key, name, fact, digits, text) => {
  expect(factText(key, { [name]: fact, digits }, name)).toBe(text);
});
