import { expect, test } from 'vitest';
import type { LoadFigure } from './load.ts';
import { BARE, POSTING, SPREAD, STATEMENTS, oneCompanyLines, sharesOf } from './show.ts';
import { lengthsOf } from './tail.ts';

const figure = (scenario: string, clients: number, rate: number, documents = 100): LoadFigure => ({
  scenario,
  documents,
  clients,
  count: 1,
  failed: 0,
  rate,
  p50: 1,
  p95: 1,
  slowest: 1,
  serverTime: 1,
  databaseTime: 1,
});

test('the request rate is a share of the compared scenario with equal clients and documents', () => {
  const figures = [
    figure(POSTING, 1, 30),
    figure(POSTING, 8, 80),
    figure(POSTING, 8, 10, 200),
    { ...figure(BARE, 1, 60), serverTime: 0, databaseTime: 1.5 },
    figure(BARE, 8, 100),
    figure(BARE, 2, 100),
  ];
  expect(sharesOf(figures, BARE).map((line) => line.split(/ {2,}/).slice(1))).toEqual([
    ['100', '1', '0.50', '0.75'],
    ['100', '8', '0.80', '1.00'],
  ]);
  expect(sharesOf(figures, STATEMENTS)).toEqual([]);
});

test.each([
  [80, 'kept'],
  [79, 'MISSED'],
])('%i postings a second in a single company beside 100 over sixteen are %s', (rate, word) => {
  const figures = [figure(POSTING, 1, 9), figure(POSTING, 8, rate), figure(SPREAD, 8, 100)];
  const [line, ...more] = oneCompanyLines(figures);
  expect(line).toMatch(new RegExp(`0\\.${rate} +1\\.00 .*${word}$`));
  expect(more).toEqual([]);
});

test('a latency tail is reported by the median and the longest time', () => {
  expect(lengthsOf([9, 0, 40, 3, 5])).toEqual({ median: 5, longest: 40 });
});
