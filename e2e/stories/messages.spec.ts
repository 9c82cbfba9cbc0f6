// Notifications of users: the bell, the list of messages, announcements.
import {
  addAnnouncement,
  currentSettings,
  readAllMessages,
  roles,
  setRoleButtons,
  setRoleFunctions,
  updateSettings,
  users,
} from '@tradehouse/contract';
import type { AnnouncementFields } from '@tradehouse/contract';
import { expect } from '@playwright/test';
import type { APIRequestContext, Locator, Page, WebSocketRoute } from '@playwright/test';
import { Desk, sent } from '../desk.ts';
import { button, field, named } from '../pages.ts';
import { story } from '../story.ts';

const bell = (page: Page, unread: number): Locator =>
  page.getByRole('button', { name: `通知，${unread} 条未读` });
/** What the bell lists; the home page names unread messages, too. */
const rung = (page: Page): Locator => page.locator('.notices');
const announce = (desk: Desk, title: string, more: Partial<AnnouncementFields> = {}) =>
  desk.call(addAnnouncement, {
    title,
    content: '<p>请<b>尽快</b>处理</p>',
    audience: 'company',
    audienceIds: [],
    ...more,
  });

story.beforeEach(async ({ desk }) => {
  await desk.call(readAllMessages, {});
});

/** Pastes what another program put on the clipboard, formatted and plain. */
async function pasteFormatted(page: Page, html: string, text: string): Promise<void> {
  const item = JSON.stringify({ 'text/html': html, 'text/plain': text });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(`navigator.clipboard.write([new ClipboardItem(${item})])`);
  await page.keyboard.press('Control+v');
}

story(
  'an announcement published in one window notifies another window',
  async ({ shop, openElsewhere, signedIn }) => {
    const { page: other } = await openElsewhere(signedIn);
    await other.goto('/');
    await expect(bell(other, 0)).toBeVisible();

    await shop.open('/');
    const pane = await shop.openPage('消息公告');
    await button(pane, '新增').first().click();
    const form = pane.getByRole('dialog', { name: '新公告' });
    const title = named('盘点通知');
    await field(form, '标题').fill(title);
    const content = form.getByRole('textbox', { name: '内容' });
    await content.click();
    await form.getByRole('button', { name: '加粗' }).click();
    await content.pressSequentially('周五盘点');
    await content.press('Enter');
    await button(form, '项目符号').click();
    await content.pressSequentially('带上扫码枪');
    await content.press('Enter');
    await pasteFormatted(shop.page, '<img src="x"><h1>八点</h1>', '八点');
    // Formats are switched by the keyboard too, and Tab leads on.
    await expect(button(form, '加粗')).toHaveAttribute('aria-pressed', 'false');
    await content.press('Control+b');
    await expect(button(form, '加粗')).toHaveAttribute('aria-pressed', 'true');
    await content.press('Tab');
    await expect(content).not.toBeFocused();
    await button(form, '发送').click();
    await shop.readNotice(/已发送给 \d+ 人/);
    await expect(pane.getByRole('row').filter({ hasText: title })).toContainText('全公司');

    await expect(bell(other, 1)).toBeVisible();
    await bell(other, 1).click();
    await rung(other).getByRole('button', { name: title }).click();
    const detail = other.getByRole('dialog', { name: title });
    await expect(detail.locator('p > strong').first()).toHaveText('周五盘点');
    await expect(detail.getByRole('listitem')).toHaveText(['带上扫码枪', '八点']);
    await expect(detail.locator('img, h1')).toHaveCount(0);
    await button(detail, '关闭').last().click();
    // Read here is read in the other window too.
    await expect(bell(other, 0)).toBeVisible();
    await expect(bell(shop.page, 0)).toBeVisible();
  },
);

story('the message list is searched, paged, opened and marked as read', async ({ shop, desk }) => {
  const word = named('通知');
  for (const n of [1, 2, 3, 4, 5, 6]) await announce(desk, `${word}-${n}`);
  const { page } = shop;
  await shop.open('/');
  await bell(page, 6).click();
  await expect(page.getByRole('list', { name: '通知' }).getByRole('listitem')).toHaveCount(5);
  await button(page, '查看更多').click();
  const dialog = page.getByRole('dialog', { name: '通知', exact: true });
  await expect.poll(async () => (await dialog.boundingBox())?.width).toBe(800);
  for (const column of ['标题', '消息类型', '通知日期', '操作'])
    await expect(dialog.getByRole('columnheader', { name: column })).toBeVisible();

  const rows = dialog.getByRole('row').filter({ hasText: word });
  await expect(rows).toHaveCount(5);
  await dialog.getByRole('textbox', { name: '标题' }).fill(`${word}-6`);
  await button(dialog, '查询').click();
  await expect(rows).toHaveCount(1);
  const cell = rows.first().getByRole('cell').first();
  await expect(cell).toHaveCSS('font-weight', '600');
  await rows.first().getByRole('button', { name: '查看' }).click();
  const detail = page.getByRole('dialog', { name: `${word}-6` });
  await expect(detail).toContainText('请尽快处理');
  await button(detail, '关闭').last().click();
  await expect(cell).toHaveCSS('font-weight', '400');
  await expect(bell(page, 5)).toBeAttached();

  await button(dialog, '重置').click();
  await expect(rows).toHaveCount(5);
  await button(dialog, '全部标注已读').click();
  await shop.answer('确定将全部消息标注为已读？', '确定');
  await shop.readNotice('已将 5 条消息标为已读');
  await expect(cell).toHaveCSS('font-weight', '400');
  await expect(bell(page, 0)).toBeAttached();

  await rows.first().getByRole('button', { name: '删除' }).click();
  await shop.answer(`删除“${word}-6”？`, '确定');
  await expect(rows.filter({ hasText: `${word}-6` })).toHaveCount(0);
  await expect(rows).toHaveCount(5);
});

story(
  'a message with an address links to the address, and opens in a window of suitable size',
  async ({ shop, desk }) => {
    const title = named('库存');
    await announce(desk, title, { openPage: '/report/material_stock' });
    const { page } = shop;
    await shop.open('/');
    await bell(page, 1).click();
    await rung(page).getByRole('button', { name: title }).click();
    const detail = page.getByRole('dialog', { name: title });
    const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
    await expect
      .poll(async () => Math.round((await detail.boundingBox())?.width ?? 0))
      .toBe(Math.round(width * 0.6));
    const body = detail.getByRole('region', { name: title });
    await expect
      .poll(async () => Math.round((await body.boundingBox())?.height ?? 0))
      .toBe(Math.round(height * 0.6));
    await button(detail, '全屏').click();
    await expect.poll(async () => (await detail.boundingBox())?.width).toBe(width);
    await button(detail, '去处理').click();
    await expect(shop.pane('商品库存')).toBeVisible();
    await expect(detail).toBeHidden();
  },
);

story('a warning of low stock leads to the warnings of its warehouse', async ({ shop, desk }) => {
  const warehouseId = await desk.warehouse();
  const { page } = shop;
  await shop.open('/');
  await expect(bell(page, 0)).toBeVisible();
  const stock = [{ warehouseId, minimum: '5' }];
  const product = await desk.product('短缺', { stock });
  await desk.receive(product, '3');
  await bell(page, 1).click();
  await rung(page)
    .getByRole('button', { name: /^库存低于下限/ })
    .click();
  const detail = page.getByRole('dialog', { name: /^库存低于下限/ });
  await button(detail, '去处理').click();
  const warnings = shop.pane('库存预警');
  await expect(warnings.getByText('主仓库').first()).toBeVisible();
  await expect(warnings.getByText(product.name)).toBeVisible();
});

/** Somebody who writes purchase receipts; their desk. */
async function aReceiver(desk: Desk, request: APIRequestContext): Promise<Desk> {
  const urls = ['/bill/purchase_in'];
  const { id: roleId } = await desk.call(roles.add, { name: named('收货'), dataScope: 'own' });
  await desk.call(setRoleFunctions, { roleId, urls });
  const btnStr = [{ url: '/bill/purchase_in', buttons: ['1' as const] }];
  await desk.call(setRoleButtons, { roleId, btnStr });
  const first = 'First-of-theirs-1';
  const person = { name: named('receiver'), password: 'Their-own-word-2' };
  const fields = { loginName: person.name, name: person.name, roleId, password: sent(first) };
  await desk.call(users.add, fields);
  const theirs = new Desk(request, person);
  await theirs.settle(first);
  return theirs;
}

story(
  'a message of a document pending review opens the document',
  async ({ shop, desk, request }) => {
    const force = async (forceApproval: boolean): Promise<void> => {
      const { version } = await desk.call(currentSettings, {});
      await desk.call(updateSettings, { version, forceApproval });
    };
    await force(true);
    try {
      const product = await desk.product();
      const { id: partnerId } = await desk.partner('supplier');
      const receiver = await aReceiver(desk, request);
      await shop.open('/');
      await expect(bell(shop.page, 0)).toBeVisible();
      const opensFrom = async (told: Locator): Promise<void> => {
        const { number } = await receiver.receive(product, '3', { status: '0', partnerId });
        await expect(bell(shop.page, 1)).toBeVisible();
        if (!(await told.isVisible())) await bell(shop.page, 1).click();
        await told.getByRole('button', { name: `待审核: 采购入库 ${number}` }).click();
        await expect(shop.pane(number).getByText(product.name).first()).toBeVisible();
        await expect(bell(shop.page, 0)).toBeVisible();
      };
      await opensFrom(rung(shop.page));
      // The home page, open already, hears of the next one, too.
      const home = await shop.goTo('/dashboard/analysis', '首页');
      await opensFrom(home.getByRole('region', { name: '未读消息' }));
    } finally {
      await force(false);
    }
  },
);

story(
  'a window without its connection polls for messages and reconnects',
  async ({ shop, desk }) => {
    const { page } = shop;
    const connections: WebSocketRoute[] = [];
    let reachable = true;
    await page.routeWebSocket(/\/websocket\//, (route) => {
      connections.push(route);
      if (reachable) route.connectToServer();
      else void route.close({ code: 1011 });
    });
    await shop.open('/');
    await expect(bell(page, 0)).toBeVisible();
    await expect.poll(() => connections.length).toBe(1);
    await announce(desk, named('连着'));
    await expect(bell(page, 1)).toBeVisible();

    reachable = false;
    await connections[0]?.close({ code: 1011 });
    await announce(desk, named('断了'));
    await expect(bell(page, 2)).toBeVisible();
    const tried = connections.length;
    reachable = true;
    await expect.poll(() => connections.length).toBeGreaterThan(tried);
    await announce(desk, named('又连上'));
    await expect(bell(page, 3)).toBeVisible();
  },
);
