import {
  addTenant,
  emptySamples,
  fillSamples,
  messagesByStatus,
  ownSessions,
  products,
  samples,
  stockWarningTable,
  units,
} from '@tradehouse/contract';
import { dayAfter, kindCodes } from '@tradehouse/domain';
import { firstRecords } from '@tradehouse/database';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { ownerScope } from '../../kernel/access/index.ts';
import { excuseWrite } from '../../kernel/http/index.ts';
import { aServer, sampledRuns } from '../../testing.ts';
import { notifyUsers } from '../message/index.ts';
import { rollUpPostings } from '../posting/index.ts';
import { businessDays } from './days.ts';
import { deskOf } from './desk.ts';
import { createRandomDrawing } from './drawing.ts';
import { makeSampleBarcode } from './assortment.ts';
import { Shelves } from './shelves.ts';
import { tradeSampleYear } from './year.ts';

const server = await aServer();
afterAll(() => server.stop());
const { company } = server;
const app = { prefix: '/api', inject: server.app.inject.bind(server.app) };

/** Enough for every month's events to have come round; and for most of them, where it is done again. */
const DAYS = 33;
const AGAIN = sampledRuns(8, 14);
const LAST = '2026-03-20';
/** The last day of those that are traded again. */
const LAST_AGAIN = dayAfter(LAST, AGAIN - DAYS);

const counted = async (table: string, tenantId = company.tenantId): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)} where tenant_id = ${tenantId}`.execute(
    server.database.admin,
  );
  return rows[0]?.count ?? 0;
};

/** What no repetition changes, of the days before the last that is repeated: no ids, no times of the clock. */
const written = async (): Promise<readonly unknown[]> => {
  const { rows } = await sql`
    select number, kind, business_time, total_amount::text, debt::text from document
    where tenant_id = ${company.tenantId} and business_date < ${LAST_AGAIN} order by business_time, number`.execute(
    server.database.admin,
  );
  return rows;
};

/** States of shipments, freight, the bank statement, web orders, promotions and closed days. */
const shippedAndBilled = async (): Promise<unknown> => {
  const { rows } = await sql`
    select
      exists (select from logistics_order where state = 'delivered') as delivered,
      exists (select from freight_info where payment_id is not null) as paid,
      exists (select from freight_info where actual <> estimated) as differing,
      exists (select from bank_match) as matched,
      exists (select from bank_row as row where not exists (
        select from bank_match as match
        where match.statement_id = row.statement_id and match.row = row.row)) as open,
      (select string_agg(case when document_id is null then 'waiting' else 'made' end, ' ' order by number)
        from external_order) as orders,
      (select string_agg(distinct promotions, ' ' order by promotions)
        from document_line where promotions <> '') as promoted,
      (select closed_until::text
        from tenant_setting where tenant_id = ${company.tenantId}) as closed`.execute(
    server.database.admin,
  );
  return rows[0];
};

const offer = (): Promise<unknown> =>
  server.arrange(company, (tx) =>
    sql`insert into sample (tenant_id) values (${company.tenantId})`.execute(tx),
  );

const tradeOn = async (language: 'zh-cn' | 'en', length = DAYS): Promise<void> => {
  const desk = deskOf(app, { token: await server.signIn('demo'), language });
  const days = await server.arrange(company, (tx) =>
    businessDays({ tx, tenantId: company.tenantId }, LAST, DAYS),
  );
  await tradeSampleYear(desk, language, days.slice(0, length), async () => {
    while ((await rollUpPostings(server.database.app, company.tenantId)) > 0);
    await sql`analyze`.execute(server.database.admin);
  });
};

test('a sample draws equal data each time', () => {
  const some = (): unknown => {
    const { below, some: several, oneIn } = createRandomDrawing(7);
    return [below(100), several(['a', 'b', 'c', 'd'], 3), oneIn(3), below(1_000_000)];
  };
  expect(some()).toEqual(some());
  expect(createRandomDrawing(7).some([1, 2], 5).toSorted()).toEqual([1, 2]);
});

test('barcodes end with their check digit', () => {
  expect(makeSampleBarcode(0)).toBe('6901234500004');
  expect(makeSampleBarcode(67)).toBe('6901234500677');
});

test('sample shelves issue the earliest expiry first, and each serial once', () => {
  const shelves = new Shelves();
  shelves.put('main', 'tea', [{ quantity: 5, lot: 'B', expiry: '2026-09-01' }]);
  shelves.put('main', 'tea', [{ quantity: 2, lot: 'A', expiry: '2026-05-01' }]);
  expect(shelves.take('main', 'tea', 3).allocations).toEqual([
    { quantity: '2', lot: 'A', expiry: '2026-05-01' },
    { quantity: '1', lot: 'B', expiry: '2026-09-01' },
  ]);
  shelves.put('main', 'lamp', [{ quantity: 1, serial: 'S1' }]);
  expect(shelves.take('main', 'lamp', 1).allocations).toEqual([{ serials: ['S1'] }]);
  expect(() => shelves.take('main', 'lamp', 1)).toThrow('main has not enough of lamp');
});

test('only the owner of a company offered samples may fill or empty the samples', async () => {
  expect(await server.call(samples, {})).toBeNull();
  expect(await server.refusal(fillSamples, {})).toMatchObject({ key: 'record.missing' });
  expect(await server.refusal(emptySamples, {})).toMatchObject({ key: 'record.missing' });
  await offer();
  expect(await server.call(samples, {})).toMatchObject({ state: 'offered' });
  const manager = await server.addUser({ loginName: 'sample-manager', role: 'manager' });
  expect(manager).not.toBe('');
  const token = await server.signIn('sample-manager');
  expect(await server.refusal(fillSamples, {}, token)).toMatchObject({ key: 'access.denied' });
  expect(await server.refusal(emptySamples, {}, token)).toMatchObject({ key: 'access.denied' });
  // Nothing was filled in yet: they are declined, and what somebody entered stays.
  const before = await counted('warehouse');
  expect(await server.call(emptySamples, {})).toMatchObject({ state: 'empty' });
  expect(await counted('warehouse')).toBe(before);
});

test('a company emptied by several calls at once gets its first records once', async () => {
  const own = await aServer();
  const { tenantId } = own.company;
  const { admin } = own.database;
  await sql`insert into sample (tenant_id, state) values (${tenantId}, 'filled')`.execute(admin);
  const all = await Promise.all([1, 2, 3, 4].map(() => own.call(emptySamples, {})));
  expect(all.map(({ state }) => state)).toEqual(['empty', 'empty', 'empty', 'empty']);
  const { rows } = await sql`select from warehouse where tenant_id = ${tenantId}`.execute(admin);
  expect(rows).toHaveLength(1);
  await own.stop();
});

test('sample data is written through public calls, repeatable, and removable without a trace', async () => {
  const before = await Promise.all(
    ['warehouse', 'account', 'unit', 'in_out_item', 'ledger_account'].map((table) =>
      counted(table),
    ),
  );
  const filled = (): Promise<unknown> =>
    server.arrange(company, (tx) =>
      sql`update sample set state = 'filled' where tenant_id = ${company.tenantId}`.execute(tx),
    );
  // Warned again and again in a year that lasts a minute, the owner is told once.
  for (const name of ['Tea', 'Cups', 'Tea'])
    await server.arrange(company, async (tx) => {
      const { rows } = await sql<{ id: string }>`
        select id from app_user where tenant_id = ${company.tenantId} and owner`.execute(tx);
      await notifyUsers(
        { tx, tenantId: company.tenantId },
        {
          readers: rows.map(({ id }) => id),
          type: 'stockMinimum',
          text: `Here: ${name}`,
          openType: 'url',
          openPage: '',
          subject: '',
          eventKey: null,
        },
      );
    });
  await tradeOn('zh-cn');
  await filled();
  const unread = await server.call(messagesByStatus, { status: '1' });
  const told = unread.map(({ msgTitle }) => msgTitle).filter((title) => title.includes('Here'));
  expect(told).toEqual([
    'Stock below its minimum: Here: Tea',
    'Stock below its minimum: Here: Cups',
  ]);
  expect(await server.database.violations()).toEqual([]);
  expect(await counted('product')).toBe(61);
  for (const table of [
    'revenue_class',
    'invoice',
    'price_adjustment',
    'price_list',
    'service',
    'activity',
    'count_sheet',
    'logistics_order',
    'product_relation',
    'saved_view',
    'oauth_app',
  ])
    expect(await counted(table), table).toBeGreaterThan(0);
  const { rows: kinds } = await sql<{ kind: string }>`
    select distinct kind from document where tenant_id = ${company.tenantId}`.execute(
    server.database.admin,
  );
  const there = new Set(kinds.map(({ kind }) => kind));
  // Papers of a count come with the approval of the count.
  expect(kindCodes.filter((kind) => !there.has(kind))).toEqual(['stockCount', 'stockRecount']);
  expect(await shippedAndBilled()).toEqual({
    delivered: true,
    paid: true,
    differing: true,
    matched: true,
    open: true,
    orders: 'made waiting',
    promoted: '买三付二 新品九折',
    closed: '2026-01-31',
  });
  const short = await server.request('GET', stockWarningTable.path, { search: {} });
  expect(short.json<{ data: { total: number } }>().data.total).toBeGreaterThan(0);
  const { rows: soon } = await sql`
    select from lot join stock_balance held using (tenant_id, sku_id, lot)
    where held.tenant_id = ${company.tenantId} and held.quantity > 0
      and lot.expiry between ${LAST}::date and ${LAST}::date + 20`.execute(server.database.admin);
  expect(soon.length).toBeGreaterThan(0);
  const first = await written();
  expect(first.length).toBeGreaterThan(20);
  expect(await server.call(emptySamples, {})).toMatchObject({ state: 'empty' });
  expect(
    await Promise.all(
      [
        'document',
        'stock_move',
        'money_entry',
        'product',
        'partner',
        'stored_file',
        'invoice',
        'revenue_class',
      ].map((table) => counted(table)),
    ),
  ).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
  expect(
    await Promise.all(
      ['warehouse', 'account', 'unit', 'in_out_item', 'ledger_account'].map((table) =>
        counted(table),
      ),
    ),
  ).toEqual(before);
  expect(await server.database.violations()).toEqual([]);
  await tradeOn('zh-cn', AGAIN);
  expect(await written()).toEqual(first);
});

test('samples are offered with a new company, and only a single filler starts', async () => {
  const own = await aServer();
  const { password } = await own.call(
    addTenant,
    { loginName: 'sampled', samples: true },
    await own.signIn('admin'),
  );
  expect(password).not.toBeNull();
  await own.arrange(own.company, (tx) =>
    sql`insert into sample (tenant_id) values (${own.company.tenantId})`.execute(tx),
  );
  await own.arrange(own.company, (tx) =>
    Promise.all([
      sql`update account set name = '钱箱' where tenant_id = ${own.company.tenantId}`.execute(tx),
      sql`
        update tenant_setting set company_name = ${firstRecords['zh-cn'].demo}
        where tenant_id = ${own.company.tenantId}`.execute(tx),
    ]),
  );
  // Its units are in Chinese, and goods count in one of them.
  const { tenantId } = own.company;
  await own.arrange(own.company, (tx) =>
    Promise.all(
      firstRecords['zh-cn'].units.map(({ ratio, ...words }) =>
        sql`update unit set name = ${words.name}, base_unit = ${words.base_unit}, sub_unit = ${words.sub_unit}
          where tenant_id = ${tenantId} and ratio = ${ratio}`.execute(tx),
      ),
    ),
  );
  const { rows: groups } = await sql<{ id: string }>`
    select id from unit where tenant_id = ${tenantId} and ratio = 12`.execute(own.database.admin);
  const id = groups[0]?.id ?? '';
  const barcodes = ['个', '箱'].map((unit, at) => ({ code: `88000${at}`, unit }));
  await own.call(products.add, { name: 'Own', unitId: id, barcodes });
  expect(await own.call(fillSamples, {})).toEqual({ state: 'filling', done: 0, total: 0 });
  // Barcodes count in the units of a group by their names.
  expect(await own.call(units.infoCall, { id })).toMatchObject({ baseUnit: '个', subUnit: '箱' });
  // The first to look reads English; what was renamed keeps its name.
  const { rows: names } = await sql<{ names: string[] }>`
    select array[setting.company_name, warehouse.name, account.name, role.name, unit.name] as names from warehouse
    join tenant_setting setting on setting.tenant_id = warehouse.tenant_id
    join account on account.tenant_id = warehouse.tenant_id and account.is_default
    join role on role.tenant_id = warehouse.tenant_id and role.type = 'manager'
    join unit on unit.tenant_id = warehouse.tenant_id and unit.sub_unit = 'case'
    where warehouse.tenant_id = ${own.company.tenantId} and warehouse.is_default`.execute(
    own.database.admin,
  );
  expect(names[0]?.names).toEqual([
    'Demo Trading',
    'Main warehouse',
    '钱箱',
    'Manager',
    'bottle/(case=24bottle)',
  ]);
  expect(await own.refusal(fillSamples, {})).toMatchObject({ key: 'samples.filling' });
  expect(await own.refusal(emptySamples, {})).toMatchObject({ key: 'samples.filling' });
  // A process that ends puts them away.
  await own.app.close();
  const { rows } = await sql<{ state: string; sessions: number }>`
    select state, (select count(*)::int from session where expires_at < now() + interval '2 hours') as sessions
    from sample where tenant_id = ${own.company.tenantId}`.execute(own.database.admin);
  expect(rows).toEqual([{ state: 'failed', sessions: 0 }]);
  await own.stop();
});

test('a sample filler presumed dead stops after its company was emptied', async () => {
  const own = await aServer();
  const { tenantId } = own.company;
  const ask = async <T>(query: RawBuilder<T>): Promise<T | undefined> =>
    (await query.execute(own.database.admin)).rows[0];
  const sessions = async () =>
    (
      await ask(sql<{ count: number }>`
        select count(*)::int as count from session where expires_at < now() + interval '2 hours'`)
    )?.count;
  await ask(sql`insert into sample (tenant_id) values (${tenantId})`);
  await own.call(fillSamples, {});
  await expect.poll(sessions).toBe(1);
  expect(await own.call(ownSessions, {})).toMatchObject([{ client: 'Filling in samples' }, {}]);
  const emptied = async () => {
    await ask(sql`update sample set touched_at = now() - interval '6 minutes'`);
    const { statusCode } = await own.request('POST', emptySamples.path, {});
    return statusCode;
  };
  await expect.poll(emptied, { interval: 0 }).toBe(200);
  expect(await sessions()).toBe(0);
  await own.app.close();
  // One call may have been under way.
  const left = await ask(sql`
    select state, greatest((select count(*) from partner), (select count(*) from product), (select count(*) from document)) <= 1 as little
    from sample`);
  expect(left).toEqual({ state: 'empty', little: true });
  await own.stop();
});

test('sample data follows the company’s time zone, avoids taken names, and uses no quota', async () => {
  const west = await aServer({ writesPerMinute: 20 });
  const { tenantId } = west.company;
  await west.arrange(west.company, (tx) =>
    sql`update tenant_setting set time_zone = 'America/New_York' where tenant_id = ${tenantId}`.execute(
      tx,
    ),
  );
  const there = { prefix: '/api', inject: west.app.inject.bind(west.app) };
  await west.addUser({ loginName: 'demo-manager', company: west.stranger });
  const desk = deskOf(there, {
    token: await west.signIn('demo'),
    language: 'en',
    written: () => excuseWrite(west.app.kernel, ownerScope(tenantId, west.company.ownerId)),
  });
  // The clocks there went forward on the 8th.
  const days = await west.arrange(west.company, (tx) =>
    businessDays({ tx, tenantId }, '2026-03-10', 8),
  );
  expect(days[0]).toEqual({ day: '2026-03-03', opens: Date.parse('2026-03-03T14:00:00Z') });
  expect(days.at(-1)).toEqual({ day: '2026-03-10', opens: Date.parse('2026-03-10T13:00:00Z') });
  await tradeSampleYear(desk, 'en', days, async () => undefined);
  const { rows } = await sql<{ logins: string[] }>`
    select array_agg(login_name order by login_name) as logins from login where tenant_id = ${tenantId}`.execute(
    west.database.admin,
  );
  expect(rows[0]?.logins).toEqual(['demo', 'demo-finance', 'demo-keeper', 'demo-salesperson']);
  expect(await west.database.violations()).toEqual([]);
  await west.stop();
});
