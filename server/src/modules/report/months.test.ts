import { dayAfter, monthEnd } from '@tradehouse/domain';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayBefore } from './laterPeriods.ts';
import { splitIntoMonths, toRangePieces } from './months.ts';

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
] as const)(
  'a range from %s to %s splits into the months %j and the days %j',
  (since, until, months, days) => {
    const { months: whole, edges } = splitIntoMonths(since, until);
    expect(whole).toEqual(months);
    expect(edges.map((edge) => edge.join(' '))).toEqual(days);
  },
);

const day = fc
  .integer({ min: 0, max: 1500 })
  .map((at) => new Date(Date.UTC(2023, 0, 1 + at)).toISOString().slice(0, 10));

test('the whole months and edges of a date range contain every day exactly once', () => {
  fc.assert(
    fc.property(day, day, (one, other) => {
      const [since = '', until = ''] = [one, other].toSorted();
      const { months, edges } = splitIntoMonths(since, until);
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

test.each([
  ['2024-05-01', '2024-05-20', '2024-05-20', ['+m 2024-05-01', '-d 2024-05-21 2024-05-31']],
  ['2024-05-01', '2024-05-20', '2024-09-01', ['+m 2024-05-01', '-d 2024-05-21 2024-05-31']],
  ['2024-05-01', '2024-05-10', '2024-09-01', ['+d 2024-05-01 2024-05-10']],
  [
    '2024-03-28',
    '2024-05-10',
    '2024-05-10',
    ['+m 2024-04-01', '+d 2024-03-28 2024-03-31', '+m 2024-05-01', '-d 2024-05-11 2024-05-31'],
  ],
  [
    '2024-05-03',
    '2024-05-27',
    '2024-09-01',
    ['+m 2024-05-01', '-d 2024-05-01 2024-05-02', '-d 2024-05-28 2024-05-31'],
  ],
] as const)(
  'a range from %s to %s, read on %s, splits into the signed pieces %j',
  (since, until, today, expected) => {
    expect(
      toRangePieces(since, until, today).map(
        ({ grain, sign, range: [first, last] }) =>
          `${sign === 1 ? '+' : '-'}${grain} ${first}${grain === 'm' ? '' : ` ${last}`}`,
      ),
    ).toEqual(expected);
  },
);

test('signed pieces of a date range count every day inside once and every day outside zero times', () => {
  fc.assert(
    fc.property(day, day, day, (one, other, today) => {
      const [since = '', until = ''] = [one, other].toSorted();
      const counted = new Map<string, number>();
      for (const { grain, sign, range } of toRangePieces(since, until, today)) {
        const last = grain === 'm' ? monthEnd(range[1]) : range[1];
        for (let at = range[0]; at <= last; at = dayAfter(at, 1))
          counted.set(at, (counted.get(at) ?? 0) + sign);
      }
      for (let at = since; at <= until; at = dayAfter(at, 1)) {
        expect(counted.get(at)).toBe(1);
        counted.delete(at);
      }
      expect([...counted.values()].every((times) => times === 0)).toBe(true);
    }),
  );
});
