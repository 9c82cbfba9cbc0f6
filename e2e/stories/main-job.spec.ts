import { expect } from '@playwright/test';
import type { Locator } from '@playwright/test';
import {
  button,
  choose,
  demo,
  Editor,
  field,
  Grid,
  named,
  Rows,
  savedNumber,
  Shop,
  uniqueDigits,
} from '../pages.ts';
import { test } from '../story.ts';

const dialogIn = (pane: Locator, title: string): Locator =>
  pane.getByRole('dialog', { name: title, exact: true });

async function newPartner(shop: Shop, page: string, word: string, name: string): Promise<void> {
  const pane = await shop.openPage(page);
  await button(pane, '新增').first().click();
  const form = dialogIn(pane, `新增${word}`);
  await field(form, '名称').fill(name);
  await button(form, '保存').click();
  await expect(form).toBeHidden();
  await expect(new Rows(pane).row(name)).toBeVisible();
}

test('a purchase, a sale and a collection lead to correct figures in the reports', async ({
  page,
}) => {
  const shop = new Shop(page);
  const product = named('龙井茶');
  const barcode = uniqueDigits();
  const supplier = named('茶厂');
  const customer = named('茶楼');
  const numbers = { receipt: '', sale: '', retail: '', money: '' };

  await test.step('sign in and add a product, a supplier and a customer', async () => {
    await shop.signIn(demo);
    const pane = await shop.openPage('商品信息');
    await button(pane, '新增').first().click();
    const form = dialogIn(pane, '新增商品');
    await field(form, '名称').fill(product);
    await field(form.getByRole('region', { name: '基本信息' }), '单位').fill('盒');
    const codes = form.getByRole('region', { name: '条码与价格' });
    const fields = { 条码: barcode, 采购价: '20', 零售价: '36', 销售价: '30' };
    for (const [label, text] of Object.entries(fields)) await field(codes, label).fill(text);
    await button(form, '保存').click();
    await expect(form).toBeHidden();
    await new Rows(pane).expectCell(product, '库存', '0');
    await newPartner(shop, '供应商信息', '供应商', supplier);
    await newPartner(shop, '客户信息', '客户', customer);
  });

  await test.step('receive 10, by the keyboard', async () => {
    await button(await shop.openPage('采购入库'), '新增')
      .first()
      .click();
    const editor = new Editor(shop, '采购入库');
    await choose(editor.pane, '供应商', supplier);
    const grid = new Grid(editor.pane);
    await grid.go(1, '条码');
    await grid.enter(1, barcode, product, '10');
    await grid.expectCell(1, '金额', '200.00');
    await expect(editor.amount('本次付款')).toHaveValue('200');
    numbers.receipt = await editor.save('Control+Enter');
    await expect(shop.pane(numbers.receipt).getByText('已审核')).toBeVisible();
  });

  await test.step('sell 4 on credit', async () => {
    await button(await shop.openPage('销售出库'), '新增')
      .first()
      .click();
    const editor = new Editor(shop, '销售出库');
    await choose(editor.pane, '客户', customer);
    const grid = new Grid(editor.pane);
    await grid.go(1, '条码');
    await grid.enter(1, barcode, product, '4');
    await grid.expectCell(1, '库存', '10');
    await button(editor.pane, '全部赊账').click();
    await expect(editor.amount('本次收款')).toHaveValue('0');
    numbers.sale = await editor.save('Control+Enter');
    const paper = shop.pane(numbers.sale);
    await expect(paper.getByText('本次欠款¥120.00')).toBeVisible();
  });

  await test.step('sell 1 at the till', async () => {
    await button(await shop.openPage('零售出库'), '新增')
      .first()
      .click();
    const editor = new Editor(shop, '零售出库');
    await editor.pane.getByRole('textbox', { name: '扫码框' }).fill(barcode);
    await page.keyboard.press('Enter');
    await new Grid(editor.pane).expectCell(1, '数量', '1');
    await editor.amount('收款金额').fill('50');
    numbers.retail = await savedNumber(shop, () => page.keyboard.press('Control+s'));
    await shop.readNotice(/已保存 · 找零 ¥14\.00$/);
    const last = editor.pane.getByRole('region', { name: '上一单' });
    await expect(last).toContainText(`${numbers.retail}找零 ¥14.00`);
    await expect(editor.pane.locator('.scan-last')).toHaveText('');
    await button(last, '打印小票').click();
    const print = page.getByRole('dialog', { name: /打印/ });
    await expect(print).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(print).toBeHidden();
  });

  await test.step('collect half of the debt', async () => {
    await shop.tab(numbers.sale).click();
    await button(shop.pane(numbers.sale), '收款').click();
    const editor = new Editor(shop, '收款单');
    const grid = new Grid(editor.pane, '结算明细');
    await grid.expectCell(1, '单据编号', numbers.sale);
    await grid.expectCell(1, '最终欠款', '120.00');
    await grid.expectCell(1, '本次', '120.00');
    await editor.amount('待分摊金额').fill('60');
    await button(editor.pane, '按最早欠款分摊').click();
    await grid.expectCell(1, '本次', '60.00');
    await expect(editor.pane.getByText('实际收款¥60.00')).toBeVisible();
    numbers.money = await editor.save('Control+Enter');
    await expect(shop.pane(numbers.money).getByText('已审核')).toBeVisible();
  });

  await test.step('5 pieces are left in list and report, explained by the stock ledger', async () => {
    const products = new Rows(await shop.openPage('商品信息'));
    await products.filter('关键词', product);
    await products.expectCell(product, '库存', '5');
    const pane = await shop.openPage('商品库存');
    const report = new Rows(pane);
    await report.filter('商品信息', product);
    await report.expectCell(product, '库存', '5');
    await report.expectCell(product, '库存金额', '100.00');
    await expect(report.totals).toContainText('100.00');
    await (await report.cell(product, '名称')).getByRole('button').click();
    const ledger = new Rows(dialogIn(pane, `库存流水 · ${product}`));
    const moves = [
      [numbers.receipt, '+10', '10'],
      [numbers.sale, '-4', '6'],
      [numbers.retail, '-1', '5'],
    ] as const;
    for (const [number, change, after] of moves) {
      await ledger.expectCell(number, '变动数量', change);
      await ledger.expectCell(number, '变动后', after);
    }
    await button(ledger.scope, numbers.receipt).click();
    await expect(shop.pane(numbers.receipt).getByRole('cell', { name: product })).toBeVisible();
  });

  await test.step('the statement and the account agree, each with its documents behind every figure', async () => {
    const statements = await shop.openPage('客户对账');
    const rows = new Rows(statements);
    await choose(statements, '客户', customer);
    for (const [column, text] of [
      ['期初应收', '0.00'],
      ['本期应收', '120.00'],
      ['本期收款', '60.00'],
      ['期末应收', '60.00'],
    ] as const)
      await rows.expectCell(customer, column, text);
    await (await rows.cell(customer, '本期收款')).getByRole('button').click();
    const receipts = dialogIn(statements, `历史收款 · ${customer}`);
    await new Rows(receipts).expectCell(numbers.money, '金额', '-60.00');
    await page.keyboard.press('Escape');
    await expect(receipts).toBeHidden();
    await (await rows.cell(customer, '期末应收')).getByRole('button').click();
    const open = new Rows(dialogIn(statements, `欠款详情 · ${customer}`));
    await open.expectCell(numbers.sale, '最终欠款', '60.00');
    await button(open.scope, numbers.sale).click();
    await expect(shop.pane(numbers.sale).getByText('最终欠款¥60.00')).toBeVisible();

    const accounts = await shop.openPage('账户统计');
    await button(accounts, '现金').click();
    const flow = new Rows(dialogIn(accounts, '账户流水 · 现金'));
    await flow.expectCell(numbers.receipt, '金额', '-200.00');
    await flow.expectCell(numbers.retail, '金额', '+36.00');
    await flow.expectCell(numbers.money, '金额', '+60.00');
    await button(flow.scope, numbers.money).click();
    await expect(shop.pane(numbers.money).getByRole('cell', { name: numbers.sale })).toBeVisible();
  });
});
