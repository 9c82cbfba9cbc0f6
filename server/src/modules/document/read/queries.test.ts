import {
  barcodesForLine,
  debtTable,
  documentLines,
  documentToConvert,
  goodsDocuments,
  moneyDocuments,
} from '@tradehouse/contract';
import { decimal } from '@tradehouse/domain';
import { describe, expect, test } from 'vitest';
import { statementsOf } from '../../../testing.ts';
import { saveInternalDocument } from '../save/internal.ts';
import { deleteInternal } from '../save/steps.ts';
import { saveDocument } from '../save/save.ts';
import { aStockedServer, lineOf } from '../testShop.ts';

const { server, shop, one, line } = await aStockedServer('100');

describe('a line starts with', () => {
  const price = async (kind: string, organId?: string) => {
    const [row] = await server.call(barcodesForLine, {
      barCode: one.barcode,
      kind,
      ...(organId === undefined ? {} : { organId }),
    });
    return row?.price;
  };

  test.each([
    ['purchaseIn', '10'],
    ['saleOut', '20'],
    ['retailOut', '25'],
    ['purchaseRequest', '10'],
  ])('the price of the document kind: %s %s', async (kind, expected) => {
    expect(await price(kind)).toBe(expected);
  });

  test('the price this customer paid last, unless prices are fixed', async () => {
    await shop.set({ update_unit_price: false });
    await shop.goods('saleOut', [line('1', '18.5')]);
    expect(await price('saleOut', shop.customer)).toBe('18.5');
    expect(await price('saleOut', shop.otherCustomer)).toBe('20');
    await shop.set({ customer_static_price: true });
    expect(await price('saleOut', shop.customer)).toBe('20');
    await shop.set({ customer_static_price: false, update_unit_price: true });
  });

  test('units and stock of each product in the line’s own unit, for several barcodes', async () => {
    const rows = await server.call(barcodesForLine, {
      barCode: `${one.box},${one.barcode},nothing`,
      kind: 'saleOut',
      depotId: shop.main,
    });
    expect(rows.map(({ barcode }) => barcode)).toEqual([one.box, one.barcode]);
    expect(rows[1]).toMatchObject({
      stock: '99',
      units: [
        { barcode: one.barcode, ratio: '1' },
        { barcode: one.box, ratio: '12' },
      ],
    });
    expect(rows[0]).toMatchObject({ stock: '8.25', ratio: '12' });
  });

  test('a price written back by the last document', async () => {
    const other = await shop.product();
    await shop.goods('purchaseIn', [{ barcode: other.barcode, quantity: '1', unitPrice: '11.5' }]);
    const [row] = await server.call(barcodesForLine, {
      barCode: other.barcode,
      kind: 'purchaseIn',
    });
    expect(row?.price).toBe('11.5');
    const [guarded] = [await shop.product({ minimum: '15' })];
    const cheap = shop.input('saleOut', [
      { barcode: guarded.barcode, quantity: '1', unitPrice: '14.99' },
    ]);
    expect(await server.refusal(goodsDocuments.add, cheap)).toMatchObject({
      key: 'document.belowMinimum',
      data: { minimum: '15', line: 1 },
    });
  });
});

describe('the debt list', () => {
  const debts = async (search: object) => {
    const reply = await server.request('GET', debtTable.path, {
      search,
      column: 'number',
      order: 'asc',
    });
    return reply.json<{
      data: { rows: Record<string, unknown>[]; totals: Record<string, string> };
    }>().data;
  };
  const settle = (lines: object[]) => ({
    kind: 'moneyIn',
    partnerId: shop.otherCustomer,
    accountId: shop.cash,
    lines,
  });

  /** What the partner's own page does when its opening balance is written. */
  const open = (amount: string) =>
    shop.asOwner(async (context) => {
      const partnerId = shop.otherCustomer;
      await context.tx
        .updateTable('partner')
        .set({ opening_receivable: amount })
        .where('tenant_id', '=', context.tenantId)
        .where('id', '=', partnerId)
        .execute();
      await saveInternalDocument(context, {
        kind: 'openingBalance',
        subject: `partner:${partnerId}`,
        partnerId,
        accountId: null,
        amount: decimal(amount),
      });
    });

  test('lists open bills, negative returns and the opening balance, each until fully settled', async () => {
    await open('40');
    const more = { partnerId: shop.otherCustomer, paidNow: '0' };
    const sale = await shop.goods('saleOut', [line('5')], { ...more, status: '1' });
    const back = await shop.goods(
      'saleBack',
      [line('1', '20', { sourceDocumentId: sale.id, sourceLine: 1 })],
      more,
    );
    const { rows, totals } = await debts({ kind: 'moneyIn', organId: shop.otherCustomer });
    expect(
      rows.map(({ kind, opening, debt, openDebt }) => [kind, opening, debt, openDebt]),
    ).toEqual([
      ['openingBalance', true, '40', '40'],
      ['saleOut', false, '100', '100'],
      ['saleBack', false, '-20', '-20'],
    ]);
    expect(totals).toMatchObject({ openDebt: '120' });
    expect(await server.refusal(moneyDocuments.add, settle([{ amount: '40.01' }]))).toMatchObject({
      key: 'settlement.over',
      data: { left: '40' },
    });
    const onSale = { settledDocumentId: sale.id, amount: '10' };
    expect(await server.refusal(moneyDocuments.add, settle([onSale, onSale]))).toMatchObject({
      key: 'settlement.repeated',
      data: { number: sale.number, line: 2 },
    });
    await server.call(
      moneyDocuments.add,
      settle([
        { amount: '30' },
        { settledDocumentId: sale.id, amount: '100' },
        { settledDocumentId: back.id, amount: '-20' },
      ]) as never,
    );
    expect((await debts({ kind: 'moneyIn', organId: shop.otherCustomer })).rows).toMatchObject([
      { opening: true, settled: '30', openDebt: '10' },
    ]);
    expect((await debts({ kind: 'moneyOut' })).rows).toEqual([]);
    expect(await shop.purse('receivable', shop.otherCustomer)).toBe('10');
  });

  test('an opening balance cannot fall below the settled part', async () => {
    await expect(open('29')).rejects.toMatchObject({ key: 'document.isSettled' });
    await expect(open('0')).rejects.toMatchObject({ key: 'document.isSettled' });
    await open('30');
    expect(await shop.purse('receivable', shop.otherCustomer)).toBe('0');
  });

  test('subtracts only documents in force; a line shows the balance before its own amount', async () => {
    await open('60');
    await shop.set({ force_approval: true });
    const draft = await server.call(moneyDocuments.add, settle([{ amount: '20' }]) as never);
    const beside = async () => {
      const { rows } = await debts({ kind: 'moneyIn', organId: shop.otherCustomer });
      return rows.filter(({ opening }) => opening === true);
    };
    const told = async () => {
      const { lines } = await server.call(moneyDocuments.info, { id: draft.id });
      return lines.map(({ settledDebt, settledBefore }) => [settledDebt, settledBefore]);
    };
    expect(await beside()).toMatchObject([{ debt: '60', settled: '30', openDebt: '30' }]);
    expect(await told()).toEqual([['60', '30']]);
    await server.call(moneyDocuments.setStatus, { ids: draft.id, status: '1' });
    expect(await beside()).toMatchObject([{ debt: '60', settled: '50', openDebt: '10' }]);
    expect(await told()).toEqual([['60', '30']]);
    await shop.set({ force_approval: false });
  });

  test('is exported', async () => {
    const reply = await server.request('GET', '/depotHead/debtExport', {
      search: { kind: 'moneyIn' },
    });
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['content-type']).toContain('spreadsheet');
  });
});

describe('a document is read', () => {
  test('by id and number, with its lines, sources, children and payments, in a constant number of statements', async () => {
    const order = await shop.goods('saleOrder', [line('4')], {
      status: '1',
      salespersonIds: [shop.salesperson],
    });
    const sale = await shop.goods(
      'saleOut',
      [line('4', '20', { sourceDocumentId: order.id, sourceLine: 1 })],
      { paidNow: '0', remark: 'by hand' },
    );
    const info = await server.call(goodsDocuments.info, { id: sale.id });
    expect(info).toMatchObject({
      number: sale.number,
      partnerName: 'Cy Stores',
      creatorName: 'demo',
      remark: 'by hand',
      sources: [{ number: order.number }],
      children: [],
      lines: [{ sourceNumber: order.number, warehouseName: 'Shelf', unit: 'piece' }],
    });
    expect(
      await server.call(goodsDocuments.detail, { number: sale.number, kind: 'saleOut' }),
    ).toEqual(info);
    expect(await server.call(documentLines, { headerId: sale.id })).toEqual({ rows: info.lines });
    expect(await server.call(goodsDocuments.info, { id: order.id })).toMatchObject({
      children: [{ number: sale.number }],
      salespersonNames: 'Sam',
    });
    expect((await server.refusal(goodsDocuments.detail, { number: 'NOWHERE' })).status).toBe(404);
  });

  test('a document is read to begin a conversion, from several sources of a partner', async () => {
    const orders = [
      await shop.goods('purchaseOrder', [line('3', '9')], { status: '1' }),
      await shop.goods('purchaseOrder', [line('2', '9')], { status: '1' }),
    ];
    const ids = orders.map(({ id }) => id).join(',');
    const both = await server.call(documentToConvert, { ids, kind: 'purchaseIn' });
    expect(
      both.lines.map(({ remaining, unitPrice, sourceNumber }) => [
        remaining,
        unitPrice,
        sourceNumber,
      ]),
    ).toEqual(orders.map(({ number }, at) => [String(3 - at), '9', number]));
    const lines = both.lines.map(({ barcode, remaining, sourceDocumentId, sourceLine }) => ({
      barcode,
      quantity: remaining,
      unitPrice: '9',
      sourceDocumentId,
      sourceLine,
    }));
    await shop.goods('purchaseIn', lines);
    expect((await server.refusal(documentToConvert, { ids, kind: 'purchaseIn' })).key).toBe(
      'document.sourceState',
    );
    const elsewhere = await shop.goods('purchaseOrder', [line('1', '9')], {
      status: '1',
      partnerId: shop.otherSupplier,
    });
    const open = await shop.goods('purchaseOrder', [line('1', '9')], { status: '1' });
    expect(
      (
        await server.refusal(documentToConvert, {
          ids: `${open.id},${elsewhere.id}`,
          kind: 'purchaseIn',
        })
      ).key,
    ).toBe('document.sourcePartner');
    expect((await server.refusal(documentToConvert, { ids: open.id, kind: 'saleOut' })).key).toBe(
      'document.sourceKind',
    );
  });
});

test('every invariant of the books holds after all documents of this file', async () => {
  expect(await shop.broken()).toEqual([]);
});

// A save needs few round trips: lots, serials, reserved stock, links, services and activities are read only
// if the document has any.
test.each([
  ['ten lines', 10, '0'],
  ['ten lines, approved at once', 10, '1'],
  ['thirty lines', 30, '0'],
] as const)('a plain sale of %s sends nine statements', async (_what, count, status) => {
  const goods = await shop.product();
  await shop.goods('purchaseIn', [lineOf(goods, '100', '10')]);
  const lines = Array.from({ length: count }, () => lineOf(goods, '1'));
  const { kind: _, ...sale } = shop.input('saleOut', lines, { status });
  const statements = await shop.asOwner((context) =>
    statementsOf(context, (counted) => saveDocument(counted, { kind: 'saleOut', goods: sale })),
  );
  expect(statements).toBe(9);
});

// A document in the past is valued by its day, and also reads the later days; a document of today reads none.
test.each([
  ['on the last day of its goods', 3, 9],
  ['before it: the later levels of stock and the later days of value', 5, 11],
] as const)(
  'the expected number of statements is sent for a sale dated %s',
  async (_what, days, expected) => {
    const goods = await shop.product();
    const ago = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString();
    for (const day of [9, 3])
      await shop.goods('purchaseIn', [lineOf(goods, '100', '10')], { time: ago(day) });
    const lines = Array.from({ length: 10 }, () => lineOf(goods, '1'));
    const { kind: _, ...sale } = shop.input('saleOut', lines, { time: ago(days) });
    const statements = await shop.asOwner((context) =>
      statementsOf(context, (counted) => saveDocument(counted, { kind: 'saleOut', goods: sale })),
    );
    expect(statements).toBe(expected);
  },
);

test('a receipt of serials is undone in a constant number of statements', async () => {
  const counts: number[] = [];
  for (const count of [2, 60]) {
    const goods = await shop.product({ serials: true });
    const serials = Array.from({ length: count }, (_, at) => `n${at}`);
    const receipt = await shop.goods('purchaseIn', [
      { ...lineOf(goods, String(count), '10'), allocations: [{ serials }] },
    ]);
    counts.push(
      await shop.asOwner((context) =>
        statementsOf(context, (counted) => deleteInternal(counted, receipt.id)),
      ),
    );
  }
  expect(counts[1]).toBe(counts[0]);
});
