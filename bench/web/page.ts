import { chromium } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import type { Shop } from './shop.ts';

interface Opened {
  readonly browser: Browser;
  readonly page: Page;
}

/** A Chromium of 1366 × 768 that was never here before. */
export async function openBrowser(headers: Readonly<Record<string, string>> = {}): Promise<Opened> {
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  const page = await browser.newPage({
    viewport: { width: 1366, height: 768 },
    extraHTTPHeaders: { ...headers },
  });
  return { browser, page };
}

/** Shows the sign-in with everything filled in; what it answers sends it. */
export async function signInShown(
  page: Page,
  address: string,
  password: string,
): Promise<() => Promise<void>> {
  await page.goto(address);
  await page.locator('input[autocomplete=username]').fill('demo');
  await page.locator('input[type=password]').fill(password);
  return () => page.keyboard.press('Enter');
}

/** Waits for the home page and the figures of today on it. */
export const homeShown = (page: Page): Promise<void> =>
  page.locator('.side-card .today .number').nth(3).waitFor();

/** A signed-in page at a path of the product. */
export async function openPage({ address, password }: Shop, path: string): Promise<Opened> {
  const { browser, page } = await openBrowser();
  const enter = await signInShown(page, address, password);
  await enter();
  await page.waitForSelector('.shell');
  await page.goto(address + path);
  await page.waitForSelector('.line-grid');
  return { browser, page };
}

/** Runs in the page: what a paste of `clip` into the focused cell does. */
const pasting = (clip: string): string => `
  const data = new DataTransfer();
  data.setData('text/plain', ${JSON.stringify(clip)});
  document.activeElement.dispatchEvent(
    new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
  );
`;

/** What the totals row says of the quantity. */
export const quantityTotal = (page: Page) => page.locator('.line-grid-foot [data-column=quantity]');

/** Pastes rows of cells, tabs between them, at the focused cell. */
export const pasteCells = (page: Page, rows: readonly string[]): Promise<void> =>
  page.evaluate(pasting(rows.join('\n')));

/** Pastes barcodes at the first line and waits until every one of them is a product with quantity 1. */
export async function pasteLines(
  page: Page,
  barcodes: readonly string[],
  lines: number,
): Promise<void> {
  const codes = Array.from({ length: lines }, (_, at) => barcodes[at % barcodes.length]);
  await page.locator('.line-grid-body [data-column=barcode]').first().click();
  await pasteCells(
    page,
    codes.map((code) => code ?? ''),
  );
  await quantityTotal(page)
    .filter({ hasText: lines.toLocaleString('en') })
    .waitFor();
}
