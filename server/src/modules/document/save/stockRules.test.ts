import {
  goodsDocuments,
  lotsOfBarcode,
  serialsInStock,
  stockOfBarcode,
} from '@tradehouse/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { aShopServer, timeDaysAgo } from '../testShop.ts';
import type { TestProduct } from '../testShop.ts';

const { server, shop } = await aShopServer();

const line = ({ barcode }: TestProduct, quantity: string, more: object = {}) => ({
  barcode,
  quantity,
  unitPrice: '20',
  ...more,
});
const refused = async (
  kind: string,
  lines: readonly ReturnType<typeof line>[],
  more: object = {},
) => server.refusal(goodsDocuments.add, shop.input(kind, lines, more));
/** The same on the company's calendar. */
const businessDay = (ago: number) =>
  new Date(timeDaysAgo(ago)).toLocaleDateString('sv', { timeZone: 'Asia/Shanghai' });

describe('back-dated documents', () => {
  test('may not take goods already used by later days', async () => {
    const one = await shop.product();
    await shop.goods('purchaseIn', [line(one, '10')], { time: timeDaysAgo(10) });
    await shop.goods('saleOut', [line(one, '10')], { time: timeDaysAgo(5) });
    await shop.goods('purchaseIn', [line(one, '10')], { time: timeDaysAgo(2) });
    expect(await shop.stock(one)).toBe('10');
    expect(await refused('saleOut', [line(one, '1')], { time: timeDaysAgo(7) })).toMatchObject({
      key: 'stock.shortageLater',
      data: {
        missing: '1',
        barcode: one.barcode,
        warehouse: 'Shelf',
        line: 1,
        date: businessDay(5),
      },
    });
    await shop.goods('saleOut', [line(one, '1')], { time: timeDaysAgo(1) });
    expect(await shop.broken()).toEqual([]);
  });

  test('may not take used goods, even where the stock balance stores no last day', async () => {
    const one = await shop.product();
    await shop.goods('purchaseIn', [line(one, '10')], { time: timeDaysAgo(10) });
    await shop.goods('saleOut', [line(one, '10')], { time: timeDaysAgo(5) });
    await shop.goods('purchaseIn', [line(one, '10')], { time: timeDaysAgo(2) });
    await server.arrange(server.company, (tx) =>
      sql`update stock_balance set last_day = null where tenant_id = ${server.company.tenantId}`.execute(
        tx,
      ),
    );
    await shop.goods('purchaseIn', [line(one, '1')], { time: timeDaysAgo(20) });
    expect((await refused('saleOut', [line(one, '2')], { time: timeDaysAgo(7) })).key).toBe(
      'stock.shortageLater',
    );
    expect(await shop.broken()).toEqual([]);
  });

  test('a receipt may not move behind a sale of its goods', async () => {
    const one = await shop.product();
    const receipt = await shop.goods('purchaseIn', [line(one, '10')], { time: timeDaysAgo(10) });
    await shop.goods('saleOut', [line(one, '10')], { time: timeDaysAgo(5) });
    const later = {
      ...shop.input('purchaseIn', [line(one, '10')], { time: timeDaysAgo(3) }),
      id: receipt.id,
      version: 1,
    };
    expect((await server.refusal(goodsDocuments.update, later)).key).toBe('stock.shortageLater');
    await server.call(goodsDocuments.update, { ...later, time: timeDaysAgo(6) });
    expect(await shop.broken()).toEqual([]);
  });

  test('a document dated in the future or in a closed period is refused', async () => {
    const one = await shop.product();
    expect((await refused('purchaseIn', [line(one, '1')], { time: timeDaysAgo(-2) })).key).toBe(
      'document.futureDate',
    );
    const old = await shop.goods('purchaseIn', [line(one, '1')], { time: timeDaysAgo(40) });
    await shop.set({ closed_until: timeDaysAgo(30).slice(0, 10) });
    expect((await refused('purchaseIn', [line(one, '1')], { time: timeDaysAgo(35) })).key).toBe(
      'document.periodClosed',
    );
    expect((await server.refusal(goodsDocuments.remove, { id: old.id })).key).toBe(
      'document.periodClosed',
    );
    const moved = { ...shop.input('purchaseIn', [line(one, '1')]), id: old.id, version: 1 };
    expect((await server.refusal(goodsDocuments.update, moved)).key).toBe('document.periodClosed');
    await shop.set({ closed_until: null });
  });
});

describe('negative stock', () => {
  test('is allowed by the setting of the company, and the next receipt settles its cost', async () => {
    const one = await shop.product();
    await shop.set({ negative_stock: true });
    await shop.goods('saleOut', [line(one, '3')]);
    expect(await shop.stock(one)).toBe('-3');
    await shop.set({ negative_stock: false });
    expect((await refused('saleOut', [line(one, '1')])).key).toBe('stock.shortage');
    await shop.goods('purchaseIn', [line(one, '5', { unitPrice: '12' })]);
    expect(await shop.stock(one)).toBe('2');
    expect(await shop.broken()).toEqual([]);
  });

  test('is allowed on a past day, too, when only a new date brings the stock below zero', async () => {
    const one = await shop.product();
    await shop.goods('purchaseIn', [line(one, '3')], { time: timeDaysAgo(5) });
    const sale = await shop.goods('saleOut', [line(one, '3')], { time: timeDaysAgo(3) });
    await shop.set({ negative_stock: true });
    await server.call(goodsDocuments.update, {
      ...shop.input('saleOut', [line(one, '3', { line: 1 })], { time: timeDaysAgo(7) }),
      id: sale.id,
      version: sale.version,
    });
    await shop.set({ negative_stock: false });
    expect(await shop.broken()).toEqual([]);
  });

  test('locked and reserved stock is not available for sale', async () => {
    const one = await shop.product();
    await shop.goods('purchaseIn', [line(one, '5')]);
    const { tenantId } = shop.company;
    await server.arrange(shop.company, async (tx) => {
      await sql`insert into stock_lock (tenant_id, warehouse_id, sku_id, quantity)
        values (${tenantId}, ${shop.main}, ${one.skuId}, 4)`.execute(tx);
      await sql`insert into stock_reservation (tenant_id, warehouse_id, sku_id, source, quantity)
        values (${tenantId}, ${shop.main}, ${one.skuId}, 'manual', 4)`.execute(tx);
    });
    expect(await refused('saleOut', [line(one, '2')])).toMatchObject({
      key: 'stock.locked',
      data: { missing: '1' },
    });
    await shop.goods('saleOut', [line(one, '1')]);
    expect(await shop.broken()).toEqual([]);
  });

  test('two lines of a product are checked against stock together', async () => {
    const one = await shop.product();
    await shop.goods('purchaseIn', [line(one, '5')]);
    expect(await refused('saleOut', [line(one, '3'), line(one, '3')])).toMatchObject({
      key: 'stock.shortage',
      data: { missing: '1', line: 2, field: 'quantity' },
    });
  });

  test('all short lines are reported at once, each once, by product', async () => {
    const [one, plenty, other] = [await shop.product(), await shop.product(), await shop.product()];
    await shop.goods('purchaseIn', [line(one, '1'), line(plenty, '9')]);
    const { data } = await refused('saleOut', [
      line(one, '3'),
      line(plenty, '2'),
      line(other, '4'),
    ]);
    expect(data).toMatchObject({
      line: 1,
      lines: [
        {
          line: 1,
          field: 'quantity',
          message: expect.stringMatching(
            `^Not enough stock of Product ${one.barcode} .*2 missing$`,
          ),
        },
        {
          line: 3,
          field: 'quantity',
          message: expect.stringMatching(
            `^Not enough stock of Product ${other.barcode} .*4 missing$`,
          ),
        },
      ],
    });
  });

  test('a shortage in a document without a number is reported without a number', async () => {
    const one = await shop.product();
    const refusal = await refused('saleOut', [line(one, '3')]);
    expect(refusal.message).toMatch(
      new RegExp(`^Line 1: not enough stock of Product ${one.barcode} in Shelf on .*, 3 missing$`),
    );
    const chinese = await server.refusal(
      goodsDocuments.add,
      shop.input('saleOut', [line(one, '3')]),
      { language: 'zh-cn' },
    );
    expect(chinese.message).toMatch(
      new RegExp(`^第 1 行：Product ${one.barcode} 在 Shelf 库存不足`),
    );
  });
});

describe('serials', () => {
  const with_ = (product: TestProduct, serials: readonly string[], more: object = {}) =>
    line(product, String(serials.length), { allocations: [{ serials }], ...more });

  test('are received, sold and returned, each in a single warehouse at a time', async () => {
    const one = await shop.product({ serials: true });
    const receipt = await shop.goods('purchaseIn', [with_(one, ['A1', 'A2', 'A3'])]);
    expect(
      await refused('purchaseIn', [with_(one, ['A7']), with_(one, ['A1'])]),
      'the line that names it is pointed at',
    ).toMatchObject({
      key: 'serial.inStock',
      data: { serial: 'A1', barcode: one.barcode, field: 'allocations', line: 2 },
    });
    expect(await refused('saleOut', [with_(one, ['A1']), with_(one, ['A9'])])).toMatchObject({
      key: 'serial.notInStock',
      data: { serial: 'A9', barcode: one.barcode, field: 'allocations', line: 2 },
    });
    expect((await refused('saleOut', [with_(one, ['A1'], { warehouseId: shop.branch })])).key).toBe(
      'stock.shortage',
    );
    const sale = await shop.goods('saleOut', [with_(one, ['A1', 'A2'])], { status: '1' });
    const other = await shop.goods('purchaseIn', [with_(one, ['B1', 'B2'])]);
    expect(await server.refusal(goodsDocuments.remove, { id: receipt.id })).toMatchObject({
      key: 'serial.issued',
      data: { serial: 'A1' },
    });
    await server.call(goodsDocuments.remove, { id: other.id });
    const from = { sourceDocumentId: sale.id, sourceLine: 1 };
    expect((await refused('saleBack', [with_(one, ['A3'], from)])).key).toBe('document.overReturn');
    const back = await shop.goods('saleBack', [with_(one, ['A2'], from)]);
    expect(await inStock(one)).toEqual(['A2', 'A3']);
    expect(await shop.broken()).toEqual([]);
    await server.call(goodsDocuments.remove, { id: back.id });
    expect(await inStock(one)).toEqual(['A3']);
    await server.call(goodsDocuments.setStatus, { ids: sale.id, status: '0' });
    await server.call(goodsDocuments.remove, { id: sale.id });
    expect(await inStock(one)).toEqual(['A1', 'A2', 'A3']);
    await server.call(goodsDocuments.remove, { id: receipt.id });
    expect(await inStock(one)).toEqual([]);
    expect(await shop.broken()).toEqual([]);
  });

  test('match the quantity, are distinct, and are refused for products without serials', async () => {
    const [one, plain] = [await shop.product({ serials: true }), await shop.product()];
    const none = await refused('purchaseIn', [line(one, '1')]);
    expect(none).toMatchObject({ key: 'serial.missing', data: { line: 1 } });
    expect(
      (await refused('purchaseIn', [line(one, '3', { allocations: [{ serials: ['X', 'Y'] }] })]))
        .key,
    ).toBe('serial.count');
    expect((await refused('purchaseIn', [with_(one, ['X', 'X'])])).key).toBe('serial.repeated');
    expect(await refused('purchaseIn', [with_(one, ['X']), with_(one, ['X'])])).toMatchObject({
      key: 'serial.repeated',
      data: { barcode: one.barcode, field: 'allocations', line: 2 },
    });
    expect((await refused('purchaseIn', [with_(plain, ['X'])])).key).toBe('serial.notManaged');
  });

  test('match in full-width and half-width characters', async () => {
    const one = await shop.product({ serials: true });
    await shop.goods('purchaseIn', [with_(one, ['ＡＢ１', 'CD2'])]);
    expect(await refused('purchaseIn', [with_(one, ['AB1'])])).toMatchObject({
      key: 'serial.inStock',
      data: { serial: 'ＡＢ１' },
    });
    expect((await refused('purchaseIn', [with_(one, ['X1', 'Ｘ１'])])).key).toBe('serial.repeated');
    await shop.goods('saleOut', [with_(one, ['AB1', 'ＣＤ２'])]);
    expect(await inStock(one)).toEqual([]);
  });

  test('move between warehouses, and are replaced by an edit', async () => {
    const one = await shop.product({ serials: true });
    await shop.goods('purchaseIn', [with_(one, ['B1', 'B2', 'B3'])]);
    await shop.goods('transfer', [
      with_(one, ['B1'], { unitPrice: '0', targetWarehouseId: shop.branch }),
    ]);
    expect(await inStock(one, shop.branch)).toEqual(['B1']);
    const sale = await shop.goods('saleOut', [with_(one, ['B2'])]);
    await server.call(goodsDocuments.update, {
      ...shop.input('saleOut', [with_(one, ['B3'], { line: 1 })]),
      id: sale.id,
      version: 1,
    });
    expect(await inStock(one)).toEqual(['B2']);
    expect(await shop.broken()).toEqual([]);
  });

  test('are not sold, sent back or moved on a day before their receipt, unless stock may fall below zero', async () => {
    const one = await shop.product({ serials: true });
    const early = { time: timeDaysAgo(9) };
    await shop.goods('purchaseIn', [with_(one, ['E0'])], { time: timeDaysAgo(20) });
    await shop.goods('purchaseIn', [with_(one, ['E1', 'E2'])], { time: timeDaysAgo(5) });
    for (const kind of ['saleOut', 'purchaseBack', 'otherOut'])
      expect(await refused(kind, [with_(one, ['E1'])], early), kind).toMatchObject({
        key: 'serial.notInStockOn',
        data: { serial: 'E1', date: expect.any(String), field: 'allocations', line: 1 },
      });
    const away = with_(one, ['E1'], { unitPrice: '0', targetWarehouseId: shop.branch });
    expect((await refused('transfer', [away], early)).key).toBe('serial.notInStockOn');
    await shop.goods('transfer', [away], { time: timeDaysAgo(4) });
    const atBranch = with_(one, ['E1'], { warehouseId: shop.branch });
    // A sale half a day earlier would lie on one day or the other, by the hour of the test.
    expect((await refused('saleOut', [atBranch], { time: timeDaysAgo(5) })).key).toBe(
      'stock.shortageLater',
    );
    // On its day it may be sold, whatever the hour.
    await shop.goods('saleOut', [with_(one, ['E2'])], { time: timeDaysAgo(5) });
    await shop.set({ negative_stock: true });
    const free = await shop.goods('saleOut', [atBranch], { time: timeDaysAgo(12) });
    await server.call(goodsDocuments.remove, { id: free.id });
    await shop.set({ negative_stock: false });
    expect(await shop.broken()).toEqual([]);
  });

  test('refuse changes that date their sale before their receipt', async () => {
    const one = await shop.product({ serials: true });
    await shop.goods('purchaseIn', [with_(one, ['F0', 'F9'])], { time: timeDaysAgo(20) });
    const receipt = await shop.goods('purchaseIn', [with_(one, ['F1'])], { time: timeDaysAgo(9) });
    const sale = await shop.goods('saleOut', [with_(one, ['F1'])], { time: timeDaysAgo(6) });
    const change = (kind: string, { id, version }: typeof sale, serial: string, ago: number) => ({
      ...shop.input(kind, [with_(one, [serial], { line: 1 })], { time: timeDaysAgo(ago) }),
      id,
      version,
    });
    const key = async (...input: Parameters<typeof change>) =>
      (await server.refusal(goodsDocuments.update, change(...input))).key;
    expect(await key('purchaseIn', receipt, 'F1', 3)).toBe('serial.notInStockOn');
    expect(await key('saleOut', sale, 'F1', 12)).toBe('serial.notInStockOn');
    const late = await shop.goods('purchaseIn', [with_(one, ['F2'])], { time: timeDaysAgo(2) });
    expect(await key('saleOut', sale, 'F2', 6)).toBe('serial.notInStockOn');
    await server.call(goodsDocuments.update, change('saleOut', sale, 'F9', 6));
    await server.call(goodsDocuments.remove, { id: late.id });
    // It was sold and came back: without its receipt it would have been sold before it came.
    const again = await shop.goods('saleOut', [with_(one, ['F1'])], { time: timeDaysAgo(5) });
    await shop.goods('saleBack', [with_(one, ['F1'])], { time: timeDaysAgo(4) });
    expect((await server.refusal(goodsDocuments.remove, { id: receipt.id })).key).toBe(
      'serial.notInStockOn',
    );
    expect((await server.call(goodsDocuments.info, { id: again.id })).status).toBe('0');
    expect(await shop.broken()).toEqual([]);
  });

  test('report the latest receipt still in force, after sales in between were moved or deleted', async () => {
    const one = await shop.product({ serials: true });
    const goods = async (kind: string, ago: number) =>
      shop.goods(kind, [with_(one, ['C1'])], { time: timeDaysAgo(ago) });
    await goods('purchaseIn', 9);
    const sold = await goods('saleOut', 8);
    const back = await goods('saleBack', 7);
    const soldAgain = await goods('saleOut', 6);
    const backAgain = await goods('saleBack', 5);
    await server.call(goodsDocuments.update, {
      ...shop.input('saleOut', [with_(one, ['C1'], { line: 1 })], { time: timeDaysAgo(7.5) }),
      id: sold.id,
      version: 1,
    });
    await server.call(goodsDocuments.remove, { id: backAgain.id });
    await server.call(goodsDocuments.remove, { id: soldAgain.id });
    const { rows } = await server.call(serialsInStock, { barCode: one.barcode });
    expect(rows).toMatchObject([{ serial: 'C1', receiptNumber: back.number }]);
    expect(await shop.broken()).toEqual([]);
  });

  const inStock = async ({ barcode }: TestProduct, depotId = shop.main) => {
    const { rows } = await server.call(serialsInStock, { barCode: barcode, depotId });
    return rows.map(({ serial }) => serial);
  };
});

describe('lots', () => {
  const of = (product: TestProduct, lot: string, quantity: string, expiry?: string) =>
    line(product, quantity, {
      allocations: [{ lot, ...(expiry === undefined ? {} : { expiry }) }],
    });

  test('have a single expiry each and are sold soonest first', async () => {
    const one = await shop.product({ lots: true });
    await shop.goods('purchaseIn', [
      of(one, 'L2', '5', '2030-06-30'),
      of(one, 'L1', '4', '2029-01-31'),
    ]);
    expect((await refused('purchaseIn', [line(one, '1')])).key).toBe('lot.missing');
    expect(await refused('purchaseIn', [of(one, 'L1', '1', '2031-01-01')])).toMatchObject({
      key: 'lot.otherExpiry',
      data: { expiry: '2029-01-31', barcode: one.barcode, field: 'allocations', line: 1 },
    });
    expect(
      await refused('purchaseIn', [
        of(one, 'L3', '1', '2031-01-01'),
        of(one, 'L3', '1', '2031-02-01'),
      ]),
      'two lines that differ',
    ).toMatchObject({
      key: 'lot.otherExpiry',
      data: { expiry: '2031-01-01', field: 'allocations', line: 2 },
    });
    expect(await refused('saleOut', [of(one, 'L1', '5')])).toMatchObject({
      key: 'stock.shortage',
      data: { missing: '1' },
    });
    await shop.goods('saleOut', [of(one, 'L1', '3')]);
    const lots = await server.call(lotsOfBarcode, { barCode: one.barcode, depotId: shop.main });
    expect(lots.map(({ lot, quantity, expiry }) => [lot, quantity, expiry])).toEqual([
      ['L1', '1', '2029-01-31'],
      ['L2', '5', '2030-06-30'],
    ]);
    expect(await server.call(stockOfBarcode, { barCode: one.box, depotId: shop.main })).toEqual({
      stock: '0.5',
    });
    expect(await shop.broken()).toEqual([]);
  });

  test('expired lots are offered last and marked', async () => {
    const one = await shop.product({ lots: true });
    await shop.goods('purchaseIn', [
      of(one, 'OLD', '5', timeDaysAgo(5).slice(0, 10)),
      of(one, 'LATE', '5', '2031-01-31'),
      of(one, 'SOON', '5', '2030-01-31'),
      of(one, 'NEVER', '5'),
    ]);
    const lots = await server.call(lotsOfBarcode, { barCode: one.barcode });
    expect(lots.map(({ lot, expired }) => [lot, expired])).toEqual([
      ['SOON', false],
      ['LATE', false],
      ['NEVER', false],
      ['OLD', true],
    ]);
  });

  test('received with a wrong expiry may be corrected until another document names the lot', async () => {
    const one = await shop.product({ lots: true });
    const expiries = async () =>
      (await server.call(lotsOfBarcode, { barCode: one.barcode, depotId: shop.main })).map(
        ({ expiry }) => expiry,
      );
    const first = await shop.goods('purchaseIn', [of(one, 'L1', '5', '2026-01-31')]);
    await server.call(goodsDocuments.update, {
      ...shop.input('purchaseIn', [of(one, 'L1', '5', '2027-01-31')]),
      id: first.id,
      version: first.version,
    });
    expect(await expiries(), 'edited').toEqual(['2027-01-31']);
    await server.call(goodsDocuments.remove, { id: first.id });
    const again = await shop.goods('purchaseIn', [of(one, 'L1', '5', '2028-01-31')]);
    expect(await expiries(), 'deleted and written again').toEqual(['2028-01-31']);
    const { number } = await shop.goods('saleOut', [of(one, 'L1', '1')]);
    const other = {
      ...shop.input('purchaseIn', [of(one, 'L1', '5', '2029-01-31')]),
      id: again.id,
      version: again.version,
    };
    expect(await server.refusal(goodsDocuments.update, other)).toMatchObject({
      key: 'lot.otherExpiry',
      data: { lot: 'L1', expiry: '2028-01-31', other: number, line: 1 },
    });
    expect(await expiries(), 'named by a sale').toEqual(['2028-01-31']);
    expect(await shop.broken()).toEqual([]);
  });

  test('a line may have several lots, each with its stock type', async () => {
    const one = await shop.product({ lots: true });
    const parts = [
      { quantity: '3', lot: 'M1' },
      { quantity: '2', lot: 'M1', stockType: 'defective' as const },
    ];
    await shop.goods('purchaseIn', [line(one, '5', { allocations: parts })]);
    expect((await refused('saleOut', [of(one, 'M1', '4')])).key).toBe('stock.shortage');
    expect((await refused('purchaseIn', [line(one, '6', { allocations: parts })])).key).toBe(
      'allocation.quantity',
    );
    expect(await shop.broken()).toEqual([]);
  });

  test('are returned up to their sold quantity', async () => {
    const one = await shop.product({ lots: true });
    await shop.goods('purchaseIn', [of(one, 'N1', '5'), of(one, 'N2', '5')]);
    const parts = [
      { quantity: '2', lot: 'N1' },
      { quantity: '2', lot: 'N2' },
    ];
    const sale = await shop.goods('saleOut', [line(one, '4', { allocations: parts })], {
      status: '1',
    });
    const back = { sourceDocumentId: sale.id, sourceLine: 1 };
    expect(await refused('saleBack', [{ ...of(one, 'N1', '3'), ...back }])).toMatchObject({
      key: 'document.overReturn',
      data: { what: 'N1' },
    });
    await shop.goods('saleBack', [{ ...of(one, 'N1', '2'), ...back }]);
    expect(await shop.broken()).toEqual([]);
  });
});
