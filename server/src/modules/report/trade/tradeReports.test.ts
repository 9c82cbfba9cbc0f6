// Statistics of trade and profit by product, compared with documents and the stock ledger.
import {
  boughtOwnTable,
  buyInTable,
  goodsDocuments,
  profitLevels,
  retailOutTable,
  saleOutTable,
  soldOwnTable,
  tradeProfitTable,
} from '@tradehouse/contract';
import { decimal, entriesOf, toPlainDecimal } from '@tradehouse/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rollUpPostings } from '../../posting/index.ts';
import { asRole, lineOf } from '../../document/testShop.ts';
import { at, daysAgo, someBooks } from '../testBooks.ts';
import type { Books, Row } from '../testBooks.ts';

let books: Books;
const all = { dates: [daysAgo(400), daysAgo(0)] };
beforeAll(async () => {
  books = await someBooks();
  const { shop, server, tea } = books;
  const abroad = { ...at(3), currency: 'EUR', exchangeRate: '7.77', paidNow: '0', discount: '0.5' };
  const team = {
    salespersonIds: [shop.salesperson],
    otherFees: '2',
    partnerId: shop.otherCustomer,
  };
  await shop.goods('saleOut', [lineOf(tea, '1', '9.99')], { ...abroad, ...team });
  await rollUpPostings(server.database.app, server.company.tenantId);
  // What is not folded yet counts, too.
  await server.call(
    goodsDocuments.add,
    shop.input('retailOut', [lineOf(tea, '1', '12.34')], { ...at(1), salespersonIds: [] }),
  );
});
afterAll(() => books.server.stop());

const sides = {
  buyIn: { table: buyInTable, out: 'purchaseIn', back: 'purchaseBack' },
  saleOut: { table: saleOutTable, out: 'saleOut', back: 'saleBack' },
  retailOut: { table: retailOutTable, out: 'retailOut', back: 'retailBack' },
} as const;

/** A product's lines in documents of a kind: quantity and amount, each document converted by itself. */
const byHand = (kind: string) =>
  books.count(sql<{ product: string; quantity: string; amount: string }>`
    select product_id as product, sum(quantity) as quantity, sum(amount) as amount
    from (
      select sku.product_id, document.id, sum(line.base_quantity) as quantity,
        round(sum(line.total - line.discount_share) * document.exchange_rate, 2) as amount
      from document join document_line line on line.document_id = document.id join sku on sku.id = line.sku_id
      where document.kind = ${kind} and document.in_force group by 1, document.id, document.exchange_rate) each_document
    group by 1`);

/** What a figure opens: the documents of its kinds, each with its part in it, for who may see these statistics alone. */
const documentsBehind = async (side: keyof typeof sides, search: object) => {
  const { table, out, back } = sides[side];
  const own = side === 'buyIn' ? boughtOwnTable : soldOwnTable;
  const role = `sees-${side}`;
  const token =
    signedIn.get(role) ?? (await asRole(books.shop, role, { pages: [table.access.page] }));
  signedIn.set(role, token);
  const of = async (...kinds: readonly string[]) =>
    (await books.report(own, { ...search, measure: 'amount', level: 'document', kinds }, token))
      .totals;
  return { went: await of(out), came: await of(back), net: await of(out, back) };
};
const signedIn = new Map<string, string>();

const figure = (row: Row | undefined, name: string): string =>
  toPlainDecimal(decimal(String(row?.[name] ?? 0)));

describe.each(entriesOf(sides))('the trade report %s', (name, { table, out, back }) => {
  test('equals the documents of each product', async () => {
    const { rows, totals } = await books.report(table, all);
    const [went, came] = [await byHand(out), await byHand(back)];
    expect(rows.length).toBe(new Set([...went, ...came].map(({ product }) => product)).size);
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) {
      const of = (list: typeof went) => list.find(({ product }) => product === row['id']);
      expect([figure(row, 'quantity'), figure(row, 'amount')]).toEqual([
        figure(of(went), 'quantity'),
        figure(of(went), 'amount'),
      ]);
      expect([figure(row, 'returnedQuantity'), figure(row, 'returnedAmount')]).toEqual([
        figure(of(came), 'quantity'),
        figure(of(came), 'amount'),
      ]);
      expect(figure(row, 'netAmount')).toBe(
        toPlainDecimal(decimal(figure(row, 'amount')).minus(figure(row, 'returnedAmount'))),
      );
    }
    expect(figure(totals, 'netAmount')).toBe(
      toPlainDecimal(rows.reduce((sum, row) => sum.plus(figure(row, 'netAmount')), decimal(0))),
    );
  });

  test.each([
    ['everything', () => all],
    ['two warehouses', () => ({ ...all, warehouses: [books.shop.main, books.shop.branch] })],
    ['a month', () => ({ dates: [daysAgo(120), daysAgo(85)] })],
  ])('can be traced to documents summing to each figure, for %s', async (_which, asked) => {
    for (const row of (await books.report(table, asked())).rows) {
      const search = { ...asked(), materialId: row['id'] };
      const { went, came, net } = await documentsBehind(name, search);
      expect(figure(went, 'quantity')).toBe(figure(row, 'quantity'));
      expect(figure(went, 'amount')).toBe(figure(row, 'amount'));
      expect(figure(came, 'returnedQuantity')).toBe(figure(row, 'returnedQuantity'));
      expect(figure(came, 'returnedAmount')).toBe(figure(row, 'returnedAmount'));
      expect(figure(net, 'amount')).toBe(figure(row, 'netAmount'));
    }
  });
});

test('the sales report shows product properties', async () => {
  const id = await books.productId(books.tea);
  await books.count(sql`update product set property_two = 'Spring' where id = ${id}`);
  const { rows } = await books.report(saleOutTable, { ...all, keyword: books.tea.barcode });
  expect(rows).toMatchObject([{ propertyOne: '', propertyTwo: 'Spring', propertyThree: '' }]);
});

test('statistics cover the requested days, partner, warehouse and goods', async () => {
  const { shop, tea } = books;
  const net = async (search: object) =>
    (await books.report(saleOutTable, { ...all, ...search })).rows.map((row) => row['id']);
  const whole = await net({});
  expect(await net({ keyword: tea.barcode })).toEqual([await books.productId(tea)]);
  expect(await net({ dates: [daysAgo(3), daysAgo(3)] })).toEqual([await books.productId(tea)]);
  expect(await net({ organId: shop.otherCustomer })).toContain(await books.productId(tea));
  expect(await net({ organId: shop.supplier })).toEqual([]);
  expect((await net({ warehouses: [shop.main, shop.branch] })).toSorted()).toEqual(
    whole.toSorted(),
  );
  expect(await net({ dates: [daysAgo(400), daysAgo(399)] })).toEqual([]);
});

/** What sales and retail earned, from heads and the stock ledger: revenue, cost and what was charged besides. */
const earnedByHand = () =>
  books.count(sql<{ revenue: string; cost: string; charges: string }>`
    select sum(sign * round((goods - tax) * rate, 2)) as revenue, sum(cost) as cost,
      sum(sign * round(charged * rate, 2)) as charges
    from (
      select case when document.kind in ('saleOut', 'retailOut') then 1 else -1 end as sign, document.exchange_rate as rate,
        document.total_amount - document.discount as goods, document.tax_amount as tax,
        document.service_charge + document.service_fees + document.other_fees as charged,
        (select coalesce(sum(case when move.from_place = 'warehouse' then move.value else -move.value end), 0)
          from stock_move move where move.document_id = document.id) as cost
      from document
      where document.kind in ('saleOut', 'retailOut', 'saleBack', 'retailBack') and document.in_force) each_document`);

describe('profit', () => {
  test.each(profitLevels)('by %s equals documents and the stock ledger', async (level) => {
    const { rows, totals } = await books.report(tradeProfitTable, { ...all, level });
    const [hand] = await earnedByHand();
    expect(rows.length).toBeGreaterThan(0);
    expect(figure(totals, 'revenue')).toBe(figure(hand, 'revenue'));
    expect(figure(totals, 'cost')).toBe(figure(hand, 'cost'));
    expect(figure(totals, 'charges')).toBe(figure(hand, 'charges'));
    for (const row of rows)
      expect(figure(row, 'profit')).toBe(
        toPlainDecimal(decimal(figure(row, 'revenue')).minus(figure(row, 'cost'))),
      );
    expect(figure(totals, 'netProfit')).toBe(
      toPlainDecimal(decimal(figure(totals, 'profit')).plus(figure(totals, 'charges'))),
    );
  });

  test.each([
    ['product', 'materialId'],
    ['category', 'ownCategory'],
    ['customer', 'organId'],
    ['salesperson', 'salesMan'],
    ['institution', 'ownInstitution'],
  ])('a row by %s equals the sum of its documents', async (level, filter) => {
    const { rows } = await books.report(tradeProfitTable, { ...all, level });
    for (const row of rows.filter(({ id }) => id !== '0')) {
      const narrowed = { ...all, level: 'document', [filter]: row['id'] };
      const { totals, rows: documents } = await books.report(tradeProfitTable, narrowed);
      expect(figure(totals, 'profit')).toBe(figure(row, 'profit'));
      expect(documents.every(({ documentId, kind }) => documentId !== null && kind !== null)).toBe(
        true,
      );
    }
  });

  test('has margin as share of revenue, empty without revenue', async () => {
    const { rows } = await books.report(tradeProfitTable, { ...all, level: 'month' });
    for (const row of rows) {
      const revenue = decimal(figure(row, 'revenue'));
      const share = revenue.isZero()
        ? null
        : decimal(figure(row, 'profit')).times(100).div(revenue).toDecimalPlaces(2).toFixed();
      expect(row['margin'] === null ? null : figure(row, 'margin')).toBe(share);
    }
  });
});

test('sales reports hide amounts without rights, and profit requires rights to sales and cost', async () => {
  const { shop } = books;
  const pages = ['/report/sale_out_report', '/report/profit'];
  const blind = await asRole(shop, 'counts-sales', { pages, hidden: ['sale'] });
  const { rows, totals } = await books.report(saleOutTable, all, blind);
  expect(rows.every(({ quantity }) => quantity !== null)).toBe(true);
  expect(rows.every(({ amount, netAmount }) => amount === null && netAmount === null)).toBe(true);
  expect(totals['netAmount']).toBeNull();
  expect(await books.status(tradeProfitTable, { ...all, level: 'product' }, blind)).toBe(403);
  const own = await asRole(shop, 'sells-alone', { pages, scope: 'own' });
  expect((await books.report(saleOutTable, all, own)).rows).toEqual([]);
  expect(await books.status(buyInTable, all, own)).toBe(403);
});
