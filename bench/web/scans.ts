import type { Page } from '@playwright/test';
import type { WebFigure } from './figure.ts';
import { openPage, quantityTotal } from './page.ts';
import type { BenchShop } from './shop.ts';

interface ScanRun {
  readonly sent: number;
  /** Pieces on the lines afterwards. */
  readonly counted: number;
  /** How long sending took. */
  readonly seconds: number;
}

const RATE = { perSecond: 30, seconds: 20 };

/** Types barcodes into the scan field at a steady rate; counts arrivals on the lines. */
async function scanAway(page: Page, barcodes: readonly string[]): Promise<ScanRun> {
  const sent = RATE.perSecond * RATE.seconds;
  await page.locator('.scan-bar input').click();
  const begun = performance.now();
  for (let at = 0; at < sent; at += 1) {
    const due = begun + (at * 1000) / RATE.perSecond;
    const wait = due - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    await page.keyboard.insertText(barcodes[(at * 7) % barcodes.length] ?? '');
    await page.keyboard.press('Enter');
  }
  const seconds = (performance.now() - begun) / 1000;
  await page.locator('.scan-waiting').waitFor({ state: 'detached' });
  // Totals are drawn a moment after the last scan; a lost scan is still noticed.
  await quantityTotal(page)
    .filter({ hasText: new RegExp(`^${sent.toLocaleString('en')}$`) })
    .waitFor({ timeout: 2000 })
    .catch(() => undefined);
  const total = await quantityTotal(page).textContent();
  const counted = Number((total ?? '').replaceAll(',', ''));
  return { sent, counted, seconds };
}

/** Counts the scans lost at a cashier's full speed. */
export async function lostScans(shop: BenchShop): Promise<readonly WebFigure[]> {
  const { browser, page } = await openPage(shop, '/bill/retail_out/new');
  const { sent, counted, seconds } = await scanAway(page, shop.barcodes);
  await browser.close();
  return [
    {
      what: `scans, ${RATE.perSecond} a second`,
      value: Math.abs(sent - counted),
      unit: 'lost',
      most: 0,
      beside: `${counted} of ${sent} on the lines, sent in ${seconds.toFixed(1)} s`,
    },
  ];
}
