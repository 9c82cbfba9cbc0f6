import { expect, test as base } from '@playwright/test';
import type { BrowserContext } from '@playwright/test';
import { command } from './commands.ts';
import type { Desk } from './desk.ts';
import { founded } from './desk.ts';
import { FRESH_WINDOW, owner, Shop } from './pages.ts';
import { attachFailure } from './paint.ts';
import { WarmContexts } from './warm.ts';
import type { BrowserState } from './warm.ts';

interface Given {
  readonly shop: Shop;
  readonly failureShot: void;
  /** False for stories about fetching files: their browser has none. */
  readonly filesKept: boolean;
  /** Opens a window of another browser, signed out or in a given state. */
  readonly openElsewhere: (state?: BrowserState) => Promise<Shop>;
}
/** Once for all stories of a worker. */
interface Once {
  readonly desk: Desk;
  readonly signedIn: BrowserState;
  readonly warm: WarmContexts;
}

const SIGNED_OUT: BrowserState = { cookies: [], origins: [] };

const address = (): string => `http://127.0.0.1:${process.env['STORY_PORT']}`;

/** Story that begins signed in as the owner of a company used only by the stories of its worker process. */
export const story = base.extend<Given, Once>({
  desk: [
    async ({ playwright }, use) => {
      const request = await playwright.request.newContext({ baseURL: address() });
      await use(await founded(request, owner));
      await request.dispose();
      // The books agree after all stories of the worker.
      expect(await command('verify.ts')).toMatch(/^Clean: /m);
    },
    { scope: 'worker' },
  ],
  signedIn: [
    async ({ browser, desk }, use) => {
      await desk.self();
      const context = await browser.newContext({ baseURL: address(), locale: 'zh-CN' });
      const page = await context.newPage();
      await new Shop(page).signIn(owner);
      const state = await context.storageState();
      await context.close();
      await use(state);
    },
    { scope: 'worker' },
  ],
  storageState: ({ signedIn }, use) => use(signedIn),
  warm: [
    async ({ browser }, use) => {
      const warm = new WarmContexts(browser, address());
      await use(warm);
      await warm.close();
    },
    { scope: 'worker' },
  ],
  filesKept: [true, { option: true }],
  context: async ({ warm, storageState, timezoneId, contextOptions, filesKept }, use, info) => {
    if (typeof storageState !== 'object') throw new Error('stories begin in a given state');
    const options = JSON.stringify([timezoneId, contextOptions]);
    if (!filesKept) await warm.discard(options);
    const context = await warm.lend(options, storageState);
    // A story of code files needs a window without them, and leaves them to none.
    const isFresh = info.tags.includes(FRESH_WINDOW.tag);
    if (isFresh) await warm.renew(context, storageState);
    await use(context);
    await warm.takeBack(context, !isFresh && info.status === info.expectedStatus);
  },
  openElsewhere: async ({ warm, timezoneId, contextOptions }, use) => {
    const lent: BrowserContext[] = [];
    await use(async (state = SIGNED_OUT) => {
      const context = await warm.lend(
        JSON.stringify([timezoneId, contextOptions, `elsewhere ${lent.length}`]),
        state,
      );
      lent.push(context);
      const [page] = context.pages();
      return new Shop(page ?? (await context.newPage()));
    });
    for (const context of lent) await warm.takeBack(context, false);
  },
  page: async ({ context }, use) => {
    const [page] = context.pages();
    await use(page ?? (await context.newPage()));
  },
  failureShot: [
    async ({ context }, use, info) => {
      await use();
      await attachFailure(context, info);
    },
    { auto: true },
  ],
  shop: ({ page }, use) => use(new Shop(page)),
});

/** Story that begins signed out, in the same worker processes as stories that begin signed in. */
export const test = story.extend({ storageState: SIGNED_OUT });
