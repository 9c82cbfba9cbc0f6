// Documents of closed periods: ledgers are fixed, orders and drafts continue.
import { forceClose, goodsDocuments, logisticsOrders, orderCalls } from '@tradehouse/contract';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { aShopServer, lineOf, timeDaysAgo } from '../document/testShop.ts';
import type { Saved, TestProduct } from '../document/testShop.ts';
import { ago, sending, sent } from '../logistics/testSend.ts';

const { server, shop } = await aShopServer();
const old = { time: timeDaysAgo(40) };
const close = () => shop.set({ closed_until: timeDaysAgo(30).slice(0, 10) });
afterEach(() => shop.set({ closed_until: null, force_approval: false, reserve_on_order: false }));

const setStatus = ({ id }: Saved, status: '0' | '1') =>
  server.call(goodsDocuments.setStatus, { ids: id, status });
const step = (action: Exclude<keyof typeof orderCalls, 'cancel'>, { id }: Saved) =>
  server.call(orderCalls[action], { ids: id });
const locked = async ({ skuId }: TestProduct) => {
  const { rows } = await shop.asOwner(({ tx, tenantId }) =>
    sql<{ locked: string }>`
      select trim_scale(coalesce(sum(quantity), 0))::text as locked from stock_lock
      where tenant_id = ${tenantId} and sku_id = ${skuId}`.execute(tx),
  );
  return rows[0]?.locked;
};

async function oldOrder(more: object = {}) {
  const goods = await shop.product();
  await shop.goods('purchaseIn', [lineOf(goods, '20')], { time: timeDaysAgo(50) });
  const order = await shop.goods('saleOrder', [lineOf(goods, '20')], {
    ...old,
    status: '1',
    ...more,
  });
  return { goods, order };
}
const deliver = (goods: TestProduct, { id }: Saved, quantity: string) => {
  const from = { sourceDocumentId: id, sourceLine: 1 };
  return shop.goods('saleOut', [lineOf(goods, quantity, '20', from)], { status: '1' });
};

test('an order of a closed month can be confirmed, pushed, completed and unfrozen', async () => {
  const { order } = await oldOrder();
  await close();
  await step('askConfirmation', order);
  await step('confirm', order);
  await step('push', order);
  await step('complete', order);
  await step('unfreeze', order);
  expect(await shop.broken()).toEqual([]);
});

test('cancelling an order of a closed month frees the held goods', async () => {
  await shop.set({ reserve_on_order: true });
  const { goods, order } = await oldOrder();
  expect(await locked(goods)).toBe('20');
  await close();
  await server.call(orderCalls.cancel, { ids: order.id, reason: 'out of season' });
  expect(await locked(goods)).toBe('0');
  await shop.goods('saleOut', [lineOf(goods, '20')]);
  expect(await shop.broken()).toEqual([]);
});

test('an order of a closed month can be force-closed, or marked arrived after full delivery', async () => {
  const [half, whole] = [await oldOrder(), await oldOrder()];
  await close();
  await deliver(half.goods, half.order, '5');
  await server.call(forceClose, { ids: half.order.id });
  await deliver(whole.goods, whole.order, '20');
  await step('arrive', whole.order);
  expect(await shop.broken()).toEqual([]);
});

test('an order of a closed month loses its approval, is changed on an open day and approved', async () => {
  await shop.set({ force_approval: true });
  const { goods, order } = await oldOrder();
  await close();
  await setStatus(order, '0');
  await setStatus(order, '1');
  await setStatus(order, '0');
  const { version } = await server.call(goodsDocuments.info, { id: order.id });
  const input = shop.input('saleOrder', [{ ...lineOf(goods, '3'), line: 1 }]);
  await server.call(goodsDocuments.update, { ...input, id: order.id, version });
  await setStatus(order, '1');
  expect(await shop.broken()).toEqual([]);
});

test('an order in force of a closed month is neither changed nor deleted, and its deposit stays', async () => {
  const goods = await shop.product();
  const input = shop.input('saleOrder', [lineOf(goods, '3')], { ...old, depositTaken: '7' });
  const order = await server.call(goodsDocuments.add, input);
  await close();
  const closed = { key: 'document.periodClosed' };
  const changed = { ...input, remark: 'call first', id: order.id, version: 1 };
  expect(await server.refusal(goodsDocuments.update, changed)).toMatchObject(closed);
  expect(
    await server.refusal(goodsDocuments.update, { ...changed, time: timeDaysAgo(1) }),
  ).toMatchObject(closed);
  expect(await server.refusal(goodsDocuments.remove, { id: order.id })).toMatchObject(closed);
});

test('a draft of a closed month is not approved in the month, but moved to an open day or deleted', async () => {
  await shop.set({ force_approval: true });
  const goods = await shop.product();
  const input = shop.input('purchaseIn', [lineOf(goods, '5')], old);
  const [moved, deleted] = [
    await server.call(goodsDocuments.add, input),
    await server.call(goodsDocuments.add, input),
  ];
  await close();
  const closed = { key: 'document.periodClosed' };
  expect(
    await server.refusal(goodsDocuments.setStatus, { ids: moved.id, status: '1' }),
  ).toMatchObject(closed);
  const at = (time: string, version: number) => ({ ...input, id: moved.id, version, time });
  expect(
    await server.refusal(goodsDocuments.update, { ...at(old.time, 1), status: '1' }),
  ).toMatchObject({ ...closed, data: { field: 'time' } });
  expect(await server.refusal(goodsDocuments.update, at(timeDaysAgo(41), 1))).toMatchObject(closed);
  await server.call(goodsDocuments.update, { ...at(old.time, 1), remark: 'where is it?' });
  await server.call(goodsDocuments.update, at(timeDaysAgo(1), 2));
  await setStatus(moved, '1');
  await server.call(goodsDocuments.remove, { id: deleted.id });
  expect(await shop.stock(goods)).toBe('5');
  expect(await shop.broken()).toEqual([]);
});

test('a delivery in force of a closed month keeps its approval', async () => {
  await shop.set({ force_approval: true });
  const { goods } = await oldOrder();
  await shop.set({ negative_stock: true });
  const out = await shop.goods('saleOut', [lineOf(goods, '1')], { ...old, status: '1' });
  await close();
  expect(
    await server.refusal(goodsDocuments.setStatus, { ids: out.id, status: '0' }),
  ).toMatchObject({ key: 'document.periodClosed' });
  await shop.set({ negative_stock: false });
  expect((await server.call(goodsDocuments.info, { id: out.id })).status).toBe('1');
});

test('goods are tracked to their customer after the month of their order was closed', async () => {
  const { aCompany } = sending(shop);
  const company = await aCompany();
  const { goods, order } = await oldOrder();
  await close();
  const out = await deliver(goods, order, '20');
  const { id } = await server.call(logisticsOrders.add, sent(company.id, out));
  await server.call(logisticsOrders.label, { id, tracking: 'ZX1' });
  await server.call(logisticsOrders.addTrack, {
    orderId: id,
    eventTime: ago(1),
    state: 'delivered',
  });
  const { life } = await server.call(goodsDocuments.info, { id: order.id });
  expect(life).toMatchObject({ arrived: true });
});
