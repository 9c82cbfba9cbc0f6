import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { Closed, Id, defineEndpoint } from '@tradehouse/contract';
import type { Endpoint } from '@tradehouse/contract';
import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../app.ts';
import { aServer } from '../../testing.ts';
import type { TestServer } from '../../testing.ts';
import { refuseWith } from '../access/index.ts';
import { mountEndpoint, mountPublic } from './index.ts';

const Line = Closed({ barcode: Type.String({ maxLength: 3 }), quantity: Type.Integer() });
const Input = Closed({ name: Type.String(), lines: Type.Optional(Type.Array(Line)) });

const echo = defineEndpoint({
  call: 'POST /probe/echo',
  summary: 'Echo',
  access: 'signedIn',
  input: Input,
  reply: Input,
});
const ask = defineEndpoint({
  call: 'GET /probe/ask',
  summary: 'Ask',
  access: 'signedIn',
  input: Closed({
    id: Type.Optional(Id),
    page: Type.Optional(Type.Integer()),
    open: Type.Optional(Type.Boolean()),
  }),
  reply: Type.Unknown(),
});
const leaky = defineEndpoint({
  call: 'GET /probe/leaky',
  summary: 'Leak',
  access: 'public',
  input: Closed({}),
  reply: Closed({
    shown: Type.String(),
    parts: Type.Array(Closed({ a: Type.Integer() })),
    maybe: Type.Union([Closed({ b: Type.Integer() }), Type.Null()]),
  }),
});
const sys = defineEndpoint({
  call: 'GET /sys/probe',
  summary: 'Sys',
  access: 'signedIn',
  input: Closed({}),
  reply: Closed({ list: Type.Array(Type.String()) }),
});
const sysRefusing = defineEndpoint({
  call: 'GET /sys/refusing',
  summary: 'Sys',
  access: 'signedIn',
  input: Closed({}),
  reply: Closed({}),
});
const page = (path: string, access: Endpoint['access']) =>
  defineEndpoint({
    call: `GET ${path}`,
    summary: 'Page',
    access,
    input: Closed({}),
    reply: Closed({}),
  });
const sales = page('/probe/sales', { page: '/bill/sale_out' });
const approves = page('/probe/approves', { page: '/bill/sale_out', button: '2' });
const either = page('/probe/either', { page: ['/system/account', '/system/customer'] });
const operators = page('/probe/operators', { page: '/system/tenant', operator: true });
const breaking = page('/probe/breaking', 'signedIn');
const sideDoor = page('/probe/side', 'public');

let server: TestServer;
beforeAll(async () => {
  server = await aServer({
    extra: [
      (app) => {
        mountEndpoint(app, echo, async (input) => input);
        mountEndpoint(app, ask, async (input) => input);
        mountPublic(app, leaky, async () => ({
          shown: 'yes',
          secret: 'no',
          parts: [{ a: 1, hash: 'x' }],
          maybe: { b: 2, c: 3 },
        }));
        mountEndpoint(app, sys, async () => ({ list: ['a'] }));
        mountEndpoint(app, sysRefusing, async () => refuseWith('record.missing'));
        for (const each of [sales, approves, either, operators])
          mountEndpoint(app, each, async () => ({}));
        mountEndpoint(app, breaking, async () => {
          throw new Error('select * from secrets');
        });
      },
    ],
  });
  await server.addUser({ loginName: 'sally', role: 'salesperson' });
  await server.addUser({ loginName: 'outsider' });
});
afterAll(() => server.stop());

describe('the input', () => {
  test('reaches the call unchanged', async () => {
    const input = { name: '螺丝', lines: [{ barcode: '123', quantity: 2 }] };
    expect(await server.call(echo, input)).toEqual(input);
  });

  test.each([
    [{}, { field: 'name' }],
    [{ name: 1 }, { field: 'name' }],
    [{ name: 'a', extra: 1 }, { field: 'extra' }],
    [
      {
        name: 'a',
        lines: [
          { barcode: '1', quantity: 1 },
          { barcode: '1', quantity: '1' },
        ],
      },
      { field: 'quantity', line: 2 },
    ],
    [
      { name: 'a', lines: [{ barcode: '1234', quantity: 1 }] },
      { field: 'barcode', line: 1 },
    ],
    [
      { name: 'a', lines: [{ barcode: '1', quantity: 1, price: 1 }] },
      { field: 'price', line: 1 },
    ],
  ])('%j is refused with its field and line', async (input, where) => {
    expect(await server.refusal(echo, input)).toMatchObject({
      status: 400,
      code: 400001,
      key: 'request.field',
      data: where,
    });
  });

  test('is limited by characters, not by bytes or surrogate halves', async () => {
    expect(
      await server.call(echo, { name: 'a', lines: [{ barcode: '😀😀😀', quantity: 1 }] }),
    ).toBeDefined();
  });

  test.each([
    ['{"name":', 'request.malformed'],
    ['{"name":"a","__proto__":{"x":1}}', 'request.malformed'],
  ])('the JSON body %s is refused as malformed', async (payload, key) => {
    const reply = await server.app.inject({
      method: 'POST',
      url: '/api/probe/echo',
      payload,
      headers: {
        'content-type': 'application/json',
        'x-access-token': await server.signIn('demo'),
      },
    });
    expect([reply.statusCode, reply.json().data.key]).toEqual([400, key]);
  });

  test('the input over a megabyte is too large', async () => {
    expect(await server.refusal(echo, { name: 'x'.repeat(1_100_000) })).toMatchObject({
      status: 413,
      key: 'request.tooLarge',
    });
  });

  test('query texts become numbers and flags, and empty values are dropped', async () => {
    const reply = await server.request('GET', '/probe/ask', { id: '7', page: '2', open: 'true' });
    expect(reply.json().data).toEqual({ id: '7', page: 2, open: true });
    expect((await server.request('GET', '/probe/ask', { id: '', page: '' })).json().data).toEqual(
      {},
    );
    expect((await server.request('GET', '/probe/ask', { page: '1e3' })).json().data).toMatchObject({
      field: 'page',
    });
    expect((await server.request('GET', '/probe/ask', { page: 'x' })).statusCode).toBe(400);
  });
});

describe('a reply', () => {
  test('contains only the fields declared in the contract, at every level', async () => {
    expect((await server.request('GET', '/probe/leaky', {}, { token: '' })).json()).toEqual({
      code: 200,
      message: 'Success',
      data: { shown: 'yes', parts: [{ a: 1 }], maybe: { b: 2 } },
    });
  });

  test('every reply below /sys, refusals included, has the fields `success` and `result`', async () => {
    expect((await server.request('GET', '/sys/probe')).json()).toEqual({
      success: true,
      message: 'Success',
      result: { list: ['a'] },
    });
    expect((await server.request('GET', '/sys/refusing')).json()).toMatchObject({
      success: false,
      result: null,
      code: 404,
    });
  });

  test('states the message in the language of the caller', async () => {
    expect(
      (await server.request('GET', '/sys/refusing', {}, { language: 'zh-cn' })).json().message,
    ).toBe('记录不存在');
    expect(
      (await server.request('GET', '/sys/refusing', {}, { language: 'en' })).json().message,
    ).toBe('The record does not exist');
  });

  test('contains no details of an unexpected error', async () => {
    const reply = await server.request('GET', '/probe/breaking');
    expect([reply.statusCode, reply.json()]).toEqual([
      500,
      { code: 500, message: 'Unexpected error', data: { key: 'server.failed' } },
    ]);
  });

  test('carries the security headers', async () => {
    const { headers } = await server.request('GET', '/probe/leaky', {}, { token: '' });
    expect(headers['content-security-policy']).toContain("default-src 'self'");
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-security-policy']).toContain("base-uri 'none'");
    expect(headers['content-security-policy']).toContain("connect-src 'self';");
    expect(headers['cross-origin-opener-policy']).toBe('same-origin');
    expect(headers).not.toHaveProperty('strict-transport-security');
  });

  test('has the Strict-Transport-Security header only behind a trusted HTTPS proxy', async () => {
    const behind = await createApp({
      database: server.database.connections.app,
      trustedProxies: ['10.0.0.1'],
    });
    const headersFrom = async (remoteAddress: string) => {
      const headers = { 'x-forwarded-proto': 'https' };
      return (await behind.inject({ url: '/health', remoteAddress, headers })).headers;
    };
    expect((await headersFrom('10.0.0.1'))['strict-transport-security']).toBe('max-age=31536000');
    expect(await headersFrom('10.0.0.2')).not.toHaveProperty('strict-transport-security');
    await behind.close();
  });
});

describe('admission to calls', () => {
  test.each(['', 'x', '0'.repeat(64)])('token "%s" is no session', async (token) => {
    const reply = await server.request('POST', '/probe/echo', { name: 'a' }, { token });
    expect([reply.statusCode, reply.json().message, reply.json().data.key]).toEqual([
      401,
      'loginOut',
      'session.missing',
    ]);
  });

  test('a request without a session is refused before its input is validated', async () => {
    expect(
      (await server.request('POST', '/probe/echo', { wrong: 1 }, { token: '' })).statusCode,
    ).toBe(401);
  });

  test.each([
    ['demo', sales, 200],
    ['demo', approves, 200],
    ['demo', operators, 403],
    ['admin', operators, 200],
    ['sally', sales, 200],
    ['sally', approves, 403],
    ['sally', either, 200],
    ['outsider', sales, 403],
    ['outsider', either, 403],
  ] as const)(
    'user %s calling %o gets the status of the user’s rights',
    async (who, { path }, status) => {
      expect((await server.request('GET', path, {}, await server.signIn(who))).statusCode).toBe(
        status,
      );
    },
  );

  test('an undeclared route can not be registered', async () => {
    const plain = aServer({ extra: [(app) => void app.get('/plain', async () => 'hello')] });
    await expect(plain).rejects.toThrow('/api/plain is not declared');
  });

  test('public endpoints are mounted only by mountPublic, and all further endpoints only by mount', () => {
    expect(() => mountEndpoint(server.app, sideDoor, async () => ({}))).toThrow('use mountPublic');
    expect(() => mountPublic(server.app, sales, async () => ({}))).toThrow('use mount');
  });
});

/** The body of the answer to a target as it is written: a test's own injection would tidy it up first. */
async function overTheWire(target: string): Promise<unknown> {
  if (!server.app.server.listening) await server.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.app.server.address() as AddressInfo;
  const request = http.get({ host: '127.0.0.1', port, path: target, agent: false });
  const [reply] = (await once(request, 'response')) as [http.IncomingMessage];
  return json(reply);
}

describe('requests outside declared calls', () => {
  test('an undeclared path is answered 404', async () => {
    const reply = await server.request('GET', '/nothing/here');
    expect([reply.statusCode, reply.json().code]).toEqual([404, 404]);
  });

  test.each([
    '/api/../api/probe/ask',
    '/api//probe/ask',
    '/api/probe%2fask',
    '/api/probe/ask;x=1',
    '/.malformed-target',
  ])('%s is refused before any route sees it', async (url) => {
    expect(await overTheWire(url)).toMatchObject({ code: 400, data: { key: 'request.malformed' } });
  });

  test('/health and /ready report their status', async () => {
    const get = (url: string) => server.app.inject({ method: 'GET', url });
    expect((await get('/health')).json()).toEqual({ status: 'ok' });
    expect((await get('/ready')).json()).toEqual({ status: 'ready' });
  });

  test('metrics are served at METRICS_PORT only, not at the port of the application', async () => {
    const probe = http.createServer().listen(0, '127.0.0.1');
    await once(probe, 'listening');
    const { port } = probe.address() as AddressInfo;
    probe.close();
    await once(probe, 'close');
    const app = await createApp({
      database: server.database.connections.app,
      metrics: { host: '127.0.0.1', port },
    });
    await app.inject('/health');
    const at = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
    const metrics = await (await at('/metrics')).text();
    expect(metrics).toContain('route="/health"');
    expect(metrics).toContain('lane_places{lane="reading"} 8');
    expect(metrics).toContain('lane_put_off_total{lane="writing"} 0');
    expect(metrics).not.toContain('demo');
    expect((await at('/health')).status).toBe(404);
    for (const one of [app, server.app])
      expect((await one.inject('/metrics')).statusCode).toBe(404);
    await app.close();
    await expect(at('/metrics')).rejects.toThrow('fetch failed');
  });

  test('the API description requires a sign-in, unless the operator opens its page', async () => {
    const status = async (app: TestServer['app'], url: string) =>
      (await app.inject(url)).statusCode;
    expect(await status(server.app, '/api/openapi.json')).toBe(401);
    expect(await status(server.app, '/api/docs/')).toBe(404);
    const open = await createApp({
      database: server.database.connections.app,
      apiPage: true,
    });
    expect(await status(open, '/api/openapi.json')).toBe(200);
    expect(await status(open, '/api/docs/')).toBe(200);
    await open.close();
  });

  test('the API description lists every declared call with its token and response envelope', async () => {
    const { paths } = (await server.request('GET', '/openapi.json')).json();
    const { post } = paths['/api/probe/echo'];
    expect(post.security).toEqual([{ token: [] }]);
    expect(
      post.responses['200'].content['application/json'].schema.properties.data.properties,
    ).toHaveProperty('lines');
    expect(paths['/api/user/login'].post.security).toBeUndefined();
    expect(Object.keys(paths)).not.toContain('/health');
  });
});
