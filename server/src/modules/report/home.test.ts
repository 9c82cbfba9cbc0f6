// Figures of the home page, compared with the lists opened by its tiles and with independent sums.
import {
  currentSettings,
  documentTables,
  goodsExpirationTable,
  home,
  lockTable,
  monthlyFigures,
  setLock,
  statistics,
  stockOnHandTable,
  stockWarningTable,
  updateSettings,
} from '@tradehouse/contract';
import type { ReplyOf, WaitingTile } from '@tradehouse/contract';
import { decimal, toPlainDecimal } from '@tradehouse/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asRole, lineOf } from '../document/testShop.ts';
import { processDueStockEvents } from '../stock/index.ts';
import { at, daysAgo, someBooks } from './testBooks.ts';
import type { Books } from './testBooks.ts';

let books: Books;
type Home = ReplyOf<typeof home>;
const read = (token?: string): Promise<Home> => books.server.call(home, {}, token);

beforeAll(async () => {
  books = await someBooks();
  const { shop, server, tea } = books;
  const approved = { status: '1' } as const;
  await shop.goods('purchaseRequest', [lineOf(tea, '2', '5')], approved);
  await shop.goods('purchaseOrder', [lineOf(tea, '2', '5')], approved);
  await shop.goods('saleOrder', [lineOf(tea, '2', '5')], approved);
  const { version } = await server.call(currentSettings, {});
  await server.call(updateSettings, { forceApproval: true, version });
  await shop.goods('saleOrder', [lineOf(tea, '1', '5')], { status: '0' });
  await shop.goods('otherOut', [lineOf(tea, '1', '5')], { status: '0' });
  await shop.goods('saleOut', [lineOf(tea, '1', '5')], { status: '0', paidNow: '0' });
  const settings = await server.call(currentSettings, {});
  await server.call(updateSettings, { forceApproval: false, version: settings.version });
  // Of these nothing is made before they are approved; a sale counts at once.
  for (const kind of ['purchaseRequest', 'purchaseOrder', 'saleOrder'] as const)
    await shop.goods(kind, [lineOf(tea, '2', '5')], { status: '0', ...at(3) });
  const late = { ...at(50), paidNow: '0', dueOn: daysAgo(20) };
  await shop.goods('saleOut', [lineOf(tea, '1', '30')], late);
  await server.call(setLock, { skuId: tea.skuId, warehouseId: shop.main, quantity: '3' });
  const scarce = await shop.product();
  await shop.goods('purchaseIn', [lineOf(scarce, '4', '1')], { ...at(1), paidNow: '0' });
  const productId = await books.productId(scarce);
  await server.arrange(server.company, (tx) =>
    sql`insert into safety_stock (tenant_id, warehouse_id, product_id, minimum)
      values (${server.company.tenantId}, ${shop.main}, ${productId}, 5)`.execute(tx),
  );
  const plenty = await shop.product();
  await shop.goods('purchaseIn', [lineOf(plenty, '4', '1')], { ...at(1), paidNow: '0' });
  const surplusId = await books.productId(plenty);
  await server.arrange(server.company, (tx) =>
    sql`insert into safety_stock (tenant_id, warehouse_id, product_id, maximum)
      values (${server.company.tenantId}, ${shop.main}, ${surplusId}, 3)`.execute(tx),
  );
  const dated = await shop.product({ lots: true });
  for (const [lot, days] of [
    ['old', 1],
    ['soon', -5],
    ['late', -90],
  ] as const)
    await shop.goods(
      'purchaseIn',
      [{ ...lineOf(dated, '2', '1'), allocations: [{ lot, expiry: daysAgo(days) }] }],
      { ...at(9), paidNow: '0' },
    );
});
afterAll(() => books.server.stop());

const today = daysAgo(0);

test('home figures equal the statistics, and are compared with the matching days before', async () => {
  const { money, months } = await read();
  const { server } = books;
  const now = await server.call(statistics, {});
  for (const stretch of ['today', 'yesterday', 'month', 'year'] as const)
    expect(money[stretch].now).toEqual(now[stretch]);
  expect(months).toEqual(await server.call(monthlyFigures, {}));
  expect(money.today.before).toEqual(money.yesterday.now);
  const sold = async (since: RawDay, until: RawDay): Promise<string> => {
    const [row] = await books.count(sql<{ sold: string }>`
      select coalesce(sum(case kind when 'saleOut' then 1 else -1 end * round((total_amount - discount) * exchange_rate, 2)), 0) as sold
      from document where kind in ('saleOut', 'saleBack') and in_force and deleted_at is null
        and business_date between ${since} and ${until}`);
    return toPlainDecimal(decimal(row?.sold ?? '0'));
  };
  const month = sql<string>`date_trunc('month', ${today}::date)::date`;
  expect(money.month.before.sale).toBe(
    await sold(
      sql`(${month} - interval '1 month')::date`,
      sql`(${today}::date - interval '1 month')::date`,
    ),
  );
  const before = sql`(${today}::date - interval '2 days')::date`;
  expect(money.yesterday.before.sale).toBe(await sold(before, before));
});
type RawDay = ReturnType<typeof sql>;

describe('a tile shows the count of its list', () => {
  test.each<[WaitingTile, string, object]>([
    ['orderedToday', 'saleOrder', { time: [daysAgo(0), daysAgo(0)] }],
    ['toApprove', 'otherOut', { status: ['0'], inForce: false }],
    ['toApprove', 'saleOut', { status: ['0'], inForce: false }],
    ['toApprove', 'purchaseRequest', { status: ['0'] }],
    ['toApprove', 'purchaseOrder', { status: ['0'] }],
    ['toApprove', 'saleOrder', { status: ['0'] }],
    ['toBuy', 'purchaseRequest', { status: ['1', '3'] }],
    ['toShip', 'saleOrder', { status: ['1', '3'] }],
    ['toReceive', 'purchaseOrder', { status: ['1', '3'] }],
    ['toCollect', 'saleOut', { hasLastDebt: true, inForce: true }],
    ['toPay', 'purchaseIn', { hasLastDebt: true, inForce: true }],
    ['overdueIn', 'saleOut', { hasLastDebt: true, inForce: true, dueOn: [null, daysAgo(1)] }],
  ])('in the tile %s for documents of kind %s', async (tile, kind, filters) => {
    const { waiting } = await read();
    const counted = waiting.find((one) => one.tile === tile && one.kind === kind)?.count;
    // SAFETY: the kinds above have lists.
    const list = documentTables[kind as keyof typeof documentTables];
    const { total } = await books.report(list, filters);
    expect(total).toBeGreaterThan(0);
    expect(counted).toBe(total);
  });

  test('stock tiles show the counts and sums of the stock reports', async () => {
    const { stock } = await read();
    const { total, totals } = await books.report(stockOnHandTable);
    expect(stock).toMatchObject({ products: total, negative: 0, belowSafety: 1 });
    expect(stock).toMatchObject({ expired: 1, soonExpired: 1 });
    expect(decimal(stock?.quantity ?? '').eq(String(totals['stock']))).toBe(true);
    expect(decimal(stock?.value ?? '').eq(String(totals['stockValue']))).toBe(true);
    const locked = await books.report(lockTable, { lockedOnly: true });
    expect(stock?.locked).toBe(locked.total);
    for (const [level, count] of [
      ['soon', stock?.soonExpired],
      ['expired', stock?.expired],
    ] as const)
      expect((await books.report(goodsExpirationTable, { level: [level] })).total).toBe(count);
    const warned = await books.report(stockWarningTable, { belowMinimum: true });
    expect(warned.total).toBe(stock?.belowSafety);
    expect((await books.report(stockWarningTable)).total).toBe(warned.total + 1);
    expect((await books.report(stockOnHandTable, { belowZero: true })).total).toBe(0);
  });

  test('a tile shows the count of its list of products with a SKU total of zero or below', async () => {
    const { shop, server } = books;
    await shop.set({ negative_stock: true });
    for (const [has, lacks] of [
      ['5', '5'],
      ['5', '7'],
      ['7', '5'],
    ] as const) {
      const one = await shop.product();
      const other = await shop.product();
      const productId = await books.productId(one);
      await server.arrange(server.company, async (tx) => {
        await sql`update sku set product_id = ${productId}, attributes = 'M' where id = ${other.skuId}`.execute(
          tx,
        );
        await sql`
          update barcode set product_id = ${productId}, is_default = false, position = position + 2
          where sku_id = ${other.skuId}`.execute(tx);
      });
      await shop.goods('otherIn', [lineOf(one, has, '1')], at(1));
      await shop.goods('otherOut', [lineOf(other, lacks, '1')], at(1));
    }
    const { stock } = await read();
    const { total, totals } = await books.report(stockOnHandTable);
    expect(stock).toMatchObject({ products: total, negative: 1 });
    expect(decimal(stock?.quantity ?? '').eq(String(totals['stock']))).toBe(true);
    expect((await books.report(stockOnHandTable, { belowZero: true })).total).toBe(1);
  });

  test('stock tiles show the counts of stock warnings sent to users', async () => {
    const { server } = books;
    const { tenantId } = server.company;
    await server.arrange(server.company, (tx) => processDueStockEvents({ tx, tenantId }));
    const alerts = await books.count(
      sql<{
        sort: string;
        count: number;
      }>`select sort, count(*)::int as count from stock_alert group by 1 order by 1`,
    );
    const { stock } = await read();
    expect(alerts).toEqual([
      { sort: 'expired', count: stock?.expired },
      { sort: 'expiring', count: stock?.soonExpired },
      { sort: 'minimum', count: stock?.belowSafety },
    ]);
  });
});

describe('a home page reader without access to', () => {
  test('sale amounts sees no sales, profit or receivables', async () => {
    const pages = ['/bill/sale_out', '/bill/purchase_in', '/report/material_stock'];
    const token = await asRole(books.shop, 'home-blind', { pages, hidden: ['sale', 'cost'] });
    const { money, months, stock, waiting } = await read(token);
    for (const { now, before } of Object.values(money))
      for (const figures of [now, before])
        expect([figures.sale, figures.profit, figures.buy === null]).toEqual([null, null, false]);
    expect(months.every(({ sale, profit }) => sale === null && profit === null)).toBe(true);
    expect(stock?.value).toBeNull();
    expect(stock?.products).toBeGreaterThan(0);
    expect(new Set(waiting.map(({ tile }) => tile))).toEqual(
      new Set(['toApprove', 'toPay', 'overdueOut']),
    );
  });

  test('a page sees no tile of the page', async () => {
    const token = await asRole(books.shop, 'home-of-orders', { pages: ['/bill/sale_order'] });
    const { stock, waiting } = await read(token);
    expect(stock).toBeNull();
    expect(waiting.every(({ kind }) => kind === 'saleOrder')).toBe(true);
    expect(waiting.length).toBeGreaterThan(0);
  });

  test('documents of colleagues counts none of them', async () => {
    const pages = ['/bill/sale_order', '/bill/sale_out'];
    const token = await asRole(books.shop, 'home-alone', { pages, scope: 'own' });
    expect((await read(token)).waiting).toEqual([]);
  });
});
