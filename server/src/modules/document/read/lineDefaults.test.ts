import { barcodesForLine, goodsOfSerials } from '@tradehouse/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { aShopServer } from '../testShop.ts';
import type { TestProduct } from '../testShop.ts';

const { server, shop } = await aShopServer();

const run = (statement: ReturnType<typeof sql>) =>
  server.arrange(shop.company, async (tx) => {
    await statement.execute(tx);
  });
/** A product with every price, and what a partner of the level has paid for it last. */
async function priced(last: string | null): Promise<TestProduct> {
  const one = await shop.product({ sale: '20' });
  await run(sql`update barcode set distributor_price = 17, supply_price = 16
    where tenant_id = ${shop.company.tenantId} and code = ${one.barcode}`);
  await shop.goods('purchaseIn', [{ barcode: one.barcode, quantity: '5', unitPrice: '10' }]);
  if (last !== null)
    await shop.goods('saleOut', [{ barcode: one.barcode, quantity: '1', unitPrice: last }]);
  return one;
}
const lineOf = async ({ barcode }: TestProduct, kind: string, more: object = {}) => {
  const [line] = await server.call(barcodesForLine, {
    barCode: barcode,
    kind,
    organId: shop.customer,
    ...more,
  });
  if (line === undefined) throw new Error('no line');
  return line;
};

describe('line defaults', () => {
  // Purchase, retail, sale, distributor and platform price of the product are 10, 25, 20, 17 and 16.
  test.each([
    ['saleOut', 'standard', null, '20'],
    ['saleOut', 'standard', '18.5', '18.5'],
    ['saleOut', 'distributor', '18.5', '17'],
    ['saleOut', 'platform', '18.5', '16'],
    ['retailOut', 'distributor', null, '25'],
    ['purchaseIn', 'standard', null, '10'],
    ['otherIn', 'standard', null, '10'],
    ['transfer', 'standard', null, '10'],
    // Not its price: what the goods cost, to go by.
    ['purchaseRequest', 'standard', null, '10'],
    ['giro', 'standard', null, null],
  ])(
    'a line in %s for a %s buyer with the last price %s starts at price %s',
    async (kind, level, last, expected) => {
      const one = await priced(last);
      await run(sql`update partner set price_level = ${level}
      where tenant_id = ${shop.company.tenantId} and id = ${shop.customer}`);
      await shop.set({ update_unit_price: false });
      expect((await lineOf(one, kind)).price).toBe(expected);
      await run(sql`update partner set price_level = 'standard'
      where tenant_id = ${shop.company.tenantId} and id = ${shop.customer}`);
    },
  );

  test('fixed customer prices ignore the last price paid by the customer', async () => {
    await shop.set({ update_unit_price: false, customer_static_price: true });
    expect((await lineOf(await priced('18.5'), 'saleOut')).price).toBe('20');
    await shop.set({ customer_static_price: false });
  });

  describe('in a foreign currency', () => {
    const euros = { currency: 'EUR', exchangeRate: '7' };

    test.each([
      ['saleOut', null, '2.857'],
      ['saleOut', '18.5', '2.643'],
      ['purchaseIn', null, '1.429'],
    ])(
      '%s with %s last paid in the company currency starts at price %s',
      async (kind, last, expected) => {
        const one = await priced(last);
        await shop.set({ update_unit_price: false });
        expect((await lineOf(one, kind, euros)).price).toBe(expected);
      },
    );

    test('the last price paid in a currency is offered unconverted in that currency', async () => {
      await shop.set({ update_unit_price: false });
      const one = await priced(null);
      const sold = { barcode: one.barcode, quantity: '1', unitPrice: '3.3' };
      await shop.goods('saleOut', [sold], { currency: 'EUR', exchangeRate: '6.9' });
      expect((await lineOf(one, 'saleOut', euros)).price).toBe('3.3');
      expect((await lineOf(one, 'saleOut')).price).toBe('22.77');
      const pounds = { currency: 'GBP', exchangeRate: '9' };
      expect((await lineOf(one, 'saleOut', pounds)).price).toBe('2.53');
    });

    test('the minimum price is rounded up to an accepted price', async () => {
      const one = await priced(null);
      await run(sql`update barcode set minimum_price = 15
        where tenant_id = ${shop.company.tenantId} and code = ${one.barcode}`);
      // 15 / 7.1 is 2.11267…: at 2.112 it would be less than 15.
      const dearer = { currency: 'EUR', exchangeRate: '7.1' };
      expect((await lineOf(one, 'saleOut', dearer)).minimumPrice).toBe('2.113');
      const pounds = { currency: 'GBP', exchangeRate: '7.1901' };
      expect((await lineOf(one, 'saleOut', pounds)).minimumPrice).toBe('2.087');
    });

    test('a price at the minimum is offered at an accepted price', async () => {
      await shop.set({ update_unit_price: false });
      const one = await priced(null);
      await run(sql`update barcode set minimum_price = 20
        where tenant_id = ${shop.company.tenantId} and code = ${one.barcode}`);
      // 20 / 7 is 2.85714…: at 2.857 it would be less than 20.
      const { price, minimumPrice } = await lineOf(one, 'saleOut', euros);
      expect([price, minimumPrice]).toEqual(['2.858', '2.858']);
      const sold = { barcode: one.barcode, quantity: '1', unitPrice: price ?? '' };
      await shop.goods('saleOut', [sold], euros);
      // A purchase knows no minimum.
      expect((await lineOf(one, 'purchaseIn', euros)).price).toBe('1.429');
    });

    test('a price in yen has no decimals', async () => {
      await shop.set({ update_unit_price: false });
      const one = await priced(null);
      const yen = { currency: 'JPY', exchangeRate: '0.0123' };
      expect((await lineOf(one, 'saleOut', yen)).price).toBe('1626');
      await shop.goods('saleOut', [{ barcode: one.barcode, quantity: '1', unitPrice: '18.5' }]);
      expect((await lineOf(one, 'saleOut', yen)).price).toBe('1504');
    });

    test('an exchange rate of 0 is refused', async () => {
      const refused = await server.refusal(barcodesForLine, {
        barCode: (await priced(null)).barcode,
        kind: 'saleOut',
        currency: 'EUR',
        exchangeRate: '0',
      });
      expect(refused).toMatchObject({ key: 'document.exchangeRate' });
    });
  });

  test('a price converted from a foreign currency has the decimals of the company', async () => {
    await shop.set({ update_unit_price: true });
    const one = await shop.product({ sale: '20' });
    const line = { barcode: one.barcode, quantity: '1', unitPrice: '10.8815' };
    await shop.goods('purchaseIn', [line], { currency: 'GBP', exchangeRate: '7.1901' });
    await shop.set({ update_unit_price: false });
    expect((await lineOf(one, 'purchaseIn')).price).toBe('78.24');
  });

  test('stock and locked stock use the line’s unit and warehouse', async () => {
    const one = await shop.product();
    await shop.goods('purchaseIn', [{ barcode: one.box, quantity: '3', unitPrice: '10' }]);
    await run(sql`insert into stock_lock (tenant_id, warehouse_id, sku_id, quantity)
      values (${shop.company.tenantId}, ${shop.main}, ${one.skuId}, 6)`);
    const at = async (barcode: string, depotId?: string) => {
      const { stock, lockedStock } = await lineOf(
        { ...one, barcode },
        'saleOut',
        depotId === undefined ? {} : { depotId },
      );
      return [stock, lockedStock];
    };
    expect(await at(one.barcode)).toEqual(['36', '6']);
    expect(await at(one.box, shop.main)).toEqual(['3', '0.5']);
    expect(await at(one.barcode, shop.branch)).toEqual(['0', '0']);
  });
});

test('a serial in stock is found with its product, warehouse and stock type', async () => {
  const one = await shop.product({ serials: true });
  await shop.goods('purchaseIn', [
    {
      barcode: one.barcode,
      quantity: '2',
      unitPrice: '10',
      allocations: [{ serials: ['F-1', 'F-2'], stockType: 'defective' }],
    },
  ]);
  const find = (serials: string, depotId?: string) =>
    server.call(goodsOfSerials, { serials, ...(depotId === undefined ? {} : { depotId }) });
  expect(await find('F-2, F-3')).toEqual([
    {
      serial: 'F-2',
      barcode: one.barcode,
      warehouseId: shop.main,
      lot: '',
      stockType: 'defective',
    },
  ]);
  expect(await find('F-1', shop.branch)).toEqual([]);
});
