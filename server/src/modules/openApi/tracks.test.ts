// Tracks of sales, returned to applications.
import { logisticsOrders, openTracks } from '@tradehouse/contract';
import type { InputOf, ReplyOf } from '@tradehouse/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { ago, sending, sent } from '../logistics/testSend.ts';
import { aShopServer, lineOf } from '../document/testShop.ts';
import { programsOf } from './testPrograms.ts';

const { server, shop } = await aShopServer();
const { ready } = sending(shop);
const { anApplication, tokenOf } = programsOf(() => server);
const scopes = ['tracks:read'] as const;
const token = await tokenOf(await anApplication({ scopes: [...scopes] }));

const ask = (asked: InputOf<typeof openTracks>, as = token) =>
  server.app.inject({
    method: 'GET',
    url: `/api${openTracks.path}?${new URLSearchParams(asked as Record<string, string>)}`,
    headers: { authorization: `Bearer ${as}` },
  });
const told = async (asked: InputOf<typeof openTracks> = {}, as?: string) => {
  const reply = await ask(asked, as);
  expect([reply.statusCode, reply.body]).toEqual([200, expect.anything()]);
  return reply.json<{ data: ReplyOf<typeof openTracks> }>().data;
};
const numbers = ({ rows }: ReplyOf<typeof openTracks>) => rows.map(({ tracking }) => tracking);

async function labelled(tracking: string) {
  const made = await ready({ freight: '12.5' });
  await server.call(logisticsOrders.label, { id: made.id, tracking });
  return made;
}
/** As if everything that is there had been changed last this long ago, each a second after the one before. */
const aged = (minutes: number) =>
  server.arrange(shop.company, (tx) =>
    sql`
      update logistics_order set updated_at = now() - interval '1 minute' * ${minutes} + interval '1 second' * id
      where tenant_id = ${shop.company.tenantId}`.execute(tx),
  );

test('an application reads number, state and events of sales visible to its user', async () => {
  const { id, out, order, company } = await labelled('T-1');
  const event = { orderId: id, eventTime: ago(1), state: 'inTransit', place: 'Hub' } as const;
  await server.call(logisticsOrders.addTrack, event);
  await ready();
  const one = await shop.product();
  await shop.goods('purchaseIn', [lineOf(one, '5')]);
  const moved = await shop.goods(
    'transfer',
    [lineOf(one, '1', '1', { targetWarehouseId: shop.branch })],
    {
      status: '1',
    },
  );
  const other = await server.call(logisticsOrders.add, sent(company.id, moved));
  await server.call(logisticsOrders.label, { id: other.id });
  const { rows, more } = await told();
  expect(more).toBe(false);
  // What has no number yet and what goes from warehouse to warehouse is no sale on its way.
  expect(rows).toEqual([
    {
      id,
      number: expect.stringMatching(/^L-/),
      tracking: 'T-1',
      carrier: `Carrier ${company.code}`,
      trackState: 'inTransit',
      updatedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      outbound: out.number,
      orders: [{ number: order.number, externalOrder: '' }],
      events: [
        { eventTime: expect.anything(), trackState: 'inTransit', place: 'Hub', description: '' },
      ],
    },
  ]);
  expect(new Date(rows[0]?.events[0]?.eventTime ?? '').toISOString()).toBe(event.eventTime);
});

test('the tracking call pages through changes without gaps', async () => {
  await labelled('T-2');
  const { id } = await labelled('T-3');
  await aged(60);
  const first = await told({ pageSize: 2 });
  expect([numbers(first), first.more]).toEqual([['T-1', 'T-2'], true]);
  // What changes meanwhile comes at the end, and passes nothing over.
  await server.call(logisticsOrders.void, { id });
  await labelled('T-4');
  const second = await told({ ...first.next, pageSize: 2 });
  expect([numbers(second), second.more]).toEqual([['T-3', 'T-4'], false]);
  expect(second.rows[0]?.trackState).toBe('cancelled');
  // Of the last minute it may come again, since others may still be writing.
  expect(numbers(await told(second.next))).toEqual(['T-3', 'T-4']);
  await aged(60);
  const all = await told();
  // What changes now may note an earlier moment: a page does not end among these.
  await labelled('T-5');
  await labelled('T-6');
  expect(numbers(await told({ ...all.next, pageSize: 1 }))).toEqual(['T-5', 'T-6']);
  await aged(60);
  expect((await told(all.next)).rows).toEqual([]);
  expect((await told({ updatedSince: new Date().toISOString() })).rows).toEqual([]);
});

test('the tracking call requires its scope and returns only documents visible to the user', async () => {
  const ungiven = await tokenOf(await anApplication({ scopes: ['orders:read'] }));
  expect((await ask({}, ungiven)).statusCode).toBe(403);
  const pageless = await server.addUser({ loginName: 'pageless' });
  const blind = await anApplication({ scopes: [...scopes], userId: pageless });
  expect((await ask({}, await tokenOf(blind))).statusCode).toBe(403);
  const own = await server.addUser({ loginName: 'own-sales', role: 'salesperson' });
  const narrow = await tokenOf(await anApplication({ scopes: [...scopes], userId: own }));
  const nothing = await told({}, narrow);
  expect(nothing.rows).toEqual([]);
  // What it was not told is not looked through again.
  expect(Date.parse(nothing.next.updatedSince)).toBeGreaterThan(Date.now() - 300_000);
  expect((await ask({ pageSize: 201 })).statusCode).toBe(400);
  expect((await ask({ updatedSince: 'yesterday' })).statusCode).toBe(400);
});

test('the tracking call returns nothing of another company', async () => {
  const as = { token: await server.signIn(server.stranger.code) };
  const strange = await anApplication({ scopes: [...scopes], userId: server.stranger.ownerId }, as);
  expect((await told({}, await tokenOf(strange))).rows).toEqual([]);
});
