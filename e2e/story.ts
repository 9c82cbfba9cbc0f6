import { test as base } from '@playwright/test';
import type { BrowserContext } from '@playwright/test';
import { Desk } from './desk.ts';
import { Shop } from './pages.ts';

interface Given {
  readonly shop: Shop;
}
interface Once {
  readonly desk: Desk;
  readonly signedIn: Awaited<ReturnType<BrowserContext['storageState']>>;
}

const address = (): string => `http://127.0.0.1:${process.env['STORY_PORT']}`;

/** A story that begins signed in as the demo company's owner. */
export const story = base.extend<Given, Once>({
  desk: [
    async ({ playwright }, use) => {
      const request = await playwright.request.newContext({ baseURL: address() });
      await use(new Desk(request));
      await request.dispose();
    },
    { scope: 'worker' },
  ],
  signedIn: [
    async ({ browser }, use) => {
      const context = await browser.newContext({ baseURL: address(), locale: 'zh-CN' });
      const page = await context.newPage();
      await new Shop(page).signIn();
      const state = await context.storageState();
      await context.close();
      await use(state);
    },
    { scope: 'worker' },
  ],
  storageState: ({ signedIn }, use) => use(signedIn),
  shop: ({ page }, use) => use(new Shop(page)),
});
