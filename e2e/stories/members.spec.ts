import {
  accountDetailTable,
  accounts,
  memberStatementTable,
  trialBalanceTable,
} from '@tradehouse/contract';
import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import {
  MATRIX_ONLY,
  Editor,
  Grid,
  Rows,
  button,
  choose,
  day,
  named,
  PHONE,
  speakEnglish,
} from '../pages.ts';
import type { Shop } from '../pages.ts';
import { story } from '../story.ts';

/** Types what the focused cell offers, then the amount beside it. */
async function typed(shop: Shop, name: string, amount: string | null): Promise<void> {
  await shop.page.keyboard.type(name);
  await expect(
    shop.page.getByRole('option', { name, exact: true }).filter({ visible: true }),
  ).toBeVisible();
  await shop.page.keyboard.press('Enter');
  if (amount !== null) await shop.page.keyboard.type(amount);
}

/** What would be printed by a button; the browser's own dialog stays shut. */
async function printedPaper(page: Page, of: Locator, print: string): Promise<Locator> {
  await page.evaluate('print = () => undefined');
  await button(of, print).click();
  await page.emulateMedia({ media: 'print' });
  const paper = page.locator('.print-sheet');
  await expect(paper).toBeVisible();
  return paper;
}

/** The browser is done with it, so the page has it no longer. */
async function donePrinting(page: Page): Promise<void> {
  await page.evaluate(`dispatchEvent(new Event('afterprint'))`);
  await expect(page.locator('.print-sheet')).toHaveCount(0);
  await page.emulateMedia({ media: 'screen' });
}

story(
  'a member prepays 500 with a bonus of 50, buys, returns goods and is refunded the rest',
  async ({ shop, desk, page }) => {
    const product = await desk.product('花茶');
    await desk.receive(product, '50');
    const till = named('前台');
    const { id: account } = await desk.call(accounts.add, { name: till });
    const card = await desk.partner('member', '会员卡');

    await shop.open('/financial/advance_in/new');
    const { pane: advance } = new Editor(shop, '会员充值');
    await choose(advance, '会员', card.name);
    await new Grid(advance).go(1, '收款账户');
    await typed(shop, till, '500');
    await page.keyboard.press('Tab');
    await advance.getByRole('textbox', { name: '赠送金额' }).fill('50');
    const paidIn = await new Editor(shop, '会员充值').save('Control+Enter');
    await expect(shop.pane(paidIn).getByText('赠送金额')).toBeVisible();

    await shop.open('/bill/retail_out/new');
    const sale = new Editor(shop, '零售出库');
    await choose(sale.pane, '会员', card.name);
    await expect(
      sale.pane.getByRole('radio', { name: '预付款（$550.00，含赠送 $50.00）' }),
    ).toBeChecked();
    const scanner = sale.pane.getByRole('textbox', { name: '扫码框' });
    await scanner.fill(product.barcode);
    await scanner.press('Enter');
    const goods = new Grid(sale.pane);
    await goods.expectCell(1, '数量', '1');
    await goods.go(1, '数量');
    await goods.type('15');
    await goods.expectCell(1, '金额', '540.00');
    const sold = await sale.save('Control+Enter');
    // No cash was handed over: there is no change to speak of.
    await expect(sale.pane.getByText(sold)).toBeVisible();
    await expect(page.getByText(/找零 \$/)).toHaveCount(0);

    // Fifteen at 36 are 540: all of the 500, and 40 of the bonus. Three come back with their share of both.
    const bills = new Rows(await shop.goTo('/bill/retail_out', '零售出库'));
    await button(bills.row(sold), sold).click();
    const bill = shop.pane(sold);
    await expect(bill.getByText('其中赠送')).toBeVisible();
    await expect(bill.getByText('40.00', { exact: false }).first()).toBeVisible();
    await button(bill, '转零售退货').click();
    const back = new Editor(shop, '零售退货');
    await new Grid(back.pane).go(1, '数量');
    await new Grid(back.pane).type('3');
    const returned = await back.save('Control+Enter');

    await shop.open('/financial/advance_out/new');
    const { pane: refund } = new Editor(shop, '会员退款');
    await choose(refund, '会员', card.name);
    await new Grid(refund).expectCell(1, '金额', '100.00');
    await expect(refund.getByRole('textbox', { name: '收回赠送' })).toHaveValue('18');
    await new Grid(refund).go(1, '付款账户');
    await typed(shop, till, null);
    const paidOut = await new Editor(shop, '会员退款').save('Control+Enter');

    const statement = new Rows(await shop.goTo('/report/member_account', '会员对账'));
    await choose(statement.scope, '会员', card.name);
    const figures = {
      期初余额: '0.00',
      本期充值: '400.00',
      本期消费: '400.00',
      期末余额: '0.00',
      本期赠送: '32.00',
      赠送消费: '32.00',
      可用合计: '0.00',
    };
    for (const [column, text] of Object.entries(figures))
      await statement.expectCell(card.name, column, text);
    const ledger = new Rows(
      statement.scope.getByRole('dialog', { name: `会员预付款流水 · ${card.name}` }),
    );
    await (await statement.cell(card.name, '本期消费')).getByRole('button').click();
    await expect(ledger.totals).toContainText('-$400.00-$32.00');
    await page.keyboard.press('Escape');
    await button(statement.scope, card.name).click();
    const rows: readonly (readonly [string, string, string, string, string])[] = [
      [paidIn, '充值', '+500.00', '500.00', '50.00'],
      [sold, '消费', '-500.00', '0.00', '10.00'],
      [returned, '退款', '+100.00', '100.00', '18.00'],
      [paidOut, '退现', '-100.00', '0.00', '0.00'],
    ];
    for (const [number, entry, amount, balance, bonus] of rows) {
      await ledger.expectCell(number, '类型', entry);
      await ledger.expectCell(number, '金额', amount);
      await ledger.expectCell(number, '余额', balance);
      await ledger.expectCell(number, '赠送结余', bonus);
    }
    const paper = await printedPaper(page, ledger.scope, '打印');
    await expect(paper.getByRole('heading')).toHaveText('会员对账单');
    for (const text of ['本期充值$400.00', '本期消费$400.00', '赠送消费$32.00', '会员确认（签字）'])
      await expect(paper).toContainText(text);
    // In the order of the days, with what each left.
    const numbers = await paper.locator('tbody tr').allInnerTexts();
    expect(numbers.slice(0, 4).map((row, at) => row.includes(rows[at]?.[0] ?? '-'))).toEqual(
      rows.map(() => true),
    );
    await donePrinting(page);
    await button(ledger.row(returned), returned).click();
    await expect(shop.pane(returned)).toBeVisible();

    // The account moved by what was paid, the books hold what members have: nothing of a bonus is cash.
    const asked = (more: object = {}) => ({
      search: JSON.stringify({ dates: [day(0), day(0)], ...more }),
      pageSize: 500,
    });
    const moved = await desk.rows(accountDetailTable, asked({ accounts: [account] }));
    expect(moved.at(-1)).toMatchObject({ kind: 'closing', balance: '400' });
    const members = await desk.rows(memberStatementTable, asked());
    const books = await desk.rows(trialBalanceTable, asked());
    const left = (column: 'closing' | 'bonusClosing'): number =>
      members.reduce((all, row) => all + Number(row[column]), 0);
    const stands = (code: string, side: 'closingDebit' | 'closingCredit'): number =>
      Number(books.find((row) => row.code === code)?.[side] ?? 0);
    expect(left('closing')).toBeCloseTo(stands('220301', 'closingCredit'), 6);
    expect(left('bonusClosing')).toBeCloseTo(stands('220302', 'closingCredit'), 6);
    expect(left('bonusClosing')).toBeCloseTo(stands('220303', 'closingDebit'), 6);
  },
);

story(
  'on a phone, and in English, a member’s balance opens its ledger',
  MATRIX_ONLY,
  async ({ shop, desk, page }) => {
    const card = await desk.partner('member', '会员卡');
    const accountId = await desk.account();
    await desk.money({
      kind: 'advanceIn',
      partnerId: card.id,
      status: '1',
      bonus: '20',
      lines: [{ accountId, amount: '200' }],
    });
    await page.setViewportSize(PHONE);
    const statement = await shop.goTo('/report/member_account', '会员对账');
    await choose(statement, '会员', card.name);
    await expect(button(statement, card.name)).toBeVisible();
    await expect(statement.getByText('220.00').first()).toBeVisible();
    await page.setViewportSize({ width: 1366, height: 768 });
    await speakEnglish(page);
    const english = new Rows(await shop.goTo('/report/member_account', 'Member statement'));
    await english.expectCell(card.name, 'Closing bonus', '20.00');
    await (await english.cell(card.name, 'Closing balance')).getByRole('button').click();
    const ledger = english.scope.getByRole('dialog', { name: /Prepayment ledger/ });
    await expect(ledger.getByRole('row').filter({ hasText: 'Paid in' })).toContainText('200.00');
    const paper = await printedPaper(page, ledger, 'Print');
    await expect(paper.getByRole('heading')).toHaveText('Statement of prepayments');
    await expect(paper).toContainText('Closing bonus$20.00');
    await donePrinting(page);
    await expect(ledger).toBeVisible();
  },
);
