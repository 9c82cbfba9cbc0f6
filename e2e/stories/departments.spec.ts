import {
  currentUser,
  institutions,
  roles,
  selectDepartment,
  setRoleFunctions,
  users,
} from '@tradehouse/contract';
import { expect } from '@playwright/test';
import { createHash } from 'node:crypto';
import type { Shop } from '../pages.ts';
import { Rows, button, choose, named, owner, uniqueDigits } from '../pages.ts';
import type { Desk } from '../desk.ts';
import { story } from '../story.ts';

const FIRST = 'First-of-theirs-1';
const OWN = 'Their-own-word-2';

/** Two institutions that the owner belongs to, and a sale that was made for each of them. */
async function twoBranches(desk: Desk) {
  const made = async (word: string) => {
    const [name, number] = [named(word), uniqueDigits()];
    const { id } = await desk.call(institutions.add, { name, number });
    return { id, name, number };
  };
  const [east, west] = [await made('东店'), await made('西店')];
  const { id } = await desk.call(currentUser, {});
  const { version, loginName, name } = await desk.call(users.infoCall, { id });
  const institutionIds = [east.id, west.id];
  await desk.call(users.update, { id, version, loginName, name, institutionIds });
  const product = await desk.product();
  await desk.receive(product, '100');
  const sale = async (orgCode: string): Promise<string> => {
    await desk.call(selectDepartment, { orgCode, username: owner.name });
    return (await desk.sell(product, '1')).number;
  };
  return {
    east: { ...east, sale: await sale(east.number) },
    west: { ...west, sale: await sale(west.number) },
  };
}

/** What the user's menu opens to switch institutions. */
async function openSwitch({ page }: Shop, loginName: string): Promise<void> {
  await page.getByRole('button', { name: loginName }).click();
  await page.getByRole('menuitem', { name: '切换机构' }).click();
}

story(
  'a user of two institutions sees the chosen institution',
  async ({ shop, desk, openElsewhere }) => {
    await shop.open('/');
    await openSwitch(shop, owner.name);
    await shop.readNotice('您还没有所属机构');
    await expect(shop.page.getByRole('dialog')).toHaveCount(0);

    const { east, west } = await twoBranches(desk);
    await openSwitch(shop, owner.name);
    const unset = shop.page.getByRole('dialog', { name: '切换机构（当前：未选择）' });
    // The empty field asks for one; refused, it says so once more below.
    await expect(unset.getByText('请选择机构')).toHaveCount(1);
    await button(unset, '确定').click();
    await expect(unset.getByText('请选择机构')).toHaveCount(2);
    await button(unset, '取消').click();
    const role = await desk.call(roles.add, { name: named('店员'), dataScope: 'institution' });
    await desk.call(setRoleFunctions, { roleId: role.id, urls: ['/bill/sale_out'] });
    const loginName = named('clerk');
    await desk.call(users.add, {
      loginName,
      name: loginName,
      roleId: role.id,
      institutionId: east.id,
      institutionIds: [west.id],
      password: createHash('sha256').update(FIRST).digest('hex'),
    });
    const theirs = await openElsewhere();
    const { page } = theirs;
    await page.goto('/');
    await theirs.fillSignIn(loginName, FIRST);
    await page.getByLabel('新密码', { exact: true }).fill(OWN);
    await page.getByLabel('确认新密码', { exact: true }).fill(OWN);
    await button(page.locator('form'), '保存').click();

    const list = new Rows(await theirs.openPage('销售出库'));
    await expect(list.row(east.sale)).toBeVisible();
    await expect(list.row(west.sale)).toBeHidden();

    await openSwitch(theirs, loginName);
    const dialog = page.getByRole('dialog', { name: `切换机构（当前：${east.name}）` });
    await choose(dialog, '机构', west.name);
    await button(dialog, '确定').click();
    await theirs.readNotice('已切换机构');
    await expect(list.row(west.sale)).toBeVisible();
    await expect(list.row(east.sale)).toBeHidden();
  },
);
