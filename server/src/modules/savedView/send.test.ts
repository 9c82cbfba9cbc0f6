// Scheduled views: time, recipient, content, delivery exactly once, and reasons for no delivery.
import {
  addSavedView,
  deleteMessages,
  deleteSavedView,
  messagesByStatus,
  savedViews,
  scheduleView,
  shareSavedView,
  storedFile,
  updateSavedView,
  viewSchedules,
} from '@tradehouse/contract';
import type { ListView } from '@tradehouse/contract';
import { driverConfig } from '@tradehouse/database';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aShopServer, lineOf } from '../document/testShop.ts';
import { dropSent } from '../file/index.ts';
import { collectFileBody } from './collected.ts';
import { nextSql } from './schedule.ts';
import type { ScheduleRhythm } from './schedule.ts';
import { sendDue } from './send.ts';

const { server, shop } = await aShopServer();
const { company, database, app } = server;
const { tenantId } = company;
const worker = new pg.Pool({
  ...driverConfig(database.connections.worker),
  max: 4,
  application_name: 'tradehouse test',
});
// The database goes with its connections.
worker.on('connect', (client) => client.on('error', () => {}));
worker.on('error', () => {});

let maryId: string;
let mary: string;
beforeAll(async () => {
  maryId = await server.addUser({ loginName: 'mary', role: 'manager' });
  mary = await server.signIn('mary');
  const tea = await shop.product();
  await shop.goods('purchaseIn', [lineOf(tea, '7', '12.34')]);
  await shop.goods('saleOut', [lineOf(tea, '2', '20')], { paidNow: '0' });
});
afterAll(() => worker.end());
beforeEach(async () => {
  app.kernel.sessions.forgetAll();
  await sql`delete from saved_view`.execute(database.admin);
  await sql`delete from message`.execute(database.admin);
  await sql`delete from stored_file`.execute(database.admin);
  await sql`update app_user set enabled = true where id = ${maryId}`.execute(database.admin);
  await sql`update role set hidden_amounts = '{}' where id = ${company.roleIds.manager}`.execute(
    database.admin,
  );
});

const daily = { every: 'day', onDay: 1, hour: 8, format: 'csv' } as const;

/** A view of the owner's, shared with managers, that Mary is sent every day. */
async function sentToMary(
  list = 'stockOnHand',
  value: ListView = { search: {} },
  rhythm: object = daily,
): Promise<string> {
  const { id } = await server.call(addSavedView, { list, name: 'Morning/tea', value });
  await server.call(shareSavedView, {
    id,
    roleIds: [company.roleIds.manager],
    roleDefault: false,
  });
  await server.call(scheduleView, { id, ...daily, ...rhythm }, mary);
  return id;
}

const dayLater = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();
const send = (at = dayLater(1)): Promise<number> => sendDue(app.kernel, worker, at);
const messages = () => server.call(messagesByStatus, { status: '1' }, mary);
const file = async (id: string, as = mary) => {
  const { statusCode, headers, rawPayload } = await server.request(
    'GET',
    storedFile.path,
    { id },
    as,
  );
  return { statusCode, name: String(headers['content-disposition']), body: rawPayload };
};
/** What Mary was sent last, as text. */
const sentText = async (): Promise<string> => {
  const [message] = await messages();
  return (await file(message?.busId ?? '0')).body.toString('utf8');
};
const outcome = async () => (await server.call(viewSchedules, {}, mary))[0]?.outcome;
const counted = async (table: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)}`.execute(database.admin);
  return rows[0]?.count ?? 0;
};

describe('the next run of a schedule', () => {
  const next = async (rhythm: ScheduleRhythm, at: string, zone = 'Asia/Shanghai') => {
    const [row] = await server.arrange(company, async (tx) => {
      await sql`update tenant_setting set time_zone = ${zone} where tenant_id = ${tenantId}`.execute(
        tx,
      );
      const { rows } = await sql<{ at: string }>`
        select to_char(${nextSql(tenantId, rhythm, at)} at time zone ${zone}, 'YYYY-MM-DD HH24:MI') as at`.execute(
        tx,
      );
      await sql`update tenant_setting set time_zone = 'Asia/Shanghai' where tenant_id = ${tenantId}`.execute(
        tx,
      );
      return rows;
    });
    return row?.at;
  };

  test.each([
    ['day', 1, 8, '2026-03-01T07:59:00+08:00', '2026-03-01 08:00'],
    ['day', 1, 8, '2026-03-01T08:00:00+08:00', '2026-03-02 08:00'],
    ['day', 1, 0, '2026-12-31T23:00:00+08:00', '2027-01-01 00:00'],
    ['week', 1, 8, '2026-03-01T09:00:00+08:00', '2026-03-02 08:00'],
    ['week', 7, 8, '2026-03-01T09:00:00+08:00', '2026-03-08 08:00'],
    ['month', 31, 8, '2026-02-03T09:00:00+08:00', '2026-02-28 08:00'],
    ['month', 31, 8, '2026-02-28T09:00:00+08:00', '2026-03-31 08:00'],
    ['month', 1, 8, '2026-03-01T09:00:00+08:00', '2026-04-01 08:00'],
  ] as const)(
    'the next run of a schedule every %s on %i at %i after %s is %s',
    async (every, onDay, hour, at, due) => {
      expect(await next({ every, onDay, hour }, at)).toBe(due);
    },
  );

  test('follows the company’s clock, also across daylight saving', async () => {
    const berlin = (at: string, hour = 2) =>
      next({ every: 'day', onDay: 1, hour }, at, 'Europe/Berlin');
    expect(await berlin('2026-03-28T12:00:00+01:00')).toBe('2026-03-29 03:00');
    expect(await berlin('2026-03-29T03:00:00+02:00')).toBe('2026-03-30 02:00');
    expect(await berlin('2026-10-25T12:00:00+01:00', 8)).toBe('2026-10-26 08:00');
  });
});

describe('a due schedule', () => {
  test('delivers a message with its file, only to the subscriber', async () => {
    const id = await sentToMary();
    expect(await send(new Date().toISOString())).toBe(0);
    expect(await send()).toBe(1);
    const [message] = await messages();
    expect(message).toMatchObject({
      msgTitle: expect.stringMatching(/^Saved view: Morning\/tea · \d{4}-\d\d-\d\d$/),
      type: 'viewArrived',
      openType: 'file',
      openPage: '/report/material_stock',
    });
    expect(await server.call(messagesByStatus, { status: '1' })).toEqual([]);
    const { name, body } = await file(message?.busId ?? '0');
    expect(name).toMatch(/Morning_tea_\d+\.csv$/);
    expect(body.toString('utf8')).toContain('12.34');
    expect((await file(message?.busId ?? '0', await server.signIn('demo'))).statusCode).toBe(404);
    expect((await file(message?.busId ?? '0', await server.signIn('other'))).statusCode).toBe(404);
    const { views } = await server.call(savedViews, { list: 'stockOnHand' }, mary);
    expect(views[0]).toMatchObject({ id, schedule: { ...daily, outcome: 'sent' } });
    const { rows } = await sql`
      select action, subject, subject_id from audit_log where user_id = ${maryId} and action = 'export'`.execute(
      database.admin,
    );
    expect(rows).toEqual([{ action: 'export', subject: 'list', subject_id: 'stockOnHand' }]);
  });

  test('delivers at once on request, and then by the clock', async () => {
    await sentToMary('stockOnHand', { search: {} }, { now: true });
    expect(await sendDue(app.kernel, worker)).toBe(1);
    expect(await sendDue(app.kernel, worker)).toBe(0);
    const [sent] = await server.call(viewSchedules, {}, mary);
    expect(Date.parse(sent?.next ?? '')).toBeGreaterThan(Date.now());
    expect(await messages()).toHaveLength(1);
  });

  test('delivers once, also after days without a sender', async () => {
    await sentToMary();
    expect(await send(dayLater(9))).toBe(1);
    expect(await send(dayLater(9))).toBe(0);
    expect(await messages()).toHaveLength(1);
    expect(await send(dayLater(10))).toBe(1);
    expect(await messages()).toHaveLength(2);
  });

  test('delivers once with several senders', async () => {
    for (const name of ['A', 'B', 'C', 'D', 'E']) {
      const { id } = await server.call(
        addSavedView,
        { list: 'stockOnHand', name, value: { search: {} } },
        mary,
      );
      await server.call(scheduleView, { id, ...daily }, mary);
    }
    // A user has two exports at once at most: what finds no place waits a minute, and is no failure.
    const at = dayLater(1);
    const again = new Date(Date.parse(at) + 120_000).toISOString();
    await Promise.all([send(at), send(at), send(at), send(at)]);
    while ((await send(again)) > 0);
    expect((await messages()).map(({ msgTitle }) => msgTitle.at(12)).toSorted()).toEqual([
      'A',
      'B',
      'C',
      'D',
      'E',
    ]);
    expect(await counted('stored_file')).toBe(5);
  });

  test('is delivered by another sender after a crash, and only once', async () => {
    await sentToMary();
    const at = new Date(Date.now() + 86_400_000);
    // Somebody took it and was never heard of again.
    await sql`update view_schedule set taken_until = ${at}, tries = 1`.execute(database.admin);
    expect(await send(new Date(at.getTime() - 60_000).toISOString())).toBe(0);
    const later = new Date(at.getTime() + 60_000).toISOString();
    expect(await send(later)).toBe(1);
    // The dead one was only slow: what it would settle is settled.
    await sql`update view_schedule set taken_until = null`.execute(database.admin);
    expect(await send(later)).toBe(0);
    expect(await messages()).toHaveLength(1);
  });

  test('is retried after a failure, and postponed to the next run after several failures', async () => {
    await sentToMary();
    const { exports } = app.kernel;
    const path = '/material/exportListWithStock';
    const before = exports.get(path);
    if (before === undefined) throw new Error('nothing is exported there');
    let broken = 0;
    exports.set(path, async () => {
      broken += 1;
      throw new Error('the disk is full');
    });
    try {
      const minutes = (n: number) => new Date(Date.now() + 86_400_000 + n * 60_000).toISOString();
      for (const n of [0, 6, 12])
        await expect(send(minutes(n))).rejects.toThrow('the disk is full');
      expect(await send(minutes(13))).toBe(0);
      expect(await send(minutes(18))).toBe(1);
      expect([broken, await outcome()]).toEqual([4, 'failed']);
    } finally {
      exports.set(path, before);
    }
    expect(await send(dayLater(3))).toBe(1);
    expect(await outcome()).toBe('sent');
  });

  test('delivers a spreadsheet on request', async () => {
    await sentToMary('stockOnHand', { search: {} }, { format: 'xlsx' });
    await send();
    const [message] = await messages();
    const { name, body } = await file(message?.busId ?? '0');
    expect(name).toMatch(/\.xlsx$/);
    expect(body.subarray(0, 2).toString()).toBe('PK');
  });

  test('has its old file deleted', async () => {
    await sentToMary();
    await send();
    await server.arrange(company, (tx) => dropSent(tx, tenantId));
    expect(await counted('stored_file')).toBe(1);
    await sql`update stored_file set created_at = now() - interval '15 days'`.execute(
      database.admin,
    );
    await server.arrange(company, (tx) => dropSent(tx, tenantId));
    expect(await counted('stored_file')).toBe(0);
  });

  test('loses its file with its message', async () => {
    await sentToMary();
    await send();
    const [message] = await messages();
    await server.call(deleteMessages, { ids: message?.id ?? '' }, mary);
    expect((await file(message?.busId ?? '0')).statusCode).toBe(404);
  });
});

describe('the file of a schedule', () => {
  const hide = (amounts: string): Promise<unknown> =>
    sql`update role set hidden_amounts = ${amounts} where id = ${company.roleIds.manager}`.execute(
      database.admin,
    );

  test('omits amounts hidden since an earlier file', async () => {
    await sentToMary();
    await send();
    expect(await sentText()).toContain('12.34');
    await hide('{cost,purchase}');
    await send(dayLater(2));
    const text = await sentText();
    expect(text).not.toContain('12.34');
    expect(text).toContain('7');
  });

  test('is missing while the reader lacks rights to the contents, and available again afterwards', async () => {
    await sentToMary();
    await send();
    const [message] = await messages();
    const status = async () => (await file(message?.busId ?? '0')).statusCode;
    expect(await status()).toBe(200);
    await hide('{cost,purchase}');
    app.kernel.sessions.forgetAll();
    expect(await status()).toBe(404);
    await hide('{}');
    app.kernel.sessions.forgetAll();
    expect(await status()).toBe(200);
    await sql`update role set data_scope = 'own' where id = ${company.roleIds.manager}`.execute(
      database.admin,
    );
    app.kernel.sessions.forgetAll();
    const narrowed = await status();
    await sql`update role set data_scope = 'all' where id = ${company.roleIds.manager}`.execute(
      database.admin,
    );
    app.kernel.sessions.forgetAll();
    expect(narrowed).toBe(404);
  });

  test('ignores a hidden sort column, and is withheld when filtered by a hidden column', async () => {
    await hide('{cost}');
    await sentToMary('stockOnHand', { search: {}, sort: { column: 'stockValue', order: 'asc' } });
    await send();
    expect(await outcome()).toBe('sent');
    await sql`delete from saved_view`.execute(database.admin);
    await sentToMary('stockOnHand', {
      search: {},
      conditions: { match: 'and', rows: [{ field: 'stockValue', rule: 'gt', val: '1' }] },
    });
    await send(dayLater(2));
    expect(await outcome()).toBe('hidden');
    expect(await messages()).toHaveLength(1);
  });

  test('omits documents of colleagues for a user limited to own documents', async () => {
    await sentToMary('saleOut');
    await send();
    expect((await sentText()).split('\r\n')).toHaveLength(3);
    await sql`update role set data_scope = 'own' where id = ${company.roleIds.manager}`.execute(
      database.admin,
    );
    await send(dayLater(2));
    expect((await sentText()).split('\r\n')).toHaveLength(2);
    await sql`update role set data_scope = 'all' where id = ${company.roleIds.manager}`.execute(
      database.admin,
    );
  });

  test('has the columns of the view, and moves relative date ranges with the day', async () => {
    const shown = { columns: { hidden: ['number'] } };
    const rows = async (search: ListView['search'], at: string) => {
      const id = await sentToMary('saleOut', { search, ...shown });
      await send(at);
      const text = await sentText();
      await server.call(deleteSavedView, { id });
      expect(text).not.toContain('Document no.');
      return text.trim().split('\r\n').length - 1;
    };
    expect(await rows({}, dayLater(1))).toBe(1);
    // Three months before that day there was nothing.
    expect(await rows({}, dayLater(200))).toBe(0);
    expect(await rows({ time: null }, dayLater(200))).toBe(1);
    // By the company's clock it may be tomorrow by now.
    const fixed = dayLater(1).slice(0, 10);
    expect(await rows({ time: ['2020-01-01', fixed] }, dayLater(200))).toBe(1);
    expect(await rows({ time: 'yesterday' }, dayLater(200))).toBe(0);
  });

  test('reflects later edits of the view', async () => {
    const id = await sentToMary('saleOut');
    const value = { search: { number: 'nothing like it' } };
    await server.call(updateSavedView, { id, version: 1, value, name: 'Other' });
    await send();
    const [message] = await messages();
    expect(message?.msgTitle).toContain('Other');
    expect((await sentText()).trim().split('\r\n')).toHaveLength(1);
  });
});

describe('a schedule delivers nothing and records the reason', () => {
  const nothing = async (): Promise<void> => {
    await send();
    expect([await counted('message'), await counted('stored_file')]).toEqual([0, 0]);
  };

  test('for a switched-off user', async () => {
    await sentToMary();
    await sql`update app_user set enabled = false where id = ${maryId}`.execute(database.admin);
    await nothing();
    const { rows } = await sql`select outcome from view_schedule`.execute(database.admin);
    expect(rows).toEqual([{ outcome: 'userOff' }]);
  });

  test('for users without the page, and older files are closed then', async () => {
    const id = await sentToMary();
    await send();
    const [message] = await messages();
    const page = '/report/material_stock';
    const { rows } = await sql<{ buttons: string[] }>`
      delete from role_function where role_id = ${company.roleIds.manager} and function_url = ${page}
      returning buttons`.execute(database.admin);
    expect(rows).toHaveLength(1);
    app.kernel.sessions.forgetAll();
    await send(dayLater(2));
    expect(await outcome()).toBe('noRight');
    expect(await messages()).toHaveLength(1);
    expect((await file(message?.busId ?? '0')).statusCode).toBe(404);
    expect(await server.call(viewSchedules, {}, mary)).toMatchObject([{ id, page: null }]);
    await server.arrange(company, (tx) =>
      sql`insert into role_function (tenant_id, role_id, function_url, buttons)
        values (${tenantId}, ${company.roleIds.manager}, ${page}, '{}')`.execute(tx),
    );
  });

  test('for users without a page of the list; older files become unavailable with the list', async () => {
    await sentToMary('soldOwn');
    await sentToMary('boughtOwn');
    await send();
    const sent = await messages();
    expect(sent.map(({ openPage }) => openPage).toSorted()).toEqual([
      '/report/own_report?subject=bought',
      '/report/own_report?subject=sold',
    ]);
    const opened = async () => {
      app.kernel.sessions.forgetAll();
      const files = await Promise.all(sent.map(({ busId }) => file(busId)));
      return files.map(({ statusCode }) => statusCode).toSorted();
    };
    const pages = ['/report/own_report', '/report/retail_out_report', '/report/sale_out_report'];
    const answers = [await opened()];
    for (const page of pages) {
      await sql`delete from role_function where role_id = ${company.roleIds.manager} and function_url = ${page}`.execute(
        database.admin,
      );
      answers.push(await opened());
    }
    // The last of them closes what is of sales; what is of purchases, shown on the same page, has a right of its own.
    expect(answers).toEqual([
      [200, 200],
      [200, 200],
      [200, 200],
      [200, 404],
    ]);
    await sql`insert into role_function (tenant_id, role_id, function_url)
      select ${tenantId}, ${company.roleIds.manager}, unnest(${pages}::text[])`.execute(
      database.admin,
    );
  });

  test('for users no longer sharing the view', async () => {
    const id = await sentToMary();
    await server.call(shareSavedView, { id, roleIds: [], roleDefault: false });
    await nothing();
    expect(await outcome()).toBe('notShared');
  });

  test('where the company’s term has long ended', async () => {
    await sentToMary();
    await sql`update tenant set expires_at = now() - interval '40 days' where id = ${tenantId}`.execute(
      database.admin,
    );
    await nothing();
    await sql`update tenant set expires_at = null where id = ${tenantId}`.execute(database.admin);
    expect(await outcome()).toBe('userOff');
  });

  test('where the file would be too large', async () => {
    const parts = (async function* () {
      yield Buffer.alloc(6);
      yield Buffer.alloc(6);
    })();
    expect(await collectFileBody(parts as never, 10)).toBeNull();
    expect((await collectFileBody(Buffer.alloc(10), 10))?.length).toBe(10);
    expect(await collectFileBody(Buffer.alloc(11), 10)).toBeNull();
  });
});

test('a schedule requires the export right and an existing weekday', async () => {
  const { id } = await server.call(
    addSavedView,
    { list: 'saleOut', name: 'Mine', value: { search: {} } },
    mary,
  );
  const bad = { id, ...daily, every: 'week', onDay: 8 };
  expect((await server.refusal(scheduleView, bad, mary)).data).toMatchObject({ field: 'onDay' });
  await sql`update role_function set buttons = '{1}' where role_id = ${company.roleIds.manager}
    and function_url = '/bill/sale_out'`.execute(database.admin);
  app.kernel.sessions.forgetAll();
  expect((await server.refusal(scheduleView, { id, ...daily }, mary)).key).toBe('access.denied');
  await sql`update role_function set buttons = '{1,2,3,7}' where role_id = ${company.roleIds.manager}
    and function_url = '/bill/sale_out'`.execute(database.admin);
});
