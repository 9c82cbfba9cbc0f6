// Platform codes are matched with the company's barcodes.
import { expect } from '@playwright/test';
import {
  runInMatrix,
  PHONE,
  Rows,
  button,
  field,
  named,
  overflows,
  speakEnglish,
} from '../pages.ts';
import { story } from '../story.ts';

story(
  'a platform code of a shop is matched with a barcode and released',
  async ({ shop, desk }) => {
    const { page } = shop;
    const { barcode } = await desk.product();
    const outer = named('网店');
    const list = await shop.goTo('/material/third_relation', '第三方商品关系');
    await button(list, '新增').click();
    const dialog = list.getByRole('dialog', { name: '新增商品关系', exact: true });
    await field(dialog, '平台').fill('淘宝');
    await field(dialog, '店铺').fill(outer);
    await field(dialog, '外部SKU').fill(barcode);
    await button(dialog, '保存').click();
    await expect(dialog).toBeHidden();
    const row = new Rows(list).row(outer);
    await expect(row).toContainText('未匹配');

    await button(list, '自动匹配').click();
    await expect(row).toContainText('已匹配');

    await runInMatrix(async () => {
      // In English, and on a phone.
      await speakEnglish(page);
      await page.setViewportSize(PHONE);
      const phone = await shop.goTo('/material/third_relation', 'Third-party relations');
      await expect(phone.locator('.card').filter({ hasText: outer })).toContainText(barcode);
      expect(await overflows(page)).toBe(false);
    });
  },
);
