// Goods in transit and order fulfilment, compared with lines, links and the stock ledger.
import {
  fulfilmentLevels,
  freights,
  fulfilmentTable,
  goodsDocuments,
  inTransitTable,
  keepTally,
  logisticsCompanies,
  logisticsOrders,
  orderCalls,
  receiveGoods,
} from '@tradehouse/contract';
import { decimal, toPlainDecimal, sum } from '@tradehouse/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asRole, lineOf } from '../../document/testShop.ts';
import { sent } from '../../logistics/testSend.ts';
import { at, daysAgo, someBooks } from '../testBooks.ts';
import type { Books, Row } from '../testBooks.ts';

let books: Books;
let bought: string;
const pages = ['/report/inventory_in_transit', '/report/order_fulfillment_rate'];
const dates = [daysAgo(60), daysAgo(0)] as const;
const approved = { status: '1', paidNow: '0' } as const;

beforeAll(async () => {
  books = await someBooks();
  await buy(books);
  await sell(books);
});
afterAll(() => books.server.stop());

/** Orders of a supplier: late and part received, abroad with tax, received in full, completed, a draft; transfers on their way. */
async function buy({ server, shop, tea, cups }: Books): Promise<void> {
  const order = (lines: Parameters<typeof shop.goods>[1], more: object) =>
    shop.goods('purchaseOrder', lines, { ...approved, ...more });
  const from = (id: string, sourceLine = 1) => ({ sourceDocumentId: id, sourceLine });
  const late = await order(
    [lineOf(tea, '10', '9.99'), lineOf(cups, '8', '3', { taxRate: '13', expectedOn: daysAgo(1) })],
    {
      ...at(20),
      expectedOn: daysAgo(3),
      externalTracking: 'SF-1',
    },
  );
  bought = late.number;
  await shop.goods('purchaseIn', [lineOf(tea, '4', '9.99', from(late.id))], {
    ...at(10),
    paidNow: '0',
  });
  const abroad = { currency: 'EUR', exchangeRate: '7.77', partnerId: shop.otherSupplier };
  const box = { barcode: tea.box, quantity: '2', unitPrice: '100' };
  await order([box], { ...at(5), ...abroad, expectedOn: daysAgo(-9) });
  const whole = await order([lineOf(tea, '3', '9')], at(9));
  await shop.goods('purchaseIn', [lineOf(tea, '3', '9', from(whole.id))], { paidNow: '0' });
  const given = await order([lineOf(tea, '7', '9')], at(9));
  await server.call(orderCalls.complete, { ids: given.id });
  await order([lineOf(tea, '99', '9')], { status: '0' });
  await order([lineOf(cups, '5', '2')], at(1));
  const travels = { travels: true, status: '1' } as const;
  const to = { targetWarehouseId: shop.branch };
  const sent = await shop.goods('transfer', [lineOf(tea, '6', '10', to)], { ...at(4), ...travels });
  await server.call(receiveGoods, {
    id: sent.id,
    parts: [{ line: 1, arrived: '2', missing: '1' }],
  });
  await shop.goods('transfer', [lineOf(cups, '2', '3', to)], { ...at(2), ...travels });
  const there = await shop.goods('transfer', [lineOf(cups, '1', '3', to)], travels);
  await server.call(receiveGoods, { id: there.id, parts: [{ line: 1, arrived: '1' }] });
}

/** Orders of customers: in time, late, in parts and by a team, in boxes, completed before the end, cancelled, not due, a draft. */
async function sell({ server, shop, tea, cups }: Books): Promise<void> {
  const order = (lines: Parameters<typeof shop.goods>[1], more: object) =>
    shop.goods('saleOrder', lines, { ...approved, ...more });
  const ship = (id: string, product: typeof tea, quantity: string, days: number, more = {}) =>
    shop.goods(
      'saleOut',
      [lineOf(product, quantity, '20', { sourceDocumentId: id, sourceLine: 1, ...more })],
      { ...at(days), paidNow: '0' },
    );
  const team = { salespersonIds: [shop.salesperson] };
  const inTime = await order([lineOf(tea, '3')], { ...at(30), ...team, expectedOn: daysAgo(25) });
  await ship(inTime.id, tea, '3', 26);
  // Of these the cups are promised for a later day, and went out by it.
  const late = await order(
    [lineOf(cups, '4', '20', { expectedOn: daysAgo(14) }), lineOf(tea, '2')],
    {
      ...at(28),
      expectedOn: daysAgo(20),
    },
  );
  await ship(late.id, cups, '3', 22);
  await ship(late.id, cups, '1', 15);
  const parts = await order([lineOf(tea, '6')], { ...at(27), ...team, expectedOn: daysAgo(1) });
  await ship(parts.id, tea, '2', 5, { warehouseId: shop.branch });
  const given = await order([lineOf(tea, '5')], { ...at(26), ...team });
  await ship(given.id, tea, '1', 24);
  await server.call(orderCalls.complete, { ids: given.id });
  const never = await order([lineOf(tea, '50')], at(25));
  await server.call(orderCalls.cancel, { ids: never.id, reason: 'out of season' });
  const abroad = { barcode: cups.box, quantity: '1', unitPrice: '60' };
  await shop.goods('saleOrder', [abroad], {
    ...at(3),
    ...approved,
    partnerId: shop.otherCustomer,
    expectedOn: daysAgo(-5),
  });
  await shop.goods('saleOrder', [lineOf(tea, '77')], { ...at(2), status: '0' });
  const taken = await order([lineOf(tea, '1')], { ...at(8), expectedOn: daysAgo(8) });
  const back = await ship(taken.id, tea, '1', 8);
  await server.call(goodsDocuments.remove, { id: back.id });
}

const figure = (row: object | undefined, name: string): string =>
  toPlainDecimal(decimal(String((row as Row | undefined)?.[name] ?? 0)));
const sumOf = (rows: readonly object[], name: string): string =>
  toPlainDecimal(sum(rows.map((row) => decimal(figure(row, name)))));
const byKey = (rows: readonly object[]) => new Map(rows.map((row) => [(row as Row)['id'], row]));

/** Orders less what was received of them by their links, and what lies in transit by the stock ledger. */
const transitByHand = () =>
  books.count(sql<Row>`
    select line.document_id || '-' || line.line as id, line.base_quantity as ordered, coalesce(taken.quantity, 0) as arrived,
      line.base_quantity - coalesce(taken.quantity, 0) as "inTransit",
      round((line.base_quantity - coalesce(taken.quantity, 0)) * line.amount * document.exchange_rate / line.base_quantity, 2) as amount,
      coalesce(line.expected_on, document.expected_on)::text as "expectedOn"
    from document join document_line line on line.document_id = document.id
    left join lateral (
      select sum(link.quantity) as quantity from document_link link join document child on child.id = link.target_document_id
      where link.source_document_id = document.id and link.source_line = line.line and child.in_force and child.kind = 'purchaseIn')
      taken on true
    where document.kind = 'purchaseOrder' and document.approval = 'approved' and document.deleted_at is null and not document.closed
      and line.base_quantity > coalesce(taken.quantity, 0)
    union all
    select document.id || '-' || line.line, line.base_quantity, moved.arrived, moved.sent - moved.left_it,
      round((moved.sent - moved.left_it) * line.amount / line.base_quantity, 2), null
    from document join document_line line on line.document_id = document.id
    cross join lateral (
      select coalesce(sum(move.quantity) filter (where move.to_place = 'transit'), 0) as sent,
        coalesce(sum(move.quantity) filter (where move.from_place = 'transit' and move.to_place = 'warehouse'), 0) as arrived,
        coalesce(sum(move.quantity) filter (where move.from_place = 'transit'), 0) as left_it
      from stock_move move
      where move.sku_id = line.sku_id and (move.document_id = document.id or move.document_id in (
        select target_document_id from document_link where source_document_id = document.id and source_line = line.line))) moved
    where document.kind = 'transfer' and document.travels and document.in_force and moved.sent > moved.left_it`);

describe('in-transit goods', () => {
  test('are the open quantities of orders and transfers, line by line', async () => {
    const { rows, totals } = await books.report(inTransitTable, { level: 'line' });
    const hand = await transitByHand();
    expect(rows.map(({ id }) => id).toSorted()).toEqual(hand.map(({ id }) => id).toSorted());
    expect(rows).toHaveLength(6);
    const own = byKey(hand);
    for (const row of rows) {
      for (const name of ['ordered', 'arrived', 'inTransit', 'amount'])
        expect([row['number'], name, figure(row, name)]).toEqual([
          row['number'],
          name,
          figure(own.get(row['id']), name),
        ]);
      expect(row['expectedOn']).toBe((own.get(row['id']) as Row)['expectedOn']);
    }
    for (const name of ['ordered', 'arrived', 'inTransit', 'amount'])
      expect(figure(totals, name)).toBe(sumOf(hand, name));
    const late = rows.filter(({ number }) => number === bought);
    expect(late.map((row) => [row['state'], row['daysLate'], row['externalTracking']])).toEqual([
      ['partlyIn', 3, 'SF-1'],
      ['bought', 1, 'SF-1'],
    ]);
    const moving = rows.filter(({ kind }) => kind === 'transfer');
    expect(moving.map((row) => [row['state'], row['warehouseName'], row['supplierName']])).toEqual(
      expect.arrayContaining([
        ['moving', 'Branch', null],
        ['partlyIn', 'Branch', null],
      ]),
    );
  });

  test('in-transit goods show the carrier of shipment, freight or tally', async () => {
    const { server, shop, tea } = books;
    const carrier = await server.call(logisticsCompanies.add, {
      name: 'Ocean Line',
      code: 'OL',
      trackingUrl: 'https://track.example/?no={no}',
    });
    const order = (externalTracking: string) =>
      shop.goods('purchaseOrder', [lineOf(tea, '2', '9')], { ...approved, externalTracking });
    const [freighted, tallied] = [await order('OL-7'), await order('')];
    await server.call(freights.add, {
      documentNumber: freighted.number,
      companyId: carrier.id,
      freightDate: daysAgo(1),
      paymentKind: 'cycle',
      allocateBy: 'weight',
      estimated: '5',
      actual: null,
      billableWeight: '1',
    });
    await server.call(keepTally, {
      id: tallied.id,
      version: 0,
      warehouseId: null,
      time: null,
      carrier: 'Night Van',
      tracking: 'NV-1',
      remark: '',
      parts: [],
    });
    const to = { targetWarehouseId: shop.branch };
    const moved = await shop.goods('transfer', [lineOf(tea, '1', '10', to)], {
      travels: true,
      status: '1',
    });
    const shipment = await server.call(logisticsOrders.add, sent(carrier.id, moved));
    const { tracking } = await server.call(logisticsOrders.label, { id: shipment.id });
    const shown = async ({ number }: { readonly number: string }) => {
      const { rows } = await books.report(inTransitTable, { level: 'line', number });
      return rows.map((row) => [
        row['carrierName'],
        row['externalTracking'],
        row['trackingUrl'],
        row['shipmentId'],
      ]);
    };
    const url = 'https://track.example/?no={no}';
    expect(await shown(freighted)).toEqual([['Ocean Line', 'OL-7', url, null]]);
    expect(await shown(tallied)).toEqual([['Night Van', 'NV-1', null, null]]);
    expect(await shown(moved)).toEqual([['Ocean Line', tracking, url, shipment.id]]);
    for (const { id } of [freighted, tallied])
      await server.call(orderCalls.cancel, { ids: id, reason: 'trial' });
    await server.call(receiveGoods, { id: moved.id, parts: [{ line: 1, arrived: '1' }] });
  });

  test('in-transit goods by product equal the sum of lines', async () => {
    const { rows, totals } = await books.report(inTransitTable, { level: 'product' });
    expect(rows).toHaveLength(2);
    for (const row of rows) {
      const behind = await books.report(inTransitTable, {
        level: 'line',
        materialId: row['productId'],
      });
      for (const name of ['ordered', 'arrived', 'inTransit', 'amount'])
        expect(figure(behind.totals, name)).toBe(figure(row, name));
      expect(row['barcode']).toBe(behind.rows[0]?.['barcode']);
    }
    expect(figure(totals, 'inTransit')).toBe(sumOf(await transitByHand(), 'inTransit'));
  });

  test.each<[object, number]>([
    [{ expectedOn: [daysAgo(0), daysAgo(-30)] }, 1],
    [{ expectedOn: [null, daysAgo(1)] }, 2],
    [{ state: ['moving'] }, 1],
    [{ state: ['partlyIn', 'moving'] }, 3],
    [{ state: ['tallying'] }, 0],
  ])('in-transit goods filtered by %j have %i lines', async (asked, count) => {
    const { rows } = await books.report(inTransitTable, { level: 'line', ...asked });
    expect(rows).toHaveLength(count);
  });

  test('in-transit goods can be filtered by supplier, number, product and target warehouse', async () => {
    const { shop, cups } = books;
    const count = async (asked: object) =>
      (await books.report(inTransitTable, { level: 'line', ...asked })).rows.length;
    expect(await count({ organId: shop.otherSupplier })).toBe(1);
    expect(await count({ number: bought.toLowerCase() })).toBe(2);
    expect(await count({ keyword: cups.barcode })).toBe(3);
    expect(await count({ warehouses: [shop.branch] })).toBe(2);
    expect(await count({ warehouses: [shop.main] })).toBe(0);
  });

  test('hide amounts without purchase prices, and foreign orders from users limited to own data', async () => {
    const blind = await asRole(books.shop, 'waits-blind', { pages, hidden: ['purchase'] });
    const { rows, totals } = await books.report(inTransitTable, { level: 'line' }, blind);
    expect(rows).toHaveLength(6);
    expect(rows.every(({ unitPrice, amount }) => unitPrice === null && amount === null)).toBe(true);
    expect(totals['amount']).toBeNull();
    const own = await asRole(books.shop, 'waits-alone', { pages, scope: 'own' });
    expect((await books.report(inTransitTable, { level: 'line' }, own)).rows).toEqual([]);
    const none = await asRole(books.shop, 'waits-not', { pages: ['/report/goods_sku'] });
    expect(await books.status(inTransitTable, { level: 'line' }, none)).toBe(403);
  });
});

type Level = (typeof fulfilmentLevels)[number];

/** These orders have one salesperson at most, and lines that left one warehouse each. */
const keyOf: Readonly<Record<Level, string>> = {
  customer: 'partner_id',
  product: 'product_id',
  salesperson: 'coalesce(salesperson_ids[1], 0)',
  warehouse: 'coalesce(from_warehouse, 0)',
  week: '(business_date - (extract(isodow from business_date)::int - 1))',
  document: 'document_id',
};

/** Lines of orders with what left for their customers by the stock ledger, and on which days. */
const servedByHand = (level: Level) =>
  books.count(sql<Row>`
    select ${sql.raw(keyOf[level])}::text as id, count(distinct document_id) filter (where reason is null) as orders,
      coalesce(sum(ordered) filter (where reason is null), 0) as ordered, coalesce(sum(sent) filter (where reason is null), 0) as shipped,
      coalesce(sum(ordered - sent) filter (where not closed), 0) as open,
      round(sum(sent) filter (where reason is null) * 100 / nullif(sum(ordered) filter (where reason is null), 0), 2) as "fillRate",
      round(100.0 * count(*) filter (where sent = ordered and last_day <= expected_on)
        / nullif(count(*) filter (where reason is null and expected_on is not null and (sent = ordered or expected_on < ${daysAgo(0)}::date)), 0), 2)
        as "onTimeRate",
      round(avg(last_day - business_date) filter (where sent = ordered), 1) as days,
      count(distinct document_id) filter (where reason is not null) as cancelled
    from (
      select document.id as document_id, document.partner_id, sku.product_id, document.salesperson_ids, document.business_date,
        coalesce(line.expected_on, document.expected_on) as expected_on, document.closed, document.cancel_reason as reason, line.base_quantity as ordered,
        coalesce(sum(move.quantity), 0) as sent, max(move.business_date) as last_day, max(move.from_id) as from_warehouse
      from document join document_line line on line.document_id = document.id join sku on sku.id = line.sku_id
      left join document_link link on link.source_document_id = document.id and link.source_line = line.line
      left join stock_move move on move.document_id = link.target_document_id and move.line = link.target_line
        and move.from_place = 'warehouse' and exists (
          select from document child where child.id = move.document_id and child.in_force and child.kind = 'saleOut')
      where document.kind = 'saleOrder' and document.approval = 'approved' and document.deleted_at is null
        and document.business_date between ${dates[0]}::date and ${dates[1]}::date
      group by document.id, line.line, line.base_quantity, sku.product_id, document.partner_id, document.salesperson_ids,
        document.business_date, document.expected_on, line.expected_on, document.closed, document.cancel_reason) each_line
    group by 1`);

const measures = [
  'orders',
  'ordered',
  'shipped',
  'open',
  'fillRate',
  'onTimeRate',
  'days',
  'cancelled',
] as const;

describe('order fulfilment', () => {
  test.each(fulfilmentLevels)('by %s equals the lines and the stock ledger', async (level) => {
    const { rows, totals } = await books.report(fulfilmentTable, { dates, level });
    const hand = byKey(await servedByHand(level));
    expect(rows.map(({ id }) => id).toSorted()).toEqual([...hand.keys()].toSorted());
    for (const row of rows) {
      const own = hand.get(row['id']);
      const of = (one: object | undefined) =>
        measures.map((name) => [name, (one as Row)[name] === null ? null : figure(one, name)]);
      expect([row['name'], ...of(row)]).toEqual([row['name'], ...of(own)]);
    }
    for (const name of ['ordered', 'shipped', 'open'])
      expect(figure(totals, name)).toBe(sumOf([...hand.values()], name));
  });

  test('has a row per customer or per sales order', async () => {
    const { rows } = await books.report(fulfilmentTable, { dates, level: 'customer' });
    expect(rows.map(({ name }) => name).toSorted()).toEqual(['Cy Stores', 'Di Stores']);
    const orders = await books.report(fulfilmentTable, { dates, level: 'document' });
    expect(orders.rows).toHaveLength(7);
    expect(orders.rows.every(({ kind }) => kind === 'saleOrder')).toBe(true);
  });

  test.each([
    ['customer', 'organId'],
    ['product', 'materialId'],
    ['salesperson', 'salesMan'],
    ['warehouse', 'warehouses'],
  ] as const)('a row by %s equals the sum of its orders', async (level, filter) => {
    const { rows } = await books.report(fulfilmentTable, { dates, level });
    for (const row of rows.filter(({ id }) => id !== '0')) {
      const id = filter === 'warehouses' ? [row['id']] : row['id'];
      const behind = await books.report(fulfilmentTable, {
        dates,
        level: 'document',
        [filter]: id,
      });
      for (const name of ['ordered', 'shipped', 'open'])
        expect(figure(behind.totals, name)).toBe(figure(row, name));
      expect(sumOf(behind.rows, 'orders')).toBe(figure(row, 'orders'));
    }
  });

  test('covers the data visible to the reader', async () => {
    const own = await asRole(books.shop, 'serves-alone', { pages, scope: 'own' });
    const asked = { dates, level: 'customer' };
    expect((await books.report(fulfilmentTable, asked, own)).rows).toEqual([]);
    const none = await asRole(books.shop, 'serves-not', { pages: ['/report/sales_rank'] });
    expect(await books.status(fulfilmentTable, asked, none)).toBe(403);
  });
});

test('every invariant of the books holds after all reports of orders', async () => {
  expect(await books.shop.broken()).toEqual([]);
});
