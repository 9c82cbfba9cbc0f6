import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getNotices, provideNotices } from './notices.ts';

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
  provideNotices({ notification: corner, modal: {} } as unknown as Parameters<
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
  ['a line', () => getNotices().message.success('Saved'), 3000],
  ['a notice', () => getNotices().notification.error({ title: 'Away' }), 4000],
  [
    'a notice with more to read',
    () => getNotices().notification.success({ title: 'Restored', duration: 30 }),
    30_000,
  ],
] as const)(
  '%s closes after its duration by a timer, without rendering every frame',
  (_, show, time) => {
    show();
    // The library's own countdown draws at every frame, which keeps loading pages from being shown.
    expect(only().duration).toBe(0);
    vi.advanceTimersByTime(time - 1);
    expect(onScreen.size).toBe(1);
    vi.advanceTimersByTime(1);
    expect(onScreen.size).toBe(0);
  },
);

test('a notice under the pointer stays', () => {
  getNotices().message.info('Read me');
  only().onMouseEnter();
  vi.advanceTimersByTime(60_000);
  expect(onScreen.size).toBe(1);
  only().onMouseLeave();
  vi.advanceTimersByTime(3000);
  expect(onScreen.size).toBe(0);
});

test('a notice replacing another notice has its full duration', () => {
  getNotices().notification.error({ key: 'same', title: 'Away' });
  vi.advanceTimersByTime(3000);
  getNotices().notification.error({ key: 'same', title: 'Away' });
  vi.advanceTimersByTime(3999);
  expect(onScreen.size).toBe(1);
  vi.advanceTimersByTime(1);
  expect(onScreen.size).toBe(0);
});

test('a confirmation ends unconfirmed if the component library fails, and later notices retry', async () => {
  vi.resetModules();
  const fresh = await import('./notices.ts');
  const answer = fresh.getNotices().modal.confirm({ title: 'Leave?' });
  answer.destroy();
  fresh.failNotices();
  expect(await answer).toBe(false);

  fresh.getNotices().message.success('Saved');
  const library = { message: corner, notification: corner, modal: {} };
  fresh.provideNotices(library as unknown as Parameters<typeof provideNotices>[0]);
  await Promise.resolve();
  expect(onScreen.size).toBe(1);
});

test('messages shown before the component library is rendered appear afterwards', async () => {
  vi.resetModules();
  const fresh = await import('./notices.ts');
  fresh.getNotices().message.success('Saved');
  const answer = fresh.getNotices().modal.confirm({ title: 'Leave?' });
  expect(onScreen.size).toBe(0);
  const modal = { confirm: () => Promise.resolve(true) };
  fresh.provideNotices({ notification: corner, modal } as unknown as Parameters<
    typeof provideNotices
  >[0]);
  expect(await answer).toBe(true);
  expect(onScreen.size).toBe(1);
});
