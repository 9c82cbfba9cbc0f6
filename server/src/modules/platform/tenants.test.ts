import {
  addTenant,
  currentSettings,
  currentUser,
  goodsDocuments,
  login,
  menu,
  messagesByStatus,
  platformConfigTable,
  pluginTable,
  products,
  resetTenantOwner,
  setTenantStatus,
  tenantFunctions,
  tenantInfo,
  tenantNameExists,
  tenantTable,
  tenantUsage,
  updatePassword,
  updatePlatformConfig,
  updateTenant,
  myWarehouses,
  accountChoices,
  partners,
} from '@tradehouse/contract';
import type { InputOf, MenuEntry } from '@tradehouse/contract';
import { verifyDatabase } from '@tradehouse/database';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tellEndingTerms } from './termNotice.ts';
import { createApp } from '../../app.ts';
import { aServer, passwordOf, sha256 } from '../../testing.ts';
import type { TestServer } from '../../testing.ts';

let server: TestServer;
let operator: string;
beforeAll(async () => {
  server = await aServer();
  operator = await server.signIn('admin');
});
afterAll(() => server.stop());

const add = (loginName: string, more: Partial<InputOf<typeof addTenant>> = {}) =>
  server.call(addTenant, { loginName, ...more }, operator);
const info = (id: string) => server.call(tenantInfo, { id }, operator);
const signIn = (loginName: string, password: string) =>
  server.call(login, { loginName, password: sha256(password) }, '');

/** A new company's owner, with a password of their own. */
async function anOwner(loginName: string, more: Partial<InputOf<typeof addTenant>> = {}) {
  const { id, password } = await add(loginName, more);
  const first = await signIn(loginName, password ?? '');
  const own = passwordOf(loginName);
  await server.call(
    updatePassword,
    { userId: first.user.id, oldpassword: sha256(password ?? ''), password: sha256(own) },
    first.token,
  );
  return { id, token: first.token, own };
}

interface List {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly total: number;
}
async function list(path: string, search: object = {}): Promise<List> {
  const reply = await server.request('GET', path, { search, pageSize: 100 }, operator);
  return reply.json<{ data: List }>().data;
}

describe('a new company', () => {
  test('is ready to work: its owner sets a password and receives goods at once', async () => {
    const { id, password } = await add('newco', {
      name: 'New Company',
      plan: 'paid',
      userLimit: 7,
    });
    expect(password).toMatch(/^\S{14}$/);
    const { token, user } = await signIn('newco', password ?? '');
    expect(user).toMatchObject({
      owner: true,
      tenantName: 'New Company',
      mustChangePassword: true,
    });
    // The first password opens nothing but the way to another.
    expect(await server.refusal(myWarehouses, {}, token)).toMatchObject({
      key: 'password.mustChange',
    });
    await server.call(
      updatePassword,
      { userId: user.id, oldpassword: sha256(password ?? ''), password: sha256('Own-Word-7') },
      token,
    );
    const [warehouse] = await server.call(myWarehouses, {}, token);
    const { accountList } = await server.call(accountChoices, {}, token);
    const supplier = await server.call(partners.add, { type: 'supplier', name: 'Mill' }, token);
    await server.call(
      products.add,
      { name: 'Flour', unitName: 'bag', barcodes: [{ code: '690001', unit: 'bag' }] },
      token,
    );
    const receipt = await server.call(
      goodsDocuments.add,
      {
        kind: 'purchaseIn',
        partnerId: supplier.id,
        accountId: accountList[0]?.id ?? '',
        status: '1',
        lines: [
          { barcode: '690001', quantity: '5', unitPrice: '2', warehouseId: warehouse?.id ?? '' },
        ],
      },
      token,
    );
    expect(receipt.number).toMatch(/^CGRK/);
    expect(await info(id)).toMatchObject({
      loginName: 'newco',
      code: 'newco',
      plan: 'paid',
      userLimit: 7,
      expireTime: null,
      functionUrls: null,
      enabled: true,
    });
    const { violations } = await verifyDatabase(server.database.connections.admin, {
      tenant: 'newco',
    });
    expect(violations).toEqual([]);
  });

  test('names its first records in the chosen language, with its currency and time zone', async () => {
    const { token } = await anOwner('qingniao', {
      language: 'zh-cn',
      currency: 'JPY',
      timeZone: 'Asia/Tokyo',
    });
    const [warehouse] = await server.call(myWarehouses, {}, token);
    expect(warehouse?.name).toBe('主仓库');
    expect(await server.call(currentSettings, {}, token)).toMatchObject({
      currency: 'JPY',
      currencySymbol: '¥',
      currencyDigits: 0,
      timeZone: 'Asia/Tokyo',
    });
    for (const [field, value] of [
      ['timeZone', 'Mars/Olympus'],
      ['currency', 'ZZZ'],
    ] as const) {
      const refused = server.refusal(addTenant, { loginName: 'mars', [field]: value }, operator);
      expect(await refused).toMatchObject({ key: 'request.field', data: { field } });
    }
  });

  test('starts with the four standard roles and their data scopes', async () => {
    const { id } = await add('roles');
    const roles = await server.database.admin
      .selectFrom('role')
      .select(['type', 'data_scope'])
      .where('tenant_id', '=', id)
      .orderBy('sort')
      .execute();
    expect(roles).toEqual([
      { type: 'manager', data_scope: 'all' },
      { type: 'salesperson', data_scope: 'own' },
      { type: 'keeper', data_scope: 'all' },
      { type: 'finance', data_scope: 'all' },
    ]);
  });

  test('needs a login name free on the whole server', async () => {
    const before = await list(tenantTable.path);
    const taken = { key: 'login.taken', data: { field: 'loginName' } };
    expect(await server.refusal(addTenant, { loginName: 'demo' }, operator)).toMatchObject(taken);
    expect(await server.refusal(addTenant, { loginName: 'platform' }, operator)).toMatchObject({
      key: 'login.reserved',
    });
    expect(await server.call(tenantNameExists, { name: 'demo' }, operator)).toEqual({
      status: true,
    });
    expect(await server.call(tenantNameExists, { name: 'outsider' }, operator)).toEqual({
      status: false,
    });
    expect((await list(tenantTable.path)).total).toBe(before.total);
  });

  test('is made once by a repeated request, and its password is shown once', async () => {
    const ask = { token: operator, key: 'the-same-form' };
    const first = await server.call(addTenant, { loginName: 'twice' }, ask);
    const again = await server.call(addTenant, { loginName: 'twice' }, ask);
    expect(again).toEqual({ id: first.id, version: first.version, password: null });
    const kept = await server.database.admin.selectFrom('idempotency').select('answer').execute();
    expect(kept.filter(({ answer }) => answer?.includes(first.password ?? '#'))).toEqual([]);
  });

  test.each([
    ['a blank in the login name', { loginName: 'two words' }],
    ['a login name of one character', { loginName: 'x' }],
    ['no user at all', { loginName: 'nousers', userLimit: 0 }],
    ['a plan no one sells', { loginName: 'plan', plan: 'golden' }],
    ['a day that is none', { loginName: 'day', expireTime: '2026-02-30T00:00:00Z' }],
    ['a page that is none', { loginName: 'page', functionUrls: ['/nowhere'] }],
    ['an unknown key', { loginName: 'key', sort: 'platform' }],
  ])('is refused with %s', async (_, input) => {
    expect(await server.refusal(addTenant, input, operator)).toMatchObject({ status: 400 });
  });
});

describe('platform settings of a company', () => {
  test('the user limit cannot fall below the number of users', async () => {
    const { id, version } = await add('limits', { userLimit: 5 });
    const company = { ...server.company, tenantId: id, code: 'limits' };
    for (const name of ['limits-a', 'limits-b']) await server.addUser({ company, loginName: name });
    const asked = { id, version, userLimit: 2 };
    expect(await server.refusal(updateTenant, asked, operator)).toMatchObject({
      key: 'tenant.limitBelowUsers',
      data: { users: 3, field: 'userLimit' },
    });
    await server.call(updateTenant, { id, version, userLimit: 3 }, operator);
    const { rows } = await list(tenantTable.path, { loginName: 'limits' });
    expect(rows).toMatchObject([{ loginName: 'limits', users: 3, userLimit: 3 }]);
  });

  test('removed pages disappear at the next request and return with their rights', async () => {
    const { id, token } = await anOwner('fewpages');
    const urls = async () => {
      // SAFETY: the reply is a recursive schema, whose type the compiler cannot unroll.
      const entries = (await server.call(menu, {}, token)) as readonly MenuEntry[];
      return entries.flatMap(({ url, children }) => [url, ...children.map((page) => page.url)]);
    };
    expect(await urls()).toContain('/bill/sale_out');
    const { version } = await info(id);
    const functionUrls = ['/bill/purchase_in', '/system/vendor'];
    await server.call(updateTenant, { id, version, functionUrls }, operator);
    const left = await urls();
    expect(left).toContain('/bill/purchase_in');
    expect(left).not.toContain('/bill/sale_out');
    expect((await info(id)).functionUrls).toEqual(functionUrls);
    await server.call(updateTenant, { id, version: version + 1, functionUrls: null }, operator);
    expect(await urls()).toContain('/bill/sale_out');
  });

  test('companies are never offered functions of the platform', async () => {
    const offered = await server.call(tenantFunctions, {}, operator);
    expect(offered.map(({ url }) => url)).toContain('/bill/sale_out');
    const own = await server.database.admin
      .selectFrom('function')
      .select('url')
      .where('platform_only', '=', true)
      .execute();
    expect(offered.filter(({ url }) => own.some((page) => page.url === url))).toEqual([]);
  });

  test('a stale update is refused', async () => {
    const { id, version } = await add('stale');
    await server.call(updateTenant, { id, version, remark: 'first' }, operator);
    const late = { id, version, remark: 'second' };
    expect(await server.refusal(updateTenant, late, operator)).toMatchObject({
      key: 'record.stale',
    });
    expect(await info(id)).toMatchObject({ remark: 'first', version: version + 1 });
  });

  test('a renewal takes effect at once, and an end in the past makes the company read-only', async () => {
    const { id, token } = await anOwner('term');
    const { version } = await info(id);
    const yesterday = new Date(Date.now() - 86_400_000).toISOString();
    await server.call(updateTenant, { id, version, expireTime: yesterday }, operator);
    const supplier = { type: 'supplier', name: 'Mill' } as const;
    expect(await server.refusal(partners.add, supplier, token)).toMatchObject({
      key: 'company.readOnly',
    });
    await server.call(updateTenant, { id, version: version + 1, expireTime: null }, operator);
    await server.call(partners.add, supplier, token);
  });
});

describe('suspending a company', () => {
  test('ends its sessions in every process; after resuming, users sign in again', async () => {
    const { id, token, own } = await anOwner('suspended');
    const second = await createApp({ database: server.database.connections.app });
    const onSecond = async () => {
      const headers = { 'x-access-token': token };
      return (await second.inject({ method: 'GET', url: '/api/user/getUserSession', headers }))
        .statusCode;
    };
    try {
      expect(await onSecond()).toBe(200);
      await server.call(setTenantStatus, { ids: id, status: '0' }, operator);
      expect(await server.refusal(currentUser, {}, token)).toMatchObject({ status: 401 });
      const ended = performance.now();
      for (let status = 200, begun = ended; status !== 401;) {
        begun = performance.now();
        status = await onSecond();
        // A busy machine answers late: the begin of the call counts.
        if (status !== 401) expect(begun - ended).toBeLessThan(1000);
      }
      await expect(signIn('suspended', own)).rejects.toThrow('login.failed');
      await server.call(setTenantStatus, { ids: id, status: '1' }, operator);
      // What was ended does not come to life again.
      expect(await server.refusal(currentUser, {}, token)).toMatchObject({ status: 401 });
      expect((await signIn('suspended', own)).user.loginName).toBe('suspended');
    } finally {
      await second.close();
    }
  });

  test('is refused for the whole batch with an unknown company, and never affects the platform', async () => {
    const { id } = await add('notalone');
    const platform = await server.database.admin
      .selectFrom('tenant')
      .select('id')
      .where('sort', '=', 'platform')
      .executeTakeFirstOrThrow();
    for (const other of [platform.id, '999999999']) {
      const asked = { ids: `${id},${other}`, status: '0' };
      expect(await server.refusal(setTenantStatus, asked, operator)).toMatchObject({
        key: 'record.missing',
      });
      expect(await info(id)).toMatchObject({ enabled: true });
      expect(await server.refusal(tenantInfo, { id: platform.id }, operator)).toMatchObject({
        key: 'record.missing',
      });
    }
  });
});

test('an owner’s reset gives a first password and ends their sessions', async () => {
  const { id, token, own } = await anOwner('lost');
  const { loginName, password } = await server.call(resetTenantOwner, { id }, operator);
  expect(loginName).toBe('lost');
  expect(await server.refusal(currentUser, {}, token)).toMatchObject({ status: 401 });
  await expect(signIn('lost', own)).rejects.toThrow('login.failed');
  expect((await signIn('lost', password ?? '')).user.mustChangePassword).toBe(true);
});

test('operators see usage counts of a company, and none of its contents', async () => {
  const { tenantId } = server.company;
  const userId = server.company.ownerId;
  const day = new Date().toISOString().slice(0, 10);
  await server.arrange(server.company, (tx) =>
    tx
      .insertInto('page_view')
      .values([
        { tenant_id: tenantId, day, url: '/bill/sale_out', user_id: userId, views: 4 },
        { tenant_id: tenantId, day, url: '/gone', user_id: userId, views: 1 },
        { tenant_id: tenantId, day: '2020-01-01', url: '/gone', user_id: userId, views: 9 },
      ])
      .execute(),
  );
  await server.signIn('demo');
  const usage = await server.call(tenantUsage, { id: tenantId }, operator);
  expect(usage).toMatchObject({
    name: 'demo',
    users: 1,
    documents: 0,
    days: [{ day, views: 5, users: 1 }],
    pages: [
      { url: '/bill/sale_out', text: 'Delivery', views: 4 },
      { url: '/gone', text: '/gone', views: 1 },
    ],
  });
  expect(Date.parse(usage.lastActivity ?? '')).toBeGreaterThan(Date.now() - 600_000);
});

describe('the platform’s settings', () => {
  const row = async (key: string) =>
    (await list(platformConfigTable.path)).rows.find((one) => one['key'] === key) ?? {};
  const set = async (key: string, value: string) =>
    server.call(
      updatePlatformConfig,
      { key, version: Number((await row(key))['version']), value },
      operator,
    );

  test('are changed singly', async () => {
    await set('platform_url', 'https://example.com');
    expect(await row('platform_url')).toMatchObject({
      value: 'https://example.com',
      secret: false,
      hasValue: true,
    });
  });

  test('a stored secret is never returned, logged or found by a search', async () => {
    const secret = 'Quite-Secret-4';
    expect(await row('reset_password')).toMatchObject({ secret: true, hasValue: false });
    await set('reset_password', secret);
    expect(await row('reset_password')).toMatchObject({ value: null, hasValue: true });
    const logged = await server.database.admin
      .selectFrom('audit_log')
      .select(['number', 'before', 'after'])
      .where('subject', '=', 'platform_config')
      .execute();
    expect(logged.some(({ number }) => number === 'reset_password')).toBe(true);
    expect(JSON.stringify(logged)).not.toContain(secret);
    const search = await server.request(
      'GET',
      platformConfigTable.path,
      { superQueryParams: JSON.stringify([{ field: 'value', rule: 'like', val: 'Quite' }]) },
      operator,
    );
    expect(search.json<{ data: List }>().data.total).toBe(0);
    await set('reset_password', '');
    expect(await row('reset_password')).toMatchObject({ hasValue: false });
  });

  test.each([
    ['a switch knows on and off only', { key: 'register_flag', value: 'yes' }, 'request.field'],
    ['so does the count of page views', { key: 'count_views', value: '' }, 'request.field'],
    ['an unknown key is missing', { key: 'no_such_key', value: '1' }, 'record.missing'],
  ])('an invalid update is refused: %s', async (_, input, key) => {
    const { version = 1 } = await row(input.key);
    const asked = { ...input, version: Number(version) };
    expect(await server.refusal(updatePlatformConfig, asked, operator)).toMatchObject({ key });
  });
});

test('the list of plugins is empty, since no foreign code is installed', async () => {
  expect(await list(pluginTable.path)).toMatchObject({ rows: [], total: 0 });
});

test('a company user is denied every platform call', async () => {
  const { id, version } = await add('untouched');
  const calls = [
    [tenantInfo, { id }],
    [addTenant, { loginName: 'mine' }],
    [updateTenant, { id, version, userLimit: 99 }],
    [setTenantStatus, { ids: id, status: '0' }],
    [resetTenantOwner, { id }],
    [tenantUsage, { id }],
    [tenantNameExists, { name: 'demo' }],
    [tenantFunctions, {}],
    [updatePlatformConfig, { key: 'register_flag', version: 1, value: '1' }],
  ] as const;
  for (const [endpoint, input] of calls)
    expect(await server.refusal(endpoint, input)).toMatchObject({ key: 'access.denied' });
});

test('an owner is notified once of a term ending within five days', async () => {
  const near = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const ends = await anOwner('ends-soon', { plan: 'paid', expireTime: near(4) });
  const later = await anOwner('ends-later', { plan: 'paid', expireTime: near(6) });
  const told = async (token: string) =>
    (await server.call(messagesByStatus, { status: '1' }, token)).filter(
      ({ type }) => type === 'termEnding',
    );
  await tellEndingTerms(server.database.app);
  await tellEndingTerms(server.database.app);
  expect(await told(later.token)).toEqual([]);
  expect(await told(ends.token)).toEqual([
    expect.objectContaining({ openType: 'url', openPage: '/system/system_config' }),
  ]);
  const { version } = await info(ends.id);
  await server.call(updateTenant, { id: ends.id, version, expireTime: near(3) }, operator);
  await tellEndingTerms(server.database.app);
  expect(await told(ends.token)).toHaveLength(2);
});
