import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { notices, provideNotices } from './notices.ts';

interface Shown {
  readonly key: string;
  readonly duration: number;
  readonly onMouseEnter: () => void;
  readonly onMouseLeave: () => void;
}

/** What is on screen, by key, as the library was told. */
const onScreen = new Map<string, Shown>();
const corner = {
  open: (shown: Shown) => void onScreen.set(shown.key, shown),
  destroy: (key: string) => void onScreen.delete(key),
};

beforeEach(() => {
  vi.useFakeTimers();
  onScreen.clear();
  provideNotices({ message: corner, notification: corner, modal: {} } as unknown as Parameters<
    typeof provideNotices
  >[0]);
});
afterEach(() => void vi.useRealTimers());

const only = (): Shown => {
  const [shown] = onScreen.values();
  if (shown === undefined) throw new Error('nothing is shown');
  return shown;
};

test.each([
  ['a line', () => notices().message.success('Saved'), 3000],
  ['a notice', () => notices().notification.error({ title: 'Away' }), 4000],
  [
    'a notice with more to read',
    () => notices().notification.success({ title: 'Restored', duration: 30 }),
    30_000,
  ],
] as const)('%s closes by a clock that draws nothing, after its time', (_, show, time) => {
  show();
  // The library's own countdown draws at every frame, which keeps loading pages from being shown.
  expect(only().duration).toBe(0);
  vi.advanceTimersByTime(time - 1);
  expect(onScreen.size).toBe(1);
  vi.advanceTimersByTime(1);
  expect(onScreen.size).toBe(0);
});

test('a notice under the pointer stays', () => {
  notices().message.info('Read me');
  only().onMouseEnter();
  vi.advanceTimersByTime(60_000);
  expect(onScreen.size).toBe(1);
  only().onMouseLeave();
  vi.advanceTimersByTime(3000);
  expect(onScreen.size).toBe(0);
});

test('a notice that takes the place of another has its own time', () => {
  notices().notification.error({ key: 'same', title: 'Away' });
  vi.advanceTimersByTime(3000);
  notices().notification.error({ key: 'same', title: 'Away' });
  vi.advanceTimersByTime(3999);
  expect(onScreen.size).toBe(1);
  vi.advanceTimersByTime(1);
  expect(onScreen.size).toBe(0);
});
