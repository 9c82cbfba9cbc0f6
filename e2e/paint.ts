// Drawing pixels costs a fifth of a story's processor time, and stories read texts and positions: the pages are transparent,
// so the browser lays them out and draws nothing.
import type { BrowserContext, Page, TestInfo } from '@playwright/test';

/** Traces show painted pages; STORY_PAINT=1 paints the pages of a browser with a window. */
const paintsAll =
  process.env['STORY_TRACE'] !== undefined || process.env['STORY_PAINT'] !== undefined;

const TRANSPARENT = `if (self === top) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('html:not([data-painted]) { opacity: 0; }');
  document.adoptedStyleSheets.push(sheet);
}`;

/** Makes every page of the context transparent. */
export async function skipPainting(context: BrowserContext): Promise<void> {
  if (!paintsAll) await context.addInitScript(TRANSPARENT);
}

/** Runs a check that depends on colours or pixels with a painted page. */
export async function withPaint<Result>(page: Page, check: () => Promise<Result>): Promise<Result> {
  await page.evaluate(`document.documentElement.setAttribute('data-painted', '')`);
  try {
    return await check();
  } finally {
    await page.evaluate(`document.documentElement.removeAttribute('data-painted')`);
  }
}

/** Attaches a painted screenshot to a failed story. */
export async function attachFailure(page: Page, info: TestInfo): Promise<void> {
  if (info.status === info.expectedStatus || page.isClosed()) return;
  const path = info.outputPath('test-failed.png');
  await withPaint(page, () => page.screenshot({ path }));
  info.attachments.push({ name: 'screenshot', path, contentType: 'image/png' });
}
