import {
  currentSettings,
  currentUser,
  login,
  logout,
  menu,
  platformName,
  preferences,
  roles,
  savePreference,
  updatePassword,
  updateSettings,
} from '@tradehouse/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../app.ts';
import { passwordChecks } from '../../kernel/http/index.ts';
import { aServer, passwordOf, sha256 } from '../../testing.ts';
import type { Refusal, TestServer } from '../../testing.ts';
import { hashPassword } from './index.ts';

let server: TestServer;
beforeAll(async () => {
  server = await aServer();
  await server.addUser({ loginName: 'sally', role: 'salesperson' });
});
afterAll(() => server.stop());

const knock = (loginName: string, password = passwordOf(loginName)) =>
  server.call(login, { loginName, password: sha256(password) }, { token: '' });
const turnedAway = (loginName: string, password = passwordOf(loginName)): Promise<Refusal> =>
  server.refusal(login, { loginName, password: sha256(password) }, { token: '' });
const change = (query: ReturnType<typeof sql>) => query.execute(server.database.admin);

/** How many passwords this process has compared: it is the comparison that takes time. */
const comparisons = async (): Promise<number> =>
  (await passwordChecks.get()).values[0]?.value ?? Number.NaN;

describe('signing in', () => {
  test('answers a token and the user', async () => {
    const { token, user } = await knock('demo');
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    expect(user).toMatchObject({
      loginName: 'demo',
      tenantId: server.company.tenantId,
      owner: true,
      operator: false,
    });
    expect(await server.call(currentUser, {}, token)).toEqual(user);
  });

  test('keeps neither token nor password in readable form', async () => {
    const { token } = await knock('demo');
    const { rows } = await change(
      sql`select (select string_agg(s::text, ' ') from session s) || (select string_agg(l::text, ' ') from login l) as kept`,
    );
    const { kept } = rows[0] as { kept: string };
    expect(kept).not.toContain(token);
    expect(kept).not.toContain(sha256(passwordOf('demo')));
    expect(kept).toContain('$argon2id$');
  });

  test.each([
    ['a wrong password', async () => turnedAway('sally', 'wrong')],
    ['a name no one has', async () => turnedAway('no one at all')],
    [
      'a user who was switched off',
      async () => {
        await server.addUser({ loginName: 'off' });
        await change(sql`update app_user set enabled = false where login_name = 'off'`);
        return turnedAway('off');
      },
    ],
    [
      'a company that was switched off',
      async () => {
        await change(sql`update tenant set enabled = false where code = 'other'`);
        return turnedAway('other');
      },
    ],
    [
      'a company whose time is long over',
      async () => {
        await change(
          sql`update tenant set enabled = true, expires_at = now() - interval '30 days 1 second' where code = 'other'`,
        );
        return turnedAway('other');
      },
    ],
  ])(
    'signing in with %s gets the common answer after a single password comparison',
    async (_, tried) => {
      const before = await comparisons();
      const answer = await tried();
      expect((await comparisons()) - before).toBe(1);
      expect(answer).toEqual({
        status: 422,
        code: 500014,
        key: 'login.failed',
        data: { key: 'login.failed' },
        message: 'Wrong login name or password, or the account is not usable',
      });
    },
  );
});

describe('a session', () => {
  test('ends with logging out', async () => {
    const { token } = await knock('sally');
    await server.call(logout, {}, token);
    expect(await server.refusal(currentUser, {}, token)).toMatchObject({
      status: 401,
      message: 'loginOut',
    });
  });

  test.each([
    ['its time is over', sql`update session set expires_at = now()`],
    [
      'its user is switched off',
      sql`update app_user set enabled = false where login_name = 'doomed'`,
    ],
    ['its company is switched off', sql`update tenant set enabled = false where code = 'demo'`],
  ])('is refused within seconds when %s', async (_, blow) => {
    await server.addUser({ loginName: 'doomed' }).catch(() => {});
    await change(sql`update app_user set enabled = true where login_name = 'doomed'`);
    const { token } = await knock('doomed');
    await server.call(currentUser, {}, token);
    await change(blow);
    await expect
      .poll(async () => (await server.request('GET', '/user/getUserSession', {}, token)).statusCode)
      .toBe(401);
    await change(sql`update tenant set enabled = true`);
  });

  test('loses a right soon in every process', async () => {
    const second = await createApp({ database: server.database.connections.app });
    const { token } = await knock('sally');
    const ask = async () => [
      (await server.request('GET', '/system/none', {}, token)).statusCode,
      ...(await Promise.all(
        [server.app, second].map(async (app) => {
          const reply = await app.inject({
            method: 'POST',
            url: '/api/function/findMenuByPNumber',
            payload: {},
            headers: { 'x-access-token': token },
          });
          return JSON.stringify(reply.json()).includes('/bill/sale_out');
        }),
      )),
    ];
    expect(await ask()).toEqual([404, true, true]);
    await change(
      sql`delete from role_function where role_id = ${server.company.roleIds.salesperson} and function_url = '/bill/sale_out'`,
    );
    await expect.poll(ask).toEqual([404, false, false]);
    await second.close();
  });
});

describe('the menu', () => {
  test('holds home and the pages of the role under their groups, in the language asked for', async () => {
    const token = await server.signIn('sally');
    const nodes = (await server.call(menu, { pNumber: '0' }, { token, language: 'en' })) as {
      text: string;
      url: string;
      component: string;
      children: { url: string; buttons: string[] }[];
    }[];
    expect(nodes[0]).toMatchObject({ text: 'Home', url: '/dashboard/analysis' });
    expect(nodes.map(({ text }) => text)).toEqual([
      'Home',
      'Retail',
      'Purchasing',
      'Sales',
      'Logistics',
      'Finance',
      'Reports',
      'Products',
      'Master data',
    ]);
    const customers = nodes
      .flatMap(({ children }) => children)
      .find(({ url }) => url === '/system/customer');
    expect(customers?.buttons).toEqual(['1', '3']);
    const chinese = (await server.call(menu, {}, { token, language: 'zh-cn' })) as {
      text: string;
    }[];
    expect(chinese[0]?.text).toBe('首页');
  });

  test('the menu of an owner holds everything, of a user without a role only home', async () => {
    await server.addUser({ loginName: 'new here' });
    const urls = async (who: string) =>
      JSON.stringify(await server.call(menu, {}, await server.signIn(who)));
    expect(await urls('demo')).toContain('/bill/purchase_in');
    expect(JSON.parse(await urls('new here'))).toHaveLength(1);
  });

  test('the menu of another user is reported missing', async () => {
    const { ownerId } = server.company;
    expect(
      await server.refusal(menu, { userId: ownerId }, await server.signIn('sally')),
    ).toMatchObject({ key: 'record.missing' });
    expect(await server.call(menu, { userId: ownerId })).toBeDefined();
  });
});

describe('a password', () => {
  const fresh = sha256('A-new-one-77');
  const setOwn = async (loginName: string, more: object = {}) => {
    const { token, user } = await knock(loginName);
    return {
      token,
      input: {
        userId: user.id,
        oldpassword: sha256(passwordOf(loginName)),
        password: fresh,
        ...more,
      },
    };
  };

  test('is changed by its owner, ending every further session', async () => {
    await server.addUser({ loginName: 'changer' });
    const { token: elsewhere } = await knock('changer');
    const { token, input } = await setOwn('changer');
    await server.call(updatePassword, input, token);
    expect(await server.refusal(currentUser, {}, elsewhere)).toMatchObject({ status: 401 });
    expect(await server.call(currentUser, {}, token)).toMatchObject({ loginName: 'changer' });
    expect(await turnedAway('changer')).toMatchObject({ key: 'login.failed' });
    expect(await knock('changer', 'A-new-one-77')).toHaveProperty('token');
  });

  test.each([
    [{ oldpassword: sha256('wrong') }, 'password.wrong'],
    [{ password: sha256('Password123!') }, 'password.tooCommon'],
    [{ password: sha256('Welcome@2026') }, 'password.tooCommon'],
    [{ password: sha256('Woaini1314!') }, 'password.tooCommon'],
    [{ password: sha256('keeper of keys') }, 'password.tooCommon'],
    [{ password: sha256(passwordOf('keeper of keys')) }, 'password.unchanged'],
    [{ password: 'in the clear' }, 'request.field'],
    [{ userId: '1' }, 'record.missing'],
  ])('is not changed by the invalid request %j', async (more, key) => {
    await server.addUser({ loginName: 'keeper of keys' }).catch(() => {});
    const { token, input } = await setOwn('keeper of keys', more);
    expect(await server.refusal(updatePassword, input, token)).toMatchObject({ key });
  });

  test('set by a reset is valid only for setting a new password', async () => {
    await server.addUser({ loginName: 'reset', role: 'salesperson' });
    await change(sql`update login set must_change = true where login_name = 'reset'`);
    const { token, input } = await setOwn('reset');
    expect(await server.refusal(menu, {}, token)).toMatchObject({
      status: 403,
      key: 'password.mustChange',
    });
    expect(await server.call(currentUser, {}, token)).toMatchObject({ mustChangePassword: true });
    await server.call(updatePassword, input, token);
    expect(await server.call(menu, {}, token)).toBeDefined();
  });

  test('a password hashed eight times concurrently has eight different hashes', async () => {
    const hashes = await Promise.all(Array.from({ length: 8 }, () => hashPassword(fresh)));
    expect(new Set(hashes).size).toBe(8);
  });
});

test('every user can read the settings, and every visitor the product name', async () => {
  expect(await server.call(currentSettings, {})).toMatchObject({
    companyName: 'demo',
    timeZone: 'Asia/Shanghai',
    hiddenAmounts: [],
    version: 1,
  });
  expect(await server.call(platformName, {}, { token: '' })).toBe('Tradehouse 商仓');
});

describe('page settings', () => {
  test('are stored separately for each user', async () => {
    const value = { columns: ['name'], pageSize: 20 };
    await server.call(savePreference, { name: '/system/depot', value });
    await server.call(savePreference, { name: '/system/depot', value: { ...value, pageSize: 30 } });
    expect(await server.call(preferences, {})).toEqual({
      '/system/depot': { ...value, pageSize: 30 },
    });
    expect(await server.call(preferences, {}, await server.signIn('sally'))).toEqual({});
  });

  test('page settings over twenty thousand characters are too large', async () => {
    expect(
      await server.refusal(savePreference, { name: 'x', value: 'x'.repeat(20_000) }),
    ).toMatchObject({ status: 413 });
  });

  test('page settings with endless nesting are refused', async () => {
    const [deep, fair] = [3_000, 20].map(
      (levels) => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`) as unknown,
    );
    expect(await server.refusal(savePreference, { name: 'x', value: deep })).toMatchObject({
      status: 400,
      data: { field: 'value' },
    });
    expect(await server.call(savePreference, { name: 'x', value: fair })).toEqual({});
  });
});

test('an operator signs in like any user and is marked as operator', async () => {
  const { user } = await knock('admin');
  expect(user).toMatchObject({ operator: true, tenantName: 'Tradehouse' });
});

test('a landing page is chosen by the user, else by the role, else by the company', async () => {
  const { id: roleId } = await server.call(roles.add, {
    name: 'Begins with stock',
    dataScope: 'own',
    landingUrl: '/report/material_stock',
  });
  await server.addUser({ loginName: 'lands', roleId });
  const token = await server.signIn('lands');
  const landings = async () => (await server.call(currentSettings, {}, token)).landings;
  expect(await landings()).toEqual(['/report/material_stock']);
  const { version } = await server.call(currentSettings, {});
  await server.call(updateSettings, { version, landingUrl: '/bill/sale_out' });
  await server.call(savePreference, { name: 'landing', value: '/bill/sale_order' }, token);
  expect(await landings()).toEqual([
    '/bill/sale_order',
    '/report/material_stock',
    '/bill/sale_out',
  ]);
  expect((await server.call(currentSettings, {})).landings).toEqual(['/bill/sale_out']);
  for (const landingUrl of ['/nowhere', '/system/tenant'])
    expect(
      await server.refusal(updateSettings, { version: version + 1, landingUrl }),
    ).toMatchObject({ data: { field: 'landingUrl' } });
});
