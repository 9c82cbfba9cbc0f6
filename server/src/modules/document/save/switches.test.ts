import { barcodesForLine, documentToConvert, goodsDocuments } from '@tradehouse/contract';
import { describe, expect, test } from 'vitest';
import { aStockedServer } from '../testShop.ts';

const { server, shop, line } = await aStockedServer('100');

const saved = async (kind: string, unitPrice: string, more: object = {}) => {
  const { id } = await shop.goods(
    kind,
    [line('1', unitPrice, { taxRate: kind === 'retailOut' ? '0' : '13' })],
    more,
  );
  return server.call(goodsDocuments.info, { id });
};

describe('tax-inclusive prices', () => {
  test.each([
    [false, '113', { amount: '113', tax: '14.69', total: '127.69' }],
    [true, '113', { amount: '113', tax: '13', total: '113' }],
    [false, '9.99', { amount: '9.99', tax: '1.3', total: '11.29' }],
    [true, '9.99', { amount: '9.99', tax: '1.15', total: '9.99' }],
  ] as const)(
    'switched to %s compute a price of %s at 13 %% tax as %j',
    async (on, unitPrice, amounts) => {
      await shop.set({ price_includes_tax: on });
      const { lines, payable } = await saved('saleOut', unitPrice);
      expect(lines[0]).toMatchObject(amounts);
      expect(payable).toBe(amounts.total);
    },
  );

  test('a saved document keeps its setting after the company’s setting changes', async () => {
    await shop.set({ price_includes_tax: true });
    const before = await saved('saleOut', '113');
    await shop.set({ price_includes_tax: false });
    // Written on it would come to the same.
    const lines = before.lines.map((one) => ({ ...one, pricedBy: 'total' }));
    expect(await server.call(goodsDocuments.info, { id: before.id })).toEqual({ ...before, lines });
  });
});

describe('a price agreed in an order', () => {
  const offered = async (unitPrice: string, more: object = {}) => {
    const given = line('2', unitPrice, { taxRate: '13' });
    return shop.goods('saleOrder', [given], { status: '1', ...more });
  };
  const converted = (id: string) => server.call(documentToConvert, { ids: id, kind: 'saleOut' });

  test.each([
    [false, '100', true, '113'],
    [true, '113', false, '100'],
    [true, '100', true, '100'],
  ])(
    'with tax in the price: %s, at %s, is delivered with tax in the price: %s, at %s',
    async (before, agreed, after, now) => {
      await shop.set({ price_includes_tax: before });
      const { id } = await offered(agreed);
      await shop.set({ price_includes_tax: after });
      const { lines } = await converted(id);
      expect(lines[0]).toMatchObject({ pricedBy: 'unitPrice', unitPrice: now, taxRate: '13' });
      const [last] = await server.call(barcodesForLine, {
        barCode: lines[0]?.barcode ?? '',
        kind: 'saleOrder',
        organId: shop.customer,
      });
      expect(last?.price).toBe(now);
    },
  );

  test('in a foreign currency is delivered in its currency, and remembered in the company’s own', async () => {
    await shop.set({ price_includes_tax: false });
    const { id } = await offered('10', { currency: 'EUR', exchangeRate: '7' });
    const { currency, exchangeRate, lines } = await converted(id);
    expect({ currency, exchangeRate }).toEqual({ currency: 'EUR', exchangeRate: '7' });
    expect(lines[0]?.unitPrice).toBe('10');
    const [last] = await server.call(barcodesForLine, {
      barCode: lines[0]?.barcode ?? '',
      kind: 'saleOrder',
      organId: shop.customer,
    });
    expect(last?.price).toBe('70');
  });

  test('a line priced by its total keeps the total only if it is delivered whole', async () => {
    const { unitPrice: _, ...given } = line('3', '1', { total: '100' });
    const { id } = await shop.goods('saleOrder', [given], { status: '1' });
    const whole = await converted(id);
    expect(whole.lines[0]).toMatchObject({ pricedBy: 'total', total: '100', unitPrice: '33.3333' });
    const source = { sourceDocumentId: id, sourceLine: 1 };
    await shop.goods('saleOut', [line('1', '33.3333', source)]);
    expect((await converted(id)).lines[0]).toMatchObject({
      pricedBy: 'unitPrice',
      unitPrice: '33.3333',
    });
  });
});

describe('the setting to leave bills unpaid by default', () => {
  test.each([
    ['purchaseIn', false, { paidNow: '22.6', debt: '0' }],
    ['purchaseIn', true, { paidNow: '0', debt: '22.6' }],
    ['saleOut', false, { paidNow: '22.6', debt: '0' }],
    ['saleOut', true, { paidNow: '0', debt: '22.6' }],
    ['saleBack', true, { paidNow: '0', debt: '22.6' }],
    // Retail is paid at the counter, whatever the switch says.
    ['retailOut', true, { paidNow: '20', debt: '0' }],
  ] as const)('for %s, switched to %s, results in %j', async (kind, on, expected) => {
    await shop.set({ zero_change_amount: on, price_includes_tax: false });
    expect(await saved(kind, '20')).toMatchObject(expected);
  });

  test('is overridden by a payment entered in the document', async () => {
    await shop.set({ zero_change_amount: true });
    expect(await saved('saleOut', '20', { paidNow: '5' })).toMatchObject({
      paidNow: '5',
      debt: '17.6',
    });
  });
});

describe('several accounts', () => {
  const input = () =>
    shop.input('saleOut', [line('1', '20')], {
      paidNow: '20',
      settlements: [
        { accountId: shop.cash, amount: '12' },
        { accountId: shop.bank, amount: '8' },
      ],
    });

  test('are refused while the company allows a single account', async () => {
    await shop.set({ multi_account: false });
    expect(await server.refusal(goodsDocuments.add, input())).toMatchObject({
      key: 'document.accountAmount',
      data: { field: 'settlements' },
    });
  });

  test('share the payment if the company allows several accounts', async () => {
    await shop.set({ multi_account: true });
    const { id } = await server.call(goodsDocuments.add, input());
    const { settlements } = await server.call(goodsDocuments.info, { id });
    expect(settlements.map(({ accountId, amount }) => [accountId, amount])).toEqual([
      [shop.cash, '12'],
      [shop.bank, '8'],
    ]);
  });
});
