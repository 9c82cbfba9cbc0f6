// Attacks by users of a company on goods beyond their rights: other warehouses, foreign documents, hidden
// amounts.
import {
  activities,
  products,
  uploadFile,
  viewAs,
  applySheet,
  cancelSheet,
  readSheetCells,
  sheetImport,
  sheetRows,
  undoSheet,
  warehouses,
  activityTable,
  approveCount,
  clearCount,
  countInfo,
  countLineTable,
  countTable,
  currentSettings,
  finishCount,
  finishTally,
  forceClose,
  goodsOnTheWay,
  priceAdjustments,
  receiveGoods,
  takeBackReceipt,
  gradeGoods,
  goodsDocuments,
  lockHistoryTable,
  lockTable,
  previewBackdated,
  purchaseReviewLines,
  releaseActivity,
  reviewPurchases,
  serialsInStock,
  setLock,
  startCount,
  enterCount,
  ungradedSerials,
  ungradedTable,
  updateSettings,
} from '@tradehouse/contract';
import type { Endpoint, Page, RowOf, TableDeclaration } from '@tradehouse/contract';
import { everyCall, isForPrograms, isOperators } from '@tradehouse/contract/declared';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compared, settled, stepTo, workbook } from '../modules/sheet/testSheets.ts';
import { aStockedServer, lineOf } from '../modules/document/testShop.ts';
import { aTally, tallyPart } from '../modules/document/testTally.ts';
import { counted } from '../modules/stock/testCounts.ts';
import { processDueStockEvents } from '../modules/stock/index.ts';
import { aVisitor } from './testVisitors.ts';
import { waiting } from './testWaits.ts';

const { server, shop, one, line } = await aStockedServer('100');
beforeAll(async () => {
  const branch = [line('50', '10', { warehouseId: shop.branch })];
  await shop.goods('purchaseIn', branch, { time: ago(20) });
});
afterAll(async () => {
  const broken = await shop.broken();
  if (broken.length > 0) throw new Error(`the books are broken: ${broken.join('; ')}`);
});

const every = ['1', '2', '3', '7'] as const;
const DAY = 86_400_000;
const ago = (days: number): string => new Date(Date.now() - days * DAY).toISOString();
const ahead = (days: number): string => ago(-days);

async function rows<T extends TableDeclaration>(
  table: T,
  search: object,
  token?: string,
): Promise<readonly RowOf<T>[]> {
  const reply = await server.request('GET', table.path, { search, pageSize: 200 }, token);
  return reply.json<{ data: Page<RowOf<T>> }>().data.rows;
}

/** Five pieces of an order's only line came to a warehouse. */
const tallyOfFive = (id: string, warehouseId: string) =>
  aTally(id, warehouseId, [tallyPart(1, { formal: '5' })]);

async function granting(warehouseGrants: boolean): Promise<void> {
  const { version } = await server.call(currentSettings, {});
  await server.call(updateSettings, { version, warehouseGrants });
}

describe('a user granted a single warehouse', () => {
  let keeper: string;
  beforeAll(async () => {
    const visitor = { buttons: every, warehouses: [shop.main] };
    ({ token: keeper } = await aVisitor(shop, 'keeps-main', visitor));
    await granting(true);
  });
  afterAll(() => granting(false));
  const fair = () => ({ name: 'Fair of two', beginsAt: ago(1), endsAt: ahead(1) });
  const activity = async () => {
    const held = (warehouseId: string, quantity: string) => ({
      barcode: one.barcode,
      warehouseId,
      quantity,
    });
    const lines = [held(shop.main, '5'), held(shop.branch, '7')];
    return (await server.call(activities.add, { ...fair(), lines })).id;
  };

  test('sees only stock of an activity in their warehouse, and cannot end or delete the activity', async () => {
    const id = await activity();
    const [row] = await rows(activityTable, {}, keeper);
    expect(row).toMatchObject({ products: 1, target: '5', locked: '5' });
    const { version } = await server.call(activities.infoCall, { id });
    const over = { ...fair(), id, version, endsAt: ago(0.5), lines: [] };
    for (const [endpoint, input] of [
      [releaseActivity, { id }],
      [activities.remove, { id }],
      [activities.update, over],
    ] as const)
      expect([endpoint.path, (await server.refusal(endpoint, input, keeper)).key]).toEqual([
        endpoint.path,
        'access.denied',
      ]);
    expect(await rows(activityTable, {})).toMatchObject([{ target: '12', locked: '12' }]);
    await server.call(releaseActivity, { id });
  });

  test('learns nothing about another warehouse from a back-dating preview', async () => {
    await shop.goods('saleOut', [line('3', '20', { warehouseId: shop.branch })], { time: ago(2) });
    const input = shop.input('saleOut', [line('1', '20', { warehouseId: shop.branch })], {
      time: ago(5),
    });
    expect(await server.call(previewBackdated, input, keeper)).toMatchObject({
      laterDocuments: 0,
      lowest: [],
      refusal: expect.any(String),
    });
  });

  test('sees only stock and sales of the granted warehouse in the purchase review', async () => {
    const of = (warehouseId: string) => ({ warehouseId });
    for (const place of [shop.main, shop.branch]) {
      await shop.goods('saleOut', [line('2', '20', of(place))]);
    }
    const { id } = await shop.goods('purchaseOrder', [line('1', '10')]);
    const { rows: seen } = await server.call(purchaseReviewLines, { id }, keeper);
    expect(seen).toMatchObject([{ sold: '2', stock: await shop.stock(one) }]);
    const both = await shop.goods('purchaseIn', [
      line('1', '10', of(shop.main)),
      line('1', '10', of(shop.branch)),
    ]);
    for (const result of ['approved', 'rejected'] as const)
      expect([
        result,
        await server.refusal(reviewPurchases, { ids: both.id, result, comment: 'no' }, keeper),
      ]).toMatchObject([result, { status: 403 }]);
  });

  test('cannot count, lock or grade in another warehouse', async () => {
    await shop.goods('purchaseIn', [
      line('2', '10', { warehouseId: shop.branch, allocations: [{ stockType: 'ungraded' }] }),
    ]);
    const { id } = await server.call(startCount, { warehouseId: shop.branch });
    await server.call(enterCount, { id, entries: [{ code: one.barcode, quantity: '1' }] });
    const spot = { skuId: one.skuId, warehouseId: shop.branch };
    for (const [endpoint, input] of [
      [startCount, { warehouseId: shop.branch }],
      [countInfo, { id }],
      [enterCount, { id, entries: [{ code: one.barcode }] }],
      [clearCount, { id, lineIds: ['1'] }],
      [approveCount, { ids: id }],
      [setLock, { ...spot, quantity: '1' }],
      [gradeGoods, { ...spot, formal: { quantity: '1' } }],
    ] as const)
      expect([endpoint.path, (await server.refusal(endpoint, input, keeper)).key]).toEqual([
        endpoint.path,
        'record.missing',
      ]);
    for (const [table, search] of [
      [countTable, {}],
      [countLineTable, { sheetId: id }],
      [lockHistoryTable, spot],
      [ungradedTable, {}],
      [lockTable, { warehouses: [shop.branch] }],
    ] as const)
      expect([table.id, await rows(table, search, keeper)]).toEqual([table.id, []]);
    expect(await server.call(ungradedSerials, spot, keeper)).toEqual({
      serials: [],
      quantity: '0',
    });
  });

  test('cannot receive an order into another warehouse', async () => {
    const order = await shop.goods('purchaseOrder', [line('5', '10')], { status: '1' });
    const given = tallyOfFive(order.id, shop.branch);
    expect((await server.refusal(finishTally, given, keeper)).status).toBeGreaterThan(400);
  });
});

describe('a compared import sheet', () => {
  const place = async (id: string) => (await server.call(warehouses.infoCall, { id })).name;

  test('is applied and undone only by its uploader, within the uploader’s current warehouses', async () => {
    const pages = { '/material/material': ['1'] };
    const own = { pages, warehouses: [shop.branch] };
    const bringer = await aVisitor(shop, 'bringer', own);
    const other = await aVisitor(shop, 'other-bringer', own);
    const goods = await shop.product();
    const cells = [
      ['Warehouse', 'Barcode', 'Quantity', 'Opening unit cost'],
      [await place(shop.main), goods.barcode, 5, 2],
    ];
    const bring = () => compared(server, 'openingStock', cells, bringer.token);
    const at = await bring();
    expect(at).toMatchObject({ state: 'checked', wrongRows: 0 });
    const { id } = at;
    for (const [endpoint, input] of [
      [sheetImport, { id }],
      [sheetRows, { id, outcome: 'new' }],
      [applySheet, { id }],
      [cancelSheet, { id }],
    ] as const)
      expect([endpoint.path, (await server.refusal(endpoint, input, other.token)).status]).toEqual([
        endpoint.path,
        404,
      ]);
    await granting(true);
    await server.call(applySheet, { id }, bringer.token);
    expect(await settled(server, at, bringer.token)).toMatchObject({ state: 'checked' });
    expect(await shop.stock(goods)).toBe('0');
    await granting(false);
    await stepTo(server, cancelSheet, at, 'checked', bringer.token).catch(() => null);
    const again = await bring();
    await stepTo(server, applySheet, again, 'applied', bringer.token);
    expect((await server.refusal(undoSheet, { id: again.id }, other.token)).status).toBe(404);
    await granting(true);
    await server.call(undoSheet, { id: again.id }, bringer.token);
    expect(await settled(server, again, bringer.token)).toMatchObject({ state: 'applied' });
    expect(await shop.stock(goods)).toBe('5');
    await granting(false);
    const ends = await Promise.all(
      [undoSheet, applySheet, undoSheet].map((step) =>
        server.request('POST', step.path, { id: again.id }, bringer.token),
      ),
    );
    expect(ends.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(await settled(server, again, bringer.token)).toMatchObject({ state: 'undone' });
    expect(await shop.stock(goods)).toBe('0');
  });

  test('cannot be applied after the uploader lost a warehouse or price rights', async () => {
    const { name, token } = await aVisitor(shop, 'seller', {
      pages: { '/material/material': ['1'] },
      warehouses: [shop.branch],
    });
    const brought = await compared(
      server,
      'products',
      [
        ['Name', 'Base unit', 'Barcode', 'Sale price', await place(shop.main)],
        ['Brought', 'piece', '990077', 9, 5],
      ],
      token,
    );
    expect(brought).toMatchObject({ newRows: 1, wrongRows: 0 });
    await granting(true);
    await server.call(applySheet, { id: brought.id }, token);
    expect(await settled(server, brought, token)).toMatchObject({ state: 'checked', wrongRows: 1 });
    await server.arrange(shop.company, (tx) =>
      sql`update role set hidden_amounts = '{sale}' where tenant_id = ${shop.company.tenantId} and name = ${name}`.execute(
        tx,
      ),
    );
    await granting(false);
    expect((await server.refusal(applySheet, { id: brought.id }, token)).key).toBe('access.denied');
  });

  test('is refused if the uncompressed text exceeds the maximum size of a request', async () => {
    const row = Array.from({ length: 60 }, () => 'x'.repeat(32_000));
    const bytes = await workbook(Array.from({ length: 200 }, () => row));
    const file = { name: 'lines.xlsx', bytes };
    expect(bytes.length).toBeLessThan(10_000_000);
    expect(await server.upload(readSheetCells, file, { kind: 'purchaseIn' })).toMatchObject({
      key: 'sheet.tooLarge',
    });
  });
});

describe('a file', () => {
  const paper = { name: '../../etc/cron.d/a"\r\n.pdf', bytes: Buffer.from('%PDF-1.7') };
  const bring = (token?: string) => server.upload(uploadFile, paper, { biz: 'bill' }, token);

  test('an attachment is refused as a product picture', async () => {
    const { id, name } = await bring();
    expect(name).not.toMatch(/[/\\\r\n]/);
    const input = {
      name: 'With a paper',
      unitName: 'piece',
      images: [id],
      barcodes: [{ code: '990088', unit: 'piece' }],
    };
    expect((await server.refusal(products.add, input)).key).toBe('file.missing');
  });

  test('not used by a record is deleted after many newer unused uploads of the user', async () => {
    const { userId, token } = await aVisitor(shop, 'filler', { buttons: every });
    const { tenantId } = shop.company;
    const first = await bring(token);
    await server.arrange(shop.company, (tx) =>
      sql`insert into stored_file (tenant_id, name, type, size, bytes, creator_id)
        select ${tenantId}, 'a.pdf', 'application/pdf', 1, 'x', ${userId} from generate_series(1, 150) returning id`.execute(
        tx,
      ),
    );
    const last = await bring(token);
    const { rows: kept } = await server.arrange(shop.company, (tx) =>
      sql<{ id: string }>`
        select id from stored_file where tenant_id = ${tenantId} and creator_id = ${userId}`.execute(
        tx,
      ),
    );
    const ids = kept.map(({ id }) => id);
    expect(ids.length).toBeLessThanOrEqual(100);
    expect([ids.includes(first.id), ids.includes(last.id)]).toEqual([false, true]);
  });
});

describe('a user with read access only', () => {
  test('is refused by every writing call', async () => {
    const { userId } = await aVisitor(shop, 'watched', { buttons: every });
    const { token } = await server.call(viewAs, { id: userId });
    const open = new Set<string>();
    for (const { name, endpoint } of everyCall) {
      const { method, path, access, writes = method !== 'GET', whileReadOnly = [] } = endpoint;
      if (!writes || access === 'public' || isOperators(endpoint)) continue;
      if (whileReadOnly.includes('viewing')) continue;
      const reply = await server.request(method, path, {}, token);
      const key = reply.json<{ data: { key?: string } }>().data?.key;
      // Programs' calls know no window's session at all.
      const refusals = isForPrograms(endpoint)
        ? ['session.missing', 'application.token']
        : ['session.viewing', 'access.denied'];
      if (key === undefined || !refusals.includes(key)) open.add(`${name}: ${key}`);
    }
    expect([...open]).toEqual([]);
  });
});

describe('concurrent calls', () => {
  const ends = async (calls: readonly Promise<unknown>[]) =>
    (await Promise.allSettled(calls)).filter(({ status }) => status === 'fulfilled').length;
  const status = (endpoint: Endpoint, input: object, count: number) =>
    Array.from({ length: count }, () => server.call(endpoint, input as never));

  test('an order is received at most once by concurrent receipts, tallies and closing', async () => {
    const order = () => shop.goods('purchaseOrder', [line('5', '10')], { status: '1' });
    const receipt = ({ id }: { readonly id: string }) =>
      shop.goods('purchaseIn', [line('5', '10', { sourceDocumentId: id, sourceLine: 1 })]);
    const first = await order();
    expect(await ends([receipt(first), receipt(first), receipt(first)])).toBe(1);
    const second = await order();
    const told = tallyOfFive(second.id, shop.main);
    expect(await ends([...status(finishTally, told, 2), receipt(second)])).toBe(1);
    const third = await order();
    await ends([server.call(forceClose, { ids: third.id }), receipt(third)]);
    for (const { id } of [first, second, third])
      expect((await server.call(goodsDocuments.info, { id })).lines).toMatchObject([
        { linkedQuantity: expect.stringMatching(/^[05]$/) },
      ]);
  });

  test('goods in transit are received once, and a receipt is undone once', async () => {
    const goods = await shop.product();
    await shop.goods('purchaseIn', [lineOf(goods, '4', '10')]);
    const sent = lineOf(goods, '4', '10', { targetWarehouseId: shop.branch });
    const { id } = await shop.goods('transfer', [sent], { travels: true, status: '1' });
    const arrived = { id, parts: [{ line: 1, arrived: '4' }] };
    expect(await ends(status(receiveGoods, arrived, 3))).toBe(1);
    expect(await shop.stock(goods, shop.branch)).toBe('4');
    const { receipts } = await server.call(goodsOnTheWay, { id });
    expect(await ends(status(takeBackReceipt, { id: receipts[0]?.id ?? '' }, 3))).toBe(1);
    expect(await shop.stock(goods, shop.branch)).toBe('0');
  });

  test('the last piece is locked, reserved or sold once, and graded once', async () => {
    const goods = await shop.product();
    await shop.goods('purchaseIn', [lineOf(goods, '1', '10')]);
    await shop.goods('purchaseIn', [
      lineOf(goods, '1', '10', { allocations: [{ stockType: 'ungraded' }] }),
    ]);
    const spot = { skuId: goods.skuId, warehouseId: shop.main };
    expect(
      await ends([
        ...status(setLock, { ...spot, quantity: '1' }, 2),
        shop.goods('saleOut', [lineOf(goods, '1')]),
        shop.goods('saleOut', [lineOf(goods, '1')]),
      ]),
    ).toBe(1);
    expect(await ends(status(gradeGoods, { ...spot, gift: { quantity: '1' } }, 3))).toBe(1);
  });

  test('a price adjustment is approved once by concurrent approvals, and unapproved once', async () => {
    const { barcodeId = '' } =
      (await server.call(priceAdjustments.candidates, { price: 'sale', q: one.barcode }))[0] ?? {};
    const lines = [{ barcodeId, newPrice: '19.999999' }];
    const { id: ids } = await server.call(priceAdjustments.add, { price: 'sale', lines });
    expect(await ends(status(priceAdjustments.approve, { ids }, 3))).toBe(1);
    expect(await ends(status(priceAdjustments.unapprove, { ids }, 3))).toBe(1);
  });

  test('no stock stays locked for an activity ended during the locking', async () => {
    const { id } = await server.call(activities.add, {
      name: 'Ends',
      beginsAt: ago(1),
      endsAt: ahead(1),
      lines: [{ barcode: one.barcode, warehouseId: shop.main, quantity: '1' }],
    });
    const { tenantId } = shop.company;
    const spot = { skuId: one.skuId, warehouseId: shop.main, activityId: id };
    let locking: Promise<string> = Promise.resolve('');
    await server.arrange(shop.company, async (tx) => {
      await sql`select from activity where tenant_id = ${tenantId} and id = ${id} for update`.execute(
        tx,
      );
      let over = false;
      locking = server
        .refusal(setLock, { ...spot, quantity: '3' })
        .then(({ key }) => key)
        .finally(() => (over = true));
      // Until it waits for the lock, or does not have to.
      await waiting(server, 1, () => over);
      await sql`update activity set released = true where tenant_id = ${tenantId} and id = ${id}`.execute(
        tx,
      );
    });
    expect(await locking).toBe('activity.ended');
    await server.arrange(shop.company, (tx) => processDueStockEvents({ tx, tenantId }));
    expect((await rows(activityTable, { name: 'Ends' }))[0]).toMatchObject({ locked: '0' });
  });
});

describe('two counts of a shelf', () => {
  const approved = (id: string) => server.call(approveCount, { ids: id });

  test('post a shortage once, approved sequentially or concurrently', async () => {
    for (const atOnce of [false, true]) {
      const goods = await shop.product();
      await shop.goods('purchaseIn', [lineOf(goods, '10', '10')]);
      const [first, second] = [
        await counted(server, shop.main, goods, '8'),
        await counted(server, shop.main, goods, '8'),
      ];
      const ends = atOnce
        ? await Promise.allSettled([approved(first), approved(second)])
        : [
            ...(await Promise.allSettled([approved(first)])),
            ...(await Promise.allSettled([approved(second)])),
          ];
      expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      expect(await shop.stock(goods)).toBe('8');
      // Counted again, the other finds nothing more to post.
      const open = ends[0]?.status === 'fulfilled' ? second : first;
      await server.call(enterCount, {
        id: open,
        entries: [{ code: goods.barcode, quantity: '8' }],
      });
      await approved(open);
      expect(await shop.stock(goods)).toBe('8');
    }
  });

  test('protect their posted document from changes outside the count', async () => {
    const goods = await shop.product();
    await shop.goods('purchaseIn', [lineOf(goods, '10', '10')]);
    const id = await counted(server, shop.main, goods, '7');
    await approved(id);
    const { documentId } = await server.call(countInfo, { id });
    const posted = { id: documentId ?? '' };
    const { version, kind } = await server.call(goodsDocuments.info, posted);
    const input = { ...shop.input(kind, [lineOf(goods, '-1')]), ...posted, version };
    await server.refusal(goodsDocuments.update, input);
    await server.refusal(goodsDocuments.remove, posted);
    await server.request('POST', goodsDocuments.setStatus.path, { ids: posted.id, status: '0' });
    const now = await server.call(goodsDocuments.info, posted);
    expect(
      (await server.refusal(goodsDocuments.update, { ...input, version: now.version })).key,
    ).toBe('document.internal');
    expect(await shop.stock(goods)).toBe('7');
  });

  test('two counts of a quantity beyond the maximum cause no server error', async () => {
    const goods = await shop.product();
    await shop.goods('purchaseIn', [lineOf(goods, '10', '10')]);
    const { id } = await server.call(startCount, {
      warehouseId: shop.main,
      keyword: goods.barcode,
    });
    const most = '999999999999999999';
    for (const entry of [
      { code: goods.box, quantity: most },
      { code: goods.barcode, quantity: `${most}.999999` },
      { code: goods.barcode, add: `-${most}` },
      { code: goods.barcode, quantity: '1', lot: 'of no lots' },
    ]) {
      const reply = await server.request('POST', enterCount.path, { id, entries: [entry] });
      expect([JSON.stringify(entry), reply.statusCode >= 500]).toEqual([
        JSON.stringify(entry),
        false,
      ]);
    }
    await server.call(finishCount, { id });
    const reply = await server.request('POST', approveCount.path, { ids: id });
    expect([reply.statusCode, reply.statusCode < 500]).toEqual([reply.statusCode, true]);
  });
});

describe('a user limited to own data', () => {
  let loner: string;
  beforeAll(async () => {
    ({ token: loner } = await aVisitor(shop, 'loner', { buttons: every, dataScope: 'own' }));
  });

  test('learns no document number of other users from stock, locks or serials', async () => {
    await shop.set({ reserve_on_order: true });
    const kept = await shop.product({ serials: true });
    const numbers = [
      await shop.goods('saleOrder', [line('1')], { status: '1' }),
      await shop.goods('purchaseIn', [
        lineOf(kept, '1', '10', { allocations: [{ serials: ['S-1'] }] }),
      ]),
      await shop.goods('purchaseIn', [
        line('1', '10', { allocations: [{ stockType: 'ungraded' }] }),
      ]),
    ].map(({ number }) => number);
    await shop.set({ reserve_on_order: false });
    const spot = { skuId: one.skuId, warehouseId: shop.main };
    const told = JSON.stringify([
      await rows(lockHistoryTable, spot, loner),
      await rows(ungradedTable, {}, loner),
      await server.call(serialsInStock, { barCode: kept.barcode }, loner),
    ]);
    expect(told).toContain('S-1');
    expect(numbers.filter((number) => told.includes(number))).toEqual([]);
  });
});

describe('a user with an approval limit', () => {
  test('cannot exceed the limit by a document in another currency', async () => {
    const { name, token } = await aVisitor(shop, 'limited', { buttons: every });
    await server.arrange(shop.company, (tx) =>
      sql`update role set approval_limit = 100 where tenant_id = ${shop.company.tenantId} and name = ${name}`.execute(
        tx,
      ),
    );
    const abroad = { currency: 'XTS', exchangeRate: '7' };
    const { id: ids } = await shop.goods('purchaseOrder', [line('9', '10')], abroad);
    for (const [endpoint, input] of [
      [reviewPurchases, { ids, result: 'approved' }],
      [goodsDocuments.setStatus, { ids, status: '1' }],
      [
        goodsDocuments.add,
        shop.input('purchaseOrder', [line('9', '10')], { ...abroad, status: '1' }),
      ],
    ] as const)
      expect([endpoint.path, (await server.refusal(endpoint, input, token)).key]).toEqual([
        endpoint.path,
        'review.limit',
      ]);
  });
});

describe('a user without amount rights', () => {
  test('reads no sale’s prices where purchases are reviewed', async () => {
    const { token } = await aVisitor(shop, 'reviewer', {
      pages: { '/bill/purchase_review': ['2'] },
      hidden: ['sale'],
    });
    const { id } = await shop.goods('saleOrder', [line('1', '77')]);
    expect(await server.refusal(purchaseReviewLines, { id }, token)).toMatchObject({ status: 404 });
  });

  test('learns no minimum price from a refusal', async () => {
    const { token } = await aVisitor(shop, 'blind', { buttons: every, hideAmounts: true });
    const dear = await shop.product({ sale: '20', minimum: '33.33' });
    await shop.goods('purchaseIn', [lineOf(dear, '5')]);
    const input = shop.input('saleOut', [lineOf(dear, '1')]);
    expect(JSON.stringify(await server.refusal(goodsDocuments.add, input, token))).not.toContain(
      '33.33',
    );
  });
});
