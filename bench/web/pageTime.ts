import type { Page } from '@playwright/test';

/** Measures a page's own processor time in milliseconds since the last call. */
export async function pageTime(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const now = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
  };
  let before = await now();
  return async () => {
    const after = await now();
    const taken = after - before;
    before = after;
    return taken;
  };
}
