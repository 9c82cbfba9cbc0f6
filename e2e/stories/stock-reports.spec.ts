// Reports of received, issued and remaining goods; each figure opens its documents.
import { expect } from '@playwright/test';
import { warehouses } from '@tradehouse/contract';
import { barriers } from '../barriers.ts';
import { runInMatrix, button, day, Grid, named, Rows, inEnglishOnAPhone } from '../pages.ts';
import { story } from '../story.ts';

story(
  'received and issued goods are reported by line and by product',
  async ({ shop, desk, page }) => {
    const product = await desk.product('茶叶');
    const supplier = await desk.partner('supplier', '茶园');
    const receipt = await desk.receive(product, '10', { partnerId: supplier.id });
    const sale = await desk.sell(product, '3');
    const branch = { name: named('城东仓') };
    const { id: targetWarehouseId } = await desk.call(warehouses.add, branch);
    const line = { barcode: product.barcode, quantity: '2', unitPrice: '20', targetWarehouseId };
    const transfer = await desk.goods('transfer', [line]);

    const came = new Rows(await shop.goTo('/report/in_detail', '入库明细'));
    await came.filter('商品信息', product.name);
    await came.expectCell(receipt.number, '数量', '10');
    await came.expectCell(receipt.number, '金额', '200.00');
    await came.expectCell(receipt.number, '往来单位', supplier.name);
    await expect(came.row(transfer.number)).toHaveCount(0);
    await expect(came.totals).toContainText('200.00');

    const moved = new Rows(await shop.openPage('调拨明细'));
    await moved.filter('商品信息', product.name);
    await moved.expectCell(transfer.number, '调入仓库', branch.name);

    const count = new Rows(await shop.openPage('出库汇总'));
    await count.filter('商品信息', product.name);
    await count.expectCell(product.name, '出库数量', '5');
    await (await count.cell(product.name, '出库数量')).getByRole('button').click();
    const behind = new Rows(count.scope.getByRole('dialog', { name: `明细 · ${product.name}` }));
    await expect(behind.row(transfer.number)).toBeVisible();
    await button(behind.scope, sale.number).click();
    await expect(page).toHaveURL(new RegExp(`/bill/sale_out/${sale.id}$`));

    await runInMatrix(async () => {
      await inEnglishOnAPhone(page);
      const phone = await shop.goTo(
        `/report/out_detail?keyword=${product.barcode}`,
        'Goods out detail',
      );
      await expect(phone.getByRole('listitem').filter({ hasText: sale.number })).toContainText('3');
    });
  },
);

story(
  'the stock report shows opening, received, issued and closing stock',
  async ({ shop, desk, page }) => {
    const product = await desk.product('大米');
    await desk.receive(product, '10');
    const sale = await desk.sell(product, '4');
    const report = new Rows(await shop.goTo('/report/in_out_stock_report', '进销存统计'));
    await report.filter('商品信息', product.name);
    await report.expectCell(product.name, '上期结存数量', '0');
    await report.expectCell(product.name, '入库数量', '10');
    await report.expectCell(product.name, '出库数量', '4');
    await report.expectCell(product.name, '本期结存数量', '6');
    await report.expectCell(product.name, '结存金额', '120.00');
    await (await report.cell(product.name, '本期结存数量')).getByRole('button').click();
    const places = new Rows(
      report.scope.getByRole('dialog', { name: `库存分布 · ${product.name}` }),
    );
    await places.expectCell('主仓库', '出库数量', '4');
    await places.expectCell('主仓库', '本期结存数量', '6');
    await places.scope.getByRole('button', { name: '关闭' }).first().click();
    await (await report.cell(product.name, '出库数量')).getByRole('button').click();
    const moves = new Rows(
      report.scope.getByRole('dialog', { name: `库存流水 · ${product.name}` }),
    );
    await moves.expectCell(sale.number, '变动数量', '-4');
    await moves.expectCell(sale.number, '变动后', '6');

    await runInMatrix(async () => {
      await inEnglishOnAPhone(page);
      const phone = await shop.goTo(
        `/report/in_out_stock_report?keyword=${product.barcode}`,
        'Stock movement',
      );
      await expect(phone.getByRole('listitem').filter({ hasText: product.name })).toContainText(
        'Closing stock6',
      );
    });
  },
);

story('expiring goods are written off, or get a new price', async ({ shop, desk, page }) => {
  const product = await desk.product('酸奶', { lotManaged: true });
  const partnerId = (await desk.partner('supplier', '奶场')).id;
  const inLot = (quantity: string, lot: string, expiry: string) => ({
    barcode: product.barcode,
    quantity,
    unitPrice: '20',
    allocations: [{ lot, expiry }],
  });
  const lines = [inLot('6', 'A1', day(-2)), inLot('5', 'A2', day(10)), inLot('4', 'A3', day(300))];
  const receipt = await desk.goods('purchaseIn', lines, { partnerId, paidNow: '0' });

  const lots = new Rows(await shop.goTo('/report/lot_stock', '批次库存'));
  await lots.filter('商品信息', product.name);
  await lots.expectCell('A3', '库存', '4');
  await lots.expectCell('A3', '首次入库单', receipt.number);
  await (await lots.cell('A3', '库存')).getByRole('button').click();
  const moved = new Rows(lots.scope.getByRole('dialog', { name: `库存流水 · ${product.name} A3` }));
  await moved.expectCell(receipt.number, '变动后', '4');
  await expect(moved.scope.getByRole('row').filter({ hasText: receipt.number })).toHaveCount(1);
  await shop.page.keyboard.press('Escape');

  const report = new Rows(await shop.openPage('商品效期'));
  await report.filter('商品信息', product.name);
  await report.expectCell('A1', '剩余天数', '-2');
  await report.expectCell('A1', '效期状态', '已过期');
  await report.expectCell('A2', '效期状态', '临期');
  await expect(report.row('A3')).toHaveCount(0);
  await report.row('A1').getByRole('checkbox').check();
  await button(report.scope, '转其他出库').click();
  await expect(page).toHaveURL(/\/bill\/other_out\/new/);
  const editor = shop.pane('其他出库 · 新增');
  const grid = new Grid(editor);
  await grid.expectCell(1, '数量', '6');
  await grid.expectCell(1, '批号', 'A1');
  await button(editor, '保存并审核').click();
  await shop.readNotice(/^QTCK\d+ 已保存$/);

  await shop.openPage('商品效期');
  await button(report.scope, '刷新').click();
  await expect(report.row('A1')).toHaveCount(0);
  await report.row('A2').getByRole('checkbox').check();
  await button(report.scope, '加入促销').click();
  const prices = shop.page.getByRole('dialog', { name: '新增调价单' });
  await expect(prices).toContainText(product.name);

  await runInMatrix(async () => {
    await inEnglishOnAPhone(page);
    const phone = await shop.goTo(
      `/report/goods_expiration?keyword=${product.barcode}`,
      'Goods expiration',
    );
    const card = phone.getByRole('listitem').filter({ hasText: 'A2' });
    await expect(card).toContainText('10');
    expect(await barriers(page)).toEqual([]);
    await card.getByRole('checkbox').check();
    await button(phone, 'Write off').click();
    await expect(page).toHaveURL(/\/bill\/other_out\/new/);
    await expect(page.getByRole('main')).toContainText('A2');
  });
});

story('a piece is traced by its serial, and a SKU by its stock', async ({ shop, desk }) => {
  const product = await desk.product('相机', { serialManaged: true });
  const serial = named('SN');
  const line = { barcode: product.barcode, quantity: '1', unitPrice: '20' };
  const own = { ...line, allocations: [{ serials: [serial] }] };
  const supplier = await desk.partner('supplier', '器材行');
  await desk.goods('purchaseIn', [own], { partnerId: supplier.id, paidNow: '0' });
  const customer = await desk.partner('customer', '摄影社');
  const sale = await desk.goods('saleOut', [own], { partnerId: customer.id, paidNow: '0' });

  const found = new Rows(await shop.goTo('/report/serial_trace', '序列号追踪'));
  await found.filter('序列号', serial);
  await found.expectCell(serial, '状态', '已售出');
  await button(found.scope, serial).click();
  const trace = new Rows(
    found.scope.getByRole('dialog', { name: `序列号追踪 · ${product.name} ${serial}` }),
  );
  await trace.expectCell(sale.number, '往来单位', customer.name);
  await trace.scope.getByRole('button', { name: '关闭' }).first().click();

  const bought = await desk.product('镜头');
  await desk.receive(bought, '8');
  const skus = new Rows(await shop.openPage('SKU 库存'));
  await skus.filter('商品信息', bought.name);
  await skus.expectCell(bought.name, '正品库存', '8');
  await skus.expectCell(bought.name, '可用', '8');
});

story('an open order is in transit until received', async ({ shop, desk, page }) => {
  const product = await desk.product('橡木');
  const supplier = await desk.partner('supplier', '林场');
  const line = { barcode: product.barcode, quantity: '10', unitPrice: '20' };
  const head = { partnerId: supplier.id, paidNow: '0' };
  const order = await desk.goods('purchaseOrder', [line], { ...head, expectedOn: day(-2) });
  const part = { ...line, quantity: '4', sourceDocumentId: order.id, sourceLine: 1 };
  await desk.goods('purchaseIn', [part], head);

  const report = new Rows(await shop.goTo('/report/inventory_in_transit', '在途库存'));
  await report.filter('商品信息', product.name);
  await report.expectCell(product.name, '状态', '部分入库');
  await report.expectCell(product.name, '订购数量', '10');
  await report.expectCell(product.name, '已入库', '4');
  await report.expectCell(product.name, '在途数量', '6');
  await report.expectCell(product.name, '在途金额', '120.00');
  await report.expectCell(product.name, '预计到货', day(-2));
  await expect((await report.cell(product.name, '预计到货')).getByTitle('逾期 2 天')).toBeVisible();
  await button(report.scope, order.number).click();
  await expect(page).toHaveURL(new RegExp(`/bill/purchase_order/${order.id}$`));
  await expect(shop.pane(order.number)).toContainText(`预计到货${day(-2)}`);

  await runInMatrix(async () => {
    await inEnglishOnAPhone(page);
    const address = `/report/inventory_in_transit?keyword=${product.barcode}`;
    const phone = await shop.goTo(address, 'Goods in transit');
    const card = phone.getByRole('listitem').filter({ hasText: product.name });
    await expect(card).toContainText('In transit6');
    await expect(card).toContainText(`Expected on${day(-2)}`);
  });
});

story('a late order lowers the service rate of its customer', async ({ shop, desk, page }) => {
  const product = await desk.product('蜂蜜');
  await desk.receive(product, '10');
  const customer = await desk.partner('customer', '糖果店');
  const line = { barcode: product.barcode, quantity: '4', unitPrice: '20' };
  const head = { partnerId: customer.id, paidNow: '0' };
  const order = await desk.goods('saleOrder', [line], { ...head, expectedOn: day(-1) });
  const other = await desk.goods('saleOrder', [line], { ...head, expectedOn: day(1) });
  const part = { ...line, quantity: '3', sourceDocumentId: order.id, sourceLine: 1 };
  await desk.goods('saleOut', [part], head);
  await desk.goods('saleOut', [{ ...line, sourceDocumentId: other.id, sourceLine: 1 }], head);

  const report = new Rows(await shop.goTo('/report/order_fulfillment_rate', '订单满足率'));
  await report.filter('商品信息', product.name);
  await report.expectCell(customer.name, '订单数', '2');
  await report.expectCell(customer.name, '已发数量', '7');
  await report.expectCell(customer.name, '欠发数量', '1');
  await report.expectCell(customer.name, '满足率', '87.50%');
  const bar = (await report.cell(customer.name, '满足率')).locator('.barred');
  await expect(bar).toHaveCSS('background-size', '87.5% 2px, 100% 2px');
  await report.expectCell(customer.name, '准时发货率', '50.00%');
  await (await report.cell(customer.name, '订单数')).getByRole('button').click();
  const behind = new Rows(report.scope.getByRole('dialog', { name: `单据 · ${customer.name}` }));
  await behind.expectCell(other.number, '满足率', '100.00%');
  await button(behind.scope, order.number).click();
  await expect(page).toHaveURL(new RegExp(`/bill/sale_order/${order.id}$`));
  await expect(shop.pane(order.number)).toContainText(`承诺交期${day(-1)}`);

  await runInMatrix(async () => {
    await inEnglishOnAPhone(page);
    const address = `/report/order_fulfillment_rate?keyword=${product.barcode}&level=week`;
    const phone = await shop.goTo(address, 'Order fulfilment');
    await expect(phone.getByRole('listitem').first()).toContainText('Fill rate87.50%');
  });
});
