import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { defineTable } from '@tradehouse/contract';
import type { Page } from '@tradehouse/contract';
import { sql } from 'kysely';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aWiredServer } from '../../testing.ts';
import type { As, WiredServer } from '../../testing.ts';
import { mountTable, mountTables, bindTable } from './index.ts';
import { fewestTrips } from '../testing.ts';

const goods = defineTable({
  id: 'probes',
  path: '/probe/list',
  exportPath: '/probe/exportExcel',
  access: { page: '/material/material' },
  columns: {
    id: { type: 'id', hidden: true },
    name: { type: 'text' },
    code: { type: 'text', sortable: false },
    quantity: { type: 'quantity', sum: true },
    cost: { type: 'money', sum: true, mask: 'cost' },
    soldOn: { type: 'day' },
    createTime: { type: 'time' },
    enabled: { type: 'flag' },
    stockType: { type: 'choice', choices: ['formal', 'gift'] },
    tags: { type: 'tags', choices: ['new', 'old'] },
    weight: { type: 'integer' },
  },
  filters: {
    name: { by: 'contains', columns: ['name', 'code'], control: 'text' },
    stockType: {
      by: 'equals',
      columns: ['stockType'],
      control: 'choice',
      choices: ['formal', 'gift'],
    },
    stockTypes: {
      by: 'choices',
      columns: ['stockType'],
      control: 'choices',
      choices: ['formal', 'gift'],
    },
    enabled: { by: 'flag', columns: ['enabled'], control: 'flag' },
    soldOn: { by: 'range', columns: ['soldOn'], control: 'dates' },
    createTime: { by: 'range', columns: ['createTime'], control: 'dates' },
    cost: { by: 'equals', columns: ['cost'], control: 'text' },
    heavier: { by: 'own', control: 'text' },
  },
  order: { column: 'soldOn', direction: 'desc' },
});
const plainOrder = defineTable({
  id: 'asOf',
  path: '/probe/asOf',
  access: 'signedIn',
  columns: { id: { type: 'id' }, total: { type: 'quantity' } },
  filters: { day: { by: 'own', control: 'day', required: true } },
  order: { column: 'id', direction: 'asc' },
});
const long = defineTable({
  id: 'long',
  path: '/probe/long',
  exportPath: '/probe/exportLong',
  access: 'signedIn',
  columns: { id: { type: 'id' } },
  filters: {},
  order: { column: 'id', direction: 'asc' },
});
/** Its second row takes a minute. */
const slow = defineTable({
  id: 'slow',
  path: '/probe/slow',
  exportPath: '/probe/exportSlow',
  access: 'signedIn',
  columns: { id: { type: 'id' }, waited: { type: 'text' } },
  filters: {},
  order: { column: 'id', direction: 'asc' },
});
const words = defineTable({
  id: 'words',
  path: '/probe/words',
  access: 'signedIn',
  columns: {
    id: { type: 'id' },
    name: { type: 'text' },
    number: { type: 'text', code: true },
    amount: { type: 'quantity', sum: true },
  },
  filters: {},
  order: { column: 'name', direction: 'asc' },
});
const shared = (id: string, page: string) =>
  defineTable({
    ...plainOrder,
    id,
    path: '/probe/shared',
    access: { page },
    filters: { kind: { by: 'own', control: 'text' } },
  });

type Good = Record<keyof typeof goods.columns, unknown>;

/** Five goods of each company, and one that belongs to the other alone. */
const rows = (owner: string) => sql<Good>`
  select id, name, code, quantity::numeric(24,6), cost::numeric(24,6), sold_on::date as "soldOn",
    created::timestamptz as "createTime", enabled, stock_type as "stockType", tags::text[], weight
  from (values
    (1, 'Nut 100%', 'A_1', 10.5, 1, '2025-01-01', '2025-01-01 15:59:59Z', true, 'formal', '{new}', 5),
    (2, 'Bolt',     'AB1', 2,    2, '2025-01-02', '2025-01-01 16:00:00Z', true, 'formal', '{new,old}', 6),
    (3, 'Bolt',     'B\\2', 3,   3, '2025-01-03', '2025-01-02 08:00:00Z', false, 'gift',  '{}', 7),
    (4, '=1+1',     'C',   0.000001, 4, '2025-01-03', '2025-01-02 15:59:59.999Z', true, 'formal', '{}', 8),
    (5, '螺丝',     'D',   -4,   5, '2025-01-03', '2025-01-02 16:00:00Z', true, null, '{old}', null)
  ) as goods (id, name, code, quantity, cost, sold_on, created, enabled, stock_type, tags, weight)
  where (${owner} = 'demo' or id = 1)`;

const wordRows = sql<{
  id: string;
  name: string;
  number: string;
  amount: string;
}>`select id, name, number, 1 as amount from (values
  (1, '张三', 'b1'), (2, '阿里', 'B2'), (3, '李四', 'a1'), (4, '张三', 'A2'), (5, '北京', '10'), (6, 'bolt', '9'), (7, 'Anvil', '')
) as words (id, name, number)`;

/** What was wanted of the goods, statement by statement. */
const asked: ReadonlySet<string>[] = [];

let server: WiredServer;
beforeAll(async () => {
  server = await aWiredServer({
    extra: [
      (app) => {
        mountTable(
          app,
          // Nothing is there but what was wanted, so every test of this table proves that enough is.
          bindTable(goods, ({ tenantId }, { heavier }, wanted) => {
            asked.push(wanted);
            const all = rows(tenantId === server.company.tenantId ? 'demo' : 'other');
            const found = heavier === undefined ? all : sql`${all} and weight > ${heavier}::int`;
            return sql<Good>`select ${sql.join([...wanted].map(sql.ref))} from (${found}) as found`;
          }),
        );
        mountTable(
          app,
          bindTable(
            plainOrder,
            (_, { day }) => sql`select 1 as id, extract(day from ${day ?? ''}::date) as total`,
          ),
        );
        mountTable(
          app,
          bindTable(long, () => sql`select n as id from generate_series(1, 2500) as n`),
        );
        mountTable(
          app,
          bindTable(
            slow,
            () => sql`
              select n as id, pg_sleep(case when n = 2 then 60 else 0 end)::text as waited
              from generate_series(1, 3) as n`,
          ),
        );
        // Read in the ways there are: page and totals apart, in one pass, and that with what the shown rows tell beside.
        for (const [path, pages] of [
          [words.path, 'byKey'],
          [`${words.path}/whole`, 'whole'],
        ] as const) {
          mountTable(
            app,
            bindTable({ ...words, path }, () => wordRows, { pages }),
          );
        }
        mountTable(
          app,
          bindTable(
            { ...words, path: `${words.path}/ofKeys` },
            (_, filters) => {
              const { chosen } = filters as { readonly chosen?: readonly string[] };
              return sql<{ id: string; name: string; number: string; amount: string }>`
                select * from (${wordRows}) as words where id = any(${chosen}::int[])`;
            },
            {
              pages: 'byKey',
              few: ['chosen'],
              meaning: async () => ({ chosen: ['1', '2', '3', '4', '5', '6', '7'] }),
              ofKeys: (_, keys) => ({ chosen: keys }),
            },
          ),
        );
        mountTable(
          app,
          bindTable(
            { ...words, path: `${words.path}/beside` },
            () => sql<{ id: string; amount: string }>`
              select id, amount, id * 10 as tens from (${wordRows}) as words`,
            {
              pages: 'whole',
              beside: () => ({
                by: ['tens'],
                joins: sql`left join (${wordRows}) as told on told.id * 10 = "row".tens`,
                columns: { name: sql`told.name`, number: sql`told.number` },
              }),
            },
          ),
        );
        mountTables(app, '/probe/shared', ({ kind }) =>
          kind === 'sale'
            ? bindTable(shared('sales', '/bill/sale_out'), () => sql`select 1 as id, 1 as total`)
            : bindTable(
                shared('purchases', '/bill/purchase_in'),
                () => sql`select 2 as id, 2 as total`,
              ),
        );
      },
    ],
  });
  await server.addUser({ loginName: 'sally', role: 'salesperson' });
  await server.addUser({ loginName: 'hidden', role: 'manager', hideAmounts: true });
  await server.addUser({ loginName: 'outsider' });
});
afterAll(() => server.stop());

interface Asked {
  readonly search?: unknown;
  readonly filters?: unknown;
  readonly superQueryParams?: unknown;
  readonly [name: string]: unknown;
}

const list = async (
  asked: Asked = {},
  as?: string | As,
): Promise<Page<Record<string, unknown>>> => {
  const reply = await server.request('GET', '/probe/list', asked, as);
  expect(reply.json()).toMatchObject({ code: 200 });
  return reply.json().data;
};
const ids = async (asked: Asked): Promise<string> =>
  (await list(asked)).rows.map(({ id }) => id).join('');

describe('a page', () => {
  test('has every declared column in the format of the API, the newest row first', async () => {
    const { rows, total, totals } = await list();
    expect(rows.map(({ id }) => id)).toEqual(['5', '4', '3', '2', '1']);
    expect(rows[4]).toEqual({
      id: '1',
      name: 'Nut 100%',
      code: 'A_1',
      quantity: '10.5',
      cost: '1',
      soldOn: '2025-01-01',
      createTime: '2025-01-01T15:59:59.000Z',
      enabled: true,
      stockType: 'formal',
      tags: ['new'],
      weight: 5,
    });
    expect(rows[0]).toMatchObject({ stockType: null, weight: null, quantity: '-4' });
    expect({ total, totals }).toEqual({ total: 5, totals: { quantity: '11.500001', cost: '15' } });
  });

  test('is a part of the whole list, with the count and totals of the whole', async () => {
    const pages = await Promise.all(
      [1, 2, 3, 4].map((currentPage) => list({ currentPage, pageSize: 2 })),
    );
    expect(pages.map(({ rows }) => rows.map(({ id }) => id).join(''))).toEqual([
      '54',
      '32',
      '1',
      '',
    ]);
    expect(new Set(pages.map(({ total }) => total))).toEqual(new Set([5]));
    expect(new Set(pages.map(({ totals }) => totals['quantity']))).toEqual(new Set(['11.500001']));
  });

  test('is limited to the maximum page size, and refused beyond the maximum depth', async () => {
    expect((await server.request('GET', '/probe/list', { pageSize: 100_000 })).statusCode).toBe(
      200,
    );
    const deep = async (currentPage: number, pageSize: number) => {
      const reply = await server.request('GET', '/probe/list', { currentPage, pageSize });
      return [reply.statusCode, reply.json().data];
    };
    expect(await deep(10_001, 10)).toMatchObject([200, { rows: [], total: 5 }]);
    const refused = { key: 'request.tooDeep', field: 'currentPage' };
    expect(await deep(10_002, 10)).toEqual([400, { ...refused, last: 10_001 }]);
    expect(await deep(202, 500)).toEqual([400, { ...refused, last: 201 }]);
    expect((await server.request('GET', '/probe/list', { pageSize: 0 })).statusCode).toBe(400);
  });

  test.each([
    [{ column: 'quantity', order: 'asc' }, '54231'],
    [{ column: 'quantity', order: 'desc' }, '13245'],
    [{ column: 'name', order: 'ascend' }, '45231'],
    [{ column: 'id', order: 'asc' }, '12345'],
    [{ column: 'soldOn', order: 'ascend' }, '12345'],
    [{ order: 'asc' }, '12345'],
    [{ column: '', order: '' }, '54321'],
  ])('is sorted by the requested columns: %j', async (asked, expected) => {
    expect(await ids(asked)).toBe(expected);
  });

  test('has only the requested columns and the id', async () => {
    const { rows } = await list({ field: 'name,weight', pageSize: 1 });
    expect(rows).toEqual([{ id: '5', name: '螺丝', weight: null }]);
  });

  test('requests exactly the columns read by each of its statements', async () => {
    const before = asked.length;
    await list({ field: 'name', filters: { weight: ['5', '6'] }, pageSize: 1 });
    expect(asked.slice(before).map((wanted) => [...wanted].toSorted())).toEqual([
      ['cost', 'id', 'quantity', 'soldOn', 'weight'],
      ['id', 'name', 'soldOn', 'weight'],
    ]);
  });

  test('reads rows, count and totals in a single round trip', async () => {
    expect(await fewestTrips(server.wire, () => list({ pageSize: 2 }))).toBe(2 + 1);
  });
});

describe('a sorted list of words and numbers', () => {
  const sorted = async (path: string, asked: Asked): Promise<string> => {
    const reply = await server.request('GET', path, asked);
    const { rows } = reply.json<{ data: Page<{ id: string }> }>().data;
    return rows.map(({ id }) => id).join('');
  };

  describe.each([
    words.path,
    `${words.path}/whole`,
    `${words.path}/ofKeys`,
    `${words.path}/beside`,
  ])('at %s', (path) => {
    test.each([
      ['words by pinyin, Latin ones by letter, equal ones by id', {}, '2531476'],
      ['backwards', { order: 'desc' }, '6741352'],
      ['numbers sign by sign', { column: 'number', order: 'asc' }, '7564231'],
    ])('sorts %s', async (_what, asked, expected) => {
      expect(await sorted(path, asked)).toBe(expected);
      const pages = [1, 2, 3, 4].map((currentPage) =>
        sorted(path, { ...asked, currentPage, pageSize: 2 }),
      );
      expect((await Promise.all(pages)).join(''), 'page by page').toBe(expected);
    });

    test('each row is complete under any filter, and totals cover all matches', async () => {
      const page = async (asked: Asked) => (await server.request('GET', path, asked)).json().data;
      const bolt = { id: '6', name: 'bolt', number: '9', amount: '1' };
      const first = { currentPage: 1, pageSize: 1 };
      expect(await page({ ...first, column: 'id' })).toMatchObject({
        rows: [{ id: '7', name: 'Anvil', number: '' }],
        total: 7,
        totals: { amount: '7' },
      });
      for (const asked of [
        { filters: { name: ['bolt'] } },
        { ...first, column: 'amount', filters: { number: ['9', '10'] } },
        { superQueryParams: [{ field: 'number', rule: 'eq', val: '9' }] },
      ])
        expect((await page(asked)).rows[0]).toEqual(bolt);
      expect(await page({ ...first, filters: { name: ['张三'] } })).toMatchObject({
        total: 2,
        totals: { amount: '2' },
      });
      expect(await page({ currentPage: 9, pageSize: 7 })).toMatchObject({ rows: [], total: 7 });
    });
  });
});

describe('a search', () => {
  test.each([
    [{ name: 'bolt' }, '32'],
    [{ name: 'ab' }, '2'],
    [{ name: '100%' }, '1'],
    [{ name: '%' }, '1'],
    [{ name: '_' }, '1'],
    [{ name: '\\' }, '3'],
    [{ name: '螺' }, '5'],
    [{ name: '' }, '54321'],
    [{ name: '  ' }, '54321'],
    [{ name: null, stockType: [] }, '54321'],
    [{ stockType: 'gift' }, '3'],
    [{ stockTypes: ['formal', 'gift'] }, '4321'],
    [{ stockTypes: 'formal,gift' }, '4321'],
    [{ enabled: false }, '3'],
    [{ enabled: '0' }, '3'],
    [{ soldOn: ['2025-01-02', '2025-01-03'] }, '5432'],
    [{ soldOn: ['2025-01-02', ''] }, '5432'],
    [{ soldOn: [null, '2025-01-01'] }, '1'],
    // The company's clock is eight hours ahead of UTC: its second of January begins at 16:00Z on the first.
    [{ createTime: ['2025-01-02', '2025-01-02'] }, '432'],
    [{ createTime: ['2025-01-01', '2025-01-01'] }, '1'],
    [{ cost: '3' }, '3'],
    [{ heavier: '6' }, '43'],
    [{ name: 'bolt', enabled: true }, '2'],
  ])('%j finds exactly the rows %s', async (search, expected) => {
    expect(await ids({ search })).toBe(expected);
  });

  test.each([
    [{ filters: { stockType: ['formal'] } }, '421'],
    [{ filters: { stockType: ['formal', 'gift'], enabled: ['false'] } }, '3'],
    [{ filters: { tags: ['old'] } }, '52'],
    [{ filters: { weight: [5, 8] } }, '41'],
    [{ filters: { name: null } }, '54321'],
    [{ superQueryParams: [{ field: 'quantity', rule: 'gt', val: '2' }] }, '31'],
    [{ superQueryParams: [{ field: 'quantity', rule: 'ge', val: 2, type: 'number' }] }, '321'],
    [{ superQueryParams: [{ field: 'name', rule: 'eq', val: 'Bolt' }] }, '32'],
    [{ superQueryParams: [{ field: 'stockType', rule: 'ne', val: 'gift' }] }, '5421'],
    [{ superQueryParams: [{ field: 'name', rule: 'like', val: '0%' }] }, '1'],
    [{ superQueryParams: [{ field: 'name', rule: 'left', val: 'olt' }] }, '32'],
    [{ superQueryParams: [{ field: 'name', rule: 'right', val: 'Bo' }] }, '32'],
    [{ superQueryParams: [{ field: 'name', rule: 'in', val: 'Bolt,螺丝' }] }, '532'],
    [{ superQueryParams: [{ field: 'createTime', rule: 'eq', val: '2025-01-02' }] }, '432'],
    [{ superQueryParams: [{ field: 'createTime', rule: 'lt', val: '2025-01-01T16:00:00Z' }] }, '1'],
    [{ superQueryParams: [{ field: 'soldOn', rule: 'le', val: '2025-01-02' }] }, '21'],
    [
      {
        superQueryParams: [
          { field: 'weight', rule: 'le', val: '6' },
          { field: 'name', rule: 'eq', val: '螺丝' },
        ],
        superQueryMatchType: 'or',
      },
      '521',
    ],
    [
      {
        superQueryParams: [
          { field: 'weight', rule: 'le', val: '6' },
          { field: 'name', rule: 'eq', val: '螺丝' },
        ],
        superQueryMatchType: 'and',
      },
      '',
    ],
    [{ superQueryParams: [{ field: 'weight', rule: 'le', val: '' }] }, '54321'],
    [{ superQueryParams: [{ field: 'name', rule: 'in', val: ['Bolt', 'Nut, small'] }] }, '32'],
    [{ superQueryParams: [{ field: 'stockType', rule: 'empty', val: '' }] }, '5'],
    [{ superQueryParams: [{ field: 'tags', rule: 'empty' }] }, '43'],
    [{ superQueryParams: [{ field: 'weight', rule: 'filled', val: null }] }, '4321'],
    [{ superQueryParams: [{ field: 'tags', rule: 'eq', val: 'old' }] }, '52'],
    [{ superQueryParams: [{ field: 'tags', rule: 'ne', val: 'old' }] }, '431'],
    [{ superQueryParams: [{ field: 'createTime', rule: 'ne', val: '2025-01-02' }] }, '51'],
    [{ superQueryParams: [{ field: 'createTime', rule: 'gt', val: '2025-01-01' }] }, '5432'],
    [{ superQueryParams: [{ field: 'createTime', rule: 'lt', val: '2025-01-03' }] }, '4321'],
    [{ superQueryParams: [{ field: 'createTime', rule: 'ge', val: '2025-01-03' }] }, '5'],
    [{ superQueryParams: [{ field: 'createTime', rule: 'le', val: '2025-01-01' }] }, '1'],
    [{ superQueryParams: [{ field: 'createTime', rule: 'filled' }] }, '54321'],
    [{ filters: { name: { like: 'bOlt' } } }, '32'],
    [{ filters: { name: { like: '%' } } }, '1'],
    [{ filters: { quantity: { ge: '2', le: '3' } } }, '32'],
    [{ filters: { quantity: { ge: 2.5 } } }, '31'],
    [{ filters: { soldOn: { le: '2025-01-02', ge: '' } } }, '21'],
    [{ filters: { createTime: { ge: '2025-01-02', le: '2025-01-02' } } }, '432'],
    [{ filters: { soldOn: {} } }, '54321'],
    [
      {
        filters: { quantity: { ge: '2' } },
        superQueryParams: [
          { field: 'weight', rule: 'eq', val: '8' },
          { field: 'name', rule: 'like', val: 'olt' },
        ],
        superQueryMatchType: 'or',
      },
      '32',
    ],
    [
      {
        superQueryParams: encodeURIComponent(
          JSON.stringify([{ field: 'weight', rule: 'eq', val: '5' }]),
        ),
      },
      '1',
    ],
  ])('%j finds exactly the rows %s', async (asked, expected) => {
    expect(await ids(asked)).toBe(expected);
  });

  test('counts and sums only the matching rows', async () => {
    expect(await list({ search: { name: 'bolt' }, pageSize: 1 })).toMatchObject({
      total: 2,
      totals: { quantity: '5', cost: '5' },
    });
    expect(await list({ search: { name: 'nowhere' } })).toEqual({
      rows: [],
      total: 0,
      totals: { quantity: '0', cost: '0' },
    });
  });
});

describe('an invalid list request', () => {
  test.each([
    [{ search: { secret: '1' } }, 'secret'],
    [{ search: { __proto__: null, constructor: '1' } }, 'constructor'],
    [{ field: 'id,tenant_id' }, 'tenant_id'],
    [{ column: 'tenant_id' }, 'tenant_id'],
    [{ column: 'code' }, 'code'],
    [{ column: 'id; drop table document' }, 'id; drop table document'],
    [{ filters: { 'row"."x': ['1'] } }, 'row"."x'],
    [{ superQueryParams: [{ field: 'password_hash', rule: 'eq', val: '1' }] }, 'password_hash'],
  ])('is refused with the undeclared name: %j', async (asked, name) => {
    const reply = await server.request('GET', '/probe/list', asked);
    expect([reply.statusCode, reply.json().data]).toEqual([
      400,
      { key: 'request.unknownName', name },
    ]);
  });

  test.each([
    [{ search: '{' }, 'search'],
    [{ search: '[]' }, 'search'],
    [{ search: '7' }, 'search'],
    [{ search: { name: { deep: 1 } } }, 'name'],
    [{ search: { name: 'a\0b' } }, 'name'],
    [{ search: { stockType: 'other' } }, 'stockType'],
    [{ search: { enabled: 'maybe' } }, 'enabled'],
    [{ search: { soldOn: ['2025-02-30'] } }, 'soldOn'],
    [{ search: { soldOn: '2025-02-01' } }, 'soldOn'],
    [{ search: { cost: '1e9' } }, 'cost'],
    [{ filters: { weight: ['x'] } }, 'weight'],
    [{ superQueryParams: [{ field: 'weight', rule: 'eq', val: 'x' }] }, 'weight'],
    [{ superQueryParams: [{ field: 'weight', rule: 'regex', val: '1' }] }, 'superQueryParams'],
    [{ superQueryParams: {} }, 'superQueryParams'],
    [{ superQueryParams: [{ field: 'tags', rule: 'gt', val: 'new' }] }, 'tags'],
    [{ superQueryParams: [{ field: 'weight', rule: 'eq', val: ['1', '2'] }] }, 'weight'],
    [{ superQueryParams: [{ field: 'name', rule: 'like', val: { deep: 1 } }] }, 'name'],
    [{ superQueryParams: [{ field: 'name', rule: 'eq', val: 'x'.repeat(1001) }] }, 'name'],
    [{ filters: { weight: { ge: 'x' } } }, 'weight'],
    [{ filters: { weight: { regex: '1' } } }, 'weight'],
    [{ filters: { weight: { ge: { deep: 1 } } } }, 'weight'],
    [{ order: 'sideways' }, 'order'],
    [{ superQueryMatchType: 'xor' }, 'superQueryMatchType'],
    [{ tenantId: '1' }, 'tenantId'],
  ])('is refused with the name of the invalid field: %j', async (asked, field) => {
    const reply = await server.request('GET', '/probe/list', asked);
    expect([reply.statusCode, reply.json().data]).toMatchObject([
      400,
      { key: 'request.field', field },
    ]);
  });

  test('is refused with the name of a missing required filter', async () => {
    expect((await server.request('GET', '/probe/asOf')).json().data).toMatchObject({
      key: 'request.field',
      field: 'day',
    });
    const reply = await server.request('GET', '/probe/asOf', { search: { day: '2025-03-09' } });
    expect(reply.json().data).toEqual({ rows: [{ id: '1', total: '9' }], total: 1, totals: {} });
  });
});

describe('a hidden amount', () => {
  const sally = () => server.signIn('sally');

  test('is null in every row and total', async () => {
    const { rows, totals } = await list({}, await sally());
    expect(rows.map(({ cost }) => cost)).toEqual([null, null, null, null, null]);
    expect(totals).toEqual({ quantity: '11.500001', cost: null });
  });

  test.each([
    { column: 'cost' },
    { search: { cost: '3' } },
    { filters: { cost: ['3'] } },
    { filters: { cost: { ge: '3' } } },
    { superQueryParams: [{ field: 'cost', rule: 'gt', val: '3' }] },
    { superQueryParams: [{ field: 'cost', rule: 'empty' }] },
  ])('is refused in sorting, filters and conditions: %j', async (asked) => {
    const reply = await server.request('GET', '/probe/list', asked, await sally());
    expect([reply.statusCode, reply.json().data]).toEqual([
      400,
      { key: 'request.unknownName', name: 'cost' },
    ]);
  });
});

describe('a reader', () => {
  test('without the page is refused', async () => {
    for (const path of ['/probe/list', '/probe/exportExcel']) {
      expect(
        (await server.request('GET', path, {}, await server.signIn('outsider'))).statusCode,
      ).toBe(403);
    }
  });

  test('a reader of a second company sees only the second company', async () => {
    expect((await list({}, await server.signIn('other'))).rows.map(({ id }) => id)).toEqual(['1']);
  });

  test('a reader of a shared path needs the page of the chosen table', async () => {
    const ask = async (kind: string) =>
      (
        await server.request(
          'GET',
          '/probe/shared',
          { search: { kind } },
          await server.signIn('sally'),
        )
      ).statusCode;
    expect([await ask('sale'), await ask('purchase')]).toEqual([200, 403]);
  });
});

async function listening(): Promise<AddressInfo> {
  if (!server.app.server.listening) await server.app.listen({ host: '127.0.0.1', port: 0 });
  return server.app.server.address() as AddressInfo;
}

describe('an export', () => {
  const sheet = async (
    asked: Asked = {},
    as?: string | As,
  ): Promise<readonly (readonly unknown[])[]> => {
    const reply = await server.request('GET', '/probe/exportExcel', asked, as);
    expect(reply.statusCode).toBe(200);
    const book = await readXlsx(reply.rawPayload);
    return book.sheets[0]?.rows ?? [];
  };

  test('contains all pages of the list, with column titles in the language of the caller', async () => {
    const [titles, ...lines] = await sheet({ pageSize: 1 });
    expect(titles?.slice(0, 3)).toEqual(['Name', 'Code', 'Quantity']);
    expect(lines.map((line) => line[1])).toEqual(['D', 'C', 'B\\2', 'AB1', 'A_1']);
    const [chinese] = await sheet({}, { language: 'zh-cn' });
    expect(chinese?.slice(0, 3)).toEqual(['名称', '编码', '数量']);
  });

  test('writes columns in the order of the request', async () => {
    const [titles] = await sheet({ field: 'quantity,name,id' });
    expect(titles).toEqual(['Quantity', 'Name']);
  });

  test('has numbers, days, instants on the company clock and text in cells of their type', async () => {
    const lines = await sheet({ column: 'id', order: 'asc' });
    expect(lines[1]).toEqual([
      'Nut 100%',
      'A_1',
      10.5,
      1,
      new Date('2025-01-01T00:00:00Z'),
      new Date('2025-01-01T23:59:59Z'),
      'Enabled',
      'Regular',
      'new',
      5,
    ]);
    expect(lines[4]?.[0]).toBe('=1+1');
  });

  test('shows amounts with the decimals of the company’s currency', async () => {
    const reply = await server.request('GET', '/probe/exportExcel', { ids: '2' });
    const book = await readXlsx(reply.rawPayload, { readStyles: true });
    const { value, style } = book.sheets[0]?.cells?.get('1,3') ?? {};
    expect([value, style?.numFmt]).toEqual([2, '#,##0.00']);
  });

  test('never makes a formula of a text', async () => {
    const reply = await server.request('GET', '/probe/exportExcel', { search: { name: '=1+1' } });
    const book = await readXlsx(reply.rawPayload);
    expect(JSON.stringify(book.sheets)).not.toContain('"formula"');
  });

  test('holds the selected, filtered and permitted rows', async () => {
    expect((await sheet({ ids: '2,4,' })).slice(1).map((line) => line[1])).toEqual(['C', 'AB1']);
    expect((await sheet({ search: { name: 'bolt' } })).length).toBe(3);
    expect((await sheet({}, await server.signIn('hidden')))[0]).toEqual(
      (await sheet())[0]?.filter((title) => title !== 'Cost'),
    );
  });

  test('has no largest size: rows are read in batches, in order, without a gap', async () => {
    const reply = await server.request('GET', '/probe/exportLong');
    const lines = (await readXlsx(reply.rawPayload)).sheets[0]?.rows.slice(1) ?? [];
    expect(lines.map(([id]) => id)).toEqual(
      Array.from({ length: 2500 }, (_, index) => String(index + 1)),
    );
  });

  test('aborted by its reader releases its slot', async () => {
    const { port } = await listening();
    for (let round = 0; round < 4; round += 1) {
      const request = http.get({
        port,
        host: '127.0.0.1',
        path: '/api/probe/exportLong',
        headers: { 'x-access-token': await server.signIn('demo') },
        agent: false,
      });
      const [reply] = (await once(request, 'response')) as [http.IncomingMessage];
      expect(reply.statusCode).toBe(200);
      reply.destroy();
      const closed = async () => (await server.request('GET', '/probe/exportLong')).statusCode;
      await expect.poll(closed).toBe(200);
    }
  });

  test('aborted while running ends its statement and releases its slot, like an aborted list', async () => {
    const { port } = await listening();
    const token = await server.signIn('demo');
    const sleeping = async () => {
      const { rows } = await sql<{ n: string }>`
        select count(*) as n from pg_stat_activity
        where datname = current_database() and state = 'active' and wait_event = 'PgSleep'`.execute(
        server.database.admin,
      );
      return Number(rows[0]?.n);
    };
    const { places } = server.app.kernel.lanes.reading;
    for (let round = 0; round < 5; round += 1) {
      const request = http.get({
        port,
        host: '127.0.0.1',
        path: round % 2 === 0 ? '/api/probe/exportSlow' : '/api/probe/slow',
        headers: { 'x-access-token': token },
        agent: false,
      });
      request.on('error', () => undefined);
      await expect.poll(sleeping).toBe(1);
      expect(places.counts().taken).toBe(1);
      request.destroy();
      await expect.poll(sleeping).toBe(0);
      await expect.poll(() => places.counts().taken).toBe(0);
    }
    // Its place among long work is free again too, and no statement of others was hit.
    expect((await server.request('GET', '/probe/exportLong')).statusCode).toBe(200);
  });

  test('is named after the table and the moment', async () => {
    const reply = await server.request('GET', '/probe/exportExcel');
    expect(reply.headers['content-disposition']).toMatch(/filename\*=UTF-8''probes_\d{14}\.xlsx$/);
    expect(reply.headers['content-type']).toContain('spreadsheetml');
  });

  test('is also available by POST', async () => {
    const reply = await server.request('POST', '/probe/exportExcel', { ids: '2' });
    expect((await readXlsx(reply.rawPayload)).sheets[0]?.rows).toHaveLength(2);
  });

  test('needs the export button where the page has an export button', async () => {
    expect(
      (await server.request('GET', '/probe/exportExcel', {}, await server.signIn('sally')))
        .statusCode,
    ).toBe(403);
  });
});
