import { chromium } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import type { BenchShop } from './shop.ts';

interface OpenedBrowser {
  readonly browser: Browser;
  readonly page: Page;
}

/** Opens a new Chromium of 1366 × 768. */
export async function openBrowser(
  headers: Readonly<Record<string, string>> = {},
): Promise<OpenedBrowser> {
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
    locale: 'zh-CN',
    viewport: { width: 1366, height: 768 },
    extraHTTPHeaders: { ...headers },
  });
  return { browser, page };
}

/** Shows the filled-in sign-in; returns its submission. */
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

/** Waits for the home page and today's figures. */
export const homeShown = (page: Page): Promise<void> =>
  page.locator('.side-card .today .number').nth(3).waitFor();

/** A signed-in page at a path of the product. */
export async function openPage(
  { address, password }: BenchShop,
  path: string,
): Promise<OpenedBrowser> {
  const { browser, page } = await openBrowser();
  const enter = await signInShown(page, address, password);
  await enter();
  await page.waitForSelector('.shell');
  await page.goto(address + path);
  await page.waitForSelector('.line-grid');
  return { browser, page };
}

/** Runs in the page: pastes `clip` into the focused cell. */
const buildPasteScript = (clip: string): string => `
  const data = new DataTransfer();
  data.setData('text/plain', ${JSON.stringify(clip)});
  document.activeElement.dispatchEvent(
    new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
  );
`;

/** Quantity in the totals row. */
export const quantityTotal = (page: Page) => page.locator('.line-grid-foot [data-column=quantity]');

/** Pastes rows of tab-separated cells at the focused cell. */
export const pasteCells = (page: Page, rows: readonly string[]): Promise<void> =>
  page.evaluate(buildPasteScript(rows.join('\n')));

/** Pastes barcodes at the first line; waits until each is a product with quantity 1. */
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
