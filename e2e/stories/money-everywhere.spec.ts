import {
  accounts,
  currentSettings,
  inOutItems,
  memberStatementTable,
  reopenPeriod,
} from '@tradehouse/contract';
import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import type { Desk } from '../desk.ts';
import {
  MATRIX_ONLY,
  button,
  choose,
  field,
  Grid,
  named,
  overflows,
  PHONE,
  savedNumber,
  Shop,
  speak,
  LANGUAGES_AND_SCREENS,
} from '../pages.ts';
import { lostTools } from '../sight.ts';
import { story } from '../story.ts';

// The everyday acts of a bookkeeper, acted in either language, on a desk and on a phone.

const chinese = {
  expense: '支出单',
  giro: '转账单',
  prepayment: '会员充值',
  refund: '会员退款',
  statement: '会员对账',
  bill: '采购入库',
  time: '单据日期',
  closed: '及以前已结账',
  closing: '期间结账',
  item: '支出项目',
  into: '收款账户',
  outOf: '付款账户',
  amount: '金额',
  lines: '明细',
  member: '会员',
  sale: '零售出库',
  scan: '扫码框',
  quantity: '数量',
  head: '单据',
  makeReturn: '转零售退货',
  return: '零售退货',
  bonus: '赠送金额',
  bonusBack: '收回赠送',
  addLine: '插入行',
  done: '完成',
  save: '保存并审核',
  approved: '已审核',
  close: '结账…',
  closeTitle: '结账',
  closeNow: '结账',
  actions: '操作',
  reopen: '反结账…',
  reopenTitle: '反结账',
  reason: '反结账原因',
  reopenNow: '反结账',
};
const english: typeof chinese = {
  expense: 'Expenditure',
  giro: 'Funds transfer',
  prepayment: 'Prepayment',
  refund: 'Prepayment refund',
  statement: 'Member statement',
  bill: 'Purchase receipt',
  time: 'Date',
  closed: 'The books are closed up to',
  closing: 'Period closing',
  item: 'Expense item',
  into: 'Receiving account',
  outOf: 'Paying account',
  amount: 'Amount',
  lines: 'Lines',
  member: 'Member',
  sale: 'Till sale',
  scan: 'Barcode to scan',
  quantity: 'Qty',
  head: 'Head',
  makeReturn: 'Make till return',
  return: 'Till return',
  bonus: 'Bonus',
  bonusBack: 'Bonus taken back',
  addLine: 'Add line',
  done: 'Done',
  save: 'Save and approve',
  approved: 'Approved',
  close: 'Close…',
  closeTitle: 'Close the books',
  closeNow: 'Close the books',
  actions: 'Actions',
  reopen: 'Reopen…',
  reopenTitle: 'Open closed days again',
  reason: 'Why they are opened again',
  reopenNow: 'Open closed days again',
};
const wordsOf = { 'zh-cn': chinese, en: english } as const;
type Words = typeof chinese;

/** A screen of a size, and what it says. */
interface Way {
  readonly page: Page;
  readonly words: Words;
  readonly phone: boolean;
}

/** A line that names something, with its amount: in the grid, or on a phone in the line's own fields. */
async function line(
  { page, words, phone }: Way,
  pane: Locator,
  column: string,
  [name, amount]: readonly [string, string | null],
): Promise<void> {
  if (phone) {
    const known = pane.locator('.line-card').first();
    if (amount === null) await known.click();
    else await button(pane, words.addLine).click();
    const fields = pane.getByRole('dialog');
    const cell = (label: string): Locator =>
      fields.locator('.line-field').filter({ hasText: label }).locator('input');
    await cell(column).fill(name);
    if (amount !== null) await cell(words.amount).fill(amount);
    await button(fields, words.done).click();
    await expect(fields).toBeHidden();
    return;
  }
  await new Grid(pane, words.lines).go(1, column);
  await page.keyboard.type(name);
  await expect(
    page.getByRole('option', { name, exact: true }).filter({ visible: true }),
  ).toBeVisible();
  await page.keyboard.press('Enter');
  if (amount !== null) await page.keyboard.type(amount);
  await page.keyboard.press('Tab');
}

/** How many there are of the only line. */
async function counted(way: Way, pane: Locator, quantity: string): Promise<void> {
  if (way.phone) return line(way, pane, way.words.quantity, [quantity, null]);
  const grid = new Grid(pane, way.words.lines);
  await grid.go(1, way.words.quantity);
  await grid.type(quantity);
}

/** The document that is written, saved and approved; its number. */
const approved = ({ page, words }: Way, pane: Locator): Promise<string> =>
  savedNumber(new Shop(page), () => button(pane, words.save).click());

/** The same, and it is shown. */
async function saved(way: Way, pane: Locator): Promise<string> {
  const { page, words } = way;
  const number = await approved(way, pane);
  const paper = page.getByRole('main').getByRole('region', { name: number });
  await expect(paper.getByText(words.approved).first()).toBeVisible();
  expect(await overflows(page)).toBe(false);
  return number;
}

/** A new document of a page. */
async function begun({ page }: Way, url: string, title: string): Promise<Locator> {
  await page.goto(url);
  const pane = page.getByRole('main').getByRole('region', { name: new RegExp(`^${title} · `) });
  await expect(pane).toBeVisible();
  return pane;
}

/** What a list says of it, wide or as a card. */
const rowOf = ({ page, phone }: Way, text: string): Locator =>
  page.getByRole(phone ? 'listitem' : 'row').filter({ hasText: text });

/** Its list tells of it. */
async function listed(way: Way, url: string, number: string, says: string) {
  const { page } = way;
  await page.goto(url);
  await expect(rowOf(way, number)).toContainText(says);
  expect(await lostTools(page)).toEqual([]);
}

const balanceOf = async (desk: Desk, id: string): Promise<string | null> =>
  (await desk.call(accounts.infoCall, { id })).balance;

const lastMonthEnd = (): string => {
  const month = `${new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 7)}-01`;
  return new Date(Date.parse(month) - 86_400_000).toISOString().slice(0, 10);
};

for (const { language, where, screen } of LANGUAGES_AND_SCREENS) {
  const words = wordsOf[language];
  const phone = screen === PHONE;

  story(
    `rent, a transfer and a prepayment with bonus and refund are booked, in ${language} ${where}`,
    MATRIX_ONLY,
    async ({ shop, desk, page }) => {
      const way: Way = { page, words, phone };
      const [rent, bank, till] = [named('Rent'), named('Bank'), named('Till')];
      await desk.call(inOutItems.add, { name: rent, type: 'expense' });
      const opened = async (name: string): Promise<string> =>
        (await desk.call(accounts.add, { name, openingAmount: '5000' })).id;
      const [bankId, tillId] = [await opened(bank), await opened(till)];
      const card = await desk.partner('member', 'Card');
      await page.goto('/dashboard/analysis');
      await speak(page, language);
      await page.setViewportSize(screen);

      const expense = await begun(way, '/financial/item_out/new', words.expense);
      await line(way, expense, words.item, [rent, '1200']);
      await choose(expense, words.outOf, bank);
      const paid = await saved(way, expense);
      expect(await balanceOf(desk, bankId)).toBe('3800');
      await listed(way, '/financial/item_out', paid, '1,200.00');

      const giro = await begun(way, '/financial/giro/new', words.giro);
      await line(way, giro, words.into, [till, '300']);
      await choose(giro, words.outOf, bank);
      const moved = await saved(way, giro);
      expect([await balanceOf(desk, bankId), await balanceOf(desk, tillId)]).toEqual([
        '3500',
        '5300',
      ]);
      await listed(way, '/financial/giro', moved, '300.00');

      const prepaid = await begun(way, '/financial/advance_in/new', words.prepayment);
      await choose(prepaid, words.member, card.name);
      await line(way, prepaid, words.into, [till, '500']);
      await prepaid.getByRole('textbox', { name: words.bonus }).fill('50');
      await saved(way, prepaid);
      const product = await desk.product();
      await desk.receive(product, '20');
      const sale = await begun(way, '/bill/retail_out/new', words.sale);
      const scanner = sale.getByRole('textbox', { name: words.scan });
      await scanner.fill(product.barcode);
      await scanner.press('Enter');
      await counted(way, sale, '15');
      if (phone) await sale.getByText(words.head, { exact: true }).click();
      await choose(sale, words.member, card.name);
      const sold = await approved(way, sale);
      await page.goto('/bill/retail_out');
      await button(rowOf(way, sold), sold).click();
      await button(shop.pane(sold), words.makeReturn).click();
      const back = shop.pane(new RegExp(`^${words.return} · `));
      await counted(way, back, '3');
      await approved(way, back);

      // 500 and 50 less 540; three of fifteen bring back 100 and 8.
      const refund = await begun(way, '/financial/advance_out/new', words.refund);
      await choose(refund, words.member, card.name);
      await expect(refund.getByRole('textbox', { name: words.bonusBack })).toHaveValue('18');
      await line(way, refund, words.outOf, [till, null]);
      await saved(way, refund);
      expect(await balanceOf(desk, tillId)).toBe('5700');
      const [left] = await desk.rows(memberStatementTable, {
        search: JSON.stringify({ organId: card.id }),
      });
      expect(left).toMatchObject({ paidIn: '400', spent: '400', closing: '0', bonusClosing: '0' });
      await page.goto(`/report/member_account?organId=${card.id}`);
      await expect(rowOf(way, card.name)).toContainText('0.00');
    },
  );

  story(
    `a month is closed, a late bill refused, and the month opened again, in ${language} ${where}`,
    MATRIX_ONLY,
    async ({ desk, page }) => {
      const { id } = await desk.receive(await desk.product(), '1');
      await page.goto('/dashboard/analysis');
      await speak(page, language);
      await page.setViewportSize(screen);
      await page.goto('/financial/period_closing');
      const pane = page.getByRole('main').getByRole('region', { name: words.closing });
      await button(pane, words.close).first().click();
      const dialog = pane.getByRole('dialog', { name: words.closeTitle });
      const close = button(dialog, words.closeNow).last();
      const confirm = dialog.getByRole('checkbox');
      await expect(
        dialog.getByText(/没有未了事项|我已核对|Nothing is open|I have looked/),
      ).toBeVisible();
      if (await confirm.isVisible()) await confirm.check();
      await close.click();
      await expect(dialog).toBeHidden();
      try {
        await expect(pane.getByText(lastMonthEnd()).first()).toBeVisible();
        const late = await begun(
          { page, words, phone },
          `/bill/purchase_in/new?copy=${id}`,
          words.bill,
        );
        const time = field(late, words.time);
        await time.click();
        await time.fill(`${lastMonthEnd()} 12:00:00`);
        await time.press('Enter');
        await button(late, words.save).click();
        await expect(late.getByText(words.closed).first()).toBeVisible();
        await page.goto('/financial/period_closing');
        if (phone) {
          await button(pane, words.actions).first().click();
          await page.getByRole('menuitem', { name: words.reopen }).click();
        } else await button(pane, words.reopen).click();
        const opening = pane.getByRole('dialog', { name: words.reopenTitle });
        const reason = named('Late bill');
        await field(opening, words.reason).fill(reason);
        await button(opening, words.reopenNow).last().click();
        await expect(opening).toBeHidden();
        await expect(pane.getByText(reason).first()).toBeVisible();
        expect(await overflows(page)).toBe(false);
        expect(await lostTools(page)).toEqual([]);
      } finally {
        const { closedUntil } = await desk.call(currentSettings, {});
        if (closedUntil !== null) await desk.call(reopenPeriod, { until: null, reason: 'done' });
      }
    },
  );
}
