// Webhooks of an application: created, tested and monitored.
import { applications, goodsDocuments } from '@tradehouse/contract';
import { expect } from '@playwright/test';
import { barriers } from '../barriers.ts';
import {
  runInMatrix,
  Rows,
  actOn,
  button,
  field,
  inEnglishOnAPhone,
  named,
  overflows,
} from '../pages.ts';
import { story } from '../story.ts';

story(
  'a webhook is created, gets a new secret, is tested and receives an order event',
  async ({ shop, desk }) => {
    const { page } = shop;
    const { id: userId } = await desk.self();
    const application = named('网店');
    await desk.call(applications.add, {
      name: application,
      userId,
      validMinutes: 5,
      addresses: [],
      scopes: ['orders:read'],
    });
    const { barcode } = await desk.product();
    const customer = await desk.partner('customer');
    const name = named('推送');
    const pane = await shop.goTo('/system/open_api', '开放接口');
    await pane.getByText('Webhook', { exact: true }).click();
    await button(pane, '新增').first().click();
    const dialog = pane.getByRole('dialog');
    await field(dialog, '名称').fill(name);
    await field(dialog, '推送地址').fill('http://hooks.invalid/told');
    await dialog.getByRole('combobox', { name: '事件' }).click();
    await page.getByTitle('销售订单新增', { exact: true }).click();
    await field(dialog, '名称').click();
    await dialog.getByRole('combobox', { name: '应用' }).click();
    await page.getByTitle(application, { exact: true }).click();
    await button(dialog, '保存').click();
    await expect(dialog).toContainText('推送地址须为公网的 https 地址');
    await field(dialog, '推送地址').fill('https://hooks.invalid/told');
    await button(dialog, '保存').click();
    await expect(dialog).toBeHidden();
    const row = new Rows(pane).row(name);
    await expect(row).toContainText('销售订单新增');

    await actOn(row, '生成密钥');
    await page
      .getByRole('button', { name: /确\s*定/ })
      .last()
      .click();
    const told = page.getByRole('dialog').filter({ hasText: `${name} 的签名密钥` });
    const secret = (await told.locator('code').textContent()) ?? '';
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    await told.getByRole('button', { name: /知\s*道/ }).click();
    await actOn(row, '试推送');
    await expect(page.getByText('没有应答')).toBeVisible();
    await expect(row).toContainText('无应答');

    await desk.call(goodsDocuments.add, {
      kind: 'saleOrder',
      partnerId: customer.id,
      lines: [{ barcode, quantity: '1', unitPrice: '9' }],
    });
    await actOn(row, '推送记录');
    const deliveries = pane.getByRole('dialog', { name: `${name} 的推送记录` });
    await expect(deliveries).toContainText('试推送');
    await expect(deliveries).toContainText('销售订单新增');
    await expect(deliveries.getByRole('button', { name: '重发' }).first()).toBeVisible();
    expect(await barriers(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(deliveries).toBeHidden();

    await button(pane, '如何校验签名').click();
    const help = pane.getByRole('dialog', { name: '如何校验签名' });
    await expect(help).toContainText('X-Signature');
    await expect(pane).not.toContainText(secret);
    await page.keyboard.press('Escape');

    await runInMatrix(async () => {
      // In English, and on a phone.
      await inEnglishOnAPhone(page);
      const phone = await shop.goTo('/system/open_api?part=webhooks', 'Open API');
      await expect(phone.locator('.card').filter({ hasText: name })).toContainText('No answer');
      expect(await overflows(page)).toBe(false);
      expect(await barriers(page)).toEqual([]);
    });
  },
);
