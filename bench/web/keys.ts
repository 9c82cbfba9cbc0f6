import type { Page } from '@playwright/test';
import type { WebFigure } from './figure.ts';
import { quantileOrZero } from './figure.ts';
import { openPage, pasteLines } from './page.ts';
import { pageTime } from './pageTime.ts';
import type { BenchShop } from './shop.ts';

/**
 * Runs in the page: times each key until after the next frame. A message arrives after the frame is handed
 * over for painting.
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
  // SAFETY: the page's script above stores numbers only.
  return (await page.evaluate('keyTimes.splice(0)')) as readonly number[];
}

/** Milliseconds between two keys of a fast typist. */
const PAUSE = 90;

/** Types like an entry clerk: digits, Enter, arrows, fill down, undo. */
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

/** Measures milliseconds from key to frame in a document of `lines` lines. */
export async function keyToPaint(
  shop: BenchShop,
  lines: number,
  most: number | null,
): Promise<WebFigure> {
  const { browser, page } = await openPage(shop, '/bill/sale_out/new');
  await pasteLines(page, shop.barcodes, lines);
  const sinceBefore = await pageTime(page);
  const times = (await typeAbout(page, 30)).toSorted((one, other) => one - other);
  const each = (await sinceBefore()) / times.length;
  await browser.close();
  const at = (part: number): string => quantileOrZero(times, part).toFixed(1);
  return {
    what: `key to paint in ${lines} lines, p95`,
    value: quantileOrZero(times, 0.95),
    unit: 'ms',
    most,
    beside: `p50 ${at(0.5)} ms, worst ${at(1)} ms of ${times.length} keys; ${each.toFixed(1)} ms of processor each`,
  };
}
