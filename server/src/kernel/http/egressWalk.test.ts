// Outgoing calls to sites that stall, reset, upgrade or close halfway: each call ends within its limit.
import net from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fetchText, postText } from './egress.ts';

/** Behaviour of a site on the connection once the request arrived. */
const sites: Readonly<Record<string, (socket: Socket) => void>> = {
  'answers 101 to a plain request': (socket) =>
    socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
  'answers 101 and goes on sending': (socket) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\nx');
    drip(socket, 'x');
  },
  'answers 101 and ends': (socket) =>
    socket.end('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
  'says nothing': () => {},
  'resets the connection': (socket) => void socket.resetAndDestroy(),
  'ends without an answer': (socket) => socket.end(),
  'answers half a head and stalls': (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-'),
  'answers half a head and ends': (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-'),
  'goes on saying 102': (socket) => drip(socket, 'HTTP/1.1 102 Processing\r\n\r\n'),
  'goes on with its head': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    drip(socket, 'x-a: b\r\n');
  },
  'answers half a body and stalls': (socket) =>
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf'),
  'answers half a body and resets': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf');
    setTimeout(() => socket.resetAndDestroy(), 20);
  },
  'answers half a body and ends': (socket) =>
    socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf'),
  'drips a body without end': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    drip(socket, 'x');
  },
  'refuses and goes on sending': (socket) => {
    socket.write('HTTP/1.1 500 No\r\n\r\n');
    drip(socket, 'x');
  },
  'speaks no HTTP': (socket) => socket.write('220 mail.example ESMTP\r\n'),
};

function drip(socket: Socket, piece: string): void {
  const timer = setInterval(() => socket.write(piece), 20);
  socket.once('close', () => clearInterval(timer));
}

const LIMITS = { timeout: 300, most: 2_000, internal: ['127.0.0.1'] };
const open = new Set<Socket>();
let site: (socket: Socket) => void = () => {};
const server = net.createServer({ allowHalfOpen: true }, (socket) => {
  open.add(socket);
  socket.on('error', () => {});
  socket.once('close', () => open.delete(socket));
  socket.once('data', () => site(socket));
  socket.on('end', () => setTimeout(() => socket.end(), 20));
});
let url: URL;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
});
afterAll(() => server.close());

/** Far more than the limit, for a busy machine, and less than the limit of calls that name none. */
const LONG = 8_000;

/** The answer, or that there was none in a long time. */
const settled = (answer: Promise<unknown>): Promise<unknown> =>
  Promise.race([answer, wait(LONG, 'never')]);

describe('an outgoing call to a site that', () => {
  test.each(Object.keys(sites))(
    '%s ends within its limit and leaves no connection',
    async (name) => {
      site = sites[name] ?? site;
      const posted = { body: '{}', headers: {} };
      for (const ask of [
        () => fetchText(url, url, LIMITS),
        () => fetchText(url, url, LIMITS, posted),
        () => postText(url, LIMITS, posted),
      ])
        expect(await settled(ask())).not.toBe('never');
      await expect.poll(() => open.size).toBe(0);
    },
  );
});
