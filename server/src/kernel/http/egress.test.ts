import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exchangeText, fetchText, webAddress } from './egress.ts';

const internal = ['127.0.0.1'];

let hits = 0;
const server = createServer((request, reply) => {
  const { url, method, headers } = request;
  hits += 1;
  if (url === '/told') {
    reply.write(`${method} ${headers['x-sign']} ${headers['content-length']} `);
    request.pipe(reply);
  } else if (url === '/text') reply.end('好的');
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

/** Only the silent path runs out of time; the others are answered at any load of the machine. */
const limitsFor = (path: string) => ({
  most: 50,
  timeout: path === '/silent' ? 300 : 600_000,
  internal,
});

test.each([
  ['/text', '好的'],
  ['/away', null],
  ['/large', null],
  ['/missing', null],
  ['/silent', null],
])('a GET request for %s below the configured origin returns %j', async (path, answer) => {
  expect(await fetchText(base, new URL(path, base), limitsFor(path))).toBe(answer);
});

test.each([
  ['/told', 'POST abc 6 好的'],
  ['/away', null],
  ['/large', null],
  ['/missing', null],
  ['/silent', null],
])('a POST request to %s below the configured origin returns %j', async (path, answer) => {
  const limits = limitsFor(path);
  const posted = { body: '好的', headers: { 'x-sign': 'abc' } };
  expect(await fetchText(base, new URL(path, base), limits, posted)).toBe(answer);
});

test.each([
  ['/told', { status: 200, text: 'PUT abc 6 好的' }],
  ['/away', { status: 302, text: '' }],
  ['/missing', { status: 404, text: 'x' }],
  ['/large', null],
  ['/silent', null],
])('a PUT request to %s returns the status and the whole answer: %j', async (path, answer) => {
  const limits = limitsFor(path);
  const posted = { method: 'PUT', body: '好的', headers: { 'x-sign': 'abc' } } as const;
  expect(await exchangeText(base, new URL(path, base), limits, posted)).toEqual(answer);
  expect(await exchangeText(base, new URL(path, base), { timeout: 300 }, posted)).toBeNull();
  const other = new URL('http://localhost/');
  expect(await exchangeText(other, new URL(path, base), limits, posted)).toBeNull();
});

test('an unresolvable host times out like a silent host', async () => {
  const url = new URL('https://slow.invalid/');
  const lookup = (): Promise<never> => new Promise(() => {});
  const begun = performance.now();
  expect(await fetchText(url, url, { timeout: 100, lookup })).toBeNull();
  expect(performance.now() - begun).toBeLessThan(8_000);
});

test('the checked address is connected to, even after a change of the host’s address', async () => {
  const asked = hits;
  let lookups = 0;
  const lookup = async () => {
    lookups += 1;
    return [{ address: lookups === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }];
  };
  const url = new URL(`http://rebinding.example:${base.port}/text`);
  expect(await fetchText(url, url, { internal, lookup })).toBe('好的');
  expect([hits, lookups]).toEqual([asked + 1, 1]);
  const first = await fetchText(url, url, {
    lookup: async () => [{ address: '127.0.0.1', family: 4 }],
  });
  expect([first, hits]).toEqual([null, asked + 1]);
});

test('an unsendable header value fails the call without an error', async () => {
  const posted = { body: 'x', headers: { 'x-sign': '商仓' } };
  const url = new URL('/told', base);
  expect(await fetchText(url, url, { internal }, posted)).toBeNull();
});

test('nothing is posted to the local machine unless allowed', async () => {
  const asked = hits;
  const url = new URL('/told', base);
  expect(await fetchText(url, url, {}, { body: 'x', headers: {} })).toBeNull();
  expect(hits).toBe(asked);
});

test.each([
  'localhost',
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f.1',
  '0.0.0.0',
  '[::ffff:127.0.0.1]',
])('the local machine is not requested by %s unless allowed', async (host) => {
  const asked = hits;
  const url = new URL(`http://${host}:${base.port}/text`);
  expect(await fetchText(url, url)).toBeNull();
  expect(hits).toBe(asked);
});

test.each([
  'http://10.0.0.1/',
  'http://169.254.169.254/',
  'http://[fd00::1]/',
  'http://[fec0::1]/',
  'http://[::127.0.0.1]/',
  'http://[::10.0.0.1]/',
  'http://[::ffff:0:127.0.0.1]/',
  'https://[2001:0:7f00:1::1]/',
  'https://[100::1]/',
  'https://192.0.2.1/',
  'https://192.168.1.1/',
])('the private address %s gets no connection', async (address) => {
  const url = new URL(address);
  const never = { timeout: 3_600_000 };
  expect(await fetchText(url, url, never)).toBeNull();
});

test('a foreign origin is not requested, even on the local machine', async () => {
  const other = new URL(base);
  other.hostname = 'localhost';
  expect(await fetchText(base, new URL('/text', other), { internal })).toBeNull();
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
])('%j is accepted as a configured address: %s', (text, is) => {
  expect(webAddress(text) !== null).toBe(is);
});
