// From the shipment of an order to the net profit of its outbound, and the line of profit and loss.
import { currentSettings, logisticsCompanies, updateSettings } from '@tradehouse/contract';
import { expect } from '@playwright/test';
import { barriers } from '../barriers.ts';
import {
  runInMatrix,
  Editor,
  Grid,
  button,
  choose,
  field,
  inEnglishOnAPhone,
  offered,
  overflows,
  Rows,
  uniqueDigits,
} from '../pages.ts';
import { story } from '../story.ts';

story(
  'freight of a shipped order lowers the net profit of the outbound, as billed by the carrier',
  async ({ shop, desk, page }) => {
    const { version } = await desk.call(currentSettings, {});
    await desk.call(updateSettings, { version, freightInProfit: true });
    const carrier = `顺丰 ${uniqueDigits()}`;
    await desk.call(logisticsCompanies.add, { code: `FP${uniqueDigits()}`, name: carrier });
    const cup = await desk.product('净利杯', { weight: '0.5' });
    await desk.receive(cup, '9');
    const customer = await desk.partner('customer');
    const line = { barcode: cup.barcode, quantity: '2', unitPrice: '30' };
    const order = await desk.goods('saleOrder', [line], { partnerId: customer.id });

    const paper = await shop.goTo(`/bill/sale_order/${order.id}`, order.number);
    await button(paper, '发货').click();
    const delivery = page.getByRole('dialog', { name: new RegExp(`发货 ${order.number}`) });
    await delivery.getByLabel('地址').fill('江西省景德镇市珠山区一号');
    await delivery.getByLabel('重量 kg').fill('1.5');
    await button(delivery, '面单与运费').click();
    const sending = page.getByRole('dialog', { name: `面单与运费 ${order.number}` });
    await sending.getByRole('combobox', { name: '物流公司' }).click();
    await offered(page, carrier).click();
    await sending.getByRole('textbox', { name: '运费', exact: true }).fill('12');
    await button(sending, '保存').click();
    await button(sending, '生成面单').click();
    await shop.readNotice(/面单已生成/);
    await button(sending.locator('footer'), '关闭').click();
    await button(delivery.locator('footer'), '关闭').click();
    await button(paper, '转销售出库').click();
    const outbound = new Editor(shop, '销售出库');
    await new Grid(outbound.pane).expectCell(1, '单价', '30.00');
    const sold = await outbound.save('Control+Enter');

    // 60 of revenue, 40 of cost, and the freight of the label.
    const earned = new Rows(await shop.goTo('/report/profit', '利润'));
    await earned.scope.getByRole('combobox', { name: '统计维度' }).click();
    await offered(page, '客户').click();
    await button(earned.scope, '更多条件').click();
    await choose(earned.scope, '客户', customer.name);
    await earned.expectCell(customer.name, '其中暂估运费', '12.00');
    await earned.expectCell(customer.name, '净利', '8.00');

    const list = await shop.goTo('/logistic/freight', '运费信息');
    const freight = new Rows(list).row(order.number);
    await button(list, '导入账单').click();
    const bill = list.getByRole('dialog', { name: '导入账单' });
    await choose(bill, '物流公司', carrier);
    await field(bill, '在此粘贴单元格').fill(`运单号\t应付金额\n${order.number}\t13.5`);
    await button(bill, '导入 1 行').click();
    await expect(bill).toBeHidden();
    await freight.getByRole('checkbox').check();
    await button(list, '确认差异').click();
    await shop.answer('确认所选 1 行的账单和差异？', '确定');
    await expect(freight).toContainText('已确认');

    await shop.goTo('/report/profit', '利润');
    await button(earned.scope, '查询').click();
    await earned.expectCell(customer.name, '运费支出', '13.50');
    await earned.expectCell(customer.name, '净利', '6.50');
    await (await earned.cell(customer.name, '净利')).getByRole('button').click();
    const parts = new Rows(earned.scope.getByRole('dialog', { name: `单据 · ${customer.name}` }));
    await parts.expectCell(sold, '净利', '6.50');
    await page.keyboard.press('Escape');
    const books = await shop.goTo('/report/profit_statement', '利润表');
    await expect(books.getByRole('row', { name: /其中：其他销售成本/ })).toBeVisible();
    expect(await barriers(page)).toEqual([]);

    await runInMatrix(async () => {
      await inEnglishOnAPhone(page);
      const phone = await shop.goTo('/report/profit_statement', 'Profit and loss');
      await expect(phone.getByText('Of which other cost of sales').first()).toBeVisible();
      expect(await overflows(page)).toBe(false);
    });
  },
);
