import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimal, toPlainDecimal, sum } from '../decimal.ts';
import { bearings, bornBy, shareCharge } from './bearing.ts';

const line = (weight: number, amount: number, quantity: number) => ({
  weight: decimal(weight),
  amount: decimal(amount),
  quantity: decimal(quantity),
});
const lines = [line(1, 30, 4), line(2, 10, 4)];

test.each([
  ['weight', ['33.33', '66.67']],
  ['amount', ['75', '25']],
  ['quantity', ['50', '50']],
] as const)('a charge is shared by %s', (by, parts) => {
  expect(shareCharge(by, lines, decimal(100), 2).map(toPlainDecimal)).toEqual(parts);
});

test('freight is shared by amount when no line has a weight, and equally when no line has a cost', () => {
  const weightless = [line(0, 30, 1), line(0, 10, 1)];
  expect(bornBy('weight', weightless)).toBe('amount');
  expect(shareCharge('weight', weightless, decimal(8), 2).map(toPlainDecimal)).toEqual(['6', '2']);
  expect(
    shareCharge('weight', [line(0, 0, 1), line(0, 0, 1)], decimal(1), 2).map(toPlainDecimal),
  ).toEqual(['0.5', '0.5']);
  expect(shareCharge('weight', [], decimal(8), 2)).toEqual([]);
});

test('the shares of a charge add up to the charge, to the cent', () => {
  const part = fc.integer({ min: 0, max: 1_000_000 });
  const aLine = fc.tuple(part, part, part).map(([w, a, q]) => line(w, a, q));
  fc.assert(
    fc.property(
      fc.array(aLine, { minLength: 1, maxLength: 12 }),
      fc.constantFrom(...bearings),
      part,
      (some, by, cents) => {
        const total = decimal(cents).dividedBy(100);
        expect(toPlainDecimal(sum(shareCharge(by, some, total, 2)))).toBe(toPlainDecimal(total));
      },
    ),
  );
});
