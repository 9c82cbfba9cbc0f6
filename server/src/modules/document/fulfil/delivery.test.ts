import {
  confirmShipment,
  deliveryOf,
  goodsDocuments,
  keepDelivery,
  orderCalls,
} from '@tradehouse/contract';
import type { InputOf } from '@tradehouse/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { aShopServer, asRole, lineOf } from '../testShop.ts';
import type { Saved } from '../testShop.ts';

// Goods are picked, packed into parcels, and leave with a tracking number.

const { server, shop } = await aShopServer();

type Given = InputOf<typeof keepDelivery>;
const delivery = ({ id }: Saved, picks: [number, string][], more: Partial<Given> = {}): Given => ({
  id,
  version: 0,
  receiver: 'Cy',
  phone: '555',
  address: 'Harbour 1',
  postcode: '9000',
  remark: '',
  picks: picks.map(([line, quantity]) => ({ line, quantity })),
  parcels: [],
  ...more,
});
const box = {
  packing: 'box' as const,
  length: '30',
  width: '20',
  height: '10',
  weight: '2.5',
  pieces: 2,
};
async function outbound(status: '0' | '1' = '1'): Promise<Saved> {
  const one = await shop.product();
  await shop.goods('purchaseIn', [lineOf(one, '10')]);
  return shop.goods('saleOut', [lineOf(one, '2'), lineOf(one, '3')], { status });
}

test('an outbound is picked, packed, and leaves with its tracking number', async () => {
  const out = await outbound();
  expect(await server.call(deliveryOf, { id: out.id })).toMatchObject({
    version: 0,
    packed: false,
    shippedAt: null,
    delivery: { receiver: 'Cy Stores', picks: [], parcels: [] },
  });
  const half = delivery(out, [
    [1, '2'],
    [2, '1'],
  ]);
  expect(await server.call(keepDelivery, half)).toEqual({ version: 1, packed: false });
  const leaving = { id: out.id, tracking: 'ZX 1' };
  expect(await server.refusal(confirmShipment, { ...leaving, version: 1 })).toMatchObject({
    data: { key: 'delivery.notPicked' },
  });
  const whole = delivery(
    out,
    [
      [1, '2'],
      [2, '3'],
    ],
    { version: 1, parcels: [box] },
  );
  expect(await server.call(keepDelivery, whole)).toEqual({ version: 2, packed: true });
  await server.call(confirmShipment, { ...leaving, version: 2 });
  const { id, version: _, ...content } = whole;
  const after = await server.call(deliveryOf, { id });
  expect(after).toMatchObject({ version: 3, packed: true, delivery: content });
  expect(after.shippedAt).not.toBeNull();
  expect(await server.call(goodsDocuments.info, { id })).toMatchObject({
    externalTracking: 'ZX 1',
    status: '1',
  });
  // What left is not picked again; a wrong number is mended, and it left when it left.
  expect(await server.refusal(keepDelivery, { ...whole, version: 3 })).toMatchObject({
    data: { key: 'delivery.shipped' },
  });
  await server.call(confirmShipment, { id, version: 3, tracking: 'ZX 2' });
  expect((await server.call(deliveryOf, { id })).shippedAt).toBe(after.shippedAt);
  expect((await server.call(goodsDocuments.info, { id })).externalTracking).toBe('ZX 2');
  expect(await shop.broken()).toEqual([]);
});

test('a delivery refuses excess quantities, unknown lines, stale versions and drafts', async () => {
  const out = await outbound();
  expect(await server.refusal(keepDelivery, delivery(out, [[1, '2.5']]))).toMatchObject({
    data: { key: 'delivery.overPicked' },
  });
  const unknownLine = [
    [1, '1'],
    [9, '1'],
  ] satisfies [number, string][];
  expect(await server.refusal(keepDelivery, delivery(out, unknownLine))).toMatchObject({
    data: { key: 'record.missing', field: 'picks', line: 2 },
  });
  await server.call(keepDelivery, delivery(out, []));
  expect(await server.refusal(keepDelivery, delivery(out, []))).toMatchObject({
    data: { key: 'record.stale' },
  });
  const draft = await outbound('0');
  expect(await server.refusal(keepDelivery, delivery(draft, []))).toMatchObject({
    data: { key: 'document.sourceState' },
  });
});

test('parcels and receiver packed on a sales order pass to its first prepared outbound', async () => {
  const one = await shop.product();
  await shop.goods('purchaseIn', [lineOf(one, '10')]);
  const order = await shop.goods('saleOrder', [lineOf(one, '5')], { status: '1' });
  const kept = delivery(order, [[1, '4']], { parcels: [box], remark: 'Ring twice' });
  await server.call(keepDelivery, kept);
  const part = (quantity: string) =>
    shop.goods(
      'saleOut',
      [lineOf(one, quantity, '20', { sourceDocumentId: order.id, sourceLine: 1 })],
      { status: '1' },
    );
  const [first, second] = [await part('3'), await part('2')];
  const begins = async ({ id }: Saved) => (await server.call(deliveryOf, { id })).delivery;
  const { receiver, phone, address, postcode, remark } = kept;
  const ready = { receiver, phone, address, postcode, remark, parcels: [box] };
  expect(await begins(first)).toEqual({ ...ready, picks: [{ line: 1, quantity: '3' }] });
  expect(await begins(second)).toEqual({ ...ready, picks: [{ line: 1, quantity: '2' }] });
  expect(await server.call(keepDelivery, delivery(first, [[1, '3']], { parcels: [box] }))).toEqual({
    version: 1,
    packed: true,
  });
  expect(await begins(second)).toMatchObject({ receiver: 'Cy Stores', picks: [], parcels: [] });
});

test('an outbound begins with nothing of an order that the user cannot see', async () => {
  const one = await shop.product();
  await shop.goods('purchaseIn', [lineOf(one, '10')]);
  const order = await shop.goods('saleOrder', [lineOf(one, '5')], { status: '1' });
  const hidden = { receiver: 'Hidden Cy', phone: '777', address: 'Quay 9', postcode: '1111' };
  const kept = delivery(order, [[1, '5']], { ...hidden, parcels: [box], remark: 'Ring twice' });
  await server.call(keepDelivery, kept);
  const from = { sourceDocumentId: order.id, sourceLine: 1 };
  const out = await shop.goods('saleOut', [lineOf(one, '5', '20', from)], { status: '1' });
  const pages = ['/bill/sale_out'];
  const packer = await asRole(shop, 'own-packer', { pages, scope: 'own' });
  await sql`
    update document set creator_id = (
      select id from app_user where tenant_id = ${shop.company.tenantId} and login_name = 'own-packer')
    where tenant_id = ${shop.company.tenantId} and id = ${out.id}`.execute(server.database.admin);
  const begun = await server.call(deliveryOf, { id: out.id }, packer);
  expect(begun.delivery).toMatchObject({
    receiver: 'Cy Stores',
    address: '',
    postcode: '',
    remark: '',
    picks: [],
    parcels: [],
  });
  expect(JSON.stringify(begun)).not.toMatch(/Hidden Cy|777|Quay 9|1111/);
  expect((await server.call(deliveryOf, { id: out.id })).delivery).toMatchObject(hidden);
});

test('an order with changed goods must be picked again, and a cancelled order is not packed', async () => {
  const [one, other] = [await shop.product(), await shop.product()];
  const lines = [lineOf(one, '2'), lineOf(other, '1')];
  const order = await shop.goods('saleOrder', lines, { status: '1' });
  const whole = delivery(order, [
    [1, '2'],
    [2, '1'],
  ]);
  expect((await server.call(keepDelivery, whole)).packed).toBe(true);
  const kept = async () => {
    const { packed, delivery: content } = await server.call(deliveryOf, { id: order.id });
    return [packed, ...content.picks.map(({ line, quantity }) => `${quantity} of ${line}`)];
  };
  const change = async (quantity: string, remark: string) => {
    await server.call(goodsDocuments.setStatus, { ids: order.id, status: '0' });
    const { version } = await server.call(goodsDocuments.info, { id: order.id });
    const now = [lineOf(one, quantity, '20', { line: 1 }), lineOf(other, '1', '20', { line: 2 })];
    const input = shop.input('saleOrder', now, { remark, status: '1' });
    await server.call(goodsDocuments.update, { ...input, id: order.id, version });
  };
  await change('2', 'Only its remark');
  expect(await kept()).toEqual([true, '2 of 1', '1 of 2']);
  await change('3', 'One more');
  expect(await kept()).toEqual([false, '1 of 2']);
  const again = {
    ...whole,
    picks: [
      { line: 1, quantity: '3' },
      { line: 2, quantity: '1' },
    ],
    version: 2,
  };
  expect((await server.call(keepDelivery, again)).packed).toBe(true);
  await server.call(orderCalls.cancel, { ids: order.id, reason: 'No one wants it' });
  expect((await kept())[0]).toBe(false);
});

test('a fully packed sales order is at stage 80 until its delivery', async () => {
  const one = await shop.product();
  const order = await shop.goods('saleOrder', [lineOf(one, '2')], { status: '1' });
  const stage = async () => (await server.call(goodsDocuments.info, { id: order.id })).life?.stage;
  await server.call(keepDelivery, delivery(order, [[1, '1']]));
  expect(await stage()).toBe('10');
  await server.call(keepDelivery, delivery(order, [[1, '2']], { version: 1 }));
  expect(await stage()).toBe('80');
  const leaving = { id: order.id, version: 2, tracking: '' };
  expect(await server.refusal(confirmShipment, leaving)).toMatchObject({
    key: 'delivery.orderShips',
    data: { number: order.number },
  });
});

test('delivery steps on a purchase receipt are refused with the number of the receipt', async () => {
  const one = await shop.product();
  const receipt = await shop.goods('purchaseIn', [lineOf(one, '1')]);
  const { id, number } = receipt;
  const refused = { key: 'delivery.kind', data: { number } };
  expect(await server.refusal(deliveryOf, { id })).toMatchObject(refused);
  expect(await server.refusal(keepDelivery, delivery(receipt, []))).toMatchObject(refused);
  expect(await server.refusal(confirmShipment, { id, version: 0, tracking: '' })).toMatchObject(
    refused,
  );
  const picker = await asRole(shop, 'picker', { pages: ['/bill/sale_out'] });
  for (const refusal of [
    await server.refusal(deliveryOf, { id }, picker),
    await server.refusal(keepDelivery, delivery(receipt, []), picker),
  ]) {
    expect(refusal).toMatchObject({ key: 'record.missing' });
    expect(JSON.stringify(refusal)).not.toContain(number);
  }
});
