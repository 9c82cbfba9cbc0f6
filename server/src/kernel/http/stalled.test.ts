// Incoming requests that stall, drip, reset, upgrade or close halfway release everything they held.
import { once } from 'node:events';
import net from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import {
  FILE_SIZE_LIMIT,
  goodsDocuments,
  sheetImports,
  uploadFile,
  warehouses,
} from '@tradehouse/contract';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { aServer } from '../../testing.ts';
import type { TestServer } from '../../testing.ts';

const LIMIT = 2_500;
let server: TestServer;
let token = '';
beforeAll(async () => {
  server = await aServer({ limits: { call: LIMIT, file: LIMIT } });
  token = await server.signIn('demo');
  await server.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => server.stop());

const PART =
  '--edge\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\ncontent-type: text/plain\r\n\r\nx';
const multipart = (path: string, length = FILE_SIZE_LIMIT): string =>
  `POST /api${path} HTTP/1.1\r\nHost: x\r\nX-Access-Token: ${token}\r\nContent-Type: multipart/form-data; boundary=edge\r\nContent-Length: ${length}\r\n\r\n`;

/** Requests that come in, by the place that each takes. */
const ways: Readonly<Record<string, () => string>> = {
  'an upload': () => `${multipart(`${uploadFile.path}?biz=bill`)}${PART}`,
  'an upload without its part': () => multipart(`${uploadFile.path}?biz=bill`),
  'an import': () => `${multipart(sheetImports.products.path)}${PART}`,
  'an export': () =>
    `GET /api${warehouses.table.path.replace('/list', '/exportExcel')} HTTP/1.1\r\nHost: x\r\nX-Access-Token: ${token}\r\n\r\n`,
  'a document': () =>
    `POST /api${goodsDocuments.add.path} HTTP/1.1\r\nHost: x\r\nX-Access-Token: ${token}\r\nContent-Type: application/json\r\nContent-Length: 900000\r\n\r\n{"kind":`,
  'a window': () =>
    `GET /api/websocket/${server.company.ownerId} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
};

/** Behaviour of the socket after that. */
const ends: Readonly<Record<string, (socket: Socket) => void>> = {
  stalls: () => {},
  drips: (socket) => {
    const timer = setInterval(() => socket.write('x'), 100);
    socket.once('close', () => clearInterval(timer));
  },
  'is reset': (socket) => void socket.resetAndDestroy(),
  'closes half': (socket) => socket.end(),
  'reads nothing': (socket) => socket.pause(),
};

const places = () => {
  const { heavy, uploads, bringing, sending, outgoing, lanes } = server.app.kernel;
  return {
    heavy: heavy.taken(),
    uploads: uploads.taken(),
    bringing: bringing.taken(),
    sending: sending.taken(),
    outgoing: outgoing.taken(),
    reading: lanes.reading.places.counts().taken,
    writing: lanes.writing.places.counts().taken,
  };
};
const none = {
  heavy: 0,
  uploads: 0,
  bringing: 0,
  sending: 0,
  outgoing: 0,
  reading: 0,
  writing: 0,
};

describe.each(Object.keys(ways))('%s that', (way) => {
  test.each(Object.keys(ends))('%s frees all of its places', async (end) => {
    const { port } = server.app.server.address() as AddressInfo;
    // Counted as they are taken: a busy machine may give the first back before the last is taken.
    const entered = vi.spyOn(server.app.kernel.bringing, 'enter');
    onTestFinished(() => entered.mockRestore());
    const outcomes = () => entered.mock.results.map(({ type }) => type);
    const sockets = [1, 2, 3].map(() => net.connect({ host: '127.0.0.1', port }));
    for (const socket of sockets) {
      socket.on('error', () => {});
      socket.on('data', () => {});
      await once(socket, 'connect');
      socket.write(ways[way]?.() ?? '');
    }
    const brings = way !== 'an export' && way !== 'a window';
    const taken = brings ? sockets.map(() => 'return') : [];
    await expect.poll(outcomes).toEqual(taken);
    for (const socket of sockets) ends[end]?.(socket);
    await new Promise((resolve) => setTimeout(resolve, LIMIT));
    // Still connected, where the other side is: the server alone ends it.
    await expect.poll(places).toEqual(none);
    expect(outcomes()).toEqual(taken);
    for (const socket of sockets) socket.destroy();
  });
});

test('an upload refused as busy releases its slot, and the connection ends', async () => {
  const { port } = server.app.server.address() as AddressInfo;
  const sockets = [1, 2, 3].map(() => net.connect({ host: '127.0.0.1', port }));
  const answers = sockets.map(async (socket) => {
    socket.write(ways['an upload']?.() ?? '');
    let answer = '';
    socket.on('data', (bytes) => {
      answer += String(bytes);
    });
    await once(socket, 'close');
    return answer;
  });
  for (const answer of await Promise.all(answers)) expect(answer).toMatch(/^HTTP\/1.1 503 /);
  const file = { name: 'b.txt', bytes: Buffer.from('b') };
  expect(await server.upload(uploadFile, file, { biz: 'bill' })).toMatchObject({ name: 'b.txt' });
});
