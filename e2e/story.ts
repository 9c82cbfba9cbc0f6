import { test as base } from '@playwright/test';
import type { BrowserContext } from '@playwright/test';
import type { Desk } from './desk.ts';
import { founded } from './desk.ts';
import { owner, Shop } from './pages.ts';
import { attachFailure, skipPainting } from './paint.ts';

interface Given {
  readonly shop: Shop;
  readonly failureShot: void;
}
/** Once for all stories of a worker. */
interface Once {
  readonly desk: Desk;
  readonly signedIn: Awaited<ReturnType<BrowserContext['storageState']>>;
}

const address = (): string => `http://127.0.0.1:${process.env['STORY_PORT']}`;

/** Story that begins signed in as the owner of a company used only by the stories of its worker process. */
export const story = base.extend<Given, Once>({
  desk: [
    async ({ playwright }, use) => {
      const request = await playwright.request.newContext({ baseURL: address() });
      await use(await founded(request, owner));
      await request.dispose();
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
  context: async ({ context }, use) => {
    await skipPainting(context);
    await use(context);
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
export const test = story.extend({ storageState: { cookies: [], origins: [] } });
