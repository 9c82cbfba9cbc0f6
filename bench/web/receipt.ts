// How long a receipt of 2,000 lines takes from the paste of a spreadsheet's cells to the saved document.
//
//   TRADEHOUSE_URL=http://localhost:3000 TRADEHOUSE_DEMO_PASSWORD=… node bench/web/receipt.ts [lines]
//
// Needs a running server and Chromium. It saves five receipts from a supplier of its own; the first, which warms up server
// and browser, is not counted.
import type { Page } from '@playwright/test';
import { openPage, pasteCells, quantityTotal } from './page.ts';
import { openShop } from './shop.ts';

const address = process.env['TRADEHOUSE_URL'] ?? 'http://localhost:3000';
const shop = await openShop(address, process.env['TRADEHOUSE_DEMO_PASSWORD'] ?? '');
const lines = Number(process.argv[2] ?? 2000);
const RUNS = 5;
/** Barcode, then what stands in the grid between it and the price: name, specification, stock, unit, quantity. */
const cells = Array.from({ length: lines }, (_, at) =>
  [shop.barcodes[at % shop.barcodes.length] ?? '', '', '', '', '', '3', '2.5'].join('\t'),
);

interface Times {
  readonly pasted: number;
  readonly edited: number;
  readonly saved: number;
}

/** One receipt: pasted until every line is a product, a quantity and a price changed, saved until its paper is shown. */
async function receive(page: Page): Promise<Times> {
  await page.keyboard.type('Bench supplier');
  await page.locator('.ant-select-item-option').first().click();
  await page.locator('.line-grid-body [data-column=barcode]').first().click();
  const start = performance.now();
  await pasteCells(page, cells);
  const total = (lines * 3).toLocaleString('en');
  await quantityTotal(page).filter({ hasText: total }).waitFor();
  await page
    .locator('.line-grid-foot [data-column=amount]')
    .filter({ hasText: (lines * 7.5).toLocaleString('en') })
    .waitFor();
  const pasted = performance.now();
  const row = page.locator('.line-grid-body .line-grid-row').nth(3);
  await row.locator('[data-column=quantity]').click();
  await page.keyboard.type('4');
  await page.keyboard.press('Tab');
  await page.keyboard.type('3');
  await page.keyboard.press('Enter');
  await quantityTotal(page)
    .filter({ hasText: (lines * 3 + 1).toLocaleString('en') })
    .waitFor();
  const edited = performance.now();
  await page.keyboard.press('Control+s');
  await page.locator('.paper').waitFor({ timeout: 60_000 });
  const saved = performance.now();
  return { pasted: pasted - start, edited: edited - pasted, saved: saved - edited };
}

const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(2);
const all: Times[] = [];
for (let run = 0; run < RUNS; run += 1) {
  const { browser, page } = await openPage(shop, '/bill/purchase_in/new');
  all.push(await receive(page));
  await browser.close();
}
const counted = all.slice(1);
const median = (of: (times: Times) => number): number =>
  counted.map(of).toSorted((one, other) => one - other)[Math.floor(counted.length / 2)] ?? 0;
const whole = ({ pasted, edited, saved }: Times): number => pasted + edited + saved;
console.log(
  `${lines} lines: pasted ${seconds(median(({ pasted }) => pasted))} s  edited ${seconds(median(({ edited }) => edited))} s  saved and shown ${seconds(median(({ saved }) => saved))} s  together ${seconds(median(whole))} s (worst ${seconds(Math.max(...counted.map(whole)))} s)`,
);
if (median(whole) > 5000) process.exitCode = 1;
