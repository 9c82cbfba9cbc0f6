import {
  accountReportTable,
  accounts,
  customerStatementTable,
  documentTables,
  exchangeRates,
  goodsDocuments,
  inOutItems,
  receivableAgeingTable,
  trialBalanceTable,
} from '@tradehouse/contract';
import { expect } from '@playwright/test';
import type { Locator } from '@playwright/test';
import type { Desk } from '../desk.ts';
import {
  button,
  choose,
  day,
  Editor,
  field,
  Grid,
  named,
  offered,
  pickDay,
  overflows,
  Rows,
  savedNumber,
  scrollsSideways,
  inEnglishOnAPhone,
} from '../pages.ts';
import type { Shop } from '../pages.ts';
import { story } from '../story.ts';

story(
  'a rate is written down, and a document of its day starts with it',
  async ({ shop, desk, page }) => {
    const item = named('利息');
    await desk.call(inOutItems.add, { name: item, type: 'income' });
    await desk.call(exchangeRates.add, { currency: 'SEK', day: day(-40), rate: '0.7' });
    const rates = await shop.goTo('/system/exchange_rate', '汇率');
    await button(rates, '新增').first().click();
    const form = page.getByRole('dialog', { name: '新增汇率' });
    await field(form, '币种').fill('SEK');
    await pickDay(form, '日期', day(-5));
    await field(form, '汇率').fill('0.75');
    await button(form, '保存').click();
    await expect(form).toBeHidden();
    const list = new Rows(rates);
    await list.expectCell(day(-5), '汇率', '0.75');

    await page.goto('/financial/item_in/new');
    const editor = new Editor(shop, '收入单');
    const currency = editor.pane.getByRole('combobox', { name: '币种' });
    await currency.click();
    await offered(page, 'SEK').click();
    await expect(field(editor.pane, '汇率')).toHaveValue('0.75');
    // Another day has another rate, until one is typed.
    const time = field(editor.pane, '单据日期');
    await time.click();
    await time.fill(`${day(3)} 10:00:00`);
    await time.press('Enter');
    await expect(editor.pane.getByText('单据日期不能晚于今天')).toBeVisible();
    await time.click();
    await time.fill(`${day(-10)} 10:00:00`);
    await time.press('Enter');
    await expect(field(editor.pane, '汇率')).toHaveValue('0.7');
    const grid = new Grid(editor.pane);
    await grid.go(1, '收入项目');
    await page.keyboard.type(item);
    await expect(
      page.getByRole('option', { name: item, exact: true }).filter({ visible: true }),
    ).toBeVisible();
    await page.keyboard.press('Enter');
    await page.keyboard.type('1000');
    await page.keyboard.press('Tab');
    const number = await editor.save('Control+Enter');
    const [row] = await desk.rows(documentTables.itemIn, {
      search: JSON.stringify({ kind: 'itemIn', number }),
    });
    expect(row).toMatchObject({ currency: 'SEK', exchangeRate: '0.7' });

    // What goods are sold for is told in the currency of the document, at its rate: 30 at 0.75, then at 0.6.
    const product = await desk.product();
    await page.goto('/bill/sale_order/new');
    const order = new Editor(shop, '销售订单');
    const lines = new Grid(order.pane);
    await lines.go(1, '条码');
    await lines.enter(1, product.barcode, product.name, '2');
    await lines.expectCell(1, '单价', '30.00');
    await button(order.pane, '更多字段').click();
    await order.pane.getByRole('combobox', { name: '币种' }).click();
    await offered(page, 'SEK').click();
    await lines.expectCell(1, '单价', '40.00');
    await field(order.pane, '汇率').fill('0.6');
    await lines.expectCell(1, '单价', '50.00');
  },
);

/** What rates earned so far by the trial balance of this month, less what they lost, and by how much that is uneven. */
async function exchanged(desk: Desk): Promise<{ readonly gain: number; readonly uneven: number }> {
  const rows = await desk.rows(trialBalanceTable, {
    search: JSON.stringify({ dates: [`${day(0).slice(0, 7)}-01`, day(0)] }),
    pageSize: 500,
  });
  const sum = (column: 'closingDebit' | 'closingCredit') =>
    rows.reduce((all, row) => all + Number(row[column]), 0);
  const row = rows.find(({ code }) => code === '5603');
  return {
    gain: Number(row?.credit ?? 0) - Number(row?.debit ?? 0),
    uneven: sum('closingDebit') - sum('closingCredit'),
  };
}

/** A customer with three bills, two of them in a currency at 8, and an account for what comes in. */
async function threeBills(desk: Desk, currency: string) {
  const [product, customer] = [await desk.product(), await desk.partner('customer', '外商')];
  await desk.receive(product, '400');
  const bill = (quantity: string, more: object) =>
    desk.goods('saleOut', [{ barcode: product.barcode, quantity, unitPrice: '1' }], {
      partnerId: customer.id,
      paidNow: '0',
      ...more,
    });
  const abroad = { currency, exchangeRate: '8' };
  const bills = [await bill('200', abroad), await bill('100', abroad), await bill('70', {})];
  const account = named('外币户');
  const { id: accountId } = await desk.call(accounts.add, { name: account });
  await desk.call(exchangeRates.add, { currency, day: day(0), rate: '8.1' });
  return { customer, bills: bills.map(({ id, number }) => ({ id, number })), account, accountId };
}

const chinese = {
  page: '收款单',
  customer: '客户',
  currency: '币种',
  rate: '汇率',
  sum: '待分摊金额',
  spread: '按最早欠款分摊',
  received: '实际收款',
  base: '折合 USD',
  account: '收款账户',
  save: '保存并审核',
};
const english: typeof chinese = {
  page: 'Money in',
  customer: 'Customer',
  currency: 'Currency',
  rate: 'Exchange rate',
  sum: 'Sum to spread',
  spread: 'Spread over the oldest debts',
  received: 'Received',
  base: 'In USD',
  account: 'Receiving account',
  save: 'Save and approve',
};

interface Receipt {
  readonly customer: string;
  readonly account: string;
  readonly currency: string;
  readonly sign: string;
  readonly sum: string;
  readonly rate: string;
}

/** Money in another currency comes in at a rate of its own, for the oldest bills first; the receipt’s number. */
async function received(shop: Shop, words: typeof chinese, receipt: Receipt): Promise<string> {
  await shop.page.goto('/financial/money_in/new');
  const pane = shop.pane(new RegExp(`^${words.page} · `));
  await choose(pane, words.customer, receipt.customer);
  const currency = pane.getByRole('combobox', { name: words.currency });
  await currency.fill(receipt.currency);
  await currency.press('Tab');
  await expect(field(pane, words.rate)).toHaveValue('8.1');
  await field(pane, words.rate).fill(receipt.rate);
  await field(pane, words.sum).fill(receipt.sum);
  await button(pane, words.spread).click();
  await expect(pane.getByText(`${words.received}${receipt.sign}${receipt.sum}`)).toBeVisible();
  await expect(pane.getByText(`${words.base}$1,2`)).toBeVisible();
  await choose(pane, words.account, receipt.account);
  return savedNumber(shop, () => button(pane, words.save).click());
}

story(
  'three bills in two currencies are paid in part, then the rest at another rate: statement, ageing, account and books agree',
  async ({ shop, desk, page }) => {
    const { customer, bills, account, accountId } = await threeBills(desk, 'EUR');
    const before = await exchanged(desk);
    const statement = () =>
      desk
        .rows(customerStatementTable, {
          search: JSON.stringify({ supplierType: 'customer', organId: customer.id }),
        })
        .then(([row]) => row);
    expect(await statement()).toMatchObject({ closing: '2470', foreign: 'EUR 300' });

    // Who owes is found by the button; what they owe in the company's own currency is taken first.
    const list = await shop.goTo('/financial/money_in', '收款单');
    await list.getByRole('button', { name: /^待收款 \(\d+\)$/ }).click();
    const waiting = page.getByRole('dialog', { name: '待收款' });
    const asked = waiting.getByRole('searchbox', { name: '客户' });
    await asked.fill(customer.name);
    await asked.press('Enter');
    const owing = waiting.getByRole('row').filter({ hasText: customer.name });
    await expect(owing).toContainText('$2,470.00');
    await button(owing, '收款').click();
    const editor = new Editor(shop, '收款单');
    await shop.told('另有 EUR 的未结款项');
    await expect(editor.pane.getByText('实际收款$70.00')).toBeVisible();
    await choose(editor.pane, '收款账户', account);
    await editor.save('Control+Enter');

    // A part in euros, at a rate of its own: the oldest bill first.
    const euros = { customer: customer.name, account, currency: 'EUR', sign: '€' };
    const receive = (sum: string, rate: string): Promise<string> =>
      received(shop, chinese, { ...euros, sum, rate });
    const part = await receive('150.55', '8.1');
    expect(await statement()).toMatchObject({ closing: '1195.6', foreign: 'EUR 149.45' });
    // What is open still is of the two bills in euros, each at what it was booked at.
    const ageing = new Rows(await shop.goTo('/report/receivable_ageing', '应收账龄'));
    await choose(ageing.scope, '客户', customer.name);
    await ageing.expectCell(customer.name, '应收合计', '1,195.60');
    await (await ageing.cell(customer.name, '应收合计')).getByRole('button').click();
    const open = new Rows(page.getByRole('dialog', { name: `${customer.name} · 应收合计` }));
    await open.expectCell(bills[0]?.number ?? '', '原币未结', '€49.45');
    await open.expectCell(bills[0]?.number ?? '', '未结金额', '395.60');
    await open.expectCell(bills[1]?.number ?? '', '未结金额', '800.00');
    await expect(open.totals).toContainText('$1,195.60');
    await button(open.scope, bills[1]?.number ?? '').click();
    await expect(shop.pane(bills[1]?.number ?? '')).toBeVisible();
    const rest = await receive('149.45', '8.2');
    // Of who owes nothing nothing is shown, unless it is asked for.
    expect(await statement()).toMatchObject({ closing: '0', settled: '2470', foreign: null });
    for (const { id } of bills)
      expect((await desk.call(goodsDocuments.info, { id })).openDebt).toBe('0');
    const search = JSON.stringify({ side: 'receivable', organId: customer.id });
    expect(await desk.rows(receivableAgeingTable, { search })).toEqual([]);

    // 70 + 150.55 at 8.1 + 149.45 at 8.2 came in; what is beyond the 2,470 that were booked is exchange.
    const [held] = await desk.rows(accountReportTable, {
      search: JSON.stringify({ name: account }),
    });
    expect(held).toMatchObject({ balance: '2514.95' });
    const flows = new Rows(await shop.goTo('/report/account_report', '账户统计'));
    await flows.filter('名称', account);
    await button(flows.scope, account).click();
    const flow = new Rows(page.getByRole('dialog', { name: `账户流水 · ${account}` }));
    await flow.expectCell(part, '原币金额', '+150.55');
    await flow.expectCell(part, '金额', '+1,219.46');
    await flow.expectCell(rest, '金额', '+1,225.49');
    await flow.expectCell(rest, '余额', '2,514.95');

    const detail = new Rows(
      await shop.goTo(`/report/account_detail?accounts=${accountId}`, '账户明细'),
    );
    await detail.expectCell(part, '收入', '1,219.46');
    await detail.expectCell(rest, '余额', '2,514.95');
    await button(detail.scope, part).click();
    // 150.55 at 8.1 less what they were booked at, at 8.
    await expect(shop.pane(part).locator('.sum-table')).toContainText('汇兑损益$15.06');

    // The same gain is in the books, which are even, and opens the receipts that made it.
    const books = await exchanged(desk);
    expect(books.gain).toBeCloseTo(before.gain + 44.95, 6);
    expect(books.uneven).toBeCloseTo(0, 6);
    const balance = new Rows(await shop.goTo('/report/trial_balance', '科目余额表'));
    await (await balance.cell(/5603/, '本期贷方')).getByRole('button').click();
    const behindGain = page.getByRole('dialog', { name: /科目明细 · 5603/ });
    for (const [number, gain] of [
      [part, '15.06'],
      [rest, '29.89'],
    ] as const)
      await expect(behindGain.getByRole('row').filter({ hasText: number })).toContainText(gain);
    await button(behindGain, rest).click();
    const paper = shop.pane(rest);
    await expect(paper.getByRole('row').filter({ hasText: bills[0]?.number ?? '' })).toContainText(
      '$9.89',
    );
    await expect(paper.getByRole('row').filter({ hasText: bills[1]?.number ?? '' })).toContainText(
      '$20.00',
    );
    await expect(paper.locator('.sum-table')).toContainText('汇兑损益$29.89');

    // A figure opens its documents, for the statement's own days.
    const url = `/report/customer_account?organId=${customer.id}&hasDebt=`;
    const report = new Rows(await shop.goTo(url, '客户对账'));
    await button(report.scope, '2,470.00').last().click();
    const behind = new Rows(page.getByRole('dialog', { name: `历史收款 · ${customer.name}` }));
    // What the receipts took off the debt: what it was booked at, whatever came in for it.
    await behind.expectCell(part, '原币金额', '-150.55');
    await behind.expectCell(part, '金额', '-1,204.40');
    await expect(behind.totals).toContainText('-$2,470.00');
    await expect(behind.scope.getByText(/^日期范围: \d{4}-\d{2}-\d{2} –/)).toBeVisible();
    await button(behind.scope, rest).click();
    await expect(shop.pane(rest).getByText('€149.45').first()).toBeVisible();
  },
);

story(
  'the same in English, on a phone: every figure opens its bills and receipts',
  async ({ shop, desk, page }) => {
    const { customer, bills, account, accountId } = await threeBills(desk, 'GBP');
    const [first, second, third] = bills;
    await desk.money({
      kind: 'moneyIn',
      partnerId: customer.id,
      accountId,
      lines: [{ settledDocumentId: third?.id ?? '', amount: '70' }],
    });
    const before = await exchanged(desk);
    await page.goto('/dashboard/analysis');
    await inEnglishOnAPhone(page);
    const pounds = { customer: customer.name, account, currency: 'GBP', sign: '£' };
    const part = await received(shop, english, { ...pounds, sum: '150.55', rate: '8.1' });
    const card = (scope: Locator, text: string) =>
      scope.getByRole('listitem').filter({ hasText: text });
    /** Opens a figure of a card; what stands behind it says these, and opens the last. */
    const opens = async (
      figure: Locator,
      behind: Readonly<Record<string, string>>,
      sum: string,
    ): Promise<void> => {
      await figure.click();
      const dialog = page.getByRole('dialog');
      for (const [number, amount] of Object.entries(behind))
        await expect(card(dialog, number)).toContainText(amount);
      await expect(dialog.locator('.card-total')).toContainText(sum);
      expect(await overflows(page)).toBe(false);
      const number = Object.keys(behind).at(-1) ?? '';
      await button(card(dialog, number), number).click();
      await expect(shop.pane(number)).toBeVisible();
    };
    const figure = (of: Locator, column: string): Locator =>
      of.locator(`[data-column="${column}"]`).getByRole('button');

    const ageing = await shop.goTo(
      `/report/receivable_ageing?organId=${customer.id}`,
      'Receivables ageing',
    );
    const open = { [first?.number ?? '']: '395.60', [second?.number ?? '']: '800.00' };
    await opens(figure(card(ageing, customer.name), 'total'), open, '$1,195.60');
    const rest = await received(shop, english, { ...pounds, sum: '149.45', rate: '8.2' });

    // What the receipt gained is read beside each bill.
    const paper = shop.pane(rest);
    await expect(paper.locator('.sum-table')).toContainText('Exchange gain or loss$29.89');
    expect(await scrollsSideways(paper)).toBe(false);

    const url = `/report/customer_account?organId=${customer.id}&hasDebt=`;
    const statement = card(await shop.goTo(url, 'Customer statement'), customer.name);
    await expect(statement.locator('[data-column="closing"]')).toContainText('0.00');
    const receipts = { [part]: '-1,204.40', [rest]: '-1,195.60' };
    await opens(figure(statement, 'settled'), receipts, '-$2,470.00');

    const detail = await shop.goTo(
      `/report/account_detail?accounts=${accountId}`,
      'Account detail',
    );
    await expect(card(detail, part)).toContainText('1,219.46');
    await expect(card(detail, rest)).toContainText('2,514.95');
    await button(card(detail, part), part).click();
    await expect(shop.pane(part).locator('.sum-table')).toContainText(
      'Exchange gain or loss$15.06',
    );

    const books = await exchanged(desk);
    expect(books.gain).toBeCloseTo(before.gain + 44.95, 6);
    expect(books.uneven).toBeCloseTo(0, 6);
    const balance = await shop.goTo('/report/trial_balance', 'Trial balance');
    const gained = { [part]: '15.06', [rest]: '29.89' };
    await opens(figure(card(balance, '5603'), 'credit'), gained, '$');
  },
);
