// Missing records are added from a select by the keyboard, under the typed name.
import { expect } from '@playwright/test';
import { button, Editor, field, Grid, named, offered, uniqueDigits } from '../pages.ts';
import { story } from '../story.ts';

story(
  'a supplier, a warehouse and a product are made from the receipt by the keyboard',
  async ({ shop, page }) => {
    const [supplier, warehouse, product] = [named('纸厂'), named('北仓'), named('宣纸')];
    const press = (key: string): Promise<void> => page.keyboard.press(key);
    await shop.open('/bill/purchase_in/new');
    const { pane } = new Editor(shop, '采购入库');

    await story.step('the supplier is created under the searched name', async () => {
      await expect(pane.getByRole('combobox', { name: '供应商' })).toBeFocused();
      await page.keyboard.type(supplier);
      await expect(offered(page, `新增“${supplier}”…`)).toBeVisible();
      await press('Enter');
      const form = pane.getByRole('dialog', { name: '新增供应商' });
      await expect(field(form, '名称')).toHaveValue(supplier);
      await press('Control+s');
      await expect(form).toBeHidden();
      await expect(pane.locator('.document-head')).toContainText(supplier);
    });

    const grid = new Grid(pane);
    await story.step('the warehouse is created in its own cell', async () => {
      await grid.go(1, '仓库');
      await page.keyboard.type(warehouse);
      await expect(page.getByRole('option', { name: `新增“${warehouse}”…` })).toBeVisible();
      await press('Enter');
      const form = pane.getByRole('dialog', { name: '新增仓库' });
      await expect(field(form, '仓库名称')).toHaveValue(warehouse);
      await press('Enter');
      await expect(form).toBeHidden();
      await grid.expectCell(1, '仓库', warehouse);
    });

    await story.step(
      'the product is created with its category within; Esc closes a single layer',
      async () => {
        await grid.go(1, '条码');
        await page.keyboard.type(product);
        await press('F7');
        const picker = pane.getByRole('dialog', { name: '选择商品' });
        await button(picker, '新增商品').click();
        const form = pane.getByRole('dialog', { name: '新增商品' });
        await expect(field(form, '名称')).toHaveValue(product);
        await field(form, '单位').fill('刀');
        const category = form.getByRole('combobox', { name: '类别' });
        const kind = named('文房');
        await category.fill(kind);
        await expect(page.getByTitle(`新增“${kind}”…`)).toBeVisible();
        await press('Escape');
        const lists = page.locator('.ant-select-dropdown').filter({ visible: true });
        await expect(lists).toHaveCount(0);
        await expect(form).toBeVisible();
        await press('Escape');
        await shop.answer('本页内容未保存', '继续编辑');
        await expect(field(form, '名称')).toHaveValue(product);
        await category.fill(kind);
        await page.getByTitle(`新增“${kind}”…`).click();
        const added = pane.getByRole('dialog', { name: '新增商品类别' });
        await expect(field(added, '名称')).toHaveValue(kind);
        await field(added, '编号').fill(uniqueDigits());
        await press('Control+s');
        await expect(added).toBeHidden();
        await expect(form.getByTitle(kind, { exact: true })).toBeVisible();
        await field(form, '采购价').fill('12');
        await press('Enter');
        await expect(form).toBeHidden();
        await grid.expectCell(1, '名称', product);
        await expect(grid.focused).toHaveAccessibleName('数量');
      },
    );
  },
);
