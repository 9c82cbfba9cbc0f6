import { currentSettings, updateSettings } from '@tradehouse/contract';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { barriers } from '../barriers.ts';
import { Editor, Grid, button, offered, savedNumber, uniqueDigits } from '../pages.ts';
import { story } from '../story.ts';

/** Prefix of the story's scale: barcodes of other stories rarely begin with 26. */
const PREFIX = '26';

/** EAN-13 as a scale prints it. */
function printedByScale(item: string, value: number): string {
  const body = PREFIX + item + String(value).padStart(5, '0');
  const sum = [...body].reduce((all, digit, at) => all + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
  return body + String((10 - (sum % 10)) % 10);
}

/** Gives the browser a USB printer, which stores received bytes. */
const attachPrinter = (page: Page): Promise<unknown> =>
  page.evaluate(`(() => {
    globalThis.printedBytes = [];
    const out = { endpointNumber: 2, direction: 'out', type: 'bulk' };
    const alternates = [{ interfaceClass: 7, endpoints: [out] }];
    const done = async () => undefined;
    const device = {
      configuration: { interfaces: [{ interfaceNumber: 0, alternates }] },
      open: done, close: done, claimInterface: done, releaseInterface: done,
      transferOut: async (_, data) => { globalThis.printedBytes.push(...data); return { status: 'ok' }; },
    };
    const usb = { getDevices: async () => [], requestDevice: async () => device };
    Object.defineProperty(navigator, 'usb', { value: usb, configurable: true });
  })()`);

story(
  'a package of a scale is sold by weight and by price, and the receipt goes to a USB printer',
  async ({ shop, desk, page }) => {
    const item = uniqueDigits().slice(-5);
    const product = await desk.product('苹果', {
      unitName: 'kg',
      barcodes: [
        { code: PREFIX + item, unit: 'kg', purchasePrice: '5', salePrice: '9', retailPrice: '10' },
      ],
    });
    await desk.receive({ ...product, barcode: PREFIX + item }, '50');
    const settings = await shop.goTo('/system/system_config', '系统配置');
    await button(settings, '添加前缀').click();
    await settings.getByRole('combobox', { name: '前缀 20' }).click();
    await offered(page, PREFIX).click();
    await expect(settings.getByText(/货号 12345，1\.234 kg/)).toBeVisible();
    expect(await barriers(page)).toEqual([]);

    await shop.open('/bill/retail_out/new');
    const sale = new Editor(shop, '零售出库');
    const scanner = sale.pane.getByRole('textbox', { name: '扫码框' });
    const scan = async (code: string): Promise<void> => {
      await scanner.fill(code);
      await scanner.press('Enter');
    };
    const goods = new Grid(sale.pane);
    await scan(printedByScale(item, 1234));
    await goods.expectCell(1, '数量', '1.234');
    await goods.expectCell(1, '金额', '12.34');
    await scan(
      printedByScale(item, 1234).replace(/.$/, (digit) => String((Number(digit) + 1) % 10)),
    );
    await expect(sale.pane.getByText(/校验位错误/)).toBeVisible();

    await shop.openPage('系统配置');
    await settings.getByRole('combobox', { name: `条码内容 ${PREFIX}` }).click();
    await offered(page, '金额').click();
    await expect(settings.getByText(/货号 12345，12\.34/)).toBeVisible();
    await shop.tab('零售出库 · 新增').click();
    await scan(printedByScale(item, 999));
    await goods.expectCell(2, '数量', '0.999');
    await goods.expectCell(2, '金额', '9.99');

    await savedNumber(shop, () => page.keyboard.press('Control+s'));
    await attachPrinter(page);
    const last = sale.pane.getByRole('region', { name: '上一单' });
    await button(last, '打印小票').click();
    const print = page.getByRole('dialog', { name: /^打印/ });
    await button(print, '打印到小票机').click();
    const chooser = page.getByRole('dialog', { name: '小票打印机' });
    await chooser.getByText('58 mm').click();
    await chooser.getByRole('checkbox', { name: '打印小票时打开钱箱' }).check();
    expect(await barriers(page)).toEqual([]);
    await button(chooser, '打印到小票机').click();
    await expect(print).toBeHidden();
    const printed = Uint8Array.from(await page.evaluate<number[]>('globalThis.printedBytes'));
    const text = new TextDecoder('gbk').decode(printed);
    for (const part of [product.name.slice(0, 2), '12.34', '9.99', '22.33'])
      expect(text).toContain(part);
    // The drawer was opened.
    expect(text).toContain('\u001bp');

    const { version, scanRules } = await desk.call(currentSettings, {});
    await desk.call(updateSettings, { version, scanRules: { ...scanRules, weightCodes: [] } });
  },
);
