import { expect, test } from 'vitest';
import type { HeaderPolicy } from './headerShown.ts';
import { headerShown } from './headerShown.ts';

/** Scrolls a page of some room from place to place; answers whether the header was there at each. */
function scrolling(
  policy: HeaderPolicy,
  room: number,
  tops: readonly number[],
): readonly boolean[] {
  let shown = true;
  let before = { top: 0, room };
  return tops.map((top) => {
    const now = { top, room };
    shown = headerShown(policy, shown, before, now);
    before = now;
    return shown;
  });
}

test.each<[HeaderPolicy, number, readonly number[], readonly boolean[]]>([
  ['fixed', 2000, [50, 500, 2000], [true, true, true]],
  ['hides', 2000, [50, 100, 101, 300, 290, 310, 80], [true, true, false, false, true, false, true]],
  ['hides', 140, [60, 120, 140], [true, true, true]],
  ['loose', 2000, [48, 49, 500, 400, 40], [true, false, false, false, true]],
  ['loose', 96, [60, 96], [true, true]],
])('a header with policy %s, on a page with %i px to scroll', (policy, room, tops, expected) => {
  expect(scrolling(policy, room, tops)).toEqual(expected);
});

test('a scroll caused by hiding the header does not show the header again', () => {
  expect(headerShown('hides', false, { top: 160, room: 160 }, { top: 112, room: 112 })).toBe(false);
});
