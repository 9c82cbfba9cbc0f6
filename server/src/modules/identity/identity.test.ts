import {
  messagesByStatus,
  addUserGrants,
  currentSettings,
  currentUser,
  grantedUsers,
  grantsExist,
  logTable,
  login,
  logout,
  menu,
  myWarehouses,
  ownTenant,
  partners,
  resetPassword,
  roleChoices,
  roleFunctions,
  roleTable,
  roles,
  setGrantedUsers,
  setRoleButtons,
  setRoleFunctions,
  setUserGrants,
  updatePassword,
  updateSettings,
  userGrants,
  userRights,
  userTable,
  users,
  usersByRoleType,
  viewAs,
  warehouses,
  institutions,
} from '@tradehouse/contract';
import type { InputOf, MenuEntry } from '@tradehouse/contract';
import { isStrongPassword } from '@tradehouse/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../app.ts';
import { aServer, passwordOf, sha256 } from '../../testing.ts';
import type { TestServer } from '../../testing.ts';
import { drawnPassword } from './passwords.ts';

let server: TestServer;
beforeAll(async () => {
  server = await aServer();
});
afterAll(() => server.stop());

let names = 0;
const word = (what: string): string => `${what}${(names += 1)}`;

const aRole = (more: Partial<InputOf<typeof roles.add>> = {}, token?: string) =>
  server.call(roles.add, { name: word('role'), dataScope: 'all', ...more }, token);
/** A role that opens these pages with these buttons. */
async function roleOf(
  pages: Readonly<Record<string, readonly ('1' | '2' | '3' | '7')[]>>,
  more: Partial<InputOf<typeof roles.add>> = {},
): Promise<string> {
  const { id } = await aRole(more);
  const urls = Object.keys(pages);
  await server.call(setRoleFunctions, { roleId: id, urls });
  const btnStr = urls.map((url) => ({ url, buttons: [...(pages[url] ?? [])] }));
  await server.call(setRoleButtons, { roleId: id, btnStr });
  return id;
}
const aUser = (more: Partial<InputOf<typeof users.add>> = {}, token?: string) => {
  const loginName = more.loginName ?? word('user');
  return server.call(users.add, { loginName, name: loginName, ...more }, token);
};
/** A user with these pages, signed in. */
async function whoHas(
  pages: Readonly<Record<string, readonly ('1' | '2' | '3' | '7')[]>>,
  more: Partial<InputOf<typeof roles.add>> = {},
): Promise<{ readonly id: string; readonly roleId: string; readonly token: string }> {
  const loginName = word('holder');
  const roleId = await roleOf(pages, more);
  const id = await server.addUser({ loginName, roleId });
  return { id, roleId, token: await server.signIn(loginName) };
}
const administrator = (more: Partial<InputOf<typeof roles.add>> = {}) =>
  whoHas({ '/system/user': ['1'], '/system/role': ['1'], '/bill/sale_out': ['1'] }, more);
const infoOf = (id: string, token?: string) => server.call(users.infoCall, { id }, token);
const change = async (
  id: string,
  more: Partial<InputOf<typeof users.update>>,
): Promise<InputOf<typeof users.update>> => {
  const { version, loginName, name, roleId } = await infoOf(id);
  return { id, version, loginName, name, roleId, ...more };
};
const knock = (loginName: string, password: string) =>
  server.request('POST', login.path, { loginName, password: sha256(password) }, { token: '' });
const pagesOf = (entries: readonly MenuEntry[]): string[] =>
  entries.flatMap(({ url, children }) => [url, ...pagesOf(children)]);
const rows = async (path: string, token?: string) =>
  (await server.request('GET', path, {}, token)).json<{
    data: { rows: Record<string, unknown>[] };
  }>().data.rows;

describe('a user', () => {
  test('comes with a login and an initial password, shown once and valid only for setting a new password', async () => {
    const loginName = word('new');
    const input = { loginName, name: 'New' };
    const first = await server.call(users.add, input, { key: loginName });
    expect(isStrongPassword(first.password ?? '')).toBe(true);
    const again = await server.call(users.add, input, { key: loginName });
    expect(again).toEqual({ ...first, password: null });
    const reply = await knock(loginName, first.password ?? '');
    const { token, user } = reply.json<{
      data: { token: string; user: { id: string; mustChangePassword: boolean } };
    }>().data;
    expect(user.mustChangePassword).toBe(true);
    expect(await server.refusal(menu, {}, token)).toMatchObject({ key: 'password.mustChange' });
    await server.call(
      updatePassword,
      {
        userId: user.id,
        oldpassword: sha256(first.password ?? ''),
        password: sha256('My-own-1-word'),
      },
      token,
    );
    expect((await server.call(menu, {}, token)).length).toBe(1);
  });

  test('may be given a first password, but no guessable password', async () => {
    const loginName = word('chosen');
    const asked = (password: string) => ({ loginName, name: 'Chosen', password: sha256(password) });
    expect(await server.refusal(users.add, asked('Abc12345!'))).toMatchObject({
      key: 'password.tooCommon',
    });
    expect(await server.call(users.add, asked('Given-for-1-day'))).toMatchObject({
      password: null,
    });
    expect((await knock(loginName, 'Given-for-1-day')).statusCode).toBe(200);
  });

  test('has a login name unique across all companies', async () => {
    const loginName = word('taken');
    await aUser({ loginName });
    for (const name of [loginName, 'other']) {
      expect(await server.refusal(users.add, { loginName: name, name: 'x' })).toMatchObject({
        key: 'login.taken',
        data: { field: 'loginName' },
      });
      expect(await server.call(users.nameExists, { name })).toEqual({ status: true });
    }
    expect(await server.refusal(users.add, { loginName: 'Admin', name: 'x' })).toMatchObject({
      key: 'login.reserved',
    });
    expect(await server.call(users.nameExists, { name: word('free') })).toEqual({ status: false });
  });

  test('cannot change the login name, and an update with a stale version is refused', async () => {
    const { id } = await aUser();
    const roleId = await roleOf({});
    const asked = await change(id, { name: 'Renamed', roleId, phone: '1', hideAmounts: true });
    expect(await server.refusal(users.update, { ...asked, loginName: 'another' })).toMatchObject({
      key: 'request.field',
    });
    await server.call(users.update, asked);
    expect(await infoOf(id)).toMatchObject({ name: 'Renamed', roleId, hideAmounts: true });
    expect(await server.refusal(users.update, asked)).toMatchObject({ key: 'record.stale' });
  });

  test('is listed with role, type and institution', async () => {
    const roleId = await roleOf({});
    const loginName = word('listed');
    await aUser({ loginName, roleId, distributor: true, jobTitle: 'Agent' });
    const listed = await rows(`${userTable.path}?search={"loginName":"${loginName}"}`);
    expect(listed).toMatchObject([{ loginName, userType: 'distributor', jobTitle: 'Agent' }]);
    const [owner] = await rows(`${userTable.path}?search={"loginName":"demo"}`);
    expect(owner).toMatchObject({ userType: 'owner', enabled: true });
  });

  test.each(['disabled', 'deleted', 'given another password'])(
    'has no session once %s',
    async (how) => {
      const loginName = word('gone');
      const id = await server.addUser({ loginName, role: 'keeper' });
      const token = await server.signIn(loginName);
      await server.call(currentUser, {}, token);
      if (how === 'disabled') await server.call(users.setStatus, { ids: id, status: '0' });
      else if (how === 'deleted') await server.call(users.remove, { id });
      else await server.call(resetPassword, { id });
      expect(await server.refusal(currentUser, {}, token)).toMatchObject({ status: 401 });
      if (how === 'deleted')
        expect((await knock(loginName, passwordOf(loginName))).statusCode).toBe(422);
    },
  );

  test('has a real name for lists and creators, and a nickname for the own session', async () => {
    const loginName = word('named');
    const roleId = await roleOf({ '/system/depot': ['1'] });
    const id = await server.addUser({ loginName, roleId });
    const token = await server.signIn(loginName);
    const session = async () => {
      const { username, realname, nickname } = await server.call(currentUser, {}, token);
      return { username, realname, nickname };
    };
    await server.call(users.update, await change(id, { name: 'Wang Xiaoming' }));
    expect(await session()).toEqual({
      username: 'Wang Xiaoming',
      realname: 'Wang Xiaoming',
      nickname: 'Wang Xiaoming',
    });
    await server.call(users.update, await change(id, { nickname: 'Ming' }));
    expect(await session()).toMatchObject({ realname: 'Wang Xiaoming', nickname: 'Ming' });
    expect(await infoOf(id)).toMatchObject({ name: 'Wang Xiaoming', nickname: 'Ming' });
    expect(await rows(`${userTable.path}?search={"name":"Ming"}`)).toEqual([
      expect.objectContaining({ id, name: 'Wang Xiaoming', nickname: 'Ming' }),
    ]);
    await server.call(warehouses.add, { name: word('store') }, token);
    const logged = await rows(logTable.path);
    expect(logged.filter((row) => row['loginName'] === loginName)).toContainEqual(
      expect.objectContaining({ userName: 'Wang Xiaoming' }),
    );
  });

  test('named as creator of a record cannot be deleted', async () => {
    const { id } = await aUser();
    await server.call(partners.add, { type: 'customer', name: word('c') });
    await sql`update partner set creator_id = ${id}`.execute(server.database.admin);
    expect(await server.refusal(users.remove, { id })).toMatchObject({ key: 'record.inUse' });
  });

  test('a user leads an institution alone, and needs an institution where the role requires one', async () => {
    const { rows: made } = await sql<{ id: string }>`
      insert into institution (tenant_id, name, number) values (${server.company.tenantId}, 'led', 'L') returning id`.execute(
      server.database.admin,
    );
    const institutionId = made[0]?.id ?? '';
    const loginName = word('leads');
    await aUser({ loginName, institutionId, leader: true });
    expect(await server.call(institutions.infoCall, { id: institutionId })).toMatchObject({
      leaderName: loginName,
      users: 1,
    });
    const second = { loginName: word('second'), name: 'x', institutionId, leader: true };
    expect(await server.refusal(users.add, second)).toMatchObject({ key: 'user.leaderTaken' });
    const roleId = await roleOf({}, { dataScope: 'institution' });
    const lost = { loginName: word('lost'), name: 'x', roleId };
    expect(await server.refusal(users.add, lost)).toMatchObject({ key: 'role.needsInstitution' });
    await aUser({ roleId, institutionId });
  });

  test('counts toward the company’s limit of users, unless switched off', async () => {
    const { id, token } = await whoHas({});
    const { userCurrentNum, ...own } = await server.call(ownTenant, {}, token);
    expect(own).toEqual({
      plan: 'unlimited',
      planName: 'Unlimited',
      expireTime: null,
      userNumLimit: 1000,
    });
    const limit = (most: number) =>
      sql`update tenant set user_limit = ${most} where code = 'demo'`.execute(
        server.database.admin,
      );
    await limit(userCurrentNum);
    expect(await server.refusal(users.add, { loginName: word('full'), name: 'x' })).toMatchObject({
      key: 'users.limit',
    });
    await server.call(users.setStatus, { ids: id, status: '0' });
    const instead = await aUser();
    const full = (await server.call(messagesByStatus, { status: '1' })).filter(
      ({ type }) => type === 'usersFull',
    );
    expect(full).toEqual([
      expect.objectContaining({
        msgTitle: `User limit reached: ${userCurrentNum} / ${userCurrentNum}`,
        openPage: '/system/user',
      }),
    ]);
    expect(await server.refusal(users.setStatus, { ids: id, status: '1' })).toMatchObject({
      key: 'users.limit',
    });
    await server.call(users.remove, { id: instead.id });
    // Two at once for one place: one comes too late.
    const both = await Promise.all(
      [word('race'), word('race')].map((loginName) =>
        server.request('POST', users.add.path, { loginName, name: loginName }),
      ),
    );
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 422]);
    await limit(1000);
  });

  test('after a reset gets the platform’s default password, or else a generated password', async () => {
    const loginName = word('reset');
    const id = await server.addUser({ loginName });
    const set = (value: string) =>
      sql`update platform_config set value = ${value} where key = 'reset_password'`.execute(
        server.database.admin,
      );
    await set('Everybody-1');
    expect(await server.call(resetPassword, { id })).toEqual({ password: 'Everybody-1' });
    await set('');
    const { password } = await server.call(resetPassword, { id });
    expect((await knock(loginName, password ?? '')).statusCode).toBe(200);
    const { rows: kept } = await sql<{ kept: string }>`
      select string_agg(i::text, ' ') as kept from (select answer from idempotency) i`.execute(
      server.database.admin,
    );
    expect(kept[0]?.kept ?? '').not.toContain(password);
  });

  test('a generated password always satisfies the password composition rules', () => {
    for (let at = 0; at < 200; at += 1) expect(isStrongPassword(drawnPassword())).toBe(true);
  });

  test('is listed among the users of their role type', async () => {
    const id = await server.addUser({ loginName: word('seller'), role: 'salesperson' });
    await sql`update role set type = 'salesperson' where id = ${server.company.roleIds.salesperson}`.execute(
      server.database.admin,
    );
    const offered = await server.call(usersByRoleType, { roleType: 'salesperson' });
    expect(offered.map((user) => user.id)).toContain(id);
    const reply = await server.request('GET', userTable.path, {
      search: { roleType: 'salesperson' },
      pageSize: 100,
    });
    const { rows } = reply.json<{
      data: { rows: readonly { readonly id: string; readonly roleType: string }[] };
    }>().data;
    expect(rows.map((row) => row.id)).toContain(id);
    expect(new Set(rows.map(({ roleType }) => roleType))).toEqual(new Set(['salesperson']));
    expect(await server.call(usersByRoleType, { roleType: 'nothing' })).toEqual([]);
  });
});

describe('the last administrator', () => {
  test('is the owner and cannot be disabled, deleted or given a role', async () => {
    const id = server.company.ownerId;
    const roleId = await roleOf({});
    for (const [endpoint, input] of [
      [users.setStatus, { ids: id, status: '0' }],
      [users.remove, { id }],
      [users.update, await change(id, { roleId })],
      [users.update, await change(id, { enabled: false })],
    ] as const)
      expect(await server.refusal(endpoint, input)).toMatchObject({ key: 'user.owner' });
    await server.call(users.update, await change(id, { name: 'Still the owner' }));
  });

  test('cannot disable, delete, reset or impersonate themselves', async () => {
    const { id, token } = await administrator();
    for (const [endpoint, input] of [
      [users.setStatus, { ids: id, status: '0' }],
      [users.remove, { id }],
      [resetPassword, { id }],
      [viewAs, { id }],
    ] as const)
      expect(await server.refusal(endpoint, input, token)).toMatchObject({ key: 'user.self' });
  });
});

describe('an administrator with limited rights', () => {
  const exceeded = { key: 'rights.exceeded', status: 403 };

  test('cannot give pages, buttons, scope or amounts beyond those rights', async () => {
    const { token } = await administrator({ dataScope: 'own', hiddenAmounts: ['cost'] });
    const name = word('greedy');
    const hidden = { hiddenAmounts: ['cost'] as const };
    expect(
      await server.refusal(roles.add, { name, dataScope: 'all', ...hidden }, token),
    ).toMatchObject(exceeded);
    expect(await server.refusal(roles.add, { name, dataScope: 'own' }, token)).toMatchObject(
      exceeded,
    );
    const { id: roleId } = await server.call(
      roles.add,
      { name, dataScope: 'own', hiddenAmounts: ['cost'] },
      token,
    );
    const give = (urls: string[]) => ({ roleId, urls });
    expect(
      await server.refusal(setRoleFunctions, give(['/bill/purchase_in']), token),
    ).toMatchObject(exceeded);
    await server.call(setRoleFunctions, give(['/bill/sale_out']), token);
    const buttons = (...codes: string[]) => ({
      roleId,
      btnStr: [{ url: '/bill/sale_out', buttons: codes }],
    });
    expect(await server.refusal(setRoleButtons, buttons('1', '2'), token)).toMatchObject(exceeded);
    await server.call(setRoleButtons, buttons('1') as never, token);
  });

  test.each<[string, Record<string, readonly ('1' | '2')[]>, Partial<InputOf<typeof roles.add>>]>([
    ['more pages', { '/bill/purchase_in': [] }, { dataScope: 'own' }],
    ['more buttons', { '/bill/sale_out': ['1', '2'] }, { dataScope: 'own' }],
    ['more data', {}, { dataScope: 'all' }],
    ['more amounts', {}, { dataScope: 'own', hiddenAmounts: [] }],
  ])('cannot assign, edit, disable or delete a role with %s', async (_, pages, more) => {
    const { token } = await administrator({ dataScope: 'own', hiddenAmounts: ['cost'] });
    const roleId = await roleOf(pages, { hiddenAmounts: ['cost'], ...more });
    const { version, name } = await server.call(roles.infoCall, { id: roleId });
    for (const [endpoint, input] of [
      [users.add, { loginName: word('lifted'), name: 'x', roleId }],
      [roles.update, { id: roleId, version, name, dataScope: 'own', hiddenAmounts: ['cost'] }],
      [roles.setStatus, { ids: roleId, status: '0' }],
      [roles.remove, { id: roleId }],
      [setRoleFunctions, { roleId, urls: [] }],
    ] as const)
      expect(await server.refusal(endpoint, input, token)).toMatchObject(exceeded);
    const offered = await server.call(roleChoices, {}, token);
    expect(offered.find(({ id }) => id === roleId)?.mayGive).toBe(false);
    // Nor is anyone who has it administered.
    const id = await server.addUser({ loginName: word('higher'), roleId });
    for (const [endpoint, input] of [
      [users.update, await change(id, { name: 'Lowered' })],
      [users.setStatus, { ids: id, status: '0' }],
      [users.remove, { id }],
      [resetPassword, { id }],
      [viewAs, { id }],
      [userRights, { id }],
      [setUserGrants, { type: 'UserDepot', keyId: id, add: [server.company.warehouseId] }],
    ] as const)
      expect(await server.refusal(endpoint, input, token)).toMatchObject(exceeded);
  });

  test('cannot add a page to their own role', async () => {
    const { roleId, token } = await administrator();
    expect(
      await server.refusal(setRoleFunctions, { roleId, urls: ['/system/customer'] }, token),
    ).toMatchObject(exceeded);
  });

  test('manages users and roles within those rights', async () => {
    const { token } = await administrator({ dataScope: 'own' });
    const { id: roleId } = await aRole({ dataScope: 'own' }, token);
    await server.call(setRoleFunctions, { roleId, urls: ['/bill/sale_out'] }, token);
    const { id } = await aUser({ roleId }, token);
    await server.call(resetPassword, { id }, token);
    await server.call(users.setStatus, { ids: id, status: '0' }, token);
    await server.call(users.remove, { id }, token);
    expect(await server.call(roles.remove, { id: roleId }, token)).toEqual({ changed: 1 });
  });
});

describe('a role', () => {
  test('has a unique name, and stays while a user has the role', async () => {
    const name = word('once');
    const { id } = await aRole({ name });
    expect(await server.refusal(roles.add, { name, dataScope: 'own' })).toMatchObject({
      key: 'name.taken',
      data: { field: 'name' },
    });
    expect(await server.call(roles.nameExists, { name })).toEqual({ status: true });
    const user = await aUser({ roleId: id });
    expect(await server.refusal(roles.remove, { id })).toMatchObject({ key: 'record.inUse' });
    const [row] = await rows(`${roleTable.path}?search={"name":"${name}"}`);
    expect(row).toMatchObject({ users: 1, dataScope: 'all', hiddenAmounts: [] });
    await server.call(users.remove, { id: user.id });
    await server.call(roles.remove, { id });
  });

  test('opens pages of the menu with the buttons of each page, and nothing else', async () => {
    const roleId = await roleOf({ '/bill/sale_out': ['1', '7'], '/report/material_stock': [] });
    const { rows: menuRows } = await server.call(roleFunctions, { roleId });
    const sale = menuRows.find(({ url }) => url === '/bill/sale_out');
    expect(sale).toMatchObject({
      checked: true,
      buttons: ['1', '7'],
      offered: ['1', '2', '3', '7'],
    });
    expect(menuRows.find(({ number }) => number === sale?.parentNumber)).toMatchObject({
      group: true,
      checked: false,
    });
    expect(
      await server.refusal(setRoleButtons, {
        roleId,
        btnStr: [{ url: '/report/material_stock', buttons: ['1'] }],
      }),
    ).toMatchObject({ key: 'role.noButton' });
    expect(
      await server.refusal(setRoleButtons, {
        roleId,
        btnStr: [{ url: '/bill/purchase_in', buttons: ['1'] }],
      }),
    ).toMatchObject({ key: 'record.missing' });
    // Another choice of pages keeps the buttons of those that stay.
    await server.call(setRoleFunctions, { roleId, urls: ['/bill/sale_out', '/bill/sale_back'] });
    const after = await server.call(roleFunctions, { roleId });
    const opened = after.rows.filter(({ checked }) => checked);
    expect(opened.map(({ url, buttons }) => [url, buttons])).toEqual([
      ['/bill/sale_out', ['1', '7']],
      ['/bill/sale_back', []],
    ]);
    expect(await server.call(grantsExist, { type: 'RoleFunctions', keyId: roleId })).toEqual({
      id: roleId,
    });
  });

  test('withdraws a removed right from its users at their next call', async () => {
    const { roleId, token } = await whoHas({ '/system/customer': ['1'] });
    const add = () =>
      server.request('POST', partners.add.path, { type: 'customer', name: word('c') }, token);
    expect((await add()).statusCode).toBe(200);
    await server.call(setRoleButtons, {
      roleId,
      btnStr: [{ url: '/system/customer', buttons: [] }],
    });
    expect((await add()).statusCode).toBe(403);
    await server.call(setRoleFunctions, { roleId, urls: [] });
    expect(pagesOf((await server.call(menu, {}, token)) as MenuEntry[])).toEqual([
      '/dashboard/analysis',
    ]);
  });

  test('grants no rights once disabled', async () => {
    const { roleId, token } = await whoHas({ '/system/customer': ['1'] });
    await server.call(roles.setStatus, { ids: roleId, status: '0' });
    expect(await server.refusal(partners.infoCall, { id: '1' }, token)).toMatchObject({
      status: 403,
    });
  });
});

describe('grants', () => {
  const granting = async (on: boolean) => {
    const { version } = await server.call(currentSettings, {});
    await server.call(updateSettings, { version, warehouseGrants: on, customerGrants: on });
  };

  test('grants of warehouses and customers are given singly or all, from user or record', async () => {
    await granting(true);
    const depot = await server.call(warehouses.add, { name: word('depot') });
    const customer = await server.call(partners.add, { type: 'customer', name: word('buyer') });
    const { id, token } = await whoHas({ '/system/customer': [], '/system/depot': [] });
    const seen = async () => (await server.call(myWarehouses, {}, token)).map((each) => each.id);
    expect(await seen()).toEqual([]);
    await server.call(addUserGrants, { type: 'UserDepot', keyId: id, add: [depot.id] });
    expect(await seen()).toEqual([depot.id]);
    const listed = await server.call(userGrants, { type: 'UserDepot', keyId: id });
    expect(listed).toMatchObject({ inForce: true, all: false, mayGiveAll: true });
    expect(listed.rows[0]).toMatchObject({ id: depot.id, granted: true });
    expect(listed.rows.filter(({ granted }) => granted).length).toBe(1);
    await server.call(setGrantedUsers, { type: 'UserDepot', value: depot.id, remove: [id] });
    expect(await seen()).toEqual([]);
    await server.call(setUserGrants, { type: 'UserDepot', keyId: id, all: true });
    expect((await seen()).length).toBeGreaterThan(1);
    const ofDepot = await server.call(grantedUsers, { type: 'UserDepot', value: depot.id });
    expect(ofDepot.rows.find((row) => row.id === id)).toMatchObject({ granted: false, all: true });

    await server.call(setGrantedUsers, { type: 'UserCustomer', value: customer.id, add: [id] });
    expect(await server.call(grantsExist, { type: 'UserCustomer', keyId: id })).toEqual({ id });
    expect(await server.call(partners.infoCall, { id: customer.id }, token)).toMatchObject({
      id: customer.id,
    });
    await server.call(setUserGrants, { type: 'UserCustomer', keyId: id, remove: [customer.id] });
    expect(await server.refusal(partners.infoCall, { id: customer.id }, token)).toMatchObject({
      status: 404,
    });
    await granting(false);
  });

  test('name only existing records within the grantor’s rights', async () => {
    await granting(true);
    const depot = await server.call(warehouses.add, { name: word('depot') });
    const hidden = await server.call(warehouses.add, { name: word('hidden') });
    const supplier = await server.call(partners.add, { type: 'supplier', name: word('s') });
    const { id, token } = await administrator();
    await server.call(setUserGrants, { type: 'UserDepot', keyId: id, add: [depot.id] });
    const other = await server.addUser({ loginName: word('other') });
    const give = (more: object) => ({ type: 'UserDepot', keyId: other, ...more });
    expect(await server.refusal(setUserGrants, give({ add: [hidden.id] }), token)).toMatchObject({
      key: 'record.missing',
    });
    expect(await server.refusal(setUserGrants, give({ all: true }), token)).toMatchObject({
      key: 'rights.exceeded',
    });
    expect(
      await server.refusal(setUserGrants, {
        type: 'UserCustomer',
        keyId: other,
        add: [supplier.id],
      }),
    ).toMatchObject({ key: 'record.missing' });
    expect(
      await server.refusal(grantedUsers, { type: 'UserDepot', value: hidden.id }, token),
    ).toMatchObject({ key: 'record.missing' });
    await server.call(setUserGrants, give({ add: [depot.id] }) as never, token);
    const offered = await server.call(userGrants, { type: 'UserDepot', keyId: other }, token);
    expect(offered).toMatchObject({ mayGiveAll: false, rows: [{ id: depot.id, granted: true }] });
    // Somebody with a warehouse more is out of reach.
    await server.call(setUserGrants, give({ add: [hidden.id] }) as never);
    expect(await server.refusal(resetPassword, { id: other }, token)).toMatchObject({
      key: 'rights.exceeded',
    });
    await granting(false);
  });
});

describe('rights of another user', () => {
  test('are returned with the reason for each page, document scope and amount', async () => {
    const { id, roleId } = await whoHas(
      { '/bill/sale_out': ['1'] },
      { dataScope: 'own', hiddenAmounts: ['cost'] },
    );
    const told = await server.call(userRights, { id });
    expect(told).toMatchObject({
      pages: [{ url: '/bill/sale_out', title: 'Delivery', why: 'role', buttons: ['1'] }],
      withheld: [],
      documents: { scope: 'own', why: 'role' },
      warehouses: { all: true, why: 'ungranted' },
      mayView: true,
    });
    expect(told.amounts.find(({ mask }) => mask === 'cost')).toEqual({
      mask: 'cost',
      shown: false,
      why: 'role',
    });
    await server.call(users.update, await change(id, { hideAmounts: true }));
    await sql`update tenant set function_urls = '{/bill/sale_back,/system/user,/system/role}' where code = 'demo'`.execute(
      server.database.admin,
    );
    const less = await server.call(userRights, { id });
    await sql`update tenant set function_urls = null where code = 'demo'`.execute(
      server.database.admin,
    );
    expect(less).toMatchObject({
      pages: [],
      withheld: [{ url: '/bill/sale_out', why: 'company' }],
    });
    expect(less.amounts.every(({ shown, why }) => !shown && why === 'user')).toBe(true);
    await server.call(roles.setStatus, { ids: roleId, status: '0' });
    expect(await server.call(userRights, { id })).toMatchObject({
      documents: { scope: 'own', why: 'roleOff' },
    });
    expect(await server.call(userRights, { id: server.company.ownerId })).toMatchObject({
      documents: { scope: 'all', why: 'owner' },
      mayView: false,
    });
  });

  test('impersonation has the user’s rights, changes nothing, is logged, and ends at sign-out', async () => {
    const { id } = await whoHas({ '/system/customer': ['1'] });
    const { token, user } = await server.call(viewAs, { id });
    expect(user).toMatchObject({ id, mustChangePassword: false });
    expect(pagesOf((await server.call(menu, {}, token)) as MenuEntry[])).toContain(
      '/system/customer',
    );
    expect(
      await server.refusal(partners.add, { type: 'customer', name: word('c') }, token),
    ).toMatchObject({ key: 'session.viewing' });
    const { rows: logged } = await sql<{ user_id: string }>`
      select user_id from audit_log where action = 'viewAs' and subject_id = ${id}`.execute(
      server.database.admin,
    );
    expect(logged).toEqual([{ user_id: server.company.ownerId }]);
    await server.call(logout, {}, token);
    expect(await server.refusal(menu, {}, token)).toMatchObject({ status: 401 });
    const { rows: left } = await sql`
      select from audit_log where action = 'logout' and user_id = ${id}`.execute(
      server.database.admin,
    );
    expect(left).toEqual([]);
  });

  test('impersonation ends when the impersonator loses a right or is disabled', async () => {
    const { id: viewerId, roleId, token: mine } = await administrator({ dataScope: 'all' });
    const { id } = await aUser();
    const first = await server.call(viewAs, { id }, mine);
    await server.call(setRoleFunctions, { roleId, urls: ['/system/user'] });
    expect(await server.refusal(menu, {}, first.token)).toMatchObject({ status: 401 });
    await server.call(setRoleButtons, {
      roleId,
      btnStr: [{ url: '/system/user', buttons: ['1'] }],
    });
    const second = await server.call(viewAs, { id }, mine);
    await server.call(users.setStatus, { ids: viewerId, status: '0' });
    expect(await server.refusal(menu, {}, second.token)).toMatchObject({ status: 401 });
  });

  test('a disabled user cannot be impersonated', async () => {
    const { id } = await aUser({ enabled: false });
    expect(await server.refusal(viewAs, { id })).toMatchObject({ key: 'record.missing' });
  });
});

describe('login names of another company', () => {
  test.each(['\u0430-low', 'a-low\u200b', '\uff41-low', 'A-LOW', '\u0441\u0430\u0442'])(
    'cannot be registered again in a look-alike spelling: %j',
    async (loginName) => {
      for (const taken of ['a-low', 'cat'])
        await server.addUser({ loginName: taken, company: server.stranger }).catch(() => {});
      const refused = await server.refusal(users.add, { loginName, name: 'x' });
      expect(['login.unclear', 'login.taken']).toContain(refused.key);
    },
  );

  test('cannot be probed: a company may check thirty names in five minutes', async () => {
    const token = await server.signIn('other');
    const ask = (name: string) => server.request('GET', users.nameExists.path, { name }, token);
    for (let asked = 0; asked < 30; asked += 1) expect((await ask('demo')).statusCode).toBe(200);
    expect((await ask('demo')).statusCode).toBe(429);
    const add = (loginName: string) =>
      server.request('POST', users.add.path, { loginName, name: 'x' }, token);
    expect((await add('still-added')).statusCode).toBe(200);
    for (let asked = 0; asked < 30; asked += 1) expect((await add('demo')).statusCode).toBe(422);
    expect((await add('demo')).statusCode).toBe(429);
  });
});

test('a removed right is refused by other processes within a second', async () => {
  const { roleId, token } = await whoHas({ '/system/customer': ['1'] });
  const second = await createApp({ database: server.database.connections.app });
  const there = () =>
    second.inject({
      method: 'POST',
      url: '/api/supplier/add',
      headers: { 'x-access-token': token },
      payload: { type: 'customer', name: word('c') },
    });
  try {
    expect((await there()).statusCode).toBe(200);
    await server.call(setRoleButtons, {
      roleId,
      btnStr: [{ url: '/system/customer', buttons: [] }],
    });
    const taken = performance.now();
    for (let status = 200, begun = taken; status !== 403;) {
      begun = performance.now();
      ({ statusCode: status } = await there());
      // A busy machine answers late: the begin of the call counts.
      if (status !== 403) expect(begun - taken).toBeLessThan(1000);
    }
  } finally {
    await second.close();
  }
});
