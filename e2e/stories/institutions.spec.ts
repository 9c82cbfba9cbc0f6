import { expect } from '@playwright/test';
import { Rows, button, field, named, uniqueDigits } from '../pages.ts';
import { story } from '../story.ts';

story('institutions form a tree and keep their order', async ({ shop }) => {
  const [head, branch] = [named('总部'), named('门店')];
  const pane = await shop.goTo('/system/organization', '机构管理');
  const add = async (name: string, parent?: string): Promise<void> => {
    await button(pane, '新增机构').click();
    const dialog = pane.getByRole('dialog', { name: '新增机构', exact: true });
    await field(dialog, '名称').fill(name);
    await field(dialog, '编号').fill(uniqueDigits());
    if (parent !== undefined) {
      await dialog.getByRole('combobox', { name: '上级机构' }).fill(parent);
      await shop.page.getByRole('tree').getByTitle(parent, { exact: true }).last().click();
    }
    await button(dialog, '保存').click();
    await expect(dialog).toBeHidden();
  };
  await add(head);
  await add(branch, head);
  const node = (name: string) => pane.getByRole('treeitem').filter({ hasText: name });
  await expect(node(branch)).toBeVisible();

  const remove = async (name: string): Promise<void> => {
    await node(name).locator('.ant-tree-checkbox').click();
    await button(pane, '批量删除').click();
    await shop.answer('删除所选 1 条', '确定');
  };
  await remove(head);
  await shop.readNotice('存在下级机构，不可删除');
  await expect(node(head)).toBeVisible();
  await node(head).locator('.ant-tree-checkbox').click();
  await remove(branch);
  await expect(node(branch)).toBeHidden();
});

story('a switch saves at once, and the log shows its previous value', async ({ shop, desk }) => {
  const pane = await shop.goTo('/system/system_config', '系统配置');
  const turn = pane.getByRole('switch', { name: '先审核后打印' });
  await expect(turn).not.toBeChecked();
  await turn.click();
  await shop.readNotice('已保存');
  await shop.page.reload();
  await expect(turn).toBeChecked();
  const { id, number: draft } = await desk.receive(await desk.product(), '1', { status: '0' });
  await button(await shop.goTo(`/bill/purchase_in/${id}`, draft), '打印').click();
  await shop.readNotice('审核后打印');
  await shop.openPage('系统配置');
  const fax = field(pane, '公司传真');
  const number = uniqueDigits();
  await fax.fill(number);
  await turn.click();
  await expect(turn).not.toBeChecked();

  const log = await shop.openPage('日志管理');
  await expect(async () => {
    await button(log, '刷新').click();
    await expect(new Rows(log).row('系统配置').nth(2)).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await new Rows(log).row('系统配置').nth(2).getByRole('button', { name: '展开行' }).click();
  const changes = log.getByRole('row').filter({ hasText: /^先审核后打印/ });
  await expect(changes).toContainText('是');
  await expect(changes).toContainText('否');
  const again = await shop.goTo('/system/system_config', '系统配置');
  await expect(field(again, '公司传真')).toHaveValue(number);
});
