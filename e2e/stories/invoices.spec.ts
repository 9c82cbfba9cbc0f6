import { expect } from '@playwright/test';
import {
  runInMatrix,
  PHONE,
  Rows,
  button,
  field,
  named,
  overflows,
  speakEnglish,
  standing,
} from '../pages.ts';
import { story } from '../story.ts';

story(
  'a sale is invoiced in part, then whole, and again once an invoice is void',
  async ({ shop, desk }) => {
    const product = await desk.product('茶杯');
    const customer = await desk.partner('customer', '茶馆');
    await desk.receive(product, '20');
    const sale = await desk.sell(product, '10', { partnerId: customer.id });
    const [first, second] = [named('FP'), named('FP')];

    const list = await shop.goTo('/bill/sale_out', '销售出库');
    const row = new Rows(list).row(sale.number).first();
    await row.getByRole('checkbox').check();
    await button(list, '开票登记').click();
    const invoices = shop.pane('发票');
    const form = invoices.getByRole('dialog', { name: /^新增发票/ });
    const part = field(form, `本次开票金额 ${sale.number}`);
    await expect(field(form, '不含税金额')).toHaveValue('300');
    await expect(part).toHaveValue('300');
    // Bills to choose from are those since last year began, until the days are cleared.
    await button(form, '选择单据').click();
    const bills = invoices.getByRole('dialog', { name: '选择单据' });
    await expect(bills.getByRole('row').filter({ hasText: sale.number })).toContainText('300.00');
    const since = bills.locator('.ant-picker-range input').first();
    await expect(since).toHaveValue(/-01-01$/);
    await bills.locator('.ant-picker-range').hover();
    await bills.locator('.ant-picker-clear').click();
    await expect(since).toHaveValue('');
    await expect(bills.getByRole('row').filter({ hasText: sale.number })).toContainText('300.00');
    await button(bills, '取消').click();
    await field(form, '发票号').fill(first);
    await field(form, '不含税金额').fill('100');
    await part.fill('300.01');
    await shop.page.keyboard.press('Control+s');
    await expect(form.getByRole('alert')).toContainText(`单据 ${sale.number} 未开票金额为 300`);
    await part.fill('100');
    await button(form, '保存').click();
    await expect(form).toBeHidden();
    await expect(new Rows(invoices).row(first).first()).toContainText('100.00');

    const paper = await shop.goTo(`/bill/sale_out/${sale.id}`, sale.number);
    const told = paper.getByRole('region', { name: '发票' });
    await expect(told).toContainText(first);
    await expect(told).toContainText('未开票 200.00');
    await button(paper, '开票登记').click();
    await expect(part).toHaveValue('200');
    await field(form, '发票号').fill(second);
    await button(form, '保存').click();
    await expect(form).toBeHidden();

    await new Rows(invoices).row(second).first().getByRole('checkbox').check();
    await button(invoices, '作废').click();
    const voiding = invoices.getByRole('dialog', { name: /^作废发票/ });
    await field(voiding, '作废原因').fill('抬头写错');
    await button(voiding, '作废').click();
    await expect(voiding).toBeHidden();
    await expect(new Rows(invoices).row(second).first()).toContainText('已作废');
    await shop.tab(sale.number).click();
    await expect(told).toContainText('未开票 200.00');

    await runInMatrix(async () => {
      // In English, and on a phone.
      const { page } = shop;
      await speakEnglish(page);
      const english = new Rows(await shop.goTo('/financial/invoice', 'Invoices'));
      await expect(english.row(first).first()).toContainText('100.00');
      await expect(english.row(second).first()).toContainText('Void');
      const bill = await shop.goTo(`/bill/sale_out/${sale.id}`, sale.number);
      const left = bill.getByRole('region', { name: 'Invoices' });
      await expect(left).toContainText('Not invoiced 200.00');
      await page.setViewportSize(PHONE);
      await left.scrollIntoViewIfNeeded();
      await expect(left).toContainText(second);
      const cards = (await shop.goTo('/financial/invoice', 'Invoices')).locator('.card');
      await expect(cards.filter({ hasText: first })).toContainText('100.00');
      await expect(cards.filter({ hasText: second })).toContainText('Void');
      expect(await overflows(page)).toBe(false);
      // Days are chosen within the screen, a month at a time.
      const listed = shop.pane('Invoices');
      await button(listed, 'Filters').click();
      await listed.locator('.ant-picker-range').first().click();
      const days = page.locator('.ant-picker-dropdown').filter({ visible: true });
      const place = await standing(days);
      expect(place?.x).toBeGreaterThanOrEqual(0);
      expect((place?.x ?? 0) + (place?.width ?? 0)).toBeLessThanOrEqual(PHONE.width);
      await expect(days.getByText('Last three months')).toBeInViewport();
    });
  },
);

story(
  'a pasted list of invoices is imported only after every row is correct',
  async ({ shop, desk }) => {
    const product = await desk.product('茶盘');
    const customer = await desk.partner('customer', '茶行');
    await desk.receive(product, '20');
    const sale = await desk.sell(product, '2', { partnerId: customer.id });
    const [good, other] = [named('FP'), named('FP')];
    const day = new Date().toISOString().slice(0, 10);
    const asSheetsHaveIt = day.split('-').map(Number).join('/');
    const listed = (name: string): string =>
      [
        ['发票号', '开票日期', '往来单位', '价税合计', '税额', '关联单据'],
        [good, asSheetsHaveIt, customer.name, '60', '0', sale.number],
        [other, day, name, '10', '0', ''],
      ]
        .map((cells) => cells.join('\t'))
        .join('\n');
    const pane = await shop.goTo('/financial/invoice', '发票');
    await button(pane, '导入清单').click();
    const dialog = pane.getByRole('dialog', { name: '导入清单' });
    const paste = field(dialog, '在此粘贴单元格');
    await paste.fill(listed('没有的客户'));
    await button(dialog, '登记 2 张').click();
    await expect(dialog).toContainText('往来单位“没有的客户”无法识别');
    await paste.fill(listed(customer.name));
    await button(dialog, '登记 2 张').click();
    await expect(dialog).toBeHidden();
    await expect(new Rows(pane).row(good).first()).toContainText(sale.number);
    await expect(new Rows(pane).row(other).first()).toBeVisible();
  },
);
