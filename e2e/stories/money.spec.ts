import {
  accountChoices,
  accounts,
  currentSettings,
  inOutItems,
  partners,
  services,
  updateSettings,
} from '@tradehouse/contract';
import { expect } from '@playwright/test';
import type { Locator, Request } from '@playwright/test';
import type { Desk } from '../desk.ts';
import {
  DESK,
  PHONE,
  button,
  choose,
  Editor,
  Grid,
  named,
  offered,
  pasteCells,
  Rows,
  scrollsSideways,
} from '../pages.ts';
import type { Shop } from '../pages.ts';
import { story } from '../story.ts';

const balanceOf = async (desk: Desk, id: string): Promise<string | null> =>
  (await desk.call(accounts.infoCall, { id })).balance;

const nameOf = async (desk: Desk, account: string): Promise<string> => {
  const { accountList } = await desk.call(accountChoices, {});
  return accountList.find(({ id }) => id === account)?.name ?? '';
};

/** A new document of a page, by the key of its list. */
async function begun(shop: Shop, url: string, page: string): Promise<Editor> {
  const list = await shop.goTo(url, page);
  await expect(button(list, '新增').first()).toBeVisible();
  await shop.page.keyboard.press('n');
  return new Editor(shop, page);
}

/** What the cell that is typed in offers. */
const offer = (shop: Shop, name: string): Locator =>
  shop.page.getByRole('option', { name, exact: true }).filter({ visible: true });

/** Lines typed one after another: what each names, then its amount. Enter goes on. */
async function typed({ shop, pane }: Editor, lines: readonly (readonly string[])[]): Promise<void> {
  await expect(new Grid(pane).focused).toHaveCount(1);
  for (const [at, [name = '', amount = '']] of lines.entries()) {
    await shop.page.keyboard.type(name);
    await expect(offer(shop, name)).toBeVisible();
    await shop.page.keyboard.press('Enter');
    await shop.page.keyboard.type(amount);
    if (at < lines.length - 1) await shop.page.keyboard.press('Enter');
  }
}

/** The document taken back, as its paper offers it. */
async function reversed(shop: Shop, paper: Locator): Promise<void> {
  await button(paper, '反审核').click();
  await shop.answer('反审核该单据？', '确定');
  await expect(paper.getByText('未审核')).toBeVisible();
}

story('rent and power are paid, and interest is received', async ({ shop, desk }) => {
  const [rent, power, interest] = [named('房租'), named('电费'), named('利息')];
  for (const name of [rent, power]) await desk.call(inOutItems.add, { name, type: 'expense' });
  await desk.call(inOutItems.add, { name: interest, type: 'income' });
  const account = await desk.account();
  const before = Number(await balanceOf(desk, account));

  const spent = await begun(shop, '/financial/item_out', '支出单');
  const grid = new Grid(spent.pane);
  await expect(spent.pane.getByRole('combobox', { name: '支出项目' })).toBeFocused();
  await typed(spent, [
    [rent, '1200'],
    [power, '300.5'],
  ]);
  await shop.page.keyboard.press('Tab');
  await grid.expectCell(2, '金额', '300.50');
  await expect(spent.pane.getByText('实际付款$1,500.50')).toBeVisible();
  const number = await spent.save('Control+Enter');
  const paper = shop.pane(number);
  await expect(paper.getByText('已审核')).toBeVisible();
  await expect(paper.getByRole('row').filter({ hasText: power })).toContainText('300.50');
  expect(Number(await balanceOf(desk, account))).toBe(before - 1500.5);
  const list = new Rows(await shop.openPage('支出单'));
  await list.expectCell(number, '支出金额', '1,500.50');
  await list.expectCell(number, '状态', '已审核');

  // What goes out is no income: such an item is not offered.
  const earned = await begun(shop, '/financial/item_in', '收入单');
  await new Grid(earned.pane).go(1, '收入项目');
  await shop.page.keyboard.type(rent);
  await expect(offer(shop, `新增“${rent}”…`)).toBeVisible();
  await expect(offer(shop, rent)).toHaveCount(0);
  await shop.page.keyboard.press('Escape');
  await typed(earned, [[interest, '20']]);
  const income = await earned.save('Control+Enter');
  expect(Number(await balanceOf(desk, account))).toBe(before - 1480.5);

  await shop.tab(number).click();
  await reversed(shop, paper);
  expect(Number(await balanceOf(desk, account))).toBe(before - 1480.5);
  const incomes = await shop.openPage('收入单');
  const lists = new Rows(incomes);
  await button(incomes, '更多条件').click();
  const asked = incomes.getByRole('combobox', { name: '收入项目' });
  await asked.fill(rent);
  await expect(offered(shop.page, rent)).toHaveCount(0);
  await asked.fill('');
  await choose(incomes, '收入项目', interest);
  await lists.expectCell(income, '收入金额', '20.00');
});

story(
  'a transfer goes from an account to several accounts, never to the paying account',
  async ({ shop, desk }) => {
    const [bank, savings] = [named('银行'), named('储蓄')];
    const ids: { readonly id: string }[] = [];
    for (const name of [bank, savings]) ids.push(await desk.call(accounts.add, { name }));
    const own = await desk.account();
    const name = await nameOf(desk, own);
    const before = Number(await balanceOf(desk, own));

    const giro = await begun(shop, '/financial/giro', '转账单');
    const grid = new Grid(giro.pane);
    await typed(giro, [
      [bank, '70'],
      [name, '30'],
    ]);
    await shop.page.keyboard.press('Control+s');
    await expect(giro.pane.getByText('不能与付款账户相同').first()).toBeVisible();
    await grid.go(2, '收款账户');
    await shop.page.keyboard.type(savings);
    await expect(offer(shop, savings)).toBeVisible();
    await shop.page.keyboard.press('Enter');
    await expect(giro.pane.getByText('实际付款$100.00')).toBeVisible();
    const number = await giro.save('Control+Enter');
    const balances = async (): Promise<(string | null)[]> =>
      Promise.all(ids.map(({ id }) => balanceOf(desk, id)));
    expect(await balances()).toEqual(['70', '30']);
    expect(Number(await balanceOf(desk, own))).toBe(before - 100);

    await button(shop.pane(number), '更多').click();
    await shop.page.getByRole('menuitem', { name: '复制' }).click();
    const copy = new Editor(shop, '转账单');
    await new Grid(copy.pane).expectCell(2, '收款账户', savings);
    const again = await copy.save('Control+Enter');
    expect(await balances()).toEqual(['140', '60']);

    await shop.tab(number).click();
    await reversed(shop, shop.pane(number));
    const list = new Rows(await shop.openPage('转账单'));
    await list.expectCell(again, '付款账户', name);
    await list.expectCell(again, '实付金额', '100.00');
    await list.expectCell(number, '状态', '未审核');
  },
);

story('a member prepays, partly in cash and partly by bank', async ({ shop, desk }) => {
  const { id: bank } = await desk.call(accounts.add, { name: named('刷卡') });
  const member = await desk.partner('member', '会员');
  const own = await desk.account();

  const advance = await begun(shop, '/financial/advance_in', '会员充值');
  await choose(advance.pane, '会员', member.name);
  await new Grid(advance.pane).go(1, '收款账户');
  await typed(advance, [
    [await nameOf(desk, own), '60'],
    [await nameOf(desk, bank), '40'],
  ]);
  const number = await advance.save('Control+Enter');
  const paper = shop.pane(number);
  await expect(paper.getByText(member.name)).toBeVisible();
  expect(await balanceOf(desk, bank)).toBe('40');
  const list = new Rows(await shop.openPage('会员充值'));
  await list.expectCell(number, '合计', '100.00');
  const members = new Rows(await shop.openPage('会员信息'));
  await members.expectCell(member.name, '预付款', '100.00');
  await shop.tab(number).click();
  await reversed(shop, paper);
  await expect(button(paper, '编辑')).toBeVisible();
});

story(
  'lines of an expenditure are imported from a spreadsheet, pasted or as a file',
  async ({ shop, desk }) => {
    const [rent, power] = [named('房租'), named('电费')];
    for (const name of [rent, power]) await desk.call(inOutItems.add, { name, type: 'expense' });
    const spent = await begun(shop, '/financial/item_out', '支出单');
    const grid = new Grid(spent.pane);
    await expect(grid.focused).toHaveCount(1);
    await pasteCells(shop.page, [
      [rent, '1,200.50', '九月'],
      [power, '30', ''],
    ]);
    await grid.expectCell(1, '金额', '1,200.50');
    await grid.expectCell(2, '支出项目', power);
    const cells = [`金额,支出项目`, `5,${rent}`, `6,${power}x`].join('\n');
    const file = { name: 'lines.csv', mimeType: 'text/csv', buffer: Buffer.from(cells) };
    await spent.pane.getByLabel('导入明细').setInputFiles(file);
    await grid.expectCell(3, '支出项目', rent);
    await grid.expectCell(4, '金额', '6.00');
    // An unknown item name is marked red in its cell; the document is saved once the name is corrected.
    await expect(spent.pane.getByText(`没有“${power}x”`).first()).toBeVisible();
    await grid.go(4, '支出项目');
    await shop.page.keyboard.type(power);
    await expect(offer(shop, power)).toBeVisible();
    await shop.page.keyboard.press('Enter');
    await expect(spent.pane.getByText('实际付款$1,241.50')).toBeVisible();
    await spent.save();
  },
);

story(
  'open bills of a customer are found by product and settled oldest first',
  async ({ shop, desk }) => {
    const customer = { name: named('往来') };
    const { id: partnerId } = await desk.call(partners.add, {
      ...customer,
      type: 'customer',
      openingReceivable: '10',
    });
    const [cup, pot] = [await desk.product('茶杯'), await desk.product('茶壶')];
    const sold = [];
    for (const product of [cup, pot]) {
      await desk.receive(product, '5');
      sold.push(await desk.sell(product, '1', { partnerId }));
    }
    const [cups, pots] = sold.map(({ number }) => number);
    const money = await begun(shop, '/financial/money_in', '收款单');
    await choose(money.pane, '客户', customer.name);
    await button(money.pane, '选择单据').click();
    const picker = new Rows(shop.page.getByRole('dialog', { name: /^未结单据/ }));
    await picker.expectCell(cups ?? '', '操作员', (await desk.self()).loginName);
    // What was owed from before is of no day.
    await picker.expectCell('期初余额', '单据日期', '—');
    // On a phone each is a card: nothing scrolls sideways.
    await shop.page.setViewportSize(PHONE);
    await expect(picker.scope.locator('.entry-cards')).toContainText(cups ?? '');
    expect(await scrollsSideways(picker.scope)).toBe(false);
    const [first, ...facts] = await picker.row('期初余额').getByRole('cell').all();
    const box = await first?.boundingBox();
    for (const fact of facts)
      expect((await fact.boundingBox())?.x ?? Infinity).toBeGreaterThanOrEqual(
        (box?.x ?? 0) + (box?.width ?? 0),
      );
    await shop.page.setViewportSize(DESK);
    await picker.filter('商品信息', pot.name);
    await expect(picker.row(cups ?? '')).toBeHidden();
    await picker.row(pots ?? '').dblclick();
    const grid = new Grid(money.pane, '结算明细');
    await grid.expectCell(1, '单据编号', pots ?? '');
    await money.amount('待分摊金额').fill('50');
    await button(money.pane, '按最早欠款分摊').click();
    await grid.expectCell(2, '单据编号', cups ?? '');
    await grid.expectCell(2, '本次', '30.00');
    await grid.expectCell(3, '本次', '10.00');
    await money.save('Control+Enter');
  },
);

story(
  'a part of a sale is paid over two accounts, and the rest is owed',
  async ({ shop, desk }) => {
    const several = async (multiAccount: boolean): Promise<void> => {
      const { version } = await desk.call(currentSettings, {});
      await desk.call(updateSettings, { version, multiAccount });
    };
    await several(true);
    const product = await desk.product('普洱茶');
    await desk.receive(product, '10');
    const customer = await desk.partner('customer', '茶楼');
    const [till, bank] = [named('现金'), named('银行')];
    const opened = await Promise.all(
      [till, bank].map((name) => desk.call(accounts.add, { name, openingAmount: '1000' })),
    );

    const editor = await begun(shop, '/bill/sale_out', '销售出库');
    await choose(editor.pane, '客户', customer.name);
    const grid = new Grid(editor.pane);
    await grid.go(1, '条码');
    await grid.enter(1, product.barcode, product.name, '10');
    await grid.expectCell(1, '金额', '300.00');
    await button(editor.pane, '多账户').click();
    const shares = shop.page.getByRole('dialog', { name: '多账户结算' });
    for (const [at, [name, amount]] of [
      [till, '100.11'],
      [bank, '150.22'],
    ].entries()) {
      await choose(shares, `结算账户 ${at + 1}`, name ?? '');
      await shares.getByRole('textbox', { name: `结算金额 ${at + 1}` }).fill(amount ?? '');
    }
    await button(shares, '确定').click();
    await expect(shares).toBeHidden();
    await expect(editor.amount('本次收款')).toHaveValue('250.33');
    const number = await editor.save('Control+Enter');

    const paper = shop.pane(number);
    await expect(paper.getByText('本次欠款$49.67')).toBeVisible();
    for (const text of [till, '100.11', bank, '150.22'])
      await expect(paper.getByText(text).first()).toBeVisible();
    expect(await Promise.all(opened.map(({ id }) => balanceOf(desk, id)))).toEqual([
      '1100.11',
      '1150.22',
    ]);
    await several(false);
  },
);

/** Unreadable texts of an amount field: another currency's sign, and an unclear comma. */
const unreadTexts = ['€50', '1,234'];

/** Types unreadable texts over a proposed amount; the button stays closed, and Enter sends nothing. */
async function expectClosed(dialog: Locator, amount: Locator, ok: Locator): Promise<void> {
  const page = dialog.page();
  const sent: string[] = [];
  const note = (request: Request): void => {
    const isCounted = request.url().endsWith('/pageView');
    if (request.method() === 'POST' && !isCounted) sent.push(request.url());
  };
  await expect(ok).toBeEnabled();
  const proposed = await amount.inputValue();
  page.on('request', note);
  for (const text of unreadTexts) {
    await amount.fill(text);
    await expect(ok).toBeDisabled();
    await amount.press('Enter');
    await expect(amount).toHaveValue(text);
    await expect(dialog.getByRole('alert')).toBeVisible();
  }
  page.off('request', note);
  expect(sent).toEqual([]);
  await amount.fill(proposed);
  await expect(ok).toBeEnabled();
}

story('an unreadable amount disables the button of its dialog', async ({ shop, desk }) => {
  const { version } = await desk.call(currentSettings, {});
  await desk.call(updateSettings, { version, multiAccount: true });
  const product = await desk.product('龙井');
  await desk.receive(product, '10');
  const customer = await desk.partner('customer', '茶庄');
  const { id: partnerId } = customer;
  const service = named('包装');
  await desk.call(services.add, { name: service, fee: '20', chargeMode: 'order' });
  const till = named('现金');
  await desk.call(accounts.add, { name: till });
  const line = { barcode: product.barcode, quantity: '5', unitPrice: '20' };
  const ordered = await desk.goods('saleOrder', [line], { partnerId, depositTaken: '80' });
  await desk.sell(product, '1', { partnerId });

  const order = await shop.goTo(`/bill/sale_order/${ordered.id}`, ordered.number);
  await button(order, '退还订金').click();
  const back = shop.page.getByRole('dialog', { name: /^退还订金/ });
  const amount = back.getByRole('textbox', { name: '本次退还' });
  await expectClosed(back, amount, button(back, '退还订金'));
  await button(back, '取消').click();

  const receipt = await begun(shop, '/financial/money_in', '收款单');
  await choose(receipt.pane, '客户', customer.name);
  const total = receipt.amount('待分摊金额');
  await total.fill('50');
  await expectClosed(receipt.pane, total, button(receipt.pane, '按最早欠款分摊'));

  const sale = await begun(shop, '/bill/sale_out', '销售出库');
  await choose(sale.pane, '客户', customer.name);
  const grid = new Grid(sale.pane);
  await grid.go(1, '条码');
  await grid.enter(1, product.barcode, product.name, '1');
  await grid.expectCell(1, '金额', '30.00');
  await expect(sale.amount('本次收款')).toHaveValue('30');
  await button(sale.pane, '多账户').click();
  const shares = shop.page.getByRole('dialog', { name: '多账户结算' });
  await choose(shares, '结算账户 2', till);
  await shares.getByRole('textbox', { name: '结算金额 2' }).fill('10');
  const share = shares.getByRole('textbox', { name: '结算金额 1' });
  await expectClosed(shares, share, button(shares, '确定'));
  await button(shares, '取消').click();

  await button(sale.pane, '选择服务').click();
  const chosen = shop.page.getByRole('dialog', { name: '增值服务' });
  await choose(chosen, '服务 1', service);
  const fee = chosen.getByRole('textbox', { name: '费用 1' });
  await expect(fee).toHaveValue('20');
  await expectClosed(chosen, fee, button(chosen, '确定'));
  await desk.call(updateSettings, {
    version: (await desk.call(currentSettings, {})).version,
    multiAccount: false,
  });
});
