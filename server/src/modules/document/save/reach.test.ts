import { goodsDocuments, priceAdjustments, products } from '@tradehouse/contract';
import { describe, expect, test } from 'vitest';
import { aShopServer, lineOf } from '../testShop.ts';
import type { Shop } from '../testShop.ts';

const { server, shop } = await aShopServer();
const goods = await shop.product();

const refused = (lines: Parameters<Shop['input']>[1], more: Parameters<Shop['input']>[2] = {}) =>
  server.refusal(goodsDocuments.add, shop.input('purchaseIn', lines, more));

describe('an amount beyond the limits of the books', () => {
  test.each(['1000000000000000', '123456789012345678.123456'])(
    'is refused at its input: %s',
    async (price) => {
      expect(await refused([lineOf(goods, '1', price)])).toMatchObject({
        key: 'request.field',
        message: expect.stringContaining('below 10^15'),
        data: { field: 'unitPrice', line: 1 },
      });
    },
  );

  test('is refused when computed from accepted inputs', async () => {
    const good = lineOf(goods, '1', '1');
    expect(await refused([good, lineOf(goods, '999999999', '999999999')])).toMatchObject({
      key: 'amount.tooLarge',
      data: { field: 'amount', line: 2 },
    });
    const half = lineOf(goods, '1', '600000000000000');
    expect(await refused([half, half])).toMatchObject({
      key: 'amount.tooLarge',
      data: { field: 'amount' },
    });
    expect(await refused([half], { currency: 'EUR', exchangeRate: '8' })).toMatchObject({
      key: 'amount.tooLarge',
    });
  });

  test('is refused in openings too', async () => {
    const { id } = await server.call(products.add, {
      name: 'Grain',
      unitName: 'kg',
      barcodes: [{ code: '6900000000999', unit: 'kg' }],
    });
    const stock = [{ warehouseId: shop.main, openingStock: '1000000000000000' }];
    const barcodes = [{ code: '6900000000999', unit: 'kg' }];
    const update = { id, version: 1, name: 'Grain', unitName: 'kg', barcodes, stock };
    expect(await server.refusal(products.update, update)).toMatchObject({
      key: 'request.field',
      message: expect.stringContaining('below 10^15'),
    });
  });
});

describe('a day outside the accepted range', () => {
  const line = () => [lineOf(goods, '1', '1')];
  const next = new Date().getUTCFullYear() + 1;

  test('before 1970 or after next year is refused at its field', async () => {
    expect(await refused(line(), { time: '1969-12-30T12:00:00Z' })).toMatchObject({
      key: 'date.outOfReach',
      data: { field: 'time', since: '1970-01-01', until: `${next}-12-31` },
    });
    expect(
      await server.refusal(
        goodsDocuments.add,
        shop.input('purchaseRequest', line(), { requiredOn: `${next + 1}-01-01` }),
      ),
    ).toMatchObject({ key: 'date.outOfReach', data: { field: 'requiredOn' } });
  });

  test('is refused in a line too, and for the effective day of a price', async () => {
    const lots = (expiry: string) =>
      lineOf(goods, '1', '1', { allocations: [{ quantity: '1', lot: 'L', expiry }] });
    expect(await refused([...line(), lots('2101-01-01')])).toMatchObject({
      key: 'date.outOfReach',
      data: { field: 'expiry', date: '2101-01-01', until: '2100-12-31' },
    });
    const prices = { price: 'sale', effectiveAt: '2999-01-01T00:00:00Z', lines: [] };
    expect(await server.refusal(priceAdjustments.add, prices)).toMatchObject({
      key: 'date.outOfReach',
      data: { field: 'effectiveAt', date: '2999-01-01', until: `${next}-12-31` },
    });
  });

  test('the first and the last accepted day are saved', async () => {
    const first = shop.goods('purchaseIn', line(), { time: '1970-01-01T12:00:00Z' });
    expect(await first).toHaveProperty('id');
    const last = shop.goods('purchaseRequest', line(), { requiredOn: `${next}-12-31` });
    expect(await last).toHaveProperty('id');
  });
});
