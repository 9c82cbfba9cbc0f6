// Drawing pixels costs a fifth of a story's processor time. Stories read texts and positions, so transparent
// pages are laid out but not drawn.
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

/** Attaches painted screenshots of all open pages to a failed story. */
export async function attachFailure(context: BrowserContext, info: TestInfo): Promise<void> {
  if (info.status === info.expectedStatus) return;
  const contexts = context.browser()?.contexts() ?? [context];
  for (const [at, page] of contexts.flatMap((each) => each.pages()).entries()) {
    const path = info.outputPath(`test-failed-${at + 1}.png`);
    await withPaint(page, () => page.screenshot({ path }));
    info.attachments.push({ name: 'screenshot', path, contentType: 'image/png' });
  }
}
