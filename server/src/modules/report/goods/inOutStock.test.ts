// Opening stock, receipts, issues and closing stock, compared with the stock ledger.
import {
  inOutByWarehouseTable,
  inOutStockTable,
  outDetailTable,
  stockOnHandTable,
} from '@tradehouse/contract';
import { decimal, toPlainDecimal } from '@tradehouse/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asRole } from '../../document/testShop.ts';
import { rollUpPostings } from '../../posting/index.ts';
import { daysAgo } from '../testBooks.ts';
import type { Books } from '../testBooks.ts';
import { movingBooks } from './testMoves.ts';

let books: Books;
beforeAll(async () => {
  books = await movingBooks();
});
afterAll(() => books.server.stop());

const text = (value: unknown): string => toPlainDecimal(decimal(String(value ?? 0)));

interface Counted {
  readonly product: string;
  readonly opening: string;
  readonly came: string;
  readonly went: string;
  readonly closing: string;
}

/** By product, from every move: what documents moved in sum, each by what it brought and what it took. */
const byHand = (since: string, until: string, warehouses: readonly string[]) =>
  books.count(sql<Counted>`
    select product_id::text as product, coalesce(sum(net) filter (where day < ${since}::date), 0) as opening,
      coalesce(sum(net) filter (where net > 0 and day >= ${since}::date), 0) as came,
      coalesce(-sum(net) filter (where net < 0 and day >= ${since}::date), 0) as went, sum(net) as closing
    from (
      select move.document_id, move.business_date as day, sku.product_id, spot.id, move.lot, move.stock_type,
        sum(spot.sign * move.quantity) as net
      from stock_move move join sku on sku.id = move.sku_id
      cross join lateral (values (move.to_place, move.to_id, 1), (move.from_place, move.from_id, -1)) as spot(place, id, sign)
      where spot.place = 'warehouse' and spot.id = any(${warehouses}::bigint[]) and move.business_date <= ${until}::date
      group by 1, 2, 3, 4, 5, 6) each_document
    group by 1 having bool_or(net <> 0 and day >= ${since}::date) or sum(net) <> 0`);

const figures = ['opening', 'came', 'went', 'closing'] as const;
const told = (row: Readonly<Record<string, unknown>> | undefined): readonly string[] =>
  figures.map((name) => text(row?.[name]));

const ranges = [
  [31, 0],
  [200, 0],
  [400, 0],
  [90, 20],
  [60, 60],
  [0, 0],
  [500, 450],
] as const;

test.each(ranges)(
  'in-out stock from %i to %i days ago equals the stock moves of the ledger',
  async (first, last) => {
    const { main, branch } = books.shop;
    const dates = [daysAgo(first), daysAgo(last)] as const;
    for (const warehouses of [[main, branch], [main], [branch]]) {
      const hand = await byHand(...dates, warehouses);
      const { rows, totals } = await books.report(inOutStockTable, { dates, warehouses });
      expect(rows.map(({ id }) => id).toSorted()).toEqual(
        hand.map(({ product }) => product).toSorted(),
      );
      for (const one of hand)
        expect(told(rows.find(({ id }) => id === one.product))).toEqual(told({ ...one }));
      for (const name of figures)
        expect(text(totals[name])).toBe(
          toPlainDecimal(hand.reduce((sum, one) => sum.plus(one[name]), decimal(0))),
        );
      const onHand = await books.report(stockOnHandTable, { date: dates[1], warehouses });
      expect(text(totals['closing'])).toBe(text(onHand.totals['stock']));
      expect(text(totals['closingValue'])).toBe(text(onHand.totals['stockValue']));
    }
  },
);

test('in-out stock is equal with pending rows and after rolling up', async () => {
  const { server, shop, tea } = books;
  const dates = [daysAgo(31), daysAgo(0)];
  await rollUpPostings(server.database.app, server.company.tenantId);
  const before = (await books.report(inOutStockTable, { dates })).rows;
  const line = { barcode: tea.barcode, quantity: '2', unitPrice: '9' };
  await shop.goods('otherOut', [line]);
  await shop.goods('otherIn', [{ ...line, quantity: '5' }]);
  const unfolded = (await books.report(inOutStockTable, { dates })).rows;
  await rollUpPostings(server.database.app, server.company.tenantId);
  const folded = (await books.report(inOutStockTable, { dates })).rows;
  expect(folded).toEqual(unfolded);
  const of = (rows: typeof before) => told(rows.find(({ barcode }) => barcode === tea.barcode));
  const [opening, came, went, closing] = of(before).map((figure) => decimal(figure));
  expect(of(unfolded)).toEqual(
    [opening, came?.plus(5), went?.plus(2), closing?.plus(3)].map((one) => text(one)),
  );
});

test('in-out stock of a product is the sum of its warehouses, and issues the sum of lines', async () => {
  const dates = [daysAgo(100), daysAgo(1)];
  const { rows } = await books.report(inOutStockTable, { dates });
  for (const row of rows) {
    const { totals } = await books.report(inOutByWarehouseTable, { dates, materialId: row['id'] });
    expect(told(totals)).toEqual(told(row));
    const lines = await books.report(outDetailTable, { dates, materialId: row['id'] });
    const sent = await books.count(sql<{ quantity: string }>`
      select coalesce(sum(line.base_quantity), 0) as quantity
      from document join document_line line on line.document_id = document.id join sku on sku.id = line.sku_id
      where document.kind = 'transfer' and document.in_force and sku.product_id = ${row['id']}
        and document.business_date between ${dates[0]}::date and ${dates[1]}::date`);
    expect(text(row['went'])).toBe(
      toPlainDecimal(decimal(text(lines.totals['quantity'])).plus(text(sent[0]?.quantity))),
    );
  }
});

test('sell-through and stock-to-sales follow stock moves, and require access to all documents', async () => {
  const { main, branch } = books.shop;
  const [since, until] = [daysAgo(100), daysAgo(0)];
  const asked = { dates: [since, until], withSales: true };
  for (const warehouses of [[main, branch], [branch]]) {
    const { rows } = await books.report(inOutStockTable, { ...asked, warehouses });
    const hand = await books.count(sql<{ product: string; sold: string; cost: string }>`
      select sku.product_id::text as product, sum(spot.sign * move.quantity) as sold, sum(spot.sign * move.value) as cost
      from stock_move move join sku on sku.id = move.sku_id
      join document on document.id = move.document_id
        and document.kind in ('saleOut', 'saleBack', 'retailOut', 'retailBack') and document.in_force
      cross join lateral (values (move.from_place, move.from_id, 1), (move.to_place, move.to_id, -1)) as spot(place, id, sign)
      where spot.place = 'warehouse' and spot.id = any(${warehouses}::bigint[])
        and move.business_date between ${since}::date and ${until}::date group by 1`);
    expect(hand.length).toBeGreaterThan(0);
    for (const row of rows) {
      const own = hand.find(({ product }) => product === row['id']);
      const there = decimal(text(row['opening'])).plus(text(row['came']));
      const share = (part: string, whole: string, times: number) =>
        decimal(whole).isZero()
          ? null
          : toPlainDecimal(decimal(part).times(times).div(whole).toDecimalPlaces(2));
      expect(text(row['sold'])).toBe(text(own?.sold));
      expect(row['sellThrough']).toBe(share(text(own?.sold), toPlainDecimal(there), 100));
      expect(row['stockToSales']).toBe(share(text(row['closingValue']), text(own?.cost), 1));
    }
  }
  const { rows: unasked } = await books.report(inOutStockTable, { dates: [since, until] });
  expect(unasked.every(({ sold, stockToSales }) => sold === null && stockToSales === null)).toBe(
    true,
  );
  const pages = ['/report/in_out_stock_report'];
  const own = await asRole(books.shop, 'turns-own', { pages, scope: 'own' });
  const { rows: hidden } = await books.report(inOutStockTable, asked, own);
  expect(hidden.every(({ sold, sellThrough }) => sold === null && sellThrough === null)).toBe(true);
});

test('in-out stock hides costs without rights and requires dates', async () => {
  const pages = ['/report/in_out_stock_report'];
  const blind = await asRole(books.shop, 'counts-stock', { pages, hidden: ['cost'] });
  const { rows, totals } = await books.report(
    inOutStockTable,
    { dates: [daysAgo(31), daysAgo(0)] },
    blind,
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.every(({ cost, closingValue }) => cost === null && closingValue === null)).toBe(true);
  expect(totals['closingValue']).toBeNull();
  expect(await books.status(inOutStockTable)).toBe(400);
  const { rows: none } = await books.report(inOutStockTable, { dates: [daysAgo(1), daysAgo(9)] });
  expect(none.every(({ came, went }) => text(came) === '0' && text(went) === '0')).toBe(true);
});
