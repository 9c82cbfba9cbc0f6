import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import type { AddressInfo } from 'node:net';
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '../../app.ts';
import type { AppOptions } from '../../app.ts';
import { aServer } from '../../testing.ts';
import type { TestServer } from '../../testing.ts';

let server: TestServer;
beforeAll(async () => {
  server = await aServer();
});
afterAll(() => server.stop());

async function listening(leaving: AppOptions['leaving'] & object): Promise<FastifyInstance> {
  const app = await createApp({ database: server.database.connections.app, leaving });
  await app.listen({ host: '127.0.0.1', port: 0 });
  return app;
}
const portOf = (app: FastifyInstance): number => (app.server.address() as AddressInfo).port;

/** Asks again and again on one kept connection until it is told that this was the last; the statuses. */
async function asks(port: number, asked: { count: number }): Promise<readonly number[]> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const statuses: number[] = [];
  for (;;) {
    const request = http.get({ host: '127.0.0.1', port, path: '/health', agent });
    const [reply] = (await once(request, 'response')) as [http.IncomingMessage];
    reply.resume();
    await once(reply, 'end');
    statuses.push(reply.statusCode ?? 0);
    asked.count += 1;
    if (reply.headers.connection === 'close') return statuses;
    await turn();
  }
}

test('a stop under load resets no kept connection: each gets its last answer', async () => {
  // As long as it takes: the load ends by itself.
  const app = await listening({ linger: 60_000, most: 60_000 });
  const asked = { count: 0 };
  const clients = Array.from({ length: 16 }, () => asks(portOf(app), asked));
  await expect.poll(() => asked.count).toBeGreaterThan(200);
  await app.close();
  const statuses = (await Promise.all(clients)).flat();
  expect(new Set(statuses)).toEqual(new Set([200]));
});

test('a stopping server reports not ready at once and keeps answering until the drain ends', async () => {
  const app = await listening({ drain: 3_000, linger: 10 });
  const status = async (path: string): Promise<number> =>
    (await fetch(`http://127.0.0.1:${portOf(app)}${path}`)).status;
  expect([await status('/ready'), await status('/health')]).toEqual([200, 200]);
  const closed = app.close();
  await turn();
  expect(await Promise.all([status('/ready'), status('/health')])).toEqual([503, 200]);
  await closed;
});

test('a stopping server does not wait for an unfinished request', async () => {
  const app = await listening({ linger: 10, most: 100 });
  const slow = net.connect({ host: '127.0.0.1', port: portOf(app) });
  slow.on('error', () => {});
  const cut = once(slow, 'close');
  slow.write(
    'POST /api/user/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 90\r\n\r\n{"a',
  );
  await once(app.server, 'request');
  await app.close();
  expect(await cut).toEqual([false]);
});

test('a stop answers every connection made before listening ended', async () => {
  const app = await listening({ linger: 0 });
  const asked = Array.from({ length: 60 }, async () => {
    const request = http.get({
      host: '127.0.0.1',
      port: portOf(app),
      path: '/health',
      agent: false,
    });
    const [reply] = (await once(request, 'response')) as [http.IncomingMessage];
    reply.resume();
    return reply.statusCode;
  });
  const answered = Promise.all(asked);
  await once(app.server, 'connection');
  const [statuses] = await Promise.all([answered, app.close()]);
  expect(new Set(statuses)).toEqual(new Set([200]));
});

test('a stop answers a late request on a connection opened before listening ended', async () => {
  const app = await listening({ linger: 100 });
  const late = net.connect({ host: '127.0.0.1', port: portOf(app) });
  await once(late, 'connect');
  const closed = app.close();
  await wait(150);
  late.write('GET /health HTTP/1.1\r\nHost: x\r\n\r\n');
  const [answer] = (await once(late, 'data')) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1.1 200 [^]*connection: close/i);
  await closed;
});
