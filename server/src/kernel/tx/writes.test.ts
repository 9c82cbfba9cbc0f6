import { Closed, defineEndpoint } from '@tradehouse/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aServer } from '../../testing.ts';
import type { TestServer } from '../../testing.ts';
import { mountEndpoint } from '../http/index.ts';

const declare = (method: 'GET' | 'POST') =>
  defineEndpoint({
    call: `${method} /probe/change`,
    summary: 'Change',
    access: 'signedIn',
    input: Closed({}),
    reply: Closed({}),
  });
const change = declare('POST');
const look = declare('GET');

let server: TestServer;
beforeAll(async () => {
  server = await aServer({
    writesPerMinute: 5,
    extra: [
      (app) => {
        mountEndpoint(app, change, async () => ({}));
        mountEndpoint(app, look, async () => ({}));
      },
    ],
  });
});
afterAll(() => server.stop());

test('writes per minute are limited by user, and reads are not', async () => {
  for (let n = 0; n < 5; n += 1) await server.call(change, {});
  expect(await server.refusal(change, {})).toMatchObject({ status: 429, key: 'request.tooMany' });
  expect(await server.call(look, {})).toEqual({});
  expect(await server.call(change, {}, await server.signIn('other'))).toEqual({});
});
