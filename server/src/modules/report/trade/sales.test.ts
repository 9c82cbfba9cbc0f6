// Sales rankings and shares, compared with documents and the stock ledger.
import { salesLevels, salesRankTable, salesRatioTable } from '@tradehouse/contract';
import { decimal, monthsBefore, toPlainDecimal } from '@tradehouse/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rollUpPostings } from '../../posting/index.ts';
import { asRole, lineOf } from '../../document/testShop.ts';
import { at, daysAgo, someBooks } from '../testBooks.ts';
import type { Books, Row } from '../testBooks.ts';

let books: Books;
const dates = [daysAgo(100), daysAgo(0)] as const;
const pages = ['/report/sales_rank', '/report/sales_ratio'];

beforeAll(async () => {
  books = await someBooks();
  const { shop, server, tea, cups } = books;
  const abroad = { currency: 'EUR', exchangeRate: '7.77', paidNow: '0', discount: '0.5' };
  const team = { salespersonIds: [shop.salesperson], partnerId: shop.otherCustomer };
  await shop.goods('saleOut', [lineOf(tea, '1', '9.99')], { ...at(3), ...abroad, ...team });
  // Sold in the period before, and no more since.
  await shop.goods('saleOut', [lineOf(cups, '2', '7')], { ...at(150), paidNow: '0' });
  const third = await shop.product();
  await shop.goods('purchaseIn', [lineOf(third, '10', '4')], { ...at(99), paidNow: '0' });
  await shop.goods('saleOut', [lineOf(third, '3', '3.33')], { ...at(15), paidNow: '0', ...team });
  await rollUpPostings(server.database.app, server.company.tenantId);
  // What is not folded yet counts, too.
  await shop.goods('retailOut', [lineOf(tea, '1', '12.34')], { ...at(1), salespersonIds: [] });
});
afterAll(() => books.server.stop());

interface Sold {
  readonly key: string;
  readonly quantity: string;
  readonly amount: string;
  readonly profit: string;
}
type Level = (typeof salesLevels)[number];

/** What a line belongs to, by level; a person sells a part of what a team sold, of which these books have one each. */
const keyOf: Readonly<Record<Level, string>> = {
  product: 'sku.product_id',
  category: 'coalesce(product.category_id, 0)',
  brand: 'coalesce(product.brand_id, 0)',
  customer: 'coalesce(document.partner_id, 0)',
  salesperson: 'coalesce(document.salesperson_ids[1], 0)',
  institution: 'coalesce(document.institution_id, 0)',
  document: 'document.id',
};

/** Lines of sales and retail and what their goods cost, each document converted by itself. */
const byHand = (level: Level, [since, until]: readonly [string, string]) =>
  books.count(sql<Sold>`
    select key::text as key, sum(sign * quantity) as quantity, sum(sign * round(amount, 2)) as amount,
      sum(sign * (round(amount, 2) - round(tax, 2) - cost)) as profit
    from (
      select ${sql.raw(keyOf[level])} as key, document.id,
        case when document.kind in ('saleOut', 'retailOut') then 1 else -1 end as sign,
        sum(line.base_quantity) as quantity, sum(line.total - line.discount_share) * document.exchange_rate as amount,
        sum(line.tax) * document.exchange_rate as tax,
        sum((select coalesce(sum(abs(move.value) * case when (move.from_place = 'warehouse') = (document.kind in ('saleOut', 'retailOut')) then 1 else -1 end), 0)
          from stock_move move where move.document_id = document.id and move.line = line.line)) as cost
      from document join document_line line on line.document_id = document.id
      join sku on sku.id = line.sku_id join product on product.id = sku.product_id
      where document.kind in ('saleOut', 'retailOut', 'saleBack', 'retailBack') and document.in_force
        and document.business_date between ${since}::date and ${until}::date
      group by 1, document.id, document.kind, document.exchange_rate) each_document
    group by 1`);

const figure = (row: Row | Sold | undefined, name: string): string =>
  toPlainDecimal(decimal(String((row as Row | undefined)?.[name] ?? 0)));
const percent = (part: string, whole: string): string | null =>
  decimal(whole).gt(0)
    ? toPlainDecimal(decimal(part).times(100).div(whole).toDecimalPlaces(2))
    : null;
const sumOf = (rows: readonly (Row | Sold)[], name: string): string =>
  toPlainDecimal(rows.reduce((sum, row) => sum.plus(figure(row, name)), decimal(0)));

const beforeOf = ([since, until]: readonly [string, string]): readonly [string, string] => {
  const days = (Date.parse(until) - Date.parse(since)) / 86_400_000 + 1;
  const back = (day: string): string =>
    new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10);
  return [back(since), back(until)];
};

test('a sales rank has a monthly trend of its measure on request', async () => {
  const asked = { dates, level: 'product', measure: 'quantity' };
  const { rows } = await books.report(salesRankTable, { ...asked, trend: true });
  expect(rows.length).toBeGreaterThan(2);
  for (const row of rows) {
    const months = String(row['trend'])
      .split(' ')
      .map((month) => month.split('=')[1] ?? '');
    expect(toPlainDecimal(months.reduce((sum, one) => sum.plus(one), decimal(0)))).toBe(
      figure(row, 'quantity'),
    );
  }
  const unasked = (await books.report(salesRankTable, asked)).rows;
  expect(unasked.every(({ trend }) => trend === null)).toBe(true);
});

test('a refused filter is named in the reader’s language', async () => {
  const refused = async (language: 'en' | 'zh-cn') => {
    const input = { search: { dates, level: 'planet' } };
    const reply = await books.server.request('GET', salesRankTable.path, input, { language });
    return reply.json<{ message: string }>().message;
  };
  expect(await refused('en')).toBe('Group by is missing, wrong or unknown');
  expect(await refused('zh-cn')).toBe('统计维度 有误');
});

test('the date range of the sales tests does not start on the first day of a month', () => {
  expect(dates[0].endsWith('-01')).toBe(false);
});

describe.each(salesLevels)('sales reports by %s', (level) => {
  const asked = { dates, level, measure: 'amount', compare: 'before' };

  test('figures equal documents, and the rank follows the figures', async () => {
    const { rows, totals } = await books.report(salesRankTable, asked);
    const hand = await byHand(level, dates);
    const earlier = level === 'document' ? [] : await byHand(level, beforeOf(dates));
    const keys = new Set([...hand, ...earlier].map(({ key }) => key));
    expect(rows.map(({ id }) => id).toSorted()).toEqual([...keys].toSorted());
    const whole = sumOf(hand, 'amount');
    let passed = decimal(0);
    let [rank, last] = [0, ''];
    for (const row of rows) {
      const own = hand.find(({ key }) => key === row['id']);
      const before = earlier.find(({ key }) => key === row['id']);
      for (const name of ['quantity', 'amount', 'profit'])
        expect([level, name, figure(row, name)]).toEqual([level, name, figure(own, name)]);
      if (level !== 'document') expect(figure(row, 'amountBefore')).toBe(figure(before, 'amount'));
      if (figure(row, 'amount') !== last) rank += 1;
      last = figure(row, 'amount');
      passed = passed.plus(last);
      expect(row['rank']).toBe(rank);
      expect(figure(row, 'share')).toBe(percent(last, whole));
      expect(figure(row, 'cumulative')).toBe(percent(toPlainDecimal(passed), whole));
      const share = passed.times(100).div(whole);
      const counted = share.lte(80) || rows[0] === row ? 'A' : share.lte(95) ? 'B' : 'C';
      expect(row['abc']).toBe(decimal(last).lte(0) ? 'C' : counted);
    }
    for (const name of ['quantity', 'amount', 'profit'])
      expect(figure(totals, name)).toBe(sumOf(hand, name));
  });

  test('shares are percentages of the total of the current or previous period', async () => {
    const { rows } = await books.report(salesRatioTable, { dates, level, compare: 'before' });
    const hand = await byHand(level, dates);
    const earlier = level === 'document' ? [] : await byHand(level, beforeOf(dates));
    for (const row of rows) {
      const of = (all: readonly Sold[]) =>
        figure(
          all.find(({ key }) => key === row['id']),
          'amount',
        );
      expect(figure(row, 'share')).toBe(percent(of(hand), sumOf(hand, 'amount')));
      if (level === 'document') expect([row['amountBefore'], row['points']]).toEqual([null, null]);
      else
        expect(figure(row, 'shareBefore')).toBe(
          percent(of(earlier), sumOf(earlier, 'amount')) ?? '0',
        );
    }
  });
});

test('a rest row sums all rows beyond the limit of a sales rank, and nothing is lost', async () => {
  const asked = { dates, level: 'document', measure: 'quantity' };
  const all = await books.report(salesRankTable, asked);
  expect(all.rows.length).toBeGreaterThan(10);
  const { rows, totals } = await books.report(salesRankTable, { ...asked, top: '10' });
  expect(rows).toHaveLength(11);
  const rest = rows.at(-1);
  expect(rest).toMatchObject({ id: 'rest', rank: null, abc: null, cumulative: '100' });
  expect(rest?.['name']).toBe('Rest');
  for (const name of ['quantity', 'amount', 'profit']) {
    expect(figure(rest, name)).toBe(sumOf(all.rows.slice(10), name));
    expect(figure(totals, name)).toBe(figure(all.totals, name));
  }
  const few = await books.report(salesRankTable, { ...asked, top: '100' });
  expect(few.rows.map(({ id }) => id)).not.toContain('rest');
});

test('equal figures share a sales rank, and ranks have no gaps', async () => {
  const { rows } = await books.report(salesRankTable, {
    dates,
    level: 'document',
    measure: 'quantity',
  });
  const ranks = rows.map(({ rank }) => Number(rank));
  const figures = rows.map((row) => figure(row, 'quantity'));
  expect(new Set(ranks).size).toBe(new Set(figures).size);
  expect(Math.max(...ranks)).toBe(new Set(figures).size);
});

test('sales are compared with the same days a year before, except a range without a start', async () => {
  const year = { dates: [daysAgo(30), daysAgo(0)], level: 'product', compare: 'yearBefore' };
  const long = { ...year, dates: [daysAgo(200), daysAgo(0)] };
  expect((await books.report(salesRatioTable, long)).rows.length).toBeGreaterThan(0);
  const { rows } = await books.report(salesRatioTable, { ...year, dates: [null, daysAgo(0)] });
  expect(rows.every(({ amountBefore, points }) => amountBefore === null && points === null)).toBe(
    true,
  );
  const hand = await byHand('product', [
    monthsBefore(daysAgo(30), 12),
    monthsBefore(daysAgo(0), 12),
  ]);
  expect(sumOf((await books.report(salesRatioTable, year)).rows, 'amountBefore')).toBe(
    sumOf(hand, 'amount'),
  );
});

test.each([
  ['product', 'materialId'],
  ['category', 'ownCategory'],
  ['customer', 'organId'],
  ['salesperson', 'salesMan'],
  ['institution', 'ownInstitution'],
])('a row by %s equals the sum of its documents', async (level, filter) => {
  const { rows } = await books.report(salesRankTable, { dates, level, measure: 'profit' });
  for (const row of rows.filter(({ id }) => id !== '0')) {
    const narrowed = { dates, level: 'document', measure: 'profit', [filter]: row['id'] };
    const { totals, rows: documents } = await books.report(salesRankTable, narrowed);
    expect(figure(totals, 'profit')).toBe(figure(row, 'profit'));
    expect(documents.every(({ documentId, kind }) => documentId !== null && kind !== null)).toBe(
      true,
    );
  }
});

describe('a reader without rights to amounts', () => {
  const level = 'product';

  test.each([
    ['retail', ['quantity'], ['amount', 'profit']],
    ['sale', ['quantity'], ['amount', 'profit']],
    ['cost', ['quantity', 'amount'], ['profit']],
  ] as const)(
    'a reader without rights to amounts of %s is ranked by %j and not by %j',
    async (hidden, may, mayNot) => {
      const token = await asRole(books.shop, `ranks-without-${hidden}`, {
        pages,
        hidden: [hidden],
      });
      for (const measure of mayNot)
        expect(await books.status(salesRankTable, { dates, level, measure }, token)).toBe(400);
      for (const measure of may) {
        const { rows, totals } = await books.report(
          salesRankTable,
          { dates, level, measure },
          token,
        );
        expect(rows.every(({ quantity }) => quantity !== null)).toBe(true);
        for (const name of mayNot) {
          expect(rows.every((row) => row[name] === null)).toBe(true);
          expect(totals[name]).toBeNull();
        }
      }
    },
  );

  test('sees no amounts', async () => {
    const token = await asRole(books.shop, 'parts-without', { pages, hidden: ['retail'] });
    const { rows } = await books.report(salesRatioTable, { dates, level }, token);
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows)
      for (const name of ['amount', 'share', 'amountBefore', 'shareBefore', 'points'])
        expect(row[name]).toBeNull();
  });
});

test('a rank covers only sales within the reader’s scope, and requires its page', async () => {
  const own = await asRole(books.shop, 'sells-alone', { pages, scope: 'own' });
  const asked = { dates, level: 'product', measure: 'amount' };
  expect((await books.report(salesRankTable, asked, own)).rows).toEqual([]);
  const none = await asRole(books.shop, 'has-no-page', { pages: ['/report/profit'] });
  expect(await books.status(salesRankTable, asked, none)).toBe(403);
});
