// Inputs for what programs call: no session opens them.
import { createHmac } from 'node:crypto';
import {
  applications,
  newApplicationSecret,
  openExternalOrder,
  openLists,
  openOrder,
  openTracks,
} from '@tradehouse/contract';
import { one } from './testSample.ts';
import type { Samples } from './testSample.ts';
import type { World } from './testWorld.ts';

export function openApiSamples({ server, token, ids, word }: World): Samples {
  const added = async () =>
    server.call(
      applications.add,
      {
        name: word(),
        userId: ids.user,
        scopes: ['products:read'],
        validMinutes: 120,
        addresses: [],
      },
      token,
    );
  return {
    'POST /oauth/update/secret': one('a secret', async () => ({ id: (await added()).id })),
    'POST /openapi/token': one('a token', async () => {
      const { id } = await added();
      const { appId, secret } = await server.call(newApplicationSecret, { id }, token);
      const timestamp = Date.now();
      const sign = createHmac('sha256', secret).update(`${appId}${timestamp}`).digest('hex');
      return { app_id: appId, timestamp, sign };
    }),
    ...Object.fromEntries(
      [...openLists.map(({ call }) => call), openOrder, openExternalOrder, openTracks].map(
        ({ method, path }) => [`${method} ${path}`, one('by a session', () => ({}), 401)],
      ),
    ),
  };
}
