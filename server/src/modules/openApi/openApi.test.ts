// Sign-in of applications: requirements of a token, and its rights.
import {
  apiVersion,
  applications,
  newApplicationSecret,
  openLists,
  openToken,
  ownSessions,
  products,
  roles,
  setRoleButtons,
  setRoleFunctions,
  socketPath,
  users,
} from '@tradehouse/contract';
import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aServer } from '../../testing.ts';
import type { TestServer } from '../../testing.ts';
import { programsOf, signed } from './testPrograms.ts';

let server: TestServer;
beforeAll(async () => {
  server = await aServer();
  await server.call(products.add, {
    name: 'Kettle',
    unitName: 'pc',
    barcodes: [{ code: '7001', unit: 'pc', purchasePrice: '31.25', salePrice: '57.5' }],
  });
});
afterAll(() => server.stop());

const { anApplication, tokenOf } = programsOf(() => server);
const ask = (
  token: string,
  path = '/openapi/products',
  headers: object = {},
): Promise<LightMyRequestResponse> =>
  server.app.inject({
    method: 'GET',
    url: `/api${path}`,
    headers: { authorization: `Bearer ${token}`, ...headers },
  });
const status = async (token: string, path?: string): Promise<number> =>
  (await ask(token, path)).statusCode;

/** What came of the calls of an application, as the log has it. */
async function results(id: string): Promise<object> {
  const { rows } = await server.arrange(server.company, (tx) =>
    sql<{ result: string; n: number }>`
      select after->>'result' as result, count(*)::int as n from audit_log
      where tenant_id = ${server.company.tenantId} and subject = 'oauth_app' and subject_id = ${id}
        and action = 'openApi' group by after->>'result'`.execute(tx),
  );
  return Object.fromEntries(rows.map(({ result, n }) => [result, n]));
}

describe('a signature', () => {
  test('is exchanged for a token, and the token reads the lists of the screens', async () => {
    const token = await tokenOf(await anApplication());
    const reply = await ask(token);
    expect(reply.statusCode).toBe(200);
    expect(reply.body).toContain('Kettle');
    const screen = await server.request('GET', products.table.path, {});
    expect(reply.json<{ data: object }>().data).toEqual(screen.json<{ data: object }>().data);
  });

  test('is answered with the version of the API, like every call of programs', async () => {
    const token = await tokenOf(await anApplication());
    const replies = [await ask(token), await ask('wrong')];
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 401]);
    for (const { headers } of replies) expect(headers['x-api-version']).toBe(apiVersion);
    const { headers } = await server.request('GET', '/user/getUserSession');
    expect(headers).not.toHaveProperty('x-api-version');
  });

  test('is refused with an identical error, whatever part is wrong', async () => {
    const app = await anApplication();
    const stopped = await anApplication();
    await server.call(applications.setStatus, { ids: stopped.id, status: false });
    const fenced = await anApplication({ addresses: ['203.0.113.0/24'] });
    const right = signed(app);
    const wrongs = [
      { ...right, sign: '0'.repeat(64) },
      signed({ ...app, appId: 'none' }),
      signed({ ...app, appId: `${server.stranger.tenantId}-${app.appId.split('-')[1]}` }),
      signed({ ...app, secret: 'guessed' }),
      signed(stopped),
      signed(fenced),
    ];
    for (const wrong of wrongs)
      expect(await server.refusal(openToken, wrong, '')).toMatchObject({
        status: 401,
        key: 'application.sign',
        message: expect.stringContaining('not accepted'),
        data: {},
      });
  });

  test('sent too late is refused with its own error and counts as no failed attempt', async () => {
    const app = await anApplication();
    // Ten failures of a program shut it out for a while.
    for (const at of Array.from({ length: 6 }).flatMap(() => [-301_000, 330_000]))
      expect(await server.refusal(openToken, signed(app, Date.now() + at), '')).toMatchObject({
        status: 401,
        code: 8810014,
        key: 'application.late',
        message: expect.stringContaining('300 seconds'),
      });
    expect(await server.call(openToken, signed(app), '')).toMatchObject({ token_type: 'Bearer' });
  });

  test('cannot be reused for a second token', async () => {
    const sign = signed(await anApplication());
    await server.call(openToken, sign, '');
    expect(await server.refusal(openToken, sign, '')).toMatchObject({
      key: 'application.replayed',
      message: expect.stringContaining('used before'),
    });
    expect(await server.refusal(openToken, { ...sign, sign: '0'.repeat(64) }, '')).toMatchObject({
      key: 'application.sign',
    });
  });

  test('a program known from its address gets a token despite failed attempts from other addresses', async () => {
    const own = await aServer();
    try {
      const programs = programsOf(() => own);
      const app = await programs.anApplication();
      await programs.tokenOf(app);
      const late = await programs.anApplication();
      for (let at = 0; at < 50; at += 1) {
        const madeUp = { appId: `1-${String(at).padStart(32, '0')}`, secret: 'none' };
        await own.refusal(openToken, signed(madeUp), '');
      }
      expect(await own.refusal(openToken, signed(late), '')).toMatchObject({
        key: 'login.throttled',
      });
      expect(await own.call(openToken, signed(app), '')).toMatchObject({ token_type: 'Bearer' });
    } finally {
      await own.stop();
    }
  });

  test('is throttled like sign-ins', async () => {
    const own = await aServer();
    try {
      const wrong = (at: number) => ({
        app_id: '1-a',
        timestamp: Date.now() + at,
        sign: '0'.repeat(64),
      });
      for (let at = 0; at < 10; at += 1) await own.refusal(openToken, wrong(at), '');
      const reply = await own.request('POST', openToken.path, wrong(11), '');
      expect([reply.statusCode, reply.headers['retry-after']]).toEqual([429, '300']);
    } finally {
      await own.stop();
    }
  });
});

describe('an application secret', () => {
  test('is shown once and stored sealed', async () => {
    const app = await anApplication();
    const shown = [
      (await server.request('GET', applications.table.path, {})).body,
      JSON.stringify(await server.call(applications.infoCall, { id: app.id })),
    ].join();
    expect(shown).toContain(app.appId);
    expect(shown).not.toContain(app.secret);
    const kept = await server.arrange(server.company, async (tx) => {
      const { rows } = await sql<{ text: string }>`
        select s::text as text from oauth_secret s
        union all select coalesce(a.before::text, '') || coalesce(a.after::text, '') from audit_log a`.execute(
        tx,
      );
      return rows.map(({ text }) => text).join();
    });
    expect(kept).toContain('v1.');
    expect(kept).not.toContain(app.secret);
  });

  test('is valid for a day after replacement, and new tokens expire within the day', async () => {
    const app = await anApplication({ validMinutes: 43_200 });
    const token = await tokenOf(app);
    const { secret } = await server.call(newApplicationSecret, { id: app.id });
    expect(await status(token)).toBe(200);
    const old = await server.call(openToken, signed(app), '');
    expect(old.expires_in).toBeLessThanOrEqual(86_400);
    const fresh = await server.call(openToken, signed({ ...app, secret }), '');
    expect(fresh.expires_in).toBe(2_592_000);
    await server.arrange(server.company, (tx) =>
      sql`update oauth_secret set until = now() where until is not null and tenant_id = ${server.company.tenantId}`.execute(
        tx,
      ),
    );
    expect(await server.refusal(openToken, signed(app), '')).toMatchObject({
      key: 'application.sign',
    });
    const { rows } = await server.arrange(server.company, (tx) =>
      sql`
        select from session where tenant_id = ${server.company.tenantId} and application_id = ${app.id}
          and expires_at > now() + interval '25 hours'`.execute(tx),
    );
    // The fresh one alone.
    expect(rows).toHaveLength(1);
  });
});

describe('a token', () => {
  test('is valid only for the open API, and a user session is not valid for the open API', async () => {
    const token = await tokenOf(await anApplication());
    for (const as of [token, `Bearer ${token}`])
      expect((await server.request('GET', products.table.path, {}, as)).statusCode).toBe(401);
    const bearing = await server.app.inject({
      method: 'GET',
      url: `/api${products.table.path}`,
      headers: { authorization: `Bearer ${token}` },
    });
    expect(bearing.statusCode).toBe(401);
    const session = await server.signIn('demo');
    expect(await status(session)).toBe(401);
    for (const { call } of openLists)
      expect((await server.request('GET', call.path, {}, session)).statusCode).toBe(401);
    expect(await server.call(ownSessions, {})).toHaveLength(1);
  });

  test('cannot open the WebSocket of a browser session', async () => {
    const token = await tokenOf(await anApplication());
    const address = await server.app.listen({ host: '127.0.0.1', port: 0 });
    const { ownerId } = server.company;
    const socket = new WebSocket(`${address.replace(/^http/, 'ws')}/api${socketPath(ownerId)}`);
    const end = new Promise((resolve) => {
      socket.addEventListener('message', ({ data }) => resolve(String(data)));
      socket.addEventListener('close', ({ code }) => resolve(code));
    });
    socket.addEventListener('open', () => socket.send(JSON.stringify({ token })));
    expect(await end).toBe(4401);
  });

  test('is valid only within the scopes of its application, and ends with the application', async () => {
    const app = await anApplication();
    const token = await tokenOf(app);
    expect(await status(token, '/openapi/orders')).toBe(403);
    await server.call(applications.setStatus, { ids: app.id, status: false });
    expect(await status(token)).toBe(401);
    await server.call(applications.setStatus, { ids: app.id, status: true });
    expect(await status(token)).toBe(401);
    const another = await tokenOf(app);
    expect(await status(another)).toBe(200);
    await server.call(applications.remove, { id: app.id });
    expect(await status(another)).toBe(401);
  });

  test('reads every list of its scopes', async () => {
    const scopes = ['products', 'stock', 'partners', 'orders', 'outbounds'] as const;
    const token = await tokenOf(
      await anApplication({ scopes: scopes.map((one) => `${one}:read` as const) }),
    );
    for (const { call } of openLists)
      expect([call.path, await status(token, call.path)]).toEqual([call.path, 200]);
    // What picks the list can't be said otherwise, nor more rows be asked for than a page has.
    const search = encodeURIComponent(JSON.stringify({ type: 'customer', kind: 'purchaseOrder' }));
    expect(await status(token, `/openapi/orders?search=${search}`)).not.toBe(500);
    expect(await status(token, '/openapi/products?pageSize=201')).toBe(400);
    expect(await status(token, '/openapi/products?superQueryParams=[]')).toBe(400);
  });

  test('shows exactly the data visible to its user', async () => {
    const userId = await server.addUser({
      loginName: 'hidden',
      role: 'salesperson',
      hideAmounts: true,
    });
    const token = await tokenOf(await anApplication({ userId }));
    const reply = await ask(token);
    expect(reply.body).toContain('Kettle');
    expect(reply.body).not.toContain('57.5');
    expect(reply.body).not.toContain('31.25');
    const pageless = await server.addUser({ loginName: 'pageless' });
    expect(await status(await tokenOf(await anApplication({ userId: pageless })))).toBe(403);
  });

  test('allows sixty calls a minute, and only the first twenty refused calls are logged', async () => {
    const app = await anApplication();
    const token = await tokenOf(app);
    for (let at = 0; at < 60; at += 1) await ask(token);
    for (let at = 0; at < 30; at += 1) expect(await status(token)).toBe(429);
    expect(await results(app.id)).toEqual({ ok: 60, 'request.tooMany': 20 });
  });

  test('used from a forbidden address does not consume the quota of its application', async () => {
    const app = await anApplication({ addresses: ['127.0.0.1'] });
    const token = await tokenOf(app);
    const elsewhere = () =>
      server.app.inject({
        method: 'GET',
        url: '/api/openapi/products',
        headers: { authorization: `Bearer ${token}` },
        remoteAddress: '203.0.113.9',
      });
    const answers = [];
    for (let at = 0; at < 62; at += 1) answers.push((await elsewhere()).statusCode);
    expect(answers.slice(58)).toEqual([403, 403, 429, 429]);
    const own = await ask(token);
    expect([own.statusCode, own.headers['retry-after']]).toEqual([200, undefined]);
  });

  test('shares six hundred calls in a minute with the whole company', async () => {
    const token = await tokenOf(await anApplication());
    const { companyCalls } = server.app.kernel;
    for (let at = 0; at < 600; at += 1) companyCalls.tried(server.company.tenantId);
    const reply = await ask(token);
    expect([reply.statusCode, reply.headers['retry-after']]).toEqual([429, '60']);
    companyCalls.forget(server.company.tenantId);
    expect(await status(token)).toBe(200);
  });

  test('an expired token is refused with its own code', async () => {
    const reply = await ask('a'.repeat(64));
    expect([reply.statusCode, reply.json()]).toMatchObject([
      401,
      { code: 8810016, message: expect.stringMatching(/令牌/), data: { key: 'application.token' } },
    ]);
  });

  test('calling outside its scopes is logged as access.denied', async () => {
    const app = await anApplication();
    expect(await status(await tokenOf(app), '/openapi/orders')).toBe(403);
    expect(await results(app.id)).toEqual({ 'access.denied': 1 });
  });

  test('is logged with its requests', async () => {
    const app = await anApplication();
    await ask(await tokenOf(app));
    const { rows } = await server.arrange(server.company, (tx) =>
      sql`
        select action, number, after from audit_log
        where tenant_id = ${server.company.tenantId} and subject = 'oauth_app' and subject_id = ${app.id}
          and action = 'openApi'`.execute(tx),
    );
    expect(rows).toEqual([
      { action: 'openApi', number: '/openapi/products', after: { result: 'ok' } },
    ]);
  });

  test('must be well-formed', async () => {
    for (const authorization of [
      '',
      'Bearer',
      'Bearer x',
      `Basic ${'a'.repeat(64)}`,
      `Bearer ${'a'.repeat(64)}`,
    ])
      expect((await ask('', undefined, { authorization })).statusCode).toBe(401);
  });

  test('does not outlive the term of its company', async () => {
    const token = await tokenOf(await anApplication());
    const term = (days: string | null) =>
      sql`update tenant set expires_at = now() + ${days}::text::interval where id = ${server.company.tenantId}`.execute(
        server.database.admin,
      );
    await term('-1 day');
    server.app.kernel.sessions.forgetAll();
    expect(await status(token)).toBe(401);
    await term(null);
    server.app.kernel.sessions.forgetAll();
    expect(await status(token)).toBe(200);
  });
});

describe('an application', () => {
  test('cannot be created, edited or taken over by a user with fewer rights', async () => {
    const { id: roleId } = await server.call(roles.add, { name: 'Keys', dataScope: 'own' });
    await server.call(setRoleFunctions, { roleId, urls: ['/system/oauth'] });
    await server.call(setRoleButtons, {
      roleId,
      btnStr: [{ url: '/system/oauth', buttons: ['1'] }],
    });
    const keysId = await server.addUser({ loginName: 'keys', roleId });
    const as = { token: await server.signIn('keys') };
    const app = await anApplication();
    const body = {
      name: 'Raised',
      userId: server.company.ownerId,
      scopes: ['products:read'],
      validMinutes: 120,
      addresses: [],
    };
    for (const [call, input] of [
      [applications.add, body],
      [applications.update, { ...body, id: app.id, version: 1 }],
      [applications.setStatus, { ids: app.id, status: false }],
      [newApplicationSecret, { id: app.id }],
      [applications.remove, { id: app.id }],
      // Nor is it taken over: bound to themselves, they could draw its secret.
      [applications.update, { ...body, userId: keysId, id: app.id, version: 1 }],
    ] as const)
      expect(await server.refusal(call, input, as)).toMatchObject({ key: 'rights.exceeded' });
    expect(await server.call(applications.infoCall, { id: app.id })).toMatchObject({
      userId: server.company.ownerId,
    });
  });

  test('is refused beyond fifty', async () => {
    const own = await aServer();
    try {
      const fields = { userId: own.company.ownerId, scopes: ['products:read' as const] };
      const add = (name: string) => ({ name, ...fields, validMinutes: 120, addresses: [] });
      for (let at = 0; at < 50; at += 1) await own.call(applications.add, add(`Program ${at}`));
      expect(await own.refusal(applications.add, add('One more'))).toMatchObject({
        key: 'application.tooMany',
        data: { most: 50 },
      });
    } finally {
      await own.stop();
    }
  });

  test('an application of another company is reported missing', async () => {
    const app = await anApplication();
    const as = { token: await server.signIn('other') };
    for (const [call, input] of [
      [applications.infoCall, { id: app.id }],
      [applications.remove, { id: app.id }],
      [newApplicationSecret, { id: app.id }],
    ] as const)
      expect(await server.refusal(call, input, as)).toMatchObject({ status: 404 });
    const strange = { name: 'Strange', userId: server.company.ownerId, scopes: ['products:read'] };
    const reply = await server.refusal(
      applications.add,
      { ...strange, validMinutes: 120, addresses: [] },
      as,
    );
    expect(reply.status).toBe(404);
  });

  test.each(['10.0.0.0/33', 'anywhere', '1.2.3', '::1/129', '10.0.0.1/-1'])(
    'is refused with the invalid allowed address %s',
    async (address) => {
      const input = { name: 'Fenced', userId: server.company.ownerId, scopes: ['products:read'] };
      expect(
        await server.refusal(applications.add, { ...input, validMinutes: 5, addresses: [address] }),
      ).toMatchObject({ key: 'application.address' });
    },
  );

  test('calls only from its allowed addresses', async () => {
    const token = await tokenOf(
      await anApplication({ addresses: ['127.0.0.0/8', '2001:db8::/32'] }),
    );
    expect(await status(token)).toBe(200);
    // An address of IPv4 may be written inside of IPv6.
    for (const address of ['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:127.0.0.0/104'])
      expect(await status(await tokenOf(await anApplication({ addresses: [address] })))).toBe(200);
  });

  test('must be deleted before its user can be deleted', async () => {
    const userId = await server.addUser({ loginName: 'robot', role: 'salesperson' });
    const app = await anApplication({ userId });
    expect((await server.refusal(users.remove, { id: userId })).status).toBeLessThan(500);
    await server.call(applications.remove, { id: app.id });
    await server.call(users.remove, { id: userId });
  });
});
