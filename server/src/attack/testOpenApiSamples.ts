// Inputs for what programs call: no session opens them.
import { createHmac } from 'node:crypto';
import {
  applications,
  newApplicationSecret,
  newWebhookSecret,
  openExternalOrder,
  openLists,
  openOrder,
  openTracks,
  tryWebhook,
  webhookDeliveries,
  webhooks,
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
  const aWebhook = async () =>
    server.call(
      webhooks.add,
      {
        name: word(),
        appId: ids.application,
        url: 'https://hooks.invalid/told',
        events: ['salesOrder.approved'],
        enabled: false,
      },
      token,
    );
  const aSigningWebhook = async () => {
    const { id } = await aWebhook();
    await server.call(newWebhookSecret, { id }, token);
    return { id };
  };
  return {
    'POST /webhook/secret': one('a secret', async () => ({ id: (await aWebhook()).id })),
    'POST /webhook/trial': one('a trial', aSigningWebhook),
    'GET /webhook/deliveries': one('deliveries', () => ({ id: ids.webhook })),
    'POST /webhook/resend': one('a delivery', async () => {
      const hook = await aSigningWebhook();
      await server.call(tryWebhook, hook, token);
      const [last] = await server.call(webhookDeliveries, hook, token);
      return { id: last?.id ?? '0' };
    }),
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
