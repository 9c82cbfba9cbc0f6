// How fast a tab comes to the front: a document with many lines, a list and the products, kept alive beside one another.
//
//   TRADEHOUSE_URL=http://localhost:3000 TRADEHOUSE_DEMO_PASSWORD=… node bench/web/tabs.ts
//
// Needs a running server and Chromium. It saves nothing but forty products.
import type { Page } from '@playwright/test';
import { openPage, pasteLines } from './page.ts';
import { openShop } from './shop.ts';

const SWITCHES = 40;
const address = process.env['TRADEHOUSE_URL'] ?? 'http://localhost:3000';
const shop = await openShop(address, process.env['TRADEHOUSE_DEMO_PASSWORD'] ?? '');

/** Runs in the page: presses a tab and waits for the paint that follows; answers milliseconds. */
const switching = (nth: number): string => `new Promise((resolve) => {
  const tabs = document.querySelectorAll('[role=tab]');
  const before = performance.now();
  tabs[${nth} % tabs.length].dispatchEvent(new MouseEvent('click', { bubbles: true }));
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(performance.now() - before);
    port2.postMessage(0);
  });
})`;

/** Opens a list in a tab of its own, as its menu entry does. */
async function openList(page: Page, path: string): Promise<void> {
  await page.evaluate(
    `history.pushState(null, '', '${path}'); dispatchEvent(new PopStateEvent('popstate'))`,
  );
  await page.locator('.pane:visible .ant-table-tbody').first().waitFor();
  await page.waitForLoadState('networkidle');
}

async function timesOf(page: Page): Promise<number[]> {
  const times: number[] = [];
  for (let nth = 0; nth < SWITCHES; nth += 1) {
    times.push(await page.evaluate<number>(switching(nth)));
    await page.waitForTimeout(200);
  }
  return times.toSorted((one, other) => one - other);
}

for (const lines of [50, 500]) {
  const { browser, page } = await openPage(shop, '/bill/sale_out/new');
  await pasteLines(page, shop.barcodes, lines);
  for (const path of ['/bill/sale_out', '/material/material']) await openList(page, path);
  const times = await timesOf(page);
  await browser.close();
  const at = (share: number): string => (times[Math.floor(SWITCHES * share)] ?? 0).toFixed(1);
  console.log(`${lines} lines: tab to paint p50 ${at(0.5)} ms  p95 ${at(0.95)} ms`);
}
