// Cells of a spreadsheet become document lines, and no cell is dropped silently.
import { expect } from '@playwright/test';
import type { Desk, Product } from '../desk.ts';
import { button, choose, Editor, Grid, named, pasteCells } from '../pages.ts';
import type { Shop } from '../pages.ts';
import { story } from '../story.ts';

const products = (desk: Desk, many: number): Promise<readonly Product[]> =>
  Promise.all(Array.from({ length: many }, () => desk.product('螺母')));

async function receipt(shop: Shop): Promise<{ editor: Editor; grid: Grid }> {
  await shop.open('/bill/purchase_in/new');
  const editor = new Editor(shop, '采购入库');
  const grid = new Grid(editor.pane);
  await grid.go(1, '条码');
  return { editor, grid };
}

/** So many rows of barcode, quantity and price. */
const priced = (all: readonly Product[], count: number) =>
  Array.from({ length: count }, (_, at) => [
    all[at % all.length]?.barcode ?? '',
    String(at + 1),
    '2.5',
  ]);

story('50 rows of barcode, quantity and price keep all three', async ({ shop, desk, page }) => {
  const all = await products(desk, 5);
  const { grid } = await receipt(shop);
  await pasteCells(page, priced(all, 50));
  await grid.expectCell(1, '名称', all[0]?.name ?? '');
  await expect(grid.totals).toContainText('1,275');
  await expect(grid.totals).toContainText('3,187.50');
  await page.keyboard.press('Control+End');
  await grid.expectCell(50, '数量', '50');
  await grid.expectCell(50, '单价', '2.50');
  await grid.expectCell(50, '名称', all[4]?.name ?? '');
});

story(
  'pasted columns without a matching field are confirmed before lines are imported',
  async ({ shop, desk, page }) => {
    const [product] = await products(desk, 1);
    const { editor, grid } = await receipt(shop);
    await pasteCells(page, [[product?.barcode ?? '', named('旧名称'), '3', '易碎']]);
    const dialog = editor.pane.getByRole('dialog', { name: '导入明细' });
    await expect(dialog.getByText('未使用的列：B · 如 旧名称')).toContainText('D · 如 易碎');
    await choose(dialog, '备注取自列', 'D · 如 易碎');
    await expect(dialog.getByText('未使用的列：B · 如 旧名称')).not.toContainText('易碎');
    await button(dialog, '导入 1 行').click();
    await grid.expectCell(1, '名称', product?.name ?? '');
    await grid.expectCell(1, '数量', '3');
    await grid.expectCell(1, '备注', '易碎');
  },
);

story(
  'lines are imported without headings, and a second paste is read like the first',
  async ({ shop, desk, page }) => {
    const all = await products(desk, 3);
    const { editor, grid } = await receipt(shop);
    await button(editor.pane, '导入明细').click();
    const dialog = editor.pane.getByRole('dialog', { name: '导入明细' });
    const cells = dialog.getByRole('textbox', { name: '在此粘贴单元格' });
    await expect(cells).toBeFocused();
    await pasteCells(page, [['99999999', 'many']]);
    await expect(dialog.getByText('正确 0 行，错误 1 行')).toBeVisible();
    await cells.focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await expect(cells).toHaveValue('');
    await pasteCells(page, priced(all, 50));
    await expect(dialog.getByText('正确 50 行，错误 0 行')).toBeVisible();
    await button(dialog, '导入 50 行').click();
    await expect(dialog).toBeHidden();
    await expect(grid.totals).toContainText('1,275');
    await expect(grid.totals).toContainText('3,187.50');
  },
);
