import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { partners, savePreference } from '@tradehouse/contract';
import { button, choose, field, named, Rows, uniqueDigits } from '../pages.ts';
import type { Shop } from '../pages.ts';
import { story } from '../story.ts';

const dialogIn = (pane: Locator, title: string): Locator =>
  pane.getByRole('dialog', { name: title, exact: true });

async function newIn(pane: Locator, title: string): Promise<Locator> {
  await button(pane, '新增').first().click();
  return dialogIn(pane, title);
}

async function save(form: Locator): Promise<void> {
  await button(form, '保存').click();
  await expect(form).toBeHidden();
}

/** Does what changes a list's settings, and waits until the server keeps them. */
async function remembered(page: Page, change: () => Promise<unknown>): Promise<void> {
  const kept = page.waitForResponse((reply) => reply.url().includes(savePreference.path));
  await change();
  expect((await kept).ok()).toBe(true);
}

/** Selects the row of a record and does something to it, answering what is asked. */
async function actOn(shop: Shop, rows: Rows, name: string, act: string): Promise<void> {
  await rows.row(name).getByRole('checkbox').check();
  await button(rows.scope.locator('.toolbar'), act).click();
  await shop.answer(`${act}所选 1 条？`, '确定');
}

story('a product in bottles and boxes starts with stock', async ({ shop }) => {
  const [product, box, code] = [named('矿泉水'), `箱${uniqueDigits().slice(-8)}`, uniqueDigits()];
  const units = await shop.goTo('/system/unit', '多单位');
  const unit = await newIn(units, '新增多单位');
  for (const [label, text] of [
    ['基本单位', '瓶'],
    ['副单位', box],
    ['比例', '12'],
  ] as const)
    await field(unit, label).fill(text);
  await save(unit);
  const group = `瓶/(${box}=12瓶)`;
  await expect(new Rows(units).row(group)).toBeVisible();

  const products = await shop.openPage('商品信息');
  const form = await newIn(products, '新增商品');
  await field(form, '名称').fill(product);
  await form.getByRole('switch', { name: '多单位' }).click();
  await choose(form, '* 单位', group);
  await form.getByRole('tab', { name: '条码与价格' }).click();
  const codes = form.getByRole('tabpanel', { name: '条码与价格' });
  await field(codes, '条码').first().fill(code);
  await field(codes, '条码').last().fill(uniqueDigits());
  await field(codes, '采购价').first().fill('2');
  await field(codes, '零售价').first().fill('3.5');
  await expect(field(codes, '采购价').last()).toHaveValue('24');
  await expect(field(codes, '零售价').last()).toHaveValue('42');
  await expect(field(codes, '单位').last()).toHaveValue(box);
  await field(codes, '零售价').last().fill('40');
  await form.getByRole('tab', { name: '库存数量' }).click();
  await field(form.getByRole('tabpanel', { name: '库存数量' }), '初始库存')
    .first()
    .fill('24');
  await save(form);

  const rows = new Rows(products);
  await rows.filter('关键词', product);
  await rows.expectCell(product, '条码', code);
  await rows.expectCell(product, '零售价', '3.50');
  await rows.expectCell(product, '库存', '24');
  const report = new Rows(await shop.openPage('商品库存'));
  await report.filter('关键词', code);
  await report.expectCell(product, '初始库存', '24');
  await report.expectCell(product, '库存', '24');
  await report.expectCell(product, '库存金额', '48.00');
});

story('a supplier we owe from before stands in the statements', async ({ shop }) => {
  const name = named('茶厂');
  const pane = await shop.goTo('/system/vendor', '供应商信息');
  const form = await newIn(pane, '新增供应商');
  await field(form, '名称').fill(name);
  await field(form, '期初应付').fill('650.5');
  await save(form);
  await new Rows(pane).expectCell(name, '期末应付', '650.50');

  const statements = await shop.openPage('供应商对账');
  await choose(statements, '供应商', name);
  await button(statements, '查询').click();
  const rows = new Rows(statements);
  await rows.expectCell(name, '期末应付', '650.50');
  await expect(rows.totals).toContainText('650.50');
  await (await rows.cell(name, '期末应付')).getByRole('button').click();
  const debts = new Rows(dialogIn(statements, `欠款详情 · ${name}`));
  await debts.expectCell('期初余额', '待结欠款', '650.50');
});

story('a name that is taken is refused at its field', async ({ shop, desk }) => {
  const { name } = await desk.partner('customer', '酒楼');
  const form = await newIn(await shop.goTo('/system/customer', '客户信息'), '新增客户');
  await field(form, '名称').fill(name);
  await expect(form.getByText(`${name} 已存在`)).toBeVisible();
  await expect(field(form, '名称')).toHaveAccessibleDescription(`${name} 已存在`);
  await button(form, '保存').click();
  await expect(form).toBeVisible();
  await field(form, '名称').fill(`${name}二店`);
  await save(form);
});

story('what is in use is not deleted but disabled', async ({ shop, desk }) => {
  const product = await desk.product('绿茶');
  await desk.receive(product, '1');
  const rows = new Rows(await shop.goTo('/material/material', '商品信息'));
  await rows.filter('关键词', product.barcode);
  await actOn(shop, rows, product.name, '删除');
  await shop.told(/^已被 .+ 引用，无法删除$/);
  await expect(rows.row(product.name)).toBeVisible();
  await rows.row(product.name).getByRole('checkbox').uncheck();

  await actOn(shop, rows, product.name, '禁用');
  await rows.expectCell(product.name, '启用', '禁用');
  await actOn(shop, rows, product.name, '启用');
  await rows.expectCell(product.name, '启用', '启用');
});

story('columns, order, filters, totals and pages of a list', async ({ shop, desk, page }) => {
  const word = named('面馆');
  const opening = ['30', '5', '12', '1', '1', '1', '1', '1', '1', '1', '1'];
  for (const [at, openingReceivable] of opening.entries())
    await desk.call(partners.add, { type: 'customer', name: `${word}-${at}`, openingReceivable });
  const pane = await shop.goTo('/system/customer', '客户信息');
  const rows = new Rows(pane);
  const column = (name: string): Locator =>
    pane.getByRole('columnheader', { name: new RegExp(`^${name}`) });
  const settle = async (act: (settings: Locator) => Promise<unknown>): Promise<void> => {
    await button(pane, '列设置').click();
    await remembered(page, () => act(page.getByRole('tooltip').filter({ hasText: '恢复默认' })));
    await page.keyboard.press('Escape');
  };

  await story.step(
    'a filter is told by a chip, and the totals are of all it lets through',
    async () => {
      await rows.filter('名称', word);
      await expect(pane.getByText(`名称: ${word}`)).toBeVisible();
      await expect(pane.getByText('共 11 条 · 第 1 / 2 页')).toBeVisible();
      await expect(rows.totals).toContainText('55.00');
    },
  );

  await story.step('the largest first', async () => {
    await remembered(page, () => column('期初应收').click());
    await expect(rows.row(word).first()).toContainText(/-(?!0|1\D|2)\d/);
    await remembered(page, () => column('期初应收').click());
    for (const [at, name] of [`${word}-0`, `${word}-2`, `${word}-1`].entries())
      await expect(rows.row(word).nth(at)).toContainText(name);
    await remembered(page, () => column('期初应收').click());
  });

  await story.step('pages of ten, then of twenty', async () => {
    await pane.getByRole('listitem', { name: '2', exact: true }).click();
    await expect(rows.row(word)).toHaveCount(1);
    const size = pane.getByRole('combobox', { name: '页码' });
    await size.click();
    await remembered(page, () =>
      page.getByTitle('20 条/页').filter({ visible: true }).last().click(),
    );
    await expect(pane.getByText('共 11 条 · 第 1 / 1 页')).toBeVisible();
    await expect(rows.row(word)).toHaveCount(11);
  });

  await story.step('a chip that is closed lets the others back in', async () => {
    await pane.locator('.chips').getByRole('button').click();
    await expect(pane.getByText(`名称: ${word}`)).toBeHidden();
    await expect(pane.getByRole('textbox', { name: '名称', exact: true })).toHaveValue('');
  });

  await story.step('a hidden column stays hidden after a reload', async () => {
    await expect(column('电子邮箱')).toBeVisible();
    await settle((settings) => settings.getByRole('checkbox', { name: '电子邮箱' }).uncheck());
    await expect(column('电子邮箱')).toBeHidden();
    await page.reload();
    await expect(column('联系人')).toBeVisible();
    await expect(column('电子邮箱')).toBeHidden();
    await settle((settings) => button(settings, '恢复默认').click());
    await expect(column('电子邮箱')).toBeVisible();
  });

  await story.step('the list as a workbook', async () => {
    const file = await shop.downloaded(() => button(pane, '导出').click());
    expect(file.suggestedFilename()).toMatch(/^客户信息_\d{8}_\d{6}\.xlsx$/);
  });
});
