// A warehouse may allow or forbid stock below zero by itself, against the switch of the company.
import { goodsDocuments, warehouses } from '@tradehouse/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { aShopServer, lineOf, timeDaysAgo } from '../testShop.ts';

const { server, shop } = await aShopServer();

type Rule = 'company' | 'allow' | 'forbid';
const setRule = async (id: string, negativeStock: Rule): Promise<void> => {
  const { version, name } = await server.call(warehouses.infoCall, { id });
  await server.call(warehouses.update, { id, version, name, negativeStock });
};
beforeEach(async () => {
  await shop.set({ negative_stock: false });
  for (const id of [shop.main, shop.branch]) await setRule(id, 'company');
});
const sale = (line: ReturnType<typeof lineOf>, warehouseId: string, more: object = {}) =>
  shop.goods('saleOut', [{ ...line, warehouseId }], more);
const refusedSale = async (line: object, warehouseId: string, more: object = {}) =>
  (
    await server.refusal(
      goodsDocuments.add,
      shop.input('saleOut', [{ ...line, warehouseId } as never], more),
    )
  ).key;

describe('a warehouse with a rule of its own', () => {
  test.each([
    ['allows', false, 'allow'],
    ['forbids', true, 'forbid'],
  ] as const)('%s stock below zero against the company', async (_, company, rule) => {
    const one = await shop.product();
    await shop.set({ negative_stock: company });
    await setRule(shop.main, rule);
    const [open, closed] = rule === 'allow' ? [shop.main, shop.branch] : [shop.branch, shop.main];
    await sale(lineOf(one, '2'), open);
    expect(await shop.stock(one, open)).toBe('-2');
    expect(await refusedSale(lineOf(one, '1'), closed)).toBe('stock.shortage');
    expect(await shop.broken()).toEqual([]);
  });

  test('decides each line of a document by its warehouse', async () => {
    const one = await shop.product();
    await setRule(shop.branch, 'allow');
    const lines = [
      { ...lineOf(one, '1'), warehouseId: shop.branch },
      { ...lineOf(one, '1'), warehouseId: shop.main },
    ];
    const refusal = await server.refusal(goodsDocuments.add, shop.input('saleOut', lines));
    expect(refusal).toMatchObject({ key: 'stock.shortage', data: { line: 2, missing: '1' } });
    await shop.goods('purchaseIn', [lineOf(one, '1')]);
    await shop.goods('saleOut', lines);
    expect(await shop.stock(one, shop.branch)).toBe('-1');
    expect(await shop.stock(one, shop.main)).toBe('0');
    expect(await shop.broken()).toEqual([]);
  });

  test('may fall short on a later day where the warehouse allows stock below zero', async () => {
    const one = await shop.product();
    await shop.goods('purchaseIn', [lineOf(one, '5')], { time: timeDaysAgo(4) });
    await sale(lineOf(one, '5'), shop.main, { time: timeDaysAgo(3) });
    await shop.goods('purchaseIn', [lineOf(one, '5')], { time: timeDaysAgo(1) });
    const early = { time: timeDaysAgo(3) };
    expect(await refusedSale(lineOf(one, '1'), shop.main, early)).toBe('stock.shortageLater');
    await setRule(shop.main, 'allow');
    await sale(lineOf(one, '1'), shop.main, early);
    await setRule(shop.main, 'forbid');
    await shop.set({ negative_stock: true });
    expect(await refusedSale(lineOf(one, '1'), shop.main, early)).toBe('stock.shortageLater');
    expect(await shop.broken()).toEqual([]);
  });

  test('checks the days of serials where the warehouse forbids stock below zero', async () => {
    const one = await shop.product({ serials: true });
    const serial = { allocations: [{ serials: ['W1'] }] };
    await shop.goods('purchaseIn', [lineOf(one, '1', '20', serial)], { time: timeDaysAgo(2) });
    const early = { time: timeDaysAgo(5) };
    await shop.set({ negative_stock: true });
    await setRule(shop.main, 'forbid');
    expect(await refusedSale(lineOf(one, '1', '20', serial), shop.main, early)).toMatch(
      /^(serial\.notInStockOn|stock\.shortageLater)$/,
    );
    await shop.set({ negative_stock: false });
    await setRule(shop.main, 'allow');
    await sale(lineOf(one, '1', '20', serial), shop.main, early);
    expect(await shop.broken()).toEqual([]);
  });

  test('sells its last piece once, while another warehouse sells below zero', async () => {
    const one = await shop.product();
    await shop.set({ negative_stock: true });
    await setRule(shop.main, 'forbid');
    await shop.goods('purchaseIn', [lineOf(one, '1')]);
    const send = async (warehouseId: string): Promise<string> => {
      const body = shop.input('saleOut', [{ ...lineOf(one, '1'), warehouseId }]);
      const reply = await server.request('POST', goodsDocuments.add.path, body);
      return reply.statusCode === 200 ? 'sold' : reply.json<{ data: { key: string } }>().data.key;
    };
    const turns = Array.from({ length: 8 });
    const [main, branch] = await Promise.all(
      [shop.main, shop.branch].map((id) => Promise.all(turns.map(() => send(id)))),
    );
    expect(main?.filter((outcome) => outcome === 'sold')).toHaveLength(1);
    expect(new Set(main)).toEqual(new Set(['sold', 'stock.shortage']));
    expect(branch).toEqual(turns.map(() => 'sold'));
    expect(await shop.stock(one, shop.main)).toBe('0');
    expect(await shop.stock(one, shop.branch)).toBe('-8');
    expect(await shop.broken()).toEqual([]);
  });
});
