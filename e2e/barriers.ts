import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** What a blind, weak-eyed or keyboard-only user can't get past, as axe finds it. */
export async function barriers(page: Page): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
}
