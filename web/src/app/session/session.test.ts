import { beforeEach, expect, test, vi } from 'vitest';

/** A browser's storage, as much of it as is used. */
function aStorage(): Storage {
  const kept: Record<string, string> = {};
  const methods = {
    getItem: (name: string) => kept[name] ?? null,
    setItem: (name: string, value: string) => void (kept[name] = value),
    removeItem: (name: string) => void delete kept[name],
  };
  for (const [name, value] of Object.entries(methods))
    Object.defineProperty(kept, name, { value, enumerable: false });
  // SAFETY: a storage is its names and these methods.
  return kept as unknown as Storage;
}

let browser: Storage;
let own: typeof import('./session.ts');
beforeEach(async () => {
  vi.resetModules();
  browser = aStorage();
  vi.stubGlobal('localStorage', browser);
  vi.stubGlobal('sessionStorage', aStorage());
  own = await import('./session.ts');
  return () => vi.unstubAllGlobals();
});

const someone = (id: string) =>
  ({ token: `token of ${id}`, user: { id, loginName: `u${id}`, username: '' } }) as never;
const kept = (): string[] => Object.keys(browser).map((name) => name.slice('pro__'.length));
const put = (...names: readonly string[]): void => {
  for (const name of names) browser.setItem(`pro__${name}`, '{"value":1,"expire":null}');
};
const machine = ['theme', 'language', 'sidebarType'];

test('signing out removes everything but settings of the machine', () => {
  own.beginSession(someone('7'));
  put(...machine, 'draft:7:/sales/new', 'route:title:/sales', 'somethingNewer');
  sessionStorage.setItem('pro__window:7', '{}');
  own.leaveSession();
  expect(kept()).toEqual(machine);
  expect(Object.keys(sessionStorage)).toEqual([]);
  expect(own.getSession()).toBeNull();
});

test('an expired session keeps only drafts of its user', () => {
  own.beginSession(someone('7'));
  put(...machine, 'draft:7:/sales/new', 'draft:8:/sales/new', 'route:title:/sales');
  own.endSession();
  expect(kept()).toEqual([...machine, 'draft:7:/sales/new']);
});

test('a new session drops drafts of any other user', () => {
  put(...machine, 'draft:7:/sales/new', 'draft:77:/sales/new');
  own.beginSession(someone('7'));
  expect(kept()).toEqual(expect.arrayContaining([...machine, 'draft:7:/sales/new']));
  expect(kept()).not.toContain('draft:77:/sales/new');
});

test('ending impersonation restores the user’s own drafts', () => {
  own.beginSession(someone('7'));
  put('draft:7:/sales/new');
  own.beginViewing(someone('8'));
  own.endSession();
  expect(own.getSession()).toMatchObject({ user: { id: '7' } });
  expect(kept()).toContain('draft:7:/sales/new');
});
