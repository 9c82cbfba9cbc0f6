// Saved views: stored, shared, opened by users with hidden amounts, and sent by schedule.
import {
  addSavedView,
  readAllMessages,
  roleChoices,
  savedViews,
  scheduleView,
  shareSavedView,
  updateSavedView,
  users,
} from '@tradehouse/contract';
import type { SavedView } from '@tradehouse/contract';
import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { barriers } from '../barriers.ts';
import { Desk, sent } from '../desk.ts';
import { withPaint } from '../paint.ts';
import type { Person } from '../pages.ts';
import {
  MATRIX_ONLY,
  button,
  field,
  named,
  overflows,
  PHONE,
  Rows,
  speak,
  LANGUAGES_AND_SCREENS,
} from '../pages.ts';
import { lostTools } from '../sight.ts';
import { story } from '../story.ts';

const list = 'stockOnHand';
const url = '/report/material_stock';

/** What the button of the views opens. */
const item = (page: Page, name: string): Locator =>
  page.getByRole('menuitem', { name, exact: true }).filter({ visible: true });
const views = (pane: Locator, name: string | RegExp = '视图'): Locator =>
  pane.getByRole('button', { name });

/** A salesperson, who sees no costs, and the first password that they have. */
async function aSeller(desk: Desk): Promise<{ person: Person; first: string }> {
  const role = (await desk.call(roleChoices, {})).find(({ type }) => type === 'salesperson');
  const first = 'First-of-theirs-1';
  const person = { name: named('seller'), password: 'Their-own-word-2' };
  const fields = { loginName: person.name, name: person.name, roleId: role?.id ?? '' };
  await desk.call(users.add, { ...fields, password: sent(first) });
  return { person, first };
}

story(
  'a view is saved, shared, and opened by a colleague without its hidden parts',
  async ({ shop, desk, openElsewhere, request }) => {
    const product = await desk.product('红茶');
    await desk.receive(product, '7');
    const { person, first } = await aSeller(desk);
    await new Desk(request, person).settle(first);
    const name = named('晨会');

    // Documents have views, too.
    await expect(views(await shop.goTo('/bill/purchase_in', '采购入库'))).toBeVisible();
    const pane = await shop.goTo(`${url}?keyword=${product.barcode}`, '商品库存');
    await new Rows(pane).expectCell(product.name, '成本价', '20.00');
    await views(pane).click();
    await item(shop.page, '另存为视图…').click();
    const saving = pane.getByRole('dialog', { name: '保存视图' });
    await field(saving, '名称').fill(name);
    await button(saving, '保存').click();
    await shop.readNotice(`已保存：${name}`);
    await views(pane, name).click();
    await item(shop.page, '管理视图…').click();
    const managing = pane.getByRole('dialog', { name: '视图：商品库存' });
    const row = managing.getByRole('group', { name: `“${name}”的操作` });
    await button(row, '共享').click();
    const sharing = pane.getByRole('dialog', { name: `共享“${name}”` });
    await sharing.getByRole('checkbox', { name: '销售员' }).check();
    await sharing.getByRole('checkbox', { name: /默认视图/ }).check();
    await button(sharing, '保存').click();
    await expect(managing.getByText('已共享给 销售员')).toBeVisible();
    const [saved] = (await desk.call(savedViews, { list })).views.filter(
      (one) => one.name === name,
    );
    if (saved === undefined) throw new Error(name);
    const { id, version, value } = saved;
    const byCost: SavedView['value'] = {
      ...value,
      sort: { column: 'cost', order: 'asc' },
      pageSize: 50,
    };
    await desk.call(updateSavedView, { id, version, value: byCost });

    const theirs = await openElsewhere();
    await theirs.signIn(person);
    const shown = await theirs.goTo(url, '商品库存');
    // It opens with what the role starts with.
    await expect(views(shown, `视图：${name}`)).toBeVisible();
    await expect(shown.getByText(product.name).first()).toBeVisible();
    await expect(shown.getByText('20.00')).toHaveCount(0);
    await expect(shown.getByText('共 1 条')).toBeVisible();
    // What it can't be asked for is said, and said no more once it is left.
    const lacks = shown.getByText('此视图还按“成本价”查询');
    await expect(lacks).toBeVisible();
    expect(await barriers(theirs.page)).toEqual([]);
    await views(shown, `视图：${name}`).click();
    await item(theirs.page, '页面默认').click();
    await expect(views(shown)).toBeVisible();
    await expect(lacks).toHaveCount(0);

    // By the keyboard alone: the view is shown again, and says when the list was moved away from it.
    await button(managing, '关闭').click();
    await shop.goTo(url, '商品库存');
    await views(pane).focus();
    await shop.page.keyboard.press('Enter');
    await expect(item(shop.page, name)).toBeVisible();
    await item(shop.page, name).press('Enter');
    await expect(views(pane, `视图：${name}`)).toBeVisible();
    await expect(pane.getByText('共 1 条')).toBeVisible();
    await field(pane, '商品信息').fill('');
    await button(pane, '查询').click();
    await expect(views(pane, `视图：${name}，有改动`)).toBeVisible();
    // A view lends the list its looks: once it is left, the user has their own again.
    await expect(pane.getByText('50 条/页')).toBeVisible();
    await views(pane, `视图：${name}，有改动`).click();
    await item(shop.page, '页面默认').click();
    await expect(pane.getByText('10 条/页')).toBeVisible();
  },
);

story('a scheduled view arrives by message with its file', async ({ shop, desk, page }) => {
  await desk.call(readAllMessages, {});
  const product = await desk.product('绿茶');
  await desk.receive(product, '9');
  const name = named('每日库存');
  await desk.call(addSavedView, { list, name, value: { search: { keyword: product.barcode } } });
  const pane = await shop.goTo(url, '商品库存');
  await views(pane).click();
  await item(page, '管理视图…').click();
  const managing = pane.getByRole('dialog', { name: '视图：商品库存' });
  await button(managing.getByRole('group', { name: `“${name}”的操作` }), '定时发送').click();
  const sending = pane.getByRole('dialog', { name: `定时把“${name}”发给我` });
  await sending.getByRole('checkbox', { name: '马上先发一份' }).check();
  await button(sending, '保存').click();
  await shop.readNotice('第一份马上就到');
  await expect(managing.getByText('每天 08:00').first()).toBeVisible();

  await page.getByRole('button', { name: '通知，1 条未读' }).click();
  await page
    .locator('.notices')
    .getByRole('button', { name: new RegExp(`定时视图: ${name}`) })
    .click();
  const message = page.getByRole('dialog', { name: new RegExp(`定时视图: ${name}`) });
  const file = await shop.downloaded(() => button(message, '下载').click());
  expect(file.suggestedFilename()).toMatch(new RegExp(`^${name}_\\d+\\.xlsx$`));
  await button(message, '打开列表').click();
  await button(managing, '关闭').click();
  await views(pane).click();
  await item(page, '管理视图…').click();
  await expect(managing.getByText('已发送')).toBeVisible();
});

const wordsOf = {
  'zh-cn': {
    views: '视图',
    tools: '工具',
    manage: '管理视图…',
    saveAs: '另存为视图…',
    close: '关闭',
    send: '定时发送',
    share: '共享',
    save: '保存',
    shared: '已共享给 销售员',
    sent: '下次发送：',
  },
  en: {
    views: 'Views',
    tools: 'Tools',
    manage: 'Manage views…',
    saveAs: 'Save as a view…',
    close: 'Close',
    send: 'Schedule',
    share: 'Share',
    save: 'Save',
    shared: 'Shared with 销售员',
    sent: 'Comes next at',
  },
} as const;

for (const { language, where, screen } of LANGUAGES_AND_SCREENS)
  story(
    `saved views fit their screen, in ${language} ${where}`,
    MATRIX_ONLY,
    async ({ shop, desk, page }) => {
      const words = wordsOf[language];
      const name = named('View');
      const value = { search: { keyword: 'x' } };
      const { id } = await desk.call(addSavedView, { list, name, value });
      await desk.call(scheduleView, {
        id: id ?? '',
        every: 'month',
        onDay: 31,
        hour: 8,
        format: 'csv',
      });
      expect((await desk.call(savedViews, { list })).views.length).toBeGreaterThan(0);
      await shop.open('/');
      await speak(page, language);
      const sound = async (where: string): Promise<void> => {
        await expect.poll(() => overflows(page), where).toBe(false);
        expect(await lostTools(page), where).toEqual([]);
        expect(await barriers(page), where).toEqual([]);
        const shots = process.env['STORY_SHOTS'];
        if (shots !== undefined)
          await withPaint(page, () =>
            page.screenshot({ path: `${shots}/${language} ${where}.png` }),
          );
      };
      await page.setViewportSize(screen);
      const size = String(screen.width);
      await shop.open(url);
      const pane = page.getByRole('main');
      const tools = button(pane, words.tools);
      if (screen === PHONE) await tools.click();
      await views(pane, words.views).click();
      await expect(item(page, words.manage)).toBeVisible();
      await sound(`${size} menu`);
      await item(page, words.manage).click();
      const acts = pane.getByRole('group', { name: new RegExp(name) });
      const above = pane.getByRole('dialog').nth(1);
      await button(acts, words.send).click();
      await expect(above).toBeVisible();
      await sound(`${size} ${words.send}`);
      await button(above, words.save).click();
      await expect(page.getByText(words.sent)).toBeVisible();
      await button(acts, words.share).click();
      await above.getByRole('checkbox', { name: '销售员' }).check();
      await sound(`${size} ${words.share}`);
      await button(above, words.save).click();
      const own = pane.getByRole('listitem').filter({ hasText: name });
      await expect(own.getByText(words.shared)).toBeVisible();
      await sound(`${size} all`);
      await desk.call(shareSavedView, { id: id ?? '', roleIds: [], roleDefault: false });
      await button(pane.getByRole('dialog'), words.close).click();
      if (screen === PHONE && !(await views(pane, words.views).isVisible())) await tools.click();
      await views(pane, words.views).click();
      await item(page, words.saveAs).click();
      await expect(pane.getByRole('dialog')).toBeVisible();
      await sound(`${size} save`);
    },
  );
