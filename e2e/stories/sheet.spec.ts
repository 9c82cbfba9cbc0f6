import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import type { Locator } from '@playwright/test';
import { readXlsx, writeXlsx } from 'hucre/xlsx';
import type { CellValue } from 'hucre';
import { button, named, Rows, uniqueDigits } from '../pages.ts';
import { story } from '../story.ts';

/** Fills a sheet below its headings, by their words, and chooses it in the dialog. */
async function choose(
  dialog: Locator,
  sheet: readonly (readonly CellValue[])[],
  rows: readonly Readonly<Record<string, CellValue>>[],
): Promise<void> {
  const [note = [], headings = []] = sheet;
  const filled = rows.map((row) =>
    headings.map((heading) => row[String(heading).replace('*', '')] ?? null),
  );
  const bytes = await writeXlsx({
    sheets: [{ name: 'products', rows: [[...note], [...headings], ...filled] }],
  });
  await dialog.locator('input[type=file]').setInputFiles({
    name: '商品.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: Buffer.from(bytes),
  });
  await button(dialog, '检查').click();
}

story(
  'products are imported by a template: errors are corrected, and the import is undone',
  async ({ shop }) => {
    const list = await shop.goTo('/material/material', '商品信息');
    const rows = new Rows(list);
    const open = async (): Promise<Locator> => {
      await button(list, '导入').first().click();
      return list.getByRole('dialog', { name: '导入商品' });
    };
    const dialog = await open();
    const download = await shop.downloaded(() => button(dialog, '下载模板（中文）').click());
    const { sheets } = await readXlsx(await readFile(await download.path()));
    const template = sheets[0]?.rows ?? [];
    expect(template[1]?.slice(0, 3)).toEqual(['名称*', '规格', '型号']);

    const flask = named('导入保温杯');
    const kettle = named('导入水壶');
    const codes = [uniqueDigits(), uniqueDigits()] as const;
    const good = [
      { 名称: flask, 单位: '个', 条码: codes[0], 销售价: 52, 状态: '启用', 主仓库: 24 },
      { 名称: kettle, 单位: '个', 条码: codes[1], 销售价: 80, 状态: '启用' },
    ];
    await choose(dialog, template, [
      { ...good[0], 条码: 12, 类别: '没有这个类别' },
      { ...good[1], 销售价: '面议', 状态: null },
    ]);
    const wrong = dialog.getByRole('table');
    await expect(wrong).toContainText('“没有这个类别”不存在');
    await expect(wrong).toContainText('条码 12 须为 4 到 13 位数字');
    await expect(wrong).toContainText('“面议”不是数字');
    await expect(wrong).toContainText('必须填写');
    await expect(button(dialog, '导入 0 行')).toBeDisabled();

    await choose(dialog, template, good);
    await expect(dialog.getByRole('table')).toContainText(flask);
    await button(dialog, '导入 2 行').click();
    await expect(dialog).toContainText('已从 商品.xlsx 导入 2 行');
    await button(dialog, '关闭').last().click();
    await rows.expectCell(flask, '库存', '24');
    await rows.expectCell(kettle, '条码', codes[1]);

    const again = await open();
    await expect(again).toContainText('已从 商品.xlsx 导入 2 行');
    await button(again, '撤销这次导入').click();
    await shop.page
      .getByRole('tooltip')
      .getByRole('button', { name: /确\s?[定认]/ })
      .click();
    await expect(again).toContainText('导入已撤销');
    await button(again, '关闭').last().click();
    await expect(list.getByText(flask)).toHaveCount(0);
  },
);

story(
  'a product import names the missing categories and brands, and adds them after a tick',
  async ({ shop }) => {
    const list = await shop.goTo('/material/material', '商品信息');
    await button(list, '导入').first().click();
    const dialog = list.getByRole('dialog', { name: '导入商品' });
    const download = await shop.downloaded(() => button(dialog, '下载模板（中文）').click());
    const { sheets } = await readXlsx(await readFile(await download.path()));
    const [name, category, brand] = [named('带类别的杯'), named('新类别'), named('新品牌')];
    const row = { 名称: name, 单位: '个', 条码: uniqueDigits(), 状态: '启用' };
    await choose(dialog, sheets[0]?.rows ?? [], [{ ...row, 类别: category, 品牌: brand }]);
    await expect(dialog).toContainText(`类别 1 个：${category}`);
    await expect(dialog).toContainText(`品牌 1 个：${brand}`);
    await expect(button(dialog, '导入 0 行')).toBeDisabled();
    await dialog.getByRole('checkbox', { name: '同时新建缺少的类别和品牌' }).click();
    await button(dialog, '导入 1 行').click();
    await expect(dialog).toContainText('导入时新建了：');
    await button(dialog, '关闭').last().click();
    await new Rows(list).expectCell(name, '类别', category);
  },
);
