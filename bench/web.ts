// What the pages weigh and how they feel, in Chromium, beside their budgets. bench/README.md says what each means.
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { kept, line } from './web/figure.ts';
import type { Figure } from './web/figure.ts';
import { keyToPaint } from './web/keys.ts';
import { firstLoad } from './web/load.ts';
import { startProduct } from './web/product.ts';
import { receipt } from './web/receipt.ts';
import { lostScans } from './web/scans.ts';
import { openShop } from './web/shop.ts';
import type { Shop } from './web/shop.ts';
import { signIn } from './web/signIn.ts';
import { tabSwitch } from './web/tabs.ts';

const { values: asked } = parseArgs({
  options: {
    only: { type: 'string' },
    slower: { type: 'string', default: '1' },
    output: { type: 'string', default: path.resolve(import.meta.dirname, 'output') },
  },
});

/** Each group of figures, in the order in which they are printed. */
const groups: Readonly<Record<string, (shop: Shop) => Promise<readonly Figure[]>>> = {
  load: firstLoad,
  'sign-in': (shop) => signIn(shop, Number(asked.slower)),
  tabs: async (shop) => [await tabSwitch(shop, 50), await tabSwitch(shop, 500)],
  // So many lines are promised to be usable: a tenth of a second still feels immediate.
  keys: async (shop) => [await keyToPaint(shop, 500, 33), await keyToPaint(shop, 2000, 100)],
  scans: lostScans,
  receipt,
};

const load = (): string => (os.loadavg()[0] ?? 0).toFixed(1);
const loadBefore = load();
const only = asked.only?.split(',') ?? Object.keys(groups);
const product = await startProduct(path.resolve(asked.output, 'web'));
try {
  const shop = await openShop(product.address, product.password);
  for (const [group, measure] of Object.entries(groups)) {
    if (!only.includes(group)) continue;
    for (const figure of await measure(shop)) {
      console.log(line(figure));
      if (!kept(figure)) process.exitCode = 1;
    }
  }
  console.log(`load of ${os.cpus().length} processors: ${loadBefore} before, ${load()} after`);
} finally {
  await product.stop();
}
