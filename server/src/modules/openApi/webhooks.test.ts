// Webhooks: events, signature, delivery at least once, and failed deliveries.
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  applications,
  confirmShipment,
  goodsDocuments,
  keepDelivery,
  messagesByStatus,
  newWebhookSecret,
  resendDelivery,
  roles,
  setRoleButtons,
  setRoleFunctions,
  tryWebhook,
  webhookApplications,
  webhookDeliveries,
  webhooks,
  changeRemark,
} from '@tradehouse/contract';
import type { InputOf } from '@tradehouse/contract';
import { driverConfig } from '@tradehouse/database';
import { pauseAfter } from '@tradehouse/domain';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { recordProgramEvent } from '../../kernel/tx/index.ts';
import { aShopServer, lineOf } from '../document/testShop.ts';
import { programsOf } from './testPrograms.ts';
import { sendWaiting } from './webhookSend.ts';
import { webhookHandlers } from './webhooks.ts';

interface Heard {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}
interface Told {
  readonly id: string;
  readonly event: string;
  readonly time: string;
  readonly number: string;
  readonly link: string;
}

/** A program's own address. */
let heard: Heard[] = [];
let says: (told: Told, reply: ServerResponse) => void;
const accepts = (_: Told, reply: ServerResponse): void => void reply.end('thanks');
const receiver = createServer((request, reply) => {
  const parts: Uint8Array[] = [];
  request.on('data', (part: Uint8Array) => parts.push(part));
  request.on('end', () => {
    const body = Buffer.concat(parts).toString('utf8');
    heard.push({ headers: request.headers, body });
    says(JSON.parse(body) as Told, reply);
  });
});
let url = '';

const { server, shop } = await aShopServer({ carrierNetworks: ['127.0.0.1'] });
const { database, app } = server;
const worker = new pg.Pool({ ...driverConfig(database.connections.worker), max: 4 });
// The database goes with its connections.
worker.on('connect', (client) => client.on('error', () => {}));
worker.on('error', () => {});
const { anApplication } = programsOf(() => server);

beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`;
});
afterAll(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await worker.end();
});
beforeEach(async () => {
  heard = [];
  says = accepts;
  await sql`delete from webhook`.execute(database.admin);
});

type New = InputOf<typeof webhooks.add>;
let made = 0;
/** A webhook of an application of the owner's that may read all, with its secret. */
async function aWebhook(more: Partial<New> = {}) {
  made += 1;
  const application = await anApplication({ scopes: ['orders:read', 'outbounds:read'] });
  const fields: New = {
    name: `Hook ${made}`,
    appId: application.id,
    url,
    events: ['salesOrder.created', 'salesOrder.approved', 'salesOrder.changed'],
    ...more,
  };
  const { id, version } = await server.call(webhooks.add, fields);
  const { secret } = await server.call(newWebhookSecret, { id });
  return { id, version, secret, fields };
}
const send = (): Promise<number> => sendWaiting(app.kernel, worker);
const events = () => heard.map(({ body }) => JSON.parse(body) as Told);
const deliveries = (id: string) => server.call(webhookDeliveries, { id });
const anOrder = async (more: object = {}) => {
  const tea = await shop.product();
  return shop.goods('saleOrder', [lineOf(tea, '2', '20')], more);
};
/** As if everything had waited long enough. */
const later = () =>
  sql`
    with due as (update webhook_delivery set next_at = now() where state = 'waiting')
    update webhook_turn set rests_until = null, taken_until = null`.execute(database.admin);

test('a webhook requires a scope for each event and a public HTTPS address', async () => {
  const { id: appId } = await anApplication({ scopes: ['outbounds:read'] });
  expect(await server.call(webhookApplications, {})).toContainEqual(
    expect.objectContaining({ id: appId }),
  );
  const fields = { name: 'Wrong hook', appId, url, events: ['outbound.shipped' as const] };
  const refusal = (more: object) => server.refusal(webhooks.add, { ...fields, ...more });
  expect(await refusal({ events: ['outbound.shipped', 'salesOrder.created'] })).toMatchObject({
    key: 'webhook.scope',
    data: { field: 'events', event: 'salesOrder.created', scope: 'orders:read' },
  });
  for (const wrong of [
    'http://hooks.example/a',
    'ftp://hooks.example/a',
    'https://me:secret@hooks.example/a',
    'https://10.0.0.1/a',
    'https://[::1]/a',
    'https://[::ffff:10.0.0.1]/a',
    'https://2130706689/a',
    'no address',
  ])
    expect([wrong, (await refusal({ url: wrong })).key]).toEqual([wrong, 'webhook.address']);
  expect((await refusal({ appId: '999999' })).status).toBe(404);
});

test('a webhook delivers a signed event with number and link, and no content', async () => {
  const { id, secret } = await aWebhook();
  const order = await anOrder();
  await send();
  const told = events();
  expect(told[0]).toMatchObject({ event: 'salesOrder.created', number: order.number });
  const { number } = order;
  const search = new URLSearchParams(told[0]?.link.split('?')[1]).get('search');
  expect(JSON.parse(search ?? '')).toEqual({ number });
  expect(Object.keys(told[0] ?? {})).toEqual(['id', 'event', 'time', 'number', 'link']);
  const { headers, body } = heard[0] ?? { headers: {}, body: '' };
  const time = String(headers['x-timestamp']);
  expect(headers).toMatchObject({
    'x-event': 'salesOrder.created',
    'x-event-id': told[0]?.id,
    'x-signature': createHmac('sha256', secret).update(`${time}.${body}`).digest('hex'),
  });
  expect((await deliveries(id))[0]).toMatchObject({
    state: 'delivered',
    outcome: 'delivered',
    status: 200,
    answer: 'thanks',
    tries: 1,
  });
  expect(await send()).toBe(0);
});

test('each subscribed event is delivered in order: created, changed, approved, deleted', async () => {
  await aWebhook({
    events: [
      'salesOrder.created',
      'salesOrder.changed',
      'salesOrder.approved',
      'salesOrder.deleted',
    ],
  });
  const draft = await anOrder({ status: '0' });
  await server.call(changeRemark, { id: draft.id, remark: 'soon' });
  await server.call(goodsDocuments.setStatus, { ids: draft.id, status: '1' });
  await server.call(goodsDocuments.setStatus, { ids: draft.id, status: '0' });
  await server.call(goodsDocuments.remove, { id: draft.id });
  // Approved as it is made.
  const order = await anOrder({ status: '1' });
  // Of no interest, and another company's.
  await shop.goods('purchaseIn', [lineOf(await shop.product(), '7', '12')]);
  await send();
  expect(events().map(({ event, number }) => [event, number])).toEqual([
    ['salesOrder.created', draft.number],
    ['salesOrder.changed', draft.number],
    ['salesOrder.approved', draft.number],
    ['salesOrder.changed', draft.number],
    ['salesOrder.deleted', draft.number],
    ['salesOrder.created', order.number],
    ['salesOrder.approved', order.number],
  ]);
  expect(new Set(events().map(({ id }) => id)).size).toBe(7);
});

test('a rolled-back document publishes no event', async () => {
  const { id } = await aWebhook();
  const tea = await shop.product();
  const line = lineOf(tea, '2', '20');
  expect(
    await server.refusal(goodsDocuments.add, {
      kind: 'saleOrder',
      partnerId: '999999',
      lines: [line],
    }),
  ).toMatchObject({ status: 422 });
  expect(await deliveries(id)).toEqual([]);
});

test('a shipment publishes a single shipped event, and a corrected tracking number a change', async () => {
  await aWebhook({ events: ['outbound.shipped', 'outbound.changed'] });
  const tea = await shop.product();
  await shop.goods('purchaseIn', [lineOf(tea, '9')]);
  const { id } = await shop.goods('saleOut', [lineOf(tea, '2')], { status: '1' });
  const told = { receiver: '', phone: '', address: '', postcode: '', remark: '', parcels: [] };
  await server.call(keepDelivery, {
    id,
    version: 0,
    ...told,
    picks: [{ line: 1, quantity: '2' }],
  });
  await server.call(confirmShipment, { id, version: 1, tracking: 'ZX 1' });
  await server.call(confirmShipment, { id, version: 2, tracking: 'ZX 2' });
  await send();
  expect(events().map(({ event }) => event)).toEqual(['outbound.shipped', 'outbound.changed']);
});

test('a batch of any size is delivered, in the order of its events', async () => {
  const hooks = [await aWebhook(), await aWebhook(), await aWebhook({ enabled: false })];
  const [first] = hooks;
  const { id: documentId } = await anOrder();
  await sql`delete from webhook_delivery`.execute(database.admin);
  const many = 8000;
  await shop.asOwner(async (context) => {
    for (let at = 0; at < many; at += 1)
      recordProgramEvent(context, { event: 'salesOrder.changed', documentId, number: `${at}` });
  });
  const { rows } = await sql<{ total: number; inOrder: boolean }>`
    select count(*)::int as total, bool_and(number::int = place) as "inOrder" from (
      select number, row_number() over (partition by webhook_id order by id) - 1 as place from webhook_delivery) told`.execute(
    database.admin,
  );
  expect(rows).toEqual([{ total: 2 * many, inOrder: true }]);
  expect((await deliveries(first?.id ?? ''))[0]?.number).toBe(`${many - 1}`);
});

test('webhooks of a company are sent sequentially', async () => {
  await aWebhook({ events: ['salesOrder.created'] });
  await aWebhook({ events: ['salesOrder.created'] });
  await anOrder();
  let [now, most] = [0, 0];
  says = (told, reply) => {
    now += 1;
    most = Math.max(most, now);
    setTimeout(() => {
      now -= 1;
      accepts(told, reply);
    }, 200);
  };
  expect(await send()).toBe(2);
  expect(most).toBe(1);
});

test('a company may have at most twenty enabled webhooks', async () => {
  const { fields } = await aWebhook();
  const add = (more: object) => server.call(webhooks.add, { ...fields, ...more });
  for (let at = 1; at < 20; at += 1) await add({ name: `One of twenty ${at}` });
  const tooMany = { key: 'webhook.tooMany', data: { most: 20 } };
  expect(await server.refusal(webhooks.add, { ...fields, name: 'Too many' })).toMatchObject(
    tooMany,
  );
  const { id } = await add({ name: 'Off', enabled: false });
  expect(await server.refusal(webhooks.setStatus, { ids: id, status: true })).toMatchObject(
    tooMany,
  );
});

test('a webhook disabled during sending receives nothing more until enabled again', async () => {
  const { id } = await aWebhook({ events: ['salesOrder.created'] });
  await anOrder();
  await anOrder();
  says = (told, reply) =>
    void server
      .call(webhooks.setStatus, { ids: id, status: false })
      .then(() => accepts(told, reply));
  expect(await send()).toBe(1);
  expect(heard).toHaveLength(1);
  // It goes on at once where it is on again.
  says = accepts;
  await server.call(webhooks.setStatus, { ids: id, status: true });
  expect(await send()).toBe(1);
});

test('concurrent senders deliver each event exactly once', async () => {
  const { id } = await aWebhook({ events: ['salesOrder.created'] });
  for (let at = 0; at < 6; at += 1) await anOrder();
  says = (told, reply) => void setTimeout(() => accepts(told, reply), 30);
  const sent = await Promise.all([send(), send(), send()]);
  expect(sent.reduce((sum, one) => sum + one, 0)).toBe(6);
  expect(heard).toHaveLength(6);
  expect((await deliveries(id)).map(({ tries }) => tries)).toEqual([1, 1, 1, 1, 1, 1]);
});

test('a delivery of a crashed sender is sent again under its original id', async () => {
  const { id } = await aWebhook({ events: ['salesOrder.created'] });
  await anOrder();
  await send();
  const [first] = events();
  // As if it had died then: it has the webhook, and nothing is noted.
  await sql`
    with unnoted as (update webhook_delivery set state = 'waiting', tries = 0, answered_at = null, outcome = null)
    update webhook_turn set taken_until = now() + interval '30 seconds'`.execute(database.admin);
  expect(await send()).toBe(0);
  await sql`update webhook_turn set taken_until = now() - interval '1 second'`.execute(
    database.admin,
  );
  expect(await send()).toBe(1);
  expect(events().map((told) => told.id)).toEqual([first?.id, first?.id]);
  expect(heard[1]?.body).toBe(heard[0]?.body);
  expect((await deliveries(id))[0]).toMatchObject({ state: 'delivered' });
});

test('a sending process leases a webhook for at most 30 seconds', async () => {
  await aWebhook();
  await anOrder();
  const leases: number[] = [];
  says = (_, reply) => {
    sql<{ seconds: string }>`
      select max(extract(epoch from taken_until - now()))::text as seconds from webhook_turn`
      .execute(database.admin)
      .then(({ rows }) => leases.push(Number(rows[0]?.seconds)))
      .finally(() => reply.end());
  };
  await send();
  expect(leases).toHaveLength(1);
  expect(leases[0]).toBeGreaterThan(20);
  expect(leases[0]).toBeLessThanOrEqual(30);
});

test('a sender finishing after its lease does not release the lease of the next process', async () => {
  await aWebhook();
  await anOrder();
  says = (told, reply) => {
    // Another process took the webhook after the lease of this one.
    sql`update webhook_turn set taken_until = now() + interval '1 hour'`
      .execute(database.admin)
      .finally(() => accepts(told, reply));
  };
  expect(await send()).toBe(1);
  const { rows } = await sql<{ held: boolean }>`
    select taken_until > now() + interval '30 minutes' as held from webhook_turn`.execute(
    database.admin,
  );
  expect(rows).toEqual([{ held: true }]);
});

test('a webhook with a failed sender is reported and does not delay further webhooks', async () => {
  const broken = await aWebhook({ events: ['salesOrder.created'] });
  const healthy = await aWebhook({ events: ['salesOrder.created'] });
  await anOrder();
  await sql`
    with unreadable as (update webhook set url = 'no address' where id = ${broken.id})
    update webhook_turn set taken_until = now() - case when webhook_id = ${broken.id} then interval '1 day'
      else interval '1 hour' end`.execute(database.admin);
  await expect(send()).rejects.toThrow('Invalid URL');
  expect((await deliveries(healthy.id)).map(({ state }) => state)).toEqual(['delivered']);
  expect((await deliveries(broken.id)).map(({ state }) => state)).toEqual(['waiting']);
});

test('a receiver answering 101 fails its own delivery and blocks no further webhook', async () => {
  const broken = await aWebhook();
  const healthy = await aWebhook();
  says = (told, reply) => {
    if (heard.length % 2 === 1)
      reply.socket?.write(
        'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n',
      );
    else accepts(told, reply);
  };
  await anOrder();
  expect(await send()).toBe(2);
  const outcomes = [...(await deliveries(broken.id)), ...(await deliveries(healthy.id))];
  expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['delivered', 'noAnswer']);
});

describe('a failed delivery', () => {
  test('is retried with growing pauses, delays its document’s events, and is dropped at nine tries', async () => {
    const { id } = await aWebhook({ events: ['salesOrder.created', 'salesOrder.approved'] });
    const order = await anOrder({ status: '1' });
    says = (_, reply) => void reply.writeHead(500).end('out of\u0000 order\n');
    await send();
    // It rests, whatever else waits.
    expect(await send()).toBe(0);
    for (let tries = 1; tries < 9; tries += 1) {
      expect(events().map(({ event }) => event)).toEqual(Array(tries).fill('salesOrder.created'));
      const [approved, created] = await deliveries(id);
      expect(approved).toMatchObject({ state: 'waiting', tries: 0 });
      expect(created).toMatchObject({
        state: 'waiting',
        outcome: 'refused',
        status: 500,
        answer: 'out of order',
        tries,
      });
      const pause = (Date.parse(created?.nextAt ?? '') - Date.now()) / 60_000;
      expect(Math.round(pause)).toBe(pauseAfter(tries));
      await later();
      await send();
    }
    expect((await deliveries(id))[1]).toMatchObject({ state: 'dropped', tries: 9, nextAt: null });
    const given = { type: 'pushFailed', busId: order.number, openPage: '/bill/sale_order' };
    const told = (await server.call(messagesByStatus, { status: '1' })).filter(
      ({ type }) => type === 'pushFailed',
    );
    expect(told).toEqual([expect.objectContaining({ ...given, openType: 'component' })]);
    // What comes after it goes on.
    says = accepts;
    await later();
    await send();
    expect(events().at(-1)).toMatchObject({ event: 'salesOrder.approved', number: order.number });
    // By hand it is sent again, with its id.
    expect((await deliveries(id))[0]).toMatchObject({ state: 'delivered', tries: 1 });
    const [, dropped] = await deliveries(id);
    expect(await server.call(resendDelivery, { id: dropped?.id ?? '' })).toEqual({
      outcome: 'delivered',
      status: 200,
      answer: 'thanks',
    });
    expect(events().at(-1)?.id).toBe(events()[0]?.id);
    expect((await deliveries(id))[1]).toMatchObject({ state: 'delivered', tries: 10 });
  });

  test('is not polled again before its retry is due', async () => {
    const { id } = await aWebhook({ events: ['salesOrder.created', 'salesOrder.approved'] });
    await anOrder({ status: '1' });
    says = (_, reply) => void reply.writeHead(500).end();
    await send();
    // As if its minute were over.
    await sql`update webhook_turn set rests_until = null`.execute(database.admin);
    says = accepts;
    const asked = vi.spyOn(worker, 'query');
    expect(await send()).toBe(0);
    // It is taken once, found to wait, and left.
    expect(asked.mock.calls.length).toBeLessThan(8);
    asked.mockClear();
    expect(await send()).toBe(0);
    expect(asked.mock.calls.length).toBeLessThan(3);
    asked.mockRestore();
    const [approved, created] = await deliveries(id);
    expect(approved).toMatchObject({ state: 'waiting', nextAt: created?.nextAt });
    // What concerns another document waits for nothing.
    await anOrder();
    expect(await send()).toBe(1);
    // Accepted by hand, it holds back no more.
    await server.call(resendDelivery, { id: created?.id ?? '' });
    expect(await send()).toBe(1);
    expect((await deliveries(id)).map(({ state }) => state)).toEqual(Array(3).fill('delivered'));
  });

  test('refused for its content blocks only events of the document', async () => {
    const { id } = await aWebhook({ events: ['salesOrder.created'] });
    const wrong = await anOrder();
    await anOrder();
    says = (told, reply) =>
      told.number === wrong.number ? void reply.writeHead(422).end() : accepts(told, reply);
    expect(await send()).toBe(2);
    expect((await deliveries(id)).map(({ state }) => state)).toEqual(['delivered', 'waiting']);
    // One that is busy, or gone, is left alone.
    says = (_, reply) => void reply.writeHead(429).end();
    await later();
    await anOrder();
    expect(await send()).toBe(1);
    expect(await send()).toBe(0);
  });

  test('keeps its retry schedule after a failed manual resend', async () => {
    const { id, fields } = await aWebhook({
      events: ['salesOrder.created', 'salesOrder.approved'],
    });
    await anOrder({ status: '1' });
    says = (told, reply) =>
      told.event === 'salesOrder.created'
        ? accepts(told, reply)
        : void reply.writeHead(500).end('no');
    await send();
    const again = (one: { readonly id: string } | undefined) => ({ id: one?.id ?? '' });
    const [waiting, delivered] = await deliveries(id);
    expect(waiting).toMatchObject({ state: 'waiting', tries: 1 });
    // What was accepted stays so, whatever is said of it when it comes again.
    says = (_, reply) => void reply.writeHead(409).end('twice');
    expect(await server.call(resendDelivery, again(delivered))).toMatchObject({ status: 409 });
    expect((await deliveries(id))[1]).toMatchObject({
      state: 'delivered',
      tries: 2,
      status: 409,
      answer: 'twice',
    });
    // What waits goes on waiting.
    await server.call(resendDelivery, again(waiting));
    expect((await deliveries(id))[0]).toMatchObject({
      state: 'waiting',
      tries: 1,
      nextAt: waiting?.nextAt,
      status: 409,
    });
    // Nor does it where nothing may be sent.
    await server.call(applications.setStatus, { ids: fields.appId, status: false });
    const before = await deliveries(id);
    for (const one of before)
      expect(await server.refusal(resendDelivery, again(one))).toMatchObject({
        key: 'webhook.stopped',
      });
    expect(await deliveries(id)).toEqual(before);
  });

  test('cannot be overtaken by a manual resend of a later event', async () => {
    const { id } = await aWebhook({ events: ['salesOrder.created', 'salesOrder.approved'] });
    await anOrder({ status: '1' });
    const [approved, created] = await deliveries(id);
    expect(await server.refusal(resendDelivery, { id: approved?.id ?? '' })).toMatchObject({
      key: 'webhook.held',
    });
    expect(heard).toEqual([]);
    await server.call(resendDelivery, { id: created?.id ?? '' });
    await server.call(resendDelivery, { id: approved?.id ?? '' });
    expect(events().map(({ event }) => event)).toEqual([
      'salesOrder.created',
      'salesOrder.approved',
    ]);
  });

  test('a failed delivery over two days disables the webhook and notifies its maintainers', async () => {
    const { id, fields } = await aWebhook();
    await anOrder();
    says = (_, reply) => void reply.writeHead(404).end();
    await send();
    await sql`update webhook_turn set failing_since = now() - interval '49 hours'`.execute(
      database.admin,
    );
    await later();
    await send();
    expect(await server.call(webhooks.infoCall, { id })).toMatchObject({ enabled: false });
    expect(await server.call(messagesByStatus, { status: '1' })).toContainEqual(
      expect.objectContaining({
        type: 'webhookOff',
        msgTitle: `Webhook switched off: ${fields.name}`,
      }),
    );
    // Nothing more is sent, and nothing more is written; what waited goes on when it is on again.
    await later();
    expect(await send()).toBe(0);
    const waiting = await deliveries(id);
    await anOrder();
    expect(await deliveries(id)).toHaveLength(waiting.length);
    says = accepts;
    await server.call(webhooks.setStatus, { ids: id, status: true });
    await later();
    await send();
    expect((await deliveries(id)).map(({ state }) => state)).toEqual(
      waiting.map(() => 'delivered'),
    );
  });

  test('is recorded for a redirect, oversized headers, a dropped connection and a timeout', async () => {
    const { id } = await aWebhook();
    const came = () => server.call(tryWebhook, { id });
    says = (_, reply) => void reply.writeHead(302, { location: `${url}/else` }).end();
    expect(await came()).toEqual({ outcome: 'refused', status: 302, answer: '' });
    expect(heard).toHaveLength(1);
    // It heard, however much it says.
    says = (_, reply) => {
      reply.write('x'.repeat(100_000));
      reply.write('<b>y</b>');
    };
    expect(await came()).toEqual({ outcome: 'delivered', status: 200, answer: 'x'.repeat(200) });
    says = (_, reply) => void reply.writeHead(200, { 'x-long': 'x'.repeat(40_000) }).end();
    expect(await came()).toEqual({ outcome: 'noAnswer', status: null, answer: '' });
    says = (_, reply) => void reply.socket?.destroy();
    expect(await came()).toEqual({ outcome: 'noAnswer', status: null, answer: '' });
    says = () => {};
    const asked = Date.now();
    expect(await came()).toEqual({ outcome: 'noAnswer', status: null, answer: '' });
    expect(Date.now() - asked).toBeLessThan(10_000);
  });
});

describe('access to webhooks', () => {
  test('delivers only events visible to the application’s user', async () => {
    const userId = await server.addUser({ loginName: 'narrow', role: 'salesperson' });
    const narrow = await anApplication({ userId, scopes: ['orders:read'] });
    const { id } = await aWebhook({ appId: narrow.id, events: ['salesOrder.created'] });
    await anOrder();
    await send();
    expect(heard).toEqual([]);
    expect((await deliveries(id))[0]).toMatchObject({ state: 'dropped', outcome: 'hidden' });
    const own = await server.call(
      goodsDocuments.add,
      {
        kind: 'saleOrder',
        partnerId: shop.customer,
        lines: [lineOf(await shop.product(), '1', '9')],
      },
      await server.signIn('narrow'),
    );
    await send();
    expect(events().map(({ number }) => number)).toEqual([own.number]);
    // A disabled application delivers nothing.
    await server.call(applications.setStatus, { ids: narrow.id, status: false });
    await anOrder();
    await later();
    expect(await send()).toBe(0);
    expect(await server.refusal(tryWebhook, { id })).toMatchObject({ key: 'webhook.stopped' });
  });

  test('changes and trials require the edit button and the rights of the application’s user', async () => {
    const roleId = await server.call(roles.add, { name: 'Programmers', dataScope: 'own' });
    await server.call(setRoleFunctions, { roleId: roleId.id, urls: ['/system/open_api'] });
    const onlookerId = await server.addUser({ loginName: 'onlooker', roleId: roleId.id });
    const onlooker = await server.signIn('onlooker');
    const { id, version, fields } = await aWebhook();
    const off = await aWebhook({ enabled: false });
    await server.call(tryWebhook, { id });
    const [trial] = await deliveries(id);
    expect(await server.call(webhookDeliveries, { id }, onlooker)).toHaveLength(1);
    await anOrder();
    expect((await deliveries(id))[0]?.number).not.toBe('');
    // A reader without access to the document sees no number.
    expect((await server.call(webhookDeliveries, { id }, onlooker))[0]?.number).toBe('');
    const denied = async () =>
      Promise.all(
        [
          server.refusal(webhooks.add, { ...fields, name: 'Another' }, onlooker),
          server.refusal(webhooks.setStatus, { ids: id, status: false }, onlooker),
          server.refusal(newWebhookSecret, { id }, onlooker),
          server.refusal(tryWebhook, { id }, onlooker),
          server.refusal(resendDelivery, { id: trial?.id }, onlooker),
        ].map(async (refusal) => (await refusal).status),
      );
    expect(await denied()).toEqual(Array(5).fill(403));
    expect((await server.refusal(webhooks.remove, { id }, onlooker)).status).toBe(403);
    // The button alone is not enough, because the application acts as the owner.
    await server.call(setRoleButtons, {
      roleId: roleId.id,
      btnStr: [{ url: '/system/open_api', buttons: ['1'] }],
    });
    app.kernel.sessions.forgetAll();
    expect(await denied()).toEqual(Array(5).fill(403));
    // Neither deleting the webhook nor moving it to an own application is allowed.
    const own = await anApplication({ userId: onlookerId, scopes: ['orders:read'] });
    const taking = { ...fields, id, version, appId: own.id, events: ['salesOrder.created'] };
    for (const refusal of [
      await server.refusal(webhooks.update, taking, onlooker),
      await server.refusal(webhooks.remove, { id: off.id }, onlooker),
    ])
      expect(refusal.status).toBe(403);
    expect(await server.call(webhooks.infoCall, { id })).toMatchObject({ enabled: true });
  });

  test('shows full addresses and received answers only to users with the edit button', async () => {
    says = (_, reply) => void reply.end('token=quiet');
    const { id } = await aWebhook({ url: `${url}/services/T0/B0?key=quiet` });
    await server.call(tryWebhook, { id });
    const role = await server.call(roles.add, { name: 'Viewers', dataScope: 'all' });
    await server.call(setRoleFunctions, { roleId: role.id, urls: ['/system/open_api'] });
    await server.addUser({ loginName: 'viewer', roleId: role.id });
    const seen = async (token?: string) =>
      JSON.stringify([
        (await server.request('GET', webhooks.table.path, {}, token)).json(),
        await server.call(webhooks.infoCall, { id }, token),
        await server.call(webhookDeliveries, { id }, token),
      ]);
    expect((await seen()).match(/quiet/g)).toHaveLength(4);
    const viewer = await server.signIn('viewer');
    const masked = await seen(viewer);
    expect(masked).not.toContain('quiet');
    expect(masked).not.toContain('services');
    expect(masked).toContain(`${new URL(url).origin}/…`);
    await server.call(setRoleButtons, {
      roleId: role.id,
      btnStr: [{ url: '/system/open_api', buttons: ['1'] }],
    });
    app.kernel.sessions.forgetAll();
    expect((await seen(viewer)).match(/quiet/g)).toHaveLength(4);
  });

  test('is denied to another company', async () => {
    const { id } = await aWebhook();
    await server.call(tryWebhook, { id });
    const [trial] = await deliveries(id);
    const stranger = await server.signIn('other');
    expect(await server.call(webhookDeliveries, { id }, stranger)).toEqual([]);
    for (const refusal of [
      await server.refusal(tryWebhook, { id }, stranger),
      await server.refusal(newWebhookSecret, { id }, stranger),
      await server.refusal(resendDelivery, { id: trial?.id }, stranger),
    ])
      expect(refusal.status).toBe(404);
  });
});

test('a webhook secret is shown once and stored sealed, and a new secret signs at once', async () => {
  const { id, secret } = await aWebhook();
  const { secret: second } = await server.call(newWebhookSecret, { id });
  await server.call(tryWebhook, { id });
  const { headers, body } = heard[0] ?? { headers: {}, body: '' };
  expect(headers['x-signature']).toBe(
    createHmac('sha256', second).update(`${headers['x-timestamp']}.${body}`).digest('hex'),
  );
  const { rows } = await sql<{ text: string }>`
    select s::text as text from webhook_secret s union all select l::text from audit_log l
    union all select i::text from idempotency i`.execute(database.admin);
  const kept = [
    ...rows.map(({ text }) => text),
    (await server.request('GET', webhooks.table.path)).body,
    (await server.request('GET', webhookDeliveries.path, { id })).body,
  ].join(' ');
  expect(kept).toContain('newSecret');
  for (const each of [secret, second]) expect(kept).not.toContain(each);
});

test('a webhook is deleted with its application, and old deliveries by the nightly cleanup', async () => {
  const { id, fields } = await aWebhook();
  await server.call(tryWebhook, { id });
  await sql`update webhook_delivery set created_at = now() - interval '31 days'`.execute(
    database.admin,
  );
  await sql`
    insert into webhook_delivery (tenant_id, webhook_id, event, created_at)
    select tenant_id, webhook_id, event, created_at from webhook_delivery, generate_series(1, 5000)`.execute(
    database.admin,
  );
  await server.call(tryWebhook, { id });
  for (const work of Object.values(webhookHandlers(app.kernel.db)))
    await work({ tenantId: '0', id: '0', topic: '', payload: null });
  expect(await deliveries(id)).toHaveLength(1);
  // While it is on, whatever happens has to be told it.
  expect(await server.refusal(webhooks.remove, { id })).toMatchObject({ key: 'webhook.on' });
  expect(await server.refusal(applications.remove, { id: fields.appId })).toMatchObject({
    key: 'application.webhookOn',
  });
  await server.call(webhooks.setStatus, { ids: id, status: false });
  await server.call(applications.remove, { id: fields.appId });
  expect((await server.refusal(webhooks.infoCall, { id })).status).toBe(404);
});
