import { toPlainDecimal } from '@tradehouse/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Debt } from './moneyLine.ts';
import { spreadOverDebts } from './spread.ts';

const debt = (id: string, time: string | null, openDebt: string): Debt => ({
  id,
  kind: 'saleOut',
  opening: time === null,
  partnerId: '1',
  partnerName: 'Ann',
  number: id,
  summary: '',
  time,
  creatorName: '',
  dueOn: null,
  currency: 'CNY',
  exchangeRate: '1',
  debt: openDebt,
  settled: '0',
  openDebt,
});
const debts = [
  debt('B', '2026-02-01T00:00:00Z', '50'),
  debt('A', '2026-01-01T00:00:00Z', '30.5'),
  debt('R', '2025-01-01T00:00:00Z', '-9'),
  debt('0', null, '10'),
];

describe('a sum spread over open bills', () => {
  test.each([
    ['', [], '0'],
    ['5', [['0', '5']], '0'],
    [
      '40.5',
      [
        ['0', '10'],
        ['A', '30.5'],
      ],
      '0',
    ],
    [
      '60',
      [
        ['0', '10'],
        ['A', '30.5'],
        ['B', '19.5'],
      ],
      '0',
    ],
    [
      '100',
      [
        ['0', '10'],
        ['A', '30.5'],
        ['B', '50'],
      ],
      '9.5',
    ],
  ] as const)('of %s settles the oldest bill first', (total, settled, left) => {
    const { lines, rest } = spreadOverDebts(total, debts);
    const named = lines.map(({ settledDocumentId, amount }) => [settledDocumentId ?? '0', amount]);
    expect([named, toPlainDecimal(rest)]).toEqual([settled, left]);
  });

  test('equals the settled amounts plus the rest', () => {
    const cents = fc.integer({ min: 1, max: 1_000_000 });
    fc.assert(
      fc.property(cents, fc.array(cents), (total, open) => {
        const { lines, rest } = spreadOverDebts(
          String(total),
          open.map((amount, at) => debt(String(at), `2026-01-01T00:00:${at}`, String(amount))),
        );
        const sum = lines.reduce((all, { amount }) => all + Number(amount), Number(rest));
        expect(sum).toBe(total);
      }),
    );
  });
});
