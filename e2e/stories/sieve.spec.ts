// Column filters in headings, and the advanced query.
import fs from 'node:fs';
import { expect } from '@playwright/test';
import type { Locator } from '@playwright/test';
import { readXlsx } from 'hucre/xlsx';
import { barriers } from '../barriers.ts';
import type { Desk } from '../desk.ts';
import {
  runInMatrix,
  button,
  named,
  offered,
  Rows,
  inEnglishOnAPhone,
  overflows,
} from '../pages.ts';
import { story } from '../story.ts';

/** Three sales, of 30, 60 and 90, the last of them a draft. */
async function someSales(desk: Desk) {
  const customer = await desk.partner('customer', named('筛选客户'));
  const product = await desk.product('筛选茶');
  await desk.receive(product, '50');
  const sell = (quantity: string, status: '0' | '1') =>
    desk.sell(product, quantity, { partnerId: customer.id, status });
  return { customer, sales: [await sell('1', '1'), await sell('2', '1'), await sell('3', '0')] };
}

const heading = async (list: Locator, name: string): Promise<void> => {
  await list.getByRole('columnheader', { name, exact: true }).hover();
  await list.getByRole('button', { name: new RegExp(`^按${name}筛选`) }).click();
};

/** A condition of the advanced query by its number, from 1. */
const condition = (dialog: Locator, at: number): Locator =>
  dialog.getByRole('group', { name: new RegExp(` ${at}$`) });

async function about(row: Locator, what: string, choice: string): Promise<void> {
  await row.getByRole('combobox', { name: what }).click();
  await row.page().keyboard.type(choice.slice(0, 8));
  await offered(row.page(), choice).click();
}

const chips = (list: Locator): Locator => list.locator('.chips .ant-tag');

story(
  'column filters in the headings narrow a list and its spreadsheet',
  async ({ shop, desk, page }) => {
    const { customer, sales } = await someSales(desk);
    const pane = await shop.goTo('/bill/sale_out', '销售出库');
    const list = new Rows(pane);
    const numbers = list.scope.getByRole('row').filter({ hasText: customer.name });

    await heading(pane, '客户');
    await page.getByRole('textbox', { name: '包含' }).fill(customer.name);
    await page.keyboard.press('Enter');
    await expect(numbers).toHaveCount(3);
    await expect(list.totals).toContainText('180.00');
    await heading(pane, '价税合计');
    await page.getByRole('textbox', { name: '从' }).fill('50');
    await page.keyboard.press('Enter');
    await expect(numbers).toHaveCount(2);
    await heading(pane, '状态');
    await page.getByRole('checkbox', { name: '已审核' }).check();
    await page.getByRole('tooltip').getByRole('button', { name: '查询' }).click();
    await expect(numbers).toHaveCount(1);
    await expect(list.totals).toContainText('60.00');
    await expect(button(pane, '按价税合计筛选，已筛选')).toBeVisible();
    expect(await barriers(page)).toEqual([]);

    const file = await shop.downloaded(() => button(pane, '导出').click());
    const { sheets } = await readXlsx(fs.readFileSync(await file.path()));
    const [titles = [], ...rows] = sheets[0]?.rows ?? [];
    const at = titles.indexOf('单据编号');
    expect(rows.map((row) => row[at])).toEqual([sales[1]?.number]);
    await button(pane, '其他格式').click();
    const text = await shop.downloaded(() =>
      page.getByRole('menuitem', { name: '导出 CSV' }).click(),
    );
    const lines = fs
      .readFileSync(await text.path(), 'utf8')
      .trim()
      .split('\r\n');
    expect(lines.map((line) => line.includes(sales[1]?.number ?? '-'))).toEqual([false, true]);

    await page.reload();
    await expect(chips(pane).filter({ hasText: '价税合计 ≥ 50' })).toBeVisible();
    await button(pane, '状态: 已审核（去掉）').click();
    await expect(numbers).toHaveCount(2);
    await button(pane, '重置').click();
    await expect(chips(pane)).toHaveCount(0);
    await expect(list.totals).not.toContainText('$150.00');
  },
);

story(
  'an advanced query of several conditions is built by keyboard, and in English on a phone',
  async ({ shop, desk, page }) => {
    const { customer } = await someSales(desk);
    const pane = await shop.goTo('/bill/sale_out', '销售出库');
    const list = new Rows(pane);
    await button(pane, '高级查询').click();
    const dialog = pane.getByRole('dialog', { name: '高级查询' });
    await about(condition(dialog, 1), '列', '客户');
    await condition(dialog, 1).getByRole('textbox', { name: '值' }).fill(customer.name);
    await button(dialog, '添加条件').click();
    await about(condition(dialog, 2), '列', '价税合计');
    await about(condition(dialog, 2), '比较', '≥');
    await condition(dialog, 2).getByRole('textbox', { name: '值' }).fill('6o');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('alert')).toHaveText('请填写数字');
    expect(await barriers(page)).toEqual([]);
    await condition(dialog, 2).getByRole('textbox', { name: '值' }).fill('60');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(list.totals).toContainText('$150.00');
    await expect(button(pane, '高级查询 (2)')).toBeVisible();
    await button(pane, '价税合计 ≥ 60（去掉）').click();
    await expect(list.totals).toContainText('180.00');
    await chips(pane).getByRole('button').click();
    await expect(chips(pane)).toHaveCount(0);

    await runInMatrix(async () => {
      await inEnglishOnAPhone(page);
      const phone = await shop.goTo('/report/sale_out_report', 'Sales statistics');
      await button(phone, 'Tools').click();
      await button(phone, 'Export').click();
      await expect(page.getByRole('menuitem', { name: 'Export CSV' })).toBeVisible();
      await page.keyboard.press('Escape');
      await button(phone, 'Advanced query').click();
      const asked = phone.getByRole('dialog', { name: 'Advanced query' });
      await about(condition(asked, 1), 'Column', 'Name');
      await condition(asked, 1).getByRole('textbox', { name: 'Value' }).fill('筛选茶');
      expect(await overflows(page)).toBe(false);
      expect(await barriers(page)).toEqual([]);
      await button(asked, 'Search').click();
      await expect(chips(phone).filter({ hasText: 'contains 筛选茶' })).toBeVisible();
      await expect(phone.getByRole('listitem').filter({ hasText: '筛选茶' }).first()).toBeVisible();
    });
  },
);

story('a long export shows its progress, and is stopped', async ({ shop, desk, page }) => {
  const { customer } = await someSales(desk);
  const pane = await shop.goTo('/bill/sale_out', '销售出库');
  await expect(new Rows(pane).row(customer.name).first()).toBeVisible();
  // One whose file does not come.
  await page.route(/exportExcel/, () => undefined);
  const stopped = page.waitForEvent('requestfailed', (request) =>
    request.url().includes('exportExcel'),
  );
  await button(pane, '导出').click();
  await expect(pane.getByRole('status').filter({ hasText: '正在导出' })).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await button(pane, '停止导出').click();
  expect((await stopped).failure()?.errorText).toContain('ABORTED');
  await expect(button(pane, '停止导出')).toBeHidden();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.unroute(/exportExcel/);
  await shop.downloaded(() => button(pane, '导出').click());
});
