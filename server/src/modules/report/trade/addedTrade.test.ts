// A new trade report without a query of its own: a table is enough.
import { soldUnderTable } from '@tradehouse/contract/testReport';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mountTable } from '../../../kernel/table/index.ts';
import { aServer } from '../../../testing.ts';
import type { TestServer } from '../../../testing.ts';
import { aShop, asRole, lineOf } from '../../document/testShop.ts';
import type { Shop } from '../../document/testShop.ts';
import { at, daysAgo } from '../testBooks.ts';
import { tradeReport } from './tradeReport.ts';

const rows = tradeReport(soldUnderTable, { sides: ['sale'] });

// What lines alone know is added up of two of them at most.
const few = tradeReport({ ...soldUnderTable, path: '/report/soldUnderFew' } as const, {
  sides: ['sale'],
  lineLimit: 2,
});

let server: TestServer;
let shop: Shop;
beforeAll(async () => {
  server = await aServer({
    extra: [(app) => mountTable(app, rows), (app) => mountTable(app, few)],
  });
  shop = await aShop(server);
});
afterAll(() => server.stop());

test('a new trade report sums, compares, computes shares and hides amounts', async () => {
  const tea = await shop.product();
  for (const warehouseId of [shop.main, shop.branch])
    await shop.goods('purchaseIn', [lineOf(tea, '9', '10', { warehouseId })], at(40));
  const sell = (quantity: string, warehouseId: string, days: number) =>
    shop.goods('saleOut', [lineOf(tea, quantity, '20', { warehouseId })], {
      ...at(days),
      paidNow: '0',
    });
  await sell('3', shop.main, 2);
  await sell('1', shop.branch, 1);
  await sell('2', shop.main, 12);
  const search = { dates: [daysAgo(9), daysAgo(0)], level: 'warehouse', compare: 'before' };
  const read = async (token?: string) =>
    (await server.request('GET', soldUnderTable.path, { search }, token)).json().data;
  const { rows: found, totals } = await read();
  expect(found).toMatchObject([
    {
      name: 'Shelf',
      quantity: '3',
      quantityBefore: '2',
      quantityGrowth: '50',
      profit: '30',
      share: '75',
    },
    {
      name: 'Branch',
      quantity: '1',
      quantityBefore: '0',
      quantityGrowth: null,
      profit: '10',
      share: '25',
    },
  ]);
  expect(totals).toMatchObject({ quantity: '4', profit: '40', profitBefore: '20' });
  const blind = await asRole(shop, 'blind', {
    pages: ['/report/sale_out_report'],
    hidden: ['cost'],
  });
  const [first] = (await read(blind)).rows;
  expect(first).toMatchObject({
    quantity: '3',
    profit: null,
    profitBefore: null,
    profitGrowth: null,
  });
});

test('a report over too many lines is refused, unless a roll-up or a partner limits the lines', async () => {
  const asked = async (search: object) =>
    (
      await server.request('GET', few.table.path, {
        search: { dates: [daysAgo(90), daysAgo(0)], level: 'brand', ...search },
      })
    ).json();
  expect(await asked({ salesMan: shop.salesperson })).toMatchObject({
    code: 9600040,
    data: { key: 'report.tooManyLines', lines: '3', most: 2 },
  });
  const { salesperson: salesMan, customer: organId } = shop;
  for (const search of [{}, { salesMan, organId }, { salesMan, level: 'warehouse' }])
    expect(await asked(search)).toMatchObject({ code: 200 });
  const dates = [daysAgo(2), daysAgo(0)];
  expect(await asked({ salesMan, dates })).toMatchObject({ code: 200 });
  const refused = { code: 9600040, data: { key: 'report.tooManyLines', lines: '3', most: 2 } };
  // The compared days are read too. Days from the first of a month on are compared with whole months.
  const since = daysAgo(-1).endsWith('-01') ? -2 : -1;
  const ahead = { dates: [daysAgo(since), daysAgo(since - 90)], compare: 'before' };
  expect(await asked({ salesMan, ...ahead })).toMatchObject(refused);
  expect(await asked({ salesMan, organId: '0' })).toMatchObject(refused);
});
