// Moving in from another program: the steps, and figures compared with the books.
import { expect } from '@playwright/test';
import {
  runInMatrix,
  button,
  choose,
  day,
  field,
  inEnglishOnAPhone,
  overflows,
  pickDay,
  Rows,
} from '../pages.ts';
import { story } from '../story.ts';

const page = '/system/moving_in';

story('a step names the export of the former program and opens the import', async ({ shop }) => {
  const steps = await shop.goTo(page, '迁入');
  const program = steps.getByRole('combobox', { name: '原程序' });
  await program.fill('ERPNext');
  await program.press('Tab');
  const goods = steps.getByRole('listitem').filter({ hasText: '条码、名称、单位' });
  await expect(goods).toContainText('Data Export › Item');
  await expect(goods).toContainText(/现有 \d/);
  await button(goods, '导入: 商品').click();
  const dialog = steps.getByRole('dialog', { name: '导入商品' });
  await expect(dialog).toContainText('模板');
  await button(dialog, '关闭').last().click();
  await expect(dialog).toBeHidden();
  await goods.getByRole('link', { name: '打开列表' }).click();
  await expect(shop.pane('商品信息')).toBeVisible();
});

story(
  'a typed debt of the former program shows its difference and leads to the statement',
  async ({ shop, desk, page: browser }) => {
    const customer = await desk.partner('customer', '老客户');
    const tea = await desk.product('迁入茶');
    await desk.receive(tea, '20');
    await desk.sell(tea, '2', { partnerId: customer.id });

    const report = await shop.goTo(`${page}?part=figures`, '迁入');
    const list = new Rows(report);
    await button(report, '新增').first().click();
    const form = report.getByRole('dialog', { name: '新增原程序数字' });
    await form.getByRole('combobox', { name: '项目' }).click();
    await browser.getByTitle('应收', { exact: true }).filter({ visible: true }).click();
    await expect(form.getByRole('combobox', { name: '仓库' })).toBeHidden();
    await choose(form, '往来单位', customer.name);
    await pickDay(form, '截止日期', day(0));
    await field(form, '原程序数字').fill('75');
    await button(form, '保存').click();
    await expect(form).toBeHidden();
    await list.expectCell(customer.name, '本系统数字', '60.00');
    await list.expectCell(customer.name, '差异', '-15.00');
    await list.expectCell(customer.name, '结果', '有差异');
    await expect(report).toContainText(/\d+ 项一致，\d+ 项有差异/);
    await (await list.cell(customer.name, '本系统数字')).getByRole('link').click();
    const statement = new Rows(shop.pane('客户对账'));
    await expect(statement.row(customer.name)).toContainText('60.00');

    await runInMatrix(async () => {
      await inEnglishOnAPhone(browser);
      const cards = await shop.goTo(`${page}?part=figures`, 'Moving in');
      const card = cards.getByRole('listitem').filter({ hasText: customer.name });
      await expect(card).toContainText('-15.00');
      await expect(card).toContainText('Differs');
      expect(await overflows(browser)).toBe(false);
      await cards.getByText('Steps', { exact: true }).click();
      await expect(
        cards.getByRole('listitem').filter({ hasText: 'Barcodes, names, units' }),
      ).toBeVisible();
      expect(await overflows(browser)).toBe(false);
    });
  },
);
