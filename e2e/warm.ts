// Browser contexts kept by a worker for all of its stories: code files fetched and compiled for a story serve
// the next. A story finds nothing stored, allowed or intercepted by earlier stories. The window itself serves
// further stories of a user while nothing but its pages was changed: its program is not loaded again.
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

/** Acts on a window that outlast the story, or take effect with the next load only. */
const LASTING_ACTS = [
  'addInitScript',
  'emulateMedia',
  'exposeFunction',
  'routeWebSocket',
  'setExtraHTTPHeaders',
] as const;
/** Windows with lasting acts, and those whose next page has to be loaded for an act to take effect. */
const changed = new WeakSet<Page>();
const unloaded = new WeakSet<Page>();

/** Returns true if the next page of a window has to be loaded. */
export const mustLoad = (page: Page): boolean => unloaded.has(page);

/** Notes lasting acts on a window. */
function noteLastingActs(page: Page): void {
  for (const name of LASTING_ACTS) {
    const act = page[name].bind(page) as (...given: readonly unknown[]) => Promise<unknown>;
    const noted = (...given: readonly unknown[]): Promise<unknown> => {
      changed.add(page);
      unloaded.add(page);
      return act(...given);
    };
    Object.assign(page, { [name]: noted });
  }
  page.on('load', () => unloaded.delete(page));
}

/** Events that stories listen to. */
const EVENTS = [
  'console',
  'dialog',
  'download',
  'framenavigated',
  'pageerror',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
  'websocket',
] as const;

/** Stories in a row told in a single window. */
const MOST_STORIES = 15;

type Stored = readonly { readonly name: string; readonly value: string }[];

/** Address outside of the shell: there the program holds no page and no data. */
export const OUTSIDE = '/403';

/** Leaves the shell inside of the page, and waits until it is gone. */
export const LEAVE_SHELL = `new Promise((resolve) => {
  history.pushState(null, '', '${OUTSIDE}');
  dispatchEvent(new PopStateEvent('popstate'));
  const look = () =>
    document.querySelector('.shell') === null ? resolve() : requestAnimationFrame(look);
  look();
})`;

/**
 * Leaves the shell and restores what the browser stored at the beginning; false where the window differs from
 * a new one: someone else's session, another language or look, or an open question.
 */
const resetScript = (stored: Stored): string => `(async () => {
  const begun = new Map(${JSON.stringify(stored.map(({ name, value }) => [name, value]))});
  const ofUser = /^pro__(accessToken|userInfo|loginUserId|loginName|username|seen|route:.*|draft:.*)$/;
  const isUnchanged = document.querySelector('.shell') !== null &&
    localStorage.getItem('pro__accessToken') === begun.get('pro__accessToken') &&
    Object.keys(localStorage).every((name) => begun.has(name) || ofUser.test(name));
  if (!isUnchanged) return false;
  await ${LEAVE_SHELL};
  if (document.querySelector('.ant-modal-root, .ant-drawer') !== null) return false;
  for (const notice of document.querySelectorAll('.ant-notification-notice-wrapper'))
    notice.style.display = 'none';
  sessionStorage.clear();
  localStorage.clear();
  for (const [name, value] of begun) localStorage.setItem(name, value);
  return true;
})()`;

const storedBy = ({ origins }: BrowserState): Stored =>
  origins.flatMap(({ localStorage }) => localStorage);

export class WarmContexts {
  readonly #browser: Browser;
  readonly #address: string;
  /** By the options of their stories. */
  readonly #contexts = new Map<string, BrowserContext>();
  /** State stored by the browser at the beginning of the story of a context. */
  readonly #states = new WeakMap<BrowserContext, BrowserState>();
  readonly #storiesOf = new WeakMap<Page, number>();
  readonly #sizes = new WeakMap<Page, { readonly width: number; readonly height: number }>();

  constructor(browser: Browser, address: string) {
    this.#browser = browser;
    this.#address = address;
  }

  /** Returns the context of stories with these options: a single window, in the given state. */
  async lend(options: string, state: BrowserState): Promise<BrowserContext> {
    const context = this.#contexts.get(options) ?? (await this.#openContext(options));
    const before = this.#states.get(context);
    if (before !== undefined && before !== state) await this.#renew(context);
    this.#states.set(context, state);
    const stored = storedBy(state);
    await context.addCookies(state.cookies);
    for (const page of context.pages())
      await page.evaluate(
        `for (const { name, value } of ${JSON.stringify(stored)}) localStorage.setItem(name, value)`,
      );
    return context;
  }

  /** Gives a lent context a new window, in the given state. */
  async renew(context: BrowserContext, state: BrowserState): Promise<void> {
    await this.#renew(context);
    for (const [options, known] of this.#contexts)
      if (known === context) await this.lend(options, state);
  }

  /**
   * Removes everything left by a story. Its window serves the next story where `mayStay` allows and nothing
   * outlasts the story.
   */
  async takeBack(context: BrowserContext, mayStay: boolean): Promise<void> {
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    const [page, ...others] = context.pages();
    const isKept =
      mayStay && page !== undefined && others.length === 0 && (await this.#reset(context, page));
    if (!isKept) await this.#renew(context);
    await context.clearPermissions();
  }

  /** Makes the window of a story like a new one, without a load; false where a new one is needed. */
  async #reset(context: BrowserContext, page: Page): Promise<boolean> {
    const stories = (this.#storiesOf.get(page) ?? 0) + 1;
    const state = this.#states.get(context);
    if (changed.has(page) || stories > MOST_STORIES || state === undefined) return false;
    if (storedBy(state).length === 0) return false;
    for (const event of EVENTS) page.removeAllListeners(event);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    const isReset = await page.evaluate(resetScript(storedBy(state))).catch(() => false);
    if (isReset !== true) return false;
    this.#storiesOf.set(page, stories);
    const size = this.#sizes.get(page);
    if (size !== undefined && size.width !== page.viewportSize()?.width)
      await page.setViewportSize(size);
    await page.mouse.move(0, 0);
    return true;
  }

  /** Opens a new window instead of all open ones, without anything stored. */
  async #renew(context: BrowserContext): Promise<void> {
    this.#states.delete(context);
    const left = context.pages();
    const page = await this.#openWindow(context);
    // Closed windows store nothing more.
    for (const each of left) await each.close();
    await context.clearCookies();
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
    noteLastingActs(page);
    const size = page.viewportSize();
    if (size !== null) this.#sizes.set(page, size);
    return page;
  }
}
