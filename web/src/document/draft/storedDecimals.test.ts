import { expect, test } from 'vitest';
import type { GoodsFormStart } from '../form/start.ts';
import { storedDecimals } from './storedDecimals.ts';

type Start = Pick<GoodsFormStart, 'head' | 'lines'>;

/** Start of a form with these lines; each settlement amount has no decimals. */
function startOf(id: string | null, lines: readonly object[], otherFees = '3'): Start {
  const part = { by: 'amount', value: '' };
  const settlement = { discount: part, service: part, otherFees, freight: '', paidNow: null };
  // SAFETY: the amounts are read from these fields alone.
  return {
    head: { id, settlement: { ...settlement, depositUsed: null } },
    lines,
  } as unknown as Start;
}
const line = { amount: '10.5', tax: '0', total: '10.5', source: null };

test('a saved document keeps the decimals of the saved amounts', () => {
  expect(storedDecimals(startOf('1', [line]))).toBe(1);
  expect(storedDecimals(startOf('1', [line], '0.45'))).toBe(2);
  expect(storedDecimals(startOf('1', []))).toBe(0);
});

test('a new document has the decimals of the currency, or of the agreed amounts', () => {
  expect(storedDecimals(startOf(null, [line], '0.45'))).toBe(0);
  const agreed = { total: '10.6', tax: '0.125' };
  expect(storedDecimals(startOf(null, [{ ...line, source: { agreed } }]))).toBe(3);
});
