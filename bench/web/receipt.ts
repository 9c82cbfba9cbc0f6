// Receipt of many lines: time from paste to saved document. Saves five from its own supplier; the first
// warms up and is not counted.
import type { Page } from '@playwright/test';
import type { WebFigure } from './figure.ts';
import { quantileOrZero } from './figure.ts';
import { openPage, pasteCells, quantityTotal } from './page.ts';
import type { BenchShop } from './shop.ts';

const RUNS = 5;
const LINES = 2000;

/** Cells: barcode, then the columns before the price (name, specification, stock, unit, quantity). */
const cellsOfReceipt = ({ barcodes }: BenchShop): readonly string[] =>
  Array.from({ length: LINES }, (_, at) =>
    [barcodes[at % barcodes.length] ?? '', '', '', '', '', '3', '2.5'].join('\t'),
  );

interface Times {
  readonly pasted: number;
  readonly edited: number;
  readonly saved: number;
}

/**
 * Enters one receipt: pastes until every line is a product, changes a quantity and a price, saves, waits
 * for the paper.
 */
async function enterReceipt(page: Page, cells: readonly string[]): Promise<Times> {
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
export async function measureReceipt(shop: BenchShop): Promise<readonly WebFigure[]> {
  const cells = cellsOfReceipt(shop);
  const all: Times[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const { browser, page } = await openPage(shop, '/bill/purchase_in/new');
    all.push(await enterReceipt(page, cells));
    await browser.close();
  }
  const middle = (of: (times: Times) => number): number =>
    quantileOrZero(
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
