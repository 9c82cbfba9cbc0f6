// The page of the open API is generated from the declarations, and tries calls with an application's token.
import { applications, newApplicationSecret } from '@tradehouse/contract';
import { expect } from '@playwright/test';
import { barriers } from '../barriers.ts';
import type { Desk } from '../desk.ts';
import { runInMatrix, button, field, inEnglishOnAPhone, named, overflows } from '../pages.ts';
import { story } from '../story.ts';

/** An application of the owner's that reads products and tracks, and writes orders. */
async function anApplication(desk: Desk) {
  const { id: userId } = await desk.self();
  const app = { name: named('网店'), userId, validMinutes: 5, addresses: [] };
  const { id } = await desk.call(applications.add, {
    ...app,
    scopes: ['products:read', 'orders:write', 'tracks:read'],
  });
  return desk.call(newApplicationSecret, { id });
}

story(
  'the open API page documents every declared call and sends test calls',
  async ({ shop, desk }) => {
    const { page } = shop;
    const { name, barcode } = await desk.product();
    const customer = await desk.partner('customer');
    const { appId, secret } = await anApplication(desk);
    const pane = await shop.goTo('/system/open_api', '开放接口');
    await pane.getByRole('navigation', { name: '接口' }).getByText('商品列表').click();
    const told = pane.getByRole('article', { name: '商品列表' });
    await expect(told).toContainText('/api/openapi/products');
    await expect(told.getByRole('region', { name: '参数' })).toContainText('integer 1–200');
    expect(await barriers(page)).toEqual([]);
    await told.getByRole('tab', { name: '错误码' }).click();
    await expect(told).toContainText('请求过于频繁');
    await told.getByRole('tab', { name: '示例' }).click();
    await expect(field(told, '请求')).toHaveValue(/curl .*openapi\/products/);

    await told.getByRole('tab', { name: '测试' }).click();
    await field(told, '应用ID').fill(appId);
    await field(told, '密钥').fill('wrong');
    await button(told, '换取令牌').click();
    await expect(told).toContainText('签名未通过');
    await field(told, '密钥').fill(secret);
    await button(told, '换取令牌').click();
    await expect(told).toContainText(`${appId} 已换取令牌`);
    await field(told, '查询条件（JSON）').fill(JSON.stringify({ keyword: name }));
    await button(told, '发送').click();
    await expect(field(told, '返回')).toHaveValue(new RegExp(name));
    expect(await barriers(page)).toEqual([]);

    // The same token writes a sales order.
    await pane.getByRole('navigation', { name: '接口' }).getByText('新增销售订单').click();
    const writes = pane.getByRole('article', { name: '新增销售订单' });
    await expect(writes).toContainText('lines[].barcode');
    await writes.getByRole('tab', { name: '测试' }).click();
    const externalOrder = named('A');
    const lines = [{ barcode, quantity: '2', price: '9.90' }];
    const order = { externalOrder, customer: customer.name, lines };
    await field(writes, '请求内容（JSON）').fill(JSON.stringify(order));
    await button(writes, '发送').click();
    await expect(field(writes, '返回')).toHaveValue(/"known": false/);
    await button(writes, '发送').click();
    await expect(field(writes, '返回')).toHaveValue(/"known": true/);

    // And reads where sales are.
    await pane.getByRole('navigation', { name: '接口' }).getByText('读取物流轨迹').click();
    const follows = pane.getByRole('article', { name: '读取物流轨迹' });
    await expect(follows).toContainText('rows[].events[].eventTime');
    expect(await barriers(page)).toEqual([]);
    await follows.getByRole('tab', { name: '测试' }).click();
    await button(follows, '发送').click();
    await expect(field(follows, '返回')).toHaveValue(/"more": false/);

    // Nothing of it is kept.
    const kept = await page.evaluate(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }])',
    );
    expect(kept).not.toContain(secret);

    await runInMatrix(async () => {
      // In English, and on a phone.
      await inEnglishOnAPhone(page);
      const phone = await shop.goTo('/system/open_api', 'Open API');
      await phone.getByRole('combobox', { name: 'Interfaces' }).click();
      await page.getByTitle('List of products', { exact: true }).click();
      const english = phone.getByRole('article', { name: 'List of products' });
      await expect(english).toContainText('Read products (products:read)');
      expect(await overflows(page)).toBe(false);
      expect(await barriers(page)).toEqual([]);
      await phone.getByRole('combobox', { name: 'Interfaces' }).click();
      await page.getByRole('listbox').locator('..').getByTitle('List of products').hover();
      await page.mouse.wheel(0, 2000);
      await page.getByTitle('Read shipment tracks', { exact: true }).click();
      const tracks = phone.getByRole('article', { name: 'Read shipment tracks' });
      await expect(tracks).toContainText('Whether there is more to be asked for at once');
      expect(await overflows(page)).toBe(false);
      expect(await barriers(page)).toEqual([]);
    });
  },
);
