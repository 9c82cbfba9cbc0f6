// Custom reports of trade: every figure by one and by two dimensions, for readers with five kinds of
// access, equals the sum of documents, lines and moves. Hidden amounts appear nowhere.
import { boughtOwnTable, goodsDocuments, narrowedBy, soldOwnTable } from '@tradehouse/contract';
import type { Page, TableDeclaration } from '@tradehouse/contract';
import {
  ZERO,
  decimal,
  documentKinds,
  entriesOf,
  isKeyOf,
  monthsBefore,
  toPlainDecimal,
} from '@tradehouse/domain';
import type { Decimal } from '@tradehouse/domain';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampledRuns } from '../../../testing.ts';
import { asRole, lineOf } from '../../document/testShop.ts';
import { at, daysAgo } from '../testBooks.ts';
import type { Books, Row } from '../testBooks.ts';
import { movingBooks } from '../goods/testMoves.ts';
import { aClerk, fiveReaders } from './testReaders.ts';
import type { Clerk } from './testReaders.ts';
import { byHand, tradeLines } from '../trade/testTrade.ts';
import type { HandRow, TradeLine } from '../trade/testTrade.ts';

const everything = ['/report/sale_out_report', '/report/buy_in_report'];
const pages = [...everything, '/bill/sale_out'];

interface Reader {
  readonly token: string | undefined;
  readonly sees: (line: TradeLine) => boolean;
  /** Documents of several warehouses are not counted for those who see some of them. */
  readonly counts: boolean;
}

let books: Books;
let lines: readonly TradeLine[];
const readers = new Map<string, Reader>();

/** The trade of several people, in two institutions, with goods of categories and brands. */
async function someTrade(clerk: Clerk): Promise<void> {
  const { server, shop, tea, cups } = books;
  const { tenantId } = server.company;
  const add = async (table: string, row: Readonly<Record<string, string>>) => {
    const [added] = await books.count(sql<{ id: string }>`
      insert into ${sql.table(table)} (tenant_id, ${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
      values (${tenantId}, ${sql.join(Object.values(row).map((value) => sql`${value}`))}) returning id`);
    return added?.id ?? '';
  };
  const [pam, kim] = [
    await add('person', { type: 'salesperson', name: 'Pam' }),
    await add('person', { type: 'salesperson', name: 'Kim' }),
  ];
  const [drinks, brand] = [
    await add('category', { name: 'Drinks' }),
    await add('brand', { code: 'LEAF', name: 'Leaf' }),
  ];
  await books.count(sql`
    update product set category_id = ${drinks}, brand_id = ${brand} where id = ${await books.productId(tea)}`);
  const teams = [[], [shop.salesperson], [pam, kim], [shop.salesperson, pam, kim]];
  for (let n = 0; n < 12; n += 1) {
    const by = n % 3 === 0 ? clerk.token : undefined;
    const abroad = n % 4 === 1 ? { currency: 'EUR', exchangeRate: '7.77' } : {};
    const input = shop.input(
      'saleOut',
      [lineOf(tea, `${1 + (n % 3)}`, `${9 + n}.97`), lineOf(cups, '1', `3.${10 + n}`)],
      {
        ...at(n * 13),
        ...abroad,
        discount: '0.11',
        otherFees: '1.01',
        paidNow: '0',
        salespersonIds: teams[n % 4] ?? [],
        ...(n % 2 === 0 ? { partnerId: shop.otherCustomer } : {}),
      },
    );
    await server.call(goodsDocuments.add, input, by);
  }
}

beforeAll(async () => {
  books = await movingBooks();
  const clerk = await aClerk(books, pages);
  await someTrade(clerk);
  lines = await tradeLines(books);
  const [{ customers = [] } = {}] = await books.count(sql<{ customers: readonly string[] }>`
    select array_agg(id::text) as customers from partner where type = 'customer'`);
  for (const [name, sight] of entriesOf(await fiveReaders(books, clerk, pages)))
    readers.set(name, {
      token: sight.token,
      sees: ({ creator, keys: { institution = '', customer = '', warehouse = '' } }) =>
        sight.document({
          creator,
          institution,
          customer: customers.includes(customer) ? customer : null,
          warehouses: [warehouse],
        }),
      counts: name !== 'warehouses',
    });
});
afterAll(() => books.server.stop());

const subjects = {
  sold: { table: soldOwnTable, sides: ['sale', 'retail'] },
  bought: { table: boughtOwnTable, sides: ['purchase'] },
} as const;
type Subject = keyof typeof subjects;

interface Question {
  readonly subject: Subject;
  readonly reader: string;
  readonly level: string;
  readonly second: string | undefined;
  readonly days: readonly [string, string];
  readonly compare: 'before' | 'yearBefore' | undefined;
  readonly measure: string;
}

const levelsOf = (subject: Subject): readonly string[] =>
  subjects[subject].table.filters.level.choices;
const aQuestion = fc.constantFrom<Subject>('sold', 'sold', 'bought').chain((subject) =>
  fc.record<Question>({
    subject: fc.constant(subject),
    reader: fc.constantFrom('owner', 'own', 'institution', 'warehouses', 'customers'),
    level: fc.constantFrom(...levelsOf(subject)),
    second: fc.option(fc.constantFrom(...levelsOf(subject)), { nil: undefined }),
    days: fc
      .tuple(fc.integer({ min: 0, max: 120 }), fc.integer({ min: 0, max: 40 }))
      .map(([length, until]) => [daysAgo(until + length), daysAgo(until)] as const),
    compare: fc.constantFrom('before', 'yearBefore', undefined),
    measure: fc.constantFrom('amount', 'quantity', 'revenue', 'cost'),
  }),
);

const read = (
  { subject, reader, level, second, days, compare, measure }: Question,
  more: object = {},
) =>
  books.report(
    subjects[subject].table,
    { dates: days, level, second, compare, measure, trend: true, ...more },
    readers.get(reader)?.token,
  );

const levelsAsked = ({ level, second }: Question): readonly string[] =>
  second === undefined || second === level ? [level] : [level, second];

/** The lines that a question is about, of these days. */
const linesOf = ({ subject, reader }: Question, [since, until]: readonly [string, string]) =>
  lines.filter((line) => {
    const sides: readonly string[] = subjects[subject].sides;
    const side = documentKinds[line.kind].trade?.side ?? '';
    return (
      sides.includes(side) &&
      line.day >= since &&
      line.day <= until &&
      readers.get(reader)?.sees(line) === true
    );
  });

const back = (day: string, days: number): string =>
  new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10);

/** The days that others are compared with, where they do not begin with a month; null: rows of these levels have none. */
function earlierOf(question: Question): readonly [string, string] | null {
  const { compare, days } = question;
  const levels = levelsAsked(question);
  if (compare === undefined || levels.includes('document')) return null;
  const [since, until] = days;
  if (compare === 'yearBefore') return [monthsBefore(since, 12), monthsBefore(until, 12)];
  if (levels.includes('month')) return null;
  const length = (Date.parse(until) - Date.parse(since)) / 86_400_000 + 1;
  return [back(since, length), back(until, length)];
}

/** A month of the year before stands beside the same of this year. */
const yearLater = (key: string, levels: readonly string[]): string =>
  key
    .split('.')
    .map((part, nth) => (levels[nth] === 'month' ? monthsBefore(part, -12) : part))
    .join('.');

const text = (value: unknown): string => toPlainDecimal(decimal(String(value ?? 0)));
const figures: Readonly<Record<string, (row: HandRow) => Decimal>> = {
  quantity: ({ quantity }) => quantity,
  amount: ({ amount }) => amount,
  tax: ({ tax }) => tax,
  discount: ({ discount }) => discount,
  charges: ({ charges }) => charges,
  cost: ({ cost }) => cost,
  returnedQuantity: ({ returnedQuantity }) => returnedQuantity,
  returnedAmount: ({ returnedAmount }) => returnedAmount,
  revenue: ({ amount, tax }) => amount.minus(tax),
  profit: ({ amount, tax, cost }) => amount.minus(tax).minus(cost),
  netProfit: ({ amount, tax, cost, charges }) => amount.minus(tax).minus(cost).plus(charges),
};
const shown = (table: TableDeclaration): readonly string[] =>
  Object.keys(figures).filter((name) => Object.hasOwn(table.columns, name));
const part = (of: Decimal, whole: Decimal): string | null =>
  whole.gt(0) ? toPlainDecimal(of.times(100).div(whole).toDecimalPlaces(2)) : null;
const orNull = (value: unknown): string | null => (value === null ? null : text(value));

/** Whether documents are counted in rows of these levels. */
const counted = (question: Question): boolean =>
  readers.get(question.reader)?.counts === true &&
  !levelsAsked(question).some((level) =>
    ['product', 'category', 'brand', 'warehouse'].includes(level),
  );

function expectFigures(question: Question, { rows, totals }: Page<Row>): void {
  const { table } = subjects[question.subject];
  const levels = levelsAsked(question);
  const now = byHand(linesOf(question, question.days), levels);
  const earlier = earlierOf(question);
  const before = new Map(
    earlier === null
      ? []
      : [...byHand(linesOf(question, earlier), levels)].map(
          ([key, row]) => [yearLaterOf(question, key), row] as const,
        ),
  );
  const keys = new Set([...now.keys(), ...before.keys()]);
  expect(rows.map(({ id }) => id).toSorted()).toEqual([...keys].toSorted());
  for (const row of rows) {
    const id = String(row['id']);
    for (const name of shown(table)) {
      const of = (all: ReadonlyMap<string, HandRow>): Decimal => {
        const found = all.get(id);
        return found === undefined ? ZERO : (figures[name]?.(found) ?? ZERO);
      };
      expect([id, name, text(row[name])]).toEqual([id, name, toPlainDecimal(of(now))]);
      if (earlier === null) {
        expect([row[`${name}Before`], row[`${name}Growth`]]).toEqual([null, null]);
        continue;
      }
      expect([id, name, text(row[`${name}Before`])]).toEqual([
        id,
        name,
        toPlainDecimal(of(before)),
      ]);
      const grown = of(now)
        .minus(of(before))
        .times(100)
        .div(of(before).abs().isZero() ? 1 : of(before).abs());
      expect(orNull(row[`${name}Growth`])).toBe(
        of(before).isZero() ? null : toPlainDecimal(grown.toDecimalPlaces(2)),
      );
    }
    if (counted(question))
      expect([id, Number(row['documents'])]).toEqual([id, now.get(id)?.documents.size ?? 0]);
    else expect(row['documents']).toBeNull();
  }
  for (const name of shown(table))
    expect([name, text(totals[name])]).toEqual([
      name,
      toPlainDecimal(
        [...now.values()].reduce((sum, row) => sum.plus(figures[name]?.(row) ?? ZERO), ZERO),
      ),
    ]);
}

const yearLaterOf = (question: Question, key: string): string =>
  question.compare === 'yearBefore' ? yearLater(key, levelsAsked(question)) : key;

/** Ranks, parts and classes are those of the figures as they are shown. */
function expectPlaces({ measure }: Question, rows: readonly Row[]): void {
  const of = (row: Row): Decimal => decimal(text(row[measure]));
  const sum = (some: readonly Row[]): Decimal => some.reduce((all, row) => all.plus(of(row)), ZERO);
  const whole = sum(rows);
  for (const row of rows) {
    const above = rows.filter((other) => of(other).gt(of(row)));
    const alike = rows.filter((other) => of(other).eq(of(row)));
    expect(row['rank']).toBe(new Set(above.map((other) => toPlainDecimal(of(other)))).size + 1);
    expect(orNull(row['share'])).toBe(part(of(row), whole));
    const group = sum(rows.filter(({ firstId }) => firstId === row['firstId']));
    expect(orNull(row['partOfFirst'])).toBe(part(of(row), group));
    if (alike.length > 1) continue;
    const passed = sum(above).plus(of(row));
    expect(orNull(row['cumulative'])).toBe(part(passed, whole));
    if (!whole.gt(0)) continue;
    const share = passed.times(100).div(whole);
    const usual = share.lte(80) || above.length === 0 ? 'A' : share.lte(95) ? 'B' : 'C';
    expect(row['abc']).toBe(of(row).lte(0) ? 'C' : usual);
  }
}

/** Rows by one say what they are ranked by month by month, of every month that any of them has. */
function expectTrends(question: Question, rows: readonly Row[]): void {
  const levels = levelsAsked(question);
  const [level = ''] = levels;
  if (levels.length > 1 || level === 'month' || level === 'document') {
    expect(rows.every(({ trend }) => trend === null)).toBe(true);
    return;
  }
  const hand = byHand(linesOf(question, question.days), [level, 'month']);
  const months = [...new Set([...hand.keys()].map((key) => key.split('.')[1] ?? ''))].toSorted();
  const told = new Set([...hand.keys()].map((key) => key.split('.')[0]));
  for (const row of rows) {
    const id = String(row['id']);
    const figure = (month: string): string => {
      const found = hand.get(`${id}.${month}`);
      return toPlainDecimal(
        found === undefined ? ZERO : (figures[question.measure]?.(found) ?? ZERO),
      );
    };
    const trend = months.map((month) => `${month.slice(0, 7)}=${figure(month)}`).join(' ');
    expect([id, row['trend']]).toEqual([id, told.has(id) ? trend : null]);
  }
}

/** In the order of their places in groups, rows of one stand together, groups and rows as they rank; months as they came. */
function expectGroups({ level, measure }: Question, rows: readonly Row[]): void {
  const of = (row: Row): Decimal => decimal(text(row[measure]));
  const inOrder = rows.toSorted((one, other) => Number(one['grouped']) - Number(other['grouped']));
  const groups = [...Map.groupBy(inOrder, ({ firstId }) => String(firstId))];
  expect(groups.flatMap(([, own]) => own)).toEqual(inOrder);
  const sums = groups.map(([, own]) => own.reduce((sum, row) => sum.plus(of(row)), ZERO));
  for (const [at, [key, own]] of groups.entries()) {
    const before = groups[at - 1];
    if (before !== undefined && level === 'month') expect(before[0] < key).toBe(true);
    if (before !== undefined && level !== 'month')
      expect(sums[at - 1]?.gte(sums[at] ?? ZERO)).toBe(true);
    const ranks = own.map(({ rank }) => Number(rank));
    expect(ranks).toEqual(ranks.toSorted((one, other) => one - other));
  }
}

test('every figure of a custom report equals the sum of documents', async () => {
  let told = 0;
  await fc.assert(
    fc.asyncProperty(
      aQuestion.filter(({ compare, days }) => compare !== 'before' || !days[0].endsWith('-01')),
      async (question) => {
        const page = await read(question);
        expectFigures(question, page);
        expectPlaces(question, page.rows);
        expectGroups(question, page.rows);
        expectTrends(question, page.rows);
        if (page.rows.length > 2) told += 1;
      },
    ),
    { numRuns: sampledRuns(30, 60) },
  );
  expect(told).toBeGreaterThan(sampledRuns(4, 15));
});

test('a rest row sums all rows beyond the limit of custom reports, and nothing is lost', async () => {
  const question = {
    subject: 'sold',
    reader: 'owner',
    level: 'document',
    second: 'product',
    compare: undefined,
    measure: 'amount',
  } as const;
  const asked = { ...question, days: [daysAgo(300), daysAgo(0)] as const };
  const all = await read(asked);
  const { rows, totals } = await read(asked, { top: '20' });
  expect(rows).toHaveLength(21);
  const rest = rows.find(({ id }) => id === 'rest');
  expect(rest).toMatchObject({
    rank: null,
    abc: null,
    secondName: null,
    name: 'Rest',
    documents: null,
  });
  const sum = (some: readonly Row[]) =>
    toPlainDecimal(some.reduce((sum, row) => sum.plus(text(row['amount'])), ZERO));
  expect(text(rest?.['amount'])).toBe(
    sum(all.rows.filter(({ rank }) => Number(rank) > 0).slice(20)),
  );
  expect(totals['amount']).toBe(all.totals['amount']);
});

test('a custom report of selected columns shows the figures of the report with all columns', async () => {
  const dates = [daysAgo(60), daysAgo(0)];
  const asked = { level: 'product', measure: 'amount', compare: 'before', dates };
  const all = await books.report(soldOwnTable, asked);
  const field = 'id,name,amount,amountGrowth,share';
  const { rows, totals } = await books.report(soldOwnTable, asked, undefined, { field });
  const shown = new Set(field.split(','));
  const some = (row: Row) => Object.fromEntries(entriesOf(row).filter(([name]) => shown.has(name)));
  expect(rows.length).toBeGreaterThan(0);
  expect(rows).toEqual(all.rows.map(some));
  expect(totals).toEqual({ amount: all.totals['amount'] });
});

const drills = levelsOf('sold').filter((level) => level !== 'document');
describe.each(drills)('a row by %s', (level) => {
  test('and by another dimension equals the sum of its documents', async () => {
    for (const second of drills.filter((one) => one !== level)) {
      const asked: Question = {
        subject: 'sold',
        reader: 'owner',
        level,
        second,
        days: [daysAgo(90), daysAgo(0)],
        compare: undefined,
        measure: 'amount',
      };
      // A team's parts are rounded in every row that it has.
      if ([level, second].includes('salesperson')) continue;
      const { rows } = await read(asked);
      expect(rows.length).toBeGreaterThan(0);
      for (const row of rows.slice(0, 4)) {
        const narrowed = {
          ...narrowedTo(asked, level, row['firstId']),
          ...narrowedTo(asked, second, row['secondId']),
        };
        const { totals } = await read({ ...asked, level: 'document', second: undefined }, narrowed);
        for (const name of ['amount', 'quantity', 'cost'])
          expect([row['id'], second, text(totals[name])]).toEqual([
            row['id'],
            second,
            text(row[name]),
          ]);
      }
    }
  });
});

/** What a screen narrows the report to, to show what lies behind a row. */
function narrowedTo({ days: [since, until] }: Question, level: string, id: unknown): object {
  if (!isKeyOf(narrowedBy, level)) throw new Error(level);
  const name = narrowedBy[level];
  if (name === 'dates') {
    const first = String(id);
    const last = back(monthsBefore(first, -1), 1);
    return { dates: [since > first ? since : first, until < last ? until : last] };
  }
  return { [name]: name === 'warehouses' || name === 'kinds' ? [id] : id };
}

describe('a reader without rights to amounts', () => {
  const asked = { dates: [daysAgo(300), daysAgo(0)], level: 'product', second: 'month' };

  test.each([
    [
      'retail',
      ['amount', 'revenue', 'tax', 'profit', 'netProfit', 'discount', 'charges', 'returnedAmount'],
      ['quantity', 'cost'],
    ],
    ['sale', ['amount', 'revenue', 'profit', 'netProfit'], ['quantity', 'cost']],
    ['cost', ['cost', 'profit', 'netProfit'], ['amount', 'quantity', 'revenue']],
  ] as const)(
    'a reader without rights to amounts of %s learns %j from no figure, rank, order or condition',
    async (hidden, mayNot, may) => {
      await asRole(books.shop, `own-without-${hidden}`, { pages, hidden: [hidden] });
      await books.count(
        sql`update app_user set all_warehouses = true, all_customers = true where login_name = ${`own-without-${hidden}`}`,
      );
      const again = await books.server.signIn(`own-without-${hidden}`);
      for (const measure of mayNot) {
        expect(await books.status(soldOwnTable, { ...asked, measure }, again)).toBe(400);
        expect(await books.status(soldOwnTable, { ...asked, measure, top: '10' }, again)).toBe(400);
      }
      for (const measure of may) {
        const { rows, totals } = await books.report(
          soldOwnTable,
          { ...asked, compare: 'before', measure, top: '10' },
          again,
        );
        expect(rows.length).toBeGreaterThan(0);
        for (const name of mayNot)
          for (const column of [name, `${name}Before`, `${name}Growth`]) {
            expect(rows.every((row) => row[column] === null)).toBe(true);
            expect(totals[column] ?? null).toBeNull();
          }
        const masked = hidden === 'cost' ? ['margin'] : ['margin', 'price'];
        for (const name of masked) expect(rows.every((row) => row[name] === null)).toBe(true);
      }
      for (const column of [...mayNot, `${mayNot[0]}Growth`, 'margin']) {
        const search = { subject: 'sold', ...asked, measure: 'quantity' };
        const status = async (query: object) =>
          (await books.server.request('GET', soldOwnTable.path, { search, ...query }, again))
            .statusCode;
        expect(await status({ column, order: 'desc' })).toBe(400);
        expect(
          await status({
            superQueryParams: JSON.stringify([{ field: column, rule: 'gt', val: '1' }]),
          }),
        ).toBe(400);
      }
    },
  );

  test('a reader without rights to amounts of purchases sees only purchased quantities', async () => {
    await asRole(books.shop, 'own-without-purchase', { pages, hidden: ['purchase'] });
    await books.count(
      sql`update app_user set all_warehouses = true, all_customers = true where login_name = 'own-without-purchase'`,
    );
    const token = await books.server.signIn('own-without-purchase');
    const { rows } = await books.report(boughtOwnTable, { ...asked, measure: 'quantity' }, token);
    expect(rows.length).toBeGreaterThan(0);
    for (const name of [
      'amount',
      'tax',
      'revenue',
      'price',
      'discount',
      'charges',
      'cost',
      'returnedAmount',
    ])
      expect(rows.every((row) => row[name] === null)).toBe(true);
  });
});

test('a subject of custom reports requires another page showing the subject', async () => {
  const asked = { dates: [daysAgo(300), daysAgo(0)], level: 'product', measure: 'quantity' };
  const told = async (name: string, ...pages: readonly string[]) => {
    const token = await asRole(books.shop, name, { pages });
    return Promise.all(
      [soldOwnTable, boughtOwnTable].map((table) => books.status(table, asked, token)),
    );
  };
  expect(await told('own-retails', '/report/own_report', '/report/retail_out_report')).toEqual([
    200, 403,
  ]);
  expect(await told('own-buys', '/report/own_report', '/report/buy_in_report')).toEqual([403, 200]);
  expect(await told('own-nothing', '/report/own_report')).toEqual([403, 403]);
});

test('custom report filters with ids of another company match no rows', async () => {
  const other = await books.server.arrange(books.server.stranger, async (tx) => {
    const { rows } = await sql<{ id: string }>`
      insert into brand (tenant_id, code, name) values (${books.server.stranger.tenantId}, 'T', 'Theirs') returning id`.execute(
      tx,
    );
    return rows[0]?.id;
  });
  const asked = {
    dates: [daysAgo(300), daysAgo(0)],
    level: 'product',
    second: 'month',
    measure: 'amount',
  };
  expect((await books.report(soldOwnTable, { ...asked, brandId: other })).rows).toEqual([]);
});

test('a trend covers the last two years, whatever the end of the date range', async () => {
  const { shop, tea } = books;
  await shop.goods('purchaseIn', [lineOf(tea, '7', '3')], at(800));
  const trends = async (until: string | null) => {
    const asked = {
      dates: ['2001-01-01', until],
      level: 'product',
      measure: 'quantity',
      trend: true,
    };
    const { rows } = await books.report(boughtOwnTable, asked);
    return rows.map(({ trend }) => trend);
  };
  const now = await trends(daysAgo(0));
  expect(now.join()).toContain('=');
  expect(now.join()).not.toContain(daysAgo(800).slice(0, 7));
  for (const until of [null, daysAgo(-900), '9999-12-31']) expect(await trends(until)).toEqual(now);
});
