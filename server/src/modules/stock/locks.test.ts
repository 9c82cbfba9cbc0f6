import {
  activities,
  activityChoices,
  barcodesForLine,
  activityTable,
  dayLockTable,
  forceClose,
  formalTable,
  goodsDocuments,
  lockHistoryTable,
  lockTable,
  releaseActivity,
  setLock,
} from '@tradehouse/contract';
import type { Page, RowOf } from '@tradehouse/contract';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { inTenant } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { Refused, sampledRuns } from '../../testing.ts';
import { deleteInternal, saveDocument } from '../document/index.ts';
import { aShopServer } from '../document/testShop.ts';
import type { Saved, TestProduct } from '../document/testShop.ts';
import { saveNothing } from '../system/index.ts';
import { dayLockRows, lockRows } from './locks.ts';
import { processDueStockEvents } from './index.ts';

const { server, shop } = await aShopServer();
beforeEach(() => shop.set({ reserve_on_order: false, negative_stock: false }));

const line = ({ barcode }: TestProduct, quantity: string, more: object = {}) => ({
  barcode,
  quantity,
  unitPrice: '20',
  ...more,
});
const stocked = async (quantity: string): Promise<TestProduct> => {
  const product = await shop.product();
  await shop.goods('purchaseIn', [line(product, quantity)]);
  return product;
};
const lock = ({ skuId }: TestProduct, quantity: string, more: object = {}) =>
  server.call(setLock, { skuId, warehouseId: shop.main, quantity, ...more });
const approve = (...documents: Saved[]) =>
  server.call(goodsDocuments.setStatus, {
    ids: documents.map(({ id }) => id).join(','),
    status: '1',
  });
const reverse = ({ id }: Saved) => server.call(goodsDocuments.setStatus, { ids: id, status: '0' });
async function spot({ barcode }: TestProduct): Promise<Record<string, string | null>> {
  const reply = await server.request('GET', lockTable.path, { search: { keyword: barcode } });
  const [row] = reply.json<{ data: Page<RowOf<typeof lockTable>> }>().data.rows;
  const { stock = '0', byHand = '0', byActivity = '0', byOrder = '0', available = '0' } = row ?? {};
  return { stock, byHand, byActivity, byOrder, available };
}
const sale = (one: TestProduct, quantity: string, more: object = {}) =>
  shop.goods('saleOut', [line(one, quantity)], more);
const order = async (one: TestProduct, quantity: string): Promise<Saved> => {
  const saved = await shop.goods('saleOrder', [line(one, quantity)]);
  await approve(saved);
  return saved;
};
const deliver = ({ id }: Saved, one: TestProduct, quantity: string) =>
  shop.goods('saleOut', [line(one, quantity, { sourceDocumentId: id, sourceLine: 1 })]);

async function race(calls: readonly (() => Promise<unknown>)[]) {
  const ends = await Promise.allSettled(calls.map((call) => call()));
  const lost = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []));
  const keys = lost.map((reason) =>
    reason instanceof Refused ? reason.refusal.key : String(reason),
  );
  return { won: calls.length - lost.length, keys: [...new Set(keys)].toSorted() };
}

// A lock by hand neither makes locked stock negative (8700001) nor locks more than the available stock.
describe('a lock by hand', () => {
  const cases = [
    { stock: '10', current: '0', change: '10', end: '10' },
    { stock: '10', current: '4', change: '-4', end: '0' },
    { stock: '10', current: '4', change: '-5', end: 'stock.lockBelowZero' },
    { stock: '10', current: '4', change: '7', end: 'stock.lockTooMuch' },
    { stock: '10', current: '0', change: '-1', end: 'stock.lockBelowZero' },
  ];
  for (const { stock, current, change, end } of cases)
    test(`with ${current} of ${stock} locked, changed by ${change}, ends with ${end}`, async () => {
      const one = await stocked(stock);
      if (current !== '0') await lock(one, current);
      if (end.startsWith('stock.'))
        expect(
          await server.refusal(setLock, {
            skuId: one.skuId,
            warehouseId: shop.main,
            quantity: change,
          }),
        ).toMatchObject({
          key: end,
          ...(end === 'stock.lockBelowZero' ? { code: 8700001 } : {}),
        });
      else expect(await lock(one, change)).toMatchObject({ locked: end });
    });

  test('keeps the locked stock from sales, and its history names the user and the reason', async () => {
    const one = await stocked('10');
    await lock(one, '7', { remark: 'for the fair' });
    await expect(sale(one, '4')).rejects.toThrow('stock.locked');
    await sale(one, '3');
    expect(await spot(one)).toEqual({
      stock: '7',
      byHand: '7',
      byActivity: '0',
      byOrder: '0',
      available: '0',
    });
    const reply = await server.request('GET', lockHistoryTable.path, {
      search: { skuId: one.skuId, warehouseId: shop.main },
    });
    expect(reply.json<{ data: Page<RowOf<typeof lockHistoryTable>> }>().data.rows).toMatchObject([
      { source: 'manual', quantity: '7', userName: 'demo', remark: 'for the fair' },
    ]);
    expect(await shop.broken()).toEqual([]);
  });
});

describe('the locks at the end of a day', () => {
  const locksOf = async ({ skuId }: TestProduct, date?: string, token?: string) => {
    const search = { skuId, ...(date === undefined ? {} : { date }) };
    const reply = await server.request('GET', dayLockTable.path, { search }, token);
    const { rows, totals } = reply.json<{ data: Page<RowOf<typeof dayLockTable>> }>().data;
    return [
      rows
        .map(({ source, sourceName, locked }) => [source, sourceName, locked].join(' '))
        .toSorted(),
      totals['locked'],
    ];
  };
  const dayBefore = (days: number): string =>
    new Date(Date.now() - days * 86_400_000).toLocaleDateString('sv', {
      timeZone: 'Asia/Shanghai',
    });

  test('are listed by holder, without later locks and releases', async () => {
    const one = await stocked('20');
    await lock(one, '7', { remark: 'for the fair' });
    await sql`
      update lock_history set at = at - interval '3 days'
      where tenant_id = ${server.company.tenantId} and sku_id = ${one.skuId}`.execute(
      server.database.admin,
    );
    await lock(one, '-2');
    await shop.set({ reserve_on_order: true });
    const { number } = await order(one, '4');
    const now = [['manual  5', `order ${number} 4`], '9'];
    expect(await locksOf(one)).toEqual(now);
    expect(await locksOf(one, dayBefore(0))).toEqual(now);
    expect(await locksOf(one, dayBefore(1))).toEqual([['manual  7'], '7']);
    expect(await locksOf(one, dayBefore(9))).toEqual([[], '0']);
  });
});

interface ReadNode {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly 'Actual Loops': number;
  readonly Plans?: readonly ReadNode[];
}
const readRows = (node: ReadNode): number =>
  (node['Relation Name'] === 'stock_reservation'
    ? (node['Actual Rows'] +
        (node['Rows Removed by Filter'] ?? 0) +
        (node['Rows Removed by Index Recheck'] ?? 0)) *
      node['Actual Loops']
    : 0) + (node.Plans ?? []).reduce((total, plan) => total + readRows(plan), 0);

test.each([
  ['by holder', dayLockRows, {}],
  ['by holder on a past day', dayLockRows, { date: '2025-01-01' }],
  ['by place', lockRows, {}],
] as const)('settled reservations are not read for locks %s', async (_, table, filters) => {
  const one = await stocked('5');
  await lock(one, '2');
  const { tenantId } = server.company;
  await sql`
    insert into stock_reservation (tenant_id, warehouse_id, sku_id, source, source_id, source_line, quantity)
    select ${tenantId}, ${shop.main}, ${one.skuId}, 'order', 900000 + n, 1, 0 from generate_series(1, 3000) n
    on conflict do nothing`.execute(server.database.admin);
  await sql`analyze stock_reservation`.execute(server.database.admin);
  const plan = await shop.asOwner(async (context) => {
    // SAFETY: the filters are declared by both tables.
    const rows = table.rows(context, filters as never, new Set() as never);
    const explained = await sql<{ 'QUERY PLAN': readonly { Plan: ReadNode }[] }>`
      explain (analyze, format json) select * from (${rows}) as listed`.execute(context.tx);
    return explained.rows[0]?.['QUERY PLAN'][0]?.Plan;
  });
  await sql`delete from stock_reservation where source_id > 900000`.execute(server.database.admin);
  expect(plan === undefined ? Infinity : readRows(plan)).toBeLessThan(500);
});

// With the setting on, approved orders that are not completed reserve max(0, ordered − delivered).
describe('a reserving order', () => {
  beforeEach(() => shop.set({ reserve_on_order: true }));

  test('holds stock from approval to delivery, and its own outbound may take the held stock', async () => {
    const one = await stocked('10');
    const mine = await order(one, '6');
    expect(await spot(one)).toMatchObject({ byOrder: '6', available: '4' });
    await expect(sale(one, '5')).rejects.toThrow('stock.locked');
    const part = await deliver(mine, one, '4');
    expect(await spot(one)).toMatchObject({ stock: '6', byOrder: '2', available: '4' });
    await server.call(goodsDocuments.remove, { id: part.id });
    expect(await spot(one)).toMatchObject({ stock: '10', byOrder: '6', available: '4' });
    await deliver(mine, one, '6');
    expect(await spot(one)).toMatchObject({ stock: '4', byOrder: '0', available: '4' });
    expect(await shop.broken()).toEqual([]);
  });

  test('releases stock when reversed or closed, and holds no more than is on hand', async () => {
    const one = await stocked('5');
    const large = await order(one, '8');
    expect(await spot(one)).toMatchObject({ byOrder: '5', available: '0' });
    await reverse(large);
    expect(await spot(one)).toMatchObject({ byOrder: '0', available: '5' });
    const next = await order(one, '4');
    await deliver(next, one, '1');
    await server.call(forceClose, { ids: next.id });
    expect(await spot(one)).toMatchObject({ stock: '4', byOrder: '0', available: '4' });
    expect(await shop.broken()).toEqual([]);
  });

  test('reduces its hold when another stock type is delivered, and restores the hold on deletion', async () => {
    await shop.set({ reserve_on_order: true });
    const one = await stocked('10');
    await shop.goods('purchaseIn', [line(one, '10', { allocations: [{ stockType: 'gift' }] })]);
    const placed = await order(one, '10');
    const gift = (quantity: string) =>
      shop.goods('saleOut', [
        line(one, quantity, {
          sourceDocumentId: placed.id,
          sourceLine: 1,
          allocations: [{ stockType: 'gift' }],
        }),
      ]);
    const first = await gift('4');
    expect(await spot(one)).toMatchObject({ byOrder: '6' });
    const rest = await gift('6');
    expect(await spot(one)).toMatchObject({ byOrder: '0' });
    await server.call(goodsDocuments.remove, { id: rest.id });
    await server.call(goodsDocuments.remove, { id: first.id });
    expect(await spot(one)).toMatchObject({ byOrder: '10' });
    expect(await shop.broken()).toEqual([]);
  });

  test('reserves later receipts for the oldest order first; the disabled setting releases all', async () => {
    const one = await shop.product();
    const [first] = [await order(one, '3'), await order(one, '3')];
    await shop.goods('purchaseIn', [line(one, '4')]);
    const look = () =>
      inTenant(server.database.app, shop.company.tenantId, 'begin', (tx) =>
        processDueStockEvents({ tx, tenantId: shop.company.tenantId }),
      );
    await look();
    const { rows } = await server.arrange(shop.company, (tx) =>
      sql<{ quantity: string }>`select trim_scale(quantity)::text as quantity from stock_reservation
        where source = 'order' and source_id = ${first?.id ?? ''}`.execute(tx),
    );
    expect(rows).toEqual([{ quantity: '3' }]);
    expect(await spot(one)).toMatchObject({ byOrder: '4', available: '0' });
    await shop.set({ reserve_on_order: false });
    await look();
    expect(await spot(one)).toMatchObject({ byOrder: '0', available: '4' });
    expect(await shop.broken()).toEqual([]);
  });
});

// Outbounds that name an activity use up its lock, and the lock ends with the activity.
describe('an activity', () => {
  const within = () => ({
    beginsAt: new Date(Date.now() - 3_600_000).toISOString(),
    endsAt: new Date(Date.now() + 3_600_000).toISOString(),
  });
  let names = 0;
  const open = async (one: TestProduct, quantity: string) => {
    names += 1;
    const lines = [{ barcode: one.barcode, warehouseId: shop.main, quantity }];
    const { id } = await server.call(activities.add, { name: `Fair ${names}`, ...within(), lines });
    return id;
  };

  test('locks stock, sells from the lock, relocks deleted sales, releases the rest at the end', async () => {
    const one = await stocked('10');
    const activityId = await open(one, '6');
    expect(await spot(one)).toMatchObject({ byActivity: '6', available: '4' });
    expect((await server.call(activityChoices, {})).map(({ id }) => id)).toContain(activityId);
    await expect(sale(one, '5')).rejects.toThrow('stock.locked');
    const sold = await sale(one, '5', { activityId });
    expect(await spot(one)).toMatchObject({ stock: '5', byActivity: '1', available: '4' });
    await server.call(goodsDocuments.remove, { id: sold.id });
    expect(await spot(one)).toMatchObject({ stock: '10', byActivity: '6', available: '4' });
    await server.call(releaseActivity, { id: activityId });
    expect(await spot(one)).toMatchObject({ byActivity: '0', available: '10' });
    expect(await server.refusal(releaseActivity, { id: activityId })).toMatchObject({
      key: 'activity.ended',
    });
    expect(await shop.broken()).toEqual([]);
  });

  test('offers its own price while running with held stock, for each unit', async () => {
    const one = await stocked('10');
    const priced = async (begins: number) => {
      names += 1;
      const lines = [{ barcode: one.barcode, warehouseId: shop.main, quantity: '2', price: '7.5' }];
      const beginsAt = new Date(Date.now() + begins).toISOString();
      const input = { name: `Fair ${names}`, ...within(), beginsAt, lines };
      return (await server.call(activities.add, input)).id;
    };
    const asked = async (activityId: string, more: object = {}) => {
      const of = { barCode: one.barcode, kind: 'saleOut', activityId, ...more } as const;
      return (await server.call(barcodesForLine, of))[0]?.price ?? null;
    };
    const [fair, later] = [await priced(-60_000), await priced(60_000)];
    const usual = await asked(later);
    expect(usual).not.toBe('7.5');
    expect(await asked(fair)).toBe('7.5');
    expect(await asked(fair, { kind: 'retailOut', depotId: shop.main })).toBe('7.5');
    expect(await asked(fair, { depotId: shop.branch })).toBe(usual);
    expect(await asked(fair, { currency: 'EUR', exchangeRate: '2' })).toBe('3.75');
    const running = (await server.call(activityChoices, {})).filter((each) => each.running);
    expect(running.map(({ id }) => id)).toEqual(expect.arrayContaining([fair]));
    expect(running.map(({ id }) => id)).not.toContain(later);
    // Once it is used up, what is sold in it beyond is sold as ever.
    await sale(one, '2', { activityId: fair });
    expect(await asked(fair, { organId: shop.otherCustomer })).toBe(usual);
    await server.call(releaseActivity, { id: later });
  });

  test('keeps its own price up to the held quantity', async () => {
    const one = await stocked('30');
    names += 1;
    const lines = [{ barcode: one.barcode, warehouseId: shop.main, quantity: '14', price: '7.5' }];
    const name = `Fair ${names}`;
    const { id: activityId } = await server.call(activities.add, { name, ...within(), lines });
    const at = (unitPrice: string, quantity: string, barcode = one.barcode) => ({
      barcode,
      quantity,
      unitPrice,
    });
    const sold = (...goods: ReturnType<typeof at>[]) =>
      shop.goods('saleOut', goods, { activityId });
    const refused = (...goods: ReturnType<typeof at>[]) =>
      server.refusal(goodsDocuments.add, shop.input('saleOut', goods, { activityId }));
    expect(await refused(at('7.5', '15'))).toMatchObject({
      key: 'activity.beyond',
      message: expect.stringContaining(`activity ${name} has 14 of`),
      data: { field: 'quantity', line: 1 },
    });
    expect(await refused(at('7.5', '3'), at('90', '1', one.box))).toMatchObject({
      key: 'activity.beyond',
      data: { line: 2 },
    });
    // 7.5 at 7.1, converted now and with the four decimals of older versions.
    for (const unitPrice of ['1.056', '1.0563']) {
      const money = { activityId, currency: 'EUR', exchangeRate: '7.1' };
      const input = shop.input('saleOut', [at(unitPrice, '15')], money);
      expect((await server.refusal(goodsDocuments.add, input)).key).toBe('activity.beyond');
    }
    // What is beyond is sold as ever.
    const first = await sold(at('90', '1', one.box), at('7.5', '2'), at('20', '3'));
    expect(await refused(at('7.5', '1'))).toMatchObject({
      message: expect.stringContaining('has 0 of'),
    });
    await sold(at('20', '1'));
    await server.call(goodsDocuments.remove, { id: first.id });
    // Of two at once that want all of it at its price, one has it.
    const both = await Promise.allSettled([sold(at('7.5', '14')), sold(at('7.5', '14'))]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await server.call(releaseActivity, { id: activityId });
    await sold(at('7.5', '1'));
    expect(await shop.broken()).toEqual([]);
  });

  // 0 ≤ locked stock ≤ stock (S10).
  test('regains only free stock when its sale is deleted', async () => {
    await shop.set({ negative_stock: true });
    const one = await stocked('5');
    const activityId = await open(one, '5');
    const sold = await sale(one, '5', { activityId });
    await sale(one, '3');
    await server.call(goodsDocuments.remove, { id: sold.id });
    expect(await spot(one)).toMatchObject({ stock: '2', byActivity: '2', available: '0' });
    expect(await shop.broken()).toEqual([]);
  });

  test('is edited after all of its stock was sold and stock is below zero', async () => {
    await shop.set({ negative_stock: true });
    const one = await stocked('5');
    const id = await open(one, '5');
    await sale(one, '5', { activityId: id });
    await sale(one, '3');
    const lines = [{ barcode: one.barcode, warehouseId: shop.main, quantity: '5' }];
    await server.call(activities.update, {
      id,
      version: 1,
      name: `Sold ${id}`,
      ...within(),
      lines,
    });
    expect(await server.call(activities.infoCall, { id })).toMatchObject({
      lines: [{ current: '0', sold: '5' }],
    });
    expect(await spot(one)).toMatchObject({ stock: '-3', byActivity: '0' });
  });

  test('hides its prices without price rights, and keeps prices by the smallest unit', async () => {
    const one = await stocked('50');
    const lines = [{ barcode: one.box, warehouseId: shop.main, quantity: '1', price: '60' }];
    const { id } = await server.call(activities.add, { name: 'By the box', ...within(), lines });
    const told = async (as?: string) =>
      (await server.call(activities.infoCall, { id }, as)).lines.map(({ price }) => price);
    expect(await told()).toEqual(['5']);
    await server.addUser({ loginName: 'no-prices', role: 'manager', hideAmounts: true });
    const token = await server.signIn('no-prices');
    expect(await told(token)).toEqual([null]);
    const same = [{ barcode: one.barcode, warehouseId: shop.main, quantity: '12' }];
    const input = { id, version: 1, name: 'By the piece', ...within(), lines: same };
    await server.call(activities.update, input, token);
    expect(await told()).toEqual(['5']);
  });

  test('relocks no stock when its sale is unapproved together with the receipt of the goods', async () => {
    await shop.set({ force_approval: true });
    const one = await shop.product();
    const receipt = await shop.goods('purchaseIn', [line(one, '5')], { status: '1' });
    const activityId = await open(one, '5');
    const sold = await sale(one, '5', { activityId, status: '1' });
    const ids = `${sold.id},${receipt.id}`;
    await server.call(goodsDocuments.setStatus, { ids, status: '0' });
    await shop.set({ force_approval: false });
    expect(await spot(one)).toMatchObject({ stock: '0', byActivity: '0' });
    expect(await shop.broken()).toEqual([]);
  });

  test.each(['purchaseIn', 'otherOut', 'transfer', 'saleOrder', 'saleBack', 'retailBack'])(
    'cannot be chosen in a document of kind %s',
    async (kind) => {
      const one = await stocked('5');
      const activityId = await open(one, '5');
      const target = kind === 'transfer' ? { targetWarehouseId: shop.branch } : {};
      const input = shop.input(kind, [line(one, '1', target)], { activityId });
      expect(await server.refusal(goodsDocuments.add, input)).toMatchObject({
        key: 'document.noActivity',
        data: { field: 'activityId' },
      });
      expect(await spot(one)).toMatchObject({ stock: '5', byActivity: '5' });
    },
  );

  test('is named in the report of locked stock, and filters the report', async () => {
    const [one, other] = [await stocked('10'), await stocked('10')];
    const activityId = await open(one, '6');
    await lock(one, '1', { activityId, remark: 'one more' });
    await lock(other, '2', { remark: 'by hand' });
    const search = { keyword: one.barcode };
    const found = async (asked: object) => {
      const reply = await server.request('GET', lockTable.path, { search: asked });
      return reply.json<{ data: Page<RowOf<typeof lockTable>> }>().data.rows;
    };
    expect(await found(search)).toMatchObject([
      { byActivity: '7', activityNames: `Fair ${names}`, reason: 'one more', operator: 'demo' },
    ]);
    expect(await found({ keyword: other.barcode })).toMatchObject([
      { byHand: '2', activityNames: '', reason: 'by hand' },
    ]);
    expect((await found({ activityId })).map(({ skuId }) => skuId)).toEqual([one.skuId]);
    expect(await found({ activityId: '999999' })).toEqual([]);
  });

  test('past its end releases its stock in the sweep', async () => {
    const one = await stocked('3');
    const id = await open(one, '3');
    await server.arrange(shop.company, (tx) =>
      sql`update activity set begins_at = now() - interval '2 hours', ends_at = now() - interval '1 hour'
        where id = ${id}`.execute(tx),
    );
    const { tenantId } = shop.company;
    await inTenant(server.database.app, tenantId, 'begin', (tx) =>
      processDueStockEvents({ tx, tenantId }),
    );
    expect(await spot(one)).toMatchObject({ byActivity: '0', available: '3' });
    const reply = await server.request('GET', activityTable.path, { search: { state: ['ended'] } });
    expect(
      reply.json<{ data: Page<RowOf<typeof activityTable>> }>().data.rows.map((row) => row.id),
    ).toContain(id);
  });

  test('changes its hold when edited, up to the free stock', async () => {
    const one = await stocked('5');
    const id = await open(one, '2');
    const change = (quantity: string, version: number) => ({
      id,
      version,
      name: `Fair ${id}`,
      ...within(),
      lines: [{ barcode: one.barcode, warehouseId: shop.main, quantity }],
    });
    await server.call(activities.update, change('5', 1));
    expect(await spot(one)).toMatchObject({ byActivity: '5', available: '0' });
    expect(await server.refusal(activities.update, change('6', 2))).toMatchObject({
      key: 'stock.lockTooMuch',
    });
    await server.call(activities.update, change('1', 2));
    expect(await spot(one)).toMatchObject({ byActivity: '1', available: '4' });
    await server.call(releaseActivity, { id });
    expect(await spot(one)).toMatchObject({ byActivity: '0', available: '5' });
    expect(await server.refusal(activities.remove, { id })).toMatchObject({
      key: 'activity.inBooks',
      message: expect.stringContaining('an activity that has ended holds no stock'),
    });
  });
});

// Parallel requests together never use more than the locked stock.
describe('concurrent reservations', () => {
  const swept = () =>
    inTenant(server.database.app, shop.company.tenantId, 'begin', (tx) =>
      processDueStockEvents({ tx, tenantId: shop.company.tenantId }),
    );
  const waiting = async (): Promise<boolean> => (await server.database.waiting()) > 0;

  /** Does one thing, and before it is committed begins another; commits once that is over or waits. */
  async function meanwhile(
    one: (context: Context) => Promise<unknown>,
    other: () => Promise<unknown>,
  ): Promise<void> {
    const [done, committed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const first = shop.asOwner(async (context) => {
      await one(context);
      done.resolve();
      await committed.promise;
    });
    await Promise.race([done.promise, first]);
    const second = other();
    const over = second.then(
      () => true,
      () => true,
    );
    while (!(await Promise.race([over, waiting()])));
    committed.resolve();
    await Promise.all([first, second]);
  }

  const delivering =
    ({ id }: Saved, one: TestProduct, quantity: string) =>
    (context: Context) => {
      const from = line(one, quantity, { sourceDocumentId: id, sourceLine: 1 });
      const { kind: _, ...goods } = shop.input('saleOut', [from]);
      return saveDocument(context, { kind: 'saleOut', goods });
    };

  test('no stock is reserved for an order delivered at the same time', async () => {
    await shop.set({ reserve_on_order: true });
    const one = await shop.product();
    const placed = await order(one, '10');
    await shop.goods('purchaseIn', [line(one, '20')]);
    await meanwhile(delivering(placed, one, '10'), swept);
    expect(await spot(one)).toMatchObject({ stock: '10', byOrder: '0', available: '10' });
    expect(await shop.broken()).toEqual([]);
  });

  test('no stock is reserved for an order deleted at the same time', async () => {
    await shop.set({ reserve_on_order: true });
    const one = await shop.product();
    const placed = await order(one, '10');
    await shop.goods('purchaseIn', [line(one, '20')]);
    await meanwhile((context) => deleteInternal(context, placed.id), swept);
    expect(await spot(one)).toMatchObject({ stock: '20', byOrder: '0', available: '20' });
    expect(await shop.broken()).toEqual([]);
  });

  test('orders release their stock when reserving is switched off, also during a delivery', async () => {
    await shop.set({ reserve_on_order: true });
    const one = await stocked('10');
    const placed = await order(one, '10');
    await shop.set({ reserve_on_order: false });
    await meanwhile(delivering(placed, one, '4'), swept);
    expect(await spot(one)).toMatchObject({ stock: '6', byOrder: '0', available: '6' });
    expect(await shop.broken()).toEqual([]);
  });

  test('no stock is reserved while the company disables reservation', async () => {
    await shop.set({ reserve_on_order: true });
    const one = await shop.product();
    await order(one, '10');
    await shop.goods('purchaseIn', [line(one, '10')]);
    const stopping = async (context: Context): Promise<void> => {
      await saveNothing(context);
      await sql`
        update tenant_setting set reserve_on_order = false where tenant_id = ${context.tenantId}`.execute(
        context.tx,
      );
    };
    await meanwhile(stopping, swept);
    expect(await spot(one)).toMatchObject({ byOrder: '0', available: '10' });
  });

  test('only a single document gets the last unit, whether to lock, to sell or to reserve', async () => {
    await shop.set({ reserve_on_order: true });
    for (let round = 0; round < 6; round += 1) {
      const one = await stocked('1');
      const orders = [
        await shop.goods('saleOrder', [line(one, '1')]),
        await shop.goods('saleOrder', [line(one, '1')]),
      ];
      const { won, keys } = await race([
        () => lock(one, '1'),
        () => lock(one, '1'),
        () => sale(one, '1'),
        () => sale(one, '1'),
        ...orders.map((each) => () => approve(each)),
      ]);
      // An order is approved whether it finds something to hold or not.
      expect(won).toBeLessThanOrEqual(3);
      expect(
        keys.every((key) => ['stock.locked', 'stock.shortage', 'stock.lockTooMuch'].includes(key)),
      ).toBe(true);
      const { stock, available } = await spot(one);
      expect([stock, available]).toEqual([stock === '1' ? '1' : '0', '0']);
    }
    expect(await shop.broken()).toEqual([]);
  });

  test('any mix of locking, releasing and selling keeps 0 ≤ locked ≤ on hand', async () => {
    const act = fc.record({
      what: fc.constantFrom('lock', 'free', 'sell'),
      by: fc.integer({ min: 1, max: 4 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 12 }), async (acts) => {
        const one = await stocked('8');
        const { keys } = await race(
          acts.map(
            ({ what, by }) =>
              () =>
                what === 'sell'
                  ? sale(one, String(by))
                  : lock(one, what === 'lock' ? String(by) : String(-by)),
          ),
        );
        const known = [
          'stock.lockBelowZero',
          'stock.lockTooMuch',
          'stock.locked',
          'stock.shortage',
        ];
        expect(keys.filter((key) => !known.includes(key))).toEqual([]);
      }),
      { numRuns: sampledRuns(4, 10) },
    );
    expect(await shop.broken()).toEqual([]);
  });
});

// Every page by its barcodes is found from the barcodes on; one that asks for more works all places out.
test.each([lockTable, formalTable])(
  'the first pages of $id equal the pages of the whole report',
  async (table) => {
    const one = await shop.product();
    for (const [warehouseId, count] of [
      [shop.main, '3'],
      [shop.branch, '5'],
    ] as const)
      await shop.goods('purchaseIn', [line(one, count, { warehouseId })]);
    await lock(one, '2');
    const milk = await shop.product({ lots: true });
    for (const [lot, quantity] of [
      ['A', '3'],
      ['B', '4'],
    ] as const)
      await shop.goods('purchaseIn', [
        line(milk, quantity, { allocations: [{ stockType: 'formal', lot, quantity }] }),
      ]);
    const page = async (search: object, more: object) => {
      const reply = await server.request('GET', table.path, { search, ...more });
      return reply.json<{ data: Page<{ readonly [column: string]: unknown }> }>().data;
    };
    const asWhole = JSON.stringify([{ field: 'name', rule: 'filled' }]);
    for (const search of [
      {},
      { warehouses: [shop.branch] },
      { warehouses: [shop.main, shop.branch] },
    ]) {
      const whole = await page(search, { pageSize: 500, superQueryParams: asWhole });
      expect(whole.rows.length).toBe(Number(whole.total));
      expect(whole.rows.some(({ skuId }) => skuId === one.skuId)).toBe(true);
      for (const currentPage of [1, 2, 9]) {
        const rows = whole.rows.slice((currentPage - 1) * 3, currentPage * 3);
        expect(await page(search, { currentPage, pageSize: 3 })).toEqual({ ...whole, rows });
      }
    }
  },
);
