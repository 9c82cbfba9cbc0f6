// A shipment with FedEx, up to the first request: FedEx itself is not asked.
import { logisticsCompanies } from '@tradehouse/contract';
import { expect } from '@playwright/test';
import { barriers } from '../barriers.ts';
import {
  runInMatrix,
  actOn,
  button,
  inEnglishOnAPhone,
  offered,
  overflows,
  Rows,
  uniqueDigits,
} from '../pages.ts';
import { story } from '../story.ts';

story('a shipment with FedEx asks for parts of addresses', async ({ shop, desk, page }) => {
  const carrier = `FedEx ${uniqueDigits()}`;
  const { id } = await desk.call(logisticsCompanies.add, {
    code: `FX${uniqueDigits()}`,
    name: carrier,
    adapter: 'fedex',
    clientUrl: 'https://apis-sandbox.fedex.com',
    clientId: 'key',
    clientSecret: 'sesame-4714',
    accountNumber: '740561073',
  });
  const cup = await desk.product('茶杯', { weight: '0.5' });
  const supplier = await desk.partner('supplier');
  const line = { barcode: cup.barcode, quantity: '2', unitPrice: '20' };
  const more = { partnerId: supplier.id, paidNow: '0' };
  const bought = await desk.goods('purchaseIn', [{ ...line, quantity: '9' }], more);
  const from = { sourceDocumentId: bought.id, sourceLine: 1 };
  const returned = await desk.goods('purchaseBack', [{ ...line, ...from }], more);

  try {
    const list = await shop.goTo('/bill/purchase_back', '采购退货');
    const row = new Rows(list).row(returned.number);
    await row.hover();
    await actOn(row, '面单与运费');
    const dialog = page.getByRole('dialog', { name: `面单与运费 ${returned.number}` });
    await dialog.getByRole('combobox', { name: '物流公司' }).click();
    await offered(page, carrier).click();
    await dialog.getByLabel('国家代码', { exact: true }).fill('us');
    await expect(dialog.getByLabel('国家代码', { exact: true })).toHaveValue('US');
    await dialog.getByLabel('发件城市').fill('Irving');
    expect(await barriers(page)).toEqual([]);
    await button(dialog, '保存').click();
    await button(dialog, '生成面单').click();
    await expect(page.getByText(`${carrier}需要“发件电话”，请填写`)).toBeVisible();
    await dialog.getByRole('tab', { name: '运费' }).click();
    await expect(dialog.getByLabel('发件城市')).toHaveValue('Irving');
    await button(dialog.locator('footer'), '关闭').click();

    await runInMatrix(async () => {
      await inEnglishOnAPhone(page);
      const paper = await shop.goTo(`/bill/purchase_back/${returned.id}`, returned.number);
      await button(paper, 'Label and freight').click();
      const phone = page.getByRole('dialog', { name: `Label and freight ${returned.number}` });
      await phone.getByRole('tab', { name: 'Freight' }).click();
      await expect(phone.getByLabel('Country code', { exact: true })).toHaveValue('US');
      expect(await overflows(page)).toBe(false);
      expect(await barriers(page)).toEqual([]);
    });
  } finally {
    // Other stories of this company ship without parts of addresses.
    await desk.call(logisticsCompanies.setStatus, { ids: id, status: false });
  }
});
