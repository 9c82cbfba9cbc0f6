import { countTable, enterCount, finishCount, stockOnHandTable } from '@tradehouse/contract';
import { expect } from '@playwright/test';
import type { Locator } from '@playwright/test';
import type { Product } from '../desk.ts';
import { Rows, button, choose, field, named, standing } from '../pages.ts';
import type { Shop } from '../pages.ts';
import { story } from '../story.ts';

const LINES = 200;

/** The line of a product on the sheet of a count, once it is in sight. */
const lineOf = (sheet: Locator, barcode: string): Locator =>
  sheet.getByRole('row').filter({ hasText: barcode });

/** Where one's own share of a product's line is typed. */
const mineOf = (sheet: Locator, barcode: string): Locator =>
  sheet.getByRole('textbox', { name: `我盘点的数量，${barcode}` });

/** The sheet of a new count of the goods whose names hold this word. */
async function opened(shop: Shop, word: string, lines: number): Promise<Locator> {
  const list = await shop.goTo('/bill/stock_check', '盘点录入');
  await expect(button(list, '新增盘点').first()).toBeVisible();
  await shop.page.keyboard.press('n');
  const form = shop.page.getByRole('dialog', { name: '新增盘点' });
  await choose(form, '仓库', '主仓库');
  await field(form, '商品').fill(word);
  await button(form, '新增盘点').click();
  await shop.readNotice(`共 ${lines} 行`);
  const sheet = shop.pane(/^PDLR/);
  await expect(sheet.getByText(`已盘 0 / 应盘 ${lines}`)).toBeVisible();
  const barcode = sheet.locator('.count-rows .count-cell.barcode').first();
  expect(await barcode.evaluate((cell) => cell.scrollWidth <= cell.clientWidth)).toBe(true);
  return sheet;
}

story(
  'two hundred lines are counted while goods are sold, and end at the count less later sales',
  async ({ shop, desk }) => {
    const word = named('盘点');
    const goods: Product[] = [];
    while (goods.length < LINES)
      goods.push(...(await Promise.all(Array.from({ length: 10 }, () => desk.product(word)))));
    const [first, second, third, fourth] = goods.map(({ barcode }) => barcode) as [
      string,
      string,
      string,
      string,
    ];
    const { id: partnerId } = await desk.partner('supplier');
    const { id: buyer } = await desk.partner('customer');
    const bought = goods.map(({ barcode }) => ({ barcode, quantity: '10', unitPrice: '20' }));
    await desk.goods('purchaseIn', bought, { partnerId });
    const sell = (barcodes: readonly string[]) =>
      desk.goods(
        'saleOut',
        barcodes.map((barcode) => ({ barcode, quantity: '1', unitPrice: '30' })),
        { partnerId: buyer },
      );

    const sheet = await opened(shop, word, LINES);

    // By the keyboard, line after line; then by the scanner, which adds one at a time.
    const mine = (barcode: string): Locator => mineOf(sheet, barcode);
    await mine(first).click();
    for (const [barcode, counted] of [
      [first, '10'],
      [second, '8'],
      [third, '10'],
    ] as const) {
      await expect(mine(barcode)).toBeFocused();
      await shop.page.keyboard.type(counted);
      await shop.page.keyboard.press('Enter');
    }
    await expect(mine(first)).toHaveValue('10');
    await expect(mine(second)).toHaveValue('8');
    await expect(mine(third)).toHaveValue('10');
    const scanner = sheet.getByRole('textbox', { name: '扫描条码或序列号' });
    await scanner.fill(Array.from({ length: 9 }, () => fourth).join(' '));
    await scanner.press('Enter');
    await expect(mine(fourth)).toHaveValue('9');
    await scanner.fill('没有的条码');
    await scanner.press('Enter');
    await expect(sheet.getByText('没有条码或序列号 没有的条码')).toBeVisible();

    // What was counted is sold, and the rest is counted while it is being sold.
    await sell([first, second, third, fourth]);
    const [count] = await desk.rows(countTable);
    const rest = goods.slice(4).map(({ barcode }) => barcode);
    await Promise.all([
      sell(rest.slice(0, 60)),
      desk.call(enterCount, {
        id: count?.id ?? '',
        entries: rest.map((code) => ({ code, quantity: '10' })),
      }),
      sell(rest.slice(120)),
    ]);
    await button(sheet, '刷新明细').click();
    await expect(sheet.getByText(`已盘 ${LINES} / 应盘 ${LINES}`)).toBeVisible();
    await button(sheet, '结束初盘').click();
    await shop.answer('结束初盘', '确定');

    // The second pass shows what differs; what is counted again wins.
    await sheet.getByText('待复盘', { exact: true }).click();
    await expect(lineOf(sheet, second)).toBeVisible();
    await expect(lineOf(sheet, first)).toHaveCount(0);
    await mine(fourth).fill('9');
    await mine(fourth).press('Enter');
    await expect(sheet.getByText(/^已复盘 1 \//)).toBeVisible();
    await button(sheet, '审核').click();
    await shop.answer('差异入账', '确定');
    await expect(sheet.getByText('已复盘')).toBeVisible();
    await expect(sheet.getByText(/盘点结果: PDFP\d+/)).toBeVisible();

    // 10 counted, 1 sold since; 8 counted, 1 sold since; counted again after the sale: as it was counted.
    const report = await desk.rows(stockOnHandTable, {
      search: JSON.stringify({ keyword: word }),
      pageSize: 500,
    });
    const stock = (barcode: string) => report.find((row) => row.barcode === barcode)?.stock;
    expect([first, second, third, fourth].map(stock)).toEqual(['9', '7', '9', '9']);
    // What no one sold has what was counted; what was sold meanwhile has that, or one less where it was sold after.
    expect(rest.slice(60, 120).map(stock)).toEqual(rest.slice(60, 120).map(() => '10'));
    for (const barcode of [...rest.slice(0, 60), ...rest.slice(120)])
      expect(['9', '10']).toContain(stock(barcode));

    // The figure is explained by the moves behind it, and the count can be taken back.
    const locks = await shop.goTo('/report/set_lock_stock?lockedOnly=false', '锁定库存');
    await new Rows(locks).filter('商品信息', second);
    await button(new Rows(locks).row(second), '7').click();
    const behind = shop.page.getByRole('dialog', { name: /^数字的来源/ });
    await expect(new Rows(behind).row('盘点复盘')).toContainText('-2');
    await expect(new Rows(behind).row('采购入库')).toContainText('10');
  },
);

story(
  'a figure typed after another user ended the first pass belongs to the second pass',
  async ({ shop, desk }) => {
    const word = named('复盘');
    const goods = [await desk.product(word), await desk.product(word)] as const;
    for (const product of goods) await desk.receive(product, '10');
    const sheet = await opened(shop, word, 2);
    const [first, second] = goods.map(({ barcode }) => mineOf(sheet, barcode)) as [
      Locator,
      Locator,
    ];
    for (const mine of [first, second]) {
      await mine.fill('9');
      await mine.press('Enter');
    }
    await expect(sheet.getByText('已盘 2 / 应盘 2')).toBeVisible();

    const [count] = await desk.rows(countTable);
    await desk.call(finishCount, { id: count?.id ?? '' });
    await first.fill('8');
    await first.press('Enter');
    await expect(sheet.getByText('已复盘 1 / 待复盘 2')).toBeVisible();
    await second.fill('9');
    await second.press('Enter');
    await expect(sheet.getByText('已复盘 2 / 待复盘 2')).toBeVisible();
  },
);

story(
  'a scan of a lot-managed product shows only its lines and focuses the first; differences show values',
  async ({ shop, desk }) => {
    const word = named('批盘');
    const lots = await desk.product(word, { lotManaged: true });
    const other = await desk.product(word);
    const { id: partnerId } = await desk.partner('supplier');
    const line = { barcode: lots.barcode, quantity: '5', unitPrice: '20' };
    await desk.goods(
      'purchaseIn',
      [
        { ...line, allocations: [{ lot: 'L1', quantity: '5' }] },
        { ...line, allocations: [{ lot: 'L2', quantity: '5' }] },
        { ...line, barcode: other.barcode },
      ],
      { partnerId },
    );
    const sheet = await opened(shop, word, 3);
    const grid = sheet.getByRole('grid');
    const before = await standing(grid);
    const scanner = sheet.getByRole('textbox', { name: '扫描条码或序列号' });
    await scanner.fill(lots.barcode);
    await scanner.press('Enter');
    await expect(sheet.getByText(/按批号管理/)).toBeVisible();
    const first = sheet.getByRole('textbox', { name: `我盘点的数量，${lots.barcode} L1` });
    await expect(first).toBeFocused();
    expect(await standing(grid)).toEqual(before);
    await expect(lineOf(sheet, other.barcode)).toHaveCount(0);
    const lotsOnly = sheet.getByText(`只显示 ${lots.barcode} 的批次`);
    await expect(lotsOnly).toBeVisible();
    await scanner.press('Escape');
    await expect(lotsOnly).toBeHidden();
    await expect(lineOf(sheet, other.barcode)).toBeVisible();
    await scanner.fill(lots.barcode);
    await scanner.press('Enter');
    await expect(first).toBeFocused();
    await shop.page.keyboard.type('3');
    await shop.page.keyboard.press('Enter');
    await expect(sheet.getByText('已盘 1 / 应盘 3')).toBeVisible();

    await scanner.fill(other.barcode);
    await scanner.press('Enter');
    await expect(lineOf(sheet, other.barcode)).toBeVisible();
    await button(sheet, '结束初盘').click();
    await shop.answer('结束初盘', '确定');
    await expect(sheet.getByText('初盘完成')).toBeVisible();
    // Two of five at 20, and four of five at 20, are missing.
    const total = sheet.getByRole('row').filter({ hasText: /^合计/ });
    await expect(total.getByText('-120.00')).toBeInViewport({ ratio: 1 });
    await button(sheet, '审核').click();
    await shop.answer('差异入账', '确定');
    await sheet.getByRole('button', { name: /^PDFP\d+/ }).click();
    await expect(sheet.getByRole('radio', { name: '有差异' })).toBeChecked();
    for (const { barcode } of [lots, other]) await expect(lineOf(sheet, barcode)).toHaveCount(1);
  },
);
