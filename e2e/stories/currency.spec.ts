import {
  accountDetailTable,
  accountFlowTable,
  accountReportTable,
  accounts,
  agedBillsTable,
  barcodesForLine,
  customerFlowTable,
  customerStatementTable,
  documentTables,
  exchangeRates,
  goodsDocuments,
  inOutItems,
  ledgerDetailTable,
  receivableAgeingTable,
  trialBalanceTable,
} from '@tradehouse/contract';
import type { TableDeclaration } from '@tradehouse/contract';
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
  Listed,
  named,
  offered,
  overflows,
  PHONE,
  LANGUAGES_AND_SCREENS,
  pickDay,
  Rows,
  savedNumber,
  scrollsSideways,
  speak,
} from '../pages.ts';
import type { Figures } from '../pages.ts';
import { story } from '../story.ts';

story(
  'a saved exchange rate is the initial rate of a document of its day',
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

    await shop.open('/financial/item_in/new');
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
    await shop.open('/bill/sale_order/new');
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

story(
  'a save in another currency waits for the converted prices, and is refused without them',
  async ({ shop, desk, page }) => {
    await desk.call(exchangeRates.add, { currency: 'NOK', day: day(-40), rate: '0.75' });
    const product = await desk.product();
    await shop.open('/bill/sale_order/new');
    const order = new Editor(shop, '销售订单');
    const customer = await desk.partner('customer', '外商');
    await choose(order.pane, '客户', customer.name);
    const lines = new Grid(order.pane);
    await lines.go(1, '条码');
    await lines.enter(1, product.barcode, product.name, '2');
    await lines.expectCell(1, '单价', '30.00');
    await button(order.pane, '更多字段').click();
    const lookUps = `**/api${barcodesForLine.path}**`;
    await page.route(lookUps, (route) => route.abort());
    await order.pane.getByRole('combobox', { name: '币种' }).click();
    await offered(page, 'NOK').click();
    await expect(field(order.pane, '汇率')).toHaveValue('0.75');
    const told = order.pane.getByText('价格未能按单据币种换算，请重新填写汇率，或保存以重试');
    await expect(told).toHaveCount(1);
    await page.keyboard.press('Control+s');
    await expect(told).toHaveCount(2);
    await page.unroute(lookUps);
    await page.route(lookUps, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1500));
      await route.continue();
    });
    const number = await order.save('Control+s');
    await page.unroute(lookUps);
    const [row] = await desk.rows(documentTables.saleOrder, {
      search: JSON.stringify({ kind: 'saleOrder', number }),
    });
    expect(row).toMatchObject({ currency: 'NOK', totalAmount: '80' });
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
  receipts: '收款单',
  waiting: '待收款',
  receive: '收款',
  moreOpen: (currency: string) => `另有 ${currency} 的欠款`,
  customer: '客户',
  currency: '币种',
  rate: '汇率',
  sum: '待分摊金额',
  spread: '按最早欠款分摊',
  received: '实际收款',
  base: '折合 USD',
  exchanged: '汇兑损益',
  into: '收款账户',
  save: '保存并审核',
  ageing: '应收账龄',
  statement: '客户对账',
  account: '账户统计',
  detail: '账户明细',
  balance: '科目余额表',
  days: '日期范围',
};
const english: typeof chinese = {
  receipts: 'Money in',
  waiting: 'To collect',
  receive: 'Collect',
  moreOpen: (currency) => `More is open in ${currency}`,
  customer: 'Customer',
  currency: 'Currency',
  rate: 'Exchange rate',
  sum: 'Sum to spread',
  spread: 'Spread over the oldest debts',
  received: 'Received',
  base: 'In USD',
  exchanged: 'Exchange gain or loss',
  into: 'Receiving account',
  save: 'Save and approve',
  ageing: 'Receivables ageing',
  statement: 'Customer statement',
  account: 'Account statistics',
  detail: 'Account detail',
  balance: 'Trial balance',
  days: 'Date range',
};

/** Each way has a currency of its own: its rate of today can be written down once. */
const foreign = [
  ['EUR', '€'],
  ['INR', '₹'],
  ['ILS', '₪'],
  ['GBP', '£'],
] as const;

for (const [at, { language, where, screen, options }] of LANGUAGES_AND_SCREENS.entries()) {
  const [currency, sign] = foreign[at] ?? foreign[0];
  const words = language === 'en' ? english : chinese;
  story(
    `three bills in two currencies are paid in part, then the rest at another rate: statement, ageing, account and books agree, in ${language} ${where}`,
    options,
    async ({ shop, desk, page }) => {
      const { customer, bills, account, accountId } = await threeBills(desk, currency);
      const [first, second] = bills.map(({ number }) => number) as [string, string];
      const before = await exchanged(desk);
      const statement = () =>
        desk
          .rows(customerStatementTable, {
            search: JSON.stringify({ supplierType: 'customer', organId: customer.id }),
          })
          .then(([row]) => row);
      expect(await statement()).toMatchObject({ closing: '2470', foreign: `${currency} 300` });
      await shop.open('/dashboard/analysis');
      await speak(page, language);
      await page.setViewportSize(screen);
      const listed = (scope: Locator, table: TableDeclaration): Listed =>
        new Listed(scope, table, { language, phone: screen === PHONE });
      const report = async (url: string, title: string, table: TableDeclaration): Promise<Listed> =>
        listed(await shop.goTo(url, title), table);
      /** What stands behind a figure says these of its documents, comes to this, and opens the last of them. */
      const opens = async (
        figure: Locator,
        table: TableDeclaration,
        behind: Readonly<Record<string, Figures>>,
        sum: string,
      ): Promise<void> => {
        await figure.click();
        const dialog = listed(page.getByRole('dialog'), table);
        for (const [number, figures] of Object.entries(behind)) await dialog.says(number, figures);
        await expect(dialog.totals).toContainText(sum);
        expect(await overflows(page)).toBe(false);
        await dialog.opens(shop, Object.keys(behind).at(-1) ?? '');
      };

      // Who owes is found by the button; what they owe in the company's own currency is taken first.
      const list = await shop.goTo('/financial/money_in', words.receipts);
      await list.getByRole('button', { name: new RegExp(`^${words.waiting} \\(\\d+\\)$`) }).click();
      const waiting = page.getByRole('dialog', { name: words.waiting });
      const asked = waiting.getByRole('searchbox', { name: words.customer });
      await asked.fill(customer.name);
      await asked.press('Enter');
      const owing = waiting.getByRole('row').filter({ hasText: customer.name });
      await expect(owing).toContainText('$2,470.00');
      await button(owing, words.receive).click();
      const receipt = shop.pane(new RegExp(`^${words.receipts} · `));
      await shop.readNotice(words.moreOpen(currency));
      await expect(receipt.getByText(`${words.received}$70.00`)).toBeVisible();
      await choose(receipt, words.into, account);
      await savedNumber(shop, () => button(receipt, words.save).click());

      /** Money in the other currency comes in at a rate of its own, for the oldest bills first; the receipt’s number. */
      const received = async (sum: string, rate: string): Promise<string> => {
        await shop.open('/financial/money_in/new');
        await choose(receipt, words.customer, customer.name);
        const held = receipt.getByRole('combobox', { name: words.currency });
        await held.fill(currency);
        await held.press('Tab');
        await expect(field(receipt, words.rate)).toHaveValue('8.1');
        await field(receipt, words.rate).fill(rate);
        await field(receipt, words.sum).fill(sum);
        await button(receipt, words.spread).click();
        await expect(receipt.getByText(`${words.received}${sign}${sum}`)).toBeVisible();
        await expect(receipt.getByText(`${words.base}$1,2`)).toBeVisible();
        await choose(receipt, words.into, account);
        return savedNumber(shop, () => button(receipt, words.save).click());
      };
      const part = await received('150.55', '8.1');
      expect(await statement()).toMatchObject({
        closing: '1195.6',
        foreign: `${currency} 149.45`,
      });
      // What is open still is of the two bills abroad, each at what it was booked at.
      const byCustomer = `organId=${customer.id}`;
      const ageing = await report(
        `/report/receivable_ageing?${byCustomer}`,
        words.ageing,
        receivableAgeingTable,
      );
      await ageing.says(customer.name, { total: '1,195.60' });
      const open = {
        [first]: { original: `${sign}49.45`, openDebt: '395.60' },
        [second]: { original: `${sign}100.00`, openDebt: '800.00' },
      };
      await opens(await ageing.figure(customer.name, 'total'), agedBillsTable, open, '$1,195.60');

      const rest = await received('149.45', '8.2');
      // What the receipt gained is read beside each bill.
      const paper = shop.pane(rest);
      const line = (number: string): Locator =>
        paper.getByRole('row').filter({ hasText: number }).first();
      await expect(line(first)).toContainText('$9.89');
      await expect(line(second)).toContainText('$20.00');
      await expect(paper.locator('.sum-table')).toContainText(`${words.exchanged}$29.89`);
      expect(await scrollsSideways(paper)).toBe(false);
      // Of who owes nothing nothing is shown, unless it is asked for.
      expect(await statement()).toMatchObject({ closing: '0', settled: '2470', foreign: null });
      for (const { id } of bills)
        expect((await desk.call(goodsDocuments.info, { id })).openDebt).toBe('0');
      const search = JSON.stringify({ side: 'receivable', organId: customer.id });
      expect(await desk.rows(receivableAgeingTable, { search })).toEqual([]);

      // A figure opens its documents: what receipts took off the debt is what it was booked at, whatever came in for it.
      const owed = await report(
        `/report/customer_account?${byCustomer}&hasDebt=`,
        words.statement,
        customerStatementTable,
      );
      await owed.says(customer.name, { settled: '2,470.00', closing: '0.00' });
      const receipts = {
        [part]: { originalAmount: '-150.55', amount: '-1,204.40' },
        [rest]: { originalAmount: '-149.45', amount: '-1,195.60' },
      };
      const settled = await owed.figure(customer.name, 'settled');
      await opens(settled, customerFlowTable, receipts, '-$2,470.00');
      await expect(paper.getByText(`${sign}149.45`).first()).toBeVisible();

      // 70 + 150.55 at 8.1 + 149.45 at 8.2 came in; what is beyond the 2,470 that were booked is exchange.
      const held = await report(
        `/report/account_report?name=${account}`,
        words.account,
        accountReportTable,
      );
      await held.says(account, { balance: '2,514.95' });
      const came = {
        [rest]: { originalAmount: '+149.45', amount: '+1,225.49', balance: '2,514.95' },
        [part]: { originalAmount: '+150.55', amount: '+1,219.46' },
      };
      await opens(await held.figure(account, 'balance'), accountFlowTable, came, '$2,514.95');
      const detail = await report(
        `/report/account_detail?accounts=${accountId}`,
        words.detail,
        accountDetailTable,
      );
      await detail.says(rest, { income: '1,225.49', balance: '2,514.95' });
      await detail.says(part, { income: '1,219.46' });
      await detail.opens(shop, part);
      // 150.55 at 8.1 less what they were booked at, at 8.
      await expect(shop.pane(part).locator('.sum-table')).toContainText(`${words.exchanged}$15.06`);

      // The same gain is in the books, which are even, and opens the receipts that made it.
      const books = await exchanged(desk);
      expect(books.gain).toBeCloseTo(before.gain + 44.95, 6);
      expect(books.uneven).toBeCloseTo(0, 6);
      const balance = await report('/report/trial_balance', words.balance, trialBalanceTable);
      const gained = { [part]: { credit: '15.06' }, [rest]: { credit: '29.89' } };
      await opens(await balance.figure('5603', 'credit'), ledgerDetailTable, gained, '$');
    },
  );
}
