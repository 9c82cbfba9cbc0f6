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
import { button, choose, DESK, field, Grid, named, overflows, PHONE, speak } from '../pages.ts';
import { lostTools } from '../sight.ts';
import { story } from '../story.ts';

// The everyday acts of a bookkeeper, acted in either language, on a desk and on a phone.

const chinese = {
  expense: '支出单',
  giro: '转账单',
  prepayment: '收预付款',
  refund: '退预付款',
  statement: '会员对账',
  closing: '期间结账',
  item: '支出项目',
  into: '收款账户',
  outOf: '付款账户',
  amount: '金额',
  lines: '明细',
  member: '会员',
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
  closing: 'Period closing',
  item: 'Expense item',
  into: 'Receiving account',
  outOf: 'Paying account',
  amount: 'Amount',
  lines: 'Lines',
  member: 'Member',
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

const ways = [
  ['zh-cn', 'on a desk', DESK],
  ['zh-cn', 'on a phone', PHONE],
  ['en', 'on a desk', DESK],
  ['en', 'on a phone', PHONE],
] as const;

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

/** The document that is written, saved, approved and shown; its number. */
async function saved({ page, words }: Way, pane: Locator): Promise<string> {
  const told = page.getByText(/^\S+ (已保存|is saved)/);
  const before = await told.count();
  await button(pane, words.save).click();
  await expect.poll(() => told.count()).toBeGreaterThan(before);
  const number = /^\S+/.exec(await told.last().innerText())?.[0] ?? '';
  const paper = page.getByRole('main').getByRole('region', { name: number });
  await expect(paper.getByText(words.approved).first()).toBeVisible();
  expect(await overflows(page)).toBe(false);
  return number;
}

/** A new document of a page. */
async function begun({ page }: Way, url: string, title: string): Promise<Locator> {
  await page.goto(`${url}/new`);
  const pane = page.getByRole('main').getByRole('region', { name: new RegExp(`^${title} · `) });
  await expect(pane).toBeVisible();
  return pane;
}

/** Its list tells of it, wide or as a card. */
async function listed({ page, phone }: Way, url: string, number: string, says: string) {
  await page.goto(url);
  const row = page.getByRole(phone ? 'listitem' : 'row').filter({ hasText: number });
  await expect(row).toContainText(says);
  expect(await lostTools(page)).toEqual([]);
}

const balanceOf = async (desk: Desk, id: string): Promise<string | null> =>
  (await desk.call(accounts.infoCall, { id })).balance;

const lastMonthEnd = (): string => {
  const month = `${new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 7)}-01`;
  return new Date(Date.parse(month) - 86_400_000).toISOString().slice(0, 10);
};

for (const [language, where, screen] of ways) {
  const words = wordsOf[language];
  const phone = screen === PHONE;

  story(
    `rent is paid, money moved, and a member pays 500, is given 50 and gets the rest, in ${language} ${where}`,
    async ({ desk, page }) => {
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

      const expense = await begun(way, '/financial/item_out', words.expense);
      await line(way, expense, words.item, [rent, '1200']);
      await choose(expense, words.outOf, bank);
      const paid = await saved(way, expense);
      expect(await balanceOf(desk, bankId)).toBe('3800');
      await listed(way, '/financial/item_out', paid, '1,200.00');

      const giro = await begun(way, '/financial/giro', words.giro);
      await line(way, giro, words.into, [till, '300']);
      await choose(giro, words.outOf, bank);
      const moved = await saved(way, giro);
      expect([await balanceOf(desk, bankId), await balanceOf(desk, tillId)]).toEqual([
        '3500',
        '5300',
      ]);
      await listed(way, '/financial/giro', moved, '300.00');

      const prepaid = await begun(way, '/financial/advance_in', words.prepayment);
      await choose(prepaid, words.member, card.name);
      await line(way, prepaid, words.into, [till, '500']);
      await prepaid.getByRole('textbox', { name: words.bonus }).fill('50');
      await saved(way, prepaid);
      const product = await desk.product();
      await desk.receive(product, '20');
      const sale = { partnerId: card.id, payment: 'prepaid' } as const;
      const lines = [{ barcode: product.barcode, quantity: '15', unitPrice: '36' }];
      const { id } = await desk.goods('retailOut', lines, sale);
      const back = { sourceDocumentId: id, sourceLine: 1, quantity: '3' };
      await desk.goods(
        'retailBack',
        lines.map((one) => ({ ...one, ...back })),
        sale,
      );

      // 500 and 50 less 540; three of fifteen bring back 100 and 8.
      const refund = await begun(way, '/financial/advance_out', words.refund);
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
      const row = page.getByRole(phone ? 'listitem' : 'row').filter({ hasText: card.name });
      await expect(row).toContainText('0.00');
    },
  );

  story(`a month is closed and opened again, in ${language} ${where}`, async ({ desk, page }) => {
    const product = await desk.product();
    const { id: partnerId } = await desk.partner('supplier');
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
      const late = desk.goods('purchaseIn', [{ barcode: product.barcode, unitPrice: '20' }], {
        partnerId,
        time: `${lastMonthEnd()}T04:00:00.000Z`,
      });
      await expect(late).rejects.toThrow(/账期已关闭/);
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
  });
}
