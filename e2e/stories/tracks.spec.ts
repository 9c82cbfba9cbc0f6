import { goodsDocuments, logisticsCompanies, logisticsOrders } from '@tradehouse/contract';
import { expect } from '@playwright/test';
import { barriers } from '../barriers.ts';
import {
  runInMatrix,
  actOn,
  button,
  day,
  inEnglishOnAPhone,
  offered,
  overflows,
  Rows,
  uniqueDigits,
} from '../pages.ts';
import { story } from '../story.ts';

const sizes = { length: '0', width: '0', height: '0' };

story(
  'a sale is shipped with a carrier, labelled, tracked and delivered',
  async ({ shop, desk, page }) => {
    const code = `SF${uniqueDigits()}`;
    const tariff = {
      service: 'fulfillment' as const,
      zone: '',
      fromKg: '0',
      toKg: null,
      base: '12',
      perKg: '2',
      signatureFee: '3',
      days: 2,
    };
    const company = await desk.call(logisticsCompanies.add, {
      code,
      name: `顺丰 ${code}`,
      orderPrefix: 'L-',
      trackingUrl: 'https://track.example/?no={no}',
      tariff: [tariff],
    });
    const cup = await desk.product('茶杯');
    const customer = await desk.partner('customer');
    await desk.receive(cup, '5');
    const line = { barcode: cup.barcode, quantity: '2', unitPrice: '30' };
    const ordered = await desk.goods('saleOrder', [line], { partnerId: customer.id });
    const sold = await desk.goods(
      'saleOut',
      [{ ...line, sourceDocumentId: ordered.id, sourceLine: 1 }],
      { partnerId: customer.id, paidNow: '0' },
    );

    const paper = await shop.goTo(`/bill/sale_out/${sold.id}`, sold.number);
    await button(paper, '发货').click();
    const delivery = page.getByRole('dialog', { name: new RegExp(`发货 ${sold.number}`) });
    await button(delivery, '全部拣齐').click();
    await delivery.getByLabel('地址').fill('广东省深圳市南山区科技园一路一号');
    await delivery.getByLabel('重量 kg').fill('1.5');
    await button(delivery, '面单与运费').click();
    const carrier = page.getByRole('dialog', { name: `面单与运费 ${sold.number}` });
    await button(carrier, '计算运费').click();
    const rate = carrier.getByRole('row').filter({ hasText: `顺丰 ${code}` });
    await expect(rate).toContainText('15.00');
    await button(rate, '选用').click();
    await expect(carrier.getByRole('textbox', { name: '运费', exact: true })).toHaveValue('15');
    expect(await barriers(page)).toEqual([]);
    await button(carrier, '保存').click();
    await button(carrier, '生成面单').click();
    const made = await shop.readNotice(/面单已生成/);
    const tracking = new RegExp(`${code.slice(0, 8)}\\d{9}.`).exec(made)?.[0] ?? '';
    const label = carrier.frameLocator('iframe');
    await expect(label.getByRole('img', { name: tracking })).toBeVisible();
    await expect(label.getByText('广东省深圳市南山区科技园一路一号')).toBeVisible();
    await button(carrier.locator('footer'), '关闭').click();
    await expect(delivery.getByLabel('外部运单号')).toHaveValue(tracking);

    const more = await desk.call(logisticsOrders.add, {
      companyId: company.id,
      documentId: sold.id,
      service: 'fulfillment',
      signature: false,
      shipDate: day(0),
      receiver: customer.name,
      phone: '',
      address: '',
      postcode: '',
      parcels: [{ ...sizes, packing: 'box', weight: '1', pieces: 1 }],
      costBearer: 'us',
    });
    await desk.call(logisticsOrders.label, { id: more.id, tracking: 'SECOND-1' });
    await button(delivery, '面单与运费').click();
    await button(carrier, '作废').click();
    await button(page.getByRole('dialog', { name: /作废 SECOND-1/ }), '作废').click();
    await shop.readNotice(/SECOND-1 已作废/);
    await expect(carrier.frameLocator('iframe').getByRole('img', { name: tracking })).toBeVisible();
    await carrier.getByRole('tab', { name: '日志' }).click();
    await expect(carrier.getByRole('list', { name: '日志' })).toContainText(`运单号 ${tracking}`);
    await button(carrier.locator('footer'), '关闭').click();
    await expect(delivery.getByLabel('外部运单号')).toHaveValue(tracking);
    await button(delivery, '确认发货').click();
    await expect(delivery.getByText(/\d 已发货$/)).toBeVisible();
    await button(delivery.locator('footer'), '关闭').click();

    const list = await shop.goTo('/logistic/track', '物流跟踪');
    const row = new Rows(list).row(tracking);
    await expect(row).toContainText('待揽收');
    await expect(row.getByRole('link', { name: tracking })).toHaveAttribute(
      'href',
      `https://track.example/?no=${tracking}`,
    );
    await row.hover();
    await actOn(row, '跟踪');
    const followed = page.getByRole('dialog', { name: `跟踪 ${tracking}` });
    await followed.getByRole('combobox', { name: '状态' }).click();
    await offered(page, '已签收').click();
    await followed.getByLabel('地点').fill('深圳');
    await button(followed, '新增轨迹').click();
    const events = followed.getByRole('region', { name: '物流轨迹' }).getByRole('listitem');
    await expect(events.filter({ hasText: '已签收' })).toContainText('深圳');
    expect(await barriers(page)).toEqual([]);
    const told = followed.getByRole('list', { name: '日志' }).getByRole('listitem');
    await expect(told.filter({ hasText: '生成面单' })).toContainText(tracking);
    await expect(told.first()).toContainText('新增轨迹');
    await button(followed.locator('footer'), '关闭').click();
    await expect(row).toContainText('已签收');
    const { life } = await desk.call(goodsDocuments.info, { id: ordered.id });
    expect(life?.stage).toBe('95');

    await runInMatrix(async () => {
      await inEnglishOnAPhone(page);
      const phone = await shop.goTo('/logistic/track', 'Shipment tracking');
      await expect(phone.getByText(tracking).first()).toBeVisible();
      expect(await overflows(page)).toBe(false);
      expect(await barriers(page)).toEqual([]);
    });
  },
);
