/** What the files of the program come from. */
export interface ProgramServer {
  /** Which build it has: the one that runs here, another; or nothing answers. */
  readonly build: () => Promise<'same' | 'other' | 'away'>;
  /** A while, or until the browser says that the network is back. */
  readonly pause: () => Promise<void>;
  /** How a file that stayed away is asked for once more; `cause` is what the browser said of it. */
  readonly again: <T>(load: () => Promise<T>, cause: unknown) => () => Promise<T>;
}

/** Milliseconds between two looks whether the server answers. */
const LOOK = 3_000;

async function build(): Promise<'same' | 'other' | 'away'> {
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

const pause = (): Promise<void> =>
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
 * Browsers keep the failure of an address, so the file is asked for under another; what it imports keeps its own and is
 * shared with the pages that are there. The loader takes style sheets for loaded even where they stayed away.
 */
const again =
  <T>(load: () => Promise<T>, cause: unknown) =>
  async (): Promise<T> => {
    for (const sheet of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]'))
      if (sheet.sheet === null) sheet.replaceWith(sheet.cloneNode());
    const address = /https?:\S+\.js/.exec(cause instanceof Error ? cause.message : '')?.[0];
    if (address?.startsWith(location.origin) !== true) return load();
    return import(/* @vite-ignore */ `${address}?again=${(asked += 1)}`);
  };

export const theServer: ProgramServer = { build, pause, again };
