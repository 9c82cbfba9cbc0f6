// From the stock warning to the receipt, and the rule over a past year.
import { expect } from '@playwright/test';
import { runInMatrix, button, inEnglishOnAPhone, Rows } from '../pages.ts';
import type { Desk, Partner, Product } from '../desk.ts';
import { story } from '../story.ts';

const monthsAgo = (months: number): string =>
  new Date(Date.now() - months * 30.4 * 86_400_000).toISOString();

/** Goods bought half a year ago and sold every month since, below their minimum now, with a supplier. */
async function goodsRunningOut(desk: Desk): Promise<{ product: Product; supplier: Partner }> {
  const supplier = await desk.partner('supplier', '常供货');
  const terms = { price: '3.5', leadDays: 14, packSize: '12', preferred: true };
  const product = await desk.product('补货茶', {
    suppliers: [{ supplierId: supplier.id, ...terms }],
    stock: [{ warehouseId: await desk.warehouse(), minimum: '40' }],
  });
  await desk.receive(product, '200', { time: monthsAgo(6) });
  for (const months of [5, 4, 3, 2, 1]) await desk.sell(product, '36', { time: monthsAgo(months) });
  return { product, supplier };
}

story(
  'a stock warning becomes a proposal, an order and a receipt that raises the stock',
  async ({ shop, desk, page }) => {
    const { product, supplier } = await goodsRunningOut(desk);
    const warnings = new Rows(await shop.goTo('/report/stock_warning_report', '库存预警'));
    await warnings.filter('商品信息', product.name);
    await warnings.row(product.name).getByRole('checkbox').check();
    await button(warnings.scope, '补货建议').click();

    const list = new Rows(shop.pane('补货建议'));
    await expect(list.row(product.name)).toContainText(supplier.name);
    const quantity = await (await list.cell(product.name, '建议采购量')).innerText();
    expect(Number(quantity) % 12).toBe(0);
    expect(Number(quantity)).toBeGreaterThan(0);
    await (await list.cell(product.name, '建议采购量')).getByRole('button').click();
    const steps = page.getByRole('dialog', { name: new RegExp(`建议采购量 · ${product.name}`) });
    await expect(steps.getByRole('row', { name: '包装数量' })).toContainText('12');
    await page.keyboard.press('Escape');
    await list.row(product.name).getByRole('checkbox').check();
    await button(list.scope, '转采购订单').click();
    const making = page.getByRole('dialog', { name: '按建议生成采购订单' });
    await expect(making).toContainText(supplier.name);
    await button(making, '生成 1 张采购订单草稿').click();
    const link = making.getByRole('link', { name: /^\S+\d+$/ });
    const ordered = await link.innerText();
    await link.click();

    const order = shop.pane(ordered);
    await expect(order).toContainText(supplier.name);
    await button(order, '审核').click();
    await shop.answer('审核该单据？', '确定');
    // The tally of an approved order opens by itself, and makes the receipt.
    const tally = page.getByRole('dialog', { name: /^仓库理货/ });
    await expect(tally.getByRole('row', { name: product.name })).toContainText(`${quantity} 盒`);
    await button(tally, '全部到齐').click();
    await button(tally, '完成理货').click();
    const received = /CGRK\d+/.exec(await shop.readNotice(/已生成入库单/))?.[0] ?? '';
    const receipt = shop.pane(received);
    await expect(receipt.getByRole('row', { name: product.name })).toContainText('3.50');
    await button(receipt, '审核').click();
    await shop.answer('审核该单据？', '确定');
    await expect(receipt.getByText('已审核', { exact: true }).first()).toBeVisible();

    const after = new Rows(
      await shop.goTo(`/bill/replenishment?keyword=${product.barcode}&needed=`, '补货建议'),
    );
    await after.expectCell(product.name, '正品库存', String(20 + Number(quantity)));
    await after.expectCell(product.name, '在途', '0');
    await after.expectCell(product.name, '建议采购量', '0');

    await runInMatrix(async () => {
      await inEnglishOnAPhone(page);
      const phone = await shop.goTo(
        `/bill/replenishment?keyword=${product.barcode}&needed=`,
        'Replenishment',
      );
      await expect(phone.getByRole('listitem').filter({ hasText: product.name })).toContainText(
        'To buy0',
      );
    });
  },
);

story(
  'the back-test shows days without stock in the books and under the rule',
  async ({ shop, desk, page }) => {
    const { product } = await goodsRunningOut(desk);
    const list = await shop.goTo('/bill/replenishment', '补货建议');
    await button(list, '回测').click();
    const dialog = page.getByRole('dialog', { name: '回测：按补货规则重演过去一年' });
    await expect(dialog).toContainText('断货天数');
    const rows = new Rows(dialog);
    await expect(rows.row('全年')).toBeVisible();
    await expect(rows.row(product.barcode)).toContainText(product.name);
    await expect(rows.row(/^\d{4}-\d{2}/)).toHaveCount(12);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();

    await runInMatrix(async () => {
      await inEnglishOnAPhone(page);
      const phone = await shop.goTo('/bill/replenishment', 'Replenishment');
      await button(phone, 'Back-test').click();
      const narrow = page.getByRole('dialog', { name: 'Back-test: the rule over a past year' });
      await expect(new Rows(narrow).row('Whole year')).toBeVisible();
      await expect(new Rows(narrow).row(product.barcode)).toContainText(product.name);
    });
  },
);
