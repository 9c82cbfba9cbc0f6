import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fetchText, webAddress } from './egress.ts';

const server = createServer(({ url }, reply) => {
  if (url === '/text') reply.end('好的');
  else if (url === '/away') reply.writeHead(302, { location: '/text' }).end();
  else if (url === '/large') reply.end('x'.repeat(100));
  else if (url === '/missing') reply.writeHead(404).end('x');
});
let base: URL;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test.each([
  ['/text', '好的'],
  ['/away', null],
  ['/large', null],
  ['/missing', null],
  ['/silent', null],
])('%s below the configured origin answers %j', async (path, answer) => {
  expect(await fetchText(base, new URL(path, base), { most: 50, timeout: 300 })).toBe(answer);
});

test('another origin is not asked, also on the same machine', async () => {
  const other = new URL(base);
  other.hostname = 'localhost';
  expect(await fetchText(base, new URL('/text', other))).toBeNull();
});

test.each([
  ['https://cas.example/cas', true],
  ['http://10.0.0.1:8080', true],
  ['', false],
  ['cas.example', false],
  ['ftp://cas.example', false],
  ['javascript:alert(1)', false],
  ['http://a@cas.example', false],
  ['http://', false],
])('%j is an address to configure: %s', (text, is) => {
  expect(webAddress(text) !== null).toBe(is);
});
