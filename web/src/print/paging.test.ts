import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cutIntoPages } from './paging.ts';
import type { Heights } from './paging.ts';

const paper: Heights = {
  page: 100,
  head: 30,
  nextHead: 10,
  tableHead: 10,
  rows: [],
  pageSum: 5,
  eachFoot: 0,
  tail: 20,
};
const lines = (count: number, height = 10): number[] => Array.from({ length: count }, () => height);
const shown = (heights: Partial<Heights>): string =>
  cutIntoPages({ ...paper, ...heights })
    .map(({ from, to, tail }) => `${from}-${to}${tail ? ' end' : ''}`)
    .join(' | ');

describe('a document is cut into pages', () => {
  test.each<readonly [string, Partial<Heights>, string]>([
    ['without lines', {}, '0-0 end'],
    ['that fills one page just', { rows: lines(4) }, '0-4 end'],
    ['whose end does not fit takes its last line along', { rows: lines(5) }, '0-4 | 4-5 end'],
    ['of three pages, each with its sum', { rows: lines(15) }, '0-5 | 5-12 | 12-15 end'],
    [
      'with the whole head on every page',
      { rows: lines(15), nextHead: 30 },
      '0-5 | 5-10 | 10-14 | 14-15 end',
    ],
    ['with signatures on every page', { rows: lines(5), eachFoot: 15 }, '0-4 | 4-5 end'],
    ['with a line taller than a page', { rows: [10, 500, 10] }, '0-1 | 1-2 | 2-3 end'],
    ['whose only line leaves no room for its end', { rows: [50] }, '0-1 | 1-1 end'],
    ['without sums of its pages', { rows: lines(6), pageSum: 0 }, '0-5 | 5-6 end'],
  ])('%s', (_, heights, cuts) => {
    expect(shown(heights)).toBe(cuts);
  });

  test('with each line once and in order, and without empty or overfull pages', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 60 }),
        fc.integer({ min: 0, max: 50 }),
        fc.integer({ min: 0, max: 8 }),
        (rows, tail, pageSum) => {
          const cuts = cutIntoPages({ ...paper, rows, tail, pageSum });
          expect(cuts.map(({ from }) => from)).toEqual([
            0,
            ...cuts.slice(0, -1).map(({ to }) => to),
          ]);
          expect(cuts.at(-1)).toMatchObject({ to: rows.length, tail: true });
          expect(cuts.filter(({ tail: ends }) => ends)).toHaveLength(1);
          for (const [at, cut] of cuts.entries()) {
            const used = rows.slice(cut.from, cut.to).reduce((sum, row) => sum + row, 0);
            const room = at === 0 ? 60 : 80;
            const rest = (cut.tail ? tail : 0) + (cuts.length > 1 ? pageSum : 0);
            expect(used + rest <= room || cut.to - cut.from === 1).toBe(true);
            if (!cut.tail) expect(cut.to).toBeGreaterThan(cut.from);
          }
        },
      ),
    );
  });
});
