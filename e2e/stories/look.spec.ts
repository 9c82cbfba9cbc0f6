// Appearance of the frame of the product, and settings of the appearance.
import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { FRESH_WINDOW, button, owner, Rows, standing, inColours } from '../pages.ts';
import { barriers } from '../barriers.ts';
import { turnTo } from '../sight.ts';
import { story } from '../story.ts';

story.use({ contextOptions: { reducedMotion: 'no-preference' } });

const settings = (page: Page): Locator => page.getByRole('dialog', { name: '界面设置' });
const header = (page: Page): Locator => page.getByRole('banner').first();
/** Waits until the browser remembers a choice. */
const keeps = (page: Page, key: string, value: unknown): Promise<void> =>
  expect
    .poll(() => page.evaluate(`JSON.parse(localStorage.getItem('pro__${key}') ?? 'null')?.value`))
    .toBe(value);
const isDark = (page: Page): Promise<boolean> =>
  page.evaluate(`document.documentElement.style.colorScheme === 'dark'`);
/** Seconds that the header takes to give way or come back. */
const motionOf = (page: Page): Promise<number> =>
  header(page).evaluate((element) =>
    Number.parseFloat(
      element.ownerDocument.defaultView?.getComputedStyle(element).transitionDuration ?? '',
    ),
  );
const widthOf = async (part: Locator): Promise<number | undefined> =>
  (await part.boundingBox())?.width;

async function openSettings(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: owner.name }).click();
  await page.getByRole('menuitem', { name: '界面设置' }).click();
  return settings(page);
}

/** Chooses one of what a line of the settings offers. */
const pick = (drawer: Locator, line: string, choice: string): Promise<void> =>
  drawer.getByRole('radiogroup', { name: line }).getByText(choice, { exact: true }).click();

story(
  'a page is light until dark or system colours are chosen, and print is always light',
  async ({ shop, page }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await shop.goTo('/system/customer', '客户信息');
    const drawer = await openSettings(page);
    expect(await isDark(page)).toBe(false);
    await pick(drawer, '页面', '跟随系统');
    await expect.poll(() => isDark(page)).toBe(true);
    await page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(() => isDark(page)).toBe(false);
    await pick(drawer, '页面', '深色');
    await expect.poll(() => isDark(page)).toBe(true);
    await keeps(page, 'colourMode', 'dark');
    expect(await motionOf(page)).toBe(0.12);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.reload();
    await expect(button(shop.pane('客户信息'), '新增').first()).toBeVisible();
    await expect.poll(() => isDark(page)).toBe(true);
    expect(await motionOf(page)).toBe(0);
    await expect(await openSettings(page)).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => isDark(page)).toBe(false);
  },
);

story(
  'choices of colour, menu style and colour-weak mode apply at once and are remembered',
  async ({ shop, page }) => {
    const list = await shop.goTo('/system/customer', '客户信息');
    const ground = (): Promise<string> =>
      button(list, '新增')
        .first()
        .evaluate(
          (element) =>
            element.ownerDocument.defaultView?.getComputedStyle(element).backgroundColor ?? '',
        );
    await expect(button(list, '新增').first()).toBeVisible();
    const purple = 'rgb(114, 46, 209)';
    expect(await ground()).not.toBe(purple);
    const drawer = await openSettings(page);
    await expect(drawer.getByRole('radiogroup', { name: '主题色' }).getByRole('radio')).toHaveCount(
      8,
    );
    await drawer.getByRole('radio', { name: '酱紫' }).click();
    await expect.poll(ground).toBe(purple);
    await pick(drawer, '菜单', '深色');
    await drawer.getByRole('switch', { name: '色弱模式' }).click();
    await keeps(page, 'colour', '#722ED1');
    await keeps(page, 'theme', 'dark');
    await keeps(page, 'colourWeak', true);
    expect(await barriers(page)).toEqual([]);
    await page.reload();
    await expect(button(list, '新增').first()).toBeVisible();
    await expect.poll(ground).toBe(purple);
    expect(await barriers(page)).toEqual([]);
  },
);

story('the menu is at the side or on top', async ({ shop, page }) => {
  await shop.goTo('/system/customer', '客户信息');
  const side = page.locator('.ant-layout-sider');
  await expect.poll(() => widthOf(side)).toBe(200);
  await page.getByRole('button', { name: '收起或展开菜单' }).click();
  await expect.poll(() => widthOf(side)).toBe(80);
  await keeps(page, 'sidebarType', true);
  await page.getByRole('button', { name: '收起或展开菜单' }).click();
  await expect(side.getByRole('menuitem', { name: '客户信息' })).toBeVisible();
  await expect(side.getByRole('menuitem', { name: '客户信息' })).toHaveClass(/selected/);

  const drawer = await openSettings(page);
  await pick(drawer, '菜单位置', '顶部');
  await expect(side).toBeHidden();
  await keeps(page, 'layoutMode', 'topmenu');
  await button(drawer, '关闭').click();
  await expect(drawer).toBeHidden();
  await expect.poll(() => widthOf(page.getByRole('main'))).toBe(1200);
  await expect(header(page).locator('.company')).toBeVisible();
  await expect(page.getByRole('navigation', { name: '当前位置' })).toContainText('客户信息');
  const menu = page.getByRole('navigation', { name: '菜单' });
  // Every group has room in the line: none is behind the sign of the rest.
  await expect(menu.locator('.ant-menu-overflow-item-rest').filter({ visible: true })).toHaveCount(
    0,
  );
  await menu.getByRole('menuitem', { name: '报表查询' }).click();
  const reports = page.locator('.ant-menu-submenu-popup .ant-menu-vertical:visible');
  await expect(reports.getByRole('menuitem', { name: '自定义报表' })).toBeVisible();
  const scrolled = await reports.evaluate((list) => list.scrollHeight - list.clientHeight);
  expect(scrolled).toBeLessThanOrEqual(0);
  const place = await standing(reports);
  expect((place?.y ?? 0) + (place?.height ?? 0)).toBeLessThanOrEqual(768);
  await page.keyboard.press('Escape');
  await menu.getByRole('menuitem', { name: '采购管理' }).click();
  await page.getByRole('menuitem', { name: '采购入库' }).click();
  await expect(button(shop.pane('采购入库'), '新增').first()).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await shop.openPage('供应商信息');
  await expect(button(shop.pane('供应商信息'), '新增').first()).toBeVisible();
});

story('the active page is marked, with tabs and without', async ({ shop, page }) => {
  await shop.goTo('/system/customer', '客户信息');
  const trail = page.getByRole('navigation', { name: '当前位置' });
  await expect(trail.getByRole('listitem').filter({ hasText: /\p{L}/u })).toHaveText([
    '首页',
    '基础资料',
    '客户信息',
  ]);
  const drawer = await openSettings(page);
  await drawer.getByRole('switch', { name: '多页签模式' }).click();
  await expect(page.getByRole('tablist')).toBeHidden();
  await keeps(page, 'multiPage', false);
  await button(drawer, '关闭').click();
  await shop.openPage('供应商信息');
  await expect(page.locator('.page-header')).toContainText('供应商信息');
  await expect(page).toHaveTitle('供应商信息 · 商仓');
  expect(await barriers(page)).toEqual([]);
  await trail.getByRole('button', { name: '首页' }).click();
  await expect(shop.pane('首页')).toBeVisible();
  await expect(page).toHaveTitle('商仓');
});

story(
  'the header hides while scrolling down, when chosen in the settings',
  async ({ shop, page }) => {
    await page.setViewportSize({ width: 1366, height: 420 });
    await shop.goTo('/dashboard/analysis', '首页');
    const home = shop.pane('首页');
    await expect(home.getByRole('heading', { name: '经营概况' })).toBeVisible();
    const scrollTo = (top: number): Promise<void> =>
      home.evaluate((element, to) => element.scrollTo(0, to), top);
    const away = () => expect.poll(async () => (await header(page).boundingBox())?.y ?? 0);
    await scrollTo(160);
    await away().toBe(0);
    await scrollTo(0);
    const drawer = await openSettings(page);
    await drawer.getByRole('switch', { name: '下滑时隐藏顶栏' }).click();
    await keeps(page, 'headerHidden', true);
    await button(drawer, '关闭').click();
    await expect(drawer).toBeHidden();
    await page.getByRole('main').focus();
    await scrollTo(90);
    await away().toBe(0);
    await scrollTo(160);
    await away().toBeLessThan(0);
    // Going up brings it back, long before the top.
    let top = 158;
    await expect(async () => {
      top -= 4;
      await scrollTo(top);
      expect((await header(page).boundingBox())?.y).toBe(0);
    }).toPass({ intervals: [200] });
    expect(top).toBeGreaterThan(100);
  },
);

story('only a fixed header can hide', async ({ shop, page }) => {
  await shop.goTo('/system/customer', '客户信息');
  const drawer = await openSettings(page);
  await drawer.getByRole('switch', { name: '固定顶栏' }).click();
  await expect(drawer.getByRole('switch', { name: '下滑时隐藏顶栏' })).toBeDisabled();
  await keeps(page, 'fixedHeader', false);
  await drawer.getByRole('switch', { name: '固定侧边菜单' }).click();
  await keeps(page, 'fixedSidemenu', false);
});

story(
  'the menu at the end of the tab strip closes the opened tabs and keeps the home tab',
  async ({ shop, page }) => {
    await shop.goTo('/system/customer', '客户信息');
    await shop.openPage('供应商信息');
    await page.getByRole('button', { name: '关闭页面' }).click();
    await page.getByRole('menuitem', { name: '关闭左侧' }).click();
    await expect(shop.tab('客户信息')).toBeHidden();
    await expect(shop.tab('供应商信息')).toBeVisible();
    await page.getByRole('button', { name: '关闭页面' }).click();
    await page.getByRole('menuitem', { name: '关闭全部' }).click();
    await expect(page.getByRole('tab')).toHaveCount(1);
    await expect(shop.pane('首页')).toBeVisible();
    await shop.tab('首页').press('Delete');
    await shop.readNotice('这是最后一页，不能再关闭了');
  },
);

story('a dialog switches to full screen and back', async ({ shop, page }) => {
  await page.setViewportSize({ width: 1900, height: 1000 });
  const list = await shop.goTo('/system/customer', '客户信息');
  await button(list, '新增').first().click();
  const form = list.getByRole('dialog', { name: '新增客户' });
  const narrow = (await standing(form))?.width ?? 0;
  await button(form, '全屏').click();
  await expect.poll(() => widthOf(form)).toBeGreaterThan(narrow + 100);
  await button(form, '退出全屏').click();
  await expect.poll(() => widthOf(form)).toBe(narrow);
});

story('an embedded page keeps its state behind further pages', async ({ shop, page, baseURL }) => {
  let loaded = 0;
  await page.route('**/health?embedded', (route) => {
    loaded += 1;
    return route.fulfill({ contentType: 'text/html', body: '<input aria-label="note">' });
  });
  await page.route('**/function/findMenuByPNumber', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { data: object[] };
    const entry = { icon: '', hidden: false, buttons: [], children: [] };
    const component = '/layouts/IframePageView';
    const frame = `${baseURL ?? ''}/health?embedded`;
    body.data.push(
      { ...entry, id: '0990', text: '看板', url: '/embedded/0990', component, frame },
      { ...entry, id: '0991', text: '禁止', url: '/embedded/0991', component, frame: '' },
    );
    await route.fulfill({ response: answer, json: body });
  });
  await shop.goTo('/embedded/0990', '看板');
  const embedded = page.frameLocator('iframe[title="看板"]');
  await embedded.getByLabel('note').fill('kept');
  await expect(page.locator('iframe')).toHaveAttribute('sandbox', /allow-scripts/);
  await shop.openPage('客户信息');
  await expect(button(shop.pane('客户信息'), '新增').first()).toBeVisible();
  await expect(embedded.getByLabel('note')).toBeHidden();
  await shop.tab('看板').click();
  await expect(embedded.getByLabel('note')).toHaveValue('kept');
  expect(loaded).toBe(1);
  const refused = await shop.openPage('禁止');
  await expect(refused.getByText('这个网址不允许在此打开')).toBeVisible();
});

story(
  'page views are counted without delaying the opened page',
  FRESH_WINDOW,
  async ({ shop, page }) => {
    // A slow browser may tell of the first page before the second is open.
    const counted = page.waitForRequest(
      (request) =>
        request.url().endsWith('/api/sys/pageView') &&
        (request.postData() ?? '').includes('/system/vendor'),
    );
    await shop.goTo('/system/customer', '客户信息');
    await shop.openPage('供应商信息');
    expect((await counted).postDataJSON()).toMatchObject({
      views: expect.arrayContaining([{ url: '/system/vendor', views: 1 }]) as unknown,
    });
    expect((await (await counted).response())?.status()).toBe(200);
  },
);

story(
  'rows are of equal height, and a cut text is shown whole under the pointer',
  async ({ shop, desk }) => {
    const { name } = await desk.partner('customer', '华东江浙沪皖五金建材贸易');
    const list = await shop.goTo('/system/customer', '客户信息');
    const row = new Rows(list).row(name);
    expect((await row.boundingBox())?.height).toBe(40);
    const cell = row.getByRole('cell').filter({ hasText: name });
    await expect(cell).not.toHaveAttribute('title');
    await cell.hover();
    await expect(cell).toHaveAttribute('title', name);
  },
);

story('on a phone the search is a dialog', async ({ shop, page }) => {
  await page.setViewportSize({ width: 400, height: 800 });
  await inColours(page, 'dark');
  await shop.goTo('/system/customer', '客户信息');
  await page.getByRole('button', { name: '搜索', exact: true }).click();
  const search = page.getByRole('dialog', { name: '搜索', exact: true });
  await search.getByRole('combobox').fill('供应商信息');
  await page.keyboard.press('Enter');
  await expect(search).toBeHidden();
  await expect(shop.pane('供应商信息')).toBeVisible();
  await page.getByRole('button', { name: '收起或展开菜单' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('button', { name: '收起或展开菜单' })).toBeFocused();
});

story('the shell in dark colours has no accessibility barriers', async ({ shop, desk, page }) => {
  const product = await desk.product('夜灯');
  const { id, number } = await desk.receive(product, '2', { status: '0' });
  await inColours(page, 'dark');
  await shop.goTo('/system/customer', '客户信息');
  for (const [url, title, sign] of [
    ['/bill/purchase_in', '采购入库', number],
    [`/bill/purchase_in/${id}`, number, product.name],
    ['/bill/sale_order/new', '销售订单 · 新增', '销售员'],
    [`/bill/purchase_in/${id}/edit`, number, '主仓库'],
    ['/dashboard/analysis', '首页', '经营概况'],
  ] as const) {
    await turnTo(page, url, title);
    await expect(shop.pane(title).getByText(sign).first()).toBeVisible();
    expect(await barriers(page), url).toEqual([]);
  }
  await openSettings(page);
  expect(await barriers(page)).toEqual([]);
  await page.goto('/404');
  await expect(page.getByText('页面不存在')).toBeVisible();
  expect(await barriers(page)).toEqual([]);
});
