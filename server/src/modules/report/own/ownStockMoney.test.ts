// Custom reports of stock and money: every figure by one and by two dimensions, for readers with five kinds
// of access, equals the sum of moves and ledger rows.
import {
  cashOwnTable,
  goodsDocuments,
  inOutItems,
  itemsOwnTable,
  moneyDocuments,
  revenueClasses,
  stockOwnTable,
} from '@tradehouse/contract';
import type { TableDeclaration } from '@tradehouse/contract';
import { ZERO, decimal, keysOf, monthEnd, monthsBefore, toPlainDecimal } from '@tradehouse/domain';
import type { Decimal } from '@tradehouse/domain';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampledRuns } from '../../../testing.ts';
import { asRole, lineOf } from '../../document/testShop.ts';
import { rollUpPostings } from '../../posting/index.ts';
import { at, daysAgo } from '../testBooks.ts';
import type { Books, Row } from '../testBooks.ts';
import { movingBooks } from '../goods/testMoves.ts';
import { aClerk, fiveReaders } from './testReaders.ts';
import type { Reader, Sight } from './testReaders.ts';

const pages = [
  '/report/in_out_stock_report',
  '/report/account_report',
  '/report/revenue_report',
  '/bill/sale_out',
  '/financial/item_in',
  '/financial/item_out',
];

/** What one document did to one SKU in one place on one day. */
interface Moved {
  readonly day: string;
  readonly sku: string;
  readonly product: string;
  readonly category: string;
  readonly brand: string;
  readonly warehouse: string;
  readonly stockType: string;
  readonly net: string;
}
/** What one day did to a SKU's worth. */
interface Worth {
  readonly day: string;
  readonly sku: string;
  readonly quantity: string;
  readonly value: string;
}
/** What one document did to one account or item on one day; `account` is the other end of an item's. */
interface Flow {
  readonly day: string;
  readonly holder: string;
  readonly account: string;
  readonly document: string;
  readonly kind: string;
  readonly partner: string;
  readonly customer: string | null;
  readonly institution: string;
  readonly creator: string;
  readonly warehouses: readonly string[];
  readonly type: string | null;
  readonly revenueClass: string;
  readonly net: string;
}

let books: Books;
let moves: readonly Moved[];
let worths: readonly Worth[];
let cash: readonly Flow[];
let items: readonly Flow[];
let readers: Readonly<Record<Reader, Sight>>;

const flowsOf = (purse: 'account' | 'item') =>
  books.count(sql<Flow>`
    select flow.business_date::text as day, flow.holder::text, flow.account::text, document.id::text as document, document.kind,
      coalesce(document.partner_id, 0)::text as partner,
      (select id::text from partner where id = document.partner_id and type = 'customer') as customer,
      coalesce(document.institution_id, 0)::text as institution, document.creator_id::text as creator,
      array(select unnest(document.warehouse_ids)::text) as warehouses, item.type, coalesce(item.class_id, 0)::text as "revenueClass",
      flow.net
    from (
      select document_id, business_date, holder, account, sum(net) as net
      from (
        select document_id, business_date, to_id as holder, case when from_purse = 'account' then from_id else 0 end as account, amount as net
        from money_entry where to_purse = ${purse}
        union all
        select document_id, business_date, from_id, case when to_purse = 'account' then to_id else 0 end, -amount
        from money_entry where from_purse = ${purse}) ends
      group by 1, 2, 3, 4) flow
    join document on document.id = flow.document_id
    left join in_out_item item on item.id = flow.holder and ${purse} = 'item'`);

/** What documents did to each account in sum, whatever the other end was. */
const together = (flows: readonly Flow[]): readonly Flow[] =>
  [...Map.groupBy(flows, ({ day, holder, document }) => [day, holder, document].join()).values()]
    .flatMap(([first, ...others]) =>
      first === undefined
        ? []
        : [
            {
              ...first,
              net: toPlainDecimal(
                others.reduce((sum, { net }) => sum.plus(net), decimal(first.net)),
              ),
            },
          ],
    )
    .filter(({ net }) => !decimal(net).isZero());

/** Money of several kinds, items in classes, two people, an edit and a deletion. */
async function someMoney(clerk: string): Promise<void> {
  const { server, shop, tea } = books;
  const { id: classId } = await server.call(revenueClasses.add, {
    name: 'House',
    number: 'H',
    type: 'expense',
  });
  const rent = (
    await server.call(inOutItems.add, { name: 'Rent of the house', type: 'expense', classId })
  ).id;
  const drawn: readonly [string, string, string, number, string | undefined][] = [
    ['itemOut', rent ?? '', '70.1', 3, undefined],
    ['itemOut', shop.expenseItem, '12.34', 44, clerk],
    ['itemIn', shop.incomeItem, '33', 45, undefined],
    ['itemIn', shop.incomeItem, '5.5', 90, clerk],
    ['itemOut', rent ?? '', '70.1', 63, clerk],
  ];
  for (const [kind, itemId, amount, days, token] of drawn) {
    const account = { accountId: days % 2 === 0 ? shop.cash : shop.bank };
    const partnerId = days === 44 ? { partnerId: shop.otherCustomer } : {};
    const lines = [
      { itemId, amount },
      ...(days === 63 ? [{ itemId: shop.expenseItem, amount: '1' }] : []),
    ];
    await server.call(
      moneyDocuments.add,
      { kind, ...account, ...partnerId, lines, ...at(days) } as never,
      token,
    );
  }
  const gone = await shop.money('itemOut', [{ itemId: rent ?? '', amount: '999' }], at(30));
  await server.call(moneyDocuments.remove, { id: gone.id });
  await shop.money('giro', [{ accountId: shop.cash, amount: '40' }], {
    ...at(12),
    accountId: shop.bank,
  });
  await shop.money('advanceIn', [{ accountId: shop.cash, amount: '80' }], at(11));
  const sold = shop.input('saleOut', [lineOf(tea, '1', '50', { warehouseId: shop.branch })], {
    ...at(5),
    paidNow: '50',
    partnerId: shop.otherCustomer,
  });
  await server.call(goodsDocuments.add, sold, clerk);
}

beforeAll(async () => {
  books = await movingBooks();
  const { server, shop, cups } = books;
  const add = async (table: string, row: Readonly<Record<string, string>>) => {
    const [added] = await books.count(sql<{ id: string }>`
      insert into ${sql.table(table)} (tenant_id, ${sql.join(keysOf(row).map((name) => sql.ref(name)))})
      values (${server.company.tenantId}, ${sql.join(Object.values(row).map((one) => sql`${one}`))}) returning id`);
    return added?.id ?? '';
  };
  const [category, brand] = [
    await add('category', { name: 'Drinks' }),
    await add('brand', { code: 'LEAF', name: 'Leaf' }),
  ];
  await books.count(sql`
    update product set category_id = ${category}, brand_id = ${brand} where id = ${await books.productId(cups)}`);
  const clerk = await aClerk(books, pages);
  await someMoney(clerk.token);
  moves = await books.count(sql<Moved>`
    select move.business_date::text as day, move.sku_id::text as sku, sku.product_id::text as product,
      coalesce(product.category_id, 0)::text as category, coalesce(product.brand_id, 0)::text as brand,
      spot.id::text as warehouse, move.stock_type as "stockType", sum(spot.sign * move.quantity) as net
    from stock_move move join sku on sku.id = move.sku_id join product on product.id = sku.product_id
    cross join lateral (values (move.to_place, move.to_id, 1), (move.from_place, move.from_id, -1)) as spot(place, id, sign)
    where spot.place = 'warehouse'
    group by move.document_id, move.lot, 1, 2, 3, 4, 5, 6, 7`);
  worths = await books.count(sql<Worth>`
    select move.business_date::text as day, move.sku_id::text as sku, sum(spot.sign * move.quantity) as quantity,
      sum(spot.sign * move.value) as value
    from stock_move move
    cross join lateral (values (move.to_place, 1), (move.from_place, -1)) as spot(place, sign)
    where spot.place in ('warehouse', 'transit', 'regrade') group by 1, 2`);
  cash = together(await flowsOf('account'));
  items = (await flowsOf('item')).filter(({ net }) => !decimal(net).isZero());
  readers = await fiveReaders(books, clerk, pages);
  await rollUpPostings(server.database.app, server.company.tenantId);
  await shop.money('itemOut', [{ itemId: shop.expenseItem, amount: '2.5' }], at(2));
  cash = together(await flowsOf('account'));
  items = (await flowsOf('item')).filter(({ net }) => !decimal(net).isZero());
});
afterAll(() => books.server.stop());

const text = (value: unknown): string => toPlainDecimal(decimal(String(value ?? 0)));
const sum = <One>(some: readonly One[], of: (one: One) => Decimal | string): Decimal =>
  some.reduce((all, one) => all.plus(of(one)), ZERO);
type Days = readonly [string, string];
type HandRow = Readonly<Record<string, Decimal | null>>;
type Hand = ReadonlyMap<string, HandRow>;

/** The stretches that rows are told of: the days, or the months that something moved in, by their keys. */
function stretches(levels: readonly string[], [since, until]: Days, days: readonly string[]) {
  if (!levels.includes('month')) return [{ key: '', since, until }];
  const moved = new Set(
    days.filter((day) => day >= since && day <= until).map((day) => `${day.slice(0, 7)}-01`),
  );
  return [...moved].map((key) => ({
    key,
    since: key > since ? key : since,
    until: monthEnd(key) < until ? monthEnd(key) : until,
  }));
}
const dayBefore = (day: string): string =>
  new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);

/** What goods of some SKUs, told by what they are told by, are worth at the end of a day. */
function valueOn(some: readonly Moved[], levels: readonly string[], day: string): Decimal {
  const grains = Map.groupBy(some, ({ sku, warehouse, stockType }) =>
    [
      sku,
      levels.includes('warehouse') ? warehouse : '',
      levels.includes('stockType') ? stockType : '',
    ].join(),
  );
  return sum([...grains.values()], (own) => {
    const quantity = sum(
      own.filter((move) => move.day <= day),
      ({ net }) => net,
    );
    const all = worths.filter((one) => one.sku === own[0]?.sku && one.day <= day);
    const [held, value] = [sum(all, (one) => one.quantity), sum(all, (one) => one.value)];
    if (quantity.eq(held)) return value;
    return held.isZero() ? ZERO : quantity.times(value).div(held).toDecimalPlaces(6);
  });
}

function stockByHand(reader: Reader, levels: readonly string[], days: Days): Hand {
  const seen = moves.filter(({ warehouse }) => readers[reader].warehouse(warehouse));
  const rows = new Map<string, HandRow>();
  const spans = stretches(
    levels,
    days,
    seen.map(({ day }) => day),
  );
  for (const { key, since, until } of spans) {
    const known = seen.filter(({ day }) => day <= until);
    const groups = Map.groupBy(known, (move) =>
      levels.map((level) => (level === 'month' ? key : Reflect.get(move, level))).join('.'),
    );
    for (const [id, own] of groups) {
      const within = own.filter(({ day }) => day >= since);
      const perPlace = [
        ...Map.groupBy(own, ({ sku, warehouse, stockType }) =>
          [sku, warehouse, stockType].join(),
        ).values(),
      ];
      const isThere = perPlace.some((one) => !sum(one, ({ net }) => net).isZero());
      if (!isThere && !within.some(({ net }) => !decimal(net).isZero())) continue;
      const before = own.filter(({ day }) => day < since);
      rows.set(id, {
        opening: sum(before, ({ net }) => net),
        came: sum(within, ({ net }) => (decimal(net).gt(0) ? net : ZERO)),
        went: sum(within, ({ net }) => (decimal(net).lt(0) ? decimal(net).neg() : ZERO)),
        changed: sum(within, ({ net }) => net),
        closing: sum(own, ({ net }) => net),
        openingValue: valueOn(own, levels, dayBefore(since)),
        closingValue: valueOn(own, levels, until),
        changedValue: valueOn(own, levels, until).minus(valueOn(own, levels, dayBefore(since))),
      });
    }
  }
  return rows;
}

const visible = (reader: Reader, flow: Flow): boolean => readers[reader].document(flow);

function cashByHand(reader: Reader, levels: readonly string[], days: Days): Hand {
  const [since, until] = days;
  const knows = levels.every((level) => level === 'account' || level === 'month');
  const rows = new Map<string, HandRow>();
  const keysFor = (flow: Flow, month: string): string =>
    levels
      .map((level) => {
        if (level === 'month') return month;
        if (level === 'account') return flow.holder;
        if (level === 'kind') return flow.kind;
        // Of a document that the reader may not see no more than its amount is told.
        return visible(reader, flow) ? Reflect.get(flow, level) : '0';
      })
      .join('.');
  for (const span of stretches(
    levels,
    [since, until],
    cash.map(({ day }) => day),
  )) {
    const known = cash.filter(({ day }) => day <= span.until && (knows || day >= span.since));
    for (const [id, own] of Map.groupBy(known, (flow) => keysFor(flow, span.key))) {
      const within = own.filter(({ day }) => day >= span.since);
      const row = {
        opening: knows
          ? sum(
              own.filter(({ day }) => day < span.since),
              ({ net }) => net,
            )
          : null,
        received: sum(within, ({ net }) => (decimal(net).gt(0) ? net : ZERO)),
        paid: sum(within, ({ net }) => (decimal(net).lt(0) ? decimal(net).neg() : ZERO)),
        net: sum(within, ({ net }) => net),
        closing: knows ? sum(own, ({ net }) => net) : null,
      };
      if (Object.values(row).some((one) => one?.isZero() === false)) rows.set(id, row);
    }
  }
  return rows;
}

function itemsByHand(reader: Reader, levels: readonly string[], [since, until]: Days): Hand {
  const within = items.filter(
    (flow) => flow.day >= since && flow.day <= until && visible(reader, flow),
  );
  const groups = Map.groupBy(within, (flow) =>
    levels
      .map((level) =>
        level === 'month'
          ? `${flow.day.slice(0, 7)}-01`
          : Reflect.get(flow, level === 'item' ? 'holder' : level),
      )
      .join('.'),
  );
  const rows = new Map<string, HandRow>();
  for (const [id, own] of groups) {
    const of = (type: string) =>
      sum(
        own.filter((flow) => flow.type === type),
        ({ net }) => net,
      );
    const row = { income: of('income').neg(), expense: of('expense') };
    if (row.income.isZero() && row.expense.isZero()) continue;
    rows.set(id, { ...row, netIncome: row.income.minus(row.expense) });
  }
  return rows;
}

const subjects = {
  stock: {
    table: stockOwnTable,
    byHand: stockByHand,
    apart: ['opening', 'closing', 'openingValue', 'closingValue'],
  },
  cash: { table: cashOwnTable, byHand: cashByHand, apart: ['opening', 'closing'] },
  items: { table: itemsOwnTable, byHand: itemsByHand, apart: [] },
} as const satisfies Readonly<
  Record<string, { table: TableDeclaration; byHand: typeof stockByHand; apart: readonly string[] }>
>;
type Subject = keyof typeof subjects;

interface Question {
  readonly subject: Subject;
  readonly reader: Reader;
  readonly levels: readonly string[];
  readonly days: Days;
  readonly compare: 'yearBefore' | 'before' | undefined;
}

const aQuestion = fc.constantFrom(...keysOf(subjects)).chain((subject) =>
  fc.record<Question>({
    subject: fc.constant(subject),
    reader: fc.constantFrom<Reader>('owner', 'own', 'institution', 'warehouses', 'customers'),
    levels: fc.uniqueArray(
      fc.constantFrom<string>(...subjects[subject].table.filters.level.choices),
      {
        minLength: 1,
        maxLength: 2,
      },
    ),
    days: fc
      .tuple(fc.integer({ min: 0, max: 130 }), fc.integer({ min: 0, max: 60 }))
      .map(([length, until]) => [daysAgo(until + length), daysAgo(until)] as const),
    compare: fc.constantFrom('before', 'yearBefore', undefined),
  }),
);

const ranking = { stock: 'closing', cash: 'received', items: 'income' } as const;
const read = ({ subject, reader, levels, days, compare }: Question, more: object = {}) =>
  books.report(
    subjects[subject].table,
    {
      dates: days,
      level: levels[0],
      second: levels[1],
      compare,
      measure: ranking[subject],
      ...more,
    },
    readers[reader].token,
  );

/** The days that others are compared with; null: rows of these levels have none here. */
function earlierOf({ compare, days: [since, until], levels }: Question): Days | null {
  if (compare === undefined || levels.includes('document')) return null;
  if (compare === 'yearBefore') return [monthsBefore(since, 12), monthsBefore(until, 12)];
  // Where it does not begin with a month.
  if (levels.includes('month')) return null;
  const length = (Date.parse(until) - Date.parse(since)) / 86_400_000 + 1;
  const back = (day: string) =>
    new Date(Date.parse(day) - length * 86_400_000).toISOString().slice(0, 10);
  return [back(since), back(until)];
}

/** A month of the year before stands beside the same of this year. */
const yearLater = (key: string, levels: readonly string[]): string =>
  key
    .split('.')
    .map((part, nth) => (levels[nth] === 'month' ? monthsBefore(part, -12) : part))
    .join('.');

const none = (of: Decimal | null | undefined): string | null =>
  of === null ? null : toPlainDecimal(of ?? ZERO);

async function expectAll(question: Question): Promise<number> {
  const { subject, reader, levels, days } = question;
  const { byHand, apart } = subjects[subject];
  const { rows, totals } = await read(question);
  const earlier = earlierOf(question);
  const now = byHand(reader, levels, days);
  const before = new Map(
    earlier === null
      ? []
      : [...byHand(reader, levels, earlier)].map(([key, row]) => [yearLater(key, levels), row]),
  );
  const keys = new Set([...now.keys(), ...before.keys()]);
  expect(rows.map(({ id }) => id).toSorted()).toEqual([...keys].toSorted());
  const shown = (value: unknown) => (value === null ? null : text(value));
  for (const row of rows) {
    const of = now.get(String(row['id']));
    const was = before.get(String(row['id']));
    const names = Object.keys(of ?? was ?? {});
    for (const name of names) {
      const silent = (of ?? was)?.[name] === null;
      expect([row['id'], name, shown(row[name])]).toEqual([
        row['id'],
        name,
        silent ? null : none(of?.[name]),
      ]);
      expect([row['id'], name, 'before', shown(row[`${name}Before`])]).toEqual([
        row['id'],
        name,
        'before',
        earlier === null || silent ? null : none(was?.[name]),
      ]);
    }
  }
  const names = Object.keys([...now.values()][0] ?? {});
  for (const name of names) {
    const silent = [...now.values()].some((row) => row[name] === null);
    const alone: readonly string[] = apart;
    const hasNone = silent || (levels.includes('month') && alone.includes(name));
    expect([name, shown(totals[name])]).toEqual([
      name,
      hasNone ? null : toPlainDecimal(sum([...now.values()], (row) => row[name] ?? ZERO)),
    ]);
  }
  return rows.length;
}

const isRefused = ({ subject, reader }: Question): boolean =>
  subject === 'cash' && (reader === 'own' || reader === 'institution');

test('every figure of a custom report equals the sum of moves and entries', async () => {
  let told = 0;
  await fc.assert(
    fc.asyncProperty(
      aQuestion.filter(({ compare, days }) => compare !== 'before' || !days[0].endsWith('-01')),
      async (question) => {
        if (isRefused(question)) {
          const { subject, reader, days, levels } = question;
          const asked = { dates: days, level: levels[0], measure: ranking[subject] };
          expect(await books.status(subjects[subject].table, asked, readers[reader].token)).toBe(
            403,
          );
        } else if ((await expectAll(question)) > 2) told += 1;
      },
    ),
    { numRuns: sampledRuns(20, 50) },
  );
  expect(told).toBeGreaterThan(sampledRuns(5, 15));
});

const whole: Days = [daysAgo(150), daysAgo(0)];
const asked = { reader: 'owner', days: whole, compare: undefined } as const;

test('stock by month is reported at the end of each month, with ranks and without shares', async () => {
  const { rows } = await read(
    { ...asked, subject: 'stock', levels: ['month'] },
    { measure: 'closing', top: '10' },
  );
  expect(rows.length).toBeGreaterThan(3);
  for (const { rank, share, cumulative, abc } of rows)
    expect([typeof rank, share, cumulative, abc]).toEqual(['number', null, null, null]);
  const [last] = rows.toSorted((one, other) => (String(one['id']) < String(other['id']) ? 1 : -1));
  const { totals } = await read({ ...asked, subject: 'stock', levels: ['product'] });
  expect(last?.['closingValue']).toBe(totals['closingValue']);
  const byMonth = await read({ ...asked, subject: 'stock', levels: ['product', 'month'] });
  const trends = await read({ ...asked, subject: 'stock', levels: ['product'] }, { trend: true });
  expect(trends.rows.length).toBeGreaterThan(2);
  for (const { id, trend } of trends.rows)
    for (const figure of String(trend).split(' ')) {
      const [month = '', value = ''] = figure.split('=');
      const row = byMonth.rows.find((one) => one['id'] === `${String(id)}.${month}-01`);
      expect([id, figure, text(row?.['closing'])]).toEqual([id, figure, value]);
    }
});

describe('a reader without rights to amounts', () => {
  test.each([
    ['cost', stockOwnTable, ['openingValue', 'closingValue', 'changedValue'], ['closing', 'came']],
    ['money', cashOwnTable, ['received', 'paid', 'net', 'opening', 'closing'], []],
    ['money', itemsOwnTable, ['income', 'expense', 'netIncome'], []],
  ] as const)(
    'a reader without rights to amounts of %s sees neither amounts nor their ranks',
    async (hidden, table, mayNot, may) => {
      const name = `own-${table.fixed.subject}-without-${hidden}`;
      await asRole(books.shop, name, { pages, hidden: [hidden] });
      await books.count(
        sql`update app_user set all_warehouses = true, all_customers = true where login_name = ${name}`,
      );
      const token = await books.server.signIn(name);
      const search = { dates: whole, level: table.filters.level.choices[0], second: 'month' };
      for (const measure of mayNot)
        expect(await books.status(table, { ...search, measure }, token)).toBe(400);
      for (const measure of may) {
        const { rows, totals } = await books.report(
          table,
          { ...search, measure, compare: 'before' },
          token,
        );
        expect(rows.length).toBeGreaterThan(0);
        for (const column of mayNot.flatMap((one) => [one, `${one}Before`, `${one}Growth`])) {
          expect(rows.every((row: Row) => row[column] === null)).toBe(true);
          expect(totals[column] ?? null).toBeNull();
        }
      }
    },
  );
});

test('a stock or money subject of custom reports requires another page showing the subject', async () => {
  const tables = [stockOwnTable, cashOwnTable, itemsOwnTable];
  const told = async (name: string, page: string) => {
    const token = await asRole(books.shop, name, { pages: ['/report/own_report', page] });
    return Promise.all(
      tables.map((table) =>
        books.status(
          table,
          {
            dates: whole,
            level: table.filters.level.choices[0],
            measure: ranking[table.fixed.subject],
          },
          token,
        ),
      ),
    );
  };
  expect(await told('own-stock', '/report/in_out_stock_report')).toEqual([200, 403, 403]);
  expect(await told('own-cash', '/report/account_report')).toEqual([403, 200, 403]);
  expect(await told('own-items', '/report/revenue_report')).toEqual([403, 403, 200]);
});

test('a date range without an end, or with the last possible end, ends today', async () => {
  const first = daysAgo(60);
  for (const [table, level, measure] of [
    [stockOwnTable, 'warehouse', 'closing'],
    [cashOwnTable, 'account', 'received'],
  ] as const) {
    const until = (day: string | null) =>
      books.report(table, { dates: [first, day], level, measure });
    const now = await until(daysAgo(0));
    for (const day of [null, '9999-12-31', '9999-12-02']) expect(await until(day)).toEqual(now);
  }
});

test('stock by month is equal for a range of few and of many months without movements', async () => {
  const of = (...dates: readonly (string | null)[]) =>
    books.report(stockOwnTable, {
      dates,
      level: 'month',
      second: 'warehouse',
      measure: 'closingValue',
    });
  const few = await of(daysAgo(400), daysAgo(0));
  expect(few.rows.length).toBeGreaterThan(2);
  expect(await of(daysAgo(4_000), daysAgo(0))).toEqual(few);
  expect((await of('9999-11-30', null)).rows).toEqual([]);
  expect((await of(daysAgo(0), daysAgo(400))).rows).toEqual([]);
});

test('month-end stock values of a warehouse ignore later receipts of further warehouses', async () => {
  const { shop } = books;
  const product = await shop.product();
  const bought = (price: string, warehouseId: string, days: number) =>
    shop.goods('purchaseIn', [lineOf(product, '10', price, { warehouseId })], {
      ...at(days),
      status: '1',
    });
  await bought('1', shop.main, 70);
  await bought('3', shop.branch, 35);
  const { rows } = await books.report(stockOwnTable, {
    dates: [daysAgo(100), daysAgo(0)],
    level: 'month',
    measure: 'closing',
    materialId: await books.productId(product),
    warehouses: [shop.main],
  });
  expect(rows).toMatchObject([
    { id: `${daysAgo(70).slice(0, 7)}-01`, closing: '10', closingValue: '10' },
  ]);
});
