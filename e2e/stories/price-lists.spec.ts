import { activities, documentTables, goodsDocuments, partners } from '@tradehouse/contract';
import { expect } from '@playwright/test';
import { runInMatrix, button, choose, Editor, field, Grid, named, Rows } from '../pages.ts';
import { openPricingOnPhone, PricingForm } from '../pricing.ts';
import { story } from '../story.ts';

story(
  'an order starts at the customer’s price list and is delivered at the agreed price',
  async ({ shop, desk, page }) => {
    const [cup, pot] = [await desk.product('盖碗'), await desk.product('茶盘')];
    for (const product of [cup, pot]) await desk.receive(product, '20');
    const [name, shopName] = [named('批发价'), named('茶行')];

    const form = await PricingForm.open(shop, { url: '/material/price_list', title: '价格表' });
    await form.choose('其余商品按', '销售价');
    await form.enter({ 名称: name, 优惠率: '10' });
    await (await form.addGoods(cup, '表价')).fill('25.5');
    await form.save(name, { 优惠率: '10.00%', 表内价格数: '1' });
    const lists = form.list;

    const customers = await shop.goTo('/system/customer', '客户信息');
    await button(customers, '新增').first().click();
    const card = customers.getByRole('dialog', { name: '新增客户', exact: true });
    await field(card, '名称').fill(shopName);
    await choose(card, '价格表', name);
    await button(card, '保存').click();
    await expect(card).toBeHidden();

    await shop.goTo('/bill/sale_order/new', '销售订单');
    const order = new Editor(shop, '销售订单');
    const grid = new Grid(order.pane);
    // What is entered before the customer is known starts at the usual price, and changes with them.
    await grid.go(1, '条码');
    await grid.enter(1, cup.barcode, cup.name, '2');
    await grid.expectCell(1, '单价', '30.00');
    await choose(order.pane, '客户', shopName);
    await grid.expectCell(1, '单价', '25.50');
    await grid.go(2, '条码');
    await grid.enter(2, pot.barcode, pot.name, '1');
    await grid.expectCell(2, '单价', '27.00');
    const number = await order.save('Control+Enter');

    // The list changes; what was agreed does not.
    await shop.goTo('/material/price_list', '价格表');
    await button(new Rows(lists).row(name), name).click();
    const again = lists.getByRole('dialog', { name: '编辑价格表' });
    await field(again, `表价 ${cup.barcode}`).fill('1');
    await button(again, '保存').click();
    await expect(again).toBeHidden();
    const [agreed] = await desk.rows(documentTables.saleOrder, {
      search: JSON.stringify({ kind: 'saleOrder', number }),
    });
    const paper = shop.pane(number);
    await shop.goTo('/bill/sale_order', '销售订单');
    await button(new Rows(shop.pane('销售订单')).row(number), number).click();
    await button(paper, '转销售出库').click();
    const outbound = new Editor(shop, '销售出库');
    await new Grid(outbound.pane).expectCell(1, '单价', '25.50');
    await outbound.save('Control+Enter');
    expect(
      (await desk.call(goodsDocuments.info, { id: String(agreed?.['id']) })).lines,
    ).toMatchObject([{ unitPrice: '25.5' }, { unitPrice: '27' }]);

    await runInMatrix(async () => {
      // In English, on a phone: the list, its form, and the way to its customers.
      const onPhone = { url: '/material/price_list', title: 'Price lists' };
      const { row, dialog } = await openPricingOnPhone(shop, onPhone, name, /price list/i);
      await expect(row).toContainText('Sale price');
      await expect(field(dialog, `List price ${cup.barcode}`)).toHaveValue('1');
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    });
    const [customer] = await desk.rows(partners.tables.customer, {
      search: JSON.stringify({ type: 'customer', priceListName: name }),
    });
    expect(customer).toMatchObject({ name: shopName, priceListName: name });
  },
);

story('a sale in an activity starts at the activity’s price', async ({ shop, desk }) => {
  const [cup, pot] = [await desk.product('茶杯'), await desk.product('茶壶')];
  for (const product of [cup, pot]) await desk.receive(product, '20');
  const customer = await desk.partner('customer', '茶客');
  const warehouseId = await desk.warehouse();
  const at = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();
  const offer = async (title: string, begins: number): Promise<string> => {
    const lines = [{ barcode: cup.barcode, warehouseId, quantity: '2', price: '24.99' }];
    const name = named(title);
    await desk.call(activities.add, { name, beginsAt: at(begins), endsAt: at(48), lines });
    return name;
  };
  const [running, later] = [await offer('周年庆', -1), await offer('周末', 24)];

  await shop.goTo('/bill/sale_out/new', '销售出库');
  const sale = new Editor(shop, '销售出库');
  const grid = new Grid(sale.pane);
  await choose(sale.pane, '客户', customer.name);
  await grid.go(1, '条码');
  await grid.enter(1, cup.barcode, cup.name, '2');
  await grid.go(2, '条码');
  await grid.enter(2, pot.barcode, pot.name, '1');
  await grid.expectCell(1, '单价', '30.00');
  // One that has not begun is not offered.
  const offered = (name: string) => shop.page.getByTitle(name).filter({ visible: true });
  await sale.pane.getByRole('combobox', { name: '活动' }).click();
  await expect(offered(running)).toHaveCount(1);
  await expect(offered(later)).toHaveCount(0);
  await offered(running).click();
  await grid.expectCell(1, '单价', '24.99');
  await grid.expectCell(2, '单价', '30.00');
  await sale.save('Control+Enter');
  expect(
    await desk.rows(activities.table, { search: JSON.stringify({ name: running }) }),
  ).toMatchObject([{ locked: '0', sold: '2' }]);
});
