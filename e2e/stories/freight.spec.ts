import {
  accounts,
  freights,
  inOutItems,
  logisticsCompanies,
  logisticsOrders,
} from '@tradehouse/contract';
import { expect } from '@playwright/test';
import { barriers } from '../barriers.ts';
import {
  runInMatrix,
  actOn,
  Rows,
  button,
  choose,
  day,
  field,
  inEnglishOnAPhone,
  named,
  overflows,
  uniqueDigits,
} from '../pages.ts';
import { story } from '../story.ts';

story(
  'freight of a shipment is estimated, billed, confirmed and paid',
  async ({ shop, desk, page }) => {
    const code = `YD${uniqueDigits()}`;
    const supplier = await desk.partner('supplier', named('韵达'));
    const carrier = await desk.call(logisticsCompanies.add, {
      code,
      name: `韵达 ${code}`,
      orderPrefix: 'Y-',
      partnerId: supplier.id,
    });
    const bank = named('运费户');
    await desk.call(accounts.add, { name: bank, openingAmount: '0' });
    const item = named('快递费');
    await desk.call(inOutItems.add, { name: item, type: 'expense' });
    const cup = await desk.product('茶杯');
    const customer = await desk.partner('customer');
    const receipt = await desk.receive(cup, '9');
    const line = { barcode: cup.barcode, quantity: '2', unitPrice: '30' };
    const labelled = async (freight: string) => {
      const sold = await desk.goods('saleOut', [line], { partnerId: customer.id, paidNow: '0' });
      const { id } = await desk.call(logisticsOrders.add, {
        companyId: carrier.id,
        documentId: sold.id,
        service: 'fulfillment',
        signature: false,
        shipDate: day(0),
        receiver: '王五',
        phone: '',
        address: '广东省深圳市',
        postcode: '',
        parcels: [
          { packing: 'box', length: '10', width: '10', height: '10', weight: '1.2', pieces: 1 },
        ],
        costBearer: 'us',
        freight,
      });
      return { id, sold, ...(await desk.call(logisticsOrders.label, { id })) };
    };
    const [first, second, gone] = [await labelled('12'), await labelled('15'), await labelled('9')];

    const list = await shop.goTo('/logistic/freight', '运费信息');
    const rows = new Rows(list);
    await expect(rows.row(first.sold.number)).toContainText('待账单');
    await expect(rows.row(first.sold.number)).toContainText('12.00');
    expect(await barriers(page)).toEqual([]);

    await button(list, '导入账单').click();
    const bill = list.getByRole('dialog', { name: '导入账单' });
    await choose(bill, '物流公司', `韵达 ${code}`);
    await field(bill, '在此粘贴单元格').fill(
      [
        ['运单号', '计费重量(kg)', '应付金额'],
        [first.tracking, '1.5', '13.5'],
        [second.tracking, '', '15'],
        ['YD-NONE', '', '8'],
        [gone.tracking, '', '9'],
        ['合计', '', '45.5'],
      ]
        .map((cells) => cells.join('\t'))
        .join('\n'),
    );
    await expect(bill).toContainText('可导入 3 行，对不上 1 行；另有 1 行没有号码，已略过');
    await expect(bill.getByRole('row', { name: /YD-NONE/ })).toContainText('未找到');
    await expect(bill.getByRole('row', { name: new RegExp(first.tracking) })).toContainText('1.50');
    expect(await barriers(page)).toEqual([]);
    await desk.call(logisticsOrders.void, { id: gone.id });
    await button(bill, '导入 3 行').click();
    await expect(bill.getByRole('alert').first()).toContainText(gone.tracking);
    await button(bill, '导入 2 行').click();
    await expect(bill).toBeHidden();
    await expect(rows.row(first.sold.number)).toContainText('待确认');

    for (const { sold } of [first, second])
      await rows.row(sold.number).getByRole('checkbox').check();
    await button(list, '确认差异').click();
    await shop.answer('确认所选 2 行的账单和差异？', '确定');
    await expect(rows.row(first.sold.number)).toContainText('已确认');

    for (const { sold } of [first, second])
      await rows.row(sold.number).getByRole('checkbox').check();
    await button(list, '生成付款单').click();
    const payment = list.getByRole('dialog', { name: '生成付款单' });
    await expect(payment).toContainText('28.50');
    await choose(payment, '结算账户', bank);
    await choose(payment, '收支项目', item);
    expect(await barriers(page)).toEqual([]);
    await button(payment, '生成付款单').click();
    const made = /ZC\d+/.exec(await shop.readNotice(/已生成支出单/))?.[0] ?? '';
    await expect(payment).toBeHidden();
    await expect(rows.row(first.sold.number)).toContainText('已付款');
    await expect(rows.row(first.sold.number).getByRole('link', { name: made })).toBeVisible();

    await rows.row(first.sold.number).hover();
    await actOn(rows.row(first.sold.number), '运费与分摊');
    const told = list.getByRole('dialog', { name: `${first.sold.number} 的运费` });
    await expect(told.getByRole('row').filter({ hasText: cup.barcode })).toContainText('13.50');
    expect(await barriers(page)).toEqual([]);
    await button(told.locator('footer'), '关闭').click();

    await button(list, '新增').click();
    const noted = list.getByRole('dialog', { name: '新增运费' });
    await field(noted, '关联单据').fill(receipt.number);
    await choose(noted, '物流公司', `韵达 ${code}`);
    await field(noted, '预估运费').fill('40');
    // The rate of one currency is not that of another.
    const currency = noted.getByRole('combobox', { name: '币种' });
    await currency.fill('EUR');
    await field(noted, '汇率').fill('7.1');
    await currency.fill('JPY');
    await expect(field(noted, '汇率')).toHaveValue('');
    await currency.fill('');
    await expect(field(noted, '汇率')).toBeHidden();
    await currency.press('Tab');
    await expect(currency).toHaveAttribute('aria-expanded', 'false');
    expect(await barriers(page)).toEqual([]);
    await button(noted, '保存').click();
    await expect(noted).toBeHidden();
    await expect(rows.row(receipt.number)).toContainText('40.00');

    await rows.row(receipt.number).hover();
    await actOn(rows.row(receipt.number), '编辑');
    const edited = list.getByRole('dialog', { name: '编辑运费' });
    await field(edited, '备注').fill('我方');
    const search = JSON.stringify({ documentNumber: receipt.number });
    const [kept] = await desk.rows(freights.table, { search });
    await desk.call(freights.update, {
      id: kept?.id ?? '',
      version: kept?.version ?? 0,
      freightDate: day(0),
      paymentKind: 'cycle',
      allocateBy: 'weight',
      estimated: '40',
      actual: null,
      billableWeight: '0',
      remark: '对方',
    });
    await button(edited, '保存').click();
    await shop.answer(`${receipt.number} 已被`, '用我的覆盖');
    await expect(edited).toBeHidden();

    await button(list, '月度对账').click();
    const month = new Rows(list).row(`韵达 ${code}`);
    await expect(month).toContainText(day(0).slice(0, 7));
    await expect(month).toContainText('28.50');
    await expect(month).toContainText('67.00');
    await button(list, '运费明细').click();

    await runInMatrix(async () => {
      await inEnglishOnAPhone(page);
      const phone = await shop.goTo('/logistic/freight', 'Freight');
      await expect(phone.getByText(first.sold.number).first()).toBeVisible();
      expect(await overflows(page)).toBe(false);
      expect(await barriers(page)).toEqual([]);
    });
  },
);
