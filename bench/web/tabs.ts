// Tab switch: time to the front, with a long document, a list and the products kept alive.
import type { Page } from '@playwright/test';
import type { WebFigure } from './figure.ts';
import { quantileOrZero } from './figure.ts';
import { openPage, pasteLines, quantityTotal } from './page.ts';
import { pageTime } from './pageTime.ts';
import type { BenchShop } from './shop.ts';

const SWITCHES = 40;

/** Runs in the page: presses a tab; returns milliseconds to the next paint. */
const buildTabSwitchScript = (nth: number): string => `new Promise((resolve) => {
  const tabs = document.querySelectorAll('[role=tab]');
  const before = performance.now();
  tabs[${nth} % tabs.length].dispatchEvent(new MouseEvent('click', { bubbles: true }));
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(performance.now() - before);
    port2.postMessage(0);
  });
})`;

/** Opens a list in its own tab, like its menu entry does. */
async function openListTab(page: Page, path: string): Promise<void> {
  await page.evaluate(
    `history.pushState(null, '', '${path}'); dispatchEvent(new PopStateEvent('popstate'))`,
  );
  await page.locator('.pane:visible .ant-table-tbody').first().waitFor();
  await page.waitForLoadState('networkidle');
}

/** Times each switch by the clock, and by the page's processor until paint and shortly after; sorted. */
async function timesOf(page: Page) {
  const sinceBefore = await pageTime(page);
  const clock: number[] = [];
  const processor: number[] = [];
  const after: number[] = [];
  for (let nth = 0; nth < SWITCHES; nth += 1) {
    await sinceBefore();
    clock.push(await page.evaluate<number>(buildTabSwitchScript(nth)));
    processor.push(await sinceBefore());
    await page.waitForTimeout(400);
    after.push(await sinceBefore());
  }
  const sorted = (times: number[]): number[] => times.toSorted((one, other) => one - other);
  return { clock: sorted(clock), processor: sorted(processor), after: sorted(after) };
}

/**
 * Measures milliseconds from pressing a tab to paint, with many lines in one tab; throws if lines were
 * lost.
 */
export async function tabSwitch(shop: BenchShop, lines: number): Promise<WebFigure> {
  const { browser, page } = await openPage(shop, '/bill/sale_out/new');
  await pasteLines(page, shop.barcodes, lines);
  for (const path of ['/bill/sale_out', '/material/material']) await openListTab(page, path);
  const { clock, processor, after } = await timesOf(page);
  await page.locator('[role=tab]').first().click();
  const total = await quantityTotal(page).textContent();
  await browser.close();
  if (total !== lines.toLocaleString('en')) throw new Error(`the document says ${String(total)}`);
  return {
    what: `tab to paint beside ${lines} lines, p95`,
    value: quantileOrZero(clock, 0.95),
    unit: 'ms',
    most: 50,
    beside: `p50 ${quantileOrZero(clock, 0.5).toFixed(1)} ms in ${SWITCHES} switches; processor p50 ${quantileOrZero(processor, 0.5).toFixed(1)} ms, and ${quantileOrZero(after, 0.5).toFixed(1)} ms after it`,
  };
}
