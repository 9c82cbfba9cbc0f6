import { expect, test } from 'vitest';
import { toCellValue, cellInFile } from './cell.ts';

test.each([
  ['price', '3.3333333333333333', '3.333333'],
  ['price', '0.66666666666666666667', '0.666667'],
  ['price', '14.271400', '14.2714'],
  ['money', '33.333333', '33.333333'],
  ['quantity', '7.000000', '7'],
  ['integer', '12', 12],
  ['price', null, null],
] as const)('a %s value of %s is written to a file as %s', (type, value, told) => {
  expect(cellInFile(type, value)).toBe(told);
});

// What a list is narrowed by is what its rows say.
test('a computed price is returned with all its decimals', () => {
  expect(toCellValue('price', '3.3333333333333333')).toBe('3.3333333333333333');
});
