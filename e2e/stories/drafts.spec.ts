// Typed input survives a reload, a closed window and an accidental key.
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import type { Product } from '../desk.ts';
import { button, choose, Editor, field, Grid, pasteCells, Rows, Shop } from '../pages.ts';
import { story } from '../story.ts';

/** So many lines of a product typed into the receipt in front. */
async function fill(page: Page, grid: Grid, product: Product, lines: number): Promise<void> {
  await grid.go(1, '条码');
  await pasteCells(
    page,
    Array.from({ length: lines }, () => [product.barcode, '2']),
  );
  await grid.expectCell(1, '名称', product.name);
  await expect(grid.totals).toContainText(String(2 * lines));
}

/** The receipt in front, by the number that those beside another have. */
const receiptOf = (shop: Shop, which = ''): Grid => new Grid(shop.pane(`采购入库 · 新增${which}`));

story(
  'two unsaved documents of a kind are restored after a reload, with 100 lines each',
  async ({ shop, desk, page }) => {
    const [first, second] = [await desk.product('麻绳'), await desk.product('棉线')];
    const list = await shop.goTo('/bill/purchase_in', '采购入库');
    await button(list, '新增').first().click();
    await fill(page, receiptOf(shop), first, 100);
    await button(await shop.openPage('采购入库'), '新增')
      .first()
      .click();
    await fill(page, receiptOf(shop, ' 2'), second, 100);
    const products = new Rows(await shop.openPage('商品信息'));
    await products.filter('关键词', second.name);
    await expect(products.row(first.name)).toBeHidden();
    await shop.tab('采购入库 · 新增 2').click();

    await page.reload();
    await expect(receiptOf(shop, ' 2').totals).toContainText('200');
    await receiptOf(shop, ' 2').expectCell(1, '名称', second.name);
    await shop.tab(/采购入库 · 新增$/).click();
    await expect(receiptOf(shop).totals).toContainText('200');
    await receiptOf(shop).expectCell(1, '名称', first.name);

    await shop.tab('商品信息').click();
    await expect(products.row(second.name)).toBeVisible();
    await expect(products.row(first.name)).toBeHidden();
  },
);

story(
  'a draft of a closed window is offered, and never replaced by a fresh form',
  async ({ shop, desk, page, context }) => {
    const [kept, fresh] = [await desk.product('瓷碗'), await desk.product('瓷盘')];
    const supplier = await desk.partner('supplier');
    await shop.open('/bill/purchase_in/new');
    await choose(shop.pane('采购入库 · 新增'), '供应商', supplier.name);
    await fill(page, receiptOf(shop), kept, 3);
    // Closing keeps what is pending, as leaving the page does.
    await page.goto('about:blank');

    const other = new Shop(await context.newPage());
    await other.open('/bill/purchase_in/new');
    const editor = new Editor(other, '采购入库');
    const offer = editor.pane.getByRole('listitem').filter({ hasText: supplier.name });
    await expect(offer).toContainText(`${supplier.name} · ${kept.name} · 共 3 行`);
    await fill(other.page, receiptOf(other), fresh, 5);
    await expect(offer).toBeVisible();

    await button(offer, '继续编辑').click();
    await other.answer('草稿将替换本页内容', '继续编辑');
    await receiptOf(other).expectCell(1, '名称', kept.name);
    await expect(editor.pane.getByText(supplier.name)).toBeVisible();
    const typed = editor.pane.getByRole('listitem').filter({ hasText: fresh.name });
    await expect(typed).toContainText('共 5 行');
    await editor.save();
  },
);

story('closing an unsaved tab offers to save its input', async ({ shop, desk, page }) => {
  const product = await desk.product('竹筷');
  const supplier = await desk.partner('supplier');
  const list = new Rows(await shop.goTo('/bill/purchase_in', '采购入库'));
  await button(list.scope, '新增').first().click();
  await choose(shop.pane('采购入库 · 新增'), '供应商', supplier.name);
  await fill(page, receiptOf(shop), product, 1);
  await page.keyboard.press('Escape');
  await shop.answer('本页内容未保存', '保存');
  await expect(shop.tab(/采购入库 · 新增/)).toBeHidden();
  await shop.tab('采购入库').click();
  await expect(list.row(supplier.name)).toBeVisible();
});

story(
  'another language refused because of unsaved input leaves the form and the language unchanged',
  async ({ shop, page }) => {
    const list = await shop.goTo('/system/customer', '客户信息');
    await button(list, '新增').first().click();
    const form = list.getByRole('dialog', { name: '新增客户' });
    await field(form, '名称').fill('写了一半');
    const languages = page.getByRole('group', { name: '语言' });
    // A click waits for the page that it opens, and the page for the answer.
    const refused = page.waitForEvent('dialog').then((question) => question.dismiss());
    await button(languages, 'English').click();
    await refused;
    await field(form, '联系人').fill('还在填写');
    await expect(page.locator('.ant-spin-fullscreen')).toHaveCount(0);
    await expect(field(form, '名称')).toHaveValue('写了一半');
    expect(await page.evaluate("localStorage.getItem('pro__language')")).not.toBe(
      '{"value":"en","expire":null}',
    );

    await button(languages, '中文').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    const accepted = page.waitForEvent('dialog').then((question) => question.accept());
    await button(languages, 'English').click();
    await accepted;
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  },
);
