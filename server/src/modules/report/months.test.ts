import { monthEnd } from '@tradehouse/domain';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayBefore } from './later.ts';
import { cut } from './months.ts';

test.each([
  [
    '2024-02-10',
    '2024-05-20',
    ['2024-03-01', '2024-04-01'],
    ['2024-02-10 2024-02-29', '2024-05-01 2024-05-20'],
  ],
  ['2024-02-01', '2024-02-29', ['2024-02-01', '2024-02-01'], []],
  ['2024-02-02', '2024-02-29', null, ['2024-02-02 2024-02-29']],
  ['2024-01-31', '2024-02-01', null, ['2024-01-31 2024-01-31', '2024-02-01 2024-02-01']],
  ['2023-12-01', '2024-01-30', ['2023-12-01', '2023-12-01'], ['2024-01-01 2024-01-30']],
  ['2024-05-01', '2024-04-01', null, []],
  [null, null, ['0001-01-01', '9999-12-01'], []],
] as const)('from %s to %s are the months %j and the days %j', (since, until, months, days) => {
  const { months: whole, edges } = cut(since, until);
  expect(whole).toEqual(months);
  expect(edges.map((edge) => edge.join(' '))).toEqual(days);
});

test('every day of a range is in one of its pieces, and no other', () => {
  const day = fc
    .integer({ min: 0, max: 1500 })
    .map((at) => new Date(Date.UTC(2023, 0, 1 + at)).toISOString().slice(0, 10));
  fc.assert(
    fc.property(day, day, (one, other) => {
      const [since = '', until = ''] = [one, other].toSorted();
      const { months, edges } = cut(since, until);
      const pieces = [
        ...edges,
        ...(months === null ? [] : [[months[0], monthEnd(months[1])] as const]),
      ].toSorted(([a], [b]) => (a < b ? -1 : 1));
      expect([pieces[0]?.[0], pieces.at(-1)?.[1]]).toEqual([since, until]);
      for (const [at, piece] of pieces.entries())
        if (at > 0) expect(dayBefore(piece[0])).toBe(pieces[at - 1]?.[1]);
    }),
  );
});
