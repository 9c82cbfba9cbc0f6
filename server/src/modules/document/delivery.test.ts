import { confirmShipment, deliveryOf, goodsDocuments, keepDelivery } from '@tradehouse/contract';
import type { InputOf } from '@tradehouse/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aServer } from '../../testing.ts';
import type { TestServer } from '../../testing.ts';
import { aShop, lineOf } from './testShop.ts';
import type { Saved, Shop } from './testShop.ts';

// screens.md 16.3: goods are picked, packed into parcels, and leave with a tracking number.

let server: TestServer;
let shop: Shop;
beforeAll(async () => {
  server = await aServer();
  shop = await aShop(server);
});
afterAll(() => server.stop());

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
  // What left is not picked anew; a wrong number is mended, and it left when it left.
  expect(await server.refusal(keepDelivery, { ...whole, version: 3 })).toMatchObject({
    data: { key: 'delivery.shipped' },
  });
  await server.call(confirmShipment, { id, version: 3, tracking: 'ZX 2' });
  expect((await server.call(deliveryOf, { id })).shippedAt).toBe(after.shippedAt);
  expect((await server.call(goodsDocuments.info, { id })).externalTracking).toBe('ZX 2');
  expect(await shop.broken()).toEqual([]);
});

test('refused: what nobody wants, what is not audited, and over what others kept', async () => {
  const out = await outbound();
  expect(await server.refusal(keepDelivery, delivery(out, [[1, '2.5']]))).toMatchObject({
    data: { key: 'delivery.overPicked' },
  });
  expect(await server.refusal(keepDelivery, delivery(out, [[9, '1']]))).toMatchObject({
    data: { key: 'record.missing' },
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

test('a sales order is packed before it goes out (domain.md 13.2, stage 80)', async () => {
  const one = await shop.product();
  const order = await shop.goods('saleOrder', [lineOf(one, '2')], { status: '1' });
  const stage = async () => (await server.call(goodsDocuments.info, { id: order.id })).life?.stage;
  await server.call(keepDelivery, delivery(order, [[1, '1']]));
  expect(await stage()).toBe('10');
  await server.call(keepDelivery, delivery(order, [[1, '2']], { version: 1 }));
  expect(await stage()).toBe('80');
  const leaving = { id: order.id, version: 2, tracking: '' };
  expect(await server.refusal(confirmShipment, leaving)).toMatchObject({
    data: { key: 'record.missing' },
  });
});
