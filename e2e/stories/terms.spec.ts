import { goodsDocuments, partners } from '@tradehouse/contract';
import { expect } from '@playwright/test';
import {
  runInMatrix,
  Editor,
  Grid,
  Rows,
  button,
  choose,
  day,
  field,
  named,
  PHONE,
  speakEnglish,
} from '../pages.ts';
import { story } from '../story.ts';

story(
  'a bill takes its due date from the payment terms of the customer',
  async ({ shop, desk }) => {
    const product = await desk.product('茶饼');
    await desk.receive(product, '20');
    const name = named('茶庄');
    const customers = await shop.goTo('/system/customer', '客户信息');
    await button(customers, '新增').first().click();
    const card = customers.getByRole('dialog', { name: '新增客户', exact: true });
    await field(card, '名称').fill(name);
    // Only a whole number is accepted.
    for (const typed of ['三十', '5x', '1.5']) {
      await field(card, '账期天数').fill(typed);
      await expect(card.getByText('请填写整数')).toBeVisible();
    }
    await field(card, '账期天数').fill('30');
    await expect(card.getByText('请填写整数')).toBeHidden();
    await field(card, '信用额度').fill('100');
    await button(card, '保存').click();
    await expect(card).toBeHidden();

    await shop.goTo('/bill/sale_out/new', '销售出库');
    const sale = new Editor(shop, '销售出库');
    await choose(sale.pane, '客户', name);
    await expect(field(sale.pane, '到期日')).toHaveValue(day(30));
    await expect(sale.pane.locator('.ant-select').filter({ hasText: '赊账' })).toBeVisible();
    await new Grid(sale.pane).enter(1, product.barcode, product.name, '4');
    await sale.amount('本次收款').fill('0');
    // It is saved, and the company is told that the customer owes more than agreed.
    const number = await sale.save('Control+Enter');
    await shop.readNotice(`${name} 超出信用额度：应收 $120.00，额度 $100.00`);
    const paper = shop.pane(number);
    await expect(paper.getByText(day(30))).toBeVisible();
    const list = new Rows(await shop.openPage('销售出库'));
    await expect(list.row(number)).toBeVisible();
  },
);

story(
  'receivables are listed by age like in the statement, and open their bills',
  async ({ shop, desk, page }) => {
    const product = await desk.product('青瓷');
    await desk.receive(product, '50');
    const name = named('瓷器店');
    const opened = { type: 'customer', name, openingReceivable: '80', paymentDays: 10 } as const;
    const { id: partnerId } = await desk.call(partners.add, opened);
    const old = { partnerId, paymentKind: 'other' } as const;
    const time = (days: number): string => `${day(-days)}T04:00:00.000Z`;
    const stocked = await desk.product('旧瓷');
    await desk.receive(stocked, '50', { time: time(120) });
    const late = await desk.sell(stocked, '2', { ...old, time: time(100), dueOn: day(-95) });
    const month = await desk.sell(stocked, '1', { ...old, time: time(60), dueOn: day(-40) });
    const soon = await desk.sell(product, '1', { partnerId });
    await desk.money({
      kind: 'moneyIn',
      partnerId,
      status: '1',
      lines: [{ settledDocumentId: late.id, amount: '25' }],
    });
    expect((await desk.call(goodsDocuments.info, { id: soon.id })).dueOn).toBe(day(10));

    const ageing = new Rows(await shop.goTo('/report/receivable_ageing', '应收账龄'));
    await choose(ageing.scope, '客户', name);
    const figures = {
      未到期: '30.00',
      '逾期 31–60 天': '30.00',
      '逾期 90 天以上': '115.00',
      逾期合计: '145.00',
      应收合计: '175.00',
    };
    for (const [column, text] of Object.entries(figures))
      await ageing.expectCell(name, column, text);
    const opens = async (
      column: string,
      numbers: readonly string[],
      sum: string,
    ): Promise<void> => {
      await (await ageing.cell(name, column)).getByRole('button').click();
      const bills = new Rows(ageing.scope.getByRole('dialog', { name: `${name} · ${column}` }));
      for (const number of numbers) await expect(bills.row(number)).toBeVisible();
      await expect(bills.totals).toContainText(sum);
      await shop.page.keyboard.press('Escape');
      await expect(bills.scope).toBeHidden();
    };
    // What was owed when the books began is the oldest of all.
    await opens('逾期 90 天以上', ['期初余额', late.number], '115.00');
    await opens('逾期合计', [late.number, month.number], '145.00');
    await opens('应收合计', ['期初余额', late.number, month.number, soon.number], '175.00');
    const statement = new Rows(await shop.openPage('客户对账'));
    await choose(statement.scope, '客户', name);
    await statement.expectCell(name, '期末应收', '175.00');

    await runInMatrix(async () => {
      // In English, and on a phone.
      await speakEnglish(page);
      const english = new Rows(await shop.goTo('/report/receivable_ageing', 'Receivables ageing'));
      await choose(english.scope, 'Customer', name);
      await english.expectCell(name, 'Over 90 days', '115.00');
      await page.setViewportSize(PHONE);
      const phone = await shop.goTo('/report/receivable_ageing', 'Receivables ageing');
      await expect(phone.locator('.card').filter({ hasText: name })).toContainText('175.00');
    });
  },
);
