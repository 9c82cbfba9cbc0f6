// Shipments: document, label and tracking.
import { freights, goodsDocuments, logisticsOrders } from '@tradehouse/contract';
import { runBackfills } from '@tradehouse/database';
import { checkCharacter } from '@tradehouse/domain';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { As } from '../../testing.ts';
import { asRole, aShopServer } from '../document/testShop.ts';
import { ago, box, sending, sent } from './testSend.ts';

const { server, shop } = await aShopServer();

const { aCompany, sold, ready, trackingOf } = sending(shop);

const info = (id: string, as?: As | string) => server.call(logisticsOrders.infoCall, { id }, as);

test('a shipment is numbered by its carrier, weighed, and changed until labelled', async () => {
  const { id, company, out } = await ready({ freight: '12.5' });
  const before = await info(id);
  expect(before).toMatchObject({
    documentNumber: out.number,
    documentKind: 'saleOut',
    direction: 'ship',
    weight: '4.2',
    billableWeight: '8',
    freight: '12.5',
    state: 'created',
    tracking: '',
    tracks: [],
  });
  expect(before.number).toMatch(/^L-\d{8}$/);
  const { documentId: _, ...rest } = sent(company.id, out, { address: 'Harbour 2' });
  const saved = await server.call(logisticsOrders.update, { ...rest, id, version: 1 });
  expect(await info(id)).toMatchObject({ address: 'Harbour 2', freight: '12.5' });
  expect(await server.refusal(logisticsOrders.update, { ...rest, id, version: 1 })).toMatchObject({
    data: { key: 'record.stale' },
  });
  await server.call(logisticsOrders.label, { id });
  expect(
    await server.refusal(logisticsOrders.update, { ...rest, id, version: saved.version + 1 }),
  ).toMatchObject({ data: { key: 'shipment.labelled' } });
});

test('a shipment changed without a remark keeps the remark', async () => {
  const { id, company, out } = await ready({ remark: 'fragile' });
  const { documentId: _, ...rest } = sent(company.id, out);
  await server.call(logisticsOrders.update, { ...rest, id, version: 1 });
  expect(await info(id)).toMatchObject({ remark: 'fragile' });
});

test('concurrent labelling gives a shipment a single number, also on its document', async () => {
  const { id, company, out } = await ready();
  const numbers = await Promise.all(
    [1, 2, 3].map(async () => (await server.call(logisticsOrders.label, { id })).tracking),
  );
  const tracking = numbers[0] ?? '';
  expect(new Set(numbers).size).toBe(1);
  expect(tracking).toMatch(new RegExp(`^${company.code}\\d{9}.$`));
  expect(tracking.at(-1)).toBe(checkCharacter(tracking.slice(0, -1)));
  expect(await trackingOf(out)).toBe(tracking);
  expect((await info(id)).trackingLink).toBe(`https://track.example/?no=${tracking}`);
});

test('a void shipment frees its number and leaves the document without a shipment', async () => {
  const { id, company, out } = await ready({ freight: '12.5' });
  const listed = async () => {
    const search = JSON.stringify({ documentNumber: out.number });
    const reply = await server.request('GET', logisticsOrders.table.path, { search });
    return reply.json<{ data: { totals: { freight: string } } }>().data.totals.freight;
  };
  await server.call(logisticsOrders.label, { id, tracking: 'ZX 1' });
  expect((await info(id)).trackingLink).toBe('https://track.example/?no=ZX1');
  expect(Number(await listed())).toBe(12.5);
  const other = await server.call(logisticsOrders.add, sent(company.id, out));
  expect(
    await server.refusal(logisticsOrders.label, { id: other.id, tracking: 'zx１' }),
  ).toMatchObject({ data: { key: 'shipment.trackingTaken' } });
  await server.call(logisticsOrders.void, { id });
  expect(await trackingOf(out)).toBe('');
  expect((await info(id)).state).toBe('cancelled');
  expect(Number(await listed())).toBe(0);
  expect(await server.refusal(logisticsOrders.label, { id })).toMatchObject({
    data: { key: 'shipment.void' },
  });
  await server.call(logisticsOrders.label, { id: other.id, tracking: 'ZX 1' });
  expect(await trackingOf(out)).toBe('ZX1');
  await server.call(logisticsOrders.addTrack, {
    orderId: other.id,
    eventTime: ago(1),
    state: 'pickedUp',
  });
  expect(await server.refusal(logisticsOrders.void, { id: other.id })).toMatchObject({
    data: { key: 'shipment.pickedUp' },
  });
});

test('a tracking number is stored, repeated and found in its normal form', async () => {
  const { id, out } = await ready();
  expect(await server.call(logisticsOrders.label, { id, tracking: ' nf 77　8 ' })).toEqual({
    tracking: 'NF778',
  });
  expect(await server.call(logisticsOrders.label, { id, tracking: 'ｎｆ 778' })).toEqual({
    tracking: 'NF778',
  });
  const found = async (path: string): Promise<unknown[]> => {
    const search = JSON.stringify({ tracking: 'ｎｆ 77 8' });
    const reply = await server.request('GET', path, { search });
    const { rows } = reply.json<{ data: { rows: { documentNumber: string }[] } }>().data;
    return rows.map(({ documentNumber }) => documentNumber);
  };
  expect(await found(logisticsOrders.table.path)).toEqual([out.number]);
  expect(await found(freights.table.path)).toEqual([out.number]);
});

test('stored tracking numbers are brought to their normal form, unless two shipments share the form', async () => {
  const stored = ['nf 90', 'nf 91', 'ＮＦ91'];
  const ids: string[] = [];
  const { company, out } = await ready();
  for (const tracking of stored) {
    const { id } = await server.call(logisticsOrders.add, sent(company.id, out));
    await sql`update logistics_order set tracking = ${tracking} where id = ${id}`.execute(
      server.database.admin,
    );
    ids.push(id);
  }
  await runBackfills(server.database.connections.owner, { rest: 0 });
  const { rows } = await sql<{ tracking: string }>`
    select tracking from logistics_order where id = any(${ids}) order by id`.execute(
    server.database.admin,
  );
  expect(rows.map(({ tracking }) => tracking)).toEqual(['NF90', 'nf 91', 'ＮＦ91']);
});

test('a document carries the tracking number of its remaining shipment after the second is voided', async () => {
  const { id, company, out } = await ready();
  const { tracking } = await server.call(logisticsOrders.label, { id });
  const other = await server.call(logisticsOrders.add, sent(company.id, out));
  await server.call(logisticsOrders.label, { id: other.id });
  expect(await server.call(logisticsOrders.void, { id: other.id })).toEqual({ tracking });
  expect(await trackingOf(out)).toBe(tracking);
  expect(await server.call(logisticsOrders.void, { id })).toEqual({ tracking: '' });
  expect(await trackingOf(out)).toBe('');
});

test('a shipment has the state of its latest event, and delivery advances the order’s stage', async () => {
  const { id, order } = await ready();
  const event = (eventTime: string, state: 'pickedUp' | 'inTransit' | 'delivered') =>
    ({ orderId: id, eventTime, state, place: 'Hub' }) as const;
  expect(await server.refusal(logisticsOrders.addTrack, event(ago(5), 'pickedUp'))).toMatchObject({
    data: { key: 'shipment.unlabelled' },
  });
  await server.call(logisticsOrders.label, { id });
  expect(await server.refusal(logisticsOrders.addTrack, event(ago(-60), 'pickedUp'))).toMatchObject(
    { data: { key: 'shipment.future' } },
  );
  const transit = await server.call(logisticsOrders.addTrack, event(ago(5), 'inTransit'));
  await server.call(logisticsOrders.addTrack, event(ago(9), 'pickedUp'));
  const now = await info(id);
  expect(now.state).toBe('inTransit');
  expect(now.tracks.map(({ state }) => state)).toEqual(['inTransit', 'pickedUp']);
  await server.call(logisticsOrders.removeTrack, { id: transit.id });
  expect((await info(id)).state).toBe('pickedUp');
  await server.call(logisticsOrders.addTrack, event(ago(1), 'delivered'));
  expect((await server.call(goodsDocuments.info, { id: order.id })).life?.stage).toBe('95');
  expect(await shop.broken()).toEqual([]);
});

test('an order with a returned shipment is not received until a later shipment is delivered', async () => {
  const { id, company, order, out } = await ready();
  await server.call(logisticsOrders.label, { id });
  const event = (orderId: string, eventTime: string, state: 'delivered' | 'returned') =>
    server.call(logisticsOrders.addTrack, { orderId, eventTime, state });
  const stage = async () => (await server.call(goodsDocuments.info, { id: order.id })).life?.stage;
  await event(id, ago(9), 'delivered');
  expect(await stage()).toBe('95');
  await event(id, ago(5), 'returned');
  expect((await info(id)).state).toBe('returned');
  expect(await stage()).toBe('90');
  const again = await server.call(logisticsOrders.add, sent(company.id, out));
  await server.call(logisticsOrders.label, { id: again.id });
  expect(await stage()).toBe('90');
  await event(again.id, ago(1), 'delivered');
  expect(await stage()).toBe('95');
  expect(await server.refusal(logisticsOrders.void, { id })).toMatchObject({
    data: { key: 'shipment.pickedUp' },
  });
  expect(await shop.broken()).toEqual([]);
});

test('shipments follow document visibility, and freight follows sale-price rights', async () => {
  const { id, out, company } = await ready({ freight: '12.5', insured: '300' });
  const pages = ['/logistic/track', '/bill/sale_out'];
  const own = await asRole(shop, 'own-tracks', { pages, scope: 'own' });
  const hidden = await asRole(shop, 'no-prices-tracks', { pages, hidden: ['sale'] });
  const strange = await server.signIn(server.stranger.code);
  for (const as of [own, strange]) {
    for (const [call, input] of [
      [logisticsOrders.infoCall, { id }],
      [logisticsOrders.ofDocument, { documentId: out.id }],
      [logisticsOrders.label, { id }],
      [logisticsOrders.void, { id }],
      [logisticsOrders.addTrack, { orderId: id, eventTime: ago(1), state: 'pickedUp' }],
      [logisticsOrders.add, sent(company.id, out)],
    ] as const)
      expect(await server.refusal(call as never, input as never, as)).toMatchObject({
        data: { key: 'record.missing' },
      });
    const reply = await server.request('GET', logisticsOrders.table.path, {}, as);
    expect(reply.json<{ data: { rows: unknown[] } }>().data.rows).toEqual([]);
  }
  expect(await info(id, hidden)).toMatchObject({ freight: null, insured: null });
  expect(
    await server.refusal(logisticsOrders.add, sent(company.id, out, { freight: '1' }), hidden),
  ).toMatchObject({ data: { key: 'access.denied' } });
  const { documentId: _, ...rest } = sent(company.id, out, { receiver: 'Di' });
  await server.call(logisticsOrders.update, { ...rest, id, version: 1 }, hidden);
  expect(await info(id)).toMatchObject({ receiver: 'Di', freight: '12.5', insured: '300' });
});

test('a shipment with measures out of range is refused', async () => {
  const company = await aCompany();
  const { out } = await sold();
  const huge = '999999999999999';
  for (const parcel of [
    { ...box, weight: huge, pieces: 9999 },
    { ...box, length: huge, width: huge, height: huge, pieces: 1 },
  ])
    expect(
      await server.refusal(logisticsOrders.add, sent(company.id, out, { parcels: [parcel] })),
    ).toMatchObject({ status: 400, data: { key: 'amount.tooLarge' } });
  expect((await server.request('GET', logisticsOrders.table.path, {})).body).not.toContain(
    out.number,
  );
});
