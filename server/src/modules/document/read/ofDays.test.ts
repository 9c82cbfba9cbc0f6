import { goodsDocuments } from '@tradehouse/contract';
import { expect, test } from 'vitest';
import { aStockedServer, lineOf } from '../testShop.ts';

// What a list finds by a product or a part of a number in some days, which have indexes of their days.
const { server, shop, one, line } = await aStockedServer('100');
const other = await shop.product();

const days = ['2026-01-31', '2026-02-01', '2026-02-28', '2026-03-15'];
const sales: { readonly id: string; readonly number: string; readonly version: number }[] = [];
for (const day of days)
  sales.push(await shop.goods('saleOrder', [line('1')], { time: `${day}T02:00:00Z` }));
await shop.goods('saleOrder', [lineOf(other, '1')], {
  time: '2026-02-10T02:00:00Z',
});

/** Which of the days the orders stand on that are found. */
async function found(search: object): Promise<readonly unknown[]> {
  const reply = await server.request('GET', '/depotHead/list', {
    search: { kind: 'saleOrder', ...search },
    column: 'time',
    order: 'asc',
  });
  const { rows, total } = reply.json<{ data: { rows: { time: string }[]; total: number } }>().data;
  expect(total).toBe(rows.length);
  return rows.map(({ time }) => time.slice(0, 10));
}

test.each([
  [['2026-01-31', '2026-03-15'], days],
  [['2026-02-01', '2026-02-28'], days.slice(1, 3)],
  [['2026-02-02', '2026-03-14'], days.slice(2, 3)],
  [['2026-03-15', '2026-03-15'], days.slice(3)],
  [['2026-03-16', '2026-03-15'], []],
  [['2026-02-28', null], days.slice(2)],
  [[null, '2026-02-27'], days.slice(0, 2)],
  [['2000-01-01', '2099-12-31'], days],
  [undefined, days],
])(
  'a search by product in the date range %j finds exactly the orders of these days',
  async (time, expected) => {
    expect(await found({ time, materialParam: one.barcode })).toEqual(expected);
  },
);

test.each([
  [['2026-01-31', '2026-03-15'], 'XSDD', 5],
  [['2026-01-31', '2026-03-15'], 'xsdd2602', 3],
  [['2026-02-02', '2026-02-28'], 'xsdd2602', 2],
  [['2026-01-31', '2026-01-31'], '26010', 1],
  [['2026-01-31', '2026-01-31'], '26020', 0],
  [['2026-01-31', '2026-03-15'], '26', 5],
  [['2026-02-01', null], '0000', 4],
  [[null, '2026-02-01'], '0000', 2],
  [['1999-12-01', '2026-02-01'], '0000', 2],
  [undefined, '0000', 5],
])('date range %j with number part %s finds %s orders', async (time, number, count) => {
  expect(await found({ time, number })).toHaveLength(count);
});

test('an order moved to a new day is found under the new day by product and number', async () => {
  const [first] = sales;
  if (first === undefined) throw new Error('nothing was saved');
  const { id, number, version } = first;
  await server.call(goodsDocuments.update, {
    ...shop.input('saleOrder', [line('1', undefined, { line: 1 })], {
      time: '2026-05-05T02:00:00Z',
    }),
    id,
    version,
  } as never);
  for (const part of [{ materialParam: one.barcode }, { number }]) {
    expect(await found({ ...part, time: ['2026-05-01', '2026-05-31'] })).toEqual(['2026-05-05']);
    expect(await found({ ...part, time: ['2026-01-01', '2026-01-31'] })).toEqual([]);
  }
  expect(await shop.broken()).toEqual([]);
});
