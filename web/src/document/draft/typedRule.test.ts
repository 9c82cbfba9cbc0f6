// One rule for numbers in fields, cells and pasted columns.
import { barcodeKey, decimal } from '@tradehouse/domain';
import { expect, test } from 'vitest';
import { plainNumbers } from '../grid/column.ts';
import { typedAmount, typedNumber } from './numberInput.ts';

const pasted = (text: string): string | undefined =>
  plainNumbers([[text]], [{ keyboard: 'decimal' }])[0]?.[0];

test.each([
  ['9,90', '9.9'],
  ['12，5', '12.5'],
  ['1.234,50', '1234.5'],
  ['1,234.5', '1234.5'],
  ['１２３．５', '123.5'],
  ['１２，５', '12.5'],
  ["1'234.50", '1234.5'],
  ['1 234,50', '1234.5'],
  ['1,23,456.00', '123456'],
])('the text %s is read as %s in a field, in a cell and in a pasted column', (text, value) => {
  expect(typedNumber(text)).toBe(value);
  expect(typedAmount(text)).toEqual({ value });
  expect(decimal(pasted(text) ?? '').toFixed()).toBe(value);
});

test.each(['1,234', '12,345', '1,0000'])(
  'the ambiguous number %s needs clarification in a field, a cell and a pasted column',
  (text) => {
    expect(typedNumber(text)).toBeNull();
    expect(typedAmount(text)).toEqual({ wrong: 'ambiguous' });
    // What stays as it was pasted is asked about by its cell.
    expect(pasted(text)).toBe(text);
  },
);

test('a scanned UPC-A, its EAN-13 and their wide digits are a single code', () => {
  const codes = ['012345678905', '0012345678905', '０１２３４５６７８９０５'];
  expect(new Set(codes.map(barcodeKey)).size).toBe(1);
});
