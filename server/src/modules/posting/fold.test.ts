// Rolling up pending rows changes no figure, whatever its timing, number of processes or crashes.
import {
  accountStatistics,
  goodsDocuments,
  monthlyFigures,
  statistics,
  stockOnHandTable,
} from '@tradehouse/contract';
import { companyTables } from '@tradehouse/contract/declared';
import { openDatabasePool, withClient } from '@tradehouse/database';
import { rollUps } from '@tradehouse/database/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isFullMatrix } from '../../testing.ts';
import type { Saved } from '../document/testShop.ts';
import { at, daysAgo, someBooks } from '../report/testBooks.ts';
import type { Books } from '../report/testBooks.ts';
import { atOnce } from '../../kernel/tx/index.ts';
import { BEGIN_WATCHING, WAITING, rollUpPostings } from './fold.ts';
import { noteUnfolded } from './unfolded.ts';

let books: Books;
beforeAll(async () => {
  books = await someBooks();
});
afterAll(() => books.server.stop());

const foldSome = (most?: number): Promise<number> =>
  rollUpPostings(books.server.database.app, books.server.company.tenantId, most);

const waiting = async (): Promise<number> => {
  const [row] = await books.count(sql<{ count: string }>`select count(*) from unfolded_posting`);
  return Number(row?.count);
};

/** What the company reads anywhere: every list and report with its totals, now and as of an earlier day, and its home page. */
async function told(): Promise<Readonly<Record<string, string>>> {
  const { server } = books;
  // Without statistics, a report of hundreds of documents is planned like a report of few rows.
  await sql`analyze`.execute(server.database.admin);
  const asked: [string, object][] = companyTables.map((table) => [
    table.path,
    { search: { ...table.fixed }, pageSize: 500 },
  ]);
  asked.push([stockOnHandTable.path, { search: { date: daysAgo(50) }, pageSize: 500 }]);
  for (const { path } of [statistics, monthlyFigures, accountStatistics]) asked.push([path, {}]);
  const answers: [string, string][] = [];
  for (const [path, input] of asked) {
    const { body, statusCode } = await server.request('GET', path, input);
    // A statement stopped by its limit would fail equally before and after.
    expect(statusCode, `${path} ${body}`).toBeLessThan(500);
    answers.push([`${path} ${JSON.stringify(input)}`, body]);
  }
  return Object.fromEntries(answers);
}

/** The rows of the roll-ups themselves. */
async function folded(): Promise<number> {
  const counts = await Promise.all(
    rollUps.map(({ table }) =>
      books.count(sql<{ count: string }>`select count(*) from ${sql.table(table)}`),
    ),
  );
  return counts.flat().reduce((sum, { count }) => sum + Number(count), 0);
}

test('every list, report and total is equal before, during and after rolling up', async () => {
  const before = await told();
  const rows = await folded();
  expect(await waiting()).toBeGreaterThan(10);
  for (const most of [1, 3]) {
    expect(await foldSome(most)).toBe(most);
    expect(await told()).toEqual(before);
  }
  while ((await foldSome()) > 0);
  expect(await waiting()).toBe(0);
  expect(await folded()).toBeGreaterThan(rows);
  expect(await told()).toEqual(before);
  expect(await books.shop.broken()).toEqual([]);
});

test('a failed posting stores no pending row, and an order stores only document figures', async () => {
  const { shop, tea } = books;
  const line = { barcode: tea.barcode, quantity: '99999', unitPrice: '1' };
  await expect(shop.goods('saleOut', [line], { paidNow: '0' })).rejects.toThrow('stock.shortage');
  expect(await waiting()).toBe(0);
  await shop.goods('saleOrder', [{ ...line, quantity: '1' }]);
  const [noted] = await books.count(
    sql<{ stock: unknown; documents: unknown }>`select stock, documents from unfolded_posting`,
  );
  expect(noted?.stock).toBeNull();
  expect(noted?.documents).not.toBeNull();
});

test('a back-dated posting includes pending rows when checking stock of later days', async () => {
  const { shop } = books;
  const goods = await shop.product();
  const line = (quantity: string) => ({ barcode: goods.barcode, quantity, unitPrice: '5' });
  await shop.goods('purchaseIn', [line('10')], at(6));
  await shop.goods('saleOut', [line('8')], { ...at(3), paidNow: '0' });
  for (const most of [0, 1, 9]) {
    await foldSome(most);
    await expect(shop.goods('saleOut', [line('3')], { ...at(5), paidNow: '0' })).rejects.toThrow(
      'stock.shortage',
    );
    await shop.goods('purchaseIn', [line('1')], { ...at(2), paidNow: '0' });
  }
});

test('many pending rows are rolled up in steps, however large a single row is', async () => {
  const { server, shop } = books;
  await foldSome();
  const goods = await shop.product();
  const noted = (rows: number) => ({
    stock: Array.from({ length: rows }, () => ({
      warehouse_id: shop.main,
      sku_id: goods.skuId,
      lot: '',
      stock_type: 'formal',
      day: daysAgo(3),
      quantity: '0.1',
    })),
  });
  await shop.asOwner(async (context) => {
    for (const rows of [100, 20_000, 50])
      await atOnce(context.tx, noteUnfolded(context, noted(rows)));
  });
  const taken = [await foldSome(), await foldSome(), await foldSome(), await foldSome()];
  expect(taken).toEqual([1, 1, 1, 0]);
  const [row] = await books.count(sql<{ quantity: string }>`
    select trim_scale(quantity)::text as quantity from stock_period where sku_id = ${goods.skuId} and grain = 'm'`);
  expect(row).toEqual({ quantity: '2015' });
  await sql`delete from stock_period where sku_id = ${goods.skuId}`.execute(server.database.admin);
});

/** Least rounds of each client, until the books were verified twice; `npm run soak:stock` plays more. */
const ROUNDS = Number(process.env['FOLD_ROUNDS'] ?? (isFullMatrix ? 12 : 2));

// Ends of folding connections are random; so are the moments at which they come.
test('concurrent, interrupted rolling up counts no posting twice and loses no posting', async () => {
  const { server, shop } = books;
  const name = 'folding of a test';
  const folders = openDatabasePool(server.database.connections.app, { size: 3, name });
  const done = new AbortController();
  const upTo = (most: number): number => Math.floor(Math.random() * most);
  const pairs = await Promise.all(
    [1, 2, 3].map(async () => [await shop.product(), await shop.product()]),
  );
  let reads = 0;
  const isVerifiedTwice = (): boolean => reads > 1;
  const clients = pairs.map(async (pair) => {
    const lines = (most: number) =>
      pair.map(({ barcode }) => ({ barcode, quantity: String(1 + upTo(most)), unitPrice: '7' }));
    const own: Saved[] = [];
    for (let round = 0; round < ROUNDS || !isVerifiedTwice(); round += 1) {
      own.push(
        await shop.goods(
          'purchaseIn',
          lines(5).map((line) => ({ ...line, quantity: '9' })),
          at(upTo(40)),
        ),
      );
      own.push(await shop.goods('saleOut', lines(4), { paidNow: String(upTo(9)) }));
      const last = own.at(-1);
      if (upTo(3) === 0 && last !== undefined)
        await server.call(goodsDocuments.remove, { id: last.id });
    }
  });
  const folding = [1, 2, 3].map(async () => {
    let cut = 0;
    while (!done.signal.aborted)
      await rollUpPostings(folders, server.company.tenantId, 1 + upTo(6)).catch(() => (cut += 1));
    return cut;
  });
  const cutting = (async () => {
    while (!done.signal.aborted) {
      await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = ${name} and xact_start is not null order by random() limit 1`.execute(
        server.database.admin,
      );
      await new Promise((resolve) => setTimeout(resolve, upTo(40)));
    }
  })();
  const reading = (async () => {
    const wrong: unknown[] = [];
    for (; !done.signal.aborted; reads += 1) wrong.push(...(await server.database.violations()));
    return wrong;
  })();
  await Promise.all(clients).finally(() => done.abort());
  const cuts = (await Promise.all(folding)).reduce((sum, cut) => sum + cut, 0);
  await cutting;
  await folders.destroy();
  expect(await reading).toEqual([]);
  expect(cuts).toBeGreaterThan(0);
  const before = await told();
  while ((await foldSome()) > 0);
  expect(await told()).toEqual(before);
  expect(await shop.broken()).toEqual([]);
});

test('pending rows are counted by an index scan', async () => {
  const { worker } = books.server.database.connections;
  const scans = await withClient(worker, async (db) => {
    await db.query(BEGIN_WATCHING);
    await db.query(WAITING);
    const { rows } = await db.query(
      `select seq_scan::int as scans from pg_stat_xact_all_tables where relname = 'unfolded_posting'`,
    );
    return rows;
  });
  expect(scans).toEqual([{ scans: 0 }]);
});
