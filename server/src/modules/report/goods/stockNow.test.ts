// Current stock compared with balances: stock limits, lots, expiries, serials, SKUs.
import {
  goodsDocuments,
  goodsExpirationTable,
  goodsSkuTable,
  inTransitTable,
  lockTable,
  gradeGoods,
  lotStockTable,
  receiveGoods,
  serialMovesTable,
  serialTable,
  setLock,
  stockByWarehouseTable,
  stockLedgerTable,
  stockWarningTable,
} from '@tradehouse/contract';
import type { TableDeclaration } from '@tradehouse/contract';
import { decimal, toPlainDecimal } from '@tradehouse/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hideProducts } from '../../catalog/index.ts';
import { asRole, lineOf } from '../../document/testShop.ts';
import type { TestProduct } from '../../document/testShop.ts';
import { at, daysAgo } from '../testBooks.ts';
import type { Books, Row } from '../testBooks.ts';
import { movingBooks } from './testMoves.ts';

let books: Books;
let milk: TestProduct;
let phone: TestProduct;
const text = (value: unknown): string => toPlainDecimal(decimal(String(value ?? 0)));
const inLot = (lot: string, expiry: string | null, stockType = 'formal') => ({
  allocations: [{ lot, expiry, stockType } as const],
});

beforeAll(async () => {
  books = await movingBooks();
  const { shop, server } = books;
  milk = await shop.product({ lots: true });
  phone = await shop.product({ serials: true });
  const { main, branch } = shop;
  await shop.goods('purchaseIn', [lineOf(milk, '10', '4', inLot('L1', daysAgo(5)))], at(40));
  const wrong = await shop.goods(
    'purchaseIn',
    [lineOf(milk, '9', '4', inLot('L2', daysAgo(-12)))],
    at(39),
  );
  await server.call(goodsDocuments.remove, { id: wrong.id });
  await shop.goods(
    'purchaseIn',
    [
      lineOf(milk, '20', '5', inLot('L2', daysAgo(-12))),
      lineOf(milk, '6', '5', { ...inLot('L3', daysAgo(-200)), warehouseId: branch }),
      lineOf(milk, '3', '5', inLot('L4', null)),
    ],
    { ...at(30), partnerId: shop.otherSupplier },
  );
  await shop.goods('saleOut', [lineOf(milk, '4', '9', inLot('L1', daysAgo(5)))], at(10));
  await shop.goods('transfer', [
    lineOf(milk, '5', '0', { ...inLot('L2', daysAgo(-12)), targetWarehouseId: branch }),
  ]);
  await shop.goods(
    'purchaseIn',
    [lineOf(milk, '2', '5', inLot('L1', daysAgo(5), 'ungraded'))],
    at(2),
  );
  await server.call(gradeGoods, {
    skuId: milk.skuId,
    warehouseId: main,
    lot: 'L1',
    defective: { quantity: '2' },
  });
});
afterAll(() => books.server.stop());

describe('stock warnings', () => {
  test('are the stocks below the minimum of a warehouse or above its maximum', async () => {
    const { server, shop, tea, cups } = books;
    const held = Number(await shop.stock(tea));
    const ids = await Promise.all([tea, cups].map((one) => books.productId(one)));
    const bounds = [
      [shop.main, ids[0], held + 5, null],
      [shop.branch, ids[0], null, 1],
      [shop.main, ids[1], 0, 0],
      [shop.branch, ids[1], 1, 100_000],
    ];
    await server.arrange(server.company, async (tx) => {
      for (const [warehouse, product, minimum, maximum] of bounds)
        await sql`insert into safety_stock (tenant_id, warehouse_id, product_id, minimum, maximum)
          values (${server.company.tenantId}, ${warehouse}, ${product}, ${minimum}, ${maximum})`.execute(
          tx,
        );
    });
    const { rows } = await books.report(stockWarningTable);
    const there = await shop.stock(tea, shop.branch);
    expect(
      rows.map((row) => [
        row['warehouseName'],
        ...['stock', 'suggestedIn', 'suggestedOut'].map((name) => text(row[name])),
      ]),
    ).toEqual(
      expect.arrayContaining([
        ['Shelf', text(held), '5', '0'],
        ['Branch', text(there), '0', text(Number(there) - 1)],
      ]),
    );
    expect(rows).toHaveLength(2);
    expect((await books.report(stockWarningTable, { warehouses: [shop.main] })).rows).toHaveLength(
      1,
    );
    expect((await books.report(stockWarningTable, { keyword: cups.barcode })).rows).toEqual([]);
  });
});

describe('lots', () => {
  test('are listed by balance, each with its first receipt and supplier', async () => {
    const { rows, totals } = await books.report(lotStockTable, { keyword: milk.barcode });
    expect(
      rows.map((row) => [
        row['lot'],
        row['warehouseName'],
        text(row['stock']),
        row['expiry'],
        row['supplierName'],
      ]),
    ).toEqual([
      ['L1', 'Shelf', '8', daysAgo(5), 'Ada Supplies'],
      ['L2', 'Shelf', '15', daysAgo(-12), 'Bo Supplies'],
      ['L2', 'Branch', '5', daysAgo(-12), 'Bo Supplies'],
      ['L3', 'Branch', '6', daysAgo(-200), 'Bo Supplies'],
      ['L4', 'Shelf', '3', null, 'Bo Supplies'],
    ]);
    const [hand] = await books.count(sql<{ quantity: string }>`
      select sum(quantity) as quantity from stock_balance where sku_id = ${milk.skuId}`);
    expect(text(totals['stock'])).toBe(text(hand?.quantity));
    expect(
      rows.every(
        ({ number, documentId, kind }) =>
          kind === 'purchaseIn' && documentId !== null && number !== '',
      ),
    ).toBe(true);
    const soon = { keyword: milk.barcode, expiry: [daysAgo(0), daysAgo(-30)] };
    expect((await books.report(lotStockTable, soon)).rows.map(({ lot }) => lot)).toEqual([
      'L2',
      'L2',
    ]);
  });

  test('are graded by days to expiry and valued at cost', async () => {
    const search = { keyword: milk.barcode };
    const { rows, totals } = await books.report(goodsExpirationTable, search);
    expect(
      rows.map((row) => [
        row['lot'],
        row['stockType'],
        row['daysLeft'],
        row['level'],
        text(row['stock']),
      ]),
    ).toEqual([
      ['L1', 'defective', -5, 'expired', '2'],
      ['L1', 'formal', -5, 'expired', '6'],
      ['L2', 'formal', 12, 'soon', '15'],
      ['L2', 'formal', 12, 'soon', '5'],
      ['L3', 'formal', 200, 'normal', '6'],
    ]);
    const [cost] = await books.count(sql<{ cost: string }>`
      select value / quantity as cost from sku_cost where sku_id = ${milk.skuId}`);
    const worth = decimal(String(cost?.cost)).times(34);
    expect(decimal(String(totals['stockValue'])).minus(worth).abs().lessThan('0.0001')).toBe(true);
    const levels = async (more: object) =>
      (await books.report(goodsExpirationTable, { ...search, ...more })).rows.map(({ lot }) => lot);
    expect(await levels({ level: ['normal'] })).toEqual(['L3']);
    expect(await levels({ withinDays: '12' })).toEqual(['L1', 'L1', 'L2', 'L2']);
    expect(await levels({ withinDays: '-1' })).toEqual(['L1', 'L1']);
    expect(await levels({ organId: books.shop.supplier })).toEqual(['L1', 'L1']);
    const wrong = { search: { withinDays: 'soon' } };
    const refused = await books.server.request('GET', goodsExpirationTable.path, wrong);
    expect([refused.statusCode, refused.json<{ message: string }>().message]).toEqual([
      400,
      'Days left is missing, wrong or unknown',
    ]);
  });

  test('expire sooner where their shelf life is short', async () => {
    const productId = await books.productId(milk);
    const set = (days: number | null) =>
      books.server.arrange(books.server.company, (tx) =>
        sql`update product set shelf_life_days = ${days} where id = ${productId}`.execute(tx),
      );
    await set(30);
    const { rows } = await books.report(goodsExpirationTable, { keyword: milk.barcode });
    expect(
      rows.filter(({ lot }) => lot === 'L2').map(({ level, madeOn }) => [level, madeOn]),
    ).toEqual([
      ['normal', daysAgo(18)],
      ['normal', daysAgo(18)],
    ]);
    await set(null);
  });

  test('hide their cost without cost rights', async () => {
    const pages = ['/report/goods_expiration', '/report/lot_stock'];
    const blind = await asRole(books.shop, 'sorts-lots', { pages, hidden: ['cost'], scope: 'own' });
    const { rows, totals } = await books.report(goodsExpirationTable, {}, blind);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every((row) => row['cost'] === null && row['number'] === null)).toBe(true);
    expect(totals['stockValue']).toBeNull();
    // Nor does asking for a supplier tell who brought what.
    const from = await books.report(goodsExpirationTable, { organId: books.shop.supplier }, blind);
    expect(from.total).toBe(0);
    const lots = await books.report(lotStockTable, {}, blind);
    expect(
      lots.rows.every(({ number, supplierName }) => number === null && supplierName === null),
    ).toBe(true);
  });
});

describe('a serial', () => {
  const states = async (serial: string) => {
    const { rows } = await books.report(serialTable, { serial });
    return rows.map(({ state, warehouseName }) => [state, warehouseName]);
  };
  const trace = async (serial: string) =>
    (await books.report(serialMovesTable, { skuId: phone.skuId, serial })).rows.map((row) => [
      row['kind'],
      row['state'],
      row['warehouseName'],
      row['partnerName'],
    ]);

  test('has the state of its last move and a trace of its documents', async () => {
    const { shop, server } = books;
    const of = (...serials: string[]) => ({ allocations: [{ serials }] });
    await shop.goods('purchaseIn', [lineOf(phone, '3', '90', of('P1', 'P2', 'P3'))], at(9));
    expect(await states('P1')).toEqual([['inStock', 'Shelf']]);
    const sale = await shop.goods('saleOut', [lineOf(phone, '1', '150', of('P1'))], {
      ...at(8),
      status: '1',
    });
    expect(await states('P1')).toEqual([['sold', null]]);
    const [sold] = (await books.report(serialTable, { serial: 'P1' })).rows;
    expect(sold?.['partnerName']).toBe('Cy Stores');
    await shop.goods(
      'saleBack',
      [lineOf(phone, '1', '150', { ...of('P1'), sourceDocumentId: sale.id, sourceLine: 1 })],
      at(7),
    );
    const sent = await shop.goods(
      'transfer',
      [lineOf(phone, '1', '0', { ...of('P2'), targetWarehouseId: shop.branch })],
      { ...at(6), travels: true, status: '1' },
    );
    expect(await states('P2')).toEqual([['travelling', null]]);
    await server.call(receiveGoods, {
      id: sent.id,
      parts: [{ line: 1, arrived: '1', serials: ['P2'] }],
    });
    await shop.goods('otherOut', [lineOf(phone, '1', '0', of('P3'))], at(5));
    expect(await states('P3')).toEqual([['writtenOff', null]]);
    const [written] = (await books.report(serialTable, { serial: 'P3' })).rows;
    expect(written?.['partnerName']).toBe('');
    expect(await trace('P1')).toEqual([
      ['saleBack', 'inStock', 'Shelf', 'Cy Stores'],
      ['saleOut', 'sold', 'Shelf', 'Cy Stores'],
      ['purchaseIn', 'inStock', 'Shelf', 'Ada Supplies'],
    ]);
    expect(await trace('P2')).toEqual([
      ['transferIn', 'inStock', 'Branch', ''],
      ['transfer', 'travelling', 'Shelf', ''],
      ['purchaseIn', 'inStock', 'Shelf', 'Ada Supplies'],
    ]);
  });

  test('taken and put back by a deleted document has no trace of the document', async () => {
    const { shop, server } = books;
    const of = { allocations: [{ serials: ['Q1'] }] };
    await shop.goods('purchaseIn', [lineOf(phone, '1', '90', of)], at(4));
    const sale = await shop.goods('saleOut', [lineOf(phone, '1', '150', of)], at(3));
    await server.call(goodsDocuments.remove, { id: sale.id });
    expect(await trace('Q1')).toEqual([['purchaseIn', 'inStock', 'Shelf', 'Ada Supplies']]);
    expect(await states('Q1')).toEqual([['inStock', 'Shelf']]);
    expect(await states('none')).toEqual([]);
    expect((await books.report(serialMovesTable, {})).rows).toEqual([]);
  });

  test('shows documents of colleagues without number and partner', async () => {
    const pages = ['/report/serial_trace'];
    const own = await asRole(books.shop, 'traces', { pages, scope: 'own' });
    const { rows } = await books.report(
      serialMovesTable,
      { skuId: phone.skuId, serial: 'P1' },
      own,
    );
    expect(rows).toHaveLength(3);
    for (const row of rows)
      expect(row).toMatchObject({ number: null, documentId: null, partnerName: null });
  });
});

describe('SKUs', () => {
  test('show their stock, locked, free and on order', async () => {
    const { shop, server } = books;
    await server.call(setLock, { skuId: milk.skuId, warehouseId: shop.main, quantity: '4' });
    const order = await shop.goods('purchaseOrder', [lineOf(milk, '12', '5')], {
      status: '1',
      paidNow: '0',
    });
    await shop.goods('purchaseIn', [
      lineOf(milk, '5', '5', { ...inLot('L5', null), sourceDocumentId: order.id, sourceLine: 1 }),
    ]);
    const { rows } = await books.report(goodsSkuTable, { keyword: milk.barcode });
    const [hand] = await books.count(sql<Record<string, string>>`
      select coalesce(sum(quantity) filter (where stock_type = 'formal'), 0) as formal,
        coalesce(sum(quantity) filter (where stock_type = 'defective'), 0) as defective
      from stock_balance where sku_id = ${milk.skuId}`);
    expect(rows).toHaveLength(1);
    const [row = {}] = rows;
    expect(text(row['formal'])).toBe(text(hand?.['formal']));
    expect(text(row['defective'])).toBe(text(hand?.['defective']));
    expect([text(row['locked']), text(row['inTransit']), text(row['sold'])]).toEqual([
      '4',
      '7',
      '4',
    ]);
    expect(text(row['available'])).toBe(toPlainDecimal(decimal(text(row['formal'])).minus(4)));
    // Documents write the prices that they were at.
    expect([row['purchasePrice'], row['salePrice'], text(row['suggested'])]).toEqual([
      '5',
      '9',
      '0',
    ]);
    const there = await books.report(goodsSkuTable, {
      keyword: milk.barcode,
      warehouses: [shop.branch],
    });
    expect(text(there.rows[0]?.['formal'])).toBe('11');
    expect(text(there.rows[0]?.['locked'])).toBe('0');
  });

  test('without stock are listed on request; prices stay hidden', async () => {
    const { shop } = books;
    const empty = await shop.product();
    const found = async (more: object) =>
      (await books.report(goodsSkuTable, { keyword: empty.barcode, ...more })).rows;
    expect(await found({})).toEqual([]);
    expect(await found({ zeroStock: true })).toHaveLength(1);
    const inType = async (stockType: string) =>
      (await books.report(goodsSkuTable, { stockType: [stockType] })).rows.map(({ id }) => id);
    expect(await inType('defective')).toEqual([milk.skuId]);
    expect(await inType('gift')).toEqual([]);
    const blind = await asRole(shop, 'sorts-skus', {
      pages: ['/report/goods_sku'],
      hidden: ['purchase', 'sale'],
    });
    const { rows } = await books.report(goodsSkuTable, { keyword: milk.barcode }, blind);
    expect(rows[0]).toMatchObject({ purchasePrice: null, salePrice: null, minimumPrice: null });
    expect(rows[0]?.['retailPrice']).toBe('25');
  });
});

describe('stock of a lot or SKU', () => {
  const comesTo = (rows: readonly Row[], column: string): string =>
    toPlainDecimal(rows.reduce((sum, row) => sum.plus(text(row[column])), decimal(0)));

  /** What the moves of it come to, of all days and of the last; the last of them leaves what there is of all types. */
  const behind = async (row: Row, more: object) => {
    const search = { materialId: row['productId'], ...more };
    const { rows } = await books.report(stockLedgerTable, search);
    const late = { ...search, dates: [daysAgo(9), null] };
    const after = (await books.report(stockLedgerTable, late)).rows[0]?.['after'];
    if (after !== undefined) expect(after).toBe(rows[0]?.['after']);
    return [comesTo(rows, 'change'), text(rows[0]?.['after'])];
  };

  test('equals the sum of its moves and their last running balance', async () => {
    // A lot whose name begins as another's, in the same warehouse.
    await books.shop.goods('purchaseIn', [
      lineOf(milk, '7', '5', inLot('L11', daysAgo(-90))),
      lineOf(milk, '1', '5', inLot('L1', daysAgo(5))),
    ]);
    const search = { keyword: milk.barcode };
    const lots = (await books.report(lotStockTable, search)).rows;
    expect(lots.length).toBeGreaterThan(4);
    for (const row of lots) {
      const of = { warehouses: [row['warehouseId']], ofLot: row['lot'], skuId: row['skuId'] };
      const stock = text(row['stock']);
      expect(await behind(row, of), JSON.stringify(row)).toEqual([stock, stock]);
    }
    for (const row of (await books.report(goodsExpirationTable, search)).rows) {
      const { lot: ofLot, warehouseId, skuId, stockType } = row;
      const of = { warehouses: [warehouseId], ofLot, skuId, stockType: [stockType] };
      expect((await behind(row, of))[0]).toBe(text(row['stock']));
    }
    for (const { id: skuId, ...row } of (await books.report(goodsSkuTable)).rows) {
      const types = ['formal', 'defective', 'gift', 'ungraded'];
      for (const stockType of types)
        expect((await behind(row, { skuId, stockType: [stockType] }))[0]).toBe(
          text(row[stockType]),
        );
      const of = { materialId: row['productId'], skuId };
      const total = async (
        table: TableDeclaration,
        search: object,
        column: string,
      ): Promise<string> => text((await books.report(table, search)).totals[column]);
      const ordered = { skuId, kind: ['purchaseOrder'], level: 'line' };
      expect(await total(inTransitTable, ordered, 'inTransit')).toBe(text(row['inTransit']));
      const held = { skuId, lockedOnly: true };
      expect(await total(lockTable, held, 'locked')).toBe(text(row['locked']));
      const kinds = ['saleOut', 'saleBack', 'retailOut', 'retailBack'];
      const sold = { ...of, dates: [daysAgo(29), daysAgo(0)], kinds };
      const went = decimal(await total(stockLedgerTable, sold, 'change')).negated();
      expect(toPlainDecimal(went)).toBe(text(row['sold']));
      const { totals } = await books.report(stockByWarehouseTable, of);
      const all = types.reduce((sum, one) => sum.plus(text(row[one])), decimal(0));
      expect(text(totals['stock'])).toBe(toPlainDecimal(all));
    }
  });

  test('counts on-order quantities within the reader’s scope', async () => {
    const pages = ['/report/goods_sku', '/report/inventory_in_transit'];
    const buyer = await asRole(books.shop, 'own-orders', { pages, scope: 'own' });
    const ordered = async (as?: string) =>
      text((await books.report(goodsSkuTable, { zeroStock: true }, as)).totals['inTransit']);
    expect(await ordered()).not.toBe('0');
    expect(await ordered(buyer)).toBe('0');
    expect(
      (await books.report(inTransitTable, { kind: ['purchaseOrder'], level: 'line' }, buyer)).rows,
    ).toEqual([]);
  });

  test('is listed by warehouse with access to the SKU report', async () => {
    const sorter = await asRole(books.shop, 'sees-skus', { pages: ['/report/goods_sku'] });
    const of = { materialId: await books.productId(milk), skuId: milk.skuId };
    expect((await books.report(stockByWarehouseTable, of, sorter)).rows).toHaveLength(2);
    expect(await books.status(stockByWarehouseTable, { ...of, skuId: 'all' }, sorter)).toBe(400);
  });
});

test('every invariant of the books holds after all reports of current stock', async () => {
  expect(await books.shop.broken()).toEqual([]);
});

describe('stock at the end of a past day', () => {
  type Moved = Record<'name' | 'quantity', string>;
  /** Sums of the ledger up to a day, by the named columns. */
  const ledgerAt = async (day: string, by: string): Promise<Record<string, string>> => {
    const rows = await books.count(sql<Moved>`
      select ${sql.raw(by)} as name, sum(quantity) as quantity from (
        select to_id as warehouse_id, sku_id, lot, stock_type, quantity, business_date
        from stock_move where tenant_id = ${books.server.company.tenantId} and to_place = 'warehouse'
        union all
        select from_id, sku_id, lot, stock_type, -quantity, business_date
        from stock_move
        where tenant_id = ${books.server.company.tenantId} and from_place = 'warehouse') as move
      where business_date <= ${day}::date group by 1 having sum(quantity) <> 0`);
    return Object.fromEntries(rows.map(({ name, quantity }) => [name, text(quantity)]));
  };

  test.each([0, 1, 2, 9, 10, 29, 30, 39, 40, 41, 100])(
    'by lot and by SKU, %i days ago, equals the moves up to the day',
    async (days) => {
      const date = daysAgo(days);
      const lots = await books.report(lotStockTable, { date });
      expect(Object.fromEntries(lots.rows.map(({ id, stock }) => [id, text(stock)]))).toEqual(
        Object.fromEntries(
          Object.entries(
            await ledgerAt(date, "warehouse_id || '-' || sku_id || '-' || lot"),
          ).filter(([name]) => !name.endsWith('-')),
        ),
      );
      const { rows } = await books.report(goodsSkuTable, { date });
      const types = ['formal', 'defective', 'gift', 'ungraded'];
      const bySku = rows.flatMap((row) =>
        types.map((type) => [`${String(row['id'])} ${type}`, text(row[type])] as const),
      );
      expect(Object.fromEntries(bySku.filter(([, stock]) => stock !== '0'))).toEqual(
        await ledgerAt(date, "sku_id || ' ' || stock_type"),
      );
      for (const row of rows) expect(row).toMatchObject({ inTransit: null, suggested: null });
    },
  );

  test('includes products hidden since, by lot and by SKU', async () => {
    const { server, shop } = books;
    const gone = await shop.product({ lots: true });
    await shop.goods('purchaseIn', [lineOf(gone, '7', '4', inLot('G1', null))], at(20));
    await shop.goods('saleOut', [lineOf(gone, '7', '9', inLot('G1', null))], at(10));
    const productId = await books.productId(gone);
    await server.arrange(server.company, (tx) =>
      hideProducts({ tx, tenantId: server.company.tenantId }, [productId]),
    );
    const stockAt = async (days: number, column: string, table: TableDeclaration) => {
      const { rows } = await books.report(table, { date: daysAgo(days) });
      return rows.filter((row) => row['productId'] === productId).map((row) => text(row[column]));
    };
    for (const days of [20, 11]) {
      expect(await stockAt(days, 'stock', lotStockTable)).toEqual(['7']);
      expect(await stockAt(days, 'formal', goodsSkuTable)).toEqual(['7']);
    }
    expect(await stockAt(10, 'formal', goodsSkuTable)).toEqual([]);
  });

  test('locks of a past day follow from the history of locks', async () => {
    const { server, shop, tea } = books;
    const lockedAt = async (days: number) => {
      const search = { keyword: tea.barcode, date: daysAgo(days), zeroStock: true };
      return text((await books.report(goodsSkuTable, search)).rows[0]?.['locked']);
    };
    const before = await lockedAt(0);
    await server.call(setLock, { skuId: tea.skuId, warehouseId: shop.main, quantity: '1' });
    const locked = toPlainDecimal(decimal(before).plus(1));
    expect([await lockedAt(0), await lockedAt(1)]).toEqual([locked, before]);
    // Goods that were locked five days ago and released three days ago.
    await server.arrange(server.company, (tx) =>
      sql`insert into lock_history (tenant_id, warehouse_id, sku_id, source, quantity, at)
        select ${server.company.tenantId}, ${shop.main}, ${tea.skuId}, 'manual', past.quantity, past.at
        from (values (3, ${at(5).time}::timestamptz),
          (-3, ${at(3).time}::timestamptz)) as past(quantity, at)`.execute(tx),
    );
    const more = toPlainDecimal(decimal(before).plus(3));
    expect(await Promise.all([6, 5, 4, 3, 0].map(lockedAt))).toEqual([
      before,
      more,
      more,
      before,
      locked,
    ]);
  });
});
