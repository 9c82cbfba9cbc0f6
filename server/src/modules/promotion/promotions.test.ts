import {
  barcodesForLine,
  documentToConvert,
  goodsDocuments,
  mostLines,
  offerPromotions,
  orderCalls,
  products,
  promotions,
} from '@tradehouse/contract';
import type { InputOf } from '@tradehouse/contract';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { aShopServer, asRole } from '../document/testShop.ts';
import type { TestProduct } from '../document/testShop.ts';

// Promotions: offered, checked on saving, kept by deliveries and given back by returns.

const { server, shop } = await aShopServer();
const { tenantId } = shop.company;

let made = 0;
const aPromotion = async (more: Partial<InputOf<typeof promotions.add>>): Promise<string> => {
  made += 1;
  const { id } = await server.call(promotions.add, {
    name: `Promotion ${made}`,
    promotionKind: 'percent',
    ...more,
  });
  return id;
};

let one: TestProduct;
let other: TestProduct;
beforeEach(async () => {
  await shop.rows(sql`update promotion set enabled = false where tenant_id = ${tenantId}`);
  one = await shop.product({ sale: '10' });
  other = await shop.product({ sale: '40', minimum: '35' });
  for (const { barcode } of [one, other])
    await shop.goods('purchaseIn', [{ barcode, quantity: '99', unitPrice: '1' }], { status: '1' });
});

/** Three for the price of two of the first product. */
const threeForTwo = async (more: Partial<InputOf<typeof promotions.add>> = {}): Promise<string> =>
  aPromotion({
    promotionKind: 'xForY',
    takeQuantity: '3',
    payQuantity: '2',
    goods: [{ barcodeId: await shop.barcodeId(one.barcode), quantity: '1' }],
    ...more,
  });
const promoted = (
  product: TestProduct,
  quantity: string,
  regularPrice: string,
  amount?: string,
) => ({
  barcode: product.barcode,
  quantity,
  regularPrice,
  ...(amount === undefined ? {} : { amount }),
});
const linesOf = async (id: string) => {
  const { lines } = await server.call(goodsDocuments.info, { id });
  return lines.map(({ regularPrice, amount, promotions: names }) => [regularPrice, amount, names]);
};

describe('an offer', () => {
  test('reduces lines by the promotions of the day and names the promotions', async () => {
    await threeForTwo({ name: 'Three for two', lastDay: '2026-05-31' });
    const offer = (time: string) =>
      server.call(offerPromotions, {
        kind: 'saleOrder',
        partnerId: shop.customer,
        time,
        lines: [
          { barcode: one.barcode, quantity: '7', regularPrice: '10' },
          { barcode: other.barcode, quantity: '1', regularPrice: '40' },
        ],
      });
    expect(await offer('2026-05-31T04:00:00Z')).toEqual({
      running: true,
      couponKnown: true,
      lines: [
        { amount: '50', discount: '20', promotions: 'Three for two' },
        { amount: '40', discount: '0', promotions: '' },
      ],
    });
    expect(await offer('2026-06-01T04:00:00Z')).toMatchObject({ running: false });
  });

  test('covers as many lines as a document may have', async () => {
    await aPromotion({ rate: '10' });
    const lines = Array.from({ length: mostLines.goods }, () => ({
      barcode: one.barcode,
      quantity: '1',
      regularPrice: '10',
    }));
    const offer = await server.call(offerPromotions, { kind: 'saleOrder', lines });
    expect(offer.lines).toHaveLength(mostLines.goods);
    expect(offer.lines.at(-1)).toMatchObject({ amount: '9' });
  });

  test('is refused to users who may not open the kind or see the amounts', async () => {
    const lines = [{ barcode: one.barcode, quantity: '1', regularPrice: '10' }];
    for (const [name, pages] of [
      ['no-page', ['/bill/sale_back']],
      ['no-amounts', ['/bill/sale_order']],
    ] as const) {
      const token = await asRole(shop, name, { pages, hidden: ['sale'] });
      expect((await server.refusal(offerPromotions, { kind: 'saleOrder', lines }, token)).key).toBe(
        'access.denied',
      );
    }
    expect((await server.refusal(offerPromotions, { kind: 'saleBack', lines })).key).toBe(
      'document.kind',
    );
  });
});

describe('a promoted sale', () => {
  test('is computed by the server, and stores regular price and promotion on the line', async () => {
    await threeForTwo({ name: 'Two plus one' });
    const { id } = await shop.goods('saleOrder', [
      promoted(one, '3', '10'),
      promoted(other, '1', '40', '40'),
    ]);
    expect(await linesOf(id)).toEqual([
      ['10', '20', 'Two plus one'],
      ['40', '40', ''],
    ]);
  });

  test('with an outdated amount is refused, naming the line and both amounts', async () => {
    await threeForTwo();
    const input = shop.input('saleOrder', [promoted(one, '3', '10', '30')]);
    expect(await server.refusal(goodsDocuments.add, input)).toMatchObject({
      key: 'promotion.changed',
      data: { field: 'amount', line: 1 },
    });
    await shop.rows(sql`update promotion set enabled = false where tenant_id = ${tenantId}`);
    const ended = shop.input('saleOrder', [promoted(one, '3', '10', '20')]);
    expect((await server.refusal(goodsDocuments.add, ended)).key).toBe('promotion.changed');
  });

  test.each([
    ['a line of another kind', 'saleBack', {}],
    ['a line with a unit price beside', 'saleOrder', { unitPrice: '9' }],
  ])('%s takes no part', async (_, kind, more) => {
    const input = shop.input(kind, [{ ...promoted(one, '1', '10'), ...more }]);
    expect(await server.refusal(goodsDocuments.add, input)).toMatchObject({
      key: 'request.field',
      data: { field: 'regularPrice', line: 1 },
    });
  });

  test('keeps the minimum price', async () => {
    await aPromotion({ rate: '50' });
    const { id } = await shop.goods('saleOut', [promoted(other, '2', '40')]);
    expect((await linesOf(id))[0]?.[1]).toBe('70');
  });

  test('is delivered at the promoted amounts, and its returns refund exactly what was paid', async () => {
    await threeForTwo();
    const order = await shop.goods('saleOrder', [promoted(one, '3', '10')], {
      status: '1',
      paidNow: '0',
    });
    const { lines } = await server.call(documentToConvert, { ids: order.id, kind: 'saleOut' });
    const [line] = lines;
    const source = { sourceDocumentId: order.id, sourceLine: line?.sourceLine ?? 1 };
    const sold = await shop.goods(
      'saleOut',
      [{ barcode: one.barcode, quantity: '3', total: '20', ...source }],
      { status: '1', paidNow: '20' },
    );
    const back = async (total: string) =>
      shop.goods(
        'saleBack',
        [
          {
            barcode: one.barcode,
            quantity: '1',
            total,
            sourceDocumentId: sold.id,
            sourceLine: 1,
          },
        ],
        { status: '1', paidNow: total },
      );
    for (const part of ['6.67', '6.66', '6.67']) await back(part);
    const [returned] = await shop.rows(sql<{ total: string }>`
      select trim_scale(sum(payable))::text as total from document
      where tenant_id = ${tenantId} and kind = 'saleBack' and deleted_at is null`);
    expect(returned?.total).toBe('20');
    expect(await shop.broken()).toEqual([]);
  });

  test('at the till is paid at the promoted total', async () => {
    await aPromotion({ promotionKind: 'threshold', threshold: '50', amount: '5' });
    const { id } = await shop.goods('retailOut', [promoted(one, '6', '10')], {
      status: '1',
      paidNow: '55',
    });
    expect(await server.call(goodsDocuments.info, { id })).toMatchObject({ payable: '55' });
  });

  test('sets neither the sale price nor the last price of the goods', async () => {
    await shop.set({ update_unit_price: true });
    await threeForTwo();
    await shop.goods('saleOut', [promoted(one, '3', '10')], { status: '1' });
    await shop.set({ update_unit_price: false });
    expect(await shop.salePrice(one)).toBe('10');
    const [next] = await server.call(barcodesForLine, {
      barCode: one.barcode,
      kind: 'saleOut',
      organId: shop.customer,
    });
    expect(next?.price).toBe('10');
  });

  test('changed without a time is promoted by the promotions of its own day', async () => {
    await threeForTwo({ lastDay: '2026-05-31' });
    const lines = [promoted(one, '3', '10')];
    const order = await shop.goods('saleOrder', lines, { time: '2026-05-31T04:00:00Z' });
    expect((await linesOf(order.id))[0]?.[1]).toBe('20');
    const input = shop.input('saleOrder', [{ line: 1, ...promoted(one, '6', '10') }]);
    await server.call(goodsDocuments.update, { ...input, id: order.id, version: order.version });
    expect((await linesOf(order.id))[0]?.[1]).toBe('40');
  });

  test('stays promoted when a user without access to amounts changes another field', async () => {
    await threeForTwo({ name: 'Kept' });
    const order = await shop.goods('saleOrder', [promoted(one, '3', '10')]);
    const token = await asRole(shop, 'blind', { pages: ['/bill/sale_order'], hidden: ['sale'] });
    const lines = [{ line: 1, barcode: one.barcode, quantity: '3' }];
    await server.call(
      goodsDocuments.update,
      { ...shop.input('saleOrder', lines), id: order.id, version: order.version, remark: 'Soon' },
      token,
    );
    expect(await linesOf(order.id)).toEqual([['10', '20', 'Kept']]);
  });

  test('returns to the regular price when a user without amounts changes the quantity', async () => {
    await threeForTwo({ name: 'Lost' });
    const order = await shop.goods('saleOrder', [promoted(one, '3', '10')]);
    const token = await asRole(shop, 'blind-too', {
      pages: ['/bill/sale_order'],
      hidden: ['sale'],
    });
    const lines = [{ line: 1, barcode: one.barcode, quantity: '2' }];
    const input = { ...shop.input('saleOrder', lines), id: order.id, version: order.version };
    await server.call(goodsDocuments.update, input, token);
    expect((await linesOf(order.id)).map(([, amount, names]) => [amount, names])).toEqual([
      ['20', ''],
    ]);
    expect(
      await shop.rows(sql`
        select from promotion_use where tenant_id = ${tenantId} and document_id = ${order.id}`),
    ).toEqual([]);
  });
});

describe('a limit per customer', () => {
  const sell = async (partnerId: string, amount: string) =>
    shop.goods('saleOut', [promoted(one, '3', '10', amount)], { partnerId, status: '1' });

  test('counts the uses of live documents, and deleted and returned documents give uses back', async () => {
    await threeForTwo({ mostPerCustomer: '1' });
    const first = await sell(shop.customer, '20');
    await sell(shop.customer, '30');
    await sell(shop.otherCustomer, '20');
    await server.call(goodsDocuments.setStatus, { ids: first.id, status: '0' });
    await server.call(goodsDocuments.removeBatch, { ids: first.id });
    const second = await sell(shop.customer, '20');
    await sell(shop.customer, '30');
    await shop.goods(
      'saleBack',
      [
        {
          barcode: one.barcode,
          quantity: '3',
          total: '20',
          sourceDocumentId: second.id,
          sourceLine: 1,
        },
      ],
      { status: '1' },
    );
    const again = await sell(shop.customer, '20');
    expect((await linesOf(again.id))[0]?.[1]).toBe('20');
  });

  test('counts no uses of an order completed without a delivery', async () => {
    await threeForTwo({ mostPerCustomer: '1' });
    const order = await shop.goods('saleOrder', [promoted(one, '3', '10', '20')], { status: '1' });
    await sell(shop.customer, '30');
    await server.call(orderCalls.complete, { ids: order.id });
    const sold = await sell(shop.customer, '20');
    expect((await linesOf(sold.id))[0]?.[1]).toBe('20');
  });

  test('delays no sale of other goods', async () => {
    const goods = [{ barcodeId: await shop.barcodeId(other.barcode), quantity: '1' }];
    const id = await aPromotion({ rate: '5', mostPerCustomer: '1', goods });
    await server.arrange(shop.company, async (tx) => {
      await sql`select from promotion where tenant_id = ${tenantId} and id = ${id} for update`.execute(
        tx,
      );
      const sold = await sell(shop.customer, '30');
      expect((await linesOf(sold.id))[0]?.[1]).toBe('30');
    });
  });

  test('gives the last use to a single one of concurrent documents', async () => {
    await threeForTwo({ mostPerCustomer: '1' });
    const told = await Promise.allSettled([1, 2, 3].map(() => sell(shop.customer, '20')));
    expect(told.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

describe('a coupon', () => {
  test('is required by its promotion, and an unknown code is refused', async () => {
    await aPromotion({ rate: '10', coupon: 'SPRING' });
    const save = (couponCode?: string) =>
      shop.goods(
        'saleOrder',
        [promoted(one, '1', '10')],
        couponCode === undefined ? {} : { couponCode },
      );
    expect((await linesOf((await save()).id))[0]?.[1]).toBe('10');
    expect((await linesOf((await save('spring')).id))[0]?.[1]).toBe('9');
    const wrong = shop.input('saleOrder', [promoted(one, '1', '10')], { couponCode: 'WINTER' });
    expect(await server.refusal(goodsDocuments.add, wrong)).toMatchObject({
      key: 'promotion.coupon',
      data: { field: 'couponCode' },
    });
  });
});

describe('a user at the till without sight of sales amounts', () => {
  test('gets no offer, and keeps the coupon and promotions of a sale', async () => {
    await aPromotion({ name: 'Hidden name', rate: '10', coupon: 'SECRET' });
    const paid = { paidNow: '22.5' };
    const sold = await shop.goods('retailOut', [promoted(one, '1', '25')], {
      ...paid,
      couponCode: 'SECRET',
    });
    const role = { pages: ['/bill/retail_out'], hidden: ['sale'] };
    const teller = await asRole(shop, 'teller', role);
    const { id, version } = sold;
    const lines = [{ barcode: one.barcode, quantity: '1', regularPrice: '25' }];
    const asked = { kind: 'retailOut', lines };
    expect((await server.refusal(offerPromotions, asked, teller)).key).toBe('access.denied');
    expect(await server.call(goodsDocuments.info, { id }, teller)).toMatchObject({
      couponCode: '',
      lines: [{ amount: '22.5', promotions: '' }],
    });
    const line = { line: 1, ...promoted(one, '1', '25', '22.5') };
    const change = { ...shop.input('retailOut', [line], paid), id, version };
    const guess = { ...change, couponCode: 'GUESS' };
    expect(await server.refusal(goodsDocuments.update, guess, teller)).toMatchObject({
      key: 'access.denied',
      data: { field: 'couponCode' },
    });
    await server.call(goodsDocuments.update, { ...change, remark: 'Bag' }, teller);
    expect(await server.call(goodsDocuments.info, { id })).toMatchObject({
      couponCode: 'SECRET',
      remark: 'Bag',
      lines: [{ amount: '22.5', promotions: 'Hidden name' }],
    });
  });
});

describe('a promotion', () => {
  test.each([
    [{ promotionKind: 'percent' }, 'rate'],
    [{ promotionKind: 'amount' }, 'amount'],
    [{ promotionKind: 'xForY', takeQuantity: '2', payQuantity: '2' }, 'payQuantity'],
    [{ promotionKind: 'bundle', amount: '9' }, 'goods'],
    [{ promotionKind: 'bundle' }, 'amount'],
    [{ promotionKind: 'threshold', amount: '9' }, 'threshold'],
  ] as const)('without effect is refused: %j', async (fields, field) => {
    expect(
      await server.refusal(promotions.add, { name: 'Without effect', ...fields }),
    ).toMatchObject({ key: 'promotion.incomplete', data: { field } });
  });

  test('with reversed days or goods named twice is refused', async () => {
    const fields = { name: 'Odd', promotionKind: 'percent', rate: '5' } as const;
    const days = { firstDay: '2026-05-31', lastDay: '2026-05-01' };
    expect((await server.refusal(promotions.add, { ...fields, ...days })).key).toBe(
      'promotion.days',
    );
    const goods = [await shop.barcodeId(one.barcode), await shop.barcodeId(one.barcode)].map(
      (barcodeId) => ({
        barcodeId,
        quantity: '1',
      }),
    );
    expect(await server.refusal(promotions.add, { ...fields, goods })).toMatchObject({
      key: 'record.missing',
      data: { field: 'goods', line: 2 },
    });
  });

  test('keeps its goods: neither their barcode nor their product can be deleted', async () => {
    const unsold = await shop.product();
    const [row] = await shop.rows(sql<{ id: string }>`
      select product_id as id from barcode where tenant_id = ${tenantId} and code = ${unsold.barcode}`);
    const before = await server.call(products.infoCall, { id: row?.id ?? '' });
    const [piece, box] = before.barcodes;
    const goods = [{ barcodeId: box?.id ?? '', quantity: '1' }];
    const id = await aPromotion({ name: 'Keeps its goods', rate: '5', goods });
    const product = await server.call(products.infoCall, { id: before.id });
    expect(product.barcodes.map(({ used }) => used)).toEqual([false, true]);
    const barcodes = [{ id: piece?.id ?? '', code: piece?.code ?? '', unit: 'piece' }];
    const { version, name } = product;
    const change = { id: before.id, version, name, barcodes };
    expect((await server.refusal(products.update, change)).key).toBe('barcode.used');
    expect(await server.refusal(products.remove, { id: before.id })).toMatchObject({
      key: 'record.inUse',
      message: `Cannot delete ${name}: it is used by Promotion Keeps its goods`,
    });
    expect((await server.call(promotions.infoCall, { id })).goods).toHaveLength(1);
    const role = { pages: ['/material/material'], hidden: ['sale'] };
    const blind = await asRole(shop, 'no-promotions', role);
    expect((await server.refusal(products.remove, { id: before.id }, blind)).message).toBe(
      `Cannot delete ${name}: it is used by Promotion`,
    );
  });

  test('shows the goods and the number of documents of the promotion', async () => {
    const id = await threeForTwo();
    await shop.goods('saleOrder', [promoted(one, '3', '10')]);
    const info = await server.call(promotions.infoCall, { id });
    expect(info.goods).toMatchObject([{ barcode: one.barcode, salePrice: '10', quantity: '1' }]);
    const { name } = info;
    const reply = await server.request('GET', promotions.table.path, { search: { name } });
    expect(reply.json()).toMatchObject({ data: { rows: [{ goodsCount: 1, usedBy: 1 }] } });
  });

  test('lists the figures of its kind, and no figures or limits without a meaning', async () => {
    await aPromotion({ name: 'Lists a rate', rate: '12.5', mostPerDocument: '3' });
    await aPromotion({
      name: 'Lists a gift',
      promotionKind: 'xForY',
      takeQuantity: '1',
      payQuantity: '0',
    });
    const listed = async (name: string) =>
      (await server.request('GET', promotions.table.path, { search: { name } })).json<{
        data: { rows: Record<string, unknown>[] };
      }>().data.rows[0];
    const none = { rate: null, amount: null, threshold: null, mostPerCustomer: null };
    expect(await listed('Lists a rate')).toMatchObject({
      ...none,
      rate: '12.5',
      takeQuantity: null,
      payQuantity: null,
      mostPerDocument: '3',
    });
    // The zero of "pay" means free units, and stays.
    expect(await listed('Lists a gift')).toMatchObject({
      ...none,
      takeQuantity: '1',
      payQuantity: '0',
      mostPerDocument: null,
    });
  });
});
