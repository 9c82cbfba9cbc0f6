import { expect } from '@playwright/test';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** What moves for a moment; what turns for ever, as a loading sign does, is no reason to wait. */
const STILL = `document.getAnimations().every(({ effect, playState }) =>
  playState !== 'running' || effect.getComputedTiming().iterations === Infinity)`;

/** What a blind, weak-eyed or keyboard-only user can't get past, as axe finds it. */
export async function barriers(page: Page): Promise<readonly string[]> {
  // A colour on its way from one to another has a contrast that nobody reads by.
  await expect.poll(() => page.evaluate(STILL)).toBe(true);
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
}
