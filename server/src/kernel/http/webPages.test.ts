import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer } from '../../index.ts';
import { aServer } from '../../testing.ts';
import type { TestServer } from '../../testing.ts';

const webRoot = fs.mkdtempSync(path.join(os.tmpdir(), 'tradehouse-web-'));
let server: TestServer;
beforeAll(async () => {
  fs.mkdirSync(path.join(webRoot, 'assets'));
  fs.writeFileSync(path.join(webRoot, 'index.html'), '<title>Tradehouse</title>');
  fs.writeFileSync(path.join(webRoot, 'assets', 'app-1.js'), 'plain');
  fs.writeFileSync(path.join(webRoot, 'assets', 'app-1.js.gz'), 'packed');
  server = await aServer({ webRoot, basePath: '/erp' });
});
afterAll(async () => {
  await server.stop();
  fs.rmSync(webRoot, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = { accept: 'text/html' }) =>
  server.app.inject({ method: 'GET', url, headers });

describe('the web server', () => {
  test.each(['/erp/', '/erp/bill/sale_out', '/erp/user/login?redirect=%2Fa'])(
    'answers the app at %s',
    async (url) => {
      const reply = await get(url);
      expect([reply.statusCode, reply.body, reply.headers['cache-control']]).toEqual([
        200,
        '<title>Tradehouse</title>',
        'no-cache',
      ]);
    },
  );

  test.each([
    ['/erp/bill/sale_out', { accept: 'application/json' }],
    ['/api/nothing', { accept: 'text/html' }],
    ['/elsewhere', { accept: 'text/html' }],
    ['/erp/../package.json', { accept: 'text/html' }],
    ['/erp/.git/config', { accept: '*/*' }],
  ])('has no page at %s for %j', async (url, headers) => {
    expect((await get(url, headers)).statusCode).toBe(404);
  });

  test('sends built files compressed, with an immutable cache header', async () => {
    const reply = await get('/erp/assets/app-1.js', { 'accept-encoding': 'gzip' });
    expect([reply.body, reply.headers['content-encoding'], reply.headers['cache-control']]).toEqual(
      ['packed', 'gzip', 'public, max-age=31536000, immutable'],
    );
    expect((await get('/erp/assets/app-1.js', {})).body).toBe('plain');
  });

  test('allows frames only from sources named in the menu', async () => {
    const policy = async (): Promise<string> =>
      String((await get('/erp/')).headers['content-security-policy']);
    expect(await policy()).toMatch(/frame-src 'self'(;|$)/);
    const other = await aServer({ webRoot, basePath: '/erp' });
    await sql`
      insert into function (number, name_zh, name_en, url, component, sort)
      values ('0990', 'x', 'x', 'https://bi.example.com/a?u=\${loginName}', '/layouts/IframePageView', '0990')`.execute(
      other.database.admin,
    );
    const reply = await other.app.inject({ url: '/erp/', headers: { accept: 'text/html' } });
    await other.stop();
    expect(reply.headers['content-security-policy']).toMatch(
      /frame-src 'self' https:\/\/bi\.example\.com(;|$)/,
    );
  });

  test('redirects / to the base path', async () => {
    const reply = await get('/');
    expect([reply.statusCode, reply.headers['location']]).toEqual([302, '/erp/']);
  });
});

test('a server takes a port and releases the port', async () => {
  const running = await startServer({
    port: 0,
    database: server.database.connections.app,
    log: false,
  });
  expect((await fetch(`${running.address}/health`)).status).toBe(200);
  await running.stop();
  await expect(fetch(`${running.address}/health`)).rejects.toThrow('fetch failed');
});
