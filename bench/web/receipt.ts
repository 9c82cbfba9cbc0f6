// How long a receipt of many lines takes from the paste of a spreadsheet's cells to the saved document. It saves five
// receipts from a supplier of its own; the first, which warms up server and browser, is not counted.
import type { Page } from '@playwright/test';
import type { Figure } from './figure.ts';
import { share } from './figure.ts';
import { openPage, pasteCells, quantityTotal } from './page.ts';
import type { Shop } from './shop.ts';

const RUNS = 5;
const LINES = 2000;

/** Barcode, then what stands in the grid between it and the price: name, specification, stock, unit, quantity. */
const cellsOf = ({ barcodes }: Shop): readonly string[] =>
  Array.from({ length: LINES }, (_, at) =>
    [barcodes[at % barcodes.length] ?? '', '', '', '', '', '3', '2.5'].join('\t'),
  );

interface Times {
  readonly pasted: number;
  readonly edited: number;
  readonly saved: number;
}

/** One receipt: pasted until every line is a product, a quantity and a price changed, saved until its paper is shown. */
async function receive(page: Page, cells: readonly string[]): Promise<Times> {
  await page.keyboard.type('Bench supplier');
  await page.locator('.ant-select-item-option').first().click();
  await page.locator('.line-grid-body [data-column=barcode]').first().click();
  const start = performance.now();
  await pasteCells(page, cells);
  const total = (LINES * 3).toLocaleString('en');
  await quantityTotal(page).filter({ hasText: total }).waitFor();
  await page
    .locator('.line-grid-foot [data-column=amount]')
    .filter({ hasText: (LINES * 7.5).toLocaleString('en') })
    .waitFor();
  const pasted = performance.now();
  const row = page.locator('.line-grid-body .line-grid-row').nth(3);
  await row.locator('[data-column=quantity]').click();
  await page.keyboard.type('4');
  await page.keyboard.press('Tab');
  await page.keyboard.type('3');
  await page.keyboard.press('Enter');
  await quantityTotal(page)
    .filter({ hasText: (LINES * 3 + 1).toLocaleString('en') })
    .waitFor();
  const edited = performance.now();
  await page.keyboard.press('Control+s');
  await page.locator('.paper').waitFor({ timeout: 60_000 });
  const saved = performance.now();
  return { pasted: pasted - start, edited: edited - pasted, saved: saved - edited };
}

/** Seconds of the middle receipt. */
export async function receipt(shop: Shop): Promise<readonly Figure[]> {
  const cells = cellsOf(shop);
  const all: Times[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const { browser, page } = await openPage(shop, '/bill/purchase_in/new');
    all.push(await receive(page, cells));
    await browser.close();
  }
  const middle = (of: (times: Times) => number): number =>
    share(
      all
        .slice(1)
        .map((times) => of(times) / 1000)
        .toSorted((one, other) => one - other),
      0.5,
    );
  const parts = [
    `pasted ${middle(({ pasted }) => pasted).toFixed(2)} s`,
    `edited ${middle(({ edited }) => edited).toFixed(2)} s`,
    `saved and shown ${middle(({ saved }) => saved).toFixed(2)} s`,
  ];
  return [
    {
      what: `receipt of ${LINES} lines, pasted to saved`,
      value: middle(({ pasted, edited, saved }) => pasted + edited + saved),
      unit: 's',
      most: 5,
      beside: parts.join(', '),
    },
  ];
}
