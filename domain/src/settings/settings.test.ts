import { expect, test } from 'vitest';
import { dayIn, defaultSettings } from './settings.ts';

test.each([
  ['Asia/Shanghai', '2026-11-20T16:00:00Z', '2026-11-21'],
  ['Asia/Shanghai', '2026-11-20T15:59:59Z', '2026-11-20'],
  ['America/New_York', '2026-11-21T03:00:00Z', '2026-11-20'],
  ['UTC', '2024-02-29T23:59:59Z', '2024-02-29'],
])('in %s, %s is on %s', (timeZone, instant, day) => {
  expect(dayIn(timeZone, new Date(instant))).toBe(day);
});

test('a new company forbids negative stock and closes nothing', () => {
  expect(defaultSettings).toMatchObject({
    negativeStock: false,
    closedUntil: null,
    currency: 'USD',
    currencyDigits: 2,
  });
});
