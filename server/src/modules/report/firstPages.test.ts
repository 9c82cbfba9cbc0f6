// First pages of long ledgers, read by a shorter query, equal the full query.
import {
  accountDetailTable,
  goodsDocuments,
  journalTable,
  ledgerDetailTable,
  trialBalanceTable,
} from '@tradehouse/contract';
import type { TableDeclaration } from '@tradehouse/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { everyNth } from '../../testing.ts';
import { rollUpPostings } from '../posting/index.ts';
import { at, daysAgo, someBooks } from './testBooks.ts';
import type { Books } from './testBooks.ts';

let books: Books;
beforeAll(async () => {
  books = await someBooks();
  const { shop, tea, server } = books;
  const line = { barcode: tea.barcode, quantity: '1', unitPrice: '20' };
  await shop.money('giro', [{ accountId: shop.cash, amount: '40' }], {
    ...at(30),
    accountId: shop.bank,
  });
  const abroad = { ...at(28), paidNow: '9', currency: 'EUR', exchangeRate: '1.111111' };
  const sold = await shop.goods('saleOut', [line], { ...abroad, freight: '2', otherFees: '3' });
  // Corrected on its day: to another partner, another currency and another account.
  await server.call(goodsDocuments.update, {
    ...shop.input('saleOut', [{ ...line, line: 1 }], {
      ...at(28),
      paidNow: '8',
      partnerId: shop.otherCustomer,
      accountId: shop.bank,
    }),
    id: sold.id,
    version: sold.version,
  });
});
afterAll(() => books.server.stop());

const ranges = [
  [null, null],
  [daysAgo(99), daysAgo(20)],
  [daysAgo(28), daysAgo(28)],
  [daysAgo(10), daysAgo(0)],
  [daysAgo(0), daysAgo(30)],
] as const;

/** Asks for nothing less, but for more than days and months know. */
const asWhole = JSON.stringify([{ field: 'sequence', rule: 'ge', val: '0' }]);

type Asked = readonly [table: TableDeclaration, search: object];

/** Of accounts where much stands, and two things of one document. */
async function everyAsked(): Promise<readonly Asked[]> {
  const { rows } = await books.report(trialBalanceTable, { dates: [daysAgo(400), daysAgo(0)] });
  const accounts = rows
    .filter((row) => ['1122', '5051', '5603'].includes(String(row['code'])))
    .map((row) => ({ ledgerAccount: row['ledgerAccountId'] }));
  return [
    ...[{}, ...accounts].map((search) => [journalTable, search] as const),
    ...[{}, { accountType: ['asset', 'revenue'] }, ...accounts].map(
      (search) => [ledgerDetailTable, search] as const,
    ),
    ...[{}, { accounts: [books.shop.cash] }].map((search) => [accountDetailTable, search] as const),
  ];
}

async function rowsByPages([table, asked]: Asked, offset: number): Promise<number> {
  let rows = 0;
  for (const dates of everyNth(ranges, 2, offset)) {
    const search = { ...asked, dates };
    const whole = await books.report(table, search, undefined, { superQueryParams: asWhole });
    for (const currentPage of [1, 3]) {
      const query = { currentPage, pageSize: 4 };
      const page = await books.report(table, search, undefined, query);
      const own = whole.rows.slice((currentPage - 1) * 4, currentPage * 4);
      expect(page, JSON.stringify([table.id, search])).toEqual({ ...whole, rows: own });
    }
    rows += whole.rows.length;
  }
  return rows;
}

async function rowsOf(asked: readonly Asked[]): Promise<number> {
  let rows = 0;
  for (const [at, one] of asked.entries()) rows += await rowsByPages(one, at);
  return rows;
}

test('first pages of ledgers have equally many rows before and after rolling up', async () => {
  const { server, shop } = books;
  const asked = await everyAsked();
  const rows = await rowsOf(asked);
  expect(rows).toBeGreaterThan(200);
  while ((await rollUpPostings(server.database.app, server.company.tenantId)) > 0);
  expect(await rowsOf(asked)).toBe(rows);
  expect(await shop.broken()).toEqual([]);
});

test('first pages of the ledger detail equal the full report after years are closed', async () => {
  const asked = (await everyAsked()).filter(([table]) => table === ledgerDetailTable);
  const before = await rowsOf(asked);
  await books.shop.set({ closed_until: `${daysAgo(0).slice(0, 4)}-12-31` });
  expect(await rowsOf(asked)).toBeGreaterThan(before);
  await books.shop.set({ closed_until: null });
});
