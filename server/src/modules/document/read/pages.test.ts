import { moneyDocuments } from '@tradehouse/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aServer } from '../../../testing.ts';
import type { TestServer } from '../../../testing.ts';
import { aShop } from '../testShop.ts';
import type { Shop } from '../testShop.ts';

const DOCUMENTS = 7;

let server: TestServer;
let shop: Shop;
beforeAll(async () => {
  server = await aServer();
  shop = await aShop(server);
  const { barcode } = await shop.product();
  for (let n = 1; n <= DOCUMENTS; n += 1)
    await shop.goods('saleOrder', [{ barcode, quantity: String(1 + (n % 3)), unitPrice: '20' }]);
  await shop.goods('purchaseIn', [{ barcode, quantity: '20', unitPrice: '5' }]);
  await sellOnCredit(shop, barcode);
});
afterAll(() => server.stop());

/** Of sales of 40: one paid at once, one owed in part, one open, one settled in part, one settled and one settled no more. */
async function sellOnCredit(shop: Shop, barcode: string): Promise<void> {
  const sell = (paidNow: string) =>
    shop.goods('saleOut', [{ barcode, quantity: '2', unitPrice: '20' }], { paidNow });
  const settle = async (amount: string) =>
    shop.money('moneyIn', [{ settledDocumentId: (await sell('0')).id, amount }]);
  for (const paidNow of ['40', '15', '0']) await sell(paidNow);
  for (const amount of ['10', '40']) await settle(amount);
  const taken = await settle('40');
  await server.call(moneyDocuments.remove, { id: taken.id });
}

type Row = Readonly<Record<string, unknown>>;

async function page(query: object): Promise<readonly Row[]> {
  const reply = await server.request('GET', '/depotHead/list', {
    search: { kind: 'saleOrder' },
    ...query,
  });
  return reply.json<{ data: { rows: readonly Row[] } }>().data.rows;
}

test.each([
  [{}, 'as the list opens'],
  [{ column: 'totalQuantity', order: 'asc' }, 'by a column that many rows share'],
  [{ field: 'number,partnerName' }, 'with few columns'],
])(
  'pages of two, put together, are the whole list: %j, %s',
  async (asked: object, _how: string) => {
    const whole = await page({ ...asked, pageSize: 100 });
    const pages: Row[] = [];
    for (let currentPage = 1; currentPage <= DOCUMENTS / 2 + 1; currentPage += 1)
      pages.push(...(await page({ ...asked, pageSize: 2, currentPage })));
    expect(whole).toHaveLength(DOCUMENTS);
    expect(pages).toEqual(whole);
  },
);

interface Totals {
  readonly total: number;
  readonly totals: Readonly<Record<string, string | null>>;
}

async function totalsOf(query: object): Promise<Totals> {
  const reply = await server.request('GET', '/depotHead/list', query);
  const { total, totals } = reply.json<{ data: Totals }>().data;
  return { total, totals };
}

// A condition that every document meets takes the long way, over the documents themselves.
const everyRow = JSON.stringify([{ field: 'totalQuantity', rule: 'ge', val: '0' }]);

test.each([
  [{}, 'of all days'],
  [{ time: ['2000-01-01', null] }, 'since a day'],
  [{ time: [null, '2000-01-01'] }, 'of days without documents'],
])('daily totals equal the totals of the documents: %j, %s', async (filters, _which) => {
  const search = { kind: 'saleOrder', ...filters };
  const kept = await totalsOf({ search });
  expect(kept).toEqual(await totalsOf({ search, superQueryParams: everyRow }));
  expect(kept.total).toBe('time' in filters && filters.time[1] !== null ? 0 : DOCUMENTS);
});

test.each([
  [{ hasLastDebt: true }, 4],
  [{ hasLastDebt: false }, 2],
  [{ hasDebt: true }, 5],
  [{ hasDebt: false }, 1],
  [{ hasDebt: true, hasLastDebt: false }, 1],
  [{ hasDebt: false, hasLastDebt: true }, 0],
  [{}, 6],
])('daily debt states equal the states of the documents: %j are %i', async (filters, count) => {
  const search = { kind: 'saleOut', ...filters };
  const kept = await totalsOf({ search });
  expect(kept).toEqual(await totalsOf({ search, superQueryParams: everyRow }));
  expect(kept.total).toBe(count);
});

/** A page with its totals, read by a search of its own or as one condition of many. */
async function found(query: object) {
  const reply = await server.request('GET', '/depotHead/list', {
    search: { kind: 'saleOrder' },
    ...query,
  });
  return reply.json<{ data: unknown }>().data;
}

test.each([['0'], ['00'], ['01'], ['000'], ['0000'], ['D'], ['xsdd'], ['7'], ['nowhere']])(
  'numbers with %s are found by search and by condition alike, page by page',
  async (part) => {
    const search = { kind: 'saleOrder', number: part };
    const condition = JSON.stringify([{ field: 'number', rule: 'like', val: part }]);
    for (const page of [
      {},
      { pageSize: 2 },
      { pageSize: 2, currentPage: 2, column: 'totalQuantity', order: 'asc' },
      { pageSize: 5, currentPage: 9, field: 'number,payable' },
    ])
      expect(await found({ ...page, search })).toEqual(
        await found({ ...page, superQueryParams: condition }),
      );
  },
);

test('lists show source and target of goods and money, the item and the assembled product', async () => {
  const [whole, part] = [await shop.product(), await shop.product()];
  const line = ({ barcode }: { barcode: string }, quantity: string, more = {}) => ({
    barcode,
    quantity,
    ...more,
  });
  await shop.goods('otherIn', [line(part, '10', { unitPrice: '2' })], { status: '1' });
  await shop.goods('transfer', [
    line(part, '3', { unitPrice: '2', targetWarehouseId: shop.branch }),
  ]);
  await shop.goods('assemble', [
    line(whole, '2', { role: 'composite', unitPrice: '4' }),
    line(part, '4', { role: 'part', unitPrice: '2' }),
  ]);
  await shop.money('itemOut', [{ itemId: shop.expenseItem, amount: '5' }], {
    accountId: shop.cash,
  });
  await shop.money('giro', [{ accountId: shop.bank, amount: '5' }], { accountId: shop.cash });
  const first = async (kind: string) => (await page({ search: { kind } }))[0];
  const ofMoney = async (kind: string) => {
    const reply = await server.request('GET', '/accountHead/list', { search: { kind } });
    return reply.json<{ data: { rows: readonly Row[] } }>().data.rows[0];
  };
  expect(await ofMoney('itemOut')).toMatchObject({ itemNames: 'Rent of the test' });
  expect(await ofMoney('giro')).toMatchObject({ receivingAccounts: 'Bank' });
  expect(await first('otherIn')).toMatchObject({ warehouseNames: 'Shelf' });
  expect(await first('transfer')).toMatchObject({
    warehouseNames: 'Shelf',
    targetWarehouseNames: 'Branch',
  });
  expect(await first('assemble')).toMatchObject({
    madeGoods: `Product ${whole.barcode} × 2`,
  });
});
