import { expect } from '@playwright/test';
import { barriers } from '../barriers.ts';
import { runInMatrix, Rows, button, field, inEnglishOnAPhone, overflows } from '../pages.ts';
import { story } from '../story.ts';

story(
  'a customer’s name leads to a page with their debt, documents, prices and account, and to the next sale and receipt',
  async ({ shop, desk, page }) => {
    const customer = await desk.partner('customer', '河东书店');
    const product = await desk.product('信纸');
    await desk.receive(product, '9');
    const sale = await desk.sell(product, '4', { partnerId: customer.id });

    const list = new Rows(await shop.goTo('/system/customer', '客户信息'));
    const link = list.row(customer.name).getByRole('link', { name: customer.name });
    await expect(link).toHaveAttribute('href', `/system/customer/${customer.id}`);
    await link.click();
    const own = shop.pane(customer.name);
    await expect(own.locator('.record-figures')).toContainText('期末应收$120.00');
    await expect(own.locator('.record-figures')).toContainText('逾期');
    await expect(own.getByRole('link', { name: sale.number })).toBeVisible();
    await own.getByRole('tab', { name: '商品与价格' }).click();
    await new Rows(own).expectCell(product.name, '单价', '30.00');
    await own.getByRole('tab', { name: '对账' }).click();
    await new Rows(own).expectCell(sale.number, '余额', '120.00');
    expect(await barriers(page)).toEqual([]);

    await button(own, '编辑').click();
    const form = own.getByRole('dialog', { name: '编辑客户' });
    await expect(field(form, '名称')).toHaveValue(customer.name);
    await button(form, '取消').click();

    await button(own, '新增销售出库').click();
    await expect(shop.pane(/销售出库/)).toContainText(customer.name);
    await shop.tab(customer.name).click();
    await button(own, '收款').click();
    await expect(shop.pane(/收款单/)).toContainText('120.00');

    await runInMatrix(async () => {
      await inEnglishOnAPhone(page);
      const phone = await shop.goTo(`/system/customer/${customer.id}`, customer.name);
      await expect(phone.locator('.record-figures')).toContainText('$120.00');
      expect(await overflows(page)).toBe(false);
    });
  },
);

story(
  'a product’s name leads to a page with its stock, last prices and documents',
  async ({ shop, desk, page }) => {
    const product = await desk.product('便签');
    const receipt = await desk.receive(product, '9');
    await desk.sell(product, '4');
    const list = new Rows(await shop.goTo('/material/material', '商品信息'));
    await list.row(product.name).getByRole('link', { name: product.name }).click();
    const own = shop.pane(product.name);
    const figures = own.locator('.record-figures');
    await expect(figures).toContainText('库存5');
    await expect(figures).toContainText('最近进价$20.00');
    await expect(figures).toContainText('最近售价$30.00');
    await new Rows(own).expectCell('主仓库', '库存', '5');
    await own.getByRole('tab', { name: '单据' }).click();
    await expect(own.getByRole('link', { name: receipt.number })).toBeVisible();
    expect(await barriers(page)).toEqual([]);
  },
);
