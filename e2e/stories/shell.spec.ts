import { addSettings, currentSettings, customerTable } from '@tradehouse/contract';
import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import {
  runInMatrix,
  MATRIX_ONLY,
  button,
  demo,
  Editor,
  field,
  Grid,
  Rows,
  Shop,
  standing,
  speakEnglish,
  overflows,
} from '../pages.ts';
import { barriers } from '../barriers.ts';
import { turnTo } from '../sight.ts';
import { story, test } from '../story.ts';

// By whichever worker is free: else one alone tells a long file at the end.
story.describe.configure({ mode: 'parallel' });

const signInForm = (page: Page): Locator => page.getByRole('form', { name: '登录' });

/** The names in the menu that are not seen whole. */
const CUT_NAMES = `[...document.querySelectorAll('.side-menu .ant-menu-title-content')]
  .filter((name) => name.scrollWidth > name.clientWidth).map((name) => name.textContent)`;

test('a wrong password is refused, the right password opens the requested page', async ({
  page,
}) => {
  const shop = new Shop(page);
  await page.goto('/system/customer');
  await shop.fillSignIn(demo.name, 'Not-the-password-1');
  await expect(signInForm(page).getByRole('alert')).toHaveText(/登录名或密码不正确/);
  await expect(page.getByLabel('用户名')).toHaveValue(demo.name);
  await shop.fillSignIn(demo.name, demo.password);
  await expect(button(shop.pane('客户信息'), '新增').first()).toBeVisible();
  await expect(page).toHaveURL(/\/system\/customer$/);
});

test('signing out ends the session, and a second window reports the end', async ({
  page,
  context,
}) => {
  const shop = new Shop(page);
  await shop.signIn(demo);
  const other = new Shop(await context.newPage());
  await other.goTo('/system/customer', '客户信息');
  await expect(button(other.pane('客户信息'), '新增').first()).toBeVisible();

  await page.getByRole('button', { name: demo.name }).click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await shop.answer('确定退出登录？', '退出登录');
  await expect(signInForm(page)).toBeVisible();

  // It is told at once, or with its next click.
  await other.page.bringToFront();
  await other.answer('登录已过期', '重新登录');
  await expect(signInForm(other.page)).toBeVisible();
});

story(
  'an address opens its page, and an unknown address shows a notice beside the menu',
  async ({ shop, desk, page }) => {
    const { id, number } = await desk.receive(await desk.product(), '2');
    await shop.goTo(`/bill/purchase_in/${id}`, number);
    await expect(
      shop.pane(number).getByRole('heading', { name: '采购入库' }).first(),
    ).toBeVisible();
    await expect(page).toHaveTitle(`${number} · 商仓`);
    const menu = page.getByRole('navigation', { name: '菜单' });
    await shop.openFromMenu(menu, '报表查询', '商品库存');
    await expect(page).toHaveURL(/\/report\/material_stock$/);
    await page.goBack();
    await expect(shop.pane(number)).toBeVisible();

    await page.goto('/nowhere/at/all');
    await expect(page).toHaveURL(/\/404$/);
    await expect(page.getByText('页面不存在')).toBeVisible();
    await shop.openFromMenu(menu, '报表查询', '商品库存');
    await page.goBack();
    await expect(page.getByText('页面不存在')).toBeVisible();
    await button(page, '返回首页').click();
    await expect(shop.pane('首页')).toBeVisible();
  },
);

story('pages stay alive in the background', async ({ shop, desk, page }) => {
  const product = await desk.product('毛巾');
  for (let more = 0; more < 10; more += 1) await desk.product('毛巾');
  await page.setViewportSize({ width: 1366, height: 480 });
  const list = new Rows(await shop.goTo('/material/material', '商品信息'));
  await list.filter('关键词', '毛巾');
  const last = list.scope.getByRole('row').last();
  await expect(list.row('毛巾').nth(9)).toBeVisible();
  await list.row('毛巾').nth(9).hover();
  await page.mouse.wheel(0, 2000);
  await field(list.scope, '规格').fill('不查询');
  await expect(last).toBeInViewport();
  const place = await standing(list.row('毛巾').nth(5));

  const menu = page.getByRole('navigation', { name: '菜单' });
  await shop.openFromMenu(menu, '采购管理', '采购入库');
  await button(shop.pane('采购入库'), '新增').first().click();
  const editor = new Editor(shop, '采购入库');
  const grid = new Grid(editor.pane);
  await grid.go(1, '条码');
  await grid.enter(1, product.barcode, product.name, '4');

  const customers = await shop.openPage('客户信息');
  await button(customers, '新增').first().click();
  const form = customers.getByRole('dialog', { name: '新增客户' });
  await field(form, '名称').fill('未保存的客户');

  await shop.tab('商品信息').click();
  await expect(field(list.scope, '关键词')).toHaveValue('毛巾');
  await expect(field(list.scope, '规格')).toHaveValue('不查询');
  await expect.poll(() => list.row('毛巾').nth(5).boundingBox()).toEqual(place);
  await shop.tab(/采购入库 · 新增/).click();
  await grid.expectCell(1, '数量', '4');
  await shop.tab('客户信息').click();
  await expect(field(form, '名称')).toHaveValue('未保存的客户');
  const asked = page.waitForEvent('dialog');
  await page.evaluate('void setTimeout(() => location.reload())');
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  await expect(field(form, '名称')).toHaveValue('未保存的客户');
});

story('a hidden page sends no request and reacts to no key', async ({ shop, page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.endsWith(customerTable.path)) asked.push(searchParams.get('search') ?? '');
  });
  const ofCustomers = (): readonly string[] => asked.filter((search) => /customer/.test(search));
  const customers = await shop.goTo('/system/customer', '客户信息');
  await expect.poll(() => ofCustomers().length).toBe(1);
  const suppliers = await shop.openPage('供应商信息');
  await expect(button(suppliers, '新增').first()).toBeVisible();
  // Both are read at one address, so that both are out of date now.
  const before = asked.length;
  const answered = page.waitForResponse((reply) => reply.url().includes(customerTable.path));
  await button(suppliers, '刷新').click();
  await answered;
  expect(asked.slice(before)).toEqual([expect.stringMatching(/supplier/)]);

  await button(suppliers, '列设置').click();
  const choices = page.getByRole('checkbox', { name: '联系人' }).filter({ visible: true });
  await expect(choices).toHaveCount(1);
  await page.goBack();
  await expect(button(customers, '新增').first()).toBeVisible();
  await expect(choices).toHaveCount(0);
  await expect.poll(() => ofCustomers().length).toBe(2);

  await page.keyboard.press('n');
  await expect(customers.getByRole('dialog', { name: '新增客户' })).toBeVisible();
  await page.goForward();
  await expect(button(suppliers, '新增').first()).toBeVisible();
  await expect(suppliers.getByRole('dialog')).toHaveCount(0);
  await shop.tab('供应商信息').focus();
  await page.keyboard.press('Escape');
  await shop.tab('客户信息').click();
  await expect(field(customers.getByRole('dialog', { name: '新增客户' }), '名称')).toBeFocused();
});

story('g and a letter lead to a page, but not while typing', async ({ shop, page }) => {
  await expect(await shop.goTo('/dashboard/analysis', '首页')).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  const sales = shop.pane('销售出库');
  await expect(sales).toBeVisible();
  const number = field(sales, '单据编号');
  await number.pressSequentially('gh');
  await expect(number).toHaveValue('gh');
  await expect(sales).toBeVisible();
  await number.blur();
  await page.keyboard.press('g');
  await page.keyboard.press('h');
  await expect(shop.pane('首页')).toBeVisible();
});

story(
  'the last tab cannot be closed, and other tabs close from the menu of a tab',
  async ({ shop, page }) => {
    await shop.goTo('/system/customer', '客户信息');
    await shop.openPage('供应商信息');
    await shop.openPage('商品信息');
    await shop.tab('供应商信息').click({ button: 'right' });
    await page.getByRole('menuitem', { name: '关闭其他' }).click();
    await expect(shop.tab('商品信息')).toBeHidden();
    await expect(shop.tab('客户信息')).toBeHidden();
    await expect(shop.tab('首页')).toBeVisible();
    const pages = page.getByRole('navigation', { name: '已打开的页面' });
    await pages.getByTitle('关闭 (Delete)').click();
    await expect(shop.pane('首页')).toBeVisible();
    await expect(pages.getByRole('tab')).toHaveCount(1);
    await expect(pages.getByTitle('关闭 (Delete)')).toHaveCount(0);
    await shop.openPage('商品信息');
    await shop.tab('商品信息').focus();
    await page.keyboard.press('Delete');
    await expect(shop.pane('首页')).toBeVisible();
    await shop.tab('首页').focus();
    await page.keyboard.press('Delete');
    await shop.readNotice('不能再关闭');
    await expect(shop.pane('首页')).toBeVisible();
  },
);

story('the interface speaks English from the next page on', async ({ shop, desk, page }) => {
  const product = await desk.product('Pen');
  const opened = await shop.goTo('/bill/purchase_in/new', '采购入库 · 新增');
  await expect(opened.getByRole('combobox', { name: '供应商' })).toBeFocused();
  await speakEnglish(page);
  const pane = shop.pane('Purchase receipt · new');
  const grid = new Grid(pane, 'Lines');
  await grid.go(1, 'Barcode');
  await grid.type(product.barcode);
  await expect(grid.line(1)).toContainText(product.name);
  await grid.type('2');
  await expect(grid.line(1)).toContainText('40.00');
  await page.keyboard.press('Control+s');
  await expect(pane.getByText('Supplier is needed').first()).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search' }).fill('Stock on hand');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('columnheader', { name: 'Barcode' }).last()).toBeVisible();
  await expect(page).toHaveTitle('Stock on hand · Tradehouse');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  // Names are longer: none in the menu is cut.
  await shop.open('/financial/deposit_out');
  const names = page.getByRole('navigation', { name: 'Menu' }).locator('.ant-menu-title-content');
  await expect(names.filter({ hasText: 'Customer deposit refund' })).toBeVisible();
  expect(await page.evaluate(CUT_NAMES)).toEqual([]);
});

story(
  'a window narrowed to the width of a phone keeps the menu collapsed',
  async ({ shop, page }) => {
    const side = page.getByRole('complementary');
    const drawer = page.getByRole('dialog');
    const wide = { width: 1366, height: 768 };
    const narrow = { width: 390, height: 844 };
    await page.setViewportSize(wide);
    await shop.open('/');
    await expect(shop.pane('首页')).toBeVisible();
    await expect(side).toBeVisible();
    await page.setViewportSize(narrow);
    await expect(side).toHaveCount(0);
    await expect(drawer).toHaveCount(0);

    await page.getByRole('button', { name: '收起或展开菜单' }).click();
    await expect(drawer).toBeVisible();
    await page.setViewportSize(wide);
    await expect(side).toBeVisible();
    await page.setViewportSize(narrow);
    await expect(side).toHaveCount(0);
    await expect(drawer).toHaveCount(0);
  },
);

story(
  'a phone shows a menu drawer and list cards without horizontal overflow',
  async ({ shop, desk, page }) => {
    const product = await desk.product('雨伞');
    await desk.receive(product, '6');
    await page.setViewportSize({ width: 400, height: 800 });
    await shop.open('/');
    await expect(shop.pane('首页')).toBeVisible();
    await expect.poll(() => overflows(page)).toBe(false);

    await page.getByRole('button', { name: '收起或展开菜单' }).click();
    const drawer = page.getByRole('dialog');
    await shop.openFromMenu(drawer, '商品管理', '商品信息');
    await expect(drawer).toBeHidden();
    const list = shop.pane('商品信息');
    await button(list, '更多条件').click();
    await new Rows(list).filter('关键词', product.name);
    const card = list.getByRole('listitem').filter({ hasText: product.name });
    await expect(card).toContainText(product.barcode);
    await expect(card).toContainText('6');
    await expect.poll(() => overflows(page)).toBe(false);
    await button(card, product.name).click();
    const own = shop.pane(product.name);
    await expect.poll(() => overflows(page)).toBe(false);
    await button(own, '编辑').click();
    const form = own.getByRole('dialog', { name: '编辑商品' });
    await expect(field(form, '名称')).toHaveValue(product.name);
    await expect.poll(() => overflows(page)).toBe(false);

    for (const [url, title, act] of [
      ['/bill/purchase_in/new', '采购入库 · 新增', '保存'],
      ['/bill/retail_out/new', '零售出库 · 新增', '保存'],
      ['/report/material_stock', '商品库存', '工具'],
    ] as const) {
      await turnTo(page, url, title);
      await expect(button(shop.pane(title), act)).toBeVisible();
      await expect.poll(() => overflows(page), url).toBe(false);
    }
  },
);

story(
  'on a phone a document shows the status, the amount and the lines',
  MATRIX_ONLY,
  async ({ shop, desk, page }) => {
    const product = await desk.product('茶壶');
    const { number, id } = await desk.receive(product, '4');
    await page.setViewportSize({ width: 390, height: 844 });
    const list = await shop.goTo(`/bill/purchase_in?number=${number}`, '采购入库');
    const card = list.getByRole('listitem').filter({ hasText: number ?? '' });
    await expect(card).toContainText('已审核');
    await expect(card).toContainText('80.00');
    await turnTo(page, `/bill/purchase_in/${id}`, number);
    const lines = page.getByRole('region', { name: '明细' });
    for (const figure of ['数量 4', '单价 20.00', '金额 80.00'])
      await expect(lines.getByRole('cell', { name: figure, exact: true }).first()).toBeVisible();
    await expect.poll(() => lines.evaluate((box) => box.scrollWidth > box.clientWidth)).toBe(false);
    await turnTo(page, '/bill/retail_out/new', '零售出库 · 新增');
    const till = shop.pane('零售出库 · 新增');
    await expect(till.getByRole('radio', { name: '明细' })).toBeChecked();
  },
);

story('more tabs than the width allows all stay reachable', async ({ shop, page }) => {
  await shop.goTo('/system/customer', '客户信息');
  for (const name of [
    '供应商信息',
    '会员信息',
    '仓库信息',
    '结算账户',
    '收支项目',
    '经手人',
    '商品类别',
    '商品信息',
    '品牌',
  ])
    await shop.openPage(name);
  await expect(shop.pane('品牌')).toBeVisible();
  expect(await barriers(page)).toEqual([]);
});

story('the table of contents of the settings scrolls to the chosen section', async ({ shop }) => {
  const pane = await shop.goTo('/system/system_config', '系统配置');
  const part = pane.getByRole('region', { name: '打印模板' });
  await expect(part).not.toBeInViewport();
  await pane.getByRole('link', { name: '打印模板' }).click();
  await expect(part).toBeInViewport();
});

story('every total shows the currency sign of the company', async ({ shop, desk }) => {
  const { version, currencySymbol } = await desk.call(currentSettings, {});
  const pane = await shop.goTo('/system/system_config', '系统配置');
  try {
    const sign = pane.getByLabel('货币符号');
    await sign.fill('元');
    await sign.blur();
    await expect
      .poll(async () => (await desk.call(currentSettings, {})).version)
      .toBeGreaterThan(version);
    await shop.open('/dashboard/analysis');
    await expect(
      shop
        .pane('首页')
        .getByText(/^-?元[\d,]+\.\d\d$/)
        .first(),
    ).toBeVisible();
  } finally {
    await desk.call(addSettings, { currencySymbol });
  }
});

test('the sign-in page has no accessibility barriers', async ({ page }) => {
  await page.goto('/');
  await expect(signInForm(page)).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await button(page.getByRole('group', { name: '语言' }), 'English').click();
  await expect(page.getByRole('form', { name: 'Sign in' })).toBeVisible();
  expect(await barriers(page)).toEqual([]);
});

story('lists and editors have no accessibility barriers', async ({ shop, desk, page }) => {
  const product = await desk.product('眼镜');
  const { id, number } = await desk.receive(product, '2', { status: '0' });
  const look = async (list: string, home: string): Promise<void> => {
    for (const [url, title, sign] of [
      ['/bill/purchase_in', list, number],
      [`/bill/purchase_in/${id}`, number, product.name],
      ['/dashboard/analysis', home, ''],
      [`/bill/purchase_in/${id}/edit`, number, '主仓库'],
    ] as const) {
      await turnTo(page, url, title);
      await expect(shop.pane(title).getByText(sign).first()).toBeVisible();
      expect(await barriers(page), url).toEqual([]);
    }
  };
  await shop.goTo('/dashboard/analysis', '首页');
  await look('采购入库', '首页');
  await runInMatrix(async () => {
    await speakEnglish(page);
    await look('Purchase receipt', 'Home');
  });
});
