import fs from 'node:fs';
import { expect } from '@playwright/test';
import type { Locator } from '@playwright/test';
import { goodsDocuments } from '@tradehouse/contract';
import { readXlsx } from 'hucre/xlsx';
import {
  FRESH_WINDOW,
  button,
  choose,
  Editor,
  field,
  Grid,
  named,
  offered,
  Rows,
  savedNumber,
  Shop,
} from '../pages.ts';
import { story } from '../story.ts';

/** What a saved document may be told to do. */
const act = (pane: Locator, name: string): Locator => button(pane, name);
const more = async (shop: Shop, pane: Locator, name: string): Promise<void> => {
  await act(pane, '更多').click();
  await shop.page.getByRole('menuitem', { name }).click();
};
const status = (pane: Locator, word: string): Locator => pane.getByText(word, { exact: true });

story(
  'a receipt is changed, approved, reversed and deleted',
  FRESH_WINDOW,
  async ({ shop, desk, page }) => {
    const product = await desk.product('绿茶');
    const { id, number } = await desk.receive(product, '3', { status: '0' });
    const paper = await shop.goTo(`/bill/purchase_in/${id}`, number);
    await expect(status(paper, '未审核')).toBeVisible();

    await act(paper, '编辑').click();
    const grid = new Grid(paper);
    await grid.go(1, '数量');
    await grid.type('7');
    await grid.expectCell(1, '金额', '140.00');
    expect(await savedNumber(shop, () => button(paper, '保存').click())).toBe(number);
    await expect(paper.getByRole('row', { name: product.name })).toContainText('140.00');

    await act(paper, '审核').click();
    await shop.answer('审核该单据？', '确定');
    await expect(status(paper, '已审核')).toBeVisible();
    await expect(act(paper, '编辑')).toBeHidden();

    await act(paper, '反审核').click();
    await shop.answer('反审核该单据？', '确定');
    await expect(status(paper, '未审核')).toBeVisible();

    // The neighbours of a document are those of the list that led to the document.
    const later = await desk.receive(product, '1', { status: '0' });
    const receipts = new Rows(await shop.openPage('采购入库'));
    await receipts.filter('商品信息', product.name);
    await expect(receipts.row(later.number)).toBeVisible();
    await page.keyboard.press('F3');
    await expect(receipts.scope.getByRole('search').locator('input:focus')).toHaveCount(1);
    await button(receipts.row(number), number).click();
    await expect(paper.locator('.document-number')).toBeVisible();
    await page.keyboard.press('Alt+ArrowLeft');
    const newer = shop.pane(later.number);
    await expect(newer.locator('.document-number')).toHaveText(later.number);
    await page.keyboard.press('Alt+ArrowLeft');
    await shop.readNotice('前面没有单据了');
    await page.keyboard.press('F8');
    await shop.answer('审核该单据？', '确定');
    await expect(status(newer, '已审核')).toBeVisible();
    await page.keyboard.press('Alt+ArrowRight');
    await expect(paper.locator('.document-number')).toHaveText(number);

    await more(shop, paper, '删除');
    await shop.answer('删除该单据？', '确定');
    await expect(shop.tab(number)).toBeHidden();
    const list = new Rows(await shop.openPage('采购入库'));
    await expect(list.scope.getByRole('table')).toBeVisible();
    await expect(list.row(number)).toHaveCount(0);
    await shop.open(`/bill/purchase_in/${id}`);
    await shop.readNotice('可能已被删除，或者您无权查看。');
  },
);

story(
  'totals show their currency, and a foreign order shows its own currency in its row',
  async ({ shop, desk, page }) => {
    const [product, customer] = [await desk.product(), await desk.partner('customer')];
    const sell = (more: object) =>
      desk.goods('saleOrder', [{ barcode: product.barcode, quantity: '3', unitPrice: '1000' }], {
        partnerId: customer.id,
        paidNow: '0',
        ...more,
      });
    const own = await sell({});
    const foreign = await sell({ currency: 'EUR', exchangeRate: '2' });
    const list = new Rows(await shop.goTo('/bill/sale_order', '销售订单'));
    await list.filter('商品信息', product.name);
    await list.expectCell(own.number, '价税合计', '3,000.00');
    await list.expectCell(foreign.number, '价税合计', '€3,000.00');
    await expect(list.totals).toContainText('$9,000.00');
    await button(list.scope, foreign.number).click();
    await expect(shop.pane(foreign.number).getByText('应结金额€3,000.00')).toBeVisible();
    await page.keyboard.press('Control+p');
    const paper = page.frameLocator('iframe').first();
    await expect(paper.getByText('€3,000.00').first()).toBeVisible();
  },
);

story(
  'a foreign bill is collected from its own page, at the rate of the day',
  async ({ shop, desk, page }) => {
    const [product, customer] = [await desk.product(), await desk.partner('customer')];
    await desk.receive(product, '2');
    const line = { barcode: product.barcode, quantity: '2', unitPrice: '50' };
    const inEuro = { currency: 'EUR', exchangeRate: '8', paidNow: '0', partnerId: customer.id };
    const bill = await desk.goods('saleOut', [line], inEuro);
    const paper = await shop.goTo(`/bill/sale_out/${bill.id}`, bill.number);
    await button(paper, '收款').click();
    const { pane } = new Editor(shop, '收款单');
    await expect(pane.getByText('实际收款€100.00')).toBeVisible();
    await field(pane, '汇率').fill('9');
    await page.keyboard.press('Control+s');
    await shop.readNotice(/^SK\d+ 已保存$/);
    const { openDebt } = await desk.call(goodsDocuments.info, { id: bill.id });
    expect(openDebt).toBe('0');
  },
);

story('a price is taken from an earlier document', async ({ shop, desk, page }) => {
  const product = await desk.product('白茶');
  const supplier = await desk.partner('supplier');
  const bought = { partnerId: supplier.id, paidNow: '0' };
  const at = (unitPrice: string) =>
    desk.goods('purchaseIn', [{ barcode: product.barcode, quantity: '3', unitPrice }], bought);
  const cheap = await at('18.5');
  await at('21');
  await shop.open('/bill/purchase_in/new');
  const { pane } = new Editor(shop, '采购入库');
  await choose(pane, '供应商', supplier.name);
  const grid = new Grid(pane);
  await grid.go(1, '条码');
  await grid.enter(1, product.barcode, product.name, '2');

  await more(shop, pane, '历史单据');
  const dialog = page.getByRole('dialog', { name: '历史单据 · 采购入库' });
  const row = dialog.getByRole('row').filter({ hasText: cheap.number });
  await button(row, '展开行').click();
  await button(dialog, '18.50').click();
  await shop.readNotice('已取用单价 18.50');
  await page.keyboard.press('Escape');
  await grid.expectCell(1, '单价', '18.50');
  await grid.expectCell(1, '金额', '37.00');
});

story('an approved document refuses to be changed', async ({ shop, desk }) => {
  const { id, number } = await desk.receive(await desk.product(), '3', { status: '0' });
  const pane = await shop.goTo(`/bill/purchase_in/${id}/edit`, number);
  const grid = new Grid(pane);
  await grid.go(1, '数量');
  await desk.call(goodsDocuments.setStatus, { ids: id, status: '1' });
  await grid.type('4');
  await button(pane, '保存').click();
  await shop.answer(`${number} 已被`, '用我的覆盖');
  await expect(pane.getByRole('alert')).toContainText(`单据 ${number} 已审核，不可修改`);
  await grid.expectCell(1, '数量', '4');
});

story(
  'a document is saved and approved in one step, and several are approved and unapproved in a list',
  async ({ shop, desk }) => {
    const product = await desk.product();
    const editor = new Editor(shop, '采购入库');
    await shop.open('/bill/purchase_in/new');
    // Who is not known yet is written down where it is needed.
    const supplier = named('印刷厂');
    await editor.pane.getByRole('combobox', { name: '供应商' }).click();
    await offered(shop.page, '新增…').click();
    const form = shop.page.getByRole('dialog', { name: '新增供应商' });
    await field(form, '名称').fill(supplier);
    await button(form, '保存').click();
    await expect(form).toBeHidden();
    await expect(editor.pane.locator('.document-head')).toContainText(supplier);
    const grid = new Grid(editor.pane);
    await grid.go(1, '条码');
    await grid.enter(1, product.barcode, product.name, '2');
    const warehouse = named('分仓');
    await button(editor.pane, '批量仓库').click();
    const everywhere = shop.page.getByRole('dialog', { name: '批量切换仓库' });
    await everywhere.getByRole('combobox').click();
    await offered(shop.page, '新增…').click();
    const place = shop.page.getByRole('dialog', { name: '新增仓库' });
    await field(place, '仓库名称').fill(warehouse);
    await button(place, '保存').click();
    await expect(everywhere).toContainText(warehouse);
    await button(everywhere, '确定').click();
    await grid.expectCell(1, '仓库', warehouse);
    const first = await savedNumber(shop, () => button(editor.pane, '保存并审核').click());
    await expect(status(shop.pane(first), '已审核')).toBeVisible();

    const { number: second } = await desk.receive(product, '1');
    const list = new Rows(await shop.openPage('采购入库'));
    await act(list.scope, '反审核').click();
    await shop.readNotice('请先选择记录');
    for (const number of [first, second]) await list.row(number).getByRole('checkbox').check();
    await act(list.scope, '反审核').click();
    await shop.answer('反审核 2 张单据？', '确定');
    await shop.readNotice('已处理 2 张单据');
    for (const number of [first, second]) await list.expectCell(number, '状态', '未审核');
  },
);

story('goods are returned with a link to their original sale', async ({ shop, desk }) => {
  const product = await desk.product('红茶');
  await desk.receive(product, '10');
  const customer = await desk.partner('customer', '酒店');
  const sale = await desk.sell(product, '4', { partnerId: customer.id });

  const editor = new Editor(shop, '销售退货');
  await shop.open('/bill/sale_back/new');
  await choose(editor.pane, '客户', customer.name);
  await button(editor.pane, '选择单据…').click();
  const sources = shop.page.getByRole('dialog', { name: '选择单据 · 销售出库' });
  await sources.getByRole('row', { name: sale.number }).getByRole('checkbox').check();
  await button(sources, '下一步：选择明细').click();
  const lines = shop.page.getByRole('dialog', { name: '选择明细' });
  await lines.getByRole('row', { name: product.name }).getByRole('checkbox').check();
  await button(lines, '选用 1 行').click();

  const grid = new Grid(editor.pane);
  await grid.expectCell(1, '剩余数量', '4');
  await grid.go(1, '数量');
  await grid.type('5');
  await expect(grid.line(1).getByRole('img', { name: '超出剩余数量 4' })).toBeVisible();
  await shop.page.keyboard.press('Control+s');
  const refusal = `条码 ${product.barcode} 数量超过来源单据，最多还可 4`;
  await expect(editor.pane.getByText(`第 1 行：${refusal}`)).toBeVisible();
  await expect(grid.line(1)).toContainText(refusal);

  await grid.go(1, '数量');
  await grid.type('1');
  const number = await editor.save('Control+Enter');
  const paper = shop.pane(number);
  await expect(status(paper, '已审核')).toBeVisible();
  await paper.getByRole('link', { name: `销售出库 ${sale.number}` }).click();
  await expect(shop.pane(sale.number).getByRole('link', { name: number })).toBeVisible();
});

story(
  'a member pays at the till with the rest of their card, and gets a refund',
  async ({ shop, desk }) => {
    const product = await desk.product('花茶');
    await desk.receive(product, '5');
    const card = await desk.partner('member', '会员卡');
    const brought = [{ barcode: product.barcode, quantity: '3', unitPrice: '36' }];
    await desk.goods('retailBack', brought, { partnerId: card.id, payment: 'prepaid' });
    const left = async (amount: string): Promise<void> => {
      const members = new Rows(await shop.goTo('/system/member', '会员信息'));
      await members.filter('会员卡号', card.name);
      await members.expectCell(card.name, '预付款', amount);
    };

    await shop.open('/bill/retail_out/new');
    const till = new Editor(shop, '零售出库');
    await choose(till.pane, '会员', card.name);
    await expect(till.pane.getByRole('radio', { name: '预付款（$108.00）' })).toBeChecked();
    const scanner = till.pane.getByRole('textbox', { name: '扫码框' });
    await scanner.fill(product.barcode);
    await scanner.press('Enter');
    const grid = new Grid(till.pane);
    await grid.expectCell(1, '数量', '1');
    await grid.go(1, '数量');
    await grid.type('4');
    await grid.expectCell(1, '金额', '144.00');
    // What is left on the card is too little: an account pays the rest.
    const cash = till.pane.getByRole('region', { name: '收银' });
    await expect(cash).toContainText('其余另付$36.00');
    await grid.go(1, '数量');
    await grid.type('2');
    await grid.expectCell(1, '金额', '72.00');
    await expect(cash).not.toContainText('另付');
    const sold = await till.save('Control+Enter');
    await expect(scanner).toBeFocused();
    await left('36.00');

    const sales = new Rows(await shop.goTo('/bill/retail_out', '零售出库'));
    await sales.expectCell(sold, '状态', '已审核');
    await button(sales.scope, sold).click();
    const paper = shop.pane(sold);
    await expect(paper.getByText('收款类型预付款（$72.00）')).toBeVisible();
    await button(paper, '转零售退货').click();
    const back = new Editor(shop, '零售退货');
    await expect(back.pane.getByRole('radio', { name: '预付款', exact: true })).toBeChecked();
    await new Grid(back.pane).go(1, '数量');
    await new Grid(back.pane).type('1');
    await new Grid(back.pane).expectCell(1, '金额', '36.00');
    const returned = await back.save('Control+Enter');
    await expect(status(shop.pane(returned), '已审核')).toBeVisible();
    await left('72.00');

    await shop.open('/bill/retail_out/new');
    await choose(till.pane, '会员', card.name);
    await scanner.fill(product.barcode);
    await scanner.press('Enter');
    await grid.expectCell(1, '数量', '1');
    await grid.go(1, '数量');
    await grid.type('3');
    await expect(cash).toContainText('其余另付$36.00');
    const mixed = await till.save('Control+Enter');
    await left('0.00');
    const again = new Rows(await shop.goTo('/bill/retail_out', '零售出库'));
    await button(again.scope, mixed).click();
    await expect(shop.pane(mixed).locator('.sum-table')).toContainText(
      /预付款（\$72\.00）.*\$36\.00/,
    );

    // What comes back is shared as the till says: 40 go to the card, the rest is given back.
    await button(shop.pane(mixed), '转零售退货').click();
    await new Grid(back.pane).expectCell(1, '金额', '108.00');
    const refunds = back.pane.getByRole('region', { name: '收银' });
    const toCard = refunds.getByRole('textbox', { name: '退回预付款' });
    await expect(toCard).toHaveValue('108');
    await toCard.fill('200');
    await expect(refunds).toContainText('最多 $108.00');
    await toCard.fill('40');
    await expect(refunds).toContainText('其余另退$68.00');
    const shared = await back.save('Control+Enter');
    await expect(shop.pane(shared).locator('.sum-table')).toContainText(
      /预付款（\$40\.00）.*\$68\.00/,
    );
    await left('40.00');

    await shop.open('/bill/retail_out/new');
    await choose(till.pane, '会员', card.name);
    await scanner.fill(product.barcode);
    await scanner.press('Enter');
    const fromCard = cash.getByRole('textbox', { name: '用预付款支付' });
    await expect(fromCard).toHaveValue('36');
    await fromCard.fill('10');
    await expect(cash).toContainText('其余另付$26.00');
    await till.save('Control+Enter');
    await left('30.00');
  },
);

story(
  'two people editing a document cannot overwrite each other',
  async ({ shop, desk, context }) => {
    const { id, number } = await desk.receive(await desk.product(), '1', { status: '0' });
    const other = new Shop(await context.newPage());
    const quantities = [] as Grid[];
    for (const one of [shop, other]) {
      const grid = new Grid(await one.goTo(`/bill/purchase_in/${id}/edit`, number));
      await grid.go(1, '数量');
      quantities.push(grid);
    }
    const [mine, theirs] = quantities as [Grid, Grid];
    await theirs.type('5');
    await savedNumber(other, () => other.page.keyboard.press('Control+s'));

    await mine.type('9');
    await shop.page.keyboard.press('Control+s');
    const question = shop.page.getByRole('dialog').filter({ hasText: `${number} 已被` });
    await expect(question.getByRole('row').filter({ hasText: '第 1 行' })).toHaveText(
      / 5 × 20.* 9 × 20/,
    );
    await shop.page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await mine.expectCell(1, '数量', '9');
    await shop.page.keyboard.press('Control+s');
    await shop.answer(`${number} 已被`, '载入最新');
    await mine.expectCell(1, '数量', '5');
    await mine.go(1, '数量');
    await mine.type('6');
    await savedNumber(shop, () => shop.page.keyboard.press('Control+s'));
    await expect(shop.pane(number).getByRole('row', { name: /^1 / })).toContainText('120.00');
  },
);

story('Escape asks before unsaved input is lost', async ({ shop, desk, page }) => {
  const product = await desk.product();
  const editor = new Editor(shop, '采购入库');
  await shop.open('/bill/purchase_in/new');
  const grid = new Grid(editor.pane);
  await grid.go(1, '条码');
  await grid.enter(1, product.barcode, product.name, '2');
  // What hangs open is closed first, and alone.
  await act(editor.pane, '更多').click();
  await expect(page.getByRole('menuitem', { name: '保存并新增' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menuitem', { name: '保存并新增' })).toBeHidden();
  await page.keyboard.press('Escape');
  await shop.answer('本页内容未保存', '继续编辑');
  await grid.expectCell(1, '数量', '2');
  await page.keyboard.press('Escape');
  await shop.answer('本页内容未保存', '不保存，离开');
  await expect(editor.pane).toBeHidden();
});

story('a list is exported as a workbook', async ({ shop, desk }) => {
  const { number } = await desk.receive(await desk.product(), '2');
  const list = new Rows(await shop.goTo('/bill/purchase_in', '采购入库'));
  await list.filter('单据编号', number);
  await expect(list.row(number)).toBeVisible();
  const file = await shop.downloaded(() => button(list.scope, '导出').click());
  expect(file.suggestedFilename()).toMatch(/采购入库.*\.xlsx$/);
  const bytes = fs.readFileSync(await file.path());
  expect(bytes.subarray(0, 2).toString()).toBe('PK');
});

story('the lines of a document are exported as a workbook', async ({ shop, desk }) => {
  const product = await desk.product('茶壶');
  const { id, number } = await desk.receive(product, '2');
  await shop.open(`/bill/purchase_in/${id}`);
  const paper = shop.pane(number ?? '');
  await button(paper, '更多').click();
  const file = await shop.downloaded(() =>
    shop.page.getByRole('menuitem', { name: '导出' }).click(),
  );
  expect(file.suggestedFilename()).toBe(`${number}.xlsx`);
  const { sheets } = await readXlsx(fs.readFileSync(await file.path()));
  const [head = [], line = []] = sheets[0]?.rows ?? [];
  expect(line[head.indexOf('条码')]).toBe(product.barcode);
  expect(line[head.indexOf('数量')]).toBe(2);
  expect(line[head.indexOf('金额')]).toBe(40);
});

story(
  'a line without stock is refused in its row, and the form keeps its input',
  async ({ shop, desk }) => {
    const [short, plenty] = [await desk.product('乌龙'), await desk.product('普洱')];
    await desk.receive(short, '3');
    await desk.receive(plenty, '30');
    const customer = await desk.partner('customer');
    const editor = new Editor(shop, '销售出库');
    await shop.open('/bill/sale_out/new');
    await choose(editor.pane, '客户', customer.name);
    const grid = new Grid(editor.pane);
    await grid.go(1, '条码');
    await grid.enter(1, plenty.barcode, plenty.name, '5');
    await grid.enter(2, short.barcode, short.name, '4');
    await shop.page.keyboard.press('Control+Enter');
    await expect(grid.line(2)).toContainText('库存不足');
    await expect(editor.pane.getByText('您录入的内容都还在。')).toBeVisible();
    await grid.expectCell(1, '数量', '5');
    await grid.type('3');
    const number = await editor.save('Control+Enter');
    await expect(status(shop.pane(number), '已审核')).toBeVisible();
  },
);
