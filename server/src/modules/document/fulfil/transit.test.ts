import {
  forceClose,
  goodsDocuments,
  goodsOnTheWay,
  receiveGoods,
  takeBackReceipt,
} from '@tradehouse/contract';
import { documentKinds } from '@tradehouse/domain';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { aShopServer, asRole, lineOf } from '../testShop.ts';
import type { Saved, TestProduct } from '../testShop.ts';

// Goods of a transfer lie in transit between the sender's and the receiver's warehouse.

const { server, shop } = await aShopServer();

type Parts = readonly { quantity: string; lot?: string; serials?: string[]; stockType?: 'gift' }[];

/** Receives goods and sends them on their way to the branch; approved, since only then they can be received. */
async function sent(
  product: TestProduct,
  quantity: string,
  allocations?: Parts,
  barcode = product.barcode,
): Promise<Saved> {
  const line = {
    barcode,
    quantity,
    unitPrice: '10',
    ...(allocations === undefined ? {} : { allocations: [...allocations] }),
  };
  await shop.goods('purchaseIn', [line]);
  return shop.goods('transfer', [{ ...line, targetWarehouseId: shop.branch }], {
    travels: true,
    status: '1',
  });
}
const parts = async ({ id }: Saved) =>
  (await server.call(goodsOnTheWay, { id })).parts.map(
    ({ lot, stockType, sent: was, arrived, missing, left, serials }) =>
      [lot === '' ? stockType : lot, was, arrived, missing, left, ...serials].join(' '),
  );
const stockAt = async (product: TestProduct) => [
  await shop.stock(product),
  await shop.stock(product, shop.branch),
];
const worth = async ({ skuId }: TestProduct) =>
  server.arrange(shop.company, async (tx) => {
    const { rows } = await sql<{ held: string }>`
      select trim_scale(quantity)::text || ' at ' || trim_scale(value)::text as held from sku_cost
      where tenant_id = ${shop.company.tenantId} and sku_id = ${skuId}`.execute(tx);
    return rows[0]?.held;
  });

test('goods leave the sender at once, and reach the receiver on confirmation', async () => {
  const one = await shop.product();
  const transfer = await sent(one, '10');
  expect(await stockAt(one)).toEqual(['0', '0']);
  expect(await worth(one)).toBe('10 at 100');
  expect(await parts(transfer)).toEqual(['formal 10 0 0 10']);

  const first = await server.call(receiveGoods, {
    id: transfer.id,
    parts: [{ line: 1, arrived: '4' }],
  });
  expect(first.status).toBe('3');
  expect(await stockAt(one)).toEqual(['0', '4']);
  // The rest arrives but for one piece, which is written off at its cost.
  const costs = Number(await shop.purse('costOfSales'));
  const rest = await server.call(receiveGoods, {
    id: transfer.id,
    remark: 'one broken',
    parts: [{ line: 1, arrived: '5', missing: '1' }],
  });
  expect(rest.status).toBe('2');
  expect(await stockAt(one)).toEqual(['0', '9']);
  expect(await worth(one)).toBe('9 at 90');
  expect(Number(await shop.purse('costOfSales')) - costs).toBe(10);
  expect(await parts(transfer)).toEqual(['formal 10 9 1 0']);
  const { receipts } = await server.call(goodsOnTheWay, { id: transfer.id });
  expect(receipts.map(({ arrived, missing, remark }) => [arrived, missing, remark])).toEqual([
    ['4', '0', ''],
    ['5', '1', 'one broken'],
  ]);
  expect(await shop.broken()).toEqual([]);
});

test('a transfer may receive more than sent, and the surplus is a gain at average cost', async () => {
  const one = await shop.product();
  const transfer = await sent(one, '10');
  const { status } = await server.call(receiveGoods, {
    id: transfer.id,
    parts: [{ line: 1, arrived: '12' }],
  });
  expect(status).toBe('2');
  expect(await stockAt(one)).toEqual(['0', '12']);
  expect(await worth(one)).toBe('12 at 120');
  expect(await shop.broken()).toEqual([]);
});

test('lots and stock types of a transfer are received unchanged, in any unit', async () => {
  const one = await shop.product({ lots: true });
  const transfer = await sent(
    one,
    '1',
    [
      { quantity: '7', lot: 'A' },
      { quantity: '5', lot: 'B', stockType: 'gift' },
    ],
    one.box,
  );
  expect(await parts(transfer)).toEqual(['A 7 0 0 7', 'B 5 0 0 5']);
  const wrong = (part: object) =>
    server.refusal(receiveGoods, {
      id: transfer.id,
      parts: [{ line: 1, arrived: '1', ...part }],
    });
  expect(await wrong({ lot: 'C' })).toMatchObject({ key: 'transfer.left', data: { left: '0' } });
  expect((await wrong({ lot: 'B' })).key).toBe('transfer.left');
  expect((await wrong({ lot: 'A', arrived: '5', missing: '3' })).key).toBe('transfer.left');
  await server.call(receiveGoods, {
    id: transfer.id,
    parts: [
      { line: 1, lot: 'A', arrived: '5', missing: '2' },
      { line: 1, lot: 'B', stockType: 'gift', arrived: '5' },
    ],
  });
  expect(await stockAt(one)).toEqual(['0', '10']);
  expect(await shop.broken()).toEqual([]);
});

test.each(['with', 'without'])(
  'a transfer in boxes is received in parts of a box, %s an enabled barcode of the base unit',
  async (base) => {
    const one = await shop.product();
    const transfer = await sent(one, '2', undefined, one.box);
    const isOffered = base === 'with';
    await server.arrange(shop.company, async (tx) => {
      await sql`update barcode set enabled = ${isOffered}
        where tenant_id = ${shop.company.tenantId} and code = ${one.barcode}`.execute(tx);
    });
    const receive = (arrived: string) =>
      server.call(receiveGoods, { id: transfer.id, parts: [{ line: 1, arrived }] });
    await receive('3.6');
    expect((await receive('20.4')).status).toBe('2');
    expect(await stockAt(one)).toEqual(['0', '24']);
    expect(await shop.broken()).toEqual([]);
  },
);

test('serials of a transfer arrive singly; lost serials leave stock, unsent serials are refused', async () => {
  const one = await shop.product({ serials: true });
  const transfer = await sent(one, '3', [{ quantity: '3', serials: ['s1', 's2', 's3'] }]);
  expect(
    (
      await server.refusal(receiveGoods, {
        id: transfer.id,
        parts: [{ line: 1, arrived: '1', serials: ['s9'] }],
      })
    ).key,
  ).toBe('transfer.left');
  await server.call(receiveGoods, {
    id: transfer.id,
    parts: [{ line: 1, arrived: '1', serials: ['s2'], missing: '1', missingSerials: ['s3'] }],
  });
  expect(await parts(transfer)).toEqual(['formal 3 1 1 1 s1']);
  const sold = (serial: string) =>
    server.refusal(
      goodsDocuments.add,
      shop.input('saleOut', [
        {
          barcode: one.barcode,
          quantity: '1',
          unitPrice: '20',
          warehouseId: shop.branch,
          allocations: [{ serials: [serial] }],
        },
      ]),
    );
  expect((await sold('s1')).key).toBe('serial.notInStock');
  await server.call(receiveGoods, {
    id: transfer.id,
    parts: [{ line: 1, arrived: '1', serials: ['s1'] }],
  });
  expect((await sold('s3')).key).toBe('serial.notInStock');
  expect(await stockAt(one)).toEqual(['0', '2']);
  expect(await shop.broken()).toEqual([]);
});

// A serial is in a single place at any time; transit is such a place (S9).
describe('a serial in transit', () => {
  const named = (one: TestProduct, serial: string, warehouseId = shop.main) => ({
    barcode: one.barcode,
    quantity: '1',
    unitPrice: '10',
    warehouseId,
    allocations: [{ serials: [serial] }],
  });
  const travelling = async () => {
    const one = await shop.product({ serials: true });
    const transfer = await sent(one, '2', [{ quantity: '2', serials: ['t1', 't2'] }]);
    return { one, transfer };
  };
  const receive = (transfer: Saved, more: object) =>
    server.call(receiveGoods, { id: transfer.id, parts: [{ line: 1, arrived: '0', ...more }] });

  test.each(['purchaseIn', 'otherIn', 'saleBack'])('is not received by a %s', async (kind) => {
    const { one, transfer } = await travelling();
    const other = shop.input(kind, [named(one, 't1')]);
    expect((await server.refusal(goodsDocuments.add, other)).key).toBe('serial.inStock');
    await receive(transfer, { arrived: '2', serials: ['t1', 't2'] });
    expect((await server.refusal(goodsDocuments.add, other)).key).toBe('serial.inStock');
    expect(await shop.broken()).toEqual([]);
  });

  test('is refused in the receipt of another transfer', async () => {
    const { one } = await travelling();
    const other = await sent(one, '1', [{ quantity: '1', serials: ['t3'] }]);
    const strange = { line: 1, arrived: '2', serials: ['t1', 't3'] };
    expect((await server.refusal(receiveGoods, { id: other.id, parts: [strange] })).key).toBe(
      'serial.inStock',
    );
    expect(await shop.broken()).toEqual([]);
  });

  test('is in transit again after its arrival or loss is undone', async () => {
    const { one, transfer } = await travelling();
    const receipt = await receive(transfer, {
      arrived: '1',
      serials: ['t1'],
      missing: '1',
      missingSerials: ['t2'],
    });
    await server.call(takeBackReceipt, { id: receipt.id });
    expect(await parts(transfer)).toEqual(['formal 2 0 0 2 t1 t2']);
    expect(await shop.broken()).toEqual([]);
    for (const serial of ['t1', 't2'])
      expect(
        (await server.refusal(goodsDocuments.add, shop.input('purchaseIn', [named(one, serial)])))
          .key,
      ).toBe('serial.inStock');
  });

  test('after a loss may arrive by a second receipt, and then its loss cannot be undone', async () => {
    const { one, transfer } = await travelling();
    const receipt = await receive(transfer, { missing: '2', missingSerials: ['t1', 't2'] });
    await shop.goods('otherIn', [named(one, 't1')]);
    expect((await server.refusal(takeBackReceipt, { id: receipt.id })).key).toBe('serial.inStock');
    await shop.goods('saleOut', [named(one, 't1')]);
    expect((await server.refusal(takeBackReceipt, { id: receipt.id })).key).toBe('serial.inStock');
    expect(await shop.broken()).toEqual([]);
  });

  test('may arrive together with an unsent serial, in a receipt that can be undone', async () => {
    const { one, transfer } = await travelling();
    const receipt = await receive(transfer, { arrived: '3', serials: ['t1', 't2', 't9'] });
    expect(await stockAt(one)).toEqual(['0', '3']);
    expect(await shop.broken()).toEqual([]);
    await server.call(takeBackReceipt, { id: receipt.id });
    expect(await parts(transfer)).toEqual(['formal 2 0 0 2 t1 t2']);
    expect(await shop.broken()).toEqual([]);
  });
});

test('a receipt can be undone, unless its goods are used', async () => {
  const one = await shop.product();
  const transfer = await sent(one, '6');
  const receipt = await server.call(receiveGoods, {
    id: transfer.id,
    parts: [{ line: 1, arrived: '4', missing: '2' }],
  });
  const used = await shop.goods('otherOut', [
    { barcode: one.barcode, quantity: '3', unitPrice: '0', warehouseId: shop.branch },
  ]);
  expect((await server.refusal(takeBackReceipt, { id: receipt.id })).key).toBe('stock.shortage');
  await server.call(goodsDocuments.remove, { id: used.id });
  await server.call(takeBackReceipt, { id: receipt.id });
  expect(await parts(transfer)).toEqual(['formal 6 0 0 6']);
  expect((await server.call(goodsDocuments.info, { id: transfer.id })).status).toBe('1');
  expect((await server.refusal(takeBackReceipt, { id: receipt.id })).key).toBe('record.missing');
  expect(await worth(one)).toBe('6 at 60');
  expect(await shop.broken()).toEqual([]);
});

test('a transfer in transit cannot be unapproved or closed; no other transfer can be received', async () => {
  const one = await shop.product();
  const transfer = await sent(one, '6');
  await server.call(receiveGoods, { id: transfer.id, parts: [{ line: 1, arrived: '1' }] });
  const approve = (status: '0' | '1', id: string) =>
    server.refusal(goodsDocuments.setStatus, { ids: id, status });
  expect((await approve('0', transfer.id)).key).toBe('document.notApproved');
  expect((await server.refusal(forceClose, { ids: transfer.id })).key).toBe('transfer.onItsWay');
  const receive = (id: string) =>
    server.refusal(receiveGoods, { id, parts: [{ line: 1, arrived: '1' }] });
  await shop.goods('purchaseIn', [{ barcode: one.barcode, quantity: '9', unitPrice: '10' }]);
  const line = {
    barcode: one.barcode,
    quantity: '2',
    unitPrice: '0',
    targetWarehouseId: shop.branch,
  };
  const atOnce = await shop.goods('transfer', [line], { status: '1' });
  expect((await receive(atOnce.id)).key).toBe('transfer.notTravelling');
  const draft = await shop.goods('transfer', [line], { travels: true });
  expect((await receive(draft.id)).key).toBe('document.sourceState');
  expect((await receive('999999')).key).toBe('record.missing');
  const order = await shop.goods('saleOrder', [lineOf(one, '1')]);
  const otherKind = { key: 'transfer.kind', data: { number: order.number } };
  expect(await receive(order.id)).toMatchObject(otherKind);
  expect(await server.refusal(takeBackReceipt, { id: order.id })).toMatchObject({
    ...otherKind,
    key: 'transfer.receiptKind',
  });
  const carrier = await asRole(shop, 'carrier', { pages: [documentKinds.transfer.url ?? ''] });
  for (const refusal of [
    await server.refusal(goodsOnTheWay, { id: order.id }, carrier),
    await server.refusal(
      receiveGoods,
      { id: order.id, parts: [{ line: 1, arrived: '1' }] },
      carrier,
    ),
    await server.refusal(takeBackReceipt, { id: order.id }, carrier),
  ]) {
    expect(refusal).toMatchObject({ key: 'record.missing' });
    expect(JSON.stringify(refusal)).not.toContain(order.number);
  }
  expect(await shop.broken()).toEqual([]);
});

test('two receivers can’t take the goods of a transfer twice', async () => {
  const one = await shop.product();
  const transfer = await sent(one, '5');
  const take = () =>
    server
      .call(receiveGoods, { id: transfer.id, parts: [{ line: 1, arrived: '3', missing: '2' }] })
      .then(
        () => 'received',
        () => 'refused',
      );
  const outcomes = await Promise.all([take(), take(), take()]);
  expect(outcomes.toSorted()).toEqual(['received', 'refused', 'refused']);
  expect(await stockAt(one)).toEqual(['0', '3']);
  expect(await shop.broken()).toEqual([]);
});
