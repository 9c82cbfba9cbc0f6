import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decimal } from '../decimal.ts';
import { suggestMatches } from './bankMatch.ts';
import type { BankStatementRow, BookedMove } from './bankMatch.ts';

const row = (
  at: number,
  day: string,
  amount: string,
  partnerName = '',
  text = '',
): BankStatementRow => ({
  row: at,
  day,
  amount: decimal(amount),
  partnerName,
  text,
});
const move = (
  documentId: string,
  day: string,
  amount: string,
  partnerName = '',
  number = `SK${documentId}`,
): BookedMove => ({ documentId, number, day, amount: decimal(amount), partnerName });

const suggested = (rows: readonly BankStatementRow[], moves: readonly BookedMove[]) =>
  Object.fromEntries(suggestMatches(rows, moves));

describe('the document suggested for a bank row is', () => {
  test.each<[string, BankStatementRow[], BookedMove[], Record<number, string>]>([
    [
      'the one document of its amount',
      [row(1, '2026-03-02', '80')],
      [move('1', '2026-03-01', '80'), move('2', '2026-03-02', '81')],
      { 1: '1' },
    ],
    [
      'the document that it names, whatever else is of its amount',
      [row(1, '2026-03-02', '80', '', '货款 SK2')],
      [move('1', '2026-03-02', '80'), move('2', '2026-02-25', '80')],
      { 1: '2' },
    ],
    [
      'no document whose number is the beginning of what it names',
      [row(1, '2026-03-02', '80', '', 'SK12'), row(2, '2026-03-02', '80', '', 'SK1')],
      [move('1', '2026-03-02', '80'), move('12', '2026-03-02', '80')],
      { 1: '12', 2: '1' },
    ],
    [
      'the one of its partner, however the bank writes the name',
      [row(1, '2026-03-04', '-80', '上海 百川贸易有限公司')],
      [move('1', '2026-03-01', '-80', '百川贸易'), move('2', '2026-03-04', '-80', '长江物流')],
      { 1: '1' },
    ],
    [
      'the nearest day of a partner who pays the same each week',
      [row(1, '2026-03-03', '80', '百川'), row(2, '2026-03-10', '80', '百川')],
      [move('1', '2026-03-02', '80', '百川'), move('2', '2026-03-09', '80', '百川')],
      { 1: '1', 2: '2' },
    ],
    [
      'none of two that would do',
      [row(1, '2026-03-02', '80')],
      [move('1', '2026-03-01', '80'), move('2', '2026-03-03', '80')],
      {},
    ],
    [
      'none that two rows would do for',
      [row(1, '2026-03-02', '80'), row(2, '2026-03-04', '80')],
      [move('1', '2026-03-03', '80')],
      {},
    ],
    [
      'none that two of its partner would do for, though a nameless row would, too',
      [
        row(1, '2026-03-02', '80', '百川'),
        row(2, '2026-03-02', '80', '百川'),
        row(3, '2026-03-02', '80'),
      ],
      [move('1', '2026-03-02', '80', '百川')],
      {},
    ],
    [
      'none that its partner paid again, while nothing is told of the row that may be it',
      [row(1, '2026-03-06', '80', '百川'), row(2, '2026-03-03', '80')],
      [move('1', '2026-03-03', '80', '百川')],
      {},
    ],
    [
      'none of another partner',
      [row(1, '2026-03-02', '80', '百川')],
      [move('1', '2026-03-02', '80', '长江')],
      {},
    ],
    [
      'none that went the other way, nor of long ago',
      [row(1, '2026-03-22', '80', '百川')],
      [move('1', '2026-03-22', '-80', '百川'), move('2', '2026-03-11', '80', '百川')],
      {},
    ],
  ])('%s', (_what, rows, moves, expected) => {
    expect(suggested(rows, moves)).toEqual(expected);
  });
});

/** Money that came and went, as a company books it and as its bank tells it; one row in ten is of no document. */
const month = fc
  .array(
    fc.record({
      day: fc.integer({ min: 0, max: 27 }),
      // Round amounts come again and again.
      cents: fc.oneof(
        { weight: 1, arbitrary: fc.constantFrom(5_000, 10_000, 250_000) },
        { weight: 39, arbitrary: fc.noBias(fc.integer({ min: 100, max: 9_999_999 })) },
      ),
      out: fc.boolean(),
      partner: fc.noBias(fc.integer({ min: 0, max: 199 })),
      later: fc.constantFrom(0, 0, 0, 1, 1, 2),
      booked: fc.noBias(fc.integer({ min: 0, max: 9 })).map((digit) => digit > 0),
      tells: fc.constantFrom('number', 'name', 'name', 'fullName', 'fullName', 'nothing'),
    }),
    { minLength: 1_000, maxLength: 1_000 },
  )
  .map((all) => {
    const dayOf = (day: number) => new Date(Date.UTC(2026, 2, 1 + day)).toISOString().slice(0, 10);
    const nameOf = (partner: number) => `第${partner + 1_000}商行`;
    const signed = (cents: number, out: boolean) => `${out ? '-' : ''}${cents / 100}`;
    const moves = all.flatMap(({ day, cents, out, partner, booked }, at) =>
      booked ? [move(`${at}`, dayOf(day), signed(cents, out), nameOf(partner))] : [],
    );
    const rows = all.map(({ day, cents, out, partner, later, booked, tells }, at) => {
      const name = nameOf(partner);
      const names = { name, fullName: `深圳市${name}有限公司`, number: '', nothing: '' };
      const text = tells === 'number' && booked ? `货款SK${at}` : '转账';
      return row(at, dayOf(day + later), signed(cents, out), names[tells], text);
    });
    return { rows, moves };
  });

test('matching finds 95 % of the booked rows among a thousand, and matches none wrongly', () => {
  fc.assert(
    fc.property(month, ({ rows, moves }) => {
      const found = [...suggestMatches(rows, moves)];
      expect(found.filter(([at, id]) => id !== `${at}`)).toEqual([]);
      expect(found.length / moves.length).toBeGreaterThanOrEqual(0.95);
    }),
    // A thousand rows take minutes to shrink.
    { numRuns: 20, endOnFailure: true },
  );
});

test.each([
  ['Oliver Lim', '', 'Li'],
  ['City Water', 'bank transfer', 'An Co Ltd'],
  ['', '行李寄存费', '李'],
])('a row of %s with the text "%s" does not name the partner %s', (partner, text, name) => {
  const rows = [row(1, '2026-03-10', '80', partner, text)];
  // Eight days apart, only a name suggests it.
  expect(suggested(rows, [move('1', '2026-03-02', '80', name)])).toEqual({});
});

test.each([
  ['Li', '', 'Li'],
  ['', 'rent of Li, March', 'Li'],
  ['', '支付 ABC贸易 货款', 'ABC 有限公司'],
  ['', '货款 晨光文具', '晨光'],
  ['', 'payment to Northwind Traders', 'Northwind Traders Ltd'],
])('a row of %s with the text "%s" names the partner %s', (partner, text, name) => {
  const rows = [row(1, '2026-03-10', '80', partner, text)];
  expect(suggested(rows, [move('1', '2026-03-02', '80', name)])).toEqual({ 1: '1' });
});
