// The keyboard focus is always visible, returns after dialogs, and moves to the nearest control.
import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { allUnits, shellSettings, units } from '@tradehouse/contract';
import { button, Editor, field, named, Rows } from '../pages.ts';
import { story } from '../story.ts';

/** What has the keyboard shows its ring. */
const ringed = (page: Page): Promise<boolean> =>
  page.evaluate("document.activeElement.matches(':focus-visible')");

story(
  'a closed dialog or page returns the keyboard focus, or moves the focus to the next control',
  async ({ shop, page }) => {
    const word = named('焦点');
    const pane = await shop.goTo('/system/depot', '仓库信息');
    const press = (key: string): Promise<void> => page.keyboard.press(key);
    const add = button(pane, '新增').first();

    await story.step('a dialog returns the focus, and leads to the first wrong field', async () => {
      for (const at of ['一', '二', '三']) {
        await add.focus();
        await press('Enter');
        const form = pane.getByRole('dialog', { name: '新增仓库' });
        await expect(field(form, '仓库名称')).toBeFocused();
        await press('Control+s');
        await expect(field(form, '仓库名称')).toHaveAccessibleDescription(/请填写/);
        await expect(field(form, '仓库名称')).toBeFocused();
        await page.keyboard.type(word + at);
        await press('Control+s');
        await expect(form).toBeHidden();
        await expect(add).toBeFocused();
      }
      expect(await ringed(page)).toBe(true);
    });

    const list = new Rows(pane);
    await list.filter('仓库名称', word);
    const acts = (at: string): Locator => button(list.row(word + at), '操作');
    await story.step('deleting a row moves the focus to the neighbouring row', async () => {
      await acts('二').focus();
      await press('Enter');
      await expect(page.locator('.ant-dropdown :focus')).toHaveCount(1);
      await press('ArrowUp');
      await expect(page.getByRole('menuitem', { name: '删除' })).toBeFocused();
      await press('Enter');
      await expect(button(page.getByRole('dialog'), '确定')).toBeFocused();
      await press('Enter');
      await expect(list.row(`${word}二`)).toBeHidden();
      // The list is in the order of its rows: whichever was below, else above, has it at the same act.
      await expect(acts('一').or(acts('三')).and(page.locator(':focus'))).toHaveCount(1);
    });

    await story.step('closing a page restores the focus of the neighbouring page', async () => {
      await field(pane, '仓库名称').focus();
      await shop.openPage('结算账户');
      await field(shop.pane('结算账户'), '名称').focus();
      await shop.tab('结算账户').focus();
      await press('Delete');
      await expect(shop.pane('结算账户')).toBeHidden();
      await expect(field(pane, '仓库名称')).toBeFocused();
    });
  },
);

story('Enter waits for choices still loading', async ({ shop, desk, page }) => {
  const baseUnit = named('个').slice(0, 10);
  await desk.call(units.add, { baseUnit, subUnit: '箱', ratio: '6' });
  const list = await shop.goTo('/material/material', '商品信息');
  await button(list, '新增').first().click();
  const form = list.getByRole('dialog', { name: '新增商品' });
  const asked = Promise.withResolvers<void>();
  await page.route(`**${allUnits.path}*`, async (route) => {
    await asked.promise;
    await route.continue();
  });
  await form.getByRole('switch', { name: '计量单位组' }).click();
  const unit = form.getByRole('combobox', { name: '单位' });
  await unit.click();
  await page.keyboard.type(baseUnit);
  await page.keyboard.press('Enter');
  asked.resolve();
  const chosen = form
    .locator('.ant-select')
    .filter({ has: page.getByRole('combobox', { name: '单位' }) });
  await expect(chosen).toContainText(baseUnit);
  await expect(form).toBeVisible();
});

story(
  'the till on a phone focuses the scan field at the start and after a sale',
  async ({ shop, desk, page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const product = await desk.product('汽水');
    await desk.receive(product, '5');
    await shop.open('/bill/retail_out/new');
    const till = new Editor(shop, '零售出库');
    const scanner = till.pane.getByRole('textbox', { name: '扫码框' });
    await expect(scanner).toBeFocused();
    // A scanner needs no keyboard on the screen; who types touches the field.
    await expect(scanner).toHaveAttribute('inputmode', 'none');
    await page.keyboard.type(product.barcode);
    await page.keyboard.press('Enter');
    await expect(till.pane.getByText(product.name).first()).toBeVisible();
    await till.pane.getByText('结算', { exact: true }).click();
    await button(till.pane, '保存').first().click();
    await expect(till.pane.getByRole('region', { name: '上一单' })).toBeVisible();
    await expect(scanner).toBeFocused();
  },
);

const shell = { helpUrl: 'https://help.example/', renewUrl: '', countsViews: false };

story(
  'help opens in a new browser tab, and the print templates open in a tab of the application',
  async ({ shop, page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.route(`**${shellSettings.path}*`, (route) =>
      route.fulfill({ json: { code: 200, message: '', data: shell } }),
    );
    await shop.open('/');
    const help = page.getByRole('link', { name: '帮助文档' });
    await expect(help).toHaveAttribute('href', 'https://help.example/');
    await expect(help).toHaveAttribute('target', '_blank');
    await expect(help).toHaveAttribute('rel', /noopener/);

    await page.setViewportSize({ width: 1366, height: 768 });
    const settings = await shop.goTo('/system/system_config', '系统配置');
    const before = page.context().pages().length;
    await button(settings, '编辑打印模板').click();
    await expect(shop.pane('打印模板')).toBeVisible();
    await expect(page).toHaveURL(/\/system\/system_config\/print$/);
    expect(page.context().pages()).toHaveLength(before);
  },
);

story('Tab passes through an empty range of dates', async ({ shop, page }) => {
  const pane = await shop.goTo('/bill/sale_order', '销售订单');
  await pane.locator('.ant-picker-range').hover();
  await pane.locator('.ant-picker-range .ant-picker-clear').click();
  const ends = pane.getByPlaceholder(/^(开始|结束)日期$/);
  await expect(ends.first()).toHaveValue('');
  await ends.first().focus();
  await page.keyboard.press('Tab');
  await expect(ends.last()).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(pane.locator('.ant-picker :focus')).toHaveCount(0);
  await expect(pane.locator(':focus')).toHaveCount(1);
});
