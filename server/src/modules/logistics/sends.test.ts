// Shipments of returns and transfers.
import { logisticsOrders, logisticsRate } from '@tradehouse/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { asRole, aShopServer, lineOf } from '../document/testShop.ts';
import type { Saved } from '../document/testShop.ts';
import { box, sending, sent } from './testSend.ts';

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

test('a shipment of a sales order is refused, since goods leave with the delivery', async () => {
  const { id: companyId } = await aCompany();
  const one = await shop.product();
  const order = await shop.goods('saleOrder', [lineOf(one, '2')], { status: '1' });
  const refused = { key: 'shipment.notCarried', data: { number: order.number } };
  expect(await server.refusal(logisticsOrders.add, sent(companyId, order))).toMatchObject(refused);
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
  expect(proposed).toEqual({ receiver, phone: '', address, postcode: '' });
  const rates = await server.call(logisticsRate, {
    documentId: document.id,
    parcels: [{ ...box, pieces: 1 }],
    services: ['fulfillment'],
    signature: false,
  });
  expect(rates.filter((rate) => rate.companyId === companyId)).toMatchObject([{ amount: '7' }]);
  const { id } = await server.call(logisticsOrders.add, sent(companyId, document, proposed));
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
