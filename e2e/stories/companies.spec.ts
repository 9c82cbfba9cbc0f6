import { addTenant } from '@tradehouse/contract';
import { expect } from '@playwright/test';
import type { Locator } from '@playwright/test';
import { barriers } from '../barriers.ts';
import { Desk } from '../desk.ts';
import type { Product } from '../desk.ts';
import {
  actOn,
  button,
  choose,
  Editor,
  field,
  Grid,
  operator,
  Rows,
  uniqueDigits,
} from '../pages.ts';
import type { Shop } from '../pages.ts';
import { test } from '../story.ts';

/** The password that is told once, and the notice put away. */
async function toldPassword(shop: Shop): Promise<string> {
  const notice = shop.page.getByRole('dialog').filter({ hasText: '的初始密码' });
  const password = await notice.locator('code').innerText();
  await button(notice, '知道了').click();
  await expect(notice).toBeHidden();
  return password.trim();
}

/** Signs in with a first password and sets another. */
async function signInFirst(shop: Shop, name: string, first: string, own: string): Promise<void> {
  await shop.page.goto('/');
  await shop.fillSignIn(name, first);
  await shop.page.getByLabel('新密码', { exact: true }).fill(own);
  await shop.page.getByLabel('确认新密码').fill(own);
  await button(shop.page, '保存').click();
  await expect(shop.page.getByRole('navigation', { name: '菜单' })).toBeVisible();
}

async function receive(shop: Shop, { barcode, name }: Product, supplier: string): Promise<string> {
  await button(await shop.openPage('采购入库'), '新增')
    .first()
    .click();
  const editor = new Editor(shop, '采购入库');
  await choose(editor.pane, '供应商', supplier);
  const grid = new Grid(editor.pane);
  await grid.go(1, '条码');
  await grid.enter(1, barcode, name, '10');
  return editor.save('Control+Enter');
}

/** An act of the first row with a text. */
async function act(list: Rows, row: string, what: string): Promise<void> {
  await actOn(list.row(row).first(), what);
}

test('a company is created, usable at once, suspended, exported and restored as a second company', async ({
  shop: office,
  request,
  openElsewhere,
}) => {
  const login = `gs${uniqueDigits()}`;
  const own = 'Own-Word-of-mine-7';
  const works = await openElsewhere();
  let first = '';
  let product: Product;
  let pane: Locator;

  await test.step('the operator makes a company and is told the first password', async () => {
    await office.signIn(operator);
    pane = await office.openPage('租户管理');
    await button(pane, '新增').first().click();
    const form = pane.getByRole('dialog', { name: '新增租户' });
    await field(form, '登录名称').fill(login);
    await field(form, '公司名称').fill('磨坊面粉公司');
    expect(await barriers(office.page)).toEqual([]);
    await button(form, '保存').click();
    first = await toldPassword(office);
    await new Rows(pane).filter('登录名称', login);
    expect(await barriers(office.page)).toEqual([]);
    await new Rows(pane).expectCell(login, '租户类型', '试用');
    await new Rows(pane).expectCell(login, '用户数量', '1');
  });

  await test.step('the owner has to set a password, and receives goods at once', async () => {
    await signInFirst(works, login, first, own);
    const desk = new Desk(request, { name: login, password: own });
    product = await desk.product();
    const supplier = await desk.partner('supplier');
    const number = await receive(works, product, supplier.name);
    await expect(works.pane(number).getByText('已审核')).toBeVisible();
  });

  await test.step('the operator sees the usage and exports the company as a file', async () => {
    const list = new Rows(pane);
    await act(list, login, '用量');
    const usage = pane.getByRole('dialog', { name: '磨坊面粉公司 的用量' });
    await expect(usage.getByText('1 / 3')).toBeVisible();
    await usage.getByRole('button', { name: '关闭' }).click();
    const file = await office.downloaded(() => act(list, login, '导出公司'));
    await button(pane, '恢复公司').click();
    const restore = pane.getByRole('dialog', { name: '由文件恢复公司' });
    await restore.getByLabel('公司文件').setInputFiles(await file.path());
    await button(restore, '恢复公司').click();
    await expect(restore.getByRole('alert')).toContainText(`公司代码 ${login} 已存在`);
    await restore.getByLabel('公司代码').fill(`${login}b`);
    await button(restore, '恢复公司').click();
    const copyFirst = await toldPassword(office);
    // What was renamed stays to be read until it is put away.
    await office.page.locator('.ant-notification-notice-close').click();
    const copy = await openElsewhere();
    await signInFirst(copy, `${login}b-${login}`, copyFirst, own);
    const stock = new Rows(await copy.openPage('商品库存'));
    await stock.filter('商品信息', product.name);
    await expect(stock.row(product.name).first()).toContainText('10');
  });

  await test.step('users of a suspended company are signed out with their next click', async () => {
    pane = office.pane('租户管理');
    const list = new Rows(pane);
    await list.filter('登录名称', login);
    const original = list.row(login).filter({ hasNotText: `${login}b-` });
    await original.getByRole('checkbox').check();
    await button(pane, '禁用').click();
    await office.answer(/禁用选中的 1 家公司/, '确定');
    // The bell asks by itself; anyone who works on meets the same answer.
    await works.answer('登录已过期', '重新登录');
    await works.fillSignIn(login, own);
    await expect(works.page.getByRole('alert')).toHaveText(/登录名或密码不正确/);
  });
});

test('the first renewal asks before the term gets an end', async ({ shop: office, request }) => {
  const login = `gs${uniqueDigits()}`;
  const name = `磨坊${login}`;
  await new Desk(request, operator).call(addTenant, { loginName: login, name, userLimit: 3 });
  await office.signIn(operator);
  const pane = await office.openPage('租户管理');
  const list = new Rows(pane);
  await list.filter('登录名称', login);
  await actOn(list.row(login), '续费');
  const renewal = pane.getByRole('dialog', { name: `${name} 续费` });
  await expect(renewal).toContainText('目前长期有效');
  await expect(renewal).toContainText('还没有续费');
  expect(await barriers(office.page)).toEqual([]);
  await button(renewal, '续费').click();
  await office.answer(`要给 ${name} 设定到期时间吗？`, '取消');
  await expect(renewal).toBeVisible();
  await button(renewal, '续费').click();
  await office.answer(`要给 ${name} 设定到期时间吗？`, '续费');
  await expect(renewal).toBeHidden();
  await actOn(list.row(login), '续费');
  await expect(renewal).toContainText('目前到期时间');
  await button(renewal, '取消').click();
});

test('a secret of the platform is set and not shown again', async ({ shop: office }) => {
  await office.signIn(operator);
  const config = await office.openPage('平台配置');
  const rows = new Rows(config);
  await rows.filter('配置名称', 'reset_password');
  const set = async (value: string, told: '是' | '否'): Promise<void> => {
    await act(rows, 'reset_password', '编辑');
    const form = config.getByRole('dialog', { name: '编辑平台配置' });
    await form.getByLabel('配置值').fill(value);
    await button(form, '保存').click();
    await expect(form).toBeHidden();
    await rows.expectCell('reset_password', '已设置', told);
  };
  await set('Quite-Secret-4', '是');
  await expect(config.getByText('Quite-Secret-4')).toHaveCount(0);
  await set('', '否');
  await expect(office.tab('平台配置').getByTitle('本页内容未保存')).toHaveCount(0);
  const plugins = await office.openPage('插件管理');
  await expect(plugins.getByText(/不在服务器上运行外来代码/)).toBeVisible();
});

test('a page is added to the menu, disabled and deleted', async ({ shop: office }) => {
  await office.signIn(operator);
  const [name, number] = [`试用页${uniqueDigits()}`, uniqueDigits()];
  const functions = await office.openPage('菜单管理');
  await button(functions, '新增').first().click();
  const form = functions.getByRole('dialog', { name: '新增菜单' });
  await field(form, '编号').fill(number);
  await field(form, '名称').fill('用户管理');
  await field(form, '英文名称').fill(`Trial ${number}`);
  await field(form, '链接').fill(`/trial_${number}`);
  await field(form, '组件').fill('/system/UnitList');
  await field(form, '排序').fill('99');
  await form.getByRole('switch').click();
  await expect(form.getByText('用户管理 已存在')).toBeVisible();
  await field(form, '名称').fill(name);
  await button(form, '保存').click();
  await expect(form).toBeHidden();
  const rows = new Rows(functions);
  await rows.filter('名称', name);
  await rows.expectCell(name, '组件', '/system/UnitList');
  await rows.expectCell(name, '是否启用', '禁用');
  await rows.row(name).getByRole('checkbox').check();
  await button(functions, '删除').first().click();
  await office.answer(/删除/, '确定');
  await expect(rows.row(name)).toHaveCount(0);
});
