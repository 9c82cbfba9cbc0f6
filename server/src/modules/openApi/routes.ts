import {
  applications,
  newApplicationSecret,
  openExternalOrder,
  openLists,
  openOrder,
  openToken,
  openTracks,
  newWebhookSecret,
  resendDelivery,
  tryWebhook,
  webhookApplications,
  webhookDeliveries,
  webhooks,
} from '@tradehouse/contract';
import type { FastifyInstance } from 'fastify';
import {
  createSharedThrottle,
  holdPlace,
  mountEndpoint,
  mountPublic,
  mountRead,
} from '../../kernel/http/index.ts';
import { mountResource, searchOf } from '../../kernel/table/index.ts';
import { tracksSince } from '../logistics/index.ts';
import { receiveOrder } from '../externalOrder/index.ts';
import { applicationWriter, drawSecret } from './applications.ts';
import { recordOpenApiCall } from './logged.ts';
import { writeOrder } from './orders.ts';
import { openTokenFor } from './token.ts';
import { resendWebhookDelivery, sendTrialEvent } from './webhookSend.ts';
import {
  applicationsToTell,
  drawWebhookSecret,
  lastDeliveries,
  webhookWriter,
} from './webhooks.ts';

const FIVE_MINUTES = 300_000;

/** Programs that sign in, and their routes. */
export function openApiRoutes(app: FastifyInstance): void {
  const { db, vault, lists, outgoing } = app.kernel;
  const throttles = {
    byName: createSharedThrottle(db, 'application', 10, FIVE_MINUTES),
    bySource: createSharedThrottle(db, 'application source', 50, FIVE_MINUTES),
  };
  mountResource(app, applications, applicationWriter);
  mountEndpoint(app, newApplicationSecret, (input, call) => drawSecret(vault, input, call));
  mountResource(app, webhooks, webhookWriter(app.kernel));
  mountRead(app, webhookApplications, applicationsToTell);
  mountEndpoint(app, newWebhookSecret, (input, call) => drawWebhookSecret(vault, input, call));
  mountRead(app, webhookDeliveries, lastDeliveries);
  mountEndpoint(app, resendDelivery, (input, call) =>
    holdPlace(outgoing, call.scope, () => resendWebhookDelivery(app.kernel, input, call)),
  );
  mountEndpoint(app, tryWebhook, (input, call) =>
    holdPlace(outgoing, call.scope, () => sendTrialEvent(app.kernel, input, call)),
  );
  mountPublic(app, openToken, (input, knock) => openTokenFor(app.kernel, throttles, input, knock));
  for (const { call: endpoint, table } of openLists) {
    mountEndpoint(app, endpoint, ({ search, ...asked }, call) =>
      recordOpenApiCall(endpoint.path, call, async () => {
        const list = lists.get(table.path);
        if (list === undefined) throw new Error(`${table.path} is no list`);
        const picked = { ...searchOf(search), ...table.fixed };
        return list(call, { ...asked, search: JSON.stringify(picked) });
      }),
    );
  }
  mountEndpoint(app, openOrder, (input, call) =>
    recordOpenApiCall(openOrder.path, call, () =>
      call.transact((context) => writeOrder(context, input, call)),
    ),
  );
  mountEndpoint(app, openTracks, (input, call) =>
    recordOpenApiCall(openTracks.path, call, () =>
      call.read((context) => tracksSince(context, input)),
    ),
  );
  mountEndpoint(app, openExternalOrder, (input, call) =>
    recordOpenApiCall(openExternalOrder.path, call, () =>
      call.transact((context) => receiveOrder(context, input)),
    ),
  );
}
