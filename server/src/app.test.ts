import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { login } from '@tradehouse/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from './app.ts';
import { aServer, passwordOf, sha256 } from './testing.ts';
import type { TestServer } from './testing.ts';

let server: TestServer;
const lines: string[] = [];
beforeAll(async () => {
  server = await aServer({ log: { write: (line) => void lines.push(line) } });
});
afterAll(() => server.stop());

test('logs are lines of JSON without tokens, passwords or searched texts', async () => {
  const { token } = await server.call(
    login,
    { loginName: 'demo', password: sha256(passwordOf('demo')) },
    { token: '' },
  );
  await server.request('GET', '/depot/list', { search: { name: 'searched for' } }, token);
  await server.refusal(
    login,
    { loginName: 'demo', password: sha256('wrong password') },
    { token: '' },
  );
  const text = lines.join('');
  const requests = lines
    .map((line) => JSON.parse(line))
    .filter((line) => 'req' in line || 'res' in line);
  // Each once, with what was asked and what came of it.
  expect(requests.map(({ req, res }) => [req?.method, res?.statusCode])).toEqual([
    ['POST', 200],
    ['GET', 200],
    ['POST', 422],
  ]);
  expect(text).toContain('"path":"/api/depot/list"');
  for (const secret of [token, sha256(passwordOf('demo')), sha256('wrong password'), 'searched'])
    expect(text).not.toContain(secret);
});

const addressSeen = async (trustedProxies: readonly string[]): Promise<string> => {
  const app = await createApp({
    database: server.database.connections.app,
    trustedProxies,
  });
  await app.inject({
    method: 'POST',
    url: '/api/user/login',
    remoteAddress: '10.0.0.1',
    headers: { 'x-forwarded-for': '203.0.113.7' },
    payload: { loginName: 'demo', password: sha256(passwordOf('demo')) },
  });
  await app.close();
  const session = await server.database.admin
    .selectFrom('session')
    .select('address')
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
  return session?.address ?? '';
};

test('the client address is taken from configured proxies only', async () => {
  expect(await addressSeen([])).toBe('10.0.0.1');
  expect(await addressSeen(['10.0.0.2'])).toBe('10.0.0.1');
  expect(await addressSeen(['10.0.0.1'])).toBe('203.0.113.7');
});

test('a server without its database reports the failure, quickly and plainly', async () => {
  const app = await createApp({
    database: { ...server.database.connections.app, port: 1 },
  });
  expect((await app.inject({ method: 'GET', url: '/health' })).statusCode).toBe(200);
  expect((await app.inject({ method: 'GET', url: '/ready' })).statusCode).toBe(503);
  const reply = await app.inject({
    method: 'POST',
    url: '/api/user/login',
    payload: { loginName: 'a', password: sha256('a') },
  });
  expect([reply.statusCode, reply.json().data.key]).toEqual([503, 'server.busy']);
  await app.close();
});

test('a server with an unreachable database reports not ready and still serves pages', async () => {
  // Connections are made and never answered, as by a database that is stopped.
  const paused = net.createServer(() => {});
  paused.listen(0, '127.0.0.1');
  await once(paused, 'listening');
  const webRoot = fs.mkdtempSync(path.join(os.tmpdir(), 'pages-'));
  fs.writeFileSync(path.join(webRoot, 'index.html'), '<!doctype html>');
  const { port } = paused.address() as AddressInfo;
  const app = await createApp({
    database: { ...server.database.connections.app, host: '127.0.0.1', port },
    webRoot,
  });
  const timed = async (url: string): Promise<readonly [number, boolean]> => {
    const began = performance.now();
    const { statusCode } = await app.inject({
      method: 'GET',
      url,
      headers: { accept: 'text/html' },
    });
    return [statusCode, performance.now() - began < 8_000];
  };
  expect(await timed('/ready')).toEqual([503, true]);
  expect(await timed('/')).toEqual([200, true]);
  paused.close();
  fs.rmSync(webRoot, { recursive: true });
});
