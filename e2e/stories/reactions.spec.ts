// What the pages do when the server refuses or is away (spec §8).
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { Shop, button, owner } from '../pages.ts';
import { story } from '../story.ts';

const customers = '**/api/supplier/list*';
const signIn = (page: Page) => page.getByRole('form', { name: '登录' });
const notice = (page: Page) => page.getByRole('alert').filter({ hasText: '未能完成' });

/** Lets one kind of call fail from now on. */
const failing = (page: Page, url: string, status: number, body = ''): Promise<unknown> =>
  page.route(url, (route) => route.fulfill({ status, body, contentType: 'application/json' }));

for (const [status, sentence] of [
  [403, '没有权限，拒绝访问'],
  [404, '没有找到您要的内容'],
  [504, '网络超时'],
] as const)
  story(`an answer of ${status} is a notice that goes by itself`, async ({ shop, page }) => {
    const list = await shop.goTo('/system/customer', '客户信息');
    await expect(button(list, '新增').first()).toBeVisible();
    await failing(page, customers, status);
    await page.getByRole('button', { name: '刷新' }).click();
    await expect(notice(page)).toContainText(sentence);
    await expect(notice(page)).toBeHidden();
    await expect(shop.pane('客户信息')).toBeVisible();
  });

for (const status of [404, 422])
  story(`a refusal of ${status} is a notice in the server's own words`, async ({ shop, page }) => {
    const list = await shop.goTo('/system/customer', '客户信息');
    await expect(button(list, '新增').first()).toBeVisible();
    const body = JSON.stringify({ code: status, message: '这里没有可以导出的内容' });
    await failing(page, '**/supplier/exportExcel*', status, body);
    await button(list, '导出').click();
    await expect(notice(page)).toContainText('这里没有可以导出的内容');
  });

story('an answer of 401 says so and leads back to the sign-in', async ({ shop, page }) => {
  await failing(page, customers, 401);
  await shop.goTo('/system/customer', '客户信息');
  await expect(page.getByText('尚未登录或登录失效，请重新登录')).toBeVisible();
  await expect(signIn(page)).toBeVisible();
  await page.unroute(customers);
  await page.reload();
  await expect(signIn(page)).toBeVisible();
});

story('a sign-in that ran out is asked for again', async ({ shop, page }) => {
  await failing(page, customers, 500, JSON.stringify({ code: 500, message: 'loginOut' }));
  await shop.goTo('/system/customer', '客户信息');
  await shop.answer('登录已过期', '重新登录');
  await expect(signIn(page)).toBeVisible();
});

story('without a menu there is no way on but the sign-in', async ({ browser, desk }) => {
  await desk.self();
  // It ends the sign-in, so it has one of its own.
  const storageState = { cookies: [], origins: [] };
  const page = await (await browser.newContext({ locale: 'zh-CN', storageState })).newPage();
  await new Shop(page).signIn(owner);
  await failing(page, '**/function/findMenuByPNumber', 500, '{"code":500,"message":"x"}');
  await page.goto('/');
  await expect(page.getByText('读取菜单失败')).toBeVisible();
  await expect(signIn(page)).toBeVisible();
});

story('signing out works without the server too, and says so', async ({ shop, page }) => {
  await shop.goTo('/system/customer', '客户信息');
  await page.route('**/user/logout*', (route) => route.abort());
  await page.getByRole('button', { name: owner.name }).click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await shop.answer('确定退出登录？', '退出登录');
  await expect(page.getByText('服务器没有确认退出')).toBeVisible();
  await expect(signIn(page)).toBeVisible();
});

story('an empty file is a failed download', async ({ shop, desk, page }) => {
  await desk.partner('supplier');
  const list = await shop.goTo('/system/vendor', '供应商信息');
  await page.route('**/exportExcel*', (route) => route.fulfill({ status: 200, body: '' }));
  await button(list, '导出').click();
  await expect(page.getByText('文件下载失败')).toBeVisible();
});

story('a page whose program was replaced asks for the new version', async ({ shop, page }) => {
  await expect(await shop.goTo('/dashboard/analysis', '首页')).toBeVisible();
  await page.route('**/assets/CustomerList*', (route) => route.abort());
  await page.route(/\/$/, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<script src="/assets/newer.js"></script>' }),
  );
  const pane = await shop.openPage('客户信息');
  await expect(pane.getByText('程序已更新，请刷新页面后继续')).toBeVisible();
  await page.unrouteAll();
  await button(pane, '刷新').click();
  await expect(button(shop.pane('客户信息'), '新增').first()).toBeVisible();
});

story(
  'a page opened without a network says so and opens when it is back',
  async ({ shop, page }) => {
    await expect(await shop.goTo('/dashboard/analysis', '首页')).toBeVisible();
    await page.context().setOffline(true);
    const pane = await shop.openPage('客户信息');
    await expect(pane.getByText('连不上服务器，网络恢复后自动打开')).toBeVisible();
    await expect(page.getByText('程序已更新')).toHaveCount(0);
    await page.context().setOffline(false);
    await expect(button(pane, '新增').first()).toBeVisible();
    await expect(shop.tab('首页')).toBeVisible();
  },
);

story('pages that cannot be shown have an address of their own', async ({ page }) => {
  for (const [code, sentence] of [
    ['403', '您没有权限打开这个页面'],
    ['404', '页面不存在'],
    ['500', '服务器出了问题'],
  ] as const) {
    await page.goto(`/${code}`);
    await expect(page.getByText(sentence)).toBeVisible();
    await expect(button(page, '返回首页')).toBeVisible();
  }
});
