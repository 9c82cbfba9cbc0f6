import { expect } from '@playwright/test';
import type { Frame, Locator, Page } from '@playwright/test';
import { MATRIX_ONLY, button, field, Rows, Shop } from '../pages.ts';
import { story } from '../story.ts';

/** The paper as it will be printed: what stands in the frame. */
async function paperOf(scope: Locator): Promise<Frame> {
  await expect(scope.locator('iframe')).toBeVisible();
  const frame = await (await scope.locator('iframe').elementHandle())?.contentFrame();
  if (frame === null || frame === undefined) throw new Error('no paper is shown');
  return frame;
}

/** The sheets that a printer would make of it, by their size in millimetres. */
async function sheetsOf(page: Page, frame: Frame): Promise<readonly string[]> {
  const other = await page.context().newPage();
  await other.setContent(await frame.content());
  const pdf = await other.pdf({ preferCSSPageSize: true });
  await other.close();
  const millimetres = (points = ''): number => Math.round((Number(points) / 72) * 25.4);
  return [...pdf.toString('latin1').matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(
    ([, width, height]) => `${millimetres(width)} × ${millimetres(height)}`,
  );
}

const choosePaper = (dialog: Locator, paper: string): Promise<void> =>
  dialog.getByRole('radiogroup', { name: '纸张' }).getByText(paper, { exact: true }).click();

const times = <One>(count: number, one: One): One[] => Array.from({ length: count }, () => one);

story(
  'several documents print in a single run, on sheets, three-part paper and a roll; the log names the run',
  async ({ shop, desk, page }) => {
    const product = await desk.product('打印纸');
    const customer = await desk.partner('customer', '印刷厂');
    await desk.receive(product, '500');
    const line = { barcode: product.barcode, quantity: '2', unitPrice: '1' };
    const long = await desk.goods('saleOut', times(60, line), {
      partnerId: customer.id,
      paidNow: '0',
    });
    const short = await desk.sell(product, '3', { partnerId: customer.id });
    const list = new Rows(await shop.goTo('/bill/sale_out', '销售出库'));
    for (const { number } of [long, short]) await list.row(number).getByRole('checkbox').check();
    await button(list.scope, '打印').click();

    const dialog = page.getByRole('dialog', { name: '打印 销售出库 × 2' });
    await choosePaper(dialog, 'A4');
    const told = dialog.getByRole('status');
    await expect(told).toHaveText(/^2 张单据，[34] 页$/);
    const sheets = await paperOf(dialog);
    const count = Number(/(\d) 页/.exec(await told.innerText())?.[1]);
    await expect(sheets.locator('.sheet')).toHaveCount(count);
    expect(await sheetsOf(page, sheets)).toEqual(times(count, '210 × 297'));
    // Heads of columns on every page, what each page comes to, and the whole at the end.
    await expect(sheets.locator('thead')).toHaveCount(count);
    await expect(sheets.getByText('本页小计')).toHaveCount(count - 1);
    await expect(sheets.getByText('壹佰贰拾元整')).toHaveCount(1);
    await expect(sheets.getByText(`第 1 页 / 共 ${count - 1} 页`)).toHaveCount(1);
    await expect(sheets.getByText('第 1 页 / 共 1 页')).toHaveCount(1);
    await expect(sheets.getByAltText(long.number)).toBeVisible();

    await choosePaper(dialog, '三联 241×93');
    await expect(told).toHaveText(/^2 张单据，(\d\d|[7-9]) 页$/);
    const slips = await sheetsOf(page, sheets);
    expect(slips.length).toBeGreaterThan(6);
    expect(new Set(slips)).toEqual(new Set(['241 × 93']));
    // The whole head and the signatures stand on every slip.
    await expect(sheets.locator('.head')).toHaveCount(slips.length);
    await expect(sheets.getByText('收货人签字')).toHaveCount(slips.length);

    await choosePaper(dialog, '小票 80');
    await expect(sheets.locator('.roll')).toHaveCount(2);
    await expect(told).toHaveText(/^2 张单据，\d+ 页$/);
    const [longer, shorter] = await sheetsOf(page, sheets);
    expect(longer).toMatch(/^80 × [4-9]\d\d$/);
    expect(shorter).toMatch(/^80 × (\d\d|1\d\d)$/);

    // Enter prints, wherever in the dialog one is.
    await expect(button(dialog, '打印')).toBeEnabled();
    await dialog.getByRole('radio', { name: '小票 80' }).press('Enter');
    await expect(dialog).toBeHidden();
    const log = new Rows(await shop.openPage('日志管理'));
    for (const { number } of [long, short])
      await expect(log.row(number).filter({ hasText: '打印' }).first()).toBeVisible();
    // The paper is remembered.
    await button(await shop.goTo(`/bill/sale_out/${short.id}`, short.number), '打印').click();
    const again = page.getByRole('dialog', { name: `打印 销售出库 ${short.number}` });
    await expect(again.getByRole('radio', { name: '小票 80' })).toBeChecked();
  },
);

story(
  'a print template is edited beside a document, used for printing and reset',
  async ({ shop, desk, page }) => {
    const product = await desk.product('模板纸');
    await desk.receive(product, '9');
    const { id, number } = await desk.sell(product, '2');
    const detail = await shop.goTo(`/bill/sale_out/${id}`, number);
    await button(detail, '打印').click();
    const dialog = page.getByRole('dialog', { name: `打印 销售出库 ${number}` });
    await choosePaper(dialog, 'A5');
    await button(dialog, '编辑模板').click();

    const editor = shop.pane('打印模板');
    await expect(editor.getByTitle(number, { exact: true })).toBeVisible();
    const preview = await paperOf(editor);
    await expect(preview.getByRole('heading', { name: '销售出库' })).toBeVisible();
    await field(editor, '标题').fill('送货单 <b>');
    await expect(preview.getByRole('heading', { name: '送货单 <b>' })).toBeVisible();
    await field(editor, '商品名称 的标签').fill('品名');
    await button(editor, '移除 单价').click();
    await expect(preview.getByRole('columnheader', { name: '品名' })).toBeVisible();
    await expect(preview.getByRole('columnheader', { name: '单价' })).toHaveCount(0);
    const width = field(editor, '商品名称 的宽度');
    await width.fill('一半');
    await button(editor, '保存').click();
    await shop.readNotice('商品名称 的宽度: 请填写整数');
    await width.fill('50');
    await button(editor, '保存').click();
    await shop.readNotice('已保存');

    await shop.goTo(`/bill/sale_out/${id}`, number);
    await button(shop.pane(number), '打印').click();
    const printed = await paperOf(dialog);
    await expect(printed.getByRole('heading', { name: '送货单 <b>' })).toBeVisible();
    expect(await sheetsOf(page, printed)).toEqual(['210 × 148']);
    await page.keyboard.press('Escape');

    await shop.goTo('/system/system_config/print?kind=saleOut&paper=a5', '打印模板');
    await button(shop.pane('打印模板'), '恢复默认').click();
    await shop.answer('恢复为默认模板？', '确定');
    await shop.readNotice('已恢复默认模板');
    await expect(field(shop.pane('打印模板'), '标题')).toHaveValue('');
    // A reset also drops a refused text, the only change.
    await width.fill('一半');
    await button(editor, '恢复默认').click();
    await shop.answer('恢复为默认模板？', '确定');
    await expect(width).toHaveValue('');
  },
);

story('on a phone a receipt is seen and printed', MATRIX_ONLY, async ({ desk, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const product = await desk.product('小票');
  await desk.receive(product, '9');
  const { id, number } = await desk.sell(product, '2');
  const shop = new Shop(page);
  const detail = await shop.goTo(`/bill/sale_out/${id}`, number);
  await button(detail, '打印').click();
  const dialog = page.getByRole('dialog', { name: `打印 销售出库 ${number}` });
  await choosePaper(dialog, '小票 58');
  const roll = await paperOf(dialog);
  await expect(roll.locator('.roll').getByText(number).first()).toBeVisible();
  expect((await dialog.boundingBox())?.width).toBeLessThanOrEqual(390);
});
