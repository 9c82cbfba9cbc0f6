import { expect, test } from 'vitest';
import { roundAbove } from './BarChart.tsx';

test.each([
  [0, 1],
  [1, 1],
  [1.2, 2],
  [37, 50],
  [501, 1000],
  [0.03, 0.05],
])('an axis for %d ends at %d', (highest, top) => {
  expect(roundAbove(highest)).toBeCloseTo(top, 10);
});
