// Shipments of returns and transfers.
import {
  deliveryOf,
  freights,
  goodsDocuments,
  logisticsOrders,
  logisticsRate,
  orderCalls,
} from '@tradehouse/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { asRole, aShopServer, lineOf } from '../document/testShop.ts';
import type { Saved } from '../document/testShop.ts';
import { ago, box, sending, sent } from './testSend.ts';

const { server, shop } = await aShopServer();
const { aCompany } = sending(shop);

const addressed = (table: 'partner' | 'warehouse', id: string, address: string) =>
  server.arrange(shop.company, (tx) =>
    sql`
      update ${sql.table(table)} set address = ${address}
      where tenant_id = ${shop.company.tenantId} and id = ${id}`.execute(tx),
  );
await addressed('warehouse', shop.main, 'Quay 1');
await addressed('warehouse', shop.branch, 'Hill 2');
await addressed('partner', shop.supplier, 'Mill 3');
await addressed('partner', shop.customer, 'Harbour 4');

const kinds = ['purchaseBack', 'saleBack', 'transfer'] as const;
type Sent = (typeof kinds)[number];

const supplier = { receiver: 'Ada Supplies', address: 'Mill 3' };
const customer = { sender: 'Cy Stores', senderAddress: 'Harbour 4' };
const mainSends = { sender: 'Shelf', senderAddress: 'Quay 1' };
const ends = {
  purchaseBack: { direction: 'ship', ...mainSends, ...supplier },
  saleBack: { direction: 'return', ...customer, receiver: 'Shelf', address: 'Quay 1' },
  transfer: { direction: 'ship', ...mainSends, receiver: 'Branch', address: 'Hill 2' },
} as const satisfies Readonly<Record<Sent, object>>;

const pageOf = {
  purchaseBack: '/bill/purchase_back',
  saleBack: '/bill/sale_back',
  transfer: '/bill/allocation_out',
} as const;

async function moved(kind: Sent, status: '0' | '1' = '1'): Promise<Saved> {
  const one = await shop.product();
  await shop.goods('purchaseIn', [lineOf(one, '10')]);
  const target = kind === 'transfer' ? { targetWarehouseId: shop.branch } : {};
  return shop.goods(kind, [lineOf(one, '2', '10', target)], { status });
}

async function freightOfOrder(documentNumber: string): Promise<{ estimated: string }[]> {
  const search = JSON.stringify({ documentNumber });
  const reply = await server.request('GET', freights.table.path, { search });
  return reply.json<{ data: { rows: { estimated: string }[] } }>().data.rows;
}

test('a shipment of an order moves with the first outbound, and the freight counts once', async () => {
  const { id: companyId } = await aCompany();
  const one = await shop.product();
  await shop.goods('purchaseIn', [lineOf(one, '10')]);
  const draft = await shop.goods('saleOrder', [lineOf(one, '1')], { status: '0' });
  expect(await server.refusal(logisticsOrders.add, sent(companyId, draft))).toMatchObject({
    data: { key: 'document.sourceState' },
  });
  const order = await shop.goods('saleOrder', [lineOf(one, '3')], { status: '1' });
  const stage = async () => (await server.call(goodsDocuments.info, { id: order.id })).life?.stage;
  const made = await server.call(
    logisticsOrders.add,
    sent(companyId, order, { freight: '12.5', address: 'Harbour 4' }),
  );
  expect(await server.call(logisticsOrders.infoCall, { id: made.id })).toMatchObject({
    documentKind: 'saleOrder',
    sender: 'Main warehouse',
  });
  const { tracking } = await server.call(logisticsOrders.label, { id: made.id });
  const rows = await freightOfOrder(order.number);
  expect(rows).toMatchObject([{ estimated: expect.stringMatching(/^12\.50*$/) }]);

  const from = { sourceDocumentId: order.id, sourceLine: 1 };
  const first = await shop.goods('saleOut', [lineOf(one, '2', '20', from)], { status: '1' });
  const second = await shop.goods('saleOut', [lineOf(one, '1', '20', from)], { status: '1' });
  const shown = (documentId: string) => server.call(logisticsOrders.ofDocument, { documentId });
  expect(await shown(first.id)).toMatchObject({ id: made.id, tracking });
  expect(await shown(second.id)).toBeNull();
  expect((await server.call(deliveryOf, { id: first.id })).tracking).toBe(tracking);
  expect((await server.call(deliveryOf, { id: second.id })).tracking).toBe('');
  expect(await server.refusal(logisticsOrders.add, sent(companyId, first))).toMatchObject({
    data: { key: 'shipment.ofOrder', order: order.number },
  });
  expect(await server.refusal(logisticsOrders.add, sent(companyId, order))).toMatchObject({
    data: { key: 'shipment.delivered', outbound: first.number },
  });
  const own = await server.call(logisticsOrders.add, sent(companyId, second));
  await server.call(logisticsOrders.label, { id: own.id });

  const delivered = (orderId: string) =>
    server.call(logisticsOrders.addTrack, { orderId, eventTime: ago(1), state: 'delivered' });
  await delivered(own.id);
  expect(await stage()).toBe('90');
  await delivered(made.id);
  expect(await stage()).toBe('95');
  expect(await freightOfOrder(order.number)).toHaveLength(1);
  expect(await freightOfOrder(first.number)).toEqual([]);
  expect(await shop.broken()).toEqual([]);
});

/** A sales order with a shipment, and the outbound of the order. */
async function aShippedOrder() {
  const { id: companyId } = await aCompany();
  const one = await shop.product();
  await shop.goods('purchaseIn', [lineOf(one, '10')]);
  const order = await shop.goods('saleOrder', [lineOf(one, '2')], { status: '1' });
  const made = await server.call(logisticsOrders.add, sent(companyId, order));
  const from = { sourceDocumentId: order.id, sourceLine: 1 };
  const out = await shop.goods('saleOut', [lineOf(one, '2', '20', from)], { status: '1' });
  return { companyId, order, made, out };
}

test('an order hidden from a user shows no number through the user’s outbound', async () => {
  const { companyId, order, made, out } = await aShippedOrder();
  const { tracking } = await server.call(logisticsOrders.label, { id: made.id });
  const shipment = await server.call(logisticsOrders.infoCall, { id: made.id });
  const pages = ['/bill/sale_out', '/logistic/track'];
  const own = await asRole(shop, 'ships-own-outbounds', { pages, scope: 'own' });
  // As if the outbound was made before the label, by the user.
  const createdBy = (loginName: string) =>
    sql`
      update document set external_tracking = '', creator_id = (
        select id from app_user where login_name = ${loginName}) where id = ${out.id}`.execute(
      server.database.admin,
    );
  await createdBy('ships-own-outbounds');
  const shown = async (token?: string) =>
    (await server.call(deliveryOf, { id: out.id }, token)).tracking;
  expect([await shown(), await shown(own)]).toEqual([tracking, '']);
  const refused = await server.refusal(logisticsOrders.add, sent(companyId, out), own);
  expect(refused).toMatchObject({
    key: 'shipment.ofOrder',
    message:
      'These goods already go with the logistics order of the sales order: use it, or void it first',
  });
  for (const hidden of [order.number, shipment.number, tracking])
    expect(JSON.stringify(refused)).not.toContain(hidden);
  await createdBy('demo');
});

test('a void shipment of a sales order frees its outbound for another shipment', async () => {
  const { companyId, order, made, out } = await aShippedOrder();
  const tracked = async () =>
    (await server.call(goodsDocuments.info, { id: out.id })).externalTracking;
  const { tracking } = await server.call(logisticsOrders.label, { id: made.id });
  expect(await tracked()).toBe(tracking);
  await server.call(logisticsOrders.void, { id: made.id });
  expect(await tracked()).toBe('');
  const again = await server.call(logisticsOrders.add, sent(companyId, out));
  expect(await server.call(logisticsOrders.ofDocument, { documentId: out.id })).toMatchObject({
    id: again.id,
  });
  await server.call(orderCalls.complete, { ids: order.id });
  expect(await server.refusal(logisticsOrders.add, sent(companyId, order))).toMatchObject({
    data: { key: 'document.sourceState' },
  });
});

test.each(kinds)('goods of a %s are rated, shipped, labelled and voided', async (kind) => {
  const line = { service: 'fulfillment', fromKg: '0', toKg: null, perKg: '0', days: 1 } as const;
  const tariff = (['', ends[kind].address] as const).map((zone) => ({
    ...line,
    zone,
    base: zone === '' ? '20' : '7',
    signatureFee: '0',
  }));
  const { id: companyId } = await aCompany({ tariff });
  const document = await moved(kind);
  const { receiver, address } = ends[kind];
  const proposed = await server.call(logisticsOrders.receiver, { documentId: document.id });
  const to = { receiver, phone: '', address, postcode: '' };
  expect(proposed).toMatchObject({ ...to, city: '', region: '', country: '' });
  const rates = await server.call(logisticsRate, {
    documentId: document.id,
    parcels: [{ ...box, pieces: 1 }],
    services: ['fulfillment'],
    signature: false,
  });
  expect(rates.filter((rate) => rate.companyId === companyId)).toMatchObject([{ amount: '7' }]);
  const { id } = await server.call(logisticsOrders.add, sent(companyId, document, to));
  expect(await server.call(logisticsOrders.ofDocument, { documentId: document.id })).toMatchObject({
    id,
    documentKind: kind,
    documentNumber: document.number,
    ...ends[kind],
  });
  const { tracking } = await server.call(logisticsOrders.label, { id });
  expect(await externalOf(document)).toBe(tracking);
  await server.call(logisticsOrders.void, { id });
  expect(await externalOf(document)).toBe('');
  expect(await server.call(logisticsOrders.ofDocument, { documentId: document.id })).toBeNull();
  expect(await shop.broken()).toEqual([]);
});

const externalOf = ({ id }: Saved): Promise<string | undefined> =>
  server.arrange(shop.company, async (tx) => {
    const { rows } = await sql<{ tracking: string }>`
      select external_tracking as tracking from document
      where tenant_id = ${shop.company.tenantId} and id = ${id}`.execute(tx);
    return rows[0]?.tracking;
  });

test.each(kinds)('a %s is shipped by users with access, once approved', async (kind) => {
  const { id: companyId } = await aCompany();
  const document = await moved(kind);
  const pages = ['/logistic/track', pageOf[kind]];
  const own = await asRole(shop, `own-${kind}`, { pages, scope: 'own' });
  const reader = await asRole(shop, `read-${kind}`, { pages, buttons: [] });
  const blind = await asRole(shop, `blind-${kind}`, { pages: ['/logistic/track'] });
  const clerk = await asRole(shop, `clerk-${kind}`, { pages: [pageOf[kind]] });
  const strange = await server.signIn(server.stranger.code);
  const input = sent(companyId, document);
  const documentId = document.id;
  for (const [as, key] of [
    [own, 'record.missing'],
    [strange, 'record.missing'],
    [clerk, 'access.denied'],
  ] as const) {
    for (const [call, asked] of [
      [logisticsOrders.receiver, { documentId }],
      [logisticsOrders.ofDocument, { documentId }],
      [logisticsOrders.add, input],
    ] as const)
      expect(await server.refusal(call as never, asked as never, as)).toMatchObject({
        data: { key },
      });
  }
  expect(await server.refusal(logisticsOrders.add, input, reader)).toMatchObject({
    data: { key: 'access.denied' },
  });
  // Its partner's address stands on a page that this one may not open.
  expect(await server.refusal(logisticsOrders.receiver, { documentId }, blind)).toMatchObject({
    data: { key: 'access.denied' },
  });
  expect(await server.call(logisticsOrders.receiver, { documentId }, reader)).toMatchObject({
    receiver: ends[kind].receiver,
  });
  const draft = await moved(kind, '0');
  expect(await server.refusal(logisticsOrders.add, sent(companyId, draft))).toMatchObject({
    key: 'document.sourceState',
  });
});

test('a shipment of a purchase receipt is refused', async () => {
  const { id: companyId } = await aCompany();
  const one = await shop.product();
  const bought = await shop.goods('purchaseIn', [lineOf(one, '1')], { status: '1' });
  expect(await server.refusal(logisticsOrders.add, sent(companyId, bought))).toMatchObject({
    key: 'shipment.notCarried',
  });
  expect(await server.refusal(logisticsOrders.receiver, { documentId: bought.id })).toMatchObject({
    key: 'shipment.notCarried',
  });
});
