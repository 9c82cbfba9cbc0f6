import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import type { AddressInfo } from 'node:net';
import {
  Closed,
  defineEndpoint,
  FILE_SIZE_LIMIT,
  goodsDocuments,
  uploadFile,
} from '@tradehouse/contract';
import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../app.ts';
import { aServer } from '../../testing.ts';
import type { TestServer } from '../../testing.ts';
import { mountEndpoint, mountPublic } from './index.ts';

const declare = (path: string, access: 'public' | 'signedIn') =>
  defineEndpoint({
    call: `POST ${path}`,
    summary: 'Take',
    access,
    input: Closed({ name: Type.String() }),
    reply: Closed({}),
  });
const open = declare('/probe/open', 'public');
const endless = declare('/probe/endless', 'signedIn');

let server: TestServer;
beforeAll(async () => {
  server = await aServer({
    extra: [
      (app) => {
        mountPublic(app, open, async () => ({}));
        mountEndpoint(app, endless, () => new Promise(() => {}));
      },
    ],
  });
  await server.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => server.stop());

/** The head of a request that promises a body and sends none of it; the first line of the answer. */
async function promising(path: string, headers: string): Promise<string> {
  const { port } = server.app.server.address() as AddressInfo;
  const socket = net.connect({ host: '127.0.0.1', port });
  socket.write(
    `POST /api${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 900000\r\n${headers}\r\n`,
  );
  const [bytes] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return bytes.toString('latin1').split('\r\n')[0] ?? '';
}

describe('before a body is read', () => {
  test('a caller without sign-in is refused with status 401', async () => {
    expect(await promising('/depotHead/addDepotHeadAndDetail', '')).toContain('401');
  });

  test('a user without the page is refused', async () => {
    await server.addUser({ loginName: 'pageless' });
    const token = await server.signIn('pageless');
    expect(await promising('/depot/add', `X-Access-Token: ${token}\r\n`)).toContain('403');
  });

  test('a public call and an unknown address refuse a body above their limit', async () => {
    expect(await promising(open.path, '')).toContain('413');
    expect(await promising('/nothing/here', '')).toContain('413');
  });
});

test('a user uploads at most three files at a time, and a closed connection releases its slot', async () => {
  const token = await server.signIn('other');
  const { port } = server.app.server.address() as AddressInfo;
  const told: string[] = [];
  const halves = [1, 2, 3, 4, 5].map(() => {
    const socket = net.connect({ host: '127.0.0.1', port });
    socket.on('data', (data) => told.push(String(data).split('\r\n')[0] ?? ''));
    socket.write(
      `POST /api${uploadFile.path}?biz=bill HTTP/1.1\r\nHost: x\r\nX-Access-Token: ${token}\r\nContent-Type: multipart/form-data; boundary=edge\r\nContent-Length: 900000\r\n\r\n--edge\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\ncontent-type: text/plain\r\n\r\nx`,
    );
    return socket;
  });
  const tooMany = 'HTTP/1.1 429 Too Many Requests';
  await expect.poll(() => told).toEqual([tooMany, tooMany]);
  const bringing = async (as: string) => {
    const file = { name: 'b.txt', bytes: Buffer.from('b') };
    const answer: object = await server.upload(uploadFile, file, { biz: 'bill' }, as);
    return 'key' in answer ? answer.key : 'brought';
  };
  expect(await bringing(token)).toBe('request.tooMany');
  expect(await bringing(await server.signIn('demo'))).toBe('brought');
  for (const socket of halves) socket.destroy();
  await expect.poll(() => bringing(token)).toBe('brought');
});

test('a user may send three large bodies at a time, and a short body beside them', async () => {
  const token = await server.signIn('other');
  const { port } = server.app.server.address() as AddressInfo;
  const first = async (length: number) => {
    const socket = net.connect({ host: '127.0.0.1', port });
    socket.write(
      `POST /api/depotHead/addDepotHeadAndDetail HTTP/1.1\r\nHost: x\r\nX-Access-Token: ${token}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n{`,
    );
    return socket;
  };
  const sockets = await Promise.all([1, 2, 3].map(() => first(900_000)));
  const { bringing } = server.app.kernel;
  await expect.poll(() => bringing.taken()).toBe(3);
  const refused = await first(900_000);
  const [answer] = (await once(refused, 'data')) as [Buffer];
  expect(String(answer)).toMatch(/^HTTP\/1.1 429 .*retry-after: 60/s);
  expect(
    (await server.request('POST', goodsDocuments.add.path, { rows: 'x' }, token)).statusCode,
  ).toBe(400);
  for (const socket of [...sockets, refused]) socket.destroy();
  await expect.poll(() => bringing.taken()).toBe(0);
});

test('a request with two hosts is malformed', async () => {
  const { port } = server.app.server.address() as AddressInfo;
  const socket = net.connect({ host: '127.0.0.1', port });
  socket.write('GET /health HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n');
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(String(answer)).toMatch(/^HTTP\/1.1 400 /);
  socket.destroy();
});

test('a body of 2 MB is read by a document call, and refused as too large by an ordinary call', async () => {
  const long = 'x'.repeat(2_000_000);
  expect(await server.refusal(endless, { name: long })).toMatchObject({ key: 'request.tooLarge' });
  expect(await server.refusal(goodsDocuments.add, { rows: long })).toMatchObject({
    key: 'request.field',
  });
});

/** Sends a body of zeros like an ordinary client: reads the answer once the body is written. */
async function sendZeros(bytes: number, headers: Readonly<Record<string, string>>) {
  const { port } = server.app.server.address() as AddressInfo;
  const request = http.request({
    host: '127.0.0.1',
    port,
    method: 'POST',
    path: `/api${goodsDocuments.add.path}`,
    headers: {
      'content-type': 'application/json',
      'x-access-token': await server.signIn('demo'),
      ...headers,
    },
  });
  request.end(Buffer.alloc(bytes, '0'));
  const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
  answer.resume();
  return answer.statusCode;
}

test.each([6_000_000, 8_000_000, 9_900_000])(
  'a client writing %i bytes reads the answer that the body is too large',
  async (bytes) => {
    for (const headers of [{ 'content-length': String(bytes) }, { 'transfer-encoding': 'chunked' }])
      for (let time = 0; time < 4; time += 1) expect(await sendZeros(bytes, headers)).toBe(413);
  },
);

test('a write longer than the time limit is refused as busy, even after reading its body', async () => {
  const hurried = await createApp({
    database: server.database.connections.app,
    limits: { call: 500, file: 500 },
    extra: [(app) => mountEndpoint(app, endless, () => new Promise(() => {}))],
  });
  const reply = await hurried.inject({
    method: 'POST',
    url: `/api${endless.path}`,
    headers: { 'x-access-token': await server.signIn('demo') },
    payload: { name: 'a' },
  });
  expect([reply.statusCode, reply.json().data.key]).toEqual([503, 'server.busy']);
  await hurried.close();
});

test('a refusal is never cached', async () => {
  const reply = await server.request('POST', endless.path, {}, { token: '' });
  expect(reply.headers['cache-control']).toBe('no-store');
});

describe('a multipart body', () => {
  const part =
    '--edge\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\ncontent-type: text/plain\r\n\r\n';
  const send = async (type: string, payload: string) => {
    const reply = await server.app.inject({
      method: 'POST',
      url: `/api${uploadFile.path}?biz=bill`,
      headers: { 'content-type': type, 'x-access-token': await server.signIn('demo') },
      payload,
    });
    return [reply.statusCode, reply.json().data.key];
  };
  const edged = 'multipart/form-data; boundary=edge';

  test.each([
    ['without a boundary', 'multipart/form-data', `${part}x\r\n--edge--\r\n`],
    ['cut short', edged, `${part}x`],
    ['of noise', edged, 'x'.repeat(5_000)],
  ])('%s is malformed', async (_what, type, payload) => {
    expect(await send(type, payload)).toEqual([400, 'request.malformed']);
  });

  test('above the size limit by its last bytes only is refused, not truncated', async () => {
    const { port } = server.app.server.address() as AddressInfo;
    const socket = net.connect({ host: '127.0.0.1', port });
    const [whole, rest] = ['x'.repeat(FILE_SIZE_LIMIT), 'x\r\n--edge--\r\n'];
    const length = part.length + whole.length + rest.length;
    socket.write(
      `POST /api${uploadFile.path}?biz=bill HTTP/1.1\r\nHost: x\r\nX-Access-Token: ${await server.signIn('demo')}\r\nContent-Type: ${edged}\r\nContent-Length: ${length}\r\n\r\n${part}${whole}`,
    );
    // What fits is read before the rest is sent.
    setTimeout(() => socket.write(rest), 1000);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(String(answer)).toMatch(/^HTTP\/1.1 413 .*request.tooLarge/s);
    socket.destroy();
  });

  test('has its file name cleaned of control characters', async () => {
    const file = { name: 'bill\u202efdp.txt', bytes: Buffer.from('x') };
    expect(await server.upload(uploadFile, file, { biz: 'bill' })).toMatchObject({
      name: 'billfdp.txt',
    });
  });

  test('a multipart body under a reused key is accepted only with an equal file', async () => {
    const bring = async (bytes: string) => {
      const reply = await server.app.inject({
        method: 'POST',
        url: `/api${uploadFile.path}?biz=bill`,
        headers: {
          'content-type': edged,
          'x-access-token': await server.signIn('demo'),
          'idempotency-key': 'one file',
        },
        payload: `${part}${bytes}\r\n--edge--\r\n`,
      });
      return reply.json().data;
    };
    const first = await bring('one');
    expect(await bring('one')).toEqual(first);
    expect(await bring('two')).toMatchObject({ key: 'request.keyReused' });
  });
});
