import { expect, test } from '@playwright/test';
import { command } from '../commands.ts';
import { button, choose, Editor, field, Grid, Rows, Shop } from '../pages.ts';

const dump = process.env['JSHERP_DUMP'];

test.use({ screenshot: 'only-on-failure' });

/** Told only where a dump is at hand. */
const story = dump === undefined ? test.fixme : test;

story('an imported jshERP company continues its work', async ({ page }) => {
  const shop = new Shop(page);
  const said = await command('import-jsherp/main.ts', dump ?? '');
  const [, loginName = '', first = ''] = /Sign in as (\S+) with (\S+)/.exec(said) ?? [];
  expect(said).toContain('Figures');
  expect(loginName).not.toBe('');

  await test.step('the owner sets a password of their own', async () => {
    await page.goto('/');
    await shop.fillSignIn(loginName, first);
    await expect(page.getByText('首次登录或密码已重置，请设置您自己的密码')).toBeVisible();
    const form = page.locator('form');
    await field(form, '新密码').fill('Imported-2026!');
    await field(form, '确认新密码').fill('Imported-2026!');
    await button(form, '保存').click();
    await expect(page.getByRole('navigation', { name: '菜单' })).toBeVisible();
  });

  await test.step('balances equal the sums of documents', async () => {
    await new Rows(await shop.openPage('账户统计')).expectCell('账户1', '当前余额', '-9.00');
    await new Rows(await shop.openPage('客户信息')).expectCell('客户1', '期末应收', '10.00');
    await new Rows(await shop.openPage('供应商信息')).expectCell('供应商1', '期末应付', '10.00');
    await expect(new Rows(await shop.openPage('会员信息')).totals).toContainText('80.00');
  });

  await test.step('the company sells', async () => {
    const report = await shop.openPage('商品库存');
    const stocked = new Rows(report).row('主仓库').or(report.getByRole('row')).nth(1);
    const barcode = await (await new Rows(report).cell(stocked, '条码')).innerText();
    const name = await (await new Rows(report).cell(stocked, '名称')).innerText();
    await button(await shop.openPage('销售出库'), '新增')
      .first()
      .click();
    const editor = new Editor(shop, '销售出库');
    await choose(editor.pane, '客户', '客户1');
    const grid = new Grid(editor.pane);
    await grid.go(1, '条码');
    await grid.enter(1, barcode, name, '1');
    const number = await editor.save('Control+Enter');
    await expect(shop.pane(number).getByText('已审核')).toBeVisible();
  });

  await test.step('nothing is imported twice, and the books are clean', async () => {
    expect(await command('import-jsherp/main.ts', dump ?? '')).toContain('0 rows were new.');
    expect(await command('verify.ts')).toMatch(/^Clean: /m);
  });
});
