// Actions on orders besides approval: lock, confirmation, push, cancellation, arrival.
import { documentTables, goodsDocuments, keepDelivery, orderCalls } from '@tradehouse/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { Refused } from '../../../testing.ts';
import { aShopServer } from '../testShop.ts';
import type { Saved } from '../testShop.ts';

const { server, shop } = await aShopServer();
const product = await shop.product();
const line = (quantity: string) => ({ barcode: product.barcode, quantity, unitPrice: '10' });
await shop.goods('purchaseIn', [line('100')], { status: '1' });
const anOrder = (more = {}): Promise<Saved> =>
  shop.goods('saleOrder', [line('5')], { status: '1', ...more });
const deliver = (order: Saved, quantity: string, more = {}): Promise<Saved> =>
  shop.goods('saleOut', [{ ...line(quantity), sourceDocumentId: order.id, sourceLine: 1 }], {
    status: '1',
    ...more,
  });
const info = ({ id }: Saved) => server.call(goodsDocuments.info, { id });
const step = (action: Exclude<keyof typeof orderCalls, 'cancel'>, ...orders: Saved[]) =>
  server.call(orderCalls[action], { ids: orders.map(({ id }) => id).join(',') });
const cancel = ({ id }: Saved, reason = 'out of season') =>
  server.call(orderCalls.cancel, { ids: id, reason });
const refusal = async (work: Promise<unknown>): Promise<string> => {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return error instanceof Refused ? error.refusal.key : 'none';
};

describe('completing an order', () => {
  test('gives up the open quantity, forbids deliveries, and is undone by unfreezing', async () => {
    const order = await anOrder();
    await deliver(order, '2');
    await step('complete', order);
    expect(await info(order)).toMatchObject({ status: '2', closed: true, life: { stage: '100' } });
    expect(await refusal(deliver(order, '1'))).toBe('document.sourceState');
    await step('unfreeze', order);
    expect(await info(order)).toMatchObject({ status: '3', closed: false, life: { stage: '85' } });
    await deliver(order, '3');
    expect(await info(order)).toMatchObject({ status: '2', life: { stage: '90' } });
  });

  test('is all or nothing, and names the blocking order', async () => {
    const [order, draft] = [await anOrder(), await anOrder({ status: '0' })];
    expect(await refusal(step('complete', order, draft))).toBe('order.notOpen');
    expect(await info(order)).toMatchObject({ closed: false });
  });

  test('is refused for a document other than an order', async () => {
    const sale = await shop.goods('saleOut', [line('1')], { status: '1' });
    expect(await refusal(step('complete', sale))).toBe('order.kind');
  });
});

describe('cancelling an order', () => {
  test('keeps the reason, and cannot be undone', async () => {
    const order = await anOrder();
    await cancel(order);
    expect(await info(order)).toMatchObject({
      closed: true,
      life: { stage: '-1', cancelReason: 'out of season' },
    });
    expect(await refusal(step('unfreeze', order))).toBe('order.notCompleted');
    expect(await refusal(deliver(order, '1'))).toBe('document.sourceState');
  });

  test('is refused where a delivery was written and where a deposit was paid', async () => {
    const [delivered, paid] = [
      await anOrder(),
      await anOrder({ depositTaken: '20', accountId: shop.cash }),
    ];
    await deliver(delivered, '1');
    expect(await refusal(cancel(delivered))).toBe('order.notCancellable');
    expect(await refusal(cancel(paid))).toBe('order.depositKept');
    expect(await refusal(cancel(await anOrder(), ' '))).toBe('request.field');
  });
});

test('a confirmed order requires confirmation and a push again once changed', async () => {
  const order = await anOrder();
  expect(await refusal(step('confirm', order))).toBe('order.notAsked');
  await step('askConfirmation', order);
  await step('confirm', order);
  await step('push', order);
  expect(await refusal(step('push', order))).toBe('order.alreadyPushed');
  expect(await info(order)).toMatchObject({ life: { confirmStatus: '2', pushStatus: '1' } });
  await server.call(goodsDocuments.setStatus, { ids: order.id, status: '0' });
  const { version } = await info(order);
  const input = shop.input('saleOrder', [{ ...line('6'), line: 1 }]);
  await server.call(goodsDocuments.update, { ...input, id: order.id, version });
  expect(await info(order)).toMatchObject({ life: { confirmStatus: '1', pushStatus: '2' } });
});

const in30Days = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
test.each([
  ['without a change', {}, '2', '1'],
  ['with another remark', { remark: 'call first' }, '2', '2'],
  ['for another day', { expectedOn: null }, '1', '2'],
  ['for another customer', { partnerId: shop.otherCustomer }, '1', '2'],
  ['with another deposit', { depositTaken: '7' }, '1', '2'],
])(
  'an order saved again %s resets exactly the confirmation or push affected by the change',
  async (_, more, confirmStatus, pushStatus) => {
    const order = await anOrder({ expectedOn: in30Days });
    await step('askConfirmation', order);
    await step('confirm', order);
    await step('push', order);
    await server.call(goodsDocuments.setStatus, { ids: order.id, status: '0' });
    const { version, time } = await info(order);
    const input = shop.input('saleOrder', [{ ...line('5'), line: 1 }], {
      time,
      expectedOn: in30Days,
      ...more,
    });
    await server.call(goodsDocuments.update, { ...input, id: order.id, version, status: '1' });
    expect(await info(order)).toMatchObject({ life: { confirmStatus, pushStatus } });
  },
);

test('a push notifies external systems through the outbox', async () => {
  const order = await anOrder();
  await step('push', order);
  const { rows } = await shop.asOwner(({ tx, tenantId }) =>
    sql<{ action: string }>`
      select payload ->> 'action' as action from outbox
      where tenant_id = ${tenantId} and topic = 'document.changed' and payload ->> 'id' = ${order.id}
      order by id desc limit 1`.execute(tx),
  );
  expect(rows).toEqual([{ action: 'push' }]);
});

test('an order is marked arrived only after full delivery, and only once', async () => {
  const order = await anOrder();
  await deliver(order, '2');
  expect(await refusal(step('arrive', order))).toBe('order.notShipped');
  await deliver(order, '3');
  await step('arrive', order);
  expect(await info(order)).toMatchObject({ life: { stage: '95', arrived: true } });
  expect(await refusal(step('arrive', order))).toBe('order.notShipped');
});

test('deleting an outbound resets the arrival of its order, until delivered and arrived again', async () => {
  const order = await anOrder();
  const gone = await deliver(order, '5');
  await step('arrive', order);
  await server.call(goodsDocuments.setStatus, { ids: gone.id, status: '0' });
  await server.call(goodsDocuments.remove, { id: gone.id });
  expect(await info(order)).toMatchObject({ status: '1', life: { stage: '10', arrived: false } });
  await deliver(order, '5');
  expect(await info(order)).toMatchObject({ life: { stage: '90' } });
  await step('arrive', order);
  expect(await info(order)).toMatchObject({ life: { stage: '95' } });
});

const toNobody = {
  version: 0,
  receiver: '',
  phone: '',
  address: '',
  postcode: '',
  remark: '',
  parcels: [],
};

test('the order list shows stage, confirmation, push and lock, and filters by stage', async () => {
  const made = [
    await anOrder({ status: '0' }),
    await anOrder({ depositTaken: '20', accountId: shop.cash }),
    await anOrder({ depositTaken: '50', accountId: shop.cash }),
    await anOrder(),
  ];
  await step('complete', ...made.slice(3));
  const packed = await anOrder();
  const picks = [{ line: 1, quantity: (await info(packed)).totalQuantity }];
  await server.call(keepDelivery, { ...toNobody, id: packed.id, picks });
  const { path } = documentTables.saleOrder;
  const list = async (search: object): Promise<readonly Record<string, unknown>[]> => {
    const asked = { search: JSON.stringify({ kind: 'saleOrder', ...search }), pageSize: '500' };
    return (await server.request('GET', path, asked)).json().data.rows;
  };
  const rows = await list({});
  expect(rows.length).toBeGreaterThan(9);
  const stages = new Set<unknown>();
  for (const row of rows) {
    const order = await info({ id: String(row['id']) } as Saved);
    expect(row).toMatchObject({
      stage: order.life?.stage,
      confirmStatus: order.life?.confirmStatus,
      pushStatus: order.life?.pushStatus,
      orderLock: order.closed ? '1' : '0',
    });
    stages.add(row['stage']);
    const found = await list({ stage: row['stage'], number: row['number'] });
    expect(found.map(({ id }) => id)).toContain(row['id']);
  }
  expect([...stages].toSorted()).toEqual(
    ['-1', '10', '100', '20', '60', '80', '85', '90', '95'].toSorted(),
  );
  expect(made.map(({ id }) => rows.find((row) => row['id'] === id)?.['stage'])).toEqual([
    '10',
    '20',
    '60',
    '100',
  ]);
});

test('every invariant holds after all order steps', async () => {
  expect(await shop.broken()).toEqual([]);
});

describe('progress of a sales order', () => {
  const progressOf = async (order: Saved) =>
    (await info(order)).life?.progress.map(({ step, progress, part, whole }) =>
      [step, progress, ...(part === null ? [] : [`${part}/${whole}`])].join(' '),
    );

  test('a partial delivery on credit completes neither deposit, purchase, packing nor payment', async () => {
    const order = await anOrder();
    await deliver(order, '2', { paidNow: '0' });
    expect(await progressOf(order)).toEqual([
      'approve complete',
      'deliver partial 2/5',
      'receive none 0/50',
      'finish none',
    ]);
  });

  test('a deposit and cash with the delivery count as received, each once', async () => {
    const order = await anOrder({ depositTaken: '20', accountId: shop.cash });
    expect(await progressOf(order)).toContain('receive partial 20/50');
    await deliver(order, '2', { depositUsed: '15', paidNow: '5', accountId: shop.cash });
    expect(await progressOf(order)).toContain('receive partial 25/50');
    await deliver(order, '3', { depositUsed: '5', paidNow: '25', accountId: shop.cash });
    expect(await progressOf(order)).toEqual([
      'approve complete',
      'deliver complete 5/5',
      'receive complete 50/50',
      'finish complete',
    ]);
  });

  test('a delivery of two orders pays each order its own part', async () => {
    const [one, other] = [await anOrder(), await anOrder()];
    const from = (order: Saved, quantity: string) => ({
      ...line(quantity),
      sourceDocumentId: order.id,
      sourceLine: 1,
    });
    await shop.goods('saleOut', [from(one, '1'), from(other, '3')], {
      status: '1',
      paidNow: '20',
      accountId: shop.cash,
    });
    expect(await progressOf(one)).toContain('receive partial 5/50');
    expect(await progressOf(other)).toContain('receive partial 15/50');
  });
});
