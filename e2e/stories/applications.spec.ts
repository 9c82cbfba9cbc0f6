// An application signs in by id and secret, and reads the data visible to its user.
import { createHmac } from 'node:crypto';
import { expect } from '@playwright/test';
import {
  runInMatrix,
  DESK,
  PHONE,
  Rows,
  actOn,
  button,
  field,
  named,
  overflows,
  speakEnglish,
} from '../pages.ts';
import { story } from '../story.ts';

story(
  'an application is created, shows its secret once, and reads the products',
  async ({ shop }) => {
    const { page } = shop;
    const name = named('网店');
    const list = await shop.goTo('/system/oauth', '应用授权');
    await button(list, '新增').click();
    const dialog = list.getByRole('dialog', { name: '新增应用', exact: true });
    await field(dialog, '应用名称').fill(name);
    await dialog.getByRole('combobox', { name: '使用身份' }).click();
    await page.locator('.ant-select-item-option:visible').first().click();
    const scopes = dialog.getByRole('combobox', { name: '授权范围' });
    await scopes.click();
    await page.getByTitle('读取商品', { exact: true }).click();
    await field(dialog, '应用名称').click();
    await button(dialog, '保存').click();
    await expect(dialog).toBeHidden();
    const row = new Rows(list).row(name);
    await expect(row).toContainText('读取商品');

    await actOn(row, '重置密钥');
    await page
      .getByRole('button', { name: /确\s*定/ })
      .last()
      .click();
    const told = page.getByRole('dialog').filter({ hasText: `${name} 的应用ID和密钥` });
    await expect(told).toContainText('密钥只显示这一次');
    const [appId = '', secret = ''] = await told.locator('code').allTextContents();
    await told.getByRole('button', { name: /知\s*道/ }).click();
    await expect(told).toBeHidden();
    await expect(list).toContainText(appId);
    await expect(list).not.toContainText(secret);

    const timestamp = Date.now();
    const sign = createHmac('sha256', secret).update(`${appId}${timestamp}`).digest('hex');
    const opened = await page.request.post('/api/openapi/token', {
      data: { app_id: appId, timestamp, sign },
    });
    // SAFETY: the declared answer.
    const { data } = (await opened.json()) as { data: { access_token: string } };
    const asking = { headers: { authorization: `Bearer ${data.access_token}` } };
    const read = await page.request.get('/api/openapi/products', asking);
    expect(read.status()).toBe(200);
    expect((await page.request.get('/api/openapi/orders', asking)).status()).toBe(403);

    await runInMatrix(async () => {
      // In English, and on a phone.
      await speakEnglish(page);
      const english = await shop.goTo('/system/oauth', 'Applications');
      await expect(new Rows(english).row(name)).toContainText('Read products');
      await page.setViewportSize({ ...DESK, width: 1440 });
      await page.setViewportSize(PHONE);
      const phone = await shop.goTo('/system/oauth', 'Applications');
      await expect(phone.locator('.card').filter({ hasText: name })).toContainText('Read products');
      expect(await overflows(page)).toBe(false);
    });
  },
);
