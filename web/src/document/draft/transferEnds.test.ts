import { expect, test } from 'vitest';
import { blankLine } from './lineDraft.ts';
import { commonEnd, withEnd } from './transferEnds.ts';

const line = (from: string | null, to: string | null) => ({
  ...blankLine(from),
  targetWarehouseId: to,
});

test('the head of a transfer names a warehouse while all lines agree', () => {
  const lines = [line('1', '2'), line('1', '3')];
  expect(commonEnd(lines, 'warehouseId')).toBe('1');
  expect(commonEnd(lines, 'targetWarehouseId')).toBeNull();
  expect(commonEnd([], 'warehouseId')).toBeNull();
});

test('a line takes the warehouse of the head, or keeps its own when only missing warehouses are filled', () => {
  expect(withEnd(line('1', '3'), 'targetWarehouseId', '2').targetWarehouseId).toBe('2');
  expect(withEnd(line('1', '3'), 'targetWarehouseId', '2', true).targetWarehouseId).toBe('3');
  expect(withEnd(line('1', null), 'targetWarehouseId', '2', true).targetWarehouseId).toBe('2');
});
