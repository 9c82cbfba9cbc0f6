import { expect, test } from 'vitest';
import { fileColumns, findHeadingRow, guessHeadingRow, mapHeadingRow } from './headingRow.ts';

const rowsOf = (...rows: readonly (readonly string[])[]) =>
  rows.map((cells, at) => ({ place: at + 1, cells }));
const titles = { date: /^date$/, amount: /^amount$/ };
const isEnough = (mapping: readonly (string | null)[]): boolean =>
  mapping.includes('date') && mapping.includes('amount');

test('headings with all required names are found below notes of any length', () => {
  const notes = Array.from({ length: 30 }, (_, at) => [`note ${at}`]);
  const rows = rowsOf(...notes, ['Date', 'Amount', 'Teller'], ['2026-01-05', '3', 'Bo']);
  expect(findHeadingRow(rows, titles, isEnough)).toEqual({
    above: 31,
    mapping: ['date', 'amount', null],
  });
});

test('unknown headings are guessed: words in most columns, above a number or a day', () => {
  const rows = rowsOf(['Statement of May'], ['When', 'How much'], ['2026-01-05', '-9']);
  expect(guessHeadingRow(rows)).toBe(2);
  expect(findHeadingRow(rows, titles, isEnough)).toEqual({ above: 2, mapping: [null, null] });
  expect(guessHeadingRow(rowsOf(['2026-01-05', '-9'], ['2026-01-06', '-8']))).toBe(0);
});

test('a chosen heading row maps its columns', () => {
  const rows = rowsOf(['Date', 'When'], ['Amount', 'x', 'y']);
  expect(mapHeadingRow(rows, 2, titles)).toEqual({ above: 2, mapping: ['amount', null, null] });
  expect(mapHeadingRow(rows, 0, titles)).toEqual({ above: 0, mapping: [null, null, null] });
});

test('columns of a file have their heading and first text; blank columns are left out', () => {
  const rows = rowsOf(['note', '', '', 'x'], ['Date', '', ''], ['', '', '7'], ['d', '', '8']);
  expect(fileColumns(rows, 2)).toEqual([
    { place: 0, title: 'Date', sample: 'd' },
    { place: 2, title: '', sample: '7' },
  ]);
});
