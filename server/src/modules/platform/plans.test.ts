// Plans: limits of warehouses, products, applications and users, and renewals of the term.
import {
  addPlan,
  addTenant,
  applications,
  login,
  ownPlan,
  ownTenant,
  planChoices,
  planTable,
  products,
  renewTenant,
  tenantInfo,
  tenantRenewals,
  updatePassword,
  updatePlan,
  updateTenant,
  users,
  warehouses,
} from '@tradehouse/contract';
import type { InputOf } from '@tradehouse/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aServer, passwordOf, sha256 } from '../../testing.ts';
import type { TestServer } from '../../testing.ts';

let server: TestServer;
let operator: string;
beforeAll(async () => {
  server = await aServer();
  operator = await server.signIn('admin');
});
afterAll(() => server.stop());

/** A new company on a plan, with its owner's token. */
async function aCompany(loginName: string, more: Partial<InputOf<typeof addTenant>> = {}) {
  const { id, password } = await server.call(addTenant, { loginName, ...more }, operator);
  const first = await server.call(login, { loginName, password: sha256(password ?? '') }, '');
  const own = { oldpassword: sha256(password ?? ''), password: sha256(passwordOf(loginName)) };
  await server.call(updatePassword, { userId: first.user.id, ...own }, first.token);
  return { id, token: first.token, ownerId: first.user.id };
}

let made = 0;
const product = () => {
  made += 1;
  const code = String(4_000_000 + made);
  return { name: `Tea ${made}`, unitName: 'piece', barcodes: [{ code, unit: 'piece' }] };
};
const application = (userId: string) => ({
  name: 'A program',
  userId,
  scopes: ['products:read' as const],
  validMinutes: 120,
  addresses: [],
});
const planNow = async (code: string) => {
  const reply = await server.request('GET', planTable.path, { pageSize: 100 }, operator);
  const { data } = reply.json<{
    data: { rows: readonly (InputOf<typeof addPlan> & { version: number })[] };
  }>();
  const row = data.rows.find((one) => one.code === code);
  if (row === undefined) throw new Error(`no plan ${code}`);
  const { nameZh, nameEn, userLimit, warehouseLimit, productLimit, applicationLimit } = row;
  const limits = { userLimit, warehouseLimit, productLimit, applicationLimit };
  return { code, version: row.version, nameZh, nameEn, ...limits, sort: row.sort };
};

describe('a company on trial', () => {
  test('has three users, a warehouse, 200 products and no API', async () => {
    const { token, ownerId } = await aCompany('on-trial');
    expect(await server.call(ownPlan, {}, token)).toMatchObject({
      plan: 'free',
      userNumLimit: 3,
      userCurrentNum: 1,
      uses: [
        { thing: 'warehouses', used: 1, most: 1 },
        { thing: 'products', used: 0, most: 200 },
        { thing: 'applications', used: 0, most: 0 },
      ],
      renewals: [],
    });
    const refused = (language: 'en' | 'zh-cn') =>
      server.refusal(warehouses.add, { name: 'Second' }, { token, language });
    expect(await refused('en')).toMatchObject({
      key: 'plan.warehouses',
      status: 422,
      message: 'Warehouses allowed by the plan “Trial”: 1. Existing warehouses stay in use.',
    });
    expect((await refused('zh-cn')).message).toBe('套餐“试用”最多 1 个仓库，已有的仓库可继续使用');
    expect(await server.refusal(applications.add, application(ownerId), token)).toMatchObject({
      key: 'plan.applications',
      data: { most: 0 },
    });
    for (const name of ['two', 'three'])
      await server.call(users.add, { loginName: `trial-${name}`, name }, token);
    expect(
      await server.refusal(users.add, { loginName: 'trial-four', name: 'four' }, token),
    ).toMatchObject({ key: 'users.limit', data: { most: 3 } });
    await sql`
      insert into product (tenant_id, name, unit_name)
      select t.id, 'p' || n, 'piece' from tenant t, generate_series(1, 200) n
      where t.code = 'on-trial'`.execute(server.database.admin);
    expect(await server.refusal(products.add, product(), token)).toMatchObject({
      key: 'plan.products',
      data: { most: 200 },
    });
  });

  test('adds a single record when two are added at once for the last place', async () => {
    const plan = { code: 'narrow', nameZh: '小', nameEn: 'Narrow', userLimit: 5, sort: 9 };
    const limits = { warehouseLimit: 2, productLimit: 1, applicationLimit: 1 };
    await server.call(addPlan, { ...plan, ...limits }, operator);
    const { token, ownerId } = await aCompany('narrow-company', { plan: 'narrow' });
    const twice = async (path: string, input: () => object): Promise<number[]> => {
      const both = await Promise.all(
        [input(), input()].map((body) => server.request('POST', path, body, token)),
      );
      return both.map(({ statusCode }) => statusCode).toSorted();
    };
    let names = 0;
    const named = () => ({ name: `Warehouse ${(names += 1)}` });
    expect(await twice(warehouses.add.path, named)).toEqual([200, 422]);
    expect(await twice(products.add.path, product)).toEqual([200, 422]);
    const program = () => ({ ...application(ownerId), name: `Program ${(names += 1)}` });
    expect(await twice(applications.add.path, program)).toEqual([200, 422]);
  });
});

describe('the filling of samples', () => {
  const touched = (code: string, ago: string) =>
    sql`
      insert into sample (tenant_id, state, touched_at)
      select id, 'filling', now() - ${ago}::interval from tenant where code = ${code}
      on conflict (tenant_id) do update set state = excluded.state, touched_at = excluded.touched_at`.execute(
      server.database.admin,
    );

  test('exempts the owner from limits until the process is silent for a minute', async () => {
    const { token } = await aCompany('fills');
    await touched('fills', '0 seconds');
    await server.call(warehouses.add, { name: 'Second' }, token);
    await touched('fills', '2 minutes');
    expect(await server.refusal(warehouses.add, { name: 'Third' }, token)).toMatchObject({
      key: 'plan.warehouses',
    });
  });

  test('exempts no users other than the owner', async () => {
    const { company, database } = server;
    await server.addUser({ loginName: 'beside-filling', role: 'manager' });
    const manager = await server.signIn('beside-filling');
    await sql`update tenant set plan = 'free' where id = ${company.tenantId}`.execute(
      database.admin,
    );
    await touched('demo', '0 seconds');
    expect(await server.refusal(warehouses.add, { name: 'Beside' }, manager)).toMatchObject({
      key: 'plan.warehouses',
    });
    await sql`update tenant set plan = 'unlimited' where id = ${company.tenantId}`.execute(
      database.admin,
    );
    await sql`delete from sample where tenant_id = ${company.tenantId}`.execute(database.admin);
  });
});

describe('a company above the limits of its plan', () => {
  test('reads, changes, disables and exports, and adds nothing', async () => {
    const { id, token } = await aCompany('above', { plan: 'paid' });
    const { id: second } = await server.call(warehouses.add, { name: 'Second' }, token);
    const { version } = await server.call(tenantInfo, { id }, operator);
    await server.call(updateTenant, { id, version, plan: 'free' }, operator);
    expect(await server.call(ownTenant, {}, token)).toMatchObject({
      plan: 'free',
      userNumLimit: 3,
    });
    const info = await server.call(warehouses.infoCall, { id: second }, token);
    await server.call(
      warehouses.update,
      { id: second, version: info.version, name: 'Renamed' },
      token,
    );
    await server.call(warehouses.setStatus, { ids: second, status: false }, token);
    await server.call(warehouses.setStatus, { ids: second, status: true }, token);
    expect((await server.request('GET', '/tenant/exportOwn', {}, token)).statusCode).toBe(200);
    expect(await server.refusal(warehouses.add, { name: 'Third' }, token)).toMatchObject({
      key: 'plan.warehouses',
    });
  });

  test('keeps users above the number of a chosen plan, also when renewed, and adds none', async () => {
    const { id, token } = await aCompany('many-users', { plan: 'paid' });
    for (const name of ['b', 'c', 'd'])
      await server.call(users.add, { loginName: `many-${name}`, name }, token);
    const info = () => server.call(tenantInfo, { id }, operator);
    const { version } = await info();
    await server.call(updateTenant, { id, version, plan: 'free' }, operator);
    const renewal = { id, version: version + 1, months: 1, plan: 'free' };
    await server.call(renewTenant, renewal, operator);
    expect(await server.call(ownPlan, {}, token)).toMatchObject({
      userNumLimit: 3,
      userCurrentNum: 4,
    });
    expect(
      await server.refusal(users.add, { loginName: 'many-e', name: 'e' }, token),
    ).toMatchObject({ key: 'users.limit', data: { most: 3 } });
    const lower = { id, version: (await info()).version, userLimit: 2 };
    expect(await server.refusal(updateTenant, lower, operator)).toMatchObject({
      key: 'tenant.limitBelowUsers',
      data: { field: 'userLimit', users: 4 },
    });
  });

  test('adds again once the operator raises the limit', async () => {
    const { token } = await aCompany('raised');
    const plan = await planNow('free');
    await server.call(updatePlan, { ...plan, warehouseLimit: 2 }, operator);
    await server.call(warehouses.add, { name: 'Second' }, token);
    expect(await server.refusal(updatePlan, plan, operator)).toMatchObject({ key: 'record.stale' });
    await server.call(updatePlan, { ...plan, version: plan.version + 1 }, operator);
    expect(await server.refusal(warehouses.add, { name: 'Third' }, token)).toMatchObject({
      key: 'plan.warehouses',
    });
  });
});

test('a plan with a taken code or name is refused at the field, and companies never read plans', async () => {
  const { version: _version, ...paid } = await planNow('paid');
  const names = (await server.call(planChoices, {}, { token: operator, language: 'zh-cn' })).map(
    ({ name }) => name,
  );
  expect(names).toEqual(expect.arrayContaining(['试用', '付费', '不限']));
  expect(await server.refusal(addPlan, paid, operator)).toMatchObject({
    key: 'name.taken',
    data: { field: 'code' },
  });
  expect(await server.refusal(addPlan, { ...paid, code: 'other' }, operator)).toMatchObject({
    key: 'name.taken',
    data: { field: 'nameZh' },
  });
  expect((await server.request('GET', planTable.path)).statusCode).toBe(403);
  const input = { loginName: 'nowhere', plan: 'golden' };
  expect(await server.refusal(addTenant, input, operator)).toMatchObject({
    data: { field: 'plan' },
  });
});

describe('a renewal', () => {
  const monthsFrom = (start: number, months: number): number => {
    const day = new Date(start);
    return day.setUTCMonth(day.getUTCMonth() + months);
  };

  test('extends the term from its end, or from now, and is stored for operator and owner', async () => {
    const end = '2030-01-31T08:00:00.000Z';
    const { id, token } = await aCompany('renews', { plan: 'paid', expireTime: end });
    const renew = async (more: object) => {
      const { version } = await server.call(tenantInfo, { id }, operator);
      return server.call(renewTenant, { id, version, months: 1, ...more }, operator);
    };
    expect(await renew({ amount: '99.50', remark: 'by bank' })).toMatchObject({
      expireTime: '2030-02-28T08:00:00.000Z',
    });
    await sql`update tenant set expires_at = now() - interval '40 days' where code = 'renews'`.execute(
      server.database.admin,
    );
    const before = Date.now();
    const { expireTime } = await renew({ months: 12, plan: 'free' });
    expect(Math.abs(Date.parse(expireTime) - monthsFrom(before, 12))).toBeLessThan(60_000);
    const kept = await server.call(tenantRenewals, { id }, operator);
    expect(kept).toMatchObject([
      { operator: 'admin', months: 12, amount: null, remark: '' },
      { months: 1, amount: '99.5', remark: 'by bank', from: '2030-01-31T08:00:00Z' },
    ]);
    expect(await server.call(ownPlan, {}, token)).toMatchObject({
      plan: 'free',
      userNumLimit: 3,
      renewals: kept,
    });
  });

  test('made from a stale version is refused, so that two at once extend once', async () => {
    const { id } = await aCompany('renews-twice');
    const { version } = await server.call(tenantInfo, { id }, operator);
    const both = await Promise.all(
      [0, 1].map(() =>
        server.request('POST', renewTenant.path, { id, version, months: 3 }, operator),
      ),
    );
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    expect(await server.call(tenantRenewals, { id }, operator)).toHaveLength(1);
  });

  test('is made by the operator alone, and in the company read by the owner alone', async () => {
    const { tenantId: id } = server.company;
    expect(await server.refusal(renewTenant, { id, version: 1, months: 1 })).toMatchObject({
      key: 'access.denied',
    });
    await server.addUser({ loginName: 'plan-manager', role: 'manager' });
    const manager = await server.signIn('plan-manager');
    expect(await server.refusal(ownPlan, {}, manager)).toMatchObject({ key: 'access.denied' });
  });
});
