import { expect, test } from 'vitest';
import { MOST_FIGURE_DAYS, checkFigureDay, figureKindCodes, figureKinds } from './movingFigure.ts';

const today = '2026-03-10';
const days = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => `2026-01-${String(at + 1).padStart(2, '0')}`);

test('a figure of today or an earlier day is accepted', () => {
  expect(() => checkFigureDay(today, today, [])).not.toThrow();
  expect(() => checkFigureDay('2025-12-31', today, days(MOST_FIGURE_DAYS - 1))).not.toThrow();
});

test('a figure of a later day is refused', () => {
  expect(() => checkFigureDay('2026-03-11', today, [])).toThrow('document.futureDate');
});

test('a further day beyond the limit is refused, while further figures of kept days are accepted', () => {
  const kept = days(MOST_FIGURE_DAYS);
  expect(() => checkFigureDay('2026-02-28', today, kept)).toThrow('moving.days');
  expect(() => checkFigureDay('2026-01-03', today, kept)).not.toThrow();
});

test('every amount among the figures has a mask and a limited reach, and counts have no subject', () => {
  for (const kind of figureKindCodes) {
    const { measure, mask, reach, subject } = figureKinds[kind];
    if (measure === 'amount') {
      expect(mask, kind).not.toBeNull();
      expect(reach, kind).not.toBe('everyone');
    }
    if (kind.endsWith('Count')) expect(subject, kind).toBeNull();
  }
});
