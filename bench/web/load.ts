// First load: bytes fetched by a new browser up to the sign-in, then up to the home page with figures.
import type { Request } from '@playwright/test';
import type { WebFigure } from './figure.ts';
import { homeShown, openBrowser, signInShown } from './page.ts';
import type { BenchShop } from './shop.ts';

interface Fetched {
  readonly type: string;
  readonly name: string;
  /** Transferred bytes of the body. */
  readonly bytes: number;
}

async function readFetchedResponse(request: Request): Promise<Fetched> {
  const { responseBodySize } = await request.sizes();
  return {
    type: request.resourceType(),
    name: new URL(request.url()).pathname,
    bytes: responseBodySize,
  };
}

const sumKilobytes = (all: readonly Fetched[]): number =>
  all.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;

function figureOf(what: string, most: number, all: readonly Fetched[]): WebFigure {
  const scripts = all.filter(({ type }) => type === 'script');
  const largest = scripts
    .toSorted((one, other) => other.bytes - one.bytes)
    .slice(0, 3)
    .map(({ name, bytes }) => `${name.split('/').at(-1) ?? ''} ${(bytes / 1000).toFixed(0)}`);
  return {
    what,
    value: sumKilobytes(scripts),
    unit: 'kB',
    most,
    beside: `${scripts.length} files (${largest.join(', ')}); everything: ${sumKilobytes(all).toFixed(0)} kB`,
  };
}

/** Measures kilobytes of gzipped script. */
export async function firstLoad({ address, password }: BenchShop): Promise<readonly WebFigure[]> {
  const { browser, page } = await openBrowser({ 'accept-encoding': 'gzip' });
  const under: Promise<Fetched>[] = [];
  page.on('requestfinished', (request) => under.push(readFetchedResponse(request)));
  const enter = await signInShown(page, address, password);
  await page.waitForLoadState('networkidle');
  const first = await Promise.all(under);
  await enter();
  await homeShown(page);
  await page.waitForLoadState('networkidle');
  const all = await Promise.all(under);
  await browser.close();
  return [
    figureOf('script to the sign-in, gzipped', 250, first),
    figureOf('script to the home page in all, gzipped', 450, all),
  ];
}
