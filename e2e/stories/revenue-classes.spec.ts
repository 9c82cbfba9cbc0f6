import { expect } from '@playwright/test';
import {
  runInMatrix,
  PHONE,
  Rows,
  button,
  field,
  named,
  speakEnglish,
  uniqueDigits,
  overflows,
} from '../pages.ts';
import { story } from '../story.ts';

story('an item assigned to a leaf revenue class is found by the parent class', async ({ shop }) => {
  const [above, leaf, item] = [named('运营费用'), named('房租水电'), named('房租')];
  const classes = await shop.goTo('/system/revenue_classification', '收支分类');
  const add = async (name: string, parent?: string): Promise<void> => {
    await button(classes, '新增收支分类').click();
    const dialog = classes.getByRole('dialog', { name: '新增收支分类', exact: true });
    await field(dialog, '名称').fill(name);
    await field(dialog, '编号').fill(uniqueDigits());
    if (parent === undefined) {
      await dialog.getByRole('combobox', { name: '类型' }).click();
      await shop.page.getByTitle('支出', { exact: true }).click();
    } else {
      await dialog.getByRole('combobox', { name: '上级分类' }).fill(parent);
      await shop.page.getByRole('tree').getByTitle(parent, { exact: true }).last().click();
      await expect(dialog.getByRole('combobox', { name: '类型' })).toBeDisabled();
    }
    await button(dialog, '保存').click();
    await expect(dialog).toBeHidden();
  };
  await add(above);
  await add(leaf, above);

  const items = await shop.goTo('/system/in_out_item', '收支项目');
  await button(items, '新增').click();
  const dialog = items.getByRole('dialog', { name: '新增收支项目', exact: true });
  await field(dialog, '名称').fill(item);
  await dialog.getByRole('combobox', { name: '类型' }).click();
  await shop.page.getByTitle('支出', { exact: true }).click();
  const choose = async (name: string): Promise<void> => {
    await dialog.getByRole('combobox', { name: '收支分类' }).fill(name);
    await shop.page.getByRole('tree').getByTitle(name, { exact: true }).last().click();
  };
  await choose(above);
  await button(dialog, '保存').click();
  await expect(dialog).toContainText(`收支分类 ${above} 有下级，请选择其下级`);
  await choose(leaf);
  await button(dialog, '保存').click();
  await expect(dialog).toBeHidden();
  await expect(new Rows(items).row(item)).toContainText(leaf);

  await items.getByRole('combobox', { name: '收支分类' }).fill(above);
  await shop.page.getByRole('tree').getByTitle(above, { exact: true }).last().click();
  await expect(new Rows(items).row(/收入|支出/)).toHaveCount(1);
  await expect(new Rows(items).row(item)).toBeVisible();

  await runInMatrix(async () => {
    // In English, and on a phone.
    const { page } = shop;
    await speakEnglish(page);
    const tree = await shop.goTo('/system/revenue_classification', 'Revenue classes');
    await expect(tree.getByText(above)).toBeVisible();
    const english = await shop.goTo('/system/in_out_item', 'In/out items');
    await english.getByRole('combobox', { name: 'Revenue class' }).fill(leaf);
    await page.getByRole('tree').getByTitle(leaf, { exact: true }).last().click();
    await expect(new Rows(english).row(/Income|Expense/)).toHaveCount(1);
    await expect(new Rows(english).row(item)).toContainText(leaf);
    await page.setViewportSize(PHONE);
    const phone = await shop.goTo('/system/in_out_item', 'In/out items');
    await expect(phone.locator('.card').filter({ hasText: item })).toContainText(leaf);
    await expect(
      (await shop.goTo('/system/revenue_classification', 'Revenue classes')).getByText(above),
    ).toBeVisible();
    expect(await overflows(page)).toBe(false);
  });
});
