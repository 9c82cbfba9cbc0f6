import {
  currentSettings,
  login,
  menu,
  myWarehouses,
  publicPlatformValue,
  registerCompany,
} from '@tradehouse/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aServer, sha256 } from '../../testing.ts';
import type { TestServer } from '../../testing.ts';

let server: TestServer;
beforeAll(async () => {
  server = await aServer();
});
afterAll(() => server.stop());
beforeEach(() => configure({ register_flag: '1', register_user_limit: '7' }));

const change = (query: ReturnType<typeof sql>) => query.execute(server.database.admin);
async function configure(values: Readonly<Record<string, string>>): Promise<void> {
  for (const [key, value] of Object.entries(values))
    await change(sql`update platform_config set value = ${value} where key = ${key}`);
}

const password = sha256('Well-chosen-9');
let addresses = 0;
/** Registers from an address of its own, since each may only try so often. */
async function asked(input: object, remoteAddress = `10.9.${addresses++ >> 8}.${addresses & 255}`) {
  const reply = await server.app.inject({
    method: 'POST',
    url: '/api/user/registerUser',
    remoteAddress,
    headers: { 'x-http-language': 'en' },
    payload: { loginName: 'newcomer', password, companyName: 'New Trade', ...input },
  });
  const { data } = reply.json<{ data: { key?: string; field?: string } }>();
  return { status: reply.statusCode, ...data };
}
const tenants = async (): Promise<string> => {
  const { rows } = await change(sql`select count(*) from tenant`);
  return (rows[0] as { count: string }).count;
};

describe('registering a company', () => {
  test('creates a company on the free plan with the records needed by a first document', async () => {
    const input = { loginName: 'first', password, companyName: '第一商贸' };
    expect(await server.call(registerCompany, input, { token: '' })).toEqual({
      loginName: 'first',
    });
    const { token, user } = await server.call(login, { loginName: 'first', password }, '');
    expect(user).toMatchObject({ owner: true, operator: false, tenantName: '第一商贸' });
    expect(await server.call(currentSettings, {}, token)).toMatchObject({
      companyName: '第一商贸',
    });
    expect(await server.call(myWarehouses, {}, token)).toHaveLength(1);
    expect(JSON.stringify(await server.call(menu, {}, token))).toContain('/bill/purchase_in');
    const { rows } = await change(
      sql`select plan, user_limit, sort, enabled from tenant where name = '第一商贸'`,
    );
    expect(rows).toEqual([{ plan: 'free', user_limit: 7, sort: 'company', enabled: true }]);
    const log = await change(sql`select action, subject from audit_log where number = '第一商贸'`);
    expect(log.rows).toEqual([{ action: 'register', subject: 'tenant' }]);
    const violations = await server.database.violations();
    expect(violations).toEqual([]);
  });

  test.each([
    ['zh-cn', '主仓库'],
    ['en', 'Main warehouse'],
  ] as const)(
    'registering a company in %s names the first records in the chosen language',
    async (language, warehouse) => {
      const loginName = `speaks-${language}`;
      const input = { loginName, password, companyName: loginName };
      await server.call(registerCompany, input, { token: '', language });
      const { token } = await server.call(login, { loginName, password }, '');
      expect(await server.call(myWarehouses, {}, token)).toMatchObject([{ name: warehouse }]);
    },
  );

  test.each([
    ['Europe/Berlin', 'Europe/Berlin'],
    ['Mars/Olympus', 'Asia/Shanghai'],
    [undefined, 'Asia/Shanghai'],
  ])(
    'a browser in the time zone %s registers a company in the time zone %s',
    async (timeZone, zone) => {
      const loginName = `zone-${timeZone?.slice(0, 4) ?? 'none'}`;
      const named = { loginName, password, companyName: loginName };
      const input = timeZone === undefined ? named : { ...named, timeZone };
      await server.call(registerCompany, input, { token: '' });
      const { token } = await server.call(login, { loginName, password }, '');
      expect(await server.call(currentSettings, {}, token)).toMatchObject({ timeZone: zone });
    },
  );

  test.each(['0', '', 'true', ' 1'])(
    'is refused while the registration setting is %j',
    async (flag) => {
      await configure({ register_flag: flag });
      const before = await tenants();
      expect(await asked({})).toMatchObject({ status: 422, key: 'register.off' });
      expect(await tenants()).toBe(before);
      expect(await server.call(publicPlatformValue, { platformKey: 'register_flag' }, '')).toEqual({
        platformKey: 'register_flag',
        platformValue: flag,
      });
    },
  );

  test.each([
    ['a login name that is taken', { loginName: 'demo' }, 'login.taken', 'loginName'],
    ['the same in capitals', { loginName: 'DEMO' }, 'login.taken', 'loginName'],
    ['a company that exists', { companyName: 'demo' }, 'name.taken', 'companyName'],
    ["the operator's name", { loginName: 'admin' }, 'login.reserved', 'loginName'],
    ["the operator's name in capitals", { loginName: 'ADMIN' }, 'login.reserved', 'loginName'],
    ["the platform's name", { loginName: 'platform' }, 'login.reserved', 'loginName'],
    [
      'a name that a company from elsewhere will be known by',
      { loginName: 'jsherp-63-jsh' },
      'login.reserved',
      'loginName',
    ],
    [
      "the operator's name with a Cyrillic letter",
      { loginName: '\u0430dmin' },
      'login.unclear',
      'loginName',
    ],
    [
      "the operator's name in wide letters",
      { loginName: '\uff41dmin' },
      'login.unclear',
      'loginName',
    ],
    [
      'a Cyrillic name that looks like a taken one',
      { loginName: '\u0441\u043e\u0440' },
      'login.taken',
      'loginName',
    ],
    [
      'the company’s name as password',
      { password: sha256('New Trade1!') },
      'password.tooCommon',
      'password',
    ],
    ['a common password', { password: sha256('Password123!') }, 'password.tooCommon', 'password'],
    ['the name as password', { password: sha256('newcomer') }, 'password.tooCommon', 'password'],
  ])(
    'registering a company with %s is refused with the name of the field',
    async (_, input, key, field) => {
      await server.addUser({ loginName: 'cop' }).catch(() => {});
      const before = await tenants();
      expect(await asked(input)).toMatchObject({ status: 422, key, field });
      expect(await tenants()).toBe(before);
    },
  );

  test.each([
    { loginName: '' },
    { loginName: 'x' },
    { loginName: 'a b' },
    { loginName: 'x'.repeat(31) },
    { loginName: 'a\u0000b' },
    { loginName: '\u202ename' },
    { loginName: '\ud800\ud800' },
    { loginName: "';--" },
    { loginName: null },
    { companyName: '' },
    { companyName: ' ' },
    { companyName: ' x' },
    { companyName: 'a\nb' },
    { companyName: '\u0000\u0000' },
    { companyName: 'x'.repeat(61) },
    { password: 'in the clear' },
    { password: sha256('x').toUpperCase() },
    { operator: true },
    { userLimit: 1000 },
    { sort: 'platform' },
  ])('is refused with the malformed input %j', async (input) => {
    expect(await asked(input)).toMatchObject({ status: 400 });
  });

  test('is refused with status 413 when the request is too large', async () => {
    expect(await asked({ companyName: 'x'.repeat(500_000) })).toMatchObject({ status: 413 });
  });

  test('several times at once under a single login name creates a single company', async () => {
    const tried = await Promise.all([
      asked({ loginName: 'twin', companyName: 'Twin one' }),
      asked({ loginName: 'twin', companyName: 'Twin two' }),
      asked({ loginName: 'twin2', companyName: 'Twin one' }),
    ]);
    const made = tried.filter(({ status }) => status === 200);
    expect(made.length).toBeGreaterThanOrEqual(1);
    const { rows } = await change(
      sql`select count(*) filter (where code = 'twin') as logins, count(*) filter (where name = 'Twin one') as companies from tenant`,
    );
    expect(rows).toEqual([{ logins: '1', companies: expect.stringMatching(/^[01]$/) }]);
  });

  test.each(['', 'many', '0', '-1', '1e9', '9999999'])(
    'allows three users where the configured user limit is the invalid %j',
    async (limit) => {
      await configure({ register_user_limit: limit });
      const loginName = `limit${addresses}`;
      expect(await asked({ loginName, companyName: `Of ${loginName}` })).toMatchObject({
        status: 200,
      });
      const { rows } = await change(sql`select user_limit from tenant where code = ${loginName}`);
      expect(rows).toEqual([{ user_limit: 3 }]);
    },
  );

  test('is refused to an address after ten requests within the time limit', async () => {
    for (let tries = 0; tries < 10; tries += 1) await asked({ loginName: 'demo' }, '10.0.0.9');
    expect(await asked({}, '10.0.0.9')).toMatchObject({ status: 429, key: 'request.tooMany' });
    expect(await asked({ loginName: 'demo' }, '10.0.0.8')).toMatchObject({ status: 422 });
  });
});
