import { expect, test } from 'vitest';
import { fittingRows } from './fitting.ts';

const fits = (row: number): boolean => row > 0;

test.each([
  ['runs on the rows that fit and skips the others', [1, -2, 3], [1, 3]],
  ['runs on nothing where none of the selected rows fits', [-1, -2], null],
  ['asks for no rows where it needs none', [], []],
])('an action of a list %s', (_, rows, expected) => {
  expect(fittingRows({ fits }, rows)).toEqual(expected);
});

test('an action without a row condition runs on all rows', () => {
  expect(fittingRows({}, [1, -2])).toEqual([1, -2]);
});
