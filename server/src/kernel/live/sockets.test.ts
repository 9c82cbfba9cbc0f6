import { once } from 'node:events';
import http from 'node:http';
import { addAnnouncement, logout, readAllMessages, socketPath } from '@tradehouse/contract';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../app.ts';
import { aServer, passwordOf, sha256 } from '../../testing.ts';
import type { TestServer } from '../../testing.ts';
import { createSessions } from '../http/session.ts';
import { createSockets } from './sockets.ts';
import type { Socket } from './sockets.ts';
import { newsOf, tellNews } from './news.ts';
import { progressFromPayload, createProgressNotifier } from './progress.ts';

let server: TestServer;
let address: string;
let second: Awaited<ReturnType<typeof createApp>>;
let secondAddress: string;
let sally: string;
let sallyId: string;
let demo: string;
const asWebsocket = (url: string): string => url.replace(/^http/, 'ws');
beforeAll(async () => {
  server = await aServer();
  address = asWebsocket(await server.app.listen({ host: '127.0.0.1', port: 0 }));
  second = await createApp({ database: server.database.connections.app });
  secondAddress = asWebsocket(await second.listen({ host: '127.0.0.1', port: 0 }));
  sallyId = await server.addUser({ loginName: 'sally', role: 'salesperson' });
  sally = await server.signIn('sally');
  demo = await server.signIn('demo');
});
afterAll(async () => {
  await second.close();
  await server.stop();
});

/** A browser's end: what it heard, and the code it was closed with. */
interface Ear {
  readonly socket: WebSocket;
  readonly heard: string[];
  readonly closed: Promise<number>;
}
const ears: Ear[] = [];
afterEach(() => {
  for (const { socket } of ears.splice(0)) socket.close();
});

async function anEar(userId: string, first?: string | Uint8Array, at = `${address}/api`) {
  const socket = new WebSocket(`${at}${socketPath(userId)}`);
  const heard: string[] = [];
  socket.addEventListener('message', ({ data }) => {
    heard.push((JSON.parse(String(data)) as { cmd: string }).cmd);
  });
  const closed = new Promise<number>((resolve) => {
    socket.addEventListener('close', ({ code }) => resolve(code));
  });
  const ear: Ear = { socket, heard, closed };
  ears.push(ear);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', reject);
  });
  if (first !== undefined) socket.send(first);
  return ear;
}
const greeting = (token: string): string => JSON.stringify({ token });
async function admitted(userId: string, token: string, at?: string): Promise<Ear> {
  const ear = await anEar(userId, greeting(token), at);
  await expect.poll(() => ear.heard).toContain('ready');
  return ear;
}
const announce = (audience: 'user' | 'company', audienceIds: string[] = []) =>
  server.call(addAnnouncement, { title: 'News', content: '', audience, audienceIds });

describe('a WebSocket connection', () => {
  test.each([
    ['below the API base', '/api'],
    ['at the root', ''],
  ])('%s is admitted by the first frame and receives the notices of the user', async (_, base) => {
    const ear = await admitted(sallyId, sally, address + base);
    await announce('user', [sallyId]);
    await expect.poll(() => ear.heard).toEqual(['ready', 'user']);
  });

  test('receives no notices of further users or companies', async () => {
    const ear = await admitted(sallyId, sally);
    const foreign = await admitted(server.stranger.ownerId, await server.signIn('other'));
    await announce('user', [server.company.ownerId]);
    await announce('company');
    await expect.poll(() => ear.heard).toEqual(['ready', 'topic']);
    expect(foreign.heard).toEqual(['ready']);
  });

  test('gets equal notices from a second process, and a single notice for a batch', async () => {
    const ear = await admitted(sallyId, sally, secondAddress);
    await announce('company');
    await expect.poll(() => ear.heard).toEqual(['ready', 'topic']);
    await server.call(readAllMessages, {}, sally);
    await expect.poll(() => ear.heard).toEqual(['ready', 'topic', 'user']);
  });

  test('gets answers to its pings', async () => {
    const ear = await admitted(sallyId, sally);
    ear.socket.send(JSON.stringify({ cmd: 'ping' }));
    await expect.poll(() => ear.heard).toEqual(['ready', 'pong']);
  });

  test('is closed when its session ends, also on another process', async () => {
    const reply = await server.request('POST', '/user/login', {
      loginName: 'sally',
      password: sha256(passwordOf('sally')),
    });
    const { token } = reply.json<{ data: { token: string } }>().data;
    const here = await admitted(sallyId, token);
    const there = await admitted(sallyId, token, secondAddress);
    const stays = await admitted(sallyId, sally);
    await server.call(logout, {}, token);
    expect(await here.closed).toBe(4401);
    expect(await there.closed).toBe(4401);
    stays.socket.send(JSON.stringify({ cmd: 'ping' }));
    await expect.poll(() => stays.heard).toContain('pong');
  });

  test('is closed for reconnection when its rights change, and only then', async () => {
    const kateId = await server.addUser({ loginName: 'kate', role: 'keeper' });
    const kate = await admitted(kateId, await server.signIn('kate'));
    const other = await admitted(sallyId, sally);
    await server.arrange(server.company, async (tx) => {
      await sql`update app_user set role_id = ${server.company.roleIds.finance} where id = ${kateId}`.execute(
        tx,
      );
      await sql`select pg_notify('tradehouse_rights', ${server.company.tenantId})`.execute(tx);
    });
    expect(await kate.closed).toBe(4000);
    await admitted(kateId, await server.signIn('kate'));
    other.socket.send(JSON.stringify({ cmd: 'ping' }));
    await expect.poll(() => other.heard).toContain('pong');
  });

  test('a window of an ended process reconnects to the next process', async () => {
    const options = { database: server.database.connections.app };
    const first = await createApp(options);
    const at = await first.listen({ host: '127.0.0.1', port: 0 });
    const { port } = new URL(at);
    const ear = await admitted(sallyId, sally, asWebsocket(at));
    await first.close();
    expect(await ear.closed).toBe(1001);
    const next = await createApp(options);
    await next.listen({ host: '127.0.0.1', port: Number(port) });
    const back = await admitted(sallyId, sally, asWebsocket(at));
    await announce('company');
    await expect.poll(() => back.heard).toEqual(['ready', 'topic']);
    await next.close();
  });
});

describe('a WebSocket connection is refused for', () => {
  const frames: readonly (readonly [string, () => string | Uint8Array])[] = [
    ['a token of no one', () => greeting('0'.repeat(64))],
    ["another's token", () => greeting(demo)],
    ['a token that is no text', () => JSON.stringify({ token: [sally] })],
    ['text that is not JSON', () => 'hello'],
    ['JSON that is no object', () => '"hello"'],
    ['nothing', () => 'null'],
    ['an array', () => JSON.stringify([sally])],
    ['a ping', () => JSON.stringify({ cmd: 'ping' })],
    ['bytes', () => new TextEncoder().encode(greeting(sally))],
  ];
  test.each(frames)('%s in the first frame', async (_, frame) => {
    const ear = await anEar(sallyId, frame());
    expect(await ear.closed).toBe(4401);
    expect(ear.heard).toEqual([]);
  });

  test.each(['0', 'abc', '99999999', "1' or '1'='1"])(
    'the user id %s with the token of another',
    async (id) => {
      const ear = await anEar(encodeURIComponent(id), greeting(sally));
      expect(await ear.closed).toBe(4401);
    },
  );

  test('a token in the address instead of a frame', async () => {
    const ear = await anEar(`${sallyId}?token=${sally}`, '{}');
    expect(await ear.closed).toBe(4401);
  });

  test('a huge frame, before and after the first', async () => {
    const huge = JSON.stringify({ token: sally, more: 'x'.repeat(100_000) });
    expect(await (await anEar(sallyId, huge)).closed).toBe(1009);
    const ear = await admitted(sallyId, sally);
    ear.socket.send(huge);
    expect(await ear.closed).toBe(1009);
  });

  test.each([['hello'], ['{}'], [JSON.stringify({ cmd: 'user' })]])(
    'the unexpected frame %s after admission',
    async (frame) => {
      const ear = await admitted(sallyId, sally);
      ear.socket.send(frame);
      expect(await ear.closed).toBe(1008);
    },
  );

  test('a second frame before admission, and a flood of pings', async () => {
    const hasty = await anEar(sallyId, greeting(sally));
    hasty.socket.send(greeting(sally));
    expect(await hasty.closed).toBe(1008);
    const flooding = await admitted(sallyId, sally);
    for (let n = 0; n < 100; n += 1) flooding.socket.send(JSON.stringify({ cmd: 'ping' }));
    expect(await flooding.closed).toBe(1008);
  });

  test('an HTTP request without an upgrade', async () => {
    const reply = await server.request('GET', socketPath(sallyId), {}, sally);
    expect(reply.statusCode).toBe(404);
  });
});

describe('limits', () => {
  const sockets = (limits: {
    proof?: number;
    round?: number;
    perUser?: number;
    unproved?: number;
  }) =>
    createSockets(server.database.app, createSessions(server.database.app), {
      proof: 60_000,
      round: 60_000,
      perUser: 10,
      unproved: 10,
      ...limits,
    });

  /** The server's end of a wire that no one answers on; `slow` to agree that it is closed. */
  function aSilent(slow = false) {
    const said: string[] = [];
    const closed: (number | 'terminated')[] = [];
    const heard = new Map<string, (data: Uint8Array, isBinary: boolean) => void>();
    const socket: Socket = {
      bufferedAmount: 0,
      send: (text) => void said.push(text),
      close: (code) => {
        closed.push(code);
        if (!slow) heard.get('close')?.(new Uint8Array(), false);
      },
      terminate: () => void closed.push('terminated'),
      ping: () => void said.push('ping'),
      on: (event, hear) => void heard.set(event, hear as never),
    };
    const greet = (token: string): void =>
      heard.get('message')?.(new TextEncoder().encode(greeting(token)), false);
    return { socket, said, closed, greet };
  }

  test('a connection without authentication is closed', async () => {
    const all = sockets({ proof: 20 });
    const silent = aSilent();
    all.admit(silent.socket, sallyId);
    await expect.poll(() => silent.closed[0]).toBe(4401);
    all.stop();
  });

  test('a connection without a pong is dropped', async () => {
    const all = sockets({ round: 50 });
    const silent = aSilent();
    all.admit(silent.socket, sallyId);
    silent.greet(sally);
    await expect.poll(() => silent.said).toContain('{"cmd":"ready"}');
    await expect.poll(() => silent.closed).toContain('terminated');
    expect(silent.said).toContain('ping');
    all.stop();
  });

  test('a connection is closed by the periodic check once its session has expired', async () => {
    const reply = await server.request('POST', '/user/login', {
      loginName: 'sally',
      password: sha256(passwordOf('sally')),
    });
    const { token } = reply.json<{ data: { token: string } }>().data;
    const all = sockets({ round: 50 });
    const window = aSilent();
    all.admit(window.socket, sallyId);
    window.greet(token);
    await expect.poll(() => window.said).toContain('{"cmd":"ready"}');
    await sql`update session set expires_at = now() where token_hash = sha256(convert_to(${token}, 'UTF8'))`.execute(
      server.database.admin,
    );
    await expect.poll(() => window.closed).toContain(4401);
    all.stop();
  });

  test('above a limit, the user’s oldest window or oldest unauthenticated connection is closed', async () => {
    const all = sockets({ perUser: 2, unproved: 1 });
    const windows = [aSilent(), aSilent(), aSilent()];
    for (const window of windows) {
      all.admit(window.socket, sallyId);
      window.greet(sally);
      await expect.poll(() => window.said).toContain('{"cmd":"ready"}');
    }
    expect(windows.map(({ closed }) => closed[0])).toEqual([1008, undefined, undefined]);
    const [waiting, next] = [aSilent(), aSilent()];
    all.admit(waiting.socket, sallyId);
    all.admit(next.socket, sallyId);
    expect([waiting.closed, next.closed]).toEqual([['terminated'], []]);
    next.greet(sally);
    await expect.poll(() => next.said).toContain('{"cmd":"ready"}');
    all.stop();
  });

  test('windows opened at once obey the limit per user', async () => {
    const all = sockets({ perUser: 3, unproved: 40 });
    const windows = Array.from({ length: 40 }, () => aSilent(true));
    for (const { socket } of windows) all.admit(socket, sallyId);
    for (const { greet } of windows) greet(sally);
    await expect.poll(() => windows.filter(({ said }) => said.length > 0).length).toBe(40);
    expect(windows.filter(({ closed }) => closed.length === 0)).toHaveLength(3);
    all.stop();
  });
});

describe('progress of work', () => {
  const key = 'a'.repeat(32);

  test('reaches only windows of its requester, in every process, at most once a second', async () => {
    const here = await admitted(sallyId, sally);
    const there = await admitted(sallyId, sally, secondAddress);
    const other = await admitted(server.company.ownerId, demo);
    const said: unknown[] = [];
    there.socket.addEventListener('message', ({ data }) => said.push(JSON.parse(String(data))));
    const { tenantId } = server.company;
    const tell = createProgressNotifier(server.app.kernel.db, { tenantId, userId: sallyId, key });
    const told = async (): Promise<number> => {
      tell(1_000);
      tell(1_000);
      return there.heard.length;
    };
    await expect.poll(told).toBe(2);
    await expect.poll(() => here.heard).toEqual(['ready', 'progress']);
    expect(said).toEqual([{ cmd: 'progress', key, rows: 1_000 }]);
    expect(other.heard).toEqual(['ready']);
  });

  test.each([
    [`7:8:${key}:9`, { tenantId: '7', userId: '8', key, rows: 9 }],
    [`7:8:${key}`, null],
    [`7:8:${key.slice(1)}:9`, null],
    [`7:x:${key}:9`, null],
    ['', null],
  ])('the payload %j is parsed as %j', (payload, progress) => {
    expect(progressFromPayload(payload)).toEqual(progress);
  });
});

describe('a notice', () => {
  test.each([
    ['7', { tenantId: '7', userIds: null }],
    ['7:8,9', { tenantId: '7', userIds: new Set(['8', '9']) }],
    ['', null],
    ['7:', null],
    ['7:x', null],
    ['x:7', null],
  ] as const)('the payload %j is parsed as %j', (payload, news) => {
    expect(newsOf(payload)).toEqual(news);
  });

  test('a notice for too many users to be listed is sent to all users of the company', async () => {
    const ear = await admitted(sallyId, sally);
    const many = Array.from({ length: 2_000 }, (_, n) => String(900_000_000 + n));
    await server.arrange(server.company, (tx) => tellNews(tx, server.company.tenantId, many));
    await expect.poll(() => ear.heard).toEqual(['ready', 'topic']);
  });
});

test.each([
  ['https://evil.example', 403],
  ['null', 403],
  ['http://127.0.0.1.evil.example', 403],
  [undefined, 101],
  ['own', 101],
])('an upgrade request from a page of origin %s gets the status %i', async (origin, status) => {
  const { host } = new URL(address);
  const request = http.get({
    host: host.split(':')[0],
    port: host.split(':')[1],
    path: `/api${socketPath(sallyId)}`,
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
      ...(origin === undefined ? {} : { origin: origin === 'own' ? `http://${host}` : origin }),
    },
  });
  const answered = await new Promise<number | undefined>((resolve, reject) => {
    request.once('upgrade', ({ statusCode }, socket) => resolve((socket.destroy(), statusCode)));
    request.once('response', ({ statusCode }) => resolve(statusCode));
    request.once('error', reject);
  });
  request.destroy();
  expect(answered).toBe(status);
});

test.each(['h2c', 'TLS/1.2, HTTP/2.0'])(
  'a request to upgrade to %s is answered without the upgrade',
  async (upgrade) => {
    const { hostname, port } = new URL(address);
    const request = http.get({
      hostname,
      port,
      path: '/health',
      headers: {
        connection: 'Upgrade, HTTP2-Settings',
        upgrade,
        'http2-settings': 'AAMAAABkAAQAAP__',
      },
    });
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    response.resume();
    expect(response.statusCode).toBe(200);
  },
);
