import { goodsDocuments } from '@tradehouse/contract';
import { expect } from '@playwright/test';
import type { Locator } from '@playwright/test';
import { Editor, Grid, Rows, button, choose, field, savedNumber } from '../pages.ts';
import { story } from '../story.ts';

story(
  'the unused deposit of a completed order is refunded, first in part and then whole',
  async ({ shop, desk }) => {
    const product = await desk.product('茶壶');
    const customer = await desk.partner('customer', '茶楼');
    const supplier = await desk.partner('supplier');
    const own = { partnerId: customer.id };
    const line = { barcode: product.barcode, quantity: '5', unitPrice: '20' };
    await desk.goods('purchaseIn', [line], { partnerId: supplier.id, paidNow: '0' });
    const ordered = await desk.goods('saleOrder', [line], { ...own, depositTaken: '100' });
    const left = async () => (await desk.call(goodsDocuments.info, { id: ordered.id })).depositLeft;

    const order = await shop.goTo(`/bill/sale_order/${ordered.id}`, ordered.number);
    await button(order, '转销售出库').click();
    const sale = new Editor(shop, '销售出库');
    const used = field(sale.pane, '扣除订金');
    await expect(used).toHaveValue('100');
    await new Grid(sale.pane).go(1, '数量');
    await new Grid(sale.pane).type('2');
    // No more of the deposit is used than what is due.
    await expect(used).toHaveValue('40');
    await expect(sale.amount('本次收款')).toHaveValue('0');
    await sale.save('Control+Enter');
    await shop.tab(ordered.number).click();
    await button(order, '更多').click();
    await shop.page.getByRole('menuitem', { name: '完成订单' }).click();
    await shop.answer(/完成 1 张订单/, '确定');

    const giveBack = async (typed: string | null): Promise<string> => {
      await button(order, '退还订金').click();
      const dialog = shop.page.getByRole('dialog', { name: /^退还订金/ });
      const amount = dialog.getByRole('textbox', { name: '本次退还' });
      if (typed !== null) {
        await amount.fill('60.01');
        await expect(dialog.getByRole('alert')).toHaveText('超过剩余金额 60.00');
        await expect(button(dialog, '退还订金')).toBeDisabled();
        await amount.fill(typed);
      }
      return savedNumber(shop, () => button(dialog, '退还订金').click());
    };
    const mistaken = await giveBack('25');
    const trail = (number: string): Locator =>
      order.getByRole('link', { name: `退还客户订金 ${number}` });
    await trail(mistaken).click();
    const paper = shop.pane(mistaken);
    await expect(paper.getByRole('row').filter({ hasText: ordered.number })).toContainText('25.00');
    expect(await left()).toBe('35');
    await button(paper, '更多').click();
    await shop.page.getByRole('menuitem', { name: '删除' }).click();
    await shop.answer('删除该单据？', '确定');
    await expect(paper).toBeHidden();
    expect(await left()).toBe('60');

    await shop.tab(ordered.number).click();
    await expect(trail(mistaken)).toBeHidden();
    const whole = await giveBack(null);
    await expect(trail(whole)).toBeVisible();
    await expect(button(order, '退还订金')).toBeHidden();
    expect(await left()).toBe('0');

    const refunds = new Rows(await shop.goTo('/financial/deposit_out', '退还客户订金'));
    await refunds.expectCell(whole, '退还金额', '60.00');
    const orders = new Rows(await shop.goTo('/bill/sale_order', '销售订单'));
    await orders.expectCell(ordered.number, '剩余订金', '0.00');
  },
);

story(
  'the rest of a deposit becomes a prepayment and pays a later sale',
  async ({ shop, desk }) => {
    const product = await desk.product('茶盘');
    const customer = await desk.partner('customer', '茶社');
    const supplier = await desk.partner('supplier');
    const own = { partnerId: customer.id };
    const line = { barcode: product.barcode, quantity: '5', unitPrice: '20' };
    await desk.goods('purchaseIn', [line], { partnerId: supplier.id, paidNow: '0' });
    const ordered = await desk.goods('saleOrder', [line], { ...own, depositTaken: '60' });
    const order = await shop.goTo(`/bill/sale_order/${ordered.id}`, ordered.number);
    await button(order, '退还订金').click();
    const dialog = shop.page.getByRole('dialog', { name: /^退还订金/ });
    await dialog.getByText('转为预收款').click();
    await expect(dialog.getByRole('combobox', { name: '付款账户' })).toBeHidden();
    const kept = await savedNumber(shop, () => button(dialog, '转为预收款').click());
    await order.getByRole('link', { name: `退还客户订金 ${kept}` }).click();
    const paper = shop.pane(kept);
    await expect(paper.getByRole('row').filter({ hasText: '转为预收款' })).toContainText('-60.00');

    const statement = new Rows(await shop.goTo('/report/customer_account', '客户对账'));
    await statement.expectCell(customer.name, '期末应收', '-60.00');

    const sold = await desk.goods('saleOut', [line], { ...own, paidNow: '0' });
    await shop.open('/financial/money_in/new');
    const receipt = new Editor(shop, '收款单');
    await choose(receipt.pane, '客户', customer.name);
    await button(receipt.pane, '选择单据').click();
    const debts = shop.page.getByRole('dialog', { name: /未结单据/ });
    await debts.getByRole('row').filter({ hasText: sold.number }).getByRole('checkbox').check();
    await debts.getByRole('row').filter({ hasText: '预收预付' }).getByRole('checkbox').check();
    await button(debts, '选用 2 个').click();
    await expect(receipt.pane).toContainText('40.00');
    await receipt.save('Control+Enter');
    await shop.goTo('/report/customer_account', '客户对账');
    await expect(statement.row(customer.name)).toBeHidden();
  },
);
