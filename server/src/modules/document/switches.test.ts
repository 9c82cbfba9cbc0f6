import { goodsDocuments } from '@tradehouse/contract';
import { afterAll, describe, expect, test } from 'vitest';
import { aStockedServer } from './testShop.ts';

const { server, shop, line } = await aStockedServer('100');
afterAll(() => server.stop());

const saved = async (kind: string, unitPrice: string, more: object = {}) => {
  const { id } = await shop.goods(kind, [line('1', unitPrice, { taxRate: '13' })], more);
  return server.call(goodsDocuments.info, { id });
};

describe('prices that include the tax', () => {
  test.each([
    [false, '113', { amount: '113', tax: '14.69', total: '127.69' }],
    [true, '113', { amount: '113', tax: '13', total: '113' }],
    [false, '9.99', { amount: '9.99', tax: '1.3', total: '11.29' }],
    [true, '9.99', { amount: '9.99', tax: '1.15', total: '9.99' }],
  ] as const)('switched to %s, %s at 13 %% is %j', async (on, unitPrice, amounts) => {
    await shop.set({ price_includes_tax: on });
    const { lines, payable } = await saved('saleOut', unitPrice);
    expect(lines[0]).toMatchObject(amounts);
    expect(payable).toBe(amounts.total);
  });

  test('a document keeps the way it was written in', async () => {
    await shop.set({ price_includes_tax: true });
    const before = await saved('saleOut', '113');
    await shop.set({ price_includes_tax: false });
    expect(await server.call(goodsDocuments.info, { id: before.id })).toEqual(before);
  });
});

describe('nothing paid unless it is said', () => {
  test.each([
    ['purchaseIn', false, { paidNow: '22.6', debt: '0' }],
    ['purchaseIn', true, { paidNow: '0', debt: '22.6' }],
    ['saleOut', false, { paidNow: '22.6', debt: '0' }],
    ['saleOut', true, { paidNow: '0', debt: '22.6' }],
    ['saleBack', true, { paidNow: '0', debt: '22.6' }],
    // Retail is paid at the counter, whatever the switch says.
    ['retailOut', true, { paidNow: '20', debt: '0' }],
  ] as const)('%s, switched to %s: %j', async (kind, on, expected) => {
    await shop.set({ zero_change_amount: on, price_includes_tax: false });
    expect(await saved(kind, '20')).toMatchObject(expected);
  });

  test('what is said counts', async () => {
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

  test('are refused while the company keeps to one', async () => {
    await shop.set({ multi_account: false });
    expect(await server.refusal(goodsDocuments.add, input())).toMatchObject({
      key: 'document.accountAmount',
      data: { field: 'settlements' },
    });
  });

  test('share the payment where it allows them', async () => {
    await shop.set({ multi_account: true });
    const { id } = await server.call(goodsDocuments.add, input());
    const { settlements } = await server.call(goodsDocuments.info, { id });
    expect(settlements.map(({ accountId, amount }) => [accountId, amount])).toEqual([
      [shop.cash, '12'],
      [shop.bank, '8'],
    ]);
  });
});
