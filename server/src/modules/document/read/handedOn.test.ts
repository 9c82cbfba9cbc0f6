// Decision 0069: converted documents share the agreed amounts, and the parts of a document add up to the
// whole.
import {
  agreedOfDraft,
  documentToConvert,
  finishTally,
  goodsDocuments,
  services,
} from '@tradehouse/contract';
import type { GoodsDocumentInput, ReplyOf } from '@tradehouse/contract';
import { decimal, toPlainDecimal, sum } from '@tradehouse/domain';
import { describe, expect, test } from 'vitest';
import { aShopServer, asRole, lineOf } from '../testShop.ts';
import type { Saved } from '../testShop.ts';
import { aTally, tallyPart } from '../testTally.ts';

const { server, shop } = await aShopServer();
const one = await shop.product();
const other = await shop.product();
await shop.set({ price_includes_tax: false });
await shop.goods('purchaseIn', [lineOf(one, '500000', '1'), lineOf(other, '500000', '1')]);

const approved = { status: '1', paidNow: '0' } as const;
type Offer = ReplyOf<typeof documentToConvert>;
type Line = GoodsDocumentInput['lines'][number];

const offerOf = (kind: string, ...sources: readonly Saved[]): Promise<Offer> =>
  server.call(documentToConvert, { ids: sources.map(({ id }) => id).join(','), kind });
const info = (id: string) => server.call(goodsDocuments.info, { id });

/** The lines as they are offered. */
const linesOf = ({ lines }: Offer): Line[] =>
  lines.map((line) => ({
    barcode: line.barcode,
    quantity: line.remaining,
    [line.pricedBy]: line[line.pricedBy] ?? '0',
    taxRate: line.taxRate,
    ...(line.pricedBy === 'unitPrice' ? {} : { tax: line.tax ?? '0' }),
    sourceDocumentId: line.sourceDocumentId,
    sourceLine: line.sourceLine,
  }));

/** Makes the document as it is offered. */
async function takeAll(kind: string, ...sources: readonly Saved[]) {
  const offer = await offerOf(kind, ...sources);
  const discount = offer.discount ?? '0';
  const saved = await shop.goods(kind, linesOf(offer), { ...approved, discount });
  return info(saved.id);
}

/** Makes a document of some pieces of a source's first line, at the prices and the rate that were offered. */
async function takePieces(kind: string, source: Saved, quantity: string, discount: string) {
  const [line] = linesOf(await offerOf(kind, source));
  const { unitPrice = '0', taxRate } = (await info(source.id)).lines[0] ?? {};
  const { pricedBy: _, total: __, tax: ___, ...rest } = { pricedBy: '', ...line };
  const lines = [
    {
      barcode: one.barcode,
      ...rest,
      quantity,
      unitPrice: unitPrice ?? '0',
      taxRate: taxRate ?? '0',
    },
  ];
  return info((await shop.goods(kind, lines, { ...approved, discount })).id);
}

const orderOf = (lines: readonly Line[], discount: object, kind = 'saleOrder') =>
  shop.goods(kind, lines, { status: '1', ...discount });

describe('a delivery of a whole order has the agreed discount', () => {
  test.each([
    ['10', '100000', '40', '999960'],
    ['10', '100000', '50', '999950'],
    ['1', '100000', '4', '99996'],
    ['1', '9999.99', '0.99', '9999'],
    ['10', '100000', '12345.67', '987654.33'],
    ['3', '161.9333', '100', '385.8'],
  ])(
    'a delivery of %s pieces at %s less the discount %s is payable at %s',
    async (quantity, price, discount, payable) => {
      const order = await orderOf([lineOf(one, quantity, price)], { discount });
      const offer = await offerOf('saleOut', order);
      expect(offer.discount).toBe(discount);
      expect(await takeAll('saleOut', order)).toMatchObject({ discount, payable });
      expect(await info(order.id)).toMatchObject({ payable });
    },
  );
});

test('a tally of a whole order has the agreed discount', async () => {
  const order = await orderOf([lineOf(one, '10', '100000')], { discount: '40' }, 'purchaseOrder');
  const { id } = await server.call(
    finishTally,
    aTally(order.id, shop.branch, [tallyPart(1, { formal: '10' })]),
  );
  expect(await info(id)).toMatchObject({ discount: '40', payable: '999960' });
});

test('two tallies of an order share the discount of the order exactly', async () => {
  const order = await orderOf([lineOf(one, '3', '33.33')], { discount: '10' }, 'purchaseOrder');
  const part = async (formal: string, more: object) => {
    const { id } = await server.call(
      finishTally,
      aTally(order.id, shop.branch, [tallyPart(1, { arrived: formal, formal, ...more })]),
    );
    await server.call(goodsDocuments.setStatus, { ids: id, status: '1' });
    return info(id);
  };
  const made = [await part('1', { reason: 'late' }), await part('2', {})];
  expect(made.map(({ discount, payable }) => [discount, payable])).toEqual([
    ['3.33', '30'],
    ['6.67', '59.99'],
  ]);
});

test('an order in boxes received in pieces comes to the agreed amount', async () => {
  const seventh = await shop.product();
  const order = await orderOf(
    [lineOf({ ...seventh, barcode: seventh.box }, '100000', '10')],
    {},
    'purchaseOrder',
  );
  const pieces = 1_200_000;
  const part = async (formal: number, reason = '') => {
    const { id } = await server.call(
      finishTally,
      aTally(order.id, shop.branch, [
        tallyPart(1, { arrived: String(formal), formal: String(formal), reason }),
      ]),
    );
    await server.call(goodsDocuments.setStatus, { ids: id, status: '1' });
    return (await info(id)).payable ?? '';
  };
  const made = [await part(pieces - 1, 'one is late'), await part(1)];
  expect(made).toEqual(['999999.17', '0.83']);
});

test('an undelivered rest without a whole number of boxes is offered in pieces', async () => {
  const box = { barcode: one.box, quantity: '2', unitPrice: '10', taxRate: '13' };
  const order = await orderOf([box], { discount: '1' });
  const pieces = { ...lineOf(one, '7', '0.833333'), taxRate: '13' };
  const from = { sourceDocumentId: order.id, sourceLine: 1 };
  const first = await shop.goods('saleOut', [{ ...pieces, ...from }], {
    ...approved,
    discount: '0.29',
  });
  const offer = await offerOf('saleOut', order);
  expect(offer.lines).toMatchObject([
    { barcode: one.barcode, unit: 'piece', ratio: '1', quantity: '24', remaining: '17' },
  ]);
  const rest = await takeAll('saleOut', order);
  const parts = [await info(first.id), rest];
  const paid = toPlainDecimal(sum(parts.map(({ payable }) => decimal(payable ?? 0))));
  expect(paid).toBe((await info(order.id)).payable);
  expect((await info(order.id)).status).toBe('2');
});

test('the rest of a box is offered in pieces for a return and for a purchase for a sale', async () => {
  await shop.set({ purchase_by_sale: true });
  const box = { barcode: one.box, quantity: '1', unitPrice: '12' };
  const order = await orderOf([box], {});
  const sale = await shop.goods('saleOut', [box], approved);
  const take = (kind: string, { id }: Saved) =>
    shop.goods(kind, [{ ...lineOf(one, '5', '1'), sourceDocumentId: id, sourceLine: 1 }], approved);
  await take('saleBack', sale);
  await take('purchaseOrder', order);
  for (const [kind, source] of [
    ['saleBack', sale],
    ['purchaseOrder', order],
  ] as const)
    expect((await offerOf(kind, source)).lines).toMatchObject([
      { barcode: one.barcode, ratio: '1', remaining: '7' },
    ]);
});

test('a return of a whole sale has the agreed discount', async () => {
  const sale = await shop.goods('saleOut', [lineOf(one, '10', '100000')], {
    ...approved,
    discount: '40',
  });
  expect(await takeAll('saleBack', sale)).toMatchObject({ discount: '40', payable: '999960' });
});

test('a delivery of two orders has the discount of each order', async () => {
  const half = await orderOf([lineOf(one, '1', '100')], { discountRate: '50' });
  const full = await orderOf([lineOf(other, '10', '100')], { discount: '0' });
  expect(await takeAll('saleOut', half, full)).toMatchObject({ discount: '50', payable: '1050' });
});

test('a partial delivery of two orders leaves the rest of the discount to each order', async () => {
  const first = await orderOf([lineOf(one, '10', '10')], { discount: '10' });
  const second = await orderOf([lineOf(other, '10', '10')], {});
  const lines = linesOf(await offerOf('saleOut', first, second)).map((line) => ({
    ...line,
    quantity: '5',
  }));
  await shop.goods('saleOut', lines, { ...approved, discount: '5' });
  expect((await offerOf('saleOut', first)).discount).toBe('5');
  expect((await offerOf('saleOut', second)).discount).toBe('0');
});

test('partial returns of a sale add up to the sold amount', async () => {
  const { unitPrice: _, ...line } = lineOf(one, '3', '1', { total: '10' });
  const sale = await shop.goods('saleOut', [line], approved);
  const back = [
    await takePieces('saleBack', sale, '1', '0'),
    await takePieces('saleBack', sale, '1', '0'),
    await takeAll('saleBack', sale),
  ];
  expect(back.map(({ payable }) => payable)).toEqual(['3.33', '3.33', '3.34']);
});

test('discounts of goods returned piece by piece add up to the discount of the sale', async () => {
  const sale = await shop.goods('saleOut', [lineOf(one, '3', '10')], {
    ...approved,
    discount: '1',
  });
  const back = [
    await takePieces('saleBack', sale, '1', '0.33'),
    await takePieces('saleBack', sale, '1', '0.33'),
    await takeAll('saleBack', sale),
  ];
  expect(back.map(({ discount }) => discount)).toEqual(['0.33', '0.33', '0.34']);
});

test.each([[false], [true]])(
  'taxes of a line delivered in parts add up to the ordered tax; prices include tax: %s',
  async (included) => {
    await shop.set({ price_includes_tax: included });
    const order = await orderOf([lineOf(one, '3', '3.33', { taxRate: '13' })], {});
    const whole = (await info(order.id)).lines[0];
    const parts = [
      await takePieces('saleOut', order, '1', '0'),
      await takePieces('saleOut', order, '1', '0'),
      await takeAll('saleOut', order),
    ].map(({ lines }) => lines[0]);
    const total = (name: 'tax' | 'total' | 'amount') =>
      toPlainDecimal(sum(parts.map((part) => decimal(part?.[name] ?? 0))));
    expect([total('tax'), total('total'), total('amount')]).toEqual([
      whole?.tax,
      whole?.total,
      whole?.amount,
    ]);
    await shop.set({ price_includes_tax: false });
  },
);

test('a tax that differs from the tax rate by more than rounding is refused', async () => {
  const { unitPrice: _, ...line } = lineOf(one, '1', '1', { total: '113', taxRate: '13' });
  await expect(shop.goods('saleOut', [{ ...line, tax: '14' }], approved)).rejects.toMatchObject({
    refusal: { key: 'document.taxOfRate', data: { field: 'tax', line: 1 } },
  });
  const saved = await shop.goods('saleOut', [{ ...line, tax: '13.01' }], approved);
  expect((await info(saved.id)).lines[0]).toMatchObject({ amount: '99.99', tax: '13.01' });
});

test('fees of a service divided over deliveries add up to the agreed fee', async () => {
  const { id: serviceId } = await server.call(services.add, {
    name: 'Cutting',
    fee: '3',
    chargeMode: 'piece',
  });
  const order = await orderOf([lineOf(one, '4', '10')], {
    services: [{ serviceId, quantity: '3', fee: '3.3333' }],
  });
  const take = async (quantity: string) => {
    const [rest] = (await offerOf('saleOut', order)).services;
    const [line] = linesOf(await offerOf('saleOut', order));
    const saved = await shop.goods(
      'saleOut',
      line === undefined ? [] : [{ ...line, quantity: '1', unitPrice: '10' }],
      {
        ...approved,
        services: [{ serviceId, quantity, fee: rest?.fee ?? '0' }],
      },
    );
    return (await info(saved.id)).serviceFees;
  };
  expect([await take('1'), await take('1'), await take('1')]).toEqual(['3.33', '3.33', '3.34']);
  expect((await offerOf('saleOut', order)).services).toEqual([]);
});

test('a delivery entered without price rights has the agreed totals and discounts', async () => {
  const token = await asRole(shop, 'packer', {
    pages: ['/bill/sale_out', '/bill/sale_order'],
    hidden: ['sale'],
  });
  const { unitPrice: _, ...line } = lineOf(one, '3', '1', { total: '10' });
  const order = await orderOf([line], { discount: '1' });
  const take = async () => {
    const input = shop.input('saleOut', [
      { barcode: one.barcode, quantity: '1', sourceDocumentId: order.id, sourceLine: 1 },
    ]);
    const { id } = await server.call(goodsDocuments.add, input, token);
    const { lines, discount } = await info(id);
    return [lines[0]?.total, discount];
  };
  expect([await take(), await take(), await take()]).toEqual([
    ['3.33', '0.33'],
    ['3.34', '0.34'],
    ['3.33', '0.33'],
  ]);
});

describe('a draft changed by a writer without price rights', async () => {
  const token = await asRole(shop, 'changer', {
    pages: ['/bill/sale_out', '/bill/sale_order'],
    hidden: ['sale'],
  });
  const half = await orderOf([lineOf(one, '1', '100')], { discountRate: '50' });
  const full = await orderOf([lineOf(other, '1', '1000')], {});
  const three = await orderOf([lineOf(one, '3', '100')], { discount: '10' });
  const of = ({ id }: Saved, { barcode }: typeof one, quantity = '1') => ({
    barcode,
    quantity,
    sourceDocumentId: id,
    sourceLine: 1,
  });
  type Lines = readonly Omit<Line, 'unitPrice'>[];

  test.each<[string, Lines, Lines, readonly string[]]>([
    [
      'a changed draft gets no discount for goods of an order without discount',
      [of(half, one)],
      [of(half, one), of(full, other)],
      ['50', '1050'],
    ],
    [
      'a changed draft keeps the discount of the remaining order',
      [of(half, one), of(full, other)],
      [of(half, one)],
      ['50', '50'],
    ],
    [
      'a changed draft gets the whole discount with the whole order',
      [of(three, one)],
      [of(three, one, '3')],
      ['10', '290'],
    ],
  ])('%s', async (_, first, then, expected) => {
    const saved = await server.call(goodsDocuments.add, shop.input('saleOut', first), token);
    const { id, version } = saved;
    await server.call(
      goodsDocuments.update,
      { ...shop.input('saleOut', then), id, version },
      token,
    );
    const { discount, payable } = await info(id);
    await server.call(goodsDocuments.remove, { id });
    expect([discount, payable]).toEqual(expected);
  });
});

describe('a saved draft made from an order with a discount', () => {
  const draftOf = async (quantity: string, discount: string, price: object = {}) => {
    const order = await orderOf([lineOf(one, '3', '3.33')], { discount: '1' });
    const [line] = linesOf(await offerOf('saleOut', order));
    const lines = [{ barcode: one.barcode, ...line, quantity, ...price }];
    const saved = await shop.goods('saleOut', lines, { discount, paidNow: '0' });
    return { order, id: saved.id, agreed: await server.call(agreedOfDraft, { id: saved.id }) };
  };

  test('a saved draft shows agreed amounts, and does not count itself as a delivery', async () => {
    const { order, agreed } = await draftOf('1', '0.33');
    const discount = { documentId: order.id, goods: '9.99', discount: '1' };
    expect(agreed).toMatchObject({
      discounts: [{ ...discount, takenGoods: '0', taken: '0' }],
      sharesDiscount: true,
      lines: [{ line: 1, ownPrice: false, agreed: { quantity: '3', takenQuantity: '0' } }],
    });
  });

  test('a saved draft shows the shares of earlier deliveries', async () => {
    const { order } = await draftOf('1', '0.33');
    const [line] = linesOf(await offerOf('saleOut', order));
    const lines = [{ barcode: one.barcode, ...line, quantity: '1' }];
    const { id } = await shop.goods('saleOut', lines, { discount: '0.33', paidNow: '0' });
    expect(await server.call(agreedOfDraft, { id })).toMatchObject({
      discounts: [{ takenGoods: '3.33', taken: '0.33' }],
      lines: [{ agreed: { takenQuantity: '1', takenTotal: '3.33' } }],
    });
  });

  test('a saved draft marks typed prices and discounts that differ from the agreed values', async () => {
    const { agreed } = await draftOf('1', '0.5', { unitPrice: '3' });
    expect(agreed).toMatchObject({ sharesDiscount: false, lines: [{ ownPrice: true }] });
  });

  test('a saved draft shows no agreed amounts to a user without price rights', async () => {
    const { id } = await draftOf('1', '0.33');
    const token = await asRole(shop, 'carrier', {
      pages: ['/bill/sale_out', '/bill/sale_order'],
      hidden: ['sale'],
    });
    expect(await server.call(agreedOfDraft, { id }, token)).toEqual({
      discounts: [],
      sharesDiscount: false,
      keptDigits: [],
      lines: [],
    });
  });
});

test('every invariant holds after partial deliveries, tallies and returns', async () => {
  expect(await shop.broken()).toEqual([]);
});
