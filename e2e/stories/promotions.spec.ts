import { expect } from '@playwright/test';
import { promotions } from '@tradehouse/contract';
import { runInMatrix, button, choose, Editor, field, Grid, named, Rows } from '../pages.ts';
import { openPricingOnPhone, PricingForm } from '../pricing.ts';
import { story } from '../story.ts';

story(
  'a promotion is entered, reduces a line of an order, and is named on the paper',
  async ({ shop, desk }) => {
    const cup = await desk.product('促销杯');
    await desk.receive(cup, '20');
    const customer = await desk.partner('customer', '促销客户');
    const name = named('买三付二');

    const form = await PricingForm.open(shop, { url: '/bill/promotion', title: '促销规则' });
    await form.choose('优惠方式', '买 X 付 Y');
    await form.enter({ 名称: name, 买数量: '3', 付数量: '2' });
    // Quantities of a set belong to bundles alone.
    await expect(await form.addGoods(cup, '每套数量')).toBeHidden();
    await form.save(name, { 商品数: '1' });

    await shop.goTo('/bill/sale_order/new', '销售订单');
    const order = new Editor(shop, '销售订单');
    const grid = new Grid(order.pane);
    await choose(order.pane, '客户', customer.name);
    await grid.go(1, '条码');
    await grid.enter(1, cup.barcode, cup.name, '3');
    await grid.expectCell(1, '促销', `${name} −30.00`);
    await grid.expectCell(1, '金额', '60.00');
    const number = await order.save('Control+Enter');
    await shop.goTo('/bill/sale_order', '销售订单');
    await button(new Rows(shop.pane('销售订单')).row(number), number).click();
    await expect(shop.pane(number)).toContainText(name);
    expect(await desk.rows(promotions.table, { search: JSON.stringify({ name }) })).toMatchObject([
      { usedBy: 1 },
    ]);

    await runInMatrix(async () => {
      const onPhone = { url: '/bill/promotion', title: 'Promotions' };
      const { dialog } = await openPricingOnPhone(shop, onPhone, name, /promotion/i);
      await expect(field(dialog, 'Take')).toHaveValue('3');
    });
  },
);
