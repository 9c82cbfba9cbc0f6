import { decimal } from '@tradehouse/domain';
import { expect, test } from 'vitest';
import { cashKeys } from './cashKeys.ts';

test.each([
  ['8', ['10', '20', '50', '100']],
  ['63.5', ['70', '80', '100']],
  ['255.5', ['260', '300']],
  ['100', []],
  ['0', []],
  ['-5', []],
] as const)('cash keys offer for %s the next sums in notes', (due, keys) => {
  expect(cashKeys(decimal(due))).toEqual(keys);
});
