import { expect } from '@playwright/test';
import type { Locator } from '@playwright/test';
import { button, choose, field, named, offered, Rows, uniqueDigits } from '../pages.ts';
import { story } from '../story.ts';

/** The smallest picture there is. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

async function newForm(pane: Locator, word: string): Promise<Locator> {
  await button(pane, '新增').first().click();
  return pane.getByRole('dialog', { name: `新增${word}`, exact: true });
}

async function saved(form: Locator): Promise<void> {
  await button(form, '保存').click();
  await expect(form).toBeHidden();
}

story('a product gets colours, sizes, brand, picture and prices', async ({ shop }) => {
  const [brand, size, name] = [named('飞鹿'), named('码').slice(0, 10), named('衬衫')];
  const brands = await shop.goTo('/material/brand', '品牌');
  const brandForm = await newForm(brands, '品牌');
  await field(brandForm, '编码').fill(uniqueDigits());
  await field(brandForm, '名称').fill(brand);
  await saved(brandForm);

  const attributes = await shop.goTo('/material/material_attribute', '规格属性');
  const attributeForm = await newForm(attributes, '规格属性');
  await field(attributeForm, '属性名').fill(size);
  await attributeForm.getByText('文字模式').click();
  await field(attributeForm, '属性值').fill('S|M|L');
  await saved(attributeForm);

  const list = await shop.goTo('/material/material', '商品信息');
  const form = await newForm(list, '商品');
  await field(form, '名称').fill(name);
  await field(form.getByRole('region', { name: '基本信息' }), '单位').fill('件');
  await choose(form, '品牌', brand);
  await choose(form, '规格属性', size);
  const rows = form.getByRole('region', { name: '条码与价格' }).getByRole('row');
  await expect(rows).toHaveCount(4);
  await expect(rows.nth(2)).toContainText('M');
  const code = uniqueDigits();
  await field(rows.nth(2), '条码').fill(code);
  await button(rows.nth(0), '销售价-批量').click();
  await shop.page.getByRole('tooltip').getByRole('textbox').fill('80');
  await shop.page.keyboard.press('Enter');
  await expect(field(rows.nth(3), '销售价')).toHaveValue('80');
  await field(rows.nth(2), '零售价').fill('100');
  await button(rows.nth(3), '移除').click();
  await form.getByRole('tab', { name: '图片信息' }).click();
  await form
    .getByRole('tabpanel', { name: '图片信息' })
    .locator('input[type=file]')
    .setInputFiles({ name: '正面.png', mimeType: 'image/png', buffer: PIXEL });
  await expect(form.getByRole('button', { name: '查看 正面.webp' })).toBeVisible();
  await saved(form);
  const products = new Rows(list);
  await products.filter('关键词', brand);
  await products.expectCell(name, '销售价', '80.00');
  await expect(list.getByRole('button', { name: `查看 ${name}` })).toBeVisible();

  const prices = await shop.openPage('调价记录');
  const adjusting = await newForm(prices, '调价单');
  await adjusting.getByRole('combobox', { name: '按品牌添加' }).fill(brand);
  await offered(shop.page, brand).click();
  const line = adjusting.getByRole('row', { name: code });
  await expect(line).toContainText('80.00');
  await adjusting.getByRole('combobox', { name: '调整方式' }).click();
  await shop.page.getByTitle('± 百分比').click();
  await field(adjusting, '数值').fill('一成');
  await button(adjusting, '计算新价').click();
  await shop.readNotice('数值: 不是数字');
  await field(adjusting, '数值').fill('-10');
  await button(adjusting, '计算新价').click();
  await expect(line).toContainText('-10 %');
  await adjusting.getByRole('combobox', { name: '按原价计算' }).click();
  await shop.page.getByTitle('按零售价计算').click();
  await button(adjusting, '计算新价').click();
  await expect(line).toContainText('12.5 %');
  const from = adjusting
    .locator('.ant-select')
    .filter({ has: shop.page.getByRole('combobox', { name: '按原价计算' }) });
  await from.hover();
  await from.locator('.ant-select-clear').click();
  await button(adjusting, '计算新价').click();
  await expect(line).toContainText('-10 %');
  await button(adjusting, '保存并审核').click();
  await expect(adjusting).toBeHidden();
  const adjusted = new Rows(prices);
  await adjusted.expectCell(code, '新价', '72.00');
  await adjusted.expectCell(code, '状态', '已生效');
  const again = await shop.openPage('商品信息');
  await button(again, '刷新').first().click();
  await new Rows(again).expectCell(name, '销售价', '72.00');
});

story(
  'a renamed product property has its new name on every page; a new document takes a file',
  async ({ shop, desk }) => {
    const alias = named('保养').slice(0, 12);
    const properties = await shop.goTo('/material/material_property', '商品扩展字段');
    const row = properties.getByRole('row', { name: '扩展2' });
    await row.hover();
    await button(row, '编辑').click();
    const form = properties.getByRole('dialog');
    await field(form, '别名').fill(alias);
    await saved(form);
    const list = await shop.openPage('商品信息');
    const product = await newForm(list, '商品');
    await expect(field(product, alias)).toBeVisible();

    const facts = { propertyTwo: '每年一次', maker: '窑厂', shelfPosition: 'A-03', weight: '0.5' };
    const { id, number } = await desk.receive(await desk.product('茶壶', facts), '4');
    const lines = (await shop.goTo(`/bill/purchase_in/${id}`, number)).getByRole('table').first();
    for (const title of [alias, '制造商', '仓位货架', '重量'])
      await expect(lines.getByRole('columnheader', { name: title })).toBeVisible();
    for (const text of ['每年一次', '窑厂', 'A-03'])
      await expect(lines.getByRole('cell', { name: text, exact: true })).toBeVisible();
    await expect(lines.getByRole('cell', { name: '2', exact: true }).first()).toBeVisible();

    await shop.goTo('/bill/other_in/new', /其他入库/);
    await button(shop.page.getByRole('main'), '列设置').click();
    await expect(shop.page.getByRole('menuitem', { name: alias })).toBeVisible();
    await shop.page.keyboard.press('Escape');
    const paper = { name: '送货单.txt', mimeType: 'text/plain', buffer: Buffer.from('三箱') };
    await shop.page
      .getByRole('main')
      .locator('.document-foot input[type=file]')
      .setInputFiles(paper);
    await expect(button(shop.page, '送货单.txt').first()).toBeVisible();
  },
);
