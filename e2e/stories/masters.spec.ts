import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { partners, savePreference, units } from '@tradehouse/contract';
import { button, choose, field, named, Rows, uniqueDigits } from '../pages.ts';
import { story } from '../story.ts';

/** The form of a new record, opened from its list. */
async function newForm(pane: Locator, word: string): Promise<Locator> {
  await button(pane, '新增').first().click();
  return pane.getByRole('dialog', { name: `新增${word}`, exact: true });
}

async function saved(form: Locator): Promise<void> {
  await button(form, '保存').click();
  await expect(form).toBeHidden();
}

async function fillIn(form: Locator, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(values)) await field(form, label).fill(text);
}

/** Does what a list remembers of its user, and waits until the server has it. */
async function remembered(page: Page, change: () => Promise<unknown>): Promise<void> {
  const kept = page.waitForResponse((reply) => reply.url().includes(savePreference.path));
  await change();
  expect((await kept).ok()).toBe(true);
}

story(
  'a product in two units is saved with its codes, prices and opening stock',
  async ({ shop, desk }) => {
    const unit = { baseUnit: '支', subUnit: named('盒').slice(0, 10), ratio: '12' };
    await desk.call(units.add, unit);
    const name = named('钢笔');
    const codes = [uniqueDigits(), uniqueDigits(), uniqueDigits()] as const;
    const list = await shop.goTo('/material/material', '商品信息');
    const form = await newForm(list, '商品');
    await fillIn(form, { 名称: name });
    await form.getByRole('switch', { name: '计量单位组' }).click();
    const unitSelect = form
      .getByRole('region', { name: '基本信息' })
      .getByRole('combobox', { name: '单位' });
    await unitSelect.fill(unit.subUnit);
    const choice = shop.page.locator('.ant-select-item-option').first();
    await expect(choice).toContainText(unit.subUnit);
    await choice.click();

    const rows = form.getByRole('region', { name: '条码与价格' }).getByRole('row');
    await fillIn(rows.nth(1), { 条码: codes[0], 采购价: '5', 零售价: '9', 销售价: '8' });
    await fillIn(rows.nth(2), { 条码: codes[1] });
    await expect(field(rows.nth(2), '单位')).toHaveValue(unit.subUnit);
    await expect(field(rows.nth(2), '采购价')).toHaveValue('60');
    await button(form, '添加条码').click();
    await fillIn(rows.nth(3), { 条码: codes[2] });
    await expect(rows.nth(3)).toContainText('支');

    const stock = form
      .getByRole('region', { name: '库存数量' })
      .getByRole('row', { name: '主仓库' });
    await fillIn(stock, { 初始库存: '24', 期初成本单价: '4.5' });
    await saved(form);
    await new Rows(list).expectCell(name, '库存', '24');

    const report = new Rows(await shop.openPage('商品库存'));
    await report.filter('商品信息', name);
    await report.expectCell(name, '初始库存', '24');
    await report.expectCell(name, '库存', '24');
    await report.expectCell(name, '库存金额', '108.00');
    await report.expectCell(name, '条码', codes[0]);
  },
);

story('an opening payable of a supplier appears in the supplier statement', async ({ shop }) => {
  const name = named('布料厂');
  const list = await shop.goTo('/system/vendor', '供应商信息');
  const form = await newForm(list, '供应商');
  await fillIn(form, { 名称: name, 期初应付: '500', 期初应收: '1' });
  await button(form, '保存').click();
  await expect(form.getByText('期初应收与期初应付不能同时填写').first()).toBeVisible();
  await fillIn(form, { 期初应收: '' });
  await saved(form);
  await new Rows(list).expectCell(name, '期初应付', '500.00');
  await new Rows(list).expectCell(name, '期末应付', '500.00');
  await button(new Rows(list).row(name), '编辑').click();
  const again = list.getByRole('dialog', { name: '编辑供应商' });
  await expect(again.getByRole('cell', { name: '期末应付' })).toContainText('500.00');
  await button(again, '取消').click();

  const statements = new Rows(await shop.openPage('供应商对账'));
  await choose(statements.scope, '供应商', name);
  await statements.expectCell(name, '期末应付', '500.00');
  await (await statements.cell(name, '期末应付')).getByRole('button').click();
  await expect(statements.scope.getByRole('dialog')).toContainText('期初余额');
});

story(
  'units, warehouses, accounts, items and people are created and validated',
  async ({ shop }) => {
    const unit = named('箱').slice(0, 10);
    const unitsList = await shop.goTo('/system/unit', '计量单位组');
    let form = await newForm(unitsList, '计量单位组');
    await fillIn(form, { 基本单位: '个', 副单位: unit, 比例: '1' });
    await button(form, '保存').click();
    await expect(form.getByText('比例必须大于 1')).toBeVisible();
    await fillIn(form, { 比例: '24' });
    await saved(form);
    await expect(new Rows(unitsList).row(unit)).toBeVisible();

    const warehouse = named('分仓');
    const depots = await shop.openPage('仓库信息');
    form = await newForm(depots, '仓库');
    await fillIn(form, { 仓库名称: warehouse });
    await saved(form);
    form = await newForm(depots, '仓库');
    await fillIn(form, { 仓库名称: warehouse });
    await expect(field(form, '仓库名称')).toHaveAccessibleDescription(`${warehouse} 已存在`);
    await button(form, '取消').click();
    await shop.answer('本页内容未保存', '不保存，离开');

    const account = named('银行');
    const accounts = await shop.openPage('结算账户');
    form = await newForm(accounts, '结算账户');
    await fillIn(form, { 名称: account, 期初金额: '1000' });
    await saved(form);
    await new Rows(accounts).expectCell(account, '当前余额', '1,000.00');

    const item = named('利息');
    const items = await shop.openPage('收支项目');
    form = await newForm(items, '收支项目');
    await fillIn(form, { 名称: item });
    await saved(form);
    await new Rows(items).expectCell(item, '类型', '收入');

    const person = named('小王');
    const people = await shop.openPage('经手人');
    form = await newForm(people, '经手人');
    await fillIn(form, { 姓名: person });
    await saved(form);
    await new Rows(people).expectCell(person, '类型', '销售员');
  },
);

story(
  'two people editing a record see each change and overwrite only on request',
  async ({ shop, desk, page }) => {
    const { id, name } = await desk.partner('customer', '两人改');
    const theirs = async (changes: object): Promise<void> => {
      const { version } = await desk.call(partners.infoCall, { id });
      await desk.call(partners.update, { id, version, type: 'customer', name, ...changes });
    };
    const list = new Rows(await shop.goTo('/system/customer', '客户信息'));
    await list.filter('名称', name);
    await button(list.row(name), '编辑').click();
    const form = list.scope.getByRole('dialog', { name: '编辑客户' });
    await fillIn(form, { 联系人: '我方' });
    await theirs({ contacts: '对方', telephone: '0571-88001234' });

    await button(form, '保存').click();
    const question = page.getByRole('dialog').filter({ hasText: `${name} 已被` });
    await expect(question.getByRole('row').filter({ hasText: '联系人' })).toContainText('对方我方');
    await expect(question.getByRole('row').filter({ hasText: '0571-88001234' })).toBeVisible();
    await expect(question.getByRole('row')).toHaveCount(3);
    // Enter is the primary button's: it overwrites nothing, and the form stays as it was typed.
    await page.keyboard.press('Enter');
    await expect(question).toBeHidden();
    await expect(field(form, '联系人')).toHaveValue('我方');
    expect((await desk.call(partners.infoCall, { id })).contacts).toBe('对方');

    await button(form, '保存').click();
    await shop.answer(`${name} 已被`, '载入最新');
    await expect(field(form, '联系人')).toHaveValue('对方');
    await fillIn(form, { 联系人: '再改' });
    await theirs({ contacts: '又一次' });
    await button(form, '保存').click();
    await shop.answer(`${name} 已被`, '用我的覆盖');
    await expect(form).toBeHidden();
    expect((await desk.call(partners.infoCall, { id })).contacts).toBe('再改');
  },
);

story('a record in use is not deleted, but can be switched off', async ({ shop, desk }) => {
  const supplier = await desk.partner('supplier', '在用');
  await desk.receive(await desk.product(), '1', { partnerId: supplier.id });
  const list = new Rows(await shop.goTo('/system/vendor', '供应商信息'));
  await list.filter('名称', supplier.name);
  await list.row(supplier.name).getByRole('checkbox').check();
  await button(list.scope, '删除').first().click();
  await shop.answer('删除所选 1 条？', '确定');
  await shop.readNotice(new RegExp(`${supplier.name} 无法删除：已被采购入库 .+ 引用`));
  await button(list.scope, '禁用').click();
  await shop.answer('禁用所选 1 条？', '确定');
  await list.expectCell(supplier.name, '状态', '禁用');

  // The menu of the row at the cursor, and by the keyboard.
  const item = (word: string) => shop.page.getByRole('menuitem', { name: word, exact: true });
  await (await list.cell(supplier.name, '状态')).click({ button: 'right' });
  await expect(item('编辑')).toBeVisible();
  await item('复制单元格').click();
  await shop.readNotice('已复制：禁用');
  const opens = list.row(supplier.name).getByText(supplier.name, { exact: true });
  await opens.focus();
  await shop.page.keyboard.press('Shift+F10');
  await expect(item('删除')).toBeVisible();
  await shop.page.keyboard.press('Escape');
  await expect(item('删除')).toBeHidden();
  await expect(opens).toBeFocused();

  await shop.open('/bill/purchase_in/new');
  const editor = shop.pane('采购入库 · 新增');
  await editor.getByRole('combobox', { name: '供应商' }).fill(supplier.name);
  await expect(shop.page.getByText('没有找到')).toBeVisible();
});

story(
  'sorting, filter chips, totals, paging and export cover the whole list',
  async ({ shop, desk }) => {
    await desk.partner('customer');
    const word = named('零售商');
    const amounts = Array.from({ length: 12 }, (_, at) => String((at + 1) * 10));
    for (const openingReceivable of amounts)
      await desk.call(partners.add, {
        type: 'customer',
        name: `${word}-${openingReceivable}`,
        openingReceivable,
      });
    const list = new Rows(await shop.goTo('/system/customer', '客户信息'));
    await list.filter('名称', word);
    await expect(list.scope.getByText('共 12 条 · 第 1 / 2 页')).toBeVisible();
    await expect(list.totals).toContainText('780.00');

    const order = list.scope.getByRole('columnheader', { name: '期初应收' });
    const first = list.row(word).first();
    await remembered(shop.page, () => order.click());
    await expect(first).toContainText(`${word}-10`);
    await remembered(shop.page, () => order.click());
    await expect(first).toContainText(`${word}-120`);
    await list.scope.getByRole('listitem', { name: '2', exact: true }).click();
    await expect(list.row(word)).toHaveCount(2);
    await expect(list.row(word).last()).toContainText(`${word}-10`);
    await expect(list.totals).toContainText('780.00');

    const file = await shop.downloaded(() => button(list.scope, '导出').click());
    expect(file.suggestedFilename()).toMatch(/\.xlsx$/);

    // A chip says only what no field in sight says.
    await expect(list.scope.getByText(`名称: ${word}`)).toBeHidden();
    await button(list.scope, '重置').click();
    await expect(list.scope.getByText('共 12 条')).toBeHidden();
    await remembered(shop.page, () => order.click());
  },
);

story('columns chosen by the user are remembered', async ({ shop, desk, page }) => {
  // A column without any content is left out.
  await desk.call(partners.add, { type: 'member', name: named('会员'), email: 'a@b.cn' });
  const list = new Rows(await shop.goTo('/system/member', '会员信息'));
  const mail = list.scope.getByRole('columnheader', { name: '电子邮箱' });
  await expect(mail).toBeVisible();
  await button(list.scope, '列设置').click();
  await remembered(page, () => page.getByRole('checkbox', { name: '电子邮箱' }).uncheck());
  await expect(mail).toBeHidden();
  await page.reload();
  await expect(list.scope.getByRole('columnheader', { name: '预付款' })).toBeVisible();
  await expect(mail).toBeHidden();
  await button(list.scope, '列设置').click();
  await remembered(page, () => button(page.getByRole('tooltip'), '恢复默认').click());
  await expect(mail).toBeVisible();
});

story('a wrong value is explained beside its field', async ({ shop }) => {
  const partners = await shop.goTo('/system/customer', '客户信息');
  const form = await newForm(partners, '客户');
  await fillIn(form, { 名称: named('错填'), 手机号码: '12ab', 期初应收: '-5', '税率(%)': '500' });
  await button(form, '保存').click();
  await expect(form.getByText('请填写电话号码，只用数字、空格和 + - ( )')).toBeVisible();
  await expect(
    form.getByText('请填写不小于 0、小于 10 的 15 次方的数，最多 6 位小数'),
  ).toBeVisible();
  await expect(form.getByText('请填写 0 到 100 之间的数')).toBeVisible();
  await fillIn(form, { 手机号码: '13800001111', 期初应收: '5', '税率(%)': '13' });
  await saved(form);

  const goods = await shop.goTo('/material/material', '商品信息');
  const product = await newForm(goods, '商品');
  const days = product.getByLabel('保质期(天)');
  await days.fill('-4');
  await days.blur();
  await expect(days).toHaveValue('-4');
  await expect(product.getByText('请填写 0 到 100000 之间的整数')).toBeVisible();
});
