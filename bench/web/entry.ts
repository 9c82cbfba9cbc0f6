// How fast a document is entered: key to paint with many lines, and a scanner at full speed.
//
//   TRADEHOUSE_URL=http://localhost:3000 TRADEHOUSE_DEMO_PASSWORD=… node bench/web/entry.ts
//
// Needs a running server and Chromium. It saves nothing but forty products.
import { typeAbout } from './keys.ts';
import { openPage, pasteLines } from './page.ts';
import { scanAway } from './scans.ts';
import { openShop } from './shop.ts';

const address = process.env['TRADEHOUSE_URL'] ?? 'http://localhost:3000';
const shop = await openShop(address, process.env['TRADEHOUSE_DEMO_PASSWORD'] ?? '');

const figure = (value: number): string => value.toFixed(1).padStart(7);

for (const lines of [50, 500, 2000]) {
  const { browser, page } = await openPage(shop, '/bill/sale_out/new');
  await pasteLines(page, shop.barcodes, lines);
  const { keys, p50, p95, worst } = await typeAbout(page, 30);
  await browser.close();
  console.log(
    `${String(lines).padStart(5)} lines: key to paint p50 ${figure(p50)} ms  p95 ${figure(p95)} ms  worst ${figure(worst)} ms  (${keys} keys)`,
  );
}

const { browser, page } = await openPage(shop, '/bill/retail_out/new');
const { sent, counted, seconds } = await scanAway(page, shop.barcodes, {
  perSecond: 30,
  seconds: 20,
});
await browser.close();
console.log(`scans: ${counted} of ${sent} on the lines, sent in ${seconds.toFixed(1)} s`);
if (counted !== sent) process.exitCode = 1;
