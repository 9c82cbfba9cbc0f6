import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { withPaint } from './paint.ts';
import { still } from './pages.ts';

interface Finding {
  readonly impact: string | null | undefined;
  readonly words: string;
}

const EVERY = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

async function found(page: Page, tags?: readonly string[]): Promise<readonly Finding[]> {
  // A colour on its way from one to another has a contrast that no one reads by.
  await still(page);
  // Judged in the page itself: else a blank page and its process are started to sum up what frames of others hold.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const tagged = tags === undefined ? axe : axe.withTags([...tags]);
  // A transparent text has no contrast.
  const { violations } = await withPaint(page, () => tagged.analyze());
  return violations.flatMap(({ id, impact, nodes }) =>
    nodes.map(({ html }) => ({ impact, words: `${id}: ${html.slice(0, 200)}` })),
  );
}

/** Barriers that axe finds for blind, weak-eyed and keyboard-only users. */
export const barriers = async (page: Page): Promise<readonly string[]> =>
  (await found(page))
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ words }) => words);

/** Everything that axe finds against WCAG 2.2 AA and its best practices, however slight. */
export const flaws = async (page: Page): Promise<readonly string[]> =>
  (await found(page, EVERY)).map(({ words }) => words);
