import { expect, test } from 'vitest';
import { MOST_HOURS_FAILING, pauseAfter } from './retries.ts';

test('pauses between retries grow from a minute to a day, then the delivery is given up', () => {
  const pauses: number[] = [];
  for (let pause = pauseAfter(1); pause !== null; pause = pauseAfter(pauses.length + 1))
    pauses.push(pause);
  expect(pauses).toHaveLength(8);
  expect([pauses[0], pauses.at(-1)]).toEqual([1, 24 * 60]);
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
  // The last try comes when it has failed for so long that the receiver is switched off.
  const hours = pauses.reduce((sum, pause) => sum + pause, 0) / 60;
  expect(hours).toBeGreaterThan(MOST_HOURS_FAILING);
  expect(hours).toBeLessThan(72);
});
