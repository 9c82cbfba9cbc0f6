import fs from 'node:fs';
import {
  addLabelTemplate,
  defaultLabel,
  deleteLabelTemplate,
  labelSizes,
} from '@tradehouse/contract';
import { expect } from '@playwright/test';
import type { Frame, Locator } from '@playwright/test';
import { barriers } from '../barriers.ts';
import {
  MATRIX_ONLY,
  button,
  choose,
  field,
  inEnglishOnAPhone,
  overflows,
  Rows,
} from '../pages.ts';
import { story } from '../story.ts';

/** The labels as they will be printed: what stands in the frame. */
async function labelsOf(scope: Locator): Promise<Frame> {
  const labels = scope.locator('iframe');
  await expect(labels).toBeVisible();
  const frame = await (await labels.elementHandle())?.contentFrame();
  if (frame === null || frame === undefined) throw new Error('no labels are shown');
  return frame;
}

/** The pages of a PDF, by their size in millimetres. */
const sizesIn = (pdf: string): readonly string[] => {
  const millimetres = (points = ''): number => Math.round((Number(points) / 72) * 25.4);
  return [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(
    ([, width, height]) => `${millimetres(width)} × ${millimetres(height)}`,
  );
};

/** The pages that a printer would make of it. */
async function pagesOf(frame: Frame): Promise<readonly string[]> {
  const other = await frame.page().context().newPage();
  await other.setContent(await frame.content());
  const pdf = await other.pdf({ preferCSSPageSize: true });
  await other.close();
  return sizesIn(pdf.toString('latin1'));
}

const copies = (scope: Locator, name: string): Locator => scope.getByRole('textbox', { name });

story(
  'labels of a receipt match the received quantity, and are previewed and printed',
  async ({ shop, desk, page }) => {
    const product = await desk.product('青花瓷茶杯六件套礼盒装');
    const { id, number } = await desk.receive(product, '3');
    await button(await shop.goTo(`/bill/purchase_in/${id}`, number), '打印标签').click();

    const labels = shop.pane('标签打印');
    await expect(copies(labels, `${product.name} 的份数`)).toHaveValue('3');
    await labels.getByRole('radio', { name: '40 × 30 mm' }).check();
    await expect(labels.getByText('3 张标签，3 页')).toBeVisible();
    const frame = await labelsOf(labels);
    await expect(frame.locator('.page')).toHaveCount(3);
    await expect(frame.getByText('36.00')).toHaveCount(3);
    expect(await pagesOf(frame)).toEqual(['40 × 30', '40 × 30', '40 × 30']);

    // The same barcode again is one label more; an unknown one adds none.
    const scanner = labels.getByRole('search').getByRole('textbox');
    await scanner.fill(product.barcode);
    await scanner.press('Enter');
    await expect(copies(labels, `${product.name} 的份数`)).toHaveValue('4');
    await scanner.fill('0000');
    await scanner.press('Enter');
    await expect(labels.getByText('0000 没有该条码的商品')).toBeVisible();

    // A refused number is not printed as the former number.
    await copies(labels, `${product.name} 的份数`).fill('四');
    await button(labels, '打印').click();
    await shop.readNotice(`${product.name} 的份数: 请填写整数`);
    await copies(labels, `${product.name} 的份数`).fill('4');

    await labels.getByRole('radio', { name: '货架' }).check();
    await expect(frame.locator('.page')).toHaveCount(4);
    expect(await barriers(page)).toEqual([]);
    await button(labels, '打印').click();
    const log = new Rows(await shop.openPage('日志管理'));
    await expect(log.row('货架 40 × 30 mm').filter({ hasText: '打印' }).first()).toBeVisible();
  },
);

story('a label is drawn, saved under a name, and printed', async ({ shop, desk, page }) => {
  // Twelve digits are a barcode, and no EAN-13.
  const code = String(Date.now()).slice(-12);
  const barcodes = [{ code, unit: '盒', retailPrice: '36' }];
  const product = await desk.product('茶壶', { barcodes });
  const list = await shop.goTo('/material/material', '商品信息');
  await new Rows(list).row(product.name).getByRole('checkbox').check();
  await button(list, '打印标签').click();
  const labels = shop.pane('标签打印');
  await expect(copies(labels, `${product.name} 的份数`)).toHaveValue('1');
  await labels.getByRole('radio', { name: '商品', exact: true }).check();
  await labels.getByRole('radio', { name: '60 × 40 mm' }).check();

  await button(labels, '设计').click();
  const drawing = page.getByRole('dialog', { name: '设计标签' });
  await field(drawing, '模板名称').fill('茶叶标签');
  await button(drawing, '+ 文本').click();
  await field(drawing, '文本').fill('请轻放');
  // A refused number is neither saved as the former number nor replaced by another element.
  await field(drawing, '字号').fill('大');
  await button(drawing, '保存').click();
  await shop.readNotice('字号: 请填写 4 到 96 之间、0.5 的倍数');
  await button(drawing, '标签设置').click();
  await expect(field(drawing, '字号')).toHaveValue('大');
  await field(drawing, '字号').fill('9.5');
  const text = (left: number, top: number): Locator =>
    drawing.getByRole('button', { name: `请轻放，距左 ${left} mm，距上 ${top} mm` });
  await text(2, 2).press('ArrowRight');
  await text(2.5, 2).press('ArrowDown');
  await expect(text(2.5, 2.5)).toBeVisible();
  // Dragged by a quarter of the label: 15 mm of 60.
  const canvas = await drawing.locator('.label-canvas').boundingBox();
  const place = await text(2.5, 2.5).boundingBox();
  if (canvas === null || place === null) throw new Error('nothing is drawn');
  await page.mouse.move(place.x + 8, place.y + 8);
  await page.mouse.down();
  await page.mouse.move(place.x + 8 + canvas.width / 4, place.y + 8, { steps: 4 });
  await page.mouse.up();
  await expect(text(17.5, 2.5)).toBeVisible();
  await button(drawing, '撤销').click();
  await expect(text(2.5, 2.5)).toBeVisible();
  await button(drawing, '+ EAN-13').click();
  await expect(drawing.getByText('不是 EAN-13 码')).toBeVisible();
  await button(drawing, '删除元素').click();
  expect(await barriers(page)).toEqual([]);
  await button(drawing, '保存').click();
  await shop.readNotice('已保存');

  await expect(labels.getByRole('radio', { name: '茶叶标签 · 60 × 40 mm' })).toBeChecked();
  const frame = await labelsOf(labels);
  await expect(frame.getByText('请轻放')).toHaveCount(1);
  const file = await shop.downloaded(() => button(labels, '下载 PDF').click());
  expect(file.suggestedFilename()).toBe('茶叶标签.pdf');
  const pdf = fs.readFileSync(await file.path()).toString('latin1');
  expect(sizesIn(pdf)).toEqual(['60 × 40']);
  await button(labels, '打印').click();
  await button(labels, '删除模板 茶叶标签').click();
  await shop.answer('删除模板 茶叶标签？', '确定');
  await expect(frame.getByText('请轻放')).toHaveCount(0);
});

story(
  'labels of lots and serials are printed in English on a phone',
  MATRIX_ONLY,
  async ({ shop, desk, page }) => {
    const product = await desk.product('Tea cup');
    const numbered = await desk.product('Kettle', { serialManaged: true });
    const partnerId = (await desk.partner('supplier')).id;
    const serials = [`A${numbered.barcode}`, `B${numbered.barcode}`];
    const { id, number } = await desk.goods(
      'purchaseIn',
      [
        { barcode: product.barcode, quantity: '2', unitPrice: '1' },
        {
          barcode: numbered.barcode,
          quantity: '2',
          unitPrice: '1',
          allocations: [{ quantity: '2', serials }],
        },
      ],
      { partnerId, paidNow: '0' },
    );
    await shop.goTo('/dashboard/analysis', '首页');
    await inEnglishOnAPhone(page);
    await button(await shop.goTo(`/bill/purchase_in/${id}`, number), 'Print labels').click();
    const labels = shop.pane('Label print');
    await expect(copies(labels, `Copies of ${product.name}`)).toHaveValue('2');
    for (const serial of serials)
      await expect(copies(labels, `Copies of ${numbered.name} ${serial}`)).toHaveValue('1');
    await button(labels, `Take ${product.name} out`).click();
    await labels.getByText('Templates', { exact: true }).click();
    await labels.getByRole('radio', { name: 'Serial number' }).check();
    await labels.getByRole('radio', { name: '60 × 40 mm' }).check();
    await labels.getByText('Preview', { exact: true }).click();
    await expect(labels.getByText('Labels: 2, pages: 2')).toBeVisible();
    const frame = await labelsOf(labels);
    for (const serial of serials)
      await expect(frame.getByText(serial, { exact: true })).toHaveCount(1);
    expect(await overflows(page)).toBe(false);
    expect(await barriers(page)).toEqual([]);
    await button(labels, 'Design').click();
    const drawing = page.getByRole('dialog', { name: 'Design label' });
    await field(drawing, 'Template name').fill('Kettles');
    expect(await overflows(page)).toBe(false);
    await button(drawing, 'Save').click();
    await labels.getByText('Templates', { exact: true }).click();
    await expect(labels.getByRole('radio', { name: /^Kettles/ })).toBeChecked();
  },
);

story(
  'a product names its label template, and is printed by the template',
  async ({ shop, desk, page }) => {
    const template = defaultLabel('carton', labelSizes['100x100']);
    const { id } = await desk.call(addLabelTemplate, { name: '大箱标签', template });
    const boxed = await desk.product('礼盒');
    const plain = await desk.product('散装茶', { lotManaged: true });
    const list = await shop.goTo('/material/material', '商品信息');
    const rows = new Rows(list);
    await button(rows.row(boxed.name), '编辑').click();
    const form = page.getByRole('dialog').filter({ hasText: '标签模板' });
    await choose(form, '标签模板', '大箱标签');
    await button(form, '保存').click();
    await expect(form).toBeHidden();

    for (const { name } of [boxed, plain]) await rows.row(name).getByRole('checkbox').check();
    await button(list, '打印标签').click();
    const labels = shop.pane('标签打印');
    await labels.getByRole('radio', { name: '商品', exact: true }).check();
    await labels.getByRole('radio', { name: '40 × 30 mm' }).check();
    await expect(labels.getByText('2 张标签，2 页')).toBeVisible();
    const icons = [`${plain.name} 库存中每个批号或序列号一张`, `移除 ${plain.name}`];
    const [first, second] = await Promise.all(
      icons.map((name) => button(labels, name).boundingBox()),
    );
    expect(first?.y, 'the icons of a row stand side by side').toBe(second?.y);
    const frame = await labelsOf(labels);
    expect((await pagesOf(frame)).toSorted()).toEqual(['100 × 100', '40 × 30']);
    await labels.getByRole('checkbox', { name: '优先用商品的模板' }).uncheck();
    await expect(frame.locator('.set1')).toHaveCount(0);
    expect(await pagesOf(frame)).toEqual(['40 × 30', '40 × 30']);
    await desk.call(deleteLabelTemplate, { id }).then(
      () => Promise.reject(new Error('a template in use was deleted')),
      (refused: unknown) => expect(String(refused)).toContain(boxed.name),
    );
  },
);
