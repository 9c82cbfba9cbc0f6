// What a browser that was never here fetches: to the sign-in, and from there to the home page with its figures.
import type { Request } from '@playwright/test';
import type { Figure } from './figure.ts';
import { homeShown, openBrowser, signInShown } from './page.ts';
import type { Shop } from './shop.ts';

interface Fetched {
  readonly type: string;
  readonly name: string;
  /** Bytes of the body as they travelled. */
  readonly bytes: number;
}

async function fetched(request: Request): Promise<Fetched> {
  const { responseBodySize } = await request.sizes();
  return {
    type: request.resourceType(),
    name: new URL(request.url()).pathname,
    bytes: responseBodySize,
  };
}

const kilobytes = (all: readonly Fetched[]): number =>
  all.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;

function figureOf(what: string, most: number, all: readonly Fetched[]): Figure {
  const scripts = all.filter(({ type }) => type === 'script');
  const largest = scripts
    .toSorted((one, other) => other.bytes - one.bytes)
    .slice(0, 3)
    .map(({ name, bytes }) => `${name.split('/').at(-1) ?? ''} ${(bytes / 1000).toFixed(0)}`);
  return {
    what,
    value: kilobytes(scripts),
    unit: 'kB',
    most,
    beside: `${scripts.length} files (${largest.join(', ')}); everything: ${kilobytes(all).toFixed(0)} kB`,
  };
}

/** Kilobytes of script, gzipped as they came over the wire. */
export async function firstLoad({ address, password }: Shop): Promise<readonly Figure[]> {
  const { browser, page } = await openBrowser({ 'accept-encoding': 'gzip' });
  const under: Promise<Fetched>[] = [];
  page.on('requestfinished', (request) => under.push(fetched(request)));
  const enter = await signInShown(page, address, password);
  await page.waitForLoadState('networkidle');
  const first = await Promise.all(under);
  await enter();
  await homeShown(page);
  await page.waitForLoadState('networkidle');
  const all = await Promise.all(under);
  await browser.close();
  return [
    figureOf('script to the sign-in, gzipped', 350, first),
    figureOf('script to the home page in all, gzipped', 500, all),
  ];
}
