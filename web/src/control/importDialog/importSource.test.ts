import { describe, expect, test } from 'vitest';
import { columnLetter, readGiven } from './importSource.ts';

const cells = (given: Parameters<typeof readGiven>[0], options = {}) =>
  readGiven(given, options).rows.map((row) => row.cells);
const bytesOf = (...bytes: readonly number[]) => ({
  kind: 'file' as const,
  name: 'orders.csv',
  bytes: Uint8Array.from(bytes),
});

describe('a file of text', () => {
  const chinese = [0xb6, 0xa9, 0xb5, 0xa5, 0xba, 0xc5, 0x2c, 0x31];

  test('names its detected encoding and delimiter', () => {
    expect(readGiven(bytesOf(...chinese), {})).toMatchObject({
      name: 'orders.csv',
      encoding: 'gb18030',
      delimiter: ',',
      rows: [{ place: 1, cells: ['订单号', '1'] }],
    });
  });

  test('has no rows while its encoding is unclear, and rows of the chosen encoding otherwise', () => {
    const file = bytesOf(0xf6, 0xdf);
    expect(readGiven(file, {})).toMatchObject({ encoding: 'unclear', rows: [] });
    expect(cells(file, { encoding: 'windows-1252' })).toEqual([['öß']]);
  });

  test('is divided by the chosen delimiter', () => {
    const text = { kind: 'text', text: 'a,b;c\n1,2;3' } as const;
    expect(cells(text, { delimiter: ';' })).toEqual([
      ['a,b', 'c'],
      ['1,2', '3'],
    ]);
  });
});

test('cells of a spreadsheet keep their tabs and quotes, and the rows of the sheet', () => {
  const sheet = { rows: [['a\tb', '"c"', '5']], numbers: [[2]], places: [7], is1904: true };
  expect(readGiven({ kind: 'sheet', name: 'x.xlsx', cells: sheet }, {})).toMatchObject({
    rows: [{ place: 7, cells: ['a\tb', '"c"', '5'], numbers: [2] }],
    isSheet: true,
    is1904: true,
    text: null,
  });
});

test.each([
  [0, 'A'],
  [25, 'Z'],
  [26, 'AA'],
  [59, 'BH'],
])('column %d is called %s', (place, letter) => expect(columnLetter(place)).toBe(letter));
