import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { button, choose, Editor, field, Grid, named, Rows, Shop, uniqueDigits } from '../pages.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const DUMP = process.env['JSHERP_DUMP'] ?? '';
const PASSWORD = 'Keeper-of-imports-1';

/** What the importer says when it brings the dump into the database that the stories run on. */
async function imported(): Promise<string> {
  const env = { ...process.env, DATABASE_URL: '', DATA_DIR: process.env['STORY_DATA_DIR'] };
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['tools/import-jsherp/main.ts', path.resolve(ROOT, DUMP)],
    { cwd: ROOT, env },
  );
  return stdout;
}

/** Told only where a dump is at hand. */
const story = DUMP === '' ? test.fixme : test;

story('a company of jshERP goes on here', async ({ page }) => {
  const shop = new Shop(page);

  await test.step('bring it over and sign in with a password of our own', async () => {
    const [, name = '', password = ''] =
      /^Sign in as (\S+) with (\S+)/m.exec(await imported()) ?? [];
    expect(name, 'a login name in what the importer says').not.toBe('');
    await page.goto('/');
    await shop.fillSignIn(name, password);
    await shop.told('您的密码已被重置，请先设置新密码');
    await page.getByLabel('旧密码', { exact: true }).fill(password);
    await page.getByLabel('新密码', { exact: true }).fill(PASSWORD);
    await page.getByLabel('确认新密码', { exact: true }).fill(PASSWORD);
    await button(page, '保存').click();
    await expect(page.getByRole('navigation', { name: '菜单' })).toBeVisible();
  });

  await test.step('balances are what the documents make', async () => {
    const accounts = new Rows(await shop.openPage('账户统计'));
    await accounts.expectCell('账户1', '当前余额', '-9.00');
    const customers = new Rows(await shop.openPage('客户对账'));
    await customers.expectCell('客户1', '期末应收', '10.00');
    const suppliers = new Rows(await shop.openPage('供应商对账'));
    await suppliers.expectCell('供应商1', '期末应付', '10.00');
    const members = new Rows(await shop.openPage('会员信息'));
    await members.expectCell('12312666', '预付款', '80.00');
  });

  await test.step('a second run brings nothing twice', async () => {
    const said = await imported();
    expect(said).toContain('\n0 rows were new.');
    expect(said).not.toContain('Sign in as');
  });

  await test.step('receive and sell', async () => {
    const [product, barcode] = [named('陶壶'), uniqueDigits()];
    const products = await shop.openPage('商品信息');
    await button(products, '新增').first().click();
    const form = products.getByRole('dialog', { name: '新增商品', exact: true });
    await field(form, '名称').fill(product);
    await field(form.getByRole('tabpanel', { name: '基本信息' }), '单位').fill('把');
    await form.getByRole('tab', { name: '条码与价格' }).click();
    const codes = form.getByRole('tabpanel', { name: '条码与价格' });
    for (const [label, text] of Object.entries({ 条码: barcode, 采购价: '50', 销售价: '80' }))
      await field(codes, label).fill(text);
    await button(form, '保存').click();
    await expect(form).toBeHidden();

    for (const [page, field, name, quantity] of [
      ['采购入库', '供应商', '供应商1', '3'],
      ['销售出库', '客户', '客户1', '2'],
    ] as const) {
      await button(await shop.openPage(page), '新增')
        .first()
        .click();
      const editor = new Editor(shop, page);
      await choose(editor.pane, field, name);
      const grid = new Grid(editor.pane);
      await grid.go(1, '条码');
      await grid.enter(1, barcode, product, quantity);
      const number = await editor.save('Control+Enter');
      await expect(shop.pane(number).getByText('已审核')).toBeVisible();
    }
    const stock = new Rows(await shop.openPage('商品库存'));
    await stock.filter('关键词', barcode);
    await stock.expectCell(product, '库存', '1');
    await stock.expectCell(product, '库存金额', '50.00');
  });
});
