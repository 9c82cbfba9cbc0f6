// Carriers with tariffs and API settings; a saved secret is never shown again.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from '@playwright/test';
import { barriers } from '../barriers.ts';
import {
  MATRIX_ONLY,
  Rows,
  button,
  choose,
  field,
  inEnglishOnAPhone,
  named,
  offered,
  overflows,
  uniqueDigits,
} from '../pages.ts';
import { story } from '../story.ts';

/** A carrier's API that answers whatever it is asked. */
async function aCarrier() {
  const server = createServer((_, reply) => void reply.end('{"ok":true}'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // SAFETY: it listens on a port.
  const { port } = server.address() as AddressInfo;
  const stop = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}/`, stop };
}

story('a carrier is saved with a tariff, and its connection is tested', async ({ shop, desk }) => {
  const { page } = shop;
  const name = named('顺丰');
  const supplier = await desk.partner('supplier', '运费');
  const carrier = await aCarrier();
  const list = await shop.goTo('/logistic/company', '物流公司');
  await button(list, '新增').first().click();
  const dialog = list.getByRole('dialog', { name: '新增物流公司' });
  await field(dialog, '名称').fill(name);
  await field(dialog, '编码').fill(uniqueDigits());
  await field(dialog, '单号前缀').fill('SF');
  await field(dialog, '跟踪地址').fill('https://track.example/');
  await choose(dialog, '运费结算供应商', supplier.name);
  await field(dialog, '接口地址').fill(carrier.url);
  await field(dialog, '接口账号').fill('me');
  await button(dialog, '测试连接').click();
  await expect(page.getByText('请填写接口地址、接口账号和密钥后再测试')).toBeVisible();
  await field(dialog, '接口密钥').fill('sesame-4711');
  await button(dialog, '测试连接').click();
  await expect(page.getByText('接口连接正常')).toBeVisible();

  await button(dialog, '添加运价').click();
  await field(dialog, '首重价 1').fill('12');
  await button(dialog, '添加运价').click();
  await field(dialog, '首重价 2').fill('20');
  await button(dialog, '保存').click();
  // An address without a place for the number, and two lines for one weight.
  await expect(dialog).toContainText('用花括号中的 no 代替运单号');
  await field(dialog, '跟踪地址').fill('https://track.example/?no={no}');
  await button(dialog, '保存').click();
  await expect(dialog).toContainText('运价第 2 行与第 1 行的重量区间重叠');
  await field(dialog, '地区 2').fill('新疆');
  expect(await barriers(page)).toEqual([]);
  await button(dialog, '保存').click();
  await expect(dialog).toBeHidden();
  const rows = new Rows(list);
  await rows.expectCell(name, '单号前缀', 'SF');
  expect(await barriers(page)).toEqual([]);

  // Its secret is stars; what is kept answers, and when it is gone, it is said.
  await rows.row(name).getByRole('button', { name: '编辑' }).click();
  const again = list.getByRole('dialog', { name: '编辑物流公司' });
  await expect(field(again, '接口密钥')).toHaveValue('********');
  await expect(field(again, '地区 2')).toHaveValue('新疆');
  carrier.stop();
  await button(again, '测试连接').click();
  await expect(page.getByText(`${name}的接口没有应答`)).toBeVisible();
  await button(again, '替换密钥').click();
  await field(again, '接口密钥').fill('another');
  await button(again, '保存').click();
  await expect(again).toBeHidden();
  await expect(page.locator('body')).not.toContainText('sesame');
});

story('a carrier is typed in English on a phone', MATRIX_ONLY, async ({ shop }) => {
  const { page } = shop;
  const name = named('Parcel');
  await shop.goTo('/logistic/company', '物流公司');
  await inEnglishOnAPhone(page);
  const list = await shop.goTo('/logistic/company', 'Logistics companies');
  await button(list, 'New').first().click();
  const dialog = list.getByRole('dialog', { name: 'New logistics company' });
  await field(dialog, 'Name').fill(name);
  await field(dialog, 'Code').fill(uniqueDigits());
  const protocol = dialog.getByRole('combobox', { name: 'API protocol' });
  await protocol.click();
  await offered(page, 'FedEx').click();
  await expect(field(dialog, 'API address')).toHaveValue('https://apis.fedex.com');
  await button(dialog, 'FedEx sandbox').click();
  await expect(field(dialog, 'API address')).toHaveValue('https://apis-sandbox.fedex.com');
  // Other stories of this company ship without parts of addresses.
  await protocol.click();
  await offered(page, 'This product’s protocol').click();
  await expect(button(dialog, 'FedEx sandbox')).toBeHidden();
  await button(dialog, 'Add a line').click();
  await field(dialog, 'Base 1').fill('4.5');
  expect(await overflows(page)).toBe(false);
  expect(await barriers(page)).toEqual([]);
  await button(dialog, 'Save').click();
  await expect(dialog).toBeHidden();
  await expect(list.locator('.card').filter({ hasText: name })).toBeVisible();
  expect(await overflows(page)).toBe(false);
  expect(await barriers(page)).toEqual([]);
});
