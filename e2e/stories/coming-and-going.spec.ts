import { expect } from '@playwright/test';
import type { Locator } from '@playwright/test';
import { barriers } from '../barriers.ts';
import { actOn, button, Rows } from '../pages.ts';
import { story } from '../story.ts';

/** Scans codes, one after the other as a scanner types them. */
async function scan(dialog: Locator, ...codes: readonly string[]): Promise<void> {
  const bar = dialog.getByRole('search').getByRole('textbox');
  for (const code of codes) {
    await bar.fill(code);
    await bar.press('Enter');
  }
}

story(
  'goods of an order are tallied, and goods sold are picked, packed and shipped',
  async ({ shop, desk }) => {
    const { page } = shop;
    const tea = await desk.product('乌龙茶', { lotManaged: true });
    const cup = await desk.product('茶杯');
    const [supplier, customer] = [await desk.partner('supplier'), await desk.partner('customer')];
    const order = await desk.goods(
      'purchaseOrder',
      [
        { barcode: tea.barcode, quantity: '3', unitPrice: '20' },
        { barcode: cup.barcode, quantity: '4', unitPrice: '20' },
      ],
      { partnerId: supplier.id },
    );

    // From the list into the dialog: two of the tea are scanned, one of them is broken; a cup more was given.
    const orders = new Rows(await shop.goTo('/bill/purchase_order', '采购订单'));
    await orders.row(order.number).hover();
    await actOn(orders.row(order.number), '仓库理货');
    const dialog = page.getByRole('dialog', { name: new RegExp(`仓库理货 ${order.number}`) });
    await scan(dialog, tea.barcode, tea.barcode, 'no-such-code');
    await expect(dialog.getByText('没有该条码的商品')).toBeVisible();
    const teas = dialog.getByRole('row').filter({ hasText: tea.name });
    await expect(teas.getByLabel('到货')).toHaveValue('2');
    await expect(teas).toContainText('-1');
    await teas.getByLabel('次品').fill('1');
    await teas.getByLabel('批号', { exact: true }).fill('L1');
    expect(await barriers(page)).toEqual([]);
    await button(dialog, '保存草稿').click();
    await shop.readNotice('草稿已保存');

    // Somebody goes on with the draft; a difference wants its reason.
    await page.reload();
    await expect(dialog).toBeVisible();
    await expect(teas.getByLabel('次品')).toHaveValue('1');
    await button(dialog, '全部到齐').click();
    const cups = dialog.getByRole('row').filter({ hasText: cup.name });
    await cups.getByLabel('到货').fill('5');
    await cups.getByLabel('赠品').fill('1');
    await button(dialog, '完成理货').click();
    await shop.readNotice(/与订购数量有差异/);
    await teas.getByLabel('差异原因').fill('余货下周到');
    await button(dialog, '完成理货').click();
    const made = await shop.readNotice(/已生成入库单/);
    const receipt = /CGRK\d+/.exec(made)?.[0] ?? '';
    const paper = shop.pane(receipt);
    await expect(paper.getByText('余货下周到')).toBeVisible();
    await expect(paper.getByText('L1').first()).toBeVisible();
    await button(paper, '审核').click();
    await shop.answer(/审核/, '确定');
    await expect(paper.getByText('已审核', { exact: true }).first()).toBeVisible();

    // Cups are sold, picked by scan, packed and shipped.
    const sold = await desk.goods(
      'saleOut',
      [{ barcode: cup.barcode, quantity: '2', unitPrice: '30' }],
      { partnerId: customer.id, paidNow: '0' },
    );
    await shop.goTo(`/bill/sale_out/${sold.id}`, sold.number);
    await button(shop.pane(sold.number), '发货').click();
    const delivery = page.getByRole('dialog', { name: new RegExp(`发货 ${sold.number}`) });
    await expect(delivery.getByLabel('姓名')).toHaveValue(customer.name);
    await scan(delivery, cup.barcode);
    await expect(delivery.getByLabel('已拣')).toHaveValue('1');
    await expect(button(delivery, '确认发货')).toBeDisabled();
    await scan(delivery, cup.barcode, cup.barcode);
    await expect(delivery.getByText(`${cup.name} 已拣够`)).toBeVisible();
    await delivery.getByLabel('重量 kg').fill('1.5');
    expect(await barriers(page)).toEqual([]);
    await button(delivery, '拣货单').click();
    const picking = page.getByRole('dialog', { name: /^拣货单/ });
    await expect(picking.frameLocator('iframe').getByText(cup.name).first()).toBeVisible();
    await button(picking, '取消').click();
    await delivery.getByLabel('外部运单号').fill('YD-100');
    await button(delivery, '确认发货').click();
    await expect(delivery.getByText(/\d 已发货$/)).toBeVisible();
    await button(delivery.locator('footer'), '关闭').click();
    await expect(shop.pane(sold.number).getByText('YD-100')).toBeVisible();
  },
);
