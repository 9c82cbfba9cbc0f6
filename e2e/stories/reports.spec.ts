import { expect } from '@playwright/test';
import type { Locator } from '@playwright/test';
import { partners } from '@tradehouse/contract';
import { button, choose, day, named, offered, pickDay, Rows } from '../pages.ts';
import { story } from '../story.ts';

/** Noon of a day in the company's zone. */
const noonOf = (date: string): string => `${date}T12:00:00+08:00`;

/** A figure of the home page in cents. */
async function figure(home: Locator, side: string, span: string): Promise<number> {
  const card = home.getByRole('region', { name: side, exact: true });
  const terms = await card.getByRole('term').allInnerTexts();
  const told = card.getByRole('definition').nth(terms.indexOf(span));
  const text = await told.locator('.number').innerText();
  const cents = Math.round(Number(text.replaceAll(/[$,]/g, '')) * 100);
  // No number equals itself here: a wait for it would be over at once.
  expect(cents).not.toBeNaN();
  return cents;
}

story(
  'stock of yesterday and of today agree with the ledger in between',
  async ({ shop, desk, page }) => {
    const product = await desk.product('面粉');
    const yesterday = day(-1);
    const receipt = await desk.receive(product, '10', { time: noonOf(yesterday) });
    const sale = await desk.sell(product, '3');
    const pane = await shop.goTo('/report/material_stock', '商品库存');
    const report = new Rows(pane);
    await report.filter('商品信息', product.name);
    await report.expectCell(product.name, '库存', '7');
    await pickDay(pane, '截止日期', yesterday);
    await report.expectCell(product.name, '库存', '10');
    await report.expectCell(product.name, '库存金额', '200.00');
    // Paper says what it tells of.
    await page.evaluate('globalThis.print = () => undefined');
    await button(pane, '打印').click();
    const paper = page.locator('.print-sheet');
    await expect(paper).toContainText(`截止日期${yesterday}`);
    await expect(paper).toContainText(`商品信息${product.name}`);
    await page.evaluate("globalThis.dispatchEvent(new Event('afterprint'))");
    await expect(paper).toHaveCount(0);

    await (await report.cell(product.name, '库存')).getByRole('button').click();
    const places = new Rows(pane.getByRole('dialog', { name: `库存分布 · ${product.name}` }));
    await places.expectCell('主仓库', '库存', '10');
    await places.scope.getByRole('button', { name: '关闭' }).first().click();

    const ledger = new Rows(await shop.openPage('库存流水'));
    await ledger.expectCell(sale.number, '变动数量', '-3');
    await expect(ledger.scope.getByRole('columnheader', { name: '变动后' })).toBeHidden();
    await choose(ledger.scope, '商品', product.name);
    await ledger.expectCell(receipt.number, '变动前', '0');
    await ledger.expectCell(receipt.number, '变动后', '10');
    await ledger.expectCell(sale.number, '变动前', '10');
    await ledger.expectCell(sale.number, '变动数量', '-3');
    await ledger.expectCell(sale.number, '金额', '-60.00');
    await expect(ledger.totals).toContainText('7');
    await button(ledger.scope, sale.number).click();
    await expect(page).toHaveURL(new RegExp(`/bill/sale_out/${sale.id}$`));
  },
);

story(
  'the statements of a customer and a supplier show documents and balances',
  async ({ shop, desk }) => {
    const product = await desk.product('白糖');
    const supplier = await desk.partner('supplier', '糖厂');
    await desk.receive(product, '10', { partnerId: supplier.id, paidNow: '80' });
    const name = named('糖果店');
    const opened = { type: 'customer', name, openingReceivable: '100' } as const;
    const { id: partnerId } = await desk.call(partners.add, opened);
    const sale = await desk.sell(product, '3', { partnerId });
    await desk.money({
      kind: 'moneyIn',
      partnerId,
      status: '1',
      discount: '5',
      lines: [{ settledDocumentId: sale.id, amount: '50' }],
    });

    const customers = new Rows(await shop.goTo('/report/customer_account', '客户对账'));
    await expect(customers.scope.getByText('欠款情况: 有欠款')).toBeVisible();
    await choose(customers.scope, '客户', name);
    await customers.expectCell(name, '期初应收', '100.00');
    await customers.expectCell(name, '本期应收', '90.00');
    await customers.expectCell(name, '本期收款', '50.00');
    await customers.expectCell(name, '期末应收', '140.00');
    const owed = customers.scope.getByRole('columnheader', { name: '期末应收' });
    await expect(owed).toHaveAccessibleDescription(/^期初应收 \+ 本期应收 − 本期收款/);
    await owed.getByText('期末应收').hover();
    await expect(shop.page.getByRole('tooltip', { name: '期初应收 + 本期应收' })).toBeVisible();
    await (await customers.cell(name, '期初应收')).getByRole('button').click();
    const before = customers.scope.getByRole('dialog', { name: `${name} · 期初应收` });
    // From the first day on, which no field names.
    await expect(before.getByRole('textbox', { name: '日期范围' })).toHaveValue('');
    await shop.page.keyboard.press('Escape');
    await expect(before).toBeHidden();
    await (await customers.cell(name, '本期应收')).getByRole('button').click();
    const added = customers.scope.getByRole('dialog', { name: `${name} · 本期应收` });
    await expect(added.getByRole('row').filter({ hasText: sale.number })).toContainText('90.00');
    await shop.page.keyboard.press('Escape');
    await expect(added).toBeHidden();
    await (await customers.cell(name, '本期收款')).getByRole('button').click();
    const settled = new Rows(customers.scope.getByRole('dialog', { name: `历史收款 · ${name}` }));
    await expect(settled.totals).toContainText('-$50.00');
    await expect(button(settled.scope, '历史收款')).toBeVisible();
    await shop.page.keyboard.press('Escape');
    await expect(settled.scope).toBeHidden();
    await (await customers.cell(name, '期末应收')).getByRole('button').click();
    const open = new Rows(customers.scope.getByRole('dialog', { name: `欠款详情 · ${name}` }));
    await open.expectCell('期初余额', '最终欠款', '100.00');
    await open.expectCell(sale.number, '最终欠款', '40.00');
    await expect(open.totals).toContainText('140.00');

    const suppliers = new Rows(await shop.openPage('供应商对账'));
    await choose(suppliers.scope, '供应商', supplier.name);
    await suppliers.expectCell(supplier.name, '本期应付', '120.00');
    await suppliers.expectCell(supplier.name, '期末应付', '120.00');
  },
);

story('the flow of an account leads to its balance', async ({ shop, desk }) => {
  const product = await desk.product('食盐');
  const receipt = await desk.receive(product, '5', { paidNow: '100' });
  const sale = await desk.sell(product, '2', { paidNow: '45.5' });
  const pane = await shop.goTo('/report/account_report', '账户统计');
  const balance = await (await new Rows(pane).cell('现金', '当前余额')).innerText();
  await button(pane, '现金').click();
  const flow = new Rows(pane.getByRole('dialog', { name: '账户流水 · 现金' }));
  await flow.expectCell(receipt.number, '金额', '-100.00');
  await flow.expectCell(sale.number, '金额', '+45.50');
  await flow.expectCell(flow.scope.getByRole('row').nth(1), '余额', balance);
  await flow.scope.getByRole('button', { name: '关闭' }).first().click();
  const month = await new Rows(pane).cell('现金', '本月发生额');
  const moved = await month.innerText();
  await month.getByRole('button').click();
  await expect(flow.totals).toContainText(moved.replace(/^-/, '').trim());
  await flow.scope.getByRole('button', { name: '关闭' }).first().click();
  // A day long before any of it.
  await pickDay(pane, '截止日期', day(-400));
  await new Rows(pane).expectCell('现金', '当前余额', '0.00');
});

story('sales and profit of a product lead to its documents', async ({ shop, desk, page }) => {
  const product = await desk.product('咖啡');
  const customer = await desk.partner('customer', '咖啡馆');
  const beside = await desk.product('方糖');
  await desk.receive(product, '10');
  await desk.receive(beside, '10');
  const sold3 = { barcode: product.barcode, quantity: '3', unitPrice: '30' };
  const sold1 = { barcode: beside.barcode, quantity: '1', unitPrice: '7' };
  const sale = await desk.goods('saleOut', [sold3, sold1], {
    partnerId: customer.id,
    paidNow: '0',
  });

  const sold = new Rows(await shop.goTo('/report/sale_out_report', '销售统计'));
  await sold.filter('商品信息', product.name);
  await sold.expectCell(product.name, '销售数量', '3');
  await sold.expectCell(product.name, '实际销售金额', '90.00');
  await (await sold.cell(product.name, '销售金额')).getByRole('button').click();
  const behind = new Rows(sold.scope.getByRole('dialog', { name: `单据 · ${product.name}` }));
  // Its part in the document, not the whole of it.
  await behind.expectCell(sale.number, '销售金额', '90.00');
  await expect(behind.totals).toContainText('90.00');
  await behind.scope.getByRole('button', { name: '关闭' }).first().click();

  const bought = new Rows(await shop.openPage('采购统计'));
  await bought.filter('商品信息', product.name);
  await bought.expectCell(product.name, '实际采购金额', '200.00');

  const earned = new Rows(await shop.openPage('利润'));
  await earned.scope.getByRole('combobox', { name: '统计维度' }).click();
  await offered(page, '客户').click();
  await button(earned.scope, '更多条件').click();
  await choose(earned.scope, '客户', customer.name);
  await earned.expectCell(customer.name, '销售收入', '97.00');
  await earned.expectCell(customer.name, '销售成本', '80.00');
  await earned.expectCell(customer.name, '毛利', '17.00');
  await earned.expectCell(customer.name, '毛利率', '17.53%');
  for (const figure of ['销售数量', '退货金额', '优惠金额', '另收费用', '净利'])
    await expect((await earned.cell(customer.name, figure)).getByRole('button')).toBeVisible();
  await (await earned.cell(customer.name, '毛利')).getByRole('button').click();
  const parts = new Rows(earned.scope.getByRole('dialog', { name: `单据 · ${customer.name}` }));
  await parts.expectCell(sale.number, '毛利', '17.00');
  await button(parts.scope, sale.number).click();
  await expect(page).toHaveURL(new RegExp(`/bill/sale_out/${sale.id}$`));
});

story('the home page counts a sale at once', async ({ shop, desk }) => {
  const product = await desk.product('黄油');
  await desk.receive(product, '10');
  const home = await shop.goTo('/dashboard/analysis', '首页');
  await expect(home.getByRole('region', { name: '销售' }).getByRole('definition')).toHaveCount(4);
  const meant = home.getByRole('region', { name: '利润' }).getByRole('img', { name: /不含税金额/ });
  await meant.hover();
  await expect(shop.page.getByRole('tooltip', { name: /减去所售商品的成本/ })).toBeVisible();
  const read = async (): Promise<readonly number[]> =>
    Promise.all([
      figure(home, '销售', '今日'),
      figure(home, '利润', '今日'),
      figure(home, '销售', '今年累计'),
      figure(home, '采购', '今日'),
    ]);
  const [sold = 0, profit = 0, year = 0, bought = 0] = await read();
  await desk.sell(product, '3');
  await home.getByRole('button', { name: '刷新' }).click();
  await expect.poll(read).toEqual([sold + 9000, profit + 3000, year + 9000, bought]);
  const amount = home.getByRole('region', { name: '销售' }).getByRole('link').first();
  const text = await amount.innerText();
  await amount.click();
  const report = new Rows(shop.pane('销售统计'));
  await expect(report.totals).toContainText(text);
});

story('an empty list offers to show the rows of all dates', async ({ shop, desk }) => {
  const { barcode } = await desk.product();
  const time = new Date(Date.now() - 200 * 86_400_000).toISOString();
  const { number } = await desk.goods('otherIn', [{ barcode, unitPrice: '2' }], { time });
  const list = await shop.goTo(`/bill/other_in?number=${number}`, '其他入库');
  await expect(list.getByText('这段时间没有内容，全部日期共有 1 条')).toBeVisible();
  await button(list, '查看全部日期').click();
  await expect(list.getByRole('row').filter({ hasText: number ?? '' })).toBeVisible();
  await list.getByRole('textbox', { name: '单据编号' }).fill('没有这个编号');
  await button(list, '查询').click();
  await expect(list.getByText('没有符合条件的内容')).toBeVisible();
});
