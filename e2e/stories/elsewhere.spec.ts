// External orders of a platform become sales orders once all codes match products.
import { matchRelations, relations } from '@tradehouse/contract';
import { expect } from '@playwright/test';
import { barriers } from '../barriers.ts';
import {
  Rows,
  actOn,
  button,
  choose,
  field,
  inEnglishOnAPhone,
  named,
  overflows,
  uniqueDigits,
} from '../pages.ts';
import { story } from '../story.ts';

const headings = ['订单号', '平台', '店铺', '外部SKU', '外部名称', '数量', '单价'];

story(
  'imported external orders wait until their platform codes are matched',
  async ({ shop, desk }) => {
    const { page } = shop;
    const [known, unknown] = [await desk.product(), await desk.product()];
    const customer = await desk.partner('customer', '网店');
    const outer = named('旗舰店');
    const [first, second] = [uniqueDigits(), uniqueDigits()];
    await desk.call(relations.add, { platform: '淘宝', shop: outer, outerSkuCode: known.barcode });
    await desk.call(matchRelations, {});

    const list = await shop.goTo('/bill/external_order', '外部订单');
    await button(list, '导入订单').click();
    const dialog = list.getByRole('dialog', { name: '导入订单' });
    const rows = [
      [first, '淘宝', outer, known.barcode, '保温杯', '2', '$19.90'],
      [second, '淘宝', outer, known.barcode, '保温杯', '1', '19.90'],
      [second, '淘宝', outer, unknown.barcode, '茶壶', '3', '1,000.00'],
    ];
    const text = [headings, ...rows]
      .map((row) => row.map((cell) => `"${cell}"`).join(','))
      .join('\n');
    await choose(dialog, '客户', customer.name);
    await dialog.getByLabel('选择文件').setInputFiles({
      name: 'orders.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(text),
    });
    await button(dialog, '导入 2 个订单').click();
    await expect(dialog.getByText(/^生成销售订单 1 个，等待处理 1 个/)).toBeInViewport();
    await expect(dialog.getByRole('row').filter({ hasText: first })).toContainText('销售订单 XSDD');
    await expect(dialog.getByRole('row').filter({ hasText: second })).toContainText(
      `等待匹配 ${unknown.barcode}`,
    );
    expect(await barriers(page)).toEqual([]);
    await button(dialog.locator('footer'), '关闭').click();
    await expect(dialog).toBeHidden();

    const orders = new Rows(list);
    await expect(orders.row(first)).toContainText('已生成');
    await orders.expectCell(second, '未匹配的外部SKU', unknown.barcode);
    expect(await barriers(page)).toEqual([]);

    // The unmatched code is listed among the relations, and is matched there.
    await orders.row(second).getByRole('button', { name: second }).click();
    await button(list.getByRole('dialog', { name: `外部订单 ${second}` }), '去匹配').click();
    const codes = shop.pane('第三方商品关系');
    await expect(new Rows(codes).row(unknown.barcode)).toContainText('未匹配');
    await button(codes, '自动匹配').click();
    await expect(new Rows(codes).row(unknown.barcode)).toContainText('已匹配');

    const again = await shop.goTo('/bill/external_order', '外部订单');
    const order = new Rows(again).row(second);
    await expect(order).toContainText('可生成');
    await actOn(order, '生成销售订单');
    await expect(order).toContainText('已生成');
    const made = order.getByRole('link', { name: /^XSDD/ });
    const number = await made.innerText();
    await made.click();
    const sale = shop.pane(number);
    await expect(sale).toContainText(customer.name);
    await expect(sale).toContainText(second);
    await expect(sale).toContainText('3,019.90');

    // The same file once more makes nothing.
    const third = await shop.goTo('/bill/external_order', '外部订单');
    await button(third, '导入订单').click();
    const repeated = third.getByRole('dialog', { name: '导入订单' });
    await choose(repeated, '客户', customer.name);
    await repeated.getByRole('textbox', { name: '粘贴' }).fill(text);
    await button(repeated, '导入 2 个订单').click();
    await expect(repeated.getByText(/^已存在 XSDD/)).toHaveCount(2);
  },
);

story(
  'an external order is entered in English on a phone and converted into a sales order',
  async ({ shop, desk }) => {
    const { page } = shop;
    const { barcode } = await desk.product();
    const customer = await desk.partner('customer', '网店');
    const number = uniqueDigits();
    await shop.goTo('/bill/external_order', '外部订单');
    await inEnglishOnAPhone(page);
    const list = await shop.goTo('/bill/external_order', 'Marketplace orders');
    await button(list, 'New').first().click();
    const dialog = list.getByRole('dialog', { name: 'New marketplace order' });
    await field(dialog, 'Platform').fill('Amazon');
    await field(dialog, 'External order no.').fill(number);
    await choose(dialog, 'Customer', customer.name);
    await field(dialog, 'Platform SKU 1').fill(barcode);
    await field(dialog, 'Quantity 1').fill('2');
    await field(dialog, 'Unit price 1').fill('9.99');
    expect(await overflows(page)).toBe(false);
    expect(await barriers(page)).toEqual([]);
    await button(dialog, 'Save').click();
    await expect(dialog).toBeHidden();
    const card = list.locator('.card').filter({ hasText: number });
    await expect(card).toContainText(barcode);

    await desk.call(matchRelations, {});
    await page.reload();
    await expect(card).toContainText('Ready');
    await button(card, 'Actions').click();
    await page.getByRole('menuitem', { name: 'Make sales orders' }).click();
    await expect(card).toContainText('Made');
    await card.getByRole('button', { name: number }).click();
    const lines = list.getByRole('dialog', { name: `Marketplace order ${number}` });
    await expect(lines).toContainText('19.98');
    expect(await barriers(page)).toEqual([]);
    await lines.getByRole('link', { name: /^XSDD/ }).click();
    await expect(shop.pane(/^XSDD/)).toContainText('19.98');
    expect(await overflows(page)).toBe(false);
  },
);
