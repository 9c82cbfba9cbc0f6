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
  mount,
  mountPublic,
  mountResource,
  searchOf,
} from '../../kernel/index.ts';
import { tracksSince } from '../logistics/index.ts';
import { receiveOrder } from '../relation/index.ts';
import { applicationWriter, drawSecret } from './applications.ts';
import { logged } from './logged.ts';
import { writeOrder } from './orders.ts';
import { openTokenFor } from './token.ts';
import { resent, tried } from './webhookSend.ts';
import {
  applicationsToTell,
  drawWebhookSecret,
  lastDeliveries,
  webhookWriter,
} from './webhooks.ts';

const FIVE_MINUTES = 300_000;

/** Programs that sign in, and what they may call. */
export function openApiRoutes(app: FastifyInstance): void {
  const { db, vault, lists, outgoing } = app.kernel;
  const throttles = {
    byName: createSharedThrottle(db, 'application', 10, FIVE_MINUTES),
    bySource: createSharedThrottle(db, 'application source', 50, FIVE_MINUTES),
  };
  mountResource(app, applications, applicationWriter);
  mount(app, newApplicationSecret, (input, call) => drawSecret(vault, input, call));
  mountResource(app, webhooks, webhookWriter(app.kernel));
  mount(app, webhookApplications, (_, { read }) => read(applicationsToTell));
  mount(app, newWebhookSecret, (input, call) => drawWebhookSecret(vault, input, call));
  mount(app, webhookDeliveries, (input, { read }) =>
    read((context) => lastDeliveries(context, input)),
  );
  mount(app, resendDelivery, (input, call) =>
    holdPlace(outgoing, call.scope, () => resent(app.kernel, input, call)),
  );
  mount(app, tryWebhook, (input, call) =>
    holdPlace(outgoing, call.scope, () => tried(app.kernel, input, call)),
  );
  mountPublic(app, openToken, (input, knock) => openTokenFor(app.kernel, throttles, input, knock));
  for (const { call: endpoint, table } of openLists) {
    mount(app, endpoint, ({ search, ...asked }, call) =>
      logged(endpoint.path, call, async () => {
        const list = lists.get(table.path);
        if (list === undefined) throw new Error(`${table.path} is no list`);
        const picked = { ...searchOf(search), ...table.fixed };
        return list(call, { ...asked, search: JSON.stringify(picked) });
      }),
    );
  }
  mount(app, openOrder, (input, call) =>
    logged(openOrder.path, call, () =>
      call.transact((context) => writeOrder(context, input, call)),
    ),
  );
  mount(app, openTracks, (input, call) =>
    logged(openTracks.path, call, () => call.read((context) => tracksSince(context, input))),
  );
  mount(app, openExternalOrder, (input, call) =>
    logged(openExternalOrder.path, call, () =>
      call.transact((context) => receiveOrder(context, input)),
    ),
  );
}
