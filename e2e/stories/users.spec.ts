import { expect } from '@playwright/test';
import type { Locator } from '@playwright/test';
import {
  currentSettings,
  documentTables,
  roleChoices,
  roles,
  updateSettings,
  users,
  warehouses,
} from '@tradehouse/contract';
import type { Desk } from '../desk.ts';
import type { Shop } from '../pages.ts';
import { actOn, Editor, Grid, Rows, button, choose, field, named, inColours } from '../pages.ts';
import { barriers } from '../barriers.ts';
import { turnTo } from '../sight.ts';
import { story } from '../story.ts';

// By whichever worker is free: else one alone tells a long file at the end.
story.describe.configure({ mode: 'parallel' });

const FIRST = 'First-of-theirs-1';
const OWN = 'Their-own-word-2';

/** Warehouses and customers are granted while `work` goes on. */
async function granting(desk: Desk, work: () => Promise<void>): Promise<void> {
  const turn = async (on: boolean): Promise<void> => {
    const { version } = await desk.call(currentSettings, {});
    await desk.call(updateSettings, { version, warehouseGrants: on, customerGrants: on });
  };
  await turn(true);
  try {
    await work();
  } finally {
    await turn(false);
  }
}

/** A user's first sign-in, in a browser of their own: they set a password and are in. */
async function firstSignIn(theirs: Shop, name: string): Promise<void> {
  await theirs.page.goto('/');
  await theirs.fillSignIn(name, FIRST);
  const form = theirs.page;
  // The password just typed is not asked for again; after a reload it is.
  const fresh = form.getByLabel('新密码', { exact: true });
  await expect(fresh).toBeFocused();
  const old = form.getByLabel('旧密码', { exact: true });
  await expect(old).toHaveCount(0);
  await form.reload();
  await old.fill(FIRST);
  await fresh.fill(OWN);
  await form.getByLabel('确认新密码', { exact: true }).fill(OWN);
  await button(form.locator('form'), '保存').click();
  await expect(form.getByRole('navigation', { name: '菜单' })).toBeVisible();
}

/** An act of one row of a list; its dialog, where it opens one. */
async function act(list: Locator, row: string, name: string): Promise<void> {
  await actOn(new Rows(list).row(row).first(), name);
}

const tick = (dialog: Locator, name: string): Promise<void> =>
  dialog.getByRole('checkbox', { name, exact: true }).check();

async function saved(dialog: Locator): Promise<void> {
  await button(dialog, '保存').click();
  await expect(dialog).toBeHidden();
}

story('a salesperson sees only granted records', async ({ shop, desk, openElsewhere }) => {
  const product = await desk.product();
  const [mine, second, foreign] = [
    await desk.partner('customer', '甲客户'),
    await desk.partner('customer', '乙客户'),
    await desk.partner('customer', '丙客户'),
  ];
  const depot = named('东仓');
  await desk.call(warehouses.add, { name: depot });
  await desk.receive(product, '5');
  const sale = await desk.sell(product, '1', { partnerId: mine.id });

  await granting(desk, async () => {
    // The role: own documents, a few pages, few buttons.
    const role = named('受限销售');
    const roleList = await shop.goTo('/system/role', '角色管理');
    await button(roleList, '新增').first().click();
    const roleForm = roleList.getByRole('dialog', { name: '新增角色', exact: true });
    await field(roleForm, '角色名称').fill(role);
    await roleForm.getByRole('combobox', { name: /数据范围/ }).click();
    await shop.page.getByTitle('个人数据', { exact: true }).click();
    await saved(roleForm);
    await shop.answer('继续分配菜单', '确定');
    const pages = roleList.getByRole('dialog', { name: `分配菜单 · ${role}` });
    for (const page of ['销售出库', '商品库存', '客户信息'])
      await pages
        .getByRole('treeitem')
        .filter({ hasText: page })
        .locator('.ant-tree-checkbox')
        .click();
    await saved(pages);
    await shop.answer('继续分配按钮', '确定');
    const buttons = roleList.getByRole('dialog', { name: `分配按钮 · ${role}` });
    await new Rows(buttons).row('销售出库').getByLabel('编辑').check();
    await saved(buttons);

    // The user: one warehouse and two customers.
    const login = named('xs');
    const userList = await shop.openPage('用户管理');
    await button(userList, '新增').first().click();
    const userForm = userList.getByRole('dialog', { name: '新增用户', exact: true });
    await field(userForm, '登录名称').fill(login);
    await field(userForm, '用户姓名').fill('小销');
    await userForm.getByLabel('用户密码').fill(FIRST);
    await choose(userForm, '角色', role);
    await saved(userForm);
    await new Rows(userList).filter('登录名称', login);
    await act(userList, login, '分配仓库');
    const depots = userList.getByRole('dialog', { name: '分配仓库 · 小销' });
    await tick(depots, depot);
    await saved(depots);
    await act(userList, login, '分配客户');
    const customers = userList.getByRole('dialog', { name: '分配客户 · 小销' });
    for (const { name } of [mine, second]) {
      await customers.getByRole('searchbox').fill(name);
      await customers.getByRole('searchbox').press('Enter');
      await tick(customers, name);
    }
    await saved(customers);

    const theirs = await openElsewhere();
    await firstSignIn(theirs, login);
    const menu = theirs.page.getByRole('navigation', { name: '菜单' });
    await expect(menu).toContainText('销售管理');
    await expect(menu).not.toContainText('采购管理');
    await expect(menu).not.toContainText('系统管理');
    const seen = new Rows(await theirs.openPage('客户信息'));
    await expect(seen.row(mine.name)).toBeVisible();
    await expect(seen.row(second.name)).toBeVisible();
    await expect(seen.row(foreign.name)).toHaveCount(0);
    await expect(button(seen.scope, '新增')).toHaveCount(0);
    const sales = new Rows(await theirs.openPage('销售出库'));
    await expect(
      sales.scope.getByText('这里还没有内容').or(sales.scope.getByText('没有符合条件的内容')),
    ).toBeVisible();
    await expect(sales.row(sale.number)).toHaveCount(0);

    // A right that is taken is dead on the next click.
    await act(await shop.openPage('角色管理'), role, '分配菜单');
    const fewer = shop.pane('角色管理').getByRole('dialog', { name: `分配菜单 · ${role}` });
    await fewer
      .getByRole('treeitem')
      .filter({ hasText: '客户信息' })
      .locator('.ant-tree-checkbox')
      .click();
    await saved(fewer);
    await shop.answer('继续分配按钮', '取消');
    await theirs.page.goto('/system/customer');
    await expect(theirs.page).toHaveURL(/\/404$/);

    // And the owner looks through their eyes, which changes nothing.
    await act(await shop.openPage('用户管理'), login, '查看权限');
    const rights = shop.pane('用户管理').getByRole('dialog', { name: '小销 的权限' });
    await expect(rights).toContainText('个人数据');
    await expect(rights).toContainText(depot);
    await expect(rights).toContainText(mine.name);
    await button(rights, '以此用户身份查看').click();
    const banner = shop.page.getByText('您正以“小销”的身份查看');
    await expect(banner).toBeVisible();
    await expect(shop.page.getByRole('navigation', { name: '菜单' })).not.toContainText('系统管理');
    await button(shop.page, '结束查看').click();
    await expect(banner).toBeHidden();
    await expect(shop.page.getByRole('navigation', { name: '菜单' })).toContainText('系统管理');
  });
});

story(
  'amounts are hidden from a warehouse keeper; a reset password is shown once',
  async ({ shop, desk, openElsewhere }) => {
    const product = await desk.product();
    const login = named('ck');
    const keeper = (await desk.call(roleChoices, {})).find(({ type }) => type === 'keeper');
    expect(keeper).toBeDefined();
    await desk.call(users.add, {
      loginName: login,
      name: '小仓',
      roleId: keeper?.id ?? '',
      hideAmounts: true,
    });
    const list = await shop.goTo('/system/user', '用户管理');
    await new Rows(list).filter('登录名称', login);
    await act(list, login, '重置密码');
    await shop.answer('重置“小仓”的密码', '确定');
    const told = shop.page.getByText(`${login} 的密码：`).filter({ visible: true });
    const password = (await told.innerText()).split('：')[1] ?? '';
    await shop.page.keyboard.press('Escape');

    const theirs = await openElsewhere();
    await theirs.page.goto('/');
    await theirs.fillSignIn(login, password);
    await theirs.page.getByLabel('新密码', { exact: true }).fill(OWN);
    await theirs.page.getByLabel('确认新密码', { exact: true }).fill(OWN);
    await button(theirs.page.locator('form'), '保存').click();
    await expect(theirs.page.getByRole('navigation', { name: '菜单' })).toBeVisible();
    const goods = new Rows(await theirs.openPage('商品信息'));
    await goods.filter('关键词', product.name);
    await goods.expectCell(product.name, '库存', '0');
    await expect(goods.row(product.name)).toHaveCount(1);
    for (const price of ['采购价', '零售价', '销售价'])
      await expect(goods.scope.getByRole('columnheader', { name: price })).toHaveCount(0);

    // What they write is priced all the same; they are neither shown nor asked for how much.
    const supplier = await desk.partner('supplier');
    await theirs.open('/bill/purchase_in/new');
    const editor = new Editor(theirs, '采购入库');
    await choose(editor.pane, '供应商', supplier.name);
    const lines = new Grid(editor.pane);
    await lines.go(1, '条码');
    await lines.enter(1, product.barcode, product.name, '3');
    await expect(lines.grid.getByRole('columnheader', { name: /单价|金额|税/ })).toHaveCount(0);
    await expect(editor.pane.getByText(/优惠|欠款|[$¥]/)).toHaveCount(0);
    const number = await editor.save();
    const [row] = await desk.rows(documentTables.purchaseIn, {
      search: JSON.stringify({ kind: 'purchaseIn', number }),
    });
    expect(row).toMatchObject({ goodsAmount: '60', partnerName: supplier.name });
    await theirs.open('/bill/sale_out/new');
    await theirs.readNotice('您没有编辑这类单据的权限');
  },
);

story('users of a warehouse are chosen on the warehouse page too', async ({ shop, desk }) => {
  const name = named('西仓');
  await desk.call(warehouses.add, { name });
  const role = await desk.call(roles.add, { name: named('角色'), dataScope: 'own' });
  const login = named('yh');
  await desk.call(users.add, { loginName: login, name: login, roleId: role.id });
  const list = await shop.goTo('/system/depot', '仓库信息');
  await act(list, name, '分配用户');
  const dialog = list.getByRole('dialog', { name: `分配用户 · ${name}` });
  await expect(dialog).toContainText('未启用“分配仓库权限”');
  await tick(dialog, login);
  await saved(dialog);
  await act(list, name, '分配用户');
  await expect(dialog.getByRole('checkbox', { name: login, exact: true })).toBeChecked();
});

story('the pages of users and roles have no accessibility barriers', async ({ shop, page }) => {
  for (const [colorScheme, url, name, act, dialog] of [
    ['light', '/system/user', '用户管理', '新增', '新增用户'],
    ['light', '/system/role', '角色管理', '分配按钮', /^分配按钮/],
    ['dark', '/system/user', '用户管理', '查看权限', /的权限$/],
    ['dark', '/system/role', '角色管理', '分配菜单', /^分配菜单/],
  ] as const) {
    if (url === '/system/user') {
      await inColours(page, colorScheme);
      await page.goto(url);
    } else await turnTo(page, url, name);
    const pane = shop.pane(name);
    await pane.getByRole('row').nth(1).hover();
    expect(await barriers(page), `${colorScheme} ${name}`).toEqual([]);
    if (act === '新增') await button(pane, act).first().click();
    else await actOn(pane.getByRole('row').nth(1), act);
    await expect(pane.getByRole('dialog', { name: dialog })).toBeVisible();
    await expect(pane.locator('.ant-skeleton')).toHaveCount(0);
    expect(await barriers(page), `${colorScheme} ${act}`).toEqual([]);
  }
});
