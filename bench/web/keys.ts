import type { Page } from '@playwright/test';
import type { Figure } from './figure.ts';
import { share } from './figure.ts';
import { openPage, pasteLines } from './page.ts';
import { pageTime } from './pageTime.ts';
import type { Shop } from './shop.ts';

/**
 * Runs in the page: how long each key takes until after the frame that follows it was drawn. A message is delivered
 * after the frame was handed over for painting.
 */
const WATCH = `
  globalThis.keyTimes = [];
  addEventListener('keydown', (event) => {
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => keyTimes.push(performance.now() - event.timeStamp);
      channel.port2.postMessage(null);
    });
  }, true);
`;

async function takeTimes(page: Page): Promise<readonly number[]> {
  await page.waitForTimeout(300);
  // SAFETY: the page's script above keeps numbers there and nothing else.
  return (await page.evaluate('keyTimes.splice(0)')) as readonly number[];
}

/** Between two keys of somebody who types fast, in milliseconds. */
const PAUSE = 90;

/** Types quantities and walks about, as an entry clerk does: digits, Enter, arrows, fill down, undo. */
async function typeAbout(page: Page, rounds: number): Promise<readonly number[]> {
  await page.evaluate(WATCH);
  await page
    .locator('.line-grid-body .line-grid-row')
    .nth(3)
    .locator('[data-column=quantity]')
    .click();
  for (let round = 0; round < rounds; round += 1) {
    for (const key of [
      '1',
      '2',
      'Enter',
      'ArrowRight',
      'ArrowRight',
      'ArrowLeft',
      'ArrowDown',
      'ArrowLeft',
    ]) {
      await page.keyboard.press(key, { delay: 0 });
      await page.waitForTimeout(PAUSE);
    }
    await page
      .locator('.line-grid-body .line-grid-row')
      .nth(4 + (round % 3))
      .locator('[data-column=quantity]')
      .click();
  }
  return takeTimes(page);
}

/** Milliseconds from a key to the frame that shows it, in a document of so many lines. */
export async function keyToPaint(shop: Shop, lines: number, most: number | null): Promise<Figure> {
  const { browser, page } = await openPage(shop, '/bill/sale_out/new');
  await pasteLines(page, shop.barcodes, lines);
  const sinceBefore = await pageTime(page);
  const times = (await typeAbout(page, 30)).toSorted((one, other) => one - other);
  const each = (await sinceBefore()) / times.length;
  await browser.close();
  const at = (part: number): string => share(times, part).toFixed(1);
  return {
    what: `key to paint in ${lines} lines, p95`,
    value: share(times, 0.95),
    unit: 'ms',
    most,
    beside: `p50 ${at(0.5)} ms, worst ${at(1)} ms of ${times.length} keys; ${each.toFixed(1)} ms of processor each`,
  };
}
