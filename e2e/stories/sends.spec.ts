import { logisticsCompanies, warehouses } from '@tradehouse/contract';
import { expect } from '@playwright/test';
import { barriers } from '../barriers.ts';
import {
  actOn,
  button,
  inEnglishOnAPhone,
  named,
  offered,
  overflows,
  Rows,
  uniqueDigits,
} from '../pages.ts';
import { story } from '../story.ts';

story('returns and transfers are sent from their own pages', async ({ shop, desk, page }) => {
  const carrier = `顺丰 ${uniqueDigits()}`;
  await desk.call(logisticsCompanies.add, { code: `SF${uniqueDigits()}`, name: carrier });
  const cup = await desk.product('茶杯', { weight: '0.5' });
  const supplier = await desk.partner('supplier');
  const line = { barcode: cup.barcode, quantity: '2', unitPrice: '20' };
  const bought = await desk.goods('purchaseIn', [{ ...line, quantity: '9' }], {
    partnerId: supplier.id,
    paidNow: '0',
  });
  const from = { sourceDocumentId: bought.id, sourceLine: 1 };
  const returned = await desk.goods('purchaseBack', [{ ...line, ...from }], {
    partnerId: supplier.id,
    paidNow: '0',
  });

  const list = await shop.goTo('/bill/purchase_back', '采购退货');
  const row = new Rows(list).row(returned.number);
  await row.hover();
  await actOn(row, '面单与运费');
  const dialog = page.getByRole('dialog', { name: `面单与运费 ${returned.number}` });
  await expect(dialog.getByLabel('姓名')).toHaveValue(supplier.name);
  await expect(dialog.getByLabel('重量 kg')).toHaveValue('1');
  await dialog.getByLabel('地址').fill('江西省景德镇市珠山区一号');
  await dialog.getByRole('combobox', { name: '物流公司' }).click();
  await offered(page, carrier).click();
  expect(await barriers(page)).toEqual([]);
  await button(dialog, '保存').click();
  await button(dialog, '生成面单').click();
  await shop.readNotice(/面单已生成/);
  const label = dialog.frameLocator('iframe');
  await expect(label.getByText('江西省景德镇市珠山区一号')).toBeVisible();
  await dialog.getByRole('tab', { name: '运费' }).click();
  await expect(dialog.getByLabel('地址')).toBeDisabled();
  await button(dialog.locator('footer'), '关闭').click();

  const [hall, address] = [named('新仓'), '成都市锦江区二号'];
  const target = await desk.call(warehouses.add, { name: hall, address });
  const moved = await desk.goods('transfer', [{ ...line, targetWarehouseId: target.id }]);
  await inEnglishOnAPhone(page);
  const paper = await shop.goTo(`/bill/allocation_out/${moved.id}`, moved.number);
  await button(paper, 'Label and freight').click();
  const phone = page.getByRole('dialog', { name: `Label and freight ${moved.number}` });
  await expect(phone.getByLabel('Name')).toHaveValue(hall);
  await expect(phone.getByLabel('Address')).toHaveValue(address);
  expect(await overflows(page)).toBe(false);
  expect(await barriers(page)).toEqual([]);
  await phone.getByRole('combobox', { name: 'Logistics company' }).click();
  await offered(page, carrier).click();
  await button(phone, 'Save').click();
  await button(phone, 'Make the label').click();
  await expect(phone.frameLocator('iframe').getByText(address)).toBeVisible();
});
