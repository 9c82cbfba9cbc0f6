import type { Page } from '@playwright/test';
import { quantityTotal } from './page.ts';

export interface ScanRun {
  readonly sent: number;
  /** Pieces on the lines afterwards. */
  readonly counted: number;
  /** How long sending took. */
  readonly seconds: number;
}

/** Types barcodes into the scan field at a steady rate and counts what arrives on the lines. */
export async function scanAway(
  page: Page,
  barcodes: readonly string[],
  rate: { readonly perSecond: number; readonly seconds: number },
): Promise<ScanRun> {
  const sent = rate.perSecond * rate.seconds;
  await page.locator('.scan-bar input').click();
  const begun = performance.now();
  for (let at = 0; at < sent; at += 1) {
    const due = begun + (at * 1000) / rate.perSecond;
    const wait = due - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    await page.keyboard.insertText(barcodes[(at * 7) % barcodes.length] ?? '');
    await page.keyboard.press('Enter');
  }
  const seconds = (performance.now() - begun) / 1000;
  await page.locator('.scan-waiting').waitFor({ state: 'detached' });
  const total = await quantityTotal(page).textContent();
  const counted = Number((total ?? '').replaceAll(',', ''));
  return { sent, counted, seconds };
}
