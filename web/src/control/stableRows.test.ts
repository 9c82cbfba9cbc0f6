import { expect, test } from 'vitest';
import { amendRow, stableRowKey } from './stableRows.ts';

const rows = ['1', '2', '2'].map((weight) => ({ weight }));

test('rows with equal values have different keys', () => {
  expect(new Set(rows.map(stableRowKey)).size).toBe(3);
});

test('a row keeps the key after a change, and after a row above is deleted', () => {
  const keys = rows.map(stableRowKey);
  const changed = rows.map((row) => (row.weight === '1' ? row : amendRow(row, { weight: 'x' })));
  expect(changed[2]).toEqual({ weight: 'x' });
  expect(changed.toSpliced(0, 1).map(stableRowKey)).toEqual(keys.slice(1));
});
