// Pages and dialogs have no finding of axe against WCAG 2.2 AA and its best practices.
import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { flaws } from '../barriers.ts';
import { founded } from '../desk.ts';
import type { Desk } from '../desk.ts';
import { writeEveryKind } from '../everyKind.ts';
import type { Day } from '../everyKind.ts';
import { casesOf, button, MATRIX_ONLY, named, Shop, DESK } from '../pages.ts';
import { turnTo } from '../sight.ts';
import { test } from '../story.ts';

let page: Page;
let shop: Shop;
let day: Day;

test.beforeAll(async ({ browser, playwright }) => {
  const baseURL = `http://127.0.0.1:${process.env['STORY_PORT']}`;
  const request = await playwright.request.newContext({ baseURL });
  const owner = { name: named('axe'), password: 'Owner-of-lists-1' };
  const desk: Desk = await founded(request, owner);
  day = await writeEveryKind(desk);
  await request.dispose();
  page = await browser.newPage({ baseURL, locale: 'zh-CN', viewport: DESK });
  shop = new Shop(page);
  await shop.signIn(owner);
});
test.afterAll(() => page.close());

const pages = [
  ['/dashboard/analysis', '首页'],
  ['/bill/sale_order', '销售订单'],
  ['/bill/sale_order/new', '销售订单 · 新增'],
  ['/bill/purchase_in/new', '采购入库 · 新增'],
  ['/bill/retail_out/new', '零售出库 · 新增'],
  ['/bill/allocation_out/new', '调拨出库 · 新增'],
  ['/bill/stock_check', '盘点录入'],
  ['/financial/money_in', '收款单'],
  ['/financial/money_in/new', '收款单 · 新增'],
  ['/financial/bank_statement', '银行对账'],
  ['/financial/period_closing', '期间结账'],
  ['/logistic/company', '物流公司'],
  ['/material/material', '商品信息'],
  ['/material/label_print', '标签打印'],
  ['/report/material_stock', '商品库存'],
  ['/report/sales_rank', '销售排行'],
  ['/report/profit_statement', '利润表'],
  ['/report/own_report', '自定义报表'],
  ['/report/customer_account', '客户对账'],
  ['/system/customer', '客户信息'],
  ['/system/user', '用户管理'],
  ['/system/role', '角色管理'],
  ['/system/system_config', '系统配置'],
  ['/system/system_config/print', '打印模板'],
  ['/system/open_api', '开放接口'],
  ['/system/organization', '机构管理'],
] as const;

test.slow();

test('no page has a finding of axe', MATRIX_ONLY, async () => {
  const found: Record<string, readonly string[]> = {};
  for (const [url, title] of pages) {
    await turnTo(page, url, title);
    const seen = await flaws(page);
    if (seen.length > 0) found[url] = seen;
  }
  expect(found).toEqual({});
});

/** A dialog: the page it stands on, that page's name, and what opens it. */
type Opening = readonly [url: string, title: string, open: (pane: Locator) => Promise<unknown>];

const press =
  (name: string): Opening[2] =>
  (pane) =>
    button(pane, name).first().click();

const dialogs: readonly Opening[] = [
  ['/material/material', '商品信息', press('新增')],
  ['/system/customer', '客户信息', press('新增')],
  ['/system/user', '用户管理', press('新增')],
  ['/system/role', '角色管理', press('新增')],
  ['/logistic/company', '物流公司', press('新增')],
  ['/bill/sale_out', '销售出库', press('高级查询')],
  [
    '/financial/money_in/new',
    '收款单 · 新增',
    (pane) => pane.getByRole('button', { name: /^待收款/ }).click(),
  ],
];

/** Forms of the other lists are like the form of a product. */
const hasOwnDialog = ([url]: Opening): boolean =>
  url.startsWith('/bill') || url.startsWith('/financial') || url.startsWith('/material');

test('no dialog has a finding of axe', async () => {
  const found: Record<string, readonly string[]> = {};
  for (const [url, title, open] of casesOf(dialogs, hasOwnDialog)) {
    await shop.open(url);
    const pane = shop.pane(title);
    await open(pane);
    const dialog = page.getByRole('dialog').filter({ visible: true });
    await expect(dialog).toBeVisible();
    const called = `${url} ${await dialog.getByRole('heading').first().innerText()}`;
    const seen = await flaws(page);
    if (seen.length > 0) found[called] = seen;
  }
  expect(found).toEqual({});
});

test('axe finds no barrier in a document, its print or the column settings', async () => {
  const sale = day.documents.find(({ kind }) => kind === 'saleOut');
  if (sale === undefined) throw new Error('no sale was written');
  await shop.open(`/bill/sale_out/${sale.id}`);
  await expect(shop.pane(sale.number)).toContainText(day.product.name);
  expect(await flaws(page)).toEqual([]);
  await button(shop.pane(sale.number), '打印').click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await flaws(page)).toEqual([]);
  await shop.open('/bill/sale_out');
  await button(shop.pane('销售出库'), '列设置').click();
  await expect(page.locator('.column-settings')).toBeVisible();
  expect(await flaws(page)).toEqual([]);
});

test('the keyboard skips to the rows of a list and goes up and down in them', async () => {
  await shop.open('/bill/sale_out');
  const pane = shop.pane('销售出库');
  const links = pane.locator('tbody a.link');
  await expect(links.first()).toBeVisible();
  const skip = button(pane, '跳到列表内容');
  await skip.focus();
  await page.keyboard.press('Enter');
  await expect(links.first()).toBeFocused();
  const rows = await pane.locator('tbody tr.ant-table-row').count();
  expect(rows).toBeGreaterThan(1);
  await page.keyboard.press('ArrowDown');
  await expect(pane.locator('tbody tr.ant-table-row').nth(1).locator(':focus')).toHaveCount(1);
  await page.keyboard.press('ArrowUp');
  await expect(links.first()).toBeFocused();
  const number = await links.first().innerText();
  await page.keyboard.press('Enter');
  await expect(shop.pane(number)).toBeVisible();
});
