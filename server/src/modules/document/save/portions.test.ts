import { goodsDocuments } from '@tradehouse/contract';
import { describe, expect, test } from 'vitest';
import { aShopServer, lineOf } from '../testShop.ts';

const { server, shop } = await aShopServer();
const tea = await shop.product();
await shop.goods('purchaseIn', [lineOf(tea, '100', '1')]);

/** A sale of three pieces for 33.33 each, 99.99 in all. */
const saleWith = (head: object, quantity = '3') =>
  shop.input('saleOut', [lineOf(tea, quantity, '33.33')], { paidNow: '0', ...head });

describe('a document with a rate and an amount for discount or service charge', () => {
  test.each([
    ['discount that its rate does not make', { discountRate: '10', discount: '20' }, '10', '10'],
    ['service charge at another rate', { serviceRate: '5', serviceCharge: '6' }, '5', '5'],
  ])('is refused with a %s', async (_, head, rate, amount) => {
    expect(await server.refusal(goodsDocuments.add, saleWith(head))).toMatchObject({
      key: 'document.rateAndAmount',
      data: { rate, amount, field: 'discount' in head ? 'discount' : 'serviceCharge' },
    });
  });

  test.each([
    ['made by its rate', '10', '10', '10'],
    ['within one cent of it', '10', '9.99', '9.99'],
    ['whose rate is shown with two decimals', '3.33', '3.33', '3.33'],
    ['of nothing at all', '0', '0', '0'],
    ['beside a rate of 0', '0', '5', '5'],
  ])('is accepted with an amount %s', async (_, discountRate, discount, kept) => {
    const { id } = await server.call(goodsDocuments.add, saleWith({ discountRate, discount }));
    expect(await server.call(goodsDocuments.info, { id })).toMatchObject({ discount: kept });
  });

  test('is accepted with the rate and amount of the reply', async () => {
    const { id, version } = await server.call(goodsDocuments.add, saleWith({ discount: '7.77' }));
    const { discount, discountRate } = await server.call(goodsDocuments.info, { id });
    const input = { ...saleWith({ discount, discountRate }), id, version };
    await server.call(goodsDocuments.update, input);
    expect(await server.call(goodsDocuments.info, { id })).toMatchObject({ discount: '7.77' });
  });

  test('keeps a saved rate and amount when goods change, and refuses new amounts', async () => {
    const { id, version } = await server.call(goodsDocuments.add, saleWith({ discountRate: '10' }));
    const { discount, discountRate } = await server.call(goodsDocuments.info, { id });
    const more = { ...saleWith({ discount, discountRate }, '6'), id, version };
    await server.call(goodsDocuments.update, more);
    expect(await server.call(goodsDocuments.info, { id })).toMatchObject({ discount: '10' });
    const other = { ...more, version: version + 1, discount: '11' };
    expect((await server.refusal(goodsDocuments.update, other)).key).toBe('document.rateAndAmount');
  });
});
