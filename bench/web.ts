// Measures weight and response times of pages in Chromium against budgets. See bench/README.md.
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { isWithinBudget, formatWebFigure } from './web/figure.ts';
import type { WebFigure } from './web/figure.ts';
import { keyToPaint } from './web/keys.ts';
import { firstLoad } from './web/load.ts';
import { startBenchProduct } from './web/product.ts';
import { measureReceipt } from './web/receipt.ts';
import { lostScans } from './web/scans.ts';
import { openShop } from './web/shop.ts';
import type { BenchShop } from './web/shop.ts';
import { measureSignIn } from './web/signIn.ts';
import { tabSwitch } from './web/tabs.ts';

const { values: asked } = parseArgs({
  options: {
    only: { type: 'string' },
    slower: { type: 'string', default: '1' },
    output: { type: 'string', default: path.resolve(import.meta.dirname, 'output') },
  },
});

/** In printing order. */
const groups: Readonly<Record<string, (shop: BenchShop) => Promise<readonly WebFigure[]>>> = {
  load: firstLoad,
  'sign-in': (shop) => measureSignIn(shop, Number(asked.slower)),
  tabs: async (shop) => [await tabSwitch(shop, 50), await tabSwitch(shop, 500)],
  // Line counts promised usable: a tenth of a second still feels immediate.
  keys: async (shop) => [await keyToPaint(shop, 500, 33), await keyToPaint(shop, 2000, 100)],
  scans: lostScans,
  receipt: measureReceipt,
};

const readLoadAverage = (): string => (os.loadavg()[0] ?? 0).toFixed(1);
const loadBefore = readLoadAverage();
const only = asked.only?.split(',') ?? Object.keys(groups);
const product = await startBenchProduct(path.resolve(asked.output, 'web'));
try {
  const shop = await openShop(product.address, product.password);
  for (const [group, measure] of Object.entries(groups)) {
    if (!only.includes(group)) continue;
    for (const figure of await measure(shop)) {
      console.log(formatWebFigure(figure));
      if (!isWithinBudget(figure)) process.exitCode = 1;
    }
  }
  console.log(
    `load of ${os.cpus().length} processors: ${loadBefore} before, ${readLoadAverage()} after`,
  );
} finally {
  await product.stop();
}
