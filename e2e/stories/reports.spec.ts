import { expect } from '@playwright/test';
import type { Locator } from '@playwright/test';
import { pick } from '../masters.ts';
import { button, day, Rows } from '../pages.ts';
import { story } from '../story.ts';

/** A money figure on screen as cents. */
const cents = async (figure: Locator): Promise<number> => {
  await expect(figure).toHaveText(/^-?[\d,]+\.\d\d$/);
  return Number((await figure.innerText()).replaceAll(/[,.]/g, ''));
};

story('stock is what it was on the day that is asked for', async ({ shop, desk }) => {
  const { name, barcode, ...product } = await desk.product('白茶');
  await desk.receive({ name, barcode, ...product }, '7');
  const pane = await shop.goTo('/report/material_stock', '商品库存');
  const rows = new Rows(pane);
  await rows.filter('关键词', barcode);
  await rows.expectCell(name, '库存', '7');
  await rows.expectCell(name, '库存金额', '140.00');

  await button(pane, '展开').click();
  await pick(pane, '显示零库存', '是');
  await expect(pane.getByText('显示零库存: 是')).toBeVisible();
  const date = pane.getByRole('textbox', { name: '截止日期' });
  await date.fill(day(-1));
  await date.press('Enter');
  await expect(pane.getByText(`截止日期: ${day(-1)}`)).toBeVisible();
  await rows.expectCell(name, '库存', '0');
  await rows.expectCell(name, '库存金额', '0.00');
});

story('the ledger of a product leads to its documents', async ({ shop, desk }) => {
  const product = await desk.product('黄茶');
  const { number } = await desk.receive(product, '7');
  const products = new Rows(await shop.goTo('/material/material', '商品信息'));
  await products.filter('关键词', product.barcode);
  const row = products.row(product.name);
  await row.hover();
  await button(row, '库存流水').click();
  const ledger = new Rows(shop.pane('库存流水'));
  await ledger.expectCell(number, '变动前', '0');
  await ledger.expectCell(number, '变动数量', '+7');
  await ledger.expectCell(number, '变动后', '7');
  await ledger.expectCell(number, '商品名称', product.name);
  await button(ledger.row(number), number).click();
  await expect(shop.pane(number).getByRole('cell', { name: product.name })).toBeVisible();
});

story('the last balance of an account’s flow is the account’s', async ({ shop, desk }) => {
  const { number } = await desk.receive(await desk.product('花茶'), '3', { paidNow: '60' });
  const pane = await shop.goTo('/report/account_report', '账户统计');
  const account = pane.getByRole('row').filter({ hasText: '现金' }).first();
  const balance = await cents(await new Rows(pane).cell(account, '当前余额'));
  await button(account, '现金').click();
  const dialog = pane.getByRole('dialog', { name: '账户流水 · 现金', exact: true });
  const flow = new Rows(dialog);
  await flow.expectCell(number, '金额', '-60.00');
  await expect(flow.row(/^\d{4}-\d\d-\d\d/).first()).toContainText(number);
  expect(await cents(await flow.cell(number, '余额'))).toBe(balance);
});

story('the home page knows at once what the till sold', async ({ shop, desk }) => {
  const product = await desk.product('奶茶');
  await desk.receive(product, '2');
  const pane = await shop.goTo('/dashboard/analysis', '首页');
  const today = (name: string): Locator =>
    pane.getByRole('region', { name, exact: true }).getByRole('definition').first();
  const before = { retail: await cents(today('零售')), profit: await cents(today('利润')) };
  const line = { barcode: product.barcode, quantity: '2', unitPrice: '36' };
  await desk.goods('retailOut', [line], { paidNow: '72' });
  await button(pane, '刷新').click();
  await expect.poll(() => cents(today('零售'))).toBe(before.retail + 72_00);
  await expect.poll(() => cents(today('利润'))).toBe(before.profit + 32_00);
});
