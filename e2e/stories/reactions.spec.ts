// Reactions of the pages to refusals and to an unreachable server.
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { MATRIX_ONLY, FRESH_WINDOW, Shop, button, field, owner } from '../pages.ts';
import { story, test } from '../story.ts';

const customers = '**/api/supplier/list*';
const signIn = (page: Page) => page.getByRole('form', { name: '登录' });
const notice = (page: Page) => page.getByRole('alert').filter({ hasText: '未能完成' });

/** Lets one kind of call fail from now on. */
const failing = (page: Page, url: string, status: number, body = ''): Promise<unknown> =>
  page.route(url, (route) => route.fulfill({ status, body, contentType: 'application/json' }));

for (const [status, sentence, options] of [
  [403, '没有权限，拒绝访问', {}],
  [404, '没有找到您要的内容', MATRIX_ONLY],
  [504, '网络超时', MATRIX_ONLY],
] as const)
  story(
    `a response with status ${status} shows a notice that closes after some seconds`,
    options,
    async ({ shop, page }) => {
      const list = await shop.goTo('/system/customer', '客户信息');
      await expect(button(list, '新增').first()).toBeVisible();
      await failing(page, customers, status);
      await page.getByRole('button', { name: '刷新' }).click();
      await expect(notice(page)).toContainText(sentence);
      await expect(notice(page)).toBeHidden();
      await expect(shop.pane('客户信息')).toBeVisible();
    },
  );

for (const [status, options] of [
  [404, MATRIX_ONLY],
  [422, {}],
] as const)
  story(
    `a refusal with status ${status} shows a notice with the message of the server`,
    options,
    async ({ shop, page }) => {
      const list = await shop.goTo('/system/customer', '客户信息');
      await expect(button(list, '新增').first()).toBeVisible();
      const body = JSON.stringify({ code: status, message: '这里没有可以导出的内容' });
      await failing(page, '**/supplier/exportExcel*', status, body);
      await button(list, '导出').click();
      await expect(notice(page)).toContainText('这里没有可以导出的内容');
    },
  );

story(
  'a response with status 401 is reported and leads back to the sign-in',
  async ({ shop, page }) => {
    await failing(page, customers, 401);
    await shop.goTo('/system/customer', '客户信息');
    await expect(page.getByText('尚未登录或登录失效，请重新登录')).toBeVisible();
    await expect(signIn(page)).toBeVisible();
    await page.unroute(customers);
    await page.reload();
    await expect(signIn(page)).toBeVisible();
  },
);

story('an expired session is reported and leads back to the sign-in', async ({ shop, page }) => {
  await failing(page, customers, 500, JSON.stringify({ code: 500, message: 'loginOut' }));
  await shop.goTo('/system/customer', '客户信息');
  await shop.answer('登录已过期', '重新登录');
  await expect(signIn(page)).toBeVisible();
});

story('a failure to load the menu offers only the sign-in', async ({ openElsewhere, desk }) => {
  await desk.self();
  // It ends the sign-in, so it has one of its own.
  const other = await openElsewhere();
  await other.signIn(owner);
  const { page } = other;
  await failing(page, '**/function/findMenuByPNumber', 500, '{"code":500,"message":"x"}');
  await page.goto('/');
  await expect(page.getByText('读取菜单失败')).toBeVisible();
  await expect(signIn(page)).toBeVisible();
});

story('signing out works even if the server fails, and shows a notice', async ({ shop, page }) => {
  await shop.goTo('/system/customer', '客户信息');
  await page.route('**/user/logout*', (route) => route.abort());
  await page.getByRole('button', { name: owner.name }).click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await shop.answer('确定退出登录？', '退出登录');
  await expect(page.getByText('服务器没有确认退出')).toBeVisible();
  await expect(signIn(page)).toBeVisible();
});

story('a download of an empty file is reported a failure', async ({ shop, desk, page }) => {
  await desk.partner('supplier');
  const list = await shop.goTo('/system/vendor', '供应商信息');
  await page.route('**/exportExcel*', (route) => route.fulfill({ status: 200, body: '' }));
  await button(list, '导出').click();
  await expect(page.getByText('文件下载失败')).toBeVisible();
});

const UPDATED = '程序已更新，请刷新页面后继续';

/** Another build is on the server from now on, without these files of the open page's build. */
async function replaceProgram(page: Page, files: string): Promise<void> {
  await page.route(`**/assets/${files}-*`, (route) => route.abort());
  await page.route(/\/$/, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<script src="/assets/newer.js"></script>' }),
  );
}

story(
  'a page of an outdated program version asks for a reload',
  FRESH_WINDOW,
  async ({ shop, page }) => {
    await expect(await shop.goTo('/dashboard/analysis', '首页')).toBeVisible();
    await replaceProgram(page, 'CustomerList');
    const pane = await shop.openPage('客户信息');
    await expect(pane.getByText(UPDATED)).toBeVisible();
    await page.unrouteAll();
    await button(pane, '刷新').click();
    await expect(button(shop.pane('客户信息'), '新增').first()).toBeVisible();
  },
);

test('a sign-in after an update of the program asks for the new version', async ({
  desk,
  page,
}) => {
  await desk.self();
  await page.goto('/user/login');
  await expect(signIn(page)).toBeVisible();
  await replaceProgram(page, '{Shell*,NoticesHost}');
  await new Shop(page).fillSignIn(owner.name, owner.password);
  await expect(page.getByText(UPDATED)).toBeVisible();
});

story(
  'a header dialog from an outdated program version reports the update and leaves unsaved forms open',
  FRESH_WINDOW,
  async ({ shop, page }) => {
    const list = await shop.goTo('/system/customer', '客户信息');
    await button(list, '新增').first().click();
    const form = list.getByRole('dialog', { name: '新增客户' });
    await field(form, '名称').fill('写了一半');
    await replaceProgram(
      page,
      '{DepartSelect,SecurityDialog,SettingsDrawer,MessageList,MenuDrawer}',
    );
    const openFromUserMenu = async (item: string): Promise<void> => {
      await page.getByRole('button', { name: owner.name }).click();
      await page.getByRole('menuitem', { name: item }).click();
    };
    const updated = page.getByRole('dialog').filter({ hasText: UPDATED });
    for (const open of [
      () => openFromUserMenu('切换机构'),
      () => openFromUserMenu('账号安全'),
      () => openFromUserMenu('界面设置'),
      async () => {
        await page.getByRole('button', { name: /^通知，/ }).click();
        await button(page, '查看更多').click();
      },
    ]) {
      await open();
      await expect(updated).toBeVisible();
      await updated.getByRole('button', { name: '关闭' }).click();
      await expect(updated).toBeHidden();
      await expect(field(form, '名称')).toHaveValue('写了一半');
    }
  },
);

story(
  'on a phone, the menu of an outdated program version reports the update and leaves the page open',
  FRESH_WINDOW,
  async ({ shop, page }) => {
    await page.setViewportSize({ width: 400, height: 800 });
    const list = await shop.goTo('/system/customer', '客户信息');
    await expect(button(list, '新增').first()).toBeVisible();
    await replaceProgram(page, 'MenuDrawer');
    const toggle = page.getByRole('button', { name: '收起或展开菜单' });
    await toggle.click();
    const updated = page.getByRole('dialog').filter({ hasText: UPDATED });
    await expect(updated).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(updated).toBeHidden();
    await expect(toggle).toBeFocused();
    await expect(button(list, '新增').first()).toBeVisible();
  },
);

story(
  'a code file is loaded again after a failure, and all pages share a single copy',
  FRESH_WINDOW,
  async ({ shop, page }) => {
    const copies: string[] = [];
    page.on('requestfinished', (request) => {
      const { pathname } = new URL(request.url());
      // The small file of a language has the second address; the shell that pages share must not.
      if (pathname.startsWith('/assets/Shell-')) copies.push(pathname);
    });
    await page.route('**/assets/Shell*.js*', (route) => route.abort(), { times: 1 });
    const list = await shop.goTo('/system/customer', '客户信息');
    await expect(button(list, '新增').first()).toBeVisible();
    await expect(await shop.openPage('供应商信息')).toBeVisible();
    expect(copies).toEqual([...new Set(copies)]);
  },
);

story.describe('in a browser without files of the product', () => {
  story.use({ filesKept: false });

  story(
    'a page opened without a network reports the failure, and opens once the network is back',
    FRESH_WINDOW,
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
});

story('the error pages 403, 404 and 500 have addresses of their own', async ({ page }) => {
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
