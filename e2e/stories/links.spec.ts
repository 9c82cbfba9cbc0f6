import { lotsOfBarcode, serialsInStock } from '@tradehouse/contract';
import { expect } from '@playwright/test';
import type { Locator } from '@playwright/test';
import { button, choose, day, Editor, Grid, Rows, savedNumber } from '../pages.ts';
import type { Shop } from '../pages.ts';
import { story } from '../story.ts';

/** The paper of a document that was just saved, in the state it is in. */
async function paperOf(shop: Shop, number: string, state: string): Promise<Locator> {
  const paper = shop.pane(number);
  await expect(paper.getByText(state, { exact: true }).first()).toBeVisible();
  return paper;
}

/** Saves and approves what the editor in front holds; answers its number. */
const approved = (shop: Shop, editor: Editor): Promise<string> =>
  savedNumber(shop, () => button(editor.pane, '保存并审核').click());

/** Puts a text into a cell of the first line. */
async function put(editor: Editor, column: string, text: string): Promise<void> {
  const grid = new Grid(editor.pane);
  await grid.go(1, column);
  await grid.type(text);
  await grid.expectCell(1, column, text);
}

/** The lots and stock types of the first line, opened by the keyboard. */
async function partsOf(editor: Editor): Promise<Locator> {
  await new Grid(editor.pane).go(1, '批号');
  await editor.shop.page.keyboard.press('F4');
  return editor.pane.getByRole('dialog', { name: /的批号与库存类型/ });
}

const lists = {
  请购单: '/bill/purchase_apply',
  采购订单: '/bill/purchase_order',
  采购入库: '/bill/purchase_in',
  销售订单: '/bill/sale_order',
  销售出库: '/bill/sale_out',
} as const;

/** The list that a document stands in, read again. */
async function listed(shop: Shop, page: keyof typeof lists, number: string): Promise<Rows> {
  const rows = new Rows(await shop.goTo(lists[page], page));
  await expect(rows.row(number)).toBeVisible();
  return rows;
}

/** A document opened from its list. */
async function opened(shop: Shop, page: keyof typeof lists, number: string): Promise<Locator> {
  const { scope } = await listed(shop, page, number);
  await button(scope, number).click();
  return shop.pane(number);
}

story(
  'a requisition is ordered and received in two lots, and the defective part is returned',
  async ({ shop, desk }) => {
    const product = await desk.product('普洱茶', { lotManaged: true, shelfLifeDays: 365 });
    // So far from its end that no one is warned of it.
    const [produced, expiry] = [day(-10), day(355)];
    const supplier = await desk.partner('supplier', '茶厂');

    await shop.open('/bill/purchase_apply/new');
    const request = new Editor(shop, '请购单');
    await new Grid(request.pane).go(1, '条码');
    await new Grid(request.pane).enter(1, product.barcode, product.name, '10');
    await new Grid(request.pane).go(1, '建议供应商');
    await shop.page.keyboard.type(supplier.name);
    await shop.page.getByRole('option', { name: supplier.name }).click();
    await new Grid(request.pane).expectCell(1, '建议供应商', supplier.name);
    const requested = await approved(shop, request);

    await button(await paperOf(shop, requested, '已审核'), '转采购订单').click();
    const order = new Editor(shop, '采购订单');
    await new Grid(order.pane).expectCell(1, '剩余数量', '10');
    await new Grid(order.pane).expectCell(1, '金额', '200.00');
    // It goes to whom its lines suggest: without a supplier it could not be saved.
    const ordered = await approved(shop, order);
    await paperOf(shop, ordered, '已审核');
    await (await listed(shop, '请购单', requested)).expectCell(requested, '状态', '采购完成');

    await button(await opened(shop, '采购订单', ordered), '转采购入库').click();
    const first = new Editor(shop, '采购入库');
    await put(first, '数量', '4');
    await put(first, '批号', 'L1');
    await put(first, '生产日期', produced);
    await new Grid(first.pane).expectCell(1, '有效期', expiry);
    const received = [await approved(shop, first)];

    const orders = await listed(shop, '采购订单', ordered);
    await orders.expectCell(ordered, '状态', '部分采购');
    await expect(orders.row(ordered)).toContainText('请');
    await orders.row(ordered).getByRole('checkbox').check();
    await button(orders.scope, '转采购入库').click();
    const second = new Editor(shop, '采购入库');
    await new Grid(second.pane).expectCell(1, '剩余数量', '6 / 10');
    await put(second, '批号', 'L2');
    const arrived = await partsOf(second);
    await arrived.getByRole('textbox', { name: '数量' }).fill('4');
    await button(arrived, '添加一行').click();
    await arrived.getByRole('textbox', { name: '批号' }).nth(1).fill('L2');
    await arrived.getByRole('textbox', { name: '数量' }).nth(1).fill('2');
    await arrived.getByRole('combobox', { name: '库存类型' }).nth(1).click();
    await shop.page.getByTitle('次品').filter({ visible: true }).click();
    await button(arrived, '取用 6盒').click();
    await new Grid(second.pane).expectCell(1, '批号', '2 个批次');
    received.push(await approved(shop, second));
    await paperOf(shop, received[1] ?? '', '次品');
    await (await listed(shop, '采购订单', ordered)).expectCell(ordered, '状态', '采购完成');

    const [, last = ''] = received;
    await button(await opened(shop, '采购入库', last), '转采购退货').click();
    const back = new Editor(shop, '采购退货');
    await new Grid(back.pane).expectCell(1, '剩余数量', '6');
    const sent = await partsOf(back);
    const part = (lot: string, type: string): Locator =>
      sent.getByRole('row').filter({ hasText: lot }).filter({ hasText: type }).getByRole('textbox');
    await expect(part('L2', '次品')).toHaveValue('2');
    await expect(part('L1', '正品')).toHaveValue('');
    await part('L2', '正品').fill('');
    await button(sent, '取用 2盒').click();
    await new Grid(back.pane).expectCell(1, '数量', '2');
    const returned = await approved(shop, back);

    const paper = await paperOf(shop, returned, '已审核');
    await paperOf(shop, returned, '次品');
    await button(paper, '全部关联单据').click();
    const tree = shop.page.getByRole('dialog', { name: '关联单据' });
    await expect(tree.getByRole('listitem')).toHaveText(
      [requested, ordered, received[0] ?? '', last, returned].map((number) => new RegExp(number)),
    );
    await button(tree, '关闭').click();
    const receipts = await listed(shop, '采购入库', last);
    await expect(receipts.row(last)).toContainText('退');
    const lots = await desk.call(lotsOfBarcode, { barCode: product.barcode });
    expect(lots.map(({ lot, stockType, quantity }) => [lot, stockType, quantity])).toEqual([
      ['L1', 'formal', '4'],
      ['L2', 'formal', '4'],
    ]);
  },
);

story(
  'an order with a deposit is delivered in two parts by serial, and a piece is returned',
  async ({ shop, desk }) => {
    const product = await desk.product('茶壶', { serialManaged: true });
    const customer = await desk.partner('customer', '茶楼');
    const supplier = await desk.partner('supplier');
    const serials = ['A1', 'A2', 'A3'].map((name) => `${name}-${product.barcode}`);
    const goods = { barcode: product.barcode, quantity: '3', unitPrice: '20' };
    await desk.goods('purchaseIn', [{ ...goods, allocations: [{ serials }] }], {
      partnerId: supplier.id,
      paidNow: '0',
    });

    await shop.open('/bill/sale_order/new');
    const order = new Editor(shop, '销售订单');
    await choose(order.pane, '客户', customer.name);
    await new Grid(order.pane).go(1, '条码');
    await new Grid(order.pane).enter(1, product.barcode, product.name, '3');
    await choose(order.pane, '结算账户', '现金');
    await order.amount('收取订金').fill('50');
    const ordered = await approved(shop, order);

    const paper = await paperOf(shop, ordered, '已审核');
    await expect(paper.getByRole('group', { name: '订单进度' })).toContainText(
      /审核.*发货 0\/3.*收款 50\.00\//,
    );
    await expect(button(paper, '反审核')).toBeVisible();
    await button(paper, '转销售出库').click();
    const first = new Editor(shop, '销售出库');
    await expect(first.amount('扣除订金')).toHaveValue('50');
    await put(first, '序列号', serials.slice(0, 2).join(','));
    await new Grid(first.pane).expectCell(1, '数量', '2');
    await first.amount('扣除订金').fill('30');
    await approved(shop, first);
    const orders = await listed(shop, '销售订单', ordered);
    await orders.expectCell(ordered, '状态', '部分出库');
    await orders.expectCell(ordered, '剩余订金', '20.00');

    await shop.open('/bill/sale_out/new');
    const second = new Editor(shop, '销售出库');
    await choose(second.pane, '客户', customer.name);
    await button(second.pane, '选择单据…').click();
    const documents = shop.page.getByRole('dialog', { name: '选择单据 · 销售订单' });
    await documents.getByRole('row').filter({ hasText: ordered }).getByRole('checkbox').check();
    await button(documents, '下一步：选择明细').click();
    const lines = shop.page.getByRole('dialog', { name: '选择明细' });
    await expect(lines.getByRole('row').filter({ hasText: product.barcode })).toContainText('1');
    await button(lines, '选用 1 行').click();
    await expect(second.amount('扣除订金')).toHaveValue('20');
    await put(second, '序列号', serials[2] ?? '');
    const sold = await approved(shop, second);
    const closed = await listed(shop, '销售订单', ordered);
    await closed.expectCell(ordered, '状态', '已全部出库');
    await closed.expectCell(ordered, '剩余订金', '0.00');
    // What was made of it holds its approval.
    const delivered = await opened(shop, '销售订单', ordered);
    await expect(button(delivered, '更多')).toBeVisible();
    await expect(button(delivered, '反审核')).toBeHidden();
    // The steps open the documents behind them.
    const steps = delivered.getByRole('group', { name: '订单进度' });
    await steps.getByRole('button', { name: /^收款/ }).click();
    const tree = shop.page.getByRole('dialog', { name: '关联单据' });
    await expect(tree.getByRole('listitem')).toHaveCount(3);
    await button(tree, '关闭').click();
    await steps.getByRole('link', { name: '发货 3/3' }).click();
    await expect(new Rows(shop.pane('销售出库')).row(sold)).toBeVisible();

    await button(await opened(shop, '销售出库', sold), '转销售退货').click();
    const back = new Editor(shop, '销售退货');
    await put(back, '序列号', serials[2] ?? '');
    const returned = await approved(shop, back);
    await paperOf(shop, returned, '已审核');
    await expect((await listed(shop, '销售出库', sold)).row(sold)).toContainText('退');
    const { rows } = await desk.call(serialsInStock, { barCode: product.barcode });
    expect(rows.map(({ serial }) => serial)).toEqual(serials.slice(2));
  },
);
