import { createHmac } from 'node:crypto';
import {
  platformConfigTable,
  registerCompany,
  tenantInfo,
  updatePlatformConfig,
  updateTenant,
} from '@tradehouse/contract';
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { aCasServer } from '../cas.ts';
import { Desk, sent } from '../desk.ts';
import { button, day, field, named, operator, Shop } from '../pages.ts';
import { barriers } from '../barriers.ts';
import { test } from '../story.ts';

const PASSWORD = 'Story-of-doors-9';

async function setPlatform(request: APIRequestContext, key: string, value: string): Promise<void> {
  const desk = new Desk(request, operator);
  const rows = await desk.rows(platformConfigTable, { pageSize: 100 });
  const version = rows.find((row) => row.key === key)?.version ?? 0;
  await desk.call(updatePlatformConfig, { key, version, value });
}

/** The owner of a company of their own. */
async function aNewcomer(request: APIRequestContext): Promise<string> {
  const loginName = named('owner');
  const input = { loginName, companyName: named('公司'), password: sent(PASSWORD) };
  const reply = await request.post(`/api${registerCompany.path}`, { data: input });
  expect(reply.ok(), await reply.text()).toBe(true);
  return loginName;
}

/** The code of an authenticator app, so many steps of 30 seconds from now. */
function codeOf(secret: string, steps = 0): string {
  const bits = [...secret]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter))
    .map((value) => value.toString(2).padStart(5, '0'))
    .join('');
  const bytes = bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? [];
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
  const digest = createHmac('sha1', Buffer.from(bytes)).update(counter).digest();
  const at = digest.readUInt8(19) & 15;
  return String((digest.readUInt32BE(at) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0');
}

const menuOf = (page: Page): Locator => page.getByRole('navigation', { name: '菜单' });
const signInForm = (page: Page): Locator => page.getByRole('form', { name: '登录' });

async function openSecurity(page: Page, loginName: string): Promise<Locator> {
  await page.getByRole('button', { name: loginName }).click();
  await page.getByRole('menuitem', { name: '账号安全' }).click();
  const dialog = page.getByRole('dialog', { name: '账号安全' });
  await expect(dialog.getByRole('list', { name: '登录的设备' })).toBeVisible();
  return dialog;
}

test.describe.configure({ mode: 'serial' });
test.beforeEach(({ request }) => setPlatform(request, 'register_flag', '1'));
test.afterAll(({ request }) => setPlatform(request, 'register_flag', '0'));

test('a company registers only where the platform is open to registration', async ({
  page,
  request,
}) => {
  const shop = new Shop(page);
  await setPlatform(request, 'register_flag', '0');
  await page.goto('/user/login');
  await expect(signInForm(page)).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(button(page, '注册公司')).toHaveCount(0);

  await setPlatform(request, 'register_flag', '1');
  await page.reload();
  await button(page, '注册公司').click();
  const form = page.getByRole('form', { name: '注册公司' });
  const loginName = named('new');
  await field(form, '公司名称').fill('新');
  await field(form, '登录名').fill('demo');
  await form.getByLabel('设置密码').fill('weak');
  await form.getByLabel('再次输入密码').fill('other');
  await button(form, '注册').click();
  await expect(form.getByText('2 到 60 个字')).toBeVisible();
  await expect(form.getByText('两次输入的密码不一致')).toBeVisible();

  await field(form, '公司名称').fill(named('新公司'));
  await form.getByLabel('设置密码').fill(PASSWORD);
  await form.getByLabel('再次输入密码').fill(PASSWORD);
  await button(form, '注册').click();
  await expect(form.getByRole('alert').filter({ hasText: '该登录名已被占用' })).toBeVisible();
  expect(await barriers(page)).toEqual([]);

  await field(form, '登录名').fill(loginName);
  await button(form, '注册').click();
  await expect(page).toHaveURL(/\/user\/register-result$/);
  await expect(page.getByText(`公司已开通，登录名是 ${loginName}`)).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await button(page, '去登录').click();
  await shop.fillSignIn(loginName, PASSWORD);
  await expect(menuOf(page)).toBeVisible();
});

test('a second factor is set up, required at sign-in, replaced by a recovery code and switched off', async ({
  page,
  request,
}) => {
  const loginName = await aNewcomer(request);
  const shop = new Shop(page);
  const signOut = async (): Promise<void> => {
    await page.getByRole('button', { name: loginName }).click();
    await page.getByRole('menuitem', { name: '退出登录' }).click();
    await shop.answer('确定退出登录？', '退出登录');
    await expect(signInForm(page)).toBeVisible();
  };
  await shop.signIn({ name: loginName, password: PASSWORD });

  let dialog = await openSecurity(page, loginName);
  await button(dialog, '开启').click();
  await dialog.getByLabel('当前密码').fill('Not-the-password-1');
  await button(dialog, '下一步').click();
  await expect(dialog.getByRole('alert')).toHaveText(/旧密码不正确/);
  await dialog.getByLabel('当前密码').fill(PASSWORD);
  await button(dialog, '下一步').click();
  await expect(dialog.locator('.ant-qrcode')).toBeVisible();
  const secret = (await dialog.locator('code').innerText()).replaceAll(/\s/g, '');
  await field(dialog, '验证码').fill(codeOf(secret));
  await button(dialog, '确认开启').click();
  const codes = dialog.getByRole('list', { name: '恢复码' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const [recovery = '', another = ''] = await codes.allInnerTexts();
  expect(await barriers(page)).toEqual([]);
  await button(dialog, '我已保存').click();
  await expect(dialog.getByText('已开启，还剩 10 个恢复码')).toBeVisible();
  await page.keyboard.press('Escape');
  await signOut();

  await shop.fillSignIn(loginName, PASSWORD);
  const step = page.getByRole('form', { name: '两步验证' });
  await field(step, '验证码').fill('000000');
  await button(step, '验证并登录').click();
  await expect(step.getByRole('alert')).toHaveText(/验证码不正确/);
  await expect(menuOf(page)).toHaveCount(0);
  expect(await barriers(page)).toEqual([]);
  await field(step, '验证码').fill(codeOf(secret, 1));
  await button(step, '验证并登录').click();
  await expect(menuOf(page)).toBeVisible();
  await signOut();

  await shop.fillSignIn(loginName, PASSWORD);
  await field(step, '验证码').fill(recovery.toLowerCase());
  await button(step, '验证并登录').click();
  await expect(menuOf(page)).toBeVisible();

  dialog = await openSecurity(page, loginName);
  await expect(dialog.getByText('已开启，还剩 9 个恢复码')).toBeVisible();
  await button(dialog, '关闭两步验证').click();
  await dialog.getByLabel('当前密码').fill(PASSWORD);
  await field(dialog, '验证码').fill(recovery);
  await button(dialog, '关闭两步验证').click();
  await expect(dialog.getByRole('alert')).toHaveText(/已使用过/);
  await field(dialog, '验证码').fill(another);
  await button(dialog, '关闭两步验证').click();
  await shop.readNotice('两步验证已关闭');
  await expect(dialog.getByText(/^未开启/)).toBeVisible();
});

test('a window signed out from another window shows the sign-out', async ({
  page,
  request,
  openElsewhere,
}) => {
  const loginName = await aNewcomer(request);
  const other = await openElsewhere();
  const shop = new Shop(page);
  await other.signIn({ name: loginName, password: PASSWORD });
  await other.openPage('客户信息');
  await shop.signIn({ name: loginName, password: PASSWORD });

  const dialog = await openSecurity(page, loginName);
  const sessions = dialog.getByRole('list', { name: '登录的设备' }).getByRole('listitem');
  // The one that registered never signed in, so there are these two windows.
  await expect(sessions).toHaveCount(2);
  await expect(sessions.filter({ hasText: '当前' })).toHaveCount(1);
  await expect(sessions.first()).toContainText('Chrome');
  expect(await barriers(page)).toEqual([]);
  await button(sessions.filter({ hasNotText: '当前' }), '下线').click();
  await expect(sessions).toHaveCount(1);
  await expect(dialog.getByText('没有其他设备登录')).toBeVisible();

  await other.answer('登录已过期', '重新登录');
  await expect(signInForm(other.page)).toBeVisible();
  await page.keyboard.press('Escape');
  await shop.openPage('客户信息');
  await expect(button(shop.pane('客户信息'), '新增').first()).toBeVisible();
});

test('users are warned of their company’s term before and after its end, and only read afterwards', async ({
  page,
  request,
}) => {
  const loginName = await aNewcomer(request);
  const shop = new Shop(page);
  const owner = { name: loginName, password: PASSWORD };
  const { tenantId: id } = await new Desk(request, owner).self();
  const office = new Desk(request, operator);
  const [past, soon, grace] = [day(-1), day(3), day(29)];
  await setPlatform(request, 'pay_fee_url', 'https://renew.example.com/');
  const endsOn = async (date: string): Promise<void> => {
    const { version, name, userLimit } = await office.call(tenantInfo, { id });
    const expireTime = `${date}T12:00:00+08:00`;
    await office.call(updateTenant, { id, version, name, userLimit, expireTime });
  };
  await shop.signIn(owner);
  await expect(page.getByText(/公司账号(将于|已于)/)).toHaveCount(0);

  await endsOn(soon);
  await page.reload();
  await expect(page.getByText(`公司账号将于 ${soon} 到期`)).toBeVisible();
  const renewal = page.getByRole('link', { name: '立即续费' });
  await expect(renewal).toHaveAttribute('href', 'https://renew.example.com/');

  await endsOn(past);
  await page.reload();
  await expect(page.getByText(`公司账号已于 ${past} 到期：${grace} 之前可以查看`)).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  const customers = await shop.openPage('客户信息');
  await button(customers, '新增').first().click();
  const form = page.getByRole('dialog');
  await field(form, '名称').fill(named('客户'));
  await button(form, '保存').click();
  await shop.readNotice('公司账号已到期，目前只能查看和导出');
});

test('a user known to the CAS server signs in without a password', async ({
  page,
  request,
  baseURL,
}) => {
  const loginName = await aNewcomer(request);
  const cas = await aCasServer(loginName);
  const ways: Readonly<Record<string, string>> = {
    cas_url: cas.url,
    cas_service: `${baseURL}/user/login`,
  };
  // The setting is the whole installation's. Written so, servers read it and browsers leave it alone: only this window is
  // told of it in the way that browsers follow, and other stories go on signing in by their passwords.
  for (const [key, value] of Object.entries(ways))
    await setPlatform(request, key, value.replace('http:', 'HTTP:'));
  await page.route('**/api/platformConfig/getPlatformConfigByKey?*', async (route) => {
    const key = new URL(route.request().url()).searchParams.get('platformKey') ?? '';
    if (ways[key] === undefined) return route.continue();
    await route.fulfill({ json: { code: 200, message: '', data: { platformValue: ways[key] } } });
  });
  try {
    await page.goto('/user/login');
    await expect(menuOf(page)).toBeVisible();
    await expect(page.getByRole('button', { name: loginName })).toBeVisible();

    await page.getByRole('button', { name: loginName }).click();
    await page.getByRole('menuitem', { name: '退出登录' }).click();
    await new Shop(page).answer('确定退出登录？', '退出登录');
    // The one who has just gone is not brought back unasked.
    await expect(signInForm(page)).toBeVisible();
    await page.goto('/user/login?ticket=ST-of-no-one');
    await expect(signInForm(page).getByRole('alert')).toHaveText(
      '统一登录未通过：票据无效，或账号不可用',
    );
    await page.getByRole('link', { name: '统一登录' }).click();
    await expect(menuOf(page)).toBeVisible();
  } finally {
    for (const key of Object.keys(ways)) await setPlatform(request, key, '');
    cas.stop();
  }
});
