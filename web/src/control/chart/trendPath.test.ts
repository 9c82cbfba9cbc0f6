import { expect, test } from 'vitest';
import { parseMonthFigures, trendPath } from './trendPath.ts';

const size = { width: 96, height: 22 };

test('monthly figures are parsed from their wire form, exactly', () => {
  expect(parseMonthFigures('2026-01=12.5 2026-02=-3')).toEqual([
    { month: '2026-01', value: '12.5' },
    { month: '2026-02', value: '-3' },
  ]);
  expect(parseMonthFigures('')).toEqual([]);
});

test('a line runs inside its box, and always includes 0', () => {
  const { line, zero, last } = trendPath(['10', '20', '5'], size);
  expect(line).toBe('M3 11L48 3L93 15');
  expect(zero).toBe(19);
  expect(last).toEqual({ x: 93, y: 15 });
});

test('values below zero are drawn below the zero line, and zeros lie on the line', () => {
  const { zero, last } = trendPath(['10', '-10'], size);
  expect(zero).toBe(11);
  expect(last.y).toBe(19);
  expect(trendPath(['0', '0'], size)).toMatchObject({ line: 'M3 19L93 19', zero: 19 });
});
