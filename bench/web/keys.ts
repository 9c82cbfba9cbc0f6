import type { Page } from '@playwright/test';

/** Milliseconds from keys to the frame that shows them. */
export interface Latency {
  readonly keys: number;
  readonly p50: number;
  readonly p95: number;
  readonly worst: number;
}

const share = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;

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

const latencyOf = (times: readonly number[]): Latency => {
  const sorted = times.toSorted((one, other) => one - other);
  return {
    keys: sorted.length,
    p50: share(sorted, 0.5),
    p95: share(sorted, 0.95),
    worst: sorted.at(-1) ?? 0,
  };
};

/** Between two keys of somebody who types fast, in milliseconds. */
const PAUSE = 90;

/** Types quantities and walks about, as an entry clerk does: digits, Enter, arrows, fill down, undo. */
export async function typeAbout(page: Page, rounds: number): Promise<Latency> {
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
  return latencyOf(await takeTimes(page));
}
