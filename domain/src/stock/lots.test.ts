import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimal, toPlainDecimal, sum } from '../decimal.ts';
import type { StockType } from '../document/stockType.ts';
import { expiryOf, proposeLots } from './lots.ts';
import type { LotInStock } from './lots.ts';

const today = '2026-11-21';
const lot = (
  name: string,
  quantity: number,
  expiry: string | null = null,
  stockType: StockType = 'formal',
): LotInStock => ({
  lot: name,
  expiry,
  stockType,
  quantity: decimal(quantity),
});
const shelf = [
  lot('C', 9, '2027-06-01'),
  lot('A', 4, '2026-12-01'),
  lot('old', 7, '2026-11-20'),
  lot('B', 3, '2027-01-01'),
  lot('never', 5),
  lot('A', 2, '2026-12-01', 'defective'),
];

// Soonest expiry first.
test.each<[number, string[], string]>([
  [3, ['A 3'], '0'],
  [4, ['A 4'], '0'],
  [6, ['A 4', 'B 2'], '0'],
  [20, ['A 4', 'B 3', 'C 9', 'never 4'], '0'],
  [30, ['A 4', 'B 3', 'C 9', 'never 5'], '9'],
  [0, [], '0'],
])('%d pieces are taken from %j, %s are missing', (wanted, taken, missing) => {
  const proposal = proposeLots(shelf, decimal(wanted), today);
  expect(
    proposal.parts.map(({ lot: name, quantity }) => `${name} ${toPlainDecimal(quantity)}`),
  ).toEqual(taken);
  expect(toPlainDecimal(proposal.missing)).toBe(missing);
  expect(proposal.expired.map(({ lot: name }) => name)).toEqual(['old']);
});

test('a lot expiring today may be issued, and defective goods only when named', () => {
  expect(proposeLots([lot('A', 1, today)], decimal(1), today).parts).toHaveLength(1);
  const defective = proposeLots(shelf, decimal(1), today, 'defective');
  expect(defective.parts.map(({ stockType }) => stockType)).toEqual(['defective']);
});

test('a lot proposal takes at most the available stock, nothing expired, and the earlier lot first', () => {
  const aLot = fc.record({
    lot: fc.constantFrom('a', 'b', 'c', 'd'),
    expiry: fc.constantFrom(null, '2026-11-20', '2026-11-21', '2026-12-05', '2027-01-01'),
    stockType: fc.constantFrom('formal' as const, 'gift' as const),
    quantity: fc.nat(9).map(decimal),
  });
  fc.assert(
    fc.property(fc.array(aLot), fc.nat(30).map(decimal), (lots, wanted) => {
      const { parts, missing } = proposeLots(lots, wanted, today);
      expect(toPlainDecimal(sum(parts.map(({ quantity }) => quantity)).plus(missing))).toBe(
        toPlainDecimal(wanted),
      );
      expect(parts.every(({ expiry }) => expiry === null || expiry >= today)).toBe(true);
      const days = parts.map(({ expiry }) => expiry ?? '9999');
      expect(days).toEqual(days.toSorted());
      if (missing.gt(0)) {
        const usable = lots.filter(
          ({ stockType, expiry }) => stockType === 'formal' && (expiry === null || expiry >= today),
        );
        expect(toPlainDecimal(sum(parts.map(({ quantity }) => quantity)))).toBe(
          toPlainDecimal(sum(usable.map(({ quantity }) => quantity))),
        );
      }
    }),
  );
});

test.each([
  ['2026-01-31', 30, '2026-03-02'],
  ['2026-12-31', 1, '2027-01-01'],
  ['2024-02-28', 365, '2025-02-27'],
])('a lot produced on %s with %d days of shelf life expires on %s', (produced, days, expiry) => {
  expect(expiryOf(produced, days)).toBe(expiry);
});
