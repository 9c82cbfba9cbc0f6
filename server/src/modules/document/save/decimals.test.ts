// Amounts have the decimals of their own currency, not of the company's.
import {
  agreedOfDraft,
  documentToConvert,
  goodsDocuments,
  moneyDocuments,
} from '@tradehouse/contract';
import { beforeAll, expect, test } from 'vitest';
import { aShopServer, asRole, lineOf } from '../testShop.ts';
import { saveTogether } from './saveTogether.ts';
import type { NewDocumentInput } from './saveTogether.ts';

const { server, shop } = await aShopServer();
const product = await shop.product();
const dollars = { currency: 'USD', exchangeRate: '150.4' } as const;

beforeAll(async () => {
  await shop.set({ currency: 'JPY', currency_digits: '0', multi_account: true });
  await shop.goods('purchaseIn', [lineOf(product, '1000', '1')], { time: '2025-01-02T04:00:00Z' });
});

test.each([
  ['own currency, without', {}, '7', '333.33', '2333', '2333'],
  ['dollars, with two', dollars, '1', '19.99', '19.99', '3006'],
  ['dollars, with two', dollars, '3', '0.05', '0.15', '23'],
  [
    'dinars, with three',
    { currency: 'KWD', exchangeRate: '487.5' },
    '7',
    '1.2345',
    '8.642',
    '4213',
  ],
] as const)(
  'a bill in %s has the decimals of its currency and is settled in full',
  async (_in, money, quantity, price, amount, booked) => {
    const { customer: partnerId } = shop;
    const owed = async () => Number(await shop.purse('receivable', partnerId));
    const before = await owed();
    const { id } = await shop.goods('saleOut', [lineOf(product, quantity, price)], {
      ...money,
      partnerId,
      paidNow: '0',
      status: '1',
    });
    const bill = await server.call(goodsDocuments.info, { id });
    expect(bill).toMatchObject({
      payable: amount,
      debt: amount,
      lines: [{ amount, total: amount }],
    });
    expect((await owed()) - before).toBe(Number(booked));
    await shop.money('moneyIn', [{ settledDocumentId: id, amount }], { ...money, partnerId });
    expect(await owed()).toBe(before);
    expect(await server.call(goodsDocuments.info, { id })).toMatchObject({ settled: amount });
  },
);

test('a bonus has the decimals of the prepayment’s currency', async () => {
  const cash = [{ accountId: shop.cash, amount: '10' }];
  const prepayment = { currency: 'USD', exchangeRate: '150', bonus: '5.50' };
  const { id } = await shop.money('advanceIn', cash, prepayment);
  expect(await server.call(moneyDocuments.info, { id })).toMatchObject({ bonus: '5.5' });
  expect(await shop.purse('bonus', shop.member)).toBe('-825');
});

test('discounts, payments and money lines with too many decimals are rounded', async () => {
  const { cash: one, bank: other } = shop;
  const parts = [
    { accountId: one, amount: '10.004' },
    { accountId: other, amount: '9.006' },
  ];
  const sold = await shop.goods('saleOut', [lineOf(product, '1', '20')], {
    ...dollars,
    discount: '0.989',
    paidNow: '19.01',
    settlements: parts,
  });
  expect(await server.call(goodsDocuments.info, { id: sold.id })).toMatchObject({
    discount: '0.99',
    payable: '19.01',
    settlements: [{ amount: '10' }, { amount: '9.01' }],
  });
  const lines = [{ accountId: other, amount: '0.125' }];
  const moved = await shop.money('giro', lines, { ...dollars, accountId: one });
  expect(await server.call(moneyDocuments.info, { id: moved.id })).toMatchObject({
    paidNow: '0.13',
  });
});

test('a rate of exactly 1 is refused where the currency has more decimals than the company’s own', async () => {
  const { customer: partnerId } = shop;
  const sale = (money: object) =>
    shop.input('saleOut', [lineOf(product, '1', '19')], { ...money, partnerId, paidNow: '0' });
  const dollarsAtOne = sale({ currency: 'USD', exchangeRate: '1' });
  expect(await server.refusal(goodsDocuments.add, dollarsAtOne)).toMatchObject({
    key: 'document.rateOfOne',
    data: { currency: 'USD', own: 'JPY', field: 'exchangeRate' },
  });
  await server.call(goodsDocuments.add, sale({ currency: 'KRW', exchangeRate: '1' }));
});

/** Sets the currency's decimals of older versions for what `write` stores. */
async function storedByOlderVersion<T>(write: () => Promise<T>): Promise<T> {
  await shop.set({ currency_digits: '2' });
  const stored = await write();
  await shop.set({ currency_digits: '0' });
  return stored;
}

test('a return of a sale stored with more decimals returns the whole amount', async () => {
  const { customer: partnerId } = shop;
  const { id } = await storedByOlderVersion(() =>
    shop.goods('saleOut', [lineOf(product, '2', '5.3')], { partnerId, paidNow: '0', status: '1' }),
  );
  const before = Number(await shop.purse('receivable', partnerId));
  const draft = await server.call(documentToConvert, { ids: id, kind: 'saleBack' });
  const lines = draft.lines.map(({ barcode, quantity, unitPrice }) => ({
    barcode,
    quantity,
    unitPrice: unitPrice ?? '0',
    sourceDocumentId: id,
    sourceLine: 1,
  }));
  const back = await shop.goods('saleBack', lines, { partnerId, paidNow: '0', status: '1' });
  expect(await server.call(goodsDocuments.info, { id: back.id })).toMatchObject({
    payable: '10.6',
  });
  expect(before - Number(await shop.purse('receivable', partnerId))).toBeCloseTo(10.6);
});

test('a delivery of an order stored with more decimals has the decimals of the currency', async () => {
  const { customer: partnerId } = shop;
  const { id } = await storedByOlderVersion(() =>
    shop.goods('saleOrder', [lineOf(product, '2', '5.3')], { partnerId, status: '1' }),
  );
  const draft = await server.call(documentToConvert, { ids: id, kind: 'saleOut' });
  expect(draft.keptDigits).toEqual([]);
  const line = { ...lineOf(product, '2', '5.3'), sourceDocumentId: id, sourceLine: 1 };
  const delivery = await shop.goods('saleOut', [line], { partnerId, paidNow: '0' });
  expect(await server.call(goodsDocuments.info, { id: delivery.id })).toMatchObject({
    payable: '11',
    lines: [{ total: '11' }],
  });
});

test('a form receives the kept decimals of a return and of a saved document', async () => {
  const { customer: partnerId } = shop;
  const [sale, abroad] = await storedByOlderVersion(async () => [
    await shop.goods('saleOut', [lineOf(product, '2', '5.3')], { partnerId, status: '1' }),
    await shop.goods('saleOut', [lineOf(product, '2', '5.25')], { partnerId, ...dollars }),
  ]);
  const kept = [{ currency: 'JPY', digits: 1 }];
  const offer = await server.call(documentToConvert, { ids: sale.id, kind: 'saleBack' });
  expect(offer.keptDigits).toEqual(kept);
  const line = { ...lineOf(product, '1', '5.3'), sourceDocumentId: sale.id, sourceLine: 1 };
  const back = await shop.goods('saleBack', [line], { partnerId, paidNow: '0' });
  for (const { id } of [sale, back])
    expect(await server.call(agreedOfDraft, { id })).toMatchObject({ keptDigits: kept });
  expect(await server.call(agreedOfDraft, { id: abroad.id })).toMatchObject({
    keptDigits: [{ currency: 'USD', digits: 1 }],
  });
});

test('decimals kept by a return do not affect further documents of an import', async () => {
  const { customer: partnerId } = shop;
  const { id } = await storedByOlderVersion(() =>
    shop.goods('saleOut', [lineOf(product, '2', '5.3')], { partnerId, paidNow: '0', status: '1' }),
  );
  const inputOf = (kind: 'saleOut' | 'saleBack', line: object): NewDocumentInput => {
    const { kind: _, ...goods } = shop.input(kind, [{ ...lineOf(product, '2', '5.3'), ...line }], {
      partnerId,
      paidNow: '0',
    });
    return { input: { kind, goods } };
  };
  const inputs = [
    inputOf('saleBack', { sourceDocumentId: id, sourceLine: 1 }),
    inputOf('saleOut', {}),
  ];
  const [back, sale] = await shop.asOwner((context) => saveTogether(context, inputs));
  const payableOf = async (one: { id: string } | undefined) =>
    (await server.call(goodsDocuments.info, { id: one?.id ?? '' })).payable;
  expect([await payableOf(back), await payableOf(sale)]).toEqual(['10.6', '11']);
});

test('a user without amount rights returns the whole of a sale stored with more decimals', async () => {
  const { customer: partnerId } = shop;
  const { id } = await storedByOlderVersion(() =>
    shop.goods('saleOut', [lineOf(product, '2', '5.3')], { partnerId, paidNow: '0', status: '1' }),
  );
  const hidden = await asRole(shop, 'packer', {
    pages: ['/bill/sale_out', '/bill/sale_back'],
    hidden: ['sale'],
  });
  const { barcode } = product;
  const source = { sourceDocumentId: id, sourceLine: 1 };
  const goods = { kind: 'saleBack', partnerId, accountId: shop.cash } as const;
  const line = { barcode, quantity: '2', warehouseId: shop.main, ...source };
  const back = await server.call(goodsDocuments.add, { ...goods, lines: [line] }, hidden);
  expect(await server.call(goodsDocuments.info, { id: back.id })).toMatchObject({
    payable: '10.6',
  });
});

test('an unrelated edit of documents stored with more decimals changes no amount', async () => {
  const { customer: partnerId } = shop;
  const cash = [{ accountId: shop.cash, amount: '10.55' }];
  const parts = [
    { accountId: shop.cash, amount: '3.05' },
    { accountId: shop.bank, amount: '2' },
  ];
  const [sale, prepayment] = await storedByOlderVersion(async () => [
    await shop.goods('saleOut', [lineOf(product, '1', '10.55')], {
      partnerId,
      discount: '0.55',
      otherFees: '0.45',
      paidNow: '5.05',
      settlements: parts,
    }),
    await shop.money('advanceIn', cash, { bonus: '10.55' }),
  ]);
  const bill = await server.call(goodsDocuments.info, { id: sale.id });
  const money = { discount: '0.55', otherFees: '0.45', paidNow: '5.05', settlements: parts };
  const [line] = bill.lines;
  await server.call(goodsDocuments.update, {
    ...shop.input(
      'saleOut',
      [
        {
          ...lineOf(product, '1', '10.55'),
          line: line?.line ?? 1,
        },
      ],
      {
        partnerId,
        ...money,
        remark: 'By post',
      },
    ),
    id: sale.id,
    version: bill.version,
  });
  const { payable, debt } = bill;
  expect(payable).toBe('10.45');
  const after = await server.call(goodsDocuments.info, { id: sale.id });
  expect(after).toMatchObject({ ...money, payable, debt });
  const paid = await server.call(moneyDocuments.info, { id: prepayment.id });
  await server.call(moneyDocuments.update, {
    kind: 'advanceIn',
    partnerId: shop.member,
    bonus: '10.55',
    remark: 'By post',
    lines: cash.map((one) => ({
      ...one,
      line: 1,
    })),
    id: paid.id,
    version: paid.version,
  });
  expect(await server.call(moneyDocuments.info, { id: paid.id })).toMatchObject({
    bonus: '10.55',
    lines: [{ amount: '10.55' }],
  });
});

test('a kept overpayment stored with more decimals is used to the last decimal', async () => {
  await shop.set({ keep_overpayment: true });
  const { otherCustomer: partnerId } = shop;
  const kept = { amount: '0.6' };
  await storedByOlderVersion(() => shop.money('moneyIn', [kept], { partnerId, status: '1' }));
  const { id } = await shop.goods('saleOut', [lineOf(product, '1', '20')], {
    partnerId,
    paidNow: '0',
    status: '1',
  });
  const used = [{ settledDocumentId: id, amount: '20' }, { amount: '-0.6' }];
  const { id: paid } = await shop.money('moneyIn', used, { partnerId, status: '1' });
  expect(await server.call(moneyDocuments.info, { id: paid })).toMatchObject({ paidNow: '19.4' });
  expect(Number(await shop.purse('receivable', partnerId))).toBe(0);
});

test('every invariant of the books holds after all documents in any decimals', async () => {
  expect(await shop.broken()).toEqual([]);
});
