import { goodsDocuments, moneyDocuments } from '@tradehouse/contract';
import { describe, expect, test } from 'vitest';
import { Refused } from '../../../testing.ts';
import { aShopServer } from '../testShop.ts';
import type { TestProduct } from '../testShop.ts';

const { server, shop } = await aShopServer();

const ROUNDS = 8;
const CLIENTS = 8;

/** How many of several calls at once succeeded, and which refusals the others got. */
async function race(
  calls: readonly (() => Promise<unknown>)[],
): Promise<{ won: number; keys: string[] }> {
  const ends = await Promise.allSettled(calls.map((call) => call()));
  const lost = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []));
  const keys = lost.map((reason) =>
    reason instanceof Refused ? reason.refusal.key : String(reason),
  );
  return { won: calls.length - lost.length, keys: [...new Set(keys)].toSorted() };
}

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const line = ({ barcode }: TestProduct, quantity: string, unitPrice = '20') => ({
  barcode,
  quantity,
  unitPrice,
});
const stocked = async (quantity: string): Promise<TestProduct> => {
  const product = await shop.product();
  await shop.goods('purchaseIn', [line(product, quantity, '10')]);
  return product;
};

describe('concurrent clients', () => {
  test('sell the last unit exactly once', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const one = await stocked('1');
      const sell = () => shop.goods('saleOut', [line(one, '1')]);
      expect(await race(times(CLIENTS, () => sell))).toEqual({ won: 1, keys: ['stock.shortage'] });
      expect(await shop.stock(one)).toBe('0');
    }
    expect(await shop.broken()).toEqual([]);
  });

  test('selling two goods in opposite order wait for each other and never fail', async () => {
    const [one, two] = [await stocked('100'), await stocked('100')];
    const sell = (index: number) => () =>
      shop.goods(
        'saleOut',
        index % 2 === 0 ? [line(one, '1'), line(two, '1')] : [line(two, '1'), line(one, '1')],
      );
    expect(await race(times(24, sell))).toEqual({ won: 24, keys: [] });
    expect([await shop.stock(one), await shop.stock(two)]).toEqual(['76', '76']);
    expect(await shop.broken()).toEqual([]);
  });

  test('racing to approve, edit or delete a draft succeed only from the draft state', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const one = await stocked('5');
      const { id } = await shop.goods('saleOut', [line(one, '2')]);
      const approve = () => server.call(goodsDocuments.setStatus, { ids: id, status: '1' });
      const edit = () =>
        server.call(goodsDocuments.update, {
          ...shop.input('saleOut', [line(one, '3')]),
          id,
          version: 1,
        });
      const remove = () => server.call(goodsDocuments.remove, { id });
      const { won } = await race([approve, approve, edit, edit, remove]);
      // Every winner met a draft, as it had read it: an edit may come before the approval or the deletion.
      expect(won).toBeGreaterThanOrEqual(1);
      expect(won).toBeLessThanOrEqual(2);
    }
    expect(await shop.broken()).toEqual([]);
  });

  test('get distinct numbers, and only the first takes a typed number', async () => {
    const goods = await shop.product();
    const saved = await Promise.all(times(16, () => shop.goods('saleOrder', [line(goods, '1')])));
    expect(new Set(saved.map(({ number }) => number)).size).toBe(16);
    const typed = () => shop.goods('saleOrder', [line(goods, '1')], { number: 'TYPED-1' });
    expect(await race(times(4, () => typed))).toEqual({ won: 1, keys: ['document.numberTaken'] });
  });

  test('never spend more than the rest of a prepayment', async () => {
    const goods = await stocked('100');
    for (let round = 0; round < ROUNDS; round += 1) {
      await shop.money('advanceIn', [{ accountId: shop.cash, amount: '30' }]);
      const spend = () =>
        shop.goods('retailOut', [line(goods, '1', '20')], {
          partnerId: shop.member,
          payment: 'prepaid',
        });
      const { won, keys } = await race(times(4, () => spend));
      expect(won).toBeGreaterThanOrEqual(1);
      expect(won).toBeLessThanOrEqual(2);
      expect(keys).toEqual(['prepayment.short']);
      expect(Number(await shop.purse('prepaid', shop.member))).toBeLessThanOrEqual(0);
    }
    expect(await shop.broken()).toEqual([]);
  });

  test('delivering an order never exceed the deposit or the quantity of the order', async () => {
    const goods = await stocked('100');
    for (let round = 0; round < ROUNDS; round += 1) {
      const order = await shop.goods('saleOrder', [line(goods, '10')], {
        depositTaken: '50',
        status: '1',
      });
      const from = (quantity: string) => ({
        ...line(goods, quantity),
        sourceDocumentId: order.id,
        sourceLine: 1,
      });
      const deliver = () => shop.goods('saleOut', [from('1')], { depositUsed: '20', paidNow: '0' });
      expect(await race(times(5, () => deliver))).toEqual({ won: 2, keys: ['deposit.exceeded'] });
      const rest = () => shop.goods('saleOut', [from('5')], { paidNow: '0' });
      expect(await race(times(3, () => rest))).toEqual({ won: 1, keys: ['document.overLinked'] });
      await shop.goods('purchaseIn', [line(goods, '20', '10')]);
    }
    expect(await shop.broken()).toEqual([]);
  });

  test('settle the rest of a bill exactly once', async () => {
    const goods = await stocked('100');
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = await shop.goods('saleOut', [line(goods, '1', '100')], { paidNow: '0' });
      const settle = () => shop.money('moneyIn', [{ settledDocumentId: id, amount: '60' }]);
      expect(await race(times(4, () => settle))).toEqual({ won: 1, keys: ['settlement.over'] });
      const { openDebt } = await server.call(goodsDocuments.info, { id });
      expect(openDebt).toBe('40');
    }
    expect(await shop.broken()).toEqual([]);
  });

  test('with an equal idempotency key create a single document', async () => {
    const goods = await stocked('10');
    const input = shop.input('saleOut', [line(goods, '1')]);
    const twins = await Promise.all(
      times(4, () => server.call(goodsDocuments.add, input, { key: 'twin-1' })),
    );
    expect(new Set(twins.map(({ id }) => id)).size).toBe(1);
    expect(await shop.stock(goods)).toBe('9');
    expect(
      await server.refusal(goodsDocuments.add, shop.input('saleOut', [line(goods, '2')]), {
        key: 'twin-1',
      }),
    ).toMatchObject({ status: 409, key: 'request.keyReused' });
    expect(
      await server.refusal(moneyDocuments.remove, { id: twins[0]?.id ?? '' }, { key: 'twin-1' }),
    ).toMatchObject({ key: 'request.keyReused' });
  });
});
