import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { still } from './pages.ts';

/** What a blind, weak-eyed or keyboard-only user can't get past, as axe finds it. */
export async function barriers(page: Page): Promise<readonly string[]> {
  // A colour on its way from one to another has a contrast that no one reads by.
  await still(page);
  // Judged in the page itself: else a blank page and its process are started to sum up what frames of others hold.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
}
