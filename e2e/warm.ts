// Browser contexts kept by a worker for all of its stories: code files fetched and compiled for a story serve
// the next. A story gets a new window, and finds nothing stored, allowed or intercepted by earlier stories.
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { skipPainting } from './paint.ts';

export type BrowserState = Awaited<ReturnType<BrowserContext['storageState']>>;

/** Everything stored by pages, except their files. */
const STORED = [
  'local_storage',
  'indexeddb',
  'cache_storage',
  'service_workers',
  'file_systems',
  'storage_buckets',
].join();

export class WarmContexts {
  readonly #browser: Browser;
  readonly #address: string;
  /** By the options of their stories. */
  readonly #contexts = new Map<string, BrowserContext>();

  constructor(browser: Browser, address: string) {
    this.#browser = browser;
    this.#address = address;
  }

  /** Returns the context of stories with these options: a single window, in the given state. */
  async lend(options: string, { cookies, origins }: BrowserState): Promise<BrowserContext> {
    const context = this.#contexts.get(options) ?? (await this.#openContext(options));
    const stored = origins.flatMap(({ localStorage }) => localStorage);
    await context.addCookies(cookies);
    for (const page of context.pages())
      await page.evaluate(
        `for (const { name, value } of ${JSON.stringify(stored)}) localStorage.setItem(name, value)`,
      );
    return context;
  }

  /** Removes everything left by a story, and opens the window of the next. */
  async takeBack(context: BrowserContext): Promise<void> {
    const left = context.pages();
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    const page = await this.#openWindow(context);
    // Closed windows store nothing more.
    for (const each of left) await each.close();
    await Promise.all([context.clearCookies(), context.clearPermissions()]);
    const session = await context.newCDPSession(page);
    const origin = this.#address;
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes: STORED });
    await session.send('Page.resetNavigationHistory');
    await session.detach();
  }

  /** Closes a context, so that the next story with its options fetches every file. */
  async discard(options: string): Promise<void> {
    await this.#contexts.get(options)?.close();
    this.#contexts.delete(options);
  }

  async close(): Promise<void> {
    for (const options of this.#contexts.keys()) await this.discard(options);
  }

  async #openContext(options: string): Promise<BrowserContext> {
    const context = await this.#browser.newContext({ storageState: { cookies: [], origins: [] } });
    this.#contexts.set(options, context);
    await skipPainting(context);
    await this.#openWindow(context);
    return context;
  }

  /** Opens a window on a picture of the product, in the process of the open pages. */
  async #openWindow(context: BrowserContext): Promise<Page> {
    const page = await context.newPage();
    await page.goto(`${this.#address}/icon.svg`);
    return page;
  }
}
