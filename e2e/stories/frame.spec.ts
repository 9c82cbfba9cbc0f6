import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { pick } from '../masters.ts';
import { button, field, named, owner, Rows, Shop } from '../pages.ts';
import { story } from '../story.ts';

const atLogin = (page: Page): Promise<void> => expect(button(page, '登录')).toBeVisible();

/** Leaves by the user menu; answers the question whether to. */
async function signOut({ page }: Shop): Promise<void> {
  await page.getByTitle('用户菜单').click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  const question = page.getByRole('dialog').filter({ hasText: '确定退出登录？' });
  await button(question, '退出登录').click();
  await atLogin(page);
}

/** A session of its own, so that ending it ends no other story's. */
test.describe('before the sign-in', () => {
  test('a deep link leads to the sign-in, and from there to its page', async ({ page }) => {
    const shop = new Shop(page);
    await page.goto('/system/customer');
    await atLogin(page);
    await shop.fillSignIn(owner.name, owner.password);
    await expect(button(shop.pane('客户信息'), '新增')).toBeVisible();
    await expect(page).toHaveURL(/\/system\/customer$/);
  });

  test('a wrong password is told, and what was typed stays', async ({ page }) => {
    const shop = new Shop(page);
    await page.goto('/');
    await shop.fillSignIn(owner.name, 'Not-the-password-1');
    await expect(page.getByRole('alert')).toHaveText('登录名或密码不正确，或账号不可用');
    await expect(page.getByLabel('用户名')).toHaveValue(owner.name);
    await shop.fillSignIn(owner.name, owner.password);
    await expect(page.getByRole('navigation', { name: '菜单' })).toBeVisible();
  });

  test('who signs out is out in every window', async ({ page, context }) => {
    const shop = new Shop(page);
    await shop.signIn();
    const list = await shop.openPage('客户信息');
    await expect(button(list, '新增')).toBeVisible();
    const token = await page.evaluate(() => ({ ...localStorage }));
    const other = new Shop(await context.newPage());
    await other.page.goto('/system/vendor');
    await expect(button(other.pane('供应商信息'), '新增')).toBeVisible();
    await signOut(other);

    // The first window still holds its token, as one on another machine would.
    await page.evaluate((kept) => {
      for (const [name, value] of Object.entries(kept)) localStorage.setItem(name, value);
    }, token);
    await button(list, '刷新').click();
    await shop.answer('登录已过期', '重新登录');
    await atLogin(page);
    await shop.fillSignIn(owner.name, owner.password);
    await expect(button(shop.pane('客户信息'), '新增')).toBeVisible();
  });
});

story('pages keep what was typed while another is in front', async ({ shop }) => {
  const products = await shop.goTo('/material/material', '商品信息');
  const keyword = products.getByRole('textbox', { name: '关键词', exact: true });
  await keyword.fill('龙井');
  const customers = await shop.openPage('客户信息');
  await button(customers, '新增').first().click();
  const form = customers.getByRole('dialog', { name: '新增客户' });
  const name = named('茶楼');
  await field(form, '名称').fill(name);

  await shop.tab('商品信息').click();
  await expect(keyword).toHaveValue('龙井');
  await expect(customers).toBeHidden();
  await shop.tab('客户信息').click();
  await expect(field(form, '名称')).toHaveValue(name);

  await form.getByRole('button', { name: '取消', exact: true }).click();
  await shop.answer('本页内容未保存', '不保存，离开');
  await expect(form).toBeHidden();
});

story('pages are closed but for the last, which is home', async ({ shop, page }) => {
  await shop.goTo('/system/depot', '仓库信息');
  await shop.openPage('客户信息');
  await shop.tab('客户信息').press('Delete');
  await expect(shop.tab('客户信息')).toBeHidden();
  await expect(shop.pane('仓库信息')).toBeVisible();
  await shop.tab('仓库信息').press('Delete');
  await expect(page.getByRole('heading', { name: '经营概况' })).toBeVisible();
  const tabs = page.getByRole('tablist').filter({ has: shop.tab('首页') });
  await shop.tab('首页').press('Delete');
  await expect(tabs.getByRole('button')).toHaveCount(0);
  await expect(tabs.getByRole('tab')).toHaveText([/首页$/]);
});

story('the menu is searched by a part of a page’s name', async ({ shop, page }) => {
  await shop.goTo('/system/depot', '仓库信息');
  const search = page.getByRole('combobox', { name: '搜索菜单' });
  await search.fill('对账');
  const offered = page.getByRole('listbox').locator('..').getByTitle(/对账$/);
  await expect(offered).toHaveText(['客户对账', '供应商对账']);
  await search.press('Enter');
  await expect(shop.pane('客户对账')).toBeVisible();
});

story('English and back', async ({ shop, page }) => {
  await shop.goTo('/material/material', '商品信息');
  await pick(page, '语言', 'English');
  const products = shop.pane('Products');
  await expect(button(products, 'New').first()).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page).toHaveURL(/\/material\/material$/);
  await pick(page, 'Language', '中文');
  await expect(button(shop.pane('商品信息'), '新增').first()).toBeVisible();
});

story('an unknown address is answered with a page that leads home', async ({ shop, page }) => {
  await page.goto('/no/such/page');
  await expect(page).toHaveURL(/\/404$/);
  await expect(page.getByText('页面不存在')).toBeVisible();
  await button(page, '返回首页').click();
  await expect(shop.page.getByRole('heading', { name: '经营概况' })).toBeVisible();
});

story.describe('on a phone', () => {
  story.use({ viewport: { width: 400, height: 800 }, hasTouch: true });

  story('the menu is a drawer and a list is cards', async ({ shop, desk, page }) => {
    const { name, barcode } = await desk.product('手机');
    await shop.goTo('/system/depot', '仓库信息');
    await expect(page.getByRole('navigation', { name: '菜单' })).toBeHidden();
    await button(page, '收起或展开菜单').click();
    const drawer = page.getByRole('dialog', { name: '商仓' });
    await drawer.getByRole('menuitem', { name: '商品管理' }).click();
    await drawer.getByRole('menuitem', { name: '商品信息' }).click();
    await expect(drawer).toBeHidden();

    const pane = shop.pane('商品信息');
    await expect(pane.getByRole('table')).toHaveCount(0);
    const card = pane.getByRole('listitem').filter({ hasText: name });
    await expect(card).toContainText(barcode);
    const wide = await page.evaluate<number>('document.documentElement.scrollWidth');
    expect(wide).toBeLessThanOrEqual(400);
    await button(card, name).click();
    const form = pane.getByRole('dialog', { name: '编辑商品' });
    await expect(field(form, '名称')).toHaveValue(name);
  });
});

/** What axe finds serious or critical, each with where it is. */
async function faults(page: Page): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return (
    violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
      // The remove button of antd's tabs stands inside the tab list, which takes tabs alone.
      .filter((fault) => fault !== 'aria-required-children: .ant-tabs-nav')
  );
}

const words = {
  'zh-cn': {
    submit: '登录',
    list: '商品信息',
    add: '新增',
    editor: '采购入库 · 新增',
    grid: '明细',
  },
  en: {
    submit: 'Sign in',
    list: 'Products',
    add: 'New',
    editor: /Purchase receipt · new$/,
    grid: 'Lines',
  },
} as const;

for (const [language, word] of Object.entries(words))
  story(`nothing keeps a screen reader out, in ${language}`, async ({ shop, desk, page }) => {
    const { name } = await desk.product();
    await page.addInitScript(
      (value) => localStorage.setItem('pro__language', JSON.stringify({ value, expire: null })),
      language,
    );
    const list = await shop.goTo('/material/material', word.list);
    await expect(new Rows(list).row(name)).toBeVisible();
    expect(await faults(page)).toEqual([]);

    await page.goto('/bill/purchase_in/new');
    const editor = shop.pane(word.editor);
    await expect(editor.getByRole('grid', { name: word.grid, exact: true })).toBeVisible();
    expect(await faults(page)).toEqual([]);

    await page.evaluate(() => localStorage.removeItem('pro__accessToken'));
    await page.goto('/user/login');
    await expect(button(page, word.submit)).toBeVisible();
    expect(await faults(page)).toEqual([]);
  });
