import { mkdtempSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { goodsDocuments, products, updatePassword, warehouses } from '@tradehouse/contract';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aShop } from '../modules/document/testShop.ts';
import type { Shop } from '../modules/document/testShop.ts';
import { aServer, passwordOf, sha256 } from '../testing.ts';
import type { TestServer } from '../testing.ts';

let server: TestServer;
let shop: Shop;
let port: number;
beforeAll(async () => {
  const webRoot = mkdtempSync(path.join(os.tmpdir(), 'tradehouse-web-'));
  writeFileSync(path.join(webRoot, 'index.html'), '<!doctype html><title>the app</title>');
  server = await aServer({ webRoot });
  shop = await aShop(server);
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = server.app.server.address() as AddressInfo);
});
afterAll(() => server.stop());

/** What a server answers to bytes as they are: a client library would tidy them up first. */
const raw = (bytes: string | Buffer): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = net.connect({ host: '127.0.0.1', port }, () => socket.write(bytes));
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')));
    socket.on('error', reject);
  });
const get = (target: string, headers = ''): Promise<string> =>
  raw(
    Buffer.from(
      `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}\r\n`,
      'latin1',
    ),
  );
const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);

describe('every answer', () => {
  test.each([
    ['the app', '/bill/purchase_in', 'Accept: text/html\r\n', 200],
    ['a call', '/api/user/getUserSession', '', 401],
    ['a public call', '/api/platformConfig/getPlatform/name', '', 200],
    ['nothing there', '/api/nothing', 'Accept: text/html\r\n', 404],
    ['a malformed target', '/api//depot/list', '', 400],
    ['health', '/health', '', 200],
  ])('of %s carries the security headers', async (_what, target, headers, status) => {
    const answer = await get(target, headers);
    expect(statusOf(answer)).toBe(status);
    const [head = ''] = answer.toLowerCase().split('\r\n\r\n');
    expect(head).toContain("default-src 'self'");
    expect(head).toContain("object-src 'none'");
    expect(head).toContain("frame-ancestors 'self'");
    expect(head).not.toContain("script-src 'self' 'unsafe-inline'");
    expect(head).toContain('x-content-type-options: nosniff');
    expect(head).toContain('x-frame-options: sameorigin');
    expect(head).toContain('referrer-policy: no-referrer');
    expect(head).not.toContain('x-powered-by');
    expect(head).not.toContain('access-control-allow-origin');
  });

  test('to an unknown API path is no web page, and a web page is never cached for long', async () => {
    for (const target of ['/api', '/api/', '/api/nothing', '/api/depot/list/']) {
      const answer = await get(target, 'Accept: text/html\r\n');
      expect([target, statusOf(answer), answer.includes('the app')]).toEqual([target, 404, false]);
    }
    const answer = await get('/', 'Accept: text/html\r\n');
    expect(answer).toContain('cache-control: no-cache');
  });
});

describe('a request target in an unusual form', () => {
  test.each([
    '/api/depot/../depot/list',
    '/api/depot/./list',
    '/api/%2e%2e/api/depot/list',
    '/api/depot%2flist',
    '/api/depot%5clist',
    '/api\\depot\\list',
    '//api/depot/list',
    '/api/depot//list',
    '/api/depot;x=1/list',
    '/api/depot/list%00',
    '/api/depot/list?search=%00',
    '/api/depot/list?search=%c0%af',
    '/api/depot/list?search=\xc3\xa9',
    '/%c0%ae%c0%ae/etc/passwd',
    'http://other/api/depot/list',
    '/api/depot/list#x',
    '*',
  ])('%s is malformed', async (target) => {
    const token = await server.signIn('demo');
    expect(statusOf(await get(target, `X-Access-Token: ${token}\r\n`))).toBe(400);
  });

  test('reaches no file outside the web pages', async () => {
    for (const target of ['/../package.json', '/..%2fpackage.json', '/%2e%2e/package.json'])
      expect(statusOf(await get(target))).toBe(400);
    for (const target of ['/.env', '/index.html.map', '/package.json'])
      expect(statusOf(await get(target))).toBe(404);
  });
});

describe('a cut, doubled or smuggled request', () => {
  test.each([
    ['two lengths', 'Content-Length: 2\r\nContent-Length: 40\r\n\r\n{}'],
    ['a length and chunks', 'Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['a length that is none', 'Content-Length: -1\r\n\r\n{}'],
    ['chunks that are none', 'Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n'],
    ['a header with a line in it', 'X-Access-Token: a\r\n b\r\nContent-Length: 2\r\n\r\n{}'],
  ])('by %s is refused', async (_what, rest) => {
    const answer = await raw(
      `POST /api/user/login HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\n${rest}`,
    );
    expect(statusOf(answer)).toBe(400);
  });

  test('with a token sent twice, in the query or in a cookie is not signed in', async () => {
    const token = await server.signIn('demo');
    const twice = await get(
      '/api/user/getUserSession',
      `X-Access-Token: ${token}\r\nX-Access-Token: ${token}\r\n`,
    );
    expect(statusOf(twice)).toBe(401);
    expect(statusOf(await get(`/api/user/getUserSession?token=${token}`))).toBe(401);
    expect(statusOf(await get('/api/user/getUserSession', `Cookie: token=${token}\r\n`))).toBe(401);
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'image/png'])(
    'with a body of %s is malformed, and a form of a foreign site cannot post',
    async (type) => {
      const reply = await server.app.inject({
        method: 'POST',
        url: '/api/depot/add',
        headers: { 'content-type': type, 'x-access-token': await server.signIn('demo') },
        payload: '{"name":"Form"}',
      });
      expect([400, 415]).toContain(reply.statusCode);
    },
  );
});

describe('a spreadsheet', () => {
  const names = [
    '=HYPERLINK("http://evil","x")',
    '+1+1',
    '-1',
    '@SUM(A1)',
    '\t=1+1',
    '<script>&"\'',
    'bell\u0007 and \u0001 and \uffff end',
    '𝕏 👩‍👩‍👧 \u202eabc',
  ];

  test('keeps texts unchanged, whatever their first character, and can be opened', async () => {
    for (const [at, remark] of names.entries()) {
      const { id } = await server.call(products.add, {
        name: `Sheet ${at}`,
        unitName: 'piece',
        barcodes: [{ code: String(990_000 + at), unit: 'piece' }],
      });
      // No call takes the hidden characters; older rows may hold them.
      await server.arrange(server.company, (tx) =>
        tx.updateTable('product').set({ remark }).where('id', '=', id).execute(),
      );
    }
    const search = { keyword: 'Sheet' };
    const reply = await server.request('GET', '/material/exportExcel', {
      search,
      column: 'barcode',
      order: 'asc',
    });
    expect(reply.statusCode).toBe(200);
    const { sheets } = await readXlsx(reply.rawPayload);
    const [head = [], ...rows] = sheets[0]?.rows ?? [];
    const column = head.indexOf('Remark');
    const shown = rows.map((row) => row[column]);
    expect(shown).toEqual(
      names.map((name) => name.replaceAll(/[^\t\n\r -\ufffd]|\ufffe|\uffff/g, '')),
    );
    const xml = sheetXml(reply.rawPayload);
    expect(xml).not.toMatch(/<f[ >]/);
    expect(xml).not.toMatch(/[^\t\n\r -\ufffd\u{10000}-\u{10ffff}]/u);
  });

  /** Every part of the file as text, found by the directory at its end. */
  function sheetXml(bytes: Buffer): string {
    const end = bytes.lastIndexOf('PK\u0005\u0006', undefined, 'latin1');
    const parts: string[] = [];
    let at = bytes.readUInt32LE(end + 16);
    for (let count = bytes.readUInt16LE(end + 10); count > 0; count -= 1) {
      const header = bytes.readUInt32LE(at + 42);
      const start = header + 30 + bytes.readUInt16LE(header + 26) + bytes.readUInt16LE(header + 28);
      const packed = bytes.subarray(start, start + bytes.readUInt32LE(at + 20));
      const isPacked = bytes.readUInt16LE(at + 10) === 8;
      parts.push((isPacked ? inflateRawSync(packed) : packed).toString('utf8'));
      at +=
        46 +
        bytes.readUInt16LE(at + 28) +
        bytes.readUInt16LE(at + 30) +
        bytes.readUInt16LE(at + 32);
    }
    return parts.join('\n');
  }
});

describe('an Idempotency-Key', () => {
  const add = (name: string, key: string, token?: string) =>
    server.request(
      'POST',
      warehouses.add.path,
      { name },
      { key, ...(token === undefined ? {} : { token }) },
    );

  test('belongs to its user: for a second user, or a second company, the key is new', async () => {
    await server.addUser({ loginName: 'colleague', role: 'manager' });
    const mine = await add('Keyed 1', 'shared-key');
    const again = await add('Keyed 1', 'shared-key');
    expect(again.json()).toEqual(mine.json());
    const colleague = await add('Keyed 2', 'shared-key', await server.signIn('colleague'));
    const stranger = await add('Keyed 1', 'shared-key', await server.signIn('other'));
    const ids = [mine, colleague, stranger].map(
      (reply) => reply.json<{ data: { id: string } }>().data.id,
    );
    expect(new Set(ids).size).toBe(3);
  });

  test('an Idempotency-Key of another body, another call or another record is refused', async () => {
    await add('Keyed 3', 'taken-key');
    for (const [endpoint, input] of [
      [warehouses.add, { name: 'Keyed 4' }],
      [warehouses.remove, { id: '999999' }],
      [products.remove, { id: '999999' }],
    ] as const) {
      const reply = await server.request(endpoint.method, endpoint.path, input, {
        key: 'taken-key',
      });
      expect([reply.statusCode, reply.json<{ code: number }>().code]).toEqual([409, 409002]);
    }
  });

  test('an Idempotency-Key of a refused request may be used again', async () => {
    expect((await add('K', 'refused-key')).statusCode).toBe(400);
    await add('Keyed 5', 'first-key');
    expect((await add('Keyed 5', 'refused-key')).statusCode).toBe(422);
    expect((await add('Keyed 6', 'refused-key')).statusCode).toBe(200);
  });

  test.each([
    ['a hundred characters', 'k'.repeat(100), 200],
    ['more', 'k'.repeat(101), 400],
    ['quotes and signs', `'";--%00\u00e9`, 200],
  ])('an Idempotency-Key of %s is accepted up to 100 characters', async (_what, key, status) => {
    expect((await add(`Long ${key.length} ${key.slice(0, 3)}`, key)).statusCode).toBe(status);
  });

  test('sent eight times at once makes a single document, and all callers get the answer', async () => {
    const product = await shop.product();
    const input = shop.input('purchaseIn', [
      { barcode: product.barcode, quantity: '1', unitPrice: '1' },
    ]);
    const replies = await Promise.all(
      Array.from({ length: 8 }, () =>
        server.request('POST', goodsDocuments.add.path, input, { key: 'twins' }),
      ),
    );
    expect(new Set(replies.map(({ body }) => body)).size).toBe(1);
    expect(await shop.stock(product)).toBe('1');
  });
});

describe('guessing passwords', () => {
  test('many at once compares no more passwords than many in sequence', async () => {
    await server.addUser({ loginName: 'guessed' });
    const guess = () =>
      server.app.inject({
        method: 'POST',
        url: '/api/user/login',
        payload: { loginName: 'guessed', password: sha256('wrong') },
        remoteAddress: '10.1.1.1',
      });
    const replies = await Promise.all(Array.from({ length: 40 }, guess));
    const compared = replies.filter((reply) => reply.json<{ code: number }>().code === 500_014);
    expect(compared.length).toBeLessThanOrEqual(10);
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([422, 429]));
  });

  test('a correct password after wrong passwords counts no failure for the source', async () => {
    await server.addUser({ loginName: 'clumsy' });
    const sign = (password: string) =>
      server.app.inject({
        method: 'POST',
        url: '/api/user/login',
        payload: { loginName: 'clumsy', password: sha256(password) },
        remoteAddress: '10.1.1.2',
      });
    for (let round = 0; round < 15; round += 1) {
      expect((await sign('wrong')).statusCode).toBe(422);
      expect((await sign(passwordOf('clumsy'))).statusCode).toBe(200);
    }
  });

  test('guessing passwords with a stolen token is throttled like guessing at the sign-in', async () => {
    const userId = await server.addUser({ loginName: 'stolen' });
    const token = await server.signIn('stolen');
    const statuses: number[] = [];
    for (let round = 0; round < 14; round += 1) {
      const input = {
        userId,
        oldpassword: sha256(`guess ${round}`),
        password: sha256('Mine-now-9'),
      };
      statuses.push((await server.refusal(updatePassword, input, token)).status);
    }
    expect(statuses.at(0)).toBe(422);
    expect(statuses.at(-1)).toBe(429);
  });
});
