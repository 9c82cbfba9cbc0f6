// External orders of days that are closed before the sales order is created.
import { currentSettings, externalOrders, goodsDocuments } from '@tradehouse/contract';
import type { ExternalOrderInput } from '@tradehouse/contract';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { aShopServer, timeDaysAgo } from '../document/testShop.ts';

const { server, shop } = await aShopServer();
await shop.set({ time_zone: 'Etc/UTC' });
const day = (ago: number): string => timeDaysAgo(ago).slice(0, 10);
afterEach(() => shop.set({ closed_until: null }));

let made = 0;
async function matchCode(outerSkuCode: string): Promise<void> {
  const { barcode } = await shop.product();
  const { tenantId } = shop.company;
  await server.arrange(shop.company, (tx) =>
    sql`
      insert into product_relation (tenant_id, platform, shop, outer_sku_code, outer_name, barcode_id)
      select tenant_id, 'Shop', '', ${outerSkuCode}, '', id from barcode where tenant_id = ${tenantId} and code = ${barcode}
      on conflict (tenant_id, platform, shop, outer_sku_code) do update set barcode_id = excluded.barcode_id`.execute(
      tx,
    ),
  );
}
function orderOf(ago: number, more: Partial<ExternalOrderInput> = {}): ExternalOrderInput {
  made += 1;
  return {
    platform: 'Shop',
    externalOrder: `S-${made}`,
    partnerId: shop.customer,
    time: `${day(ago)}T22:00:00.000Z`,
    lines: [{ outerSkuCode: `C-${made}`, quantity: '2', price: '9.9' }],
    ...more,
  };
}
const saleOrder = (id: string | null | undefined) =>
  server.call(goodsDocuments.info, { id: id ?? '' });

test('an external order received after its month was closed is dated the first open day', async () => {
  const order = orderOf(31, { remark: 'gift wrap' });
  await matchCode(order.lines[0]?.outerSkuCode ?? '');
  await shop.set({ closed_until: day(30) });
  const { order: standing } = await server.call(externalOrders.add, order);
  expect(standing).toMatchObject({ status: 'made', datedOn: day(29) });
  const sale = await saleOrder(standing?.documentId);
  expect(new Date(sale.time).toISOString()).toBe(`${day(29)}T00:00:00.000Z`);
  expect(sale.remark).toBe(`gift wrap · Ordered at: ${day(31)}`);
});

test('an external order waiting during the closing of its month is dated the first open day', async () => {
  const order = orderOf(31);
  const { order: waiting } = await server.call(externalOrders.add, order);
  expect(waiting).toMatchObject({ status: 'waiting', datedOn: null });
  await matchCode(order.lines[0]?.outerSkuCode ?? '');
  await shop.set({ closed_until: day(30) });
  const standing = await server.call(externalOrders.make, { id: waiting?.id ?? '' });
  expect(standing).toMatchObject({ status: 'made', datedOn: day(29) });
  expect(await server.call(externalOrders.add, order)).toMatchObject({
    known: true,
    order: { datedOn: day(29) },
  });
});

test('an external order of an open day keeps its time', async () => {
  const order = orderOf(29);
  await matchCode(order.lines[0]?.outerSkuCode ?? '');
  await shop.set({ closed_until: day(30) });
  const { order: standing } = await server.call(externalOrders.add, order);
  expect(standing).toMatchObject({ status: 'made', datedOn: null });
  const sale = await saleOrder(standing?.documentId);
  expect(new Date(sale.time).toISOString()).toBe(order.time);
  expect(sale.remark).toBe('');
});

test('an external order waits while today is closed, and converts once a day is open', async () => {
  const order = orderOf(31);
  await matchCode(order.lines[0]?.outerSkuCode ?? '');
  await shop.set({ closed_until: day(0) });
  expect((await server.call(currentSettings, {})).closedUntil).toBe(day(0));
  const { order: standing } = await server.call(externalOrders.add, order);
  expect(standing).toMatchObject({ status: 'ready', documentId: null, datedOn: null });
  const id = standing?.id ?? '';
  expect(await server.refusal(externalOrders.make, { id })).toMatchObject({
    key: 'document.futureDate',
  });
  await shop.set({ closed_until: day(1) });
  expect(await server.call(externalOrders.make, { id })).toMatchObject({
    status: 'made',
    datedOn: day(0),
  });
});

test('an external order with a time after today waits for no closed period', async () => {
  const order = orderOf(-3);
  await matchCode(order.lines[0]?.outerSkuCode ?? '');
  await shop.set({ closed_until: day(30) });
  const { order: standing } = await server.call(externalOrders.add, order);
  expect(standing).toMatchObject({ status: 'made' });
  expect((await saleOrder(standing?.documentId)).remark).toBe(`Ordered at: ${day(-3)}`);
});
