/** Server of the program's files. */
export interface ProgramServer {
  /** Build of the server: this one, another, or no reply. */
  readonly build: () => Promise<'same' | 'other' | 'away'>;
  /** Waits, at most until the browser reports the network is back. */
  readonly pause: () => Promise<void>;
  /** Retry for a file that failed to load; `cause` is the browser's error. */
  readonly again: <T>(load: () => Promise<T>, cause: unknown) => () => Promise<T>;
}

/** Milliseconds between two looks whether the server answers. */
const LOOK = 3_000;

async function compareServerBuild(): Promise<'same' | 'other' | 'away'> {
  const own = document.querySelector<HTMLScriptElement>('script[type=module][src]');
  try {
    const page = await fetch(import.meta.env.BASE_URL, {
      cache: 'no-store',
      headers: { accept: 'text/html' },
    });
    if (!page.ok) return 'away';
    const path = new URL(own?.src ?? '', location.href).pathname;
    return (await page.text()).includes(path) ? 'same' : 'other';
  } catch {
    return 'away';
  }
}

const waitForNetwork = (): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      removeEventListener('online', done);
      resolve();
    };
    const timer = setTimeout(done, LOOK);
    addEventListener('online', done);
  });

let asked = 0;

/**
 * Fetches a file again at its own address: browsers that repeat failed fetches then have one copy of the
 * file, and repeat its imports. Other browsers cache the failure of an address, so another address follows;
 * imports keep their addresses and stay shared with open pages. The loader counts failed style sheets loaded.
 */
const fetchAgain =
  <T>(load: () => Promise<T>, cause: unknown) =>
  async (): Promise<T> => {
    for (const sheet of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]'))
      if (sheet.sheet === null) sheet.replaceWith(sheet.cloneNode());
    const address = /https?:\S+\.js/.exec(cause instanceof Error ? cause.message : '')?.[0];
    if (address?.startsWith(location.origin) !== true) return load();
    try {
      return await load();
    } catch {
      return import(/* @vite-ignore */ `${address}?again=${(asked += 1)}`);
    }
  };

export const theServer: ProgramServer = {
  build: compareServerBuild,
  pause: waitForNetwork,
  again: fetchAgain,
};
