import {
  accounts,
  balanceSheetTable,
  currentSettings,
  inOutItems,
  reopenPeriod,
  trialBalanceTable,
} from '@tradehouse/contract';
import { expect } from '@playwright/test';
import type { Desk } from '../desk.ts';
import {
  runInMatrix,
  MATRIX_ONLY,
  Rows,
  button,
  field,
  named,
  overflows,
  PHONE,
  speak,
} from '../pages.ts';
import { lostTools } from '../sight.ts';
import { story } from '../story.ts';

const today = (): string => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
const monthStart = (): string => `${today().slice(0, 7)}-01`;
const lastMonthEnd = (): string =>
  new Date(Date.parse(monthStart()) - 86_400_000).toISOString().slice(0, 10);

/** What reports of this month are asked for, all in one page. */
const thisMonth = () => ({
  search: JSON.stringify({ dates: [monthStart(), today()] }),
  pageSize: 500,
});

/** An expense item of a new name. */
async function expense(desk: Desk, word: string): Promise<string> {
  const { id } = await desk.call(inOutItems.add, { name: named(word), type: 'expense' });
  return id;
}

const shown = (amount: string | null | undefined): string =>
  Number(amount ?? 0).toLocaleString('en', { minimumFractionDigits: 2 });

story(
  'paid rent and a transfer of money agree in the books, and book rows open their documents',
  async ({ shop, desk }) => {
    const { id: bank } = await desk.call(accounts.add, {
      name: named('银行'),
      openingAmount: '5000',
    });
    const paid = await desk.money({
      kind: 'itemOut',
      accountId: bank,
      lines: [{ itemId: await expense(desk, '房租'), amount: '1200' }],
    });
    const moved = await desk.money({
      kind: 'giro',
      accountId: bank,
      lines: [{ accountId: await desk.account(), amount: '300' }],
    });

    const pane = await shop.goTo('/report/trial_balance', '科目余额表');
    const rows = await desk.rows(trialBalanceTable, thisMonth());
    const expenses = rows.find(({ code }) => code === '5602');
    const balance = new Rows(pane);
    await balance.expectCell(/5602/, '本期借方', shown(expenses?.debit));
    const sum = (column: 'closingDebit' | 'closingCredit'): number =>
      rows.reduce((all, row) => all + Number(row[column]), 0);
    expect(sum('closingDebit')).toBeCloseTo(sum('closingCredit'), 6);
    const total = shown(String(sum('closingDebit')));
    await balance.expectCell(balance.totals, '期末借方', `$${total}`);
    await balance.expectCell(balance.totals, '期末贷方', `$${total}`);

    await (await balance.cell(/5602/, '本期借方')).getByRole('button').click();
    const detail = shop.page.getByRole('dialog', { name: /科目明细 · 5602/ });
    await expect(detail.getByRole('row').filter({ hasText: paid.number })).toContainText(
      '1,200.00',
    );
    await button(detail, paid.number).click();
    await expect(shop.pane(paid.number)).toBeVisible();

    const sheet = await shop.goTo('/report/balance_sheet', '资产负债表');
    const lines = await desk.rows(balanceSheetTable, thisMonth());
    const closing = (line: string) => lines.find((row) => row.line === line)?.closing;
    expect(closing('assetSum')).toBe(closing('liabilityAndEquity'));
    const statement = new Rows(sheet);
    await statement.expectCell(/资产总计/, '期末余额', shown(closing('assetSum')));
    await statement.expectCell(/负债和所有者权益总计/, '期末余额', shown(closing('assetSum')));
    await (await statement.cell(/1002/, '本期减少')).getByRole('button').click();
    const behind = shop.page.getByRole('dialog', { name: /科目明细 · 1002/ });
    await expect(behind.getByRole('row').filter({ hasText: moved.number }).first()).toBeVisible();
  },
);

story(
  'figures of months stand side by side and open documents, in both languages and on a phone',
  async ({ shop, desk, page }) => {
    const itemId = await expense(desk, '水电');
    const days = [lastMonthEnd(), monthStart()];
    const [before, now] = await Promise.all(
      days.map((day) =>
        desk.money({
          kind: 'itemOut',
          time: `${day}T04:00:00.000Z`,
          lines: [{ itemId, amount: '31' }],
        }),
      ),
    );
    const dates = `${days[0]?.slice(0, 7)}-01,${today()}`;
    for (const [url, title, row] of [
      ['/report/profit_statement', '利润表', /5602/],
      ['/report/trial_balance', '科目余额表', /5602/],
      ['/report/balance_sheet', '资产负债表', /1001/],
    ] as const) {
      const pane = await shop.goTo(`${url}?dates=${dates}`, title);
      await pane.getByText('分月', { exact: true }).click();
      const rows = new Rows(pane);
      for (const [at, day] of days.entries()) {
        const column = day.slice(0, 7) + (url.includes('trial') ? ' 贷方' : '');
        await (await rows.cell(row, column)).getByRole('button').click();
        const behind = shop.page.getByRole('dialog', { name: /科目明细/ });
        const number = [before, now][at]?.number ?? '';
        // Cash has what all stories of the company pay: the row there may be on another page.
        const said = url.includes('balance') && !url.includes('trial') ? /\d{4}-\d\d-\d\d/ : number;
        await expect(behind.getByRole('row').filter({ hasText: said }).first()).toContainText(
          said === number ? '31.00' : '.',
        );
        await page.keyboard.press('Escape');
        await expect(behind).toBeHidden();
      }
    }
    await runInMatrix(async () => {
      await speak(page, 'en');
      await page.setViewportSize(PHONE);
      await shop.open(`/report/profit_statement?dates=${dates}`);
      await page.getByText('By month', { exact: true }).click();
      await expect(page.getByText('Prior year').first()).toBeVisible();
      await expect.poll(() => overflows(page)).toBe(false);
      expect(await lostTools(page)).toEqual([]);
    });
  },
);

story(
  'a month is closed, a back-dated bill refused, and the month opened for a reason',
  async ({ shop, desk, page }) => {
    const product = await desk.product('账本');
    const { number } = await desk.receive(product, '1', {
      time: `${lastMonthEnd()}T04:00:00.000Z`,
    });
    const pane = await shop.goTo('/financial/period_closing', '期间结账');
    await button(pane, '结账…').first().click();
    const dialog = pane.getByRole('dialog', { name: '结账' });
    await expect(field(dialog, '结账至')).toHaveValue(lastMonthEnd());
    // What is open opens its documents.
    const open = dialog.getByRole('list', { name: '结账前检查' });
    const unpaid = open.getByRole('listitem').filter({ hasText: '未付清的采购单据' });
    await unpaid.getByRole('link', { name: /^采购入库 \d+$/ }).click();
    await expect(new Rows(shop.pane('采购入库')).row(number)).toBeVisible();
    await shop.tab('期间结账').click();
    const confirm = dialog.getByRole('checkbox');
    const close = button(dialog, '结账').last();
    // The receipt above is not paid.
    await expect(confirm).toBeVisible();
    await expect(close).toBeDisabled();
    await confirm.check();
    await close.click();
    await expect(dialog).toBeHidden();
    await expect(pane.getByText(`已结账至 ${lastMonthEnd()}`).first()).toBeVisible();
    try {
      const late = desk.goods('purchaseIn', [{ barcode: product.barcode, unitPrice: '20' }], {
        partnerId: (await desk.partner('supplier', '供应商')).id,
        time: `${lastMonthEnd()}T04:00:00.000Z`,
      });
      await expect(late).rejects.toThrow(/及以前已结账/);

      await button(pane, '反结账…').click();
      const opening = pane.getByRole('dialog', { name: '反结账' });
      await expect(button(opening, '反结账').last()).toBeDisabled();
      await field(opening, '反结账原因').fill('漏记一张入库单');
      await button(opening, '反结账').last().click();
      await expect(opening).toBeHidden();
      await expect(new Rows(pane).row('漏记一张入库单')).toContainText('反结账');
      await page.setViewportSize(PHONE);
      await expect(pane.getByText('漏记一张入库单').first()).toBeVisible();
      expect(await overflows(page)).toBe(false);
    } finally {
      const { closedUntil } = await desk.call(currentSettings, {});
      if (closedUntil !== null) await desk.call(reopenPeriod, { until: null, reason: 'done' });
    }
  },
);

story(
  'on a phone, and in English, the statements have equal figures',
  MATRIX_ONLY,
  async ({ shop, desk, page }) => {
    await desk.money({
      kind: 'itemOut',
      lines: [{ itemId: await expense(desk, 'Rent'), amount: '12' }],
    });
    await page.setViewportSize(PHONE);
    const card = (word: string) => page.getByRole('listitem').filter({ hasText: word }).first();
    for (const [url, word] of [
      ['/report/trial_balance', '管理费用'],
      ['/report/profit_statement', '净利润'],
      ['/report/balance_sheet', '负债和所有者权益总计'],
      ['/report/account_detail', '期初余额'],
      ['/report/journal', '管理费用'],
    ] as const) {
      await shop.open(url);
      await expect(card(word)).toBeVisible();
      await expect.poll(() => overflows(page), url).toBe(false);
    }
    await speak(page, 'en');
    for (const [url, word] of [
      ['/report/trial_balance', 'Administrative expenses'],
      ['/report/profit_statement', 'Net profit'],
      ['/report/balance_sheet', 'Liabilities and equity'],
      ['/report/account_detail', 'Opening'],
      ['/report/journal', 'Administrative expenses'],
    ] as const) {
      await shop.open(url);
      await expect(card(word)).toBeVisible();
      await expect.poll(() => overflows(page), url).toBe(false);
      expect(await lostTools(page), url).toEqual([]);
    }
    const year = new Date().getFullYear();
    await shop.open('/report/revenue_report');
    await expect(page.getByRole('textbox', { name: 'Year' })).toHaveValue(String(year));
  },
);

for (const language of ['zh-cn', 'en'] as const)
  story(
    `on a phone, all buttons of every money page are visible, in ${language}`,
    MATRIX_ONLY,
    async ({ shop, desk, page }) => {
      const { id } = await desk.partner('customer', '客户');
      await desk.money({
        kind: 'itemOut',
        lines: [{ itemId: await expense(desk, '杂费'), amount: '7' }],
      });
      await page.setViewportSize(PHONE);
      await shop.open('/dashboard/analysis');
      await speak(page, language);
      for (const [url, button] of [
        ['/financial/invoice', /新增|New/],
        ['/financial/bank_statement', /导入|Import/],
        ['/financial/period_closing', /结账…|Close…/],
        ['/system/revenue_classification', /新增|New/],
        [`/report/customer_account?organId=${id}&hasDebt=`, /工具|Tools/],
        ['/report/receivable_ageing', /工具|Tools/],
        ['/report/payable_ageing', /工具|Tools/],
        ['/report/journal', /工具|Tools/],
      ] as const) {
        await shop.open(url);
        await expect(page.getByRole('button', { name: button }).first()).toBeVisible();
        await expect.poll(() => overflows(page), `${language} ${url}`).toBe(false);
        expect(await lostTools(page), `${language} ${url}`).toEqual([]);
      }
    },
  );
