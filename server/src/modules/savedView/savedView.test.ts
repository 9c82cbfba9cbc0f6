// Saved views: owner, sharing, initial view of a list; views give no right.
import {
  LONGEST_VIEW,
  MOST_VIEWS,
  addSavedView,
  deleteSavedView,
  roles,
  savedViews,
  scheduleView,
  shareSavedView,
  startWithView,
  startingViews,
  unscheduleView,
  updateSavedView,
  users,
  viewAs,
  viewSchedules,
} from '@tradehouse/contract';
import type { ListView, SavedView } from '@tradehouse/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aServer } from '../../testing.ts';
import type { TestServer } from '../../testing.ts';

let server: TestServer;
/** Managers. */
let mary: string;
let max: string;
/** A keeper, who opens no lists of money. */
let kate: string;
let stranger: string;
let manager: string;
let keeper: string;

beforeAll(async () => {
  server = await aServer();
  await server.addUser({ loginName: 'mary', role: 'manager' });
  await server.addUser({ loginName: 'max', role: 'manager' });
  await server.addUser({ loginName: 'kate', role: 'keeper' });
  [mary, max, kate, stranger] = (await Promise.all(
    ['mary', 'max', 'kate', 'other'].map((name) => server.signIn(name)),
  )) as [string, string, string, string];
  ({ manager, keeper } = server.company.roleIds);
});
afterAll(() => server.stop());
beforeEach(() => sql`delete from saved_view`.execute(server.database.admin));
beforeEach(() => sql`delete from saved_view_default`.execute(server.database.admin));

const list = 'stockOnHand';
const value: ListView = {
  search: { keyword: 'tea', warehouses: ['1', '2'], zeroStock: null },
  conditions: { match: 'or', rows: [{ field: 'stock', rule: 'gt', val: '5' }] },
  headers: { name: ['tea'] },
  sort: { column: 'stock', order: 'desc' },
  pageSize: 30,
  columns: { hidden: ['name'], widths: { stock: 90 } },
  chart: true,
};
const save = (name: string, as?: string, more: object = {}) =>
  server.call(addSavedView, { list, name, value, ...more }, as);
const viewsOf = (as?: string) => server.call(savedViews, { list }, as);
const namesOf = async (as?: string) => (await viewsOf(as)).views.map(({ name }) => name);
const share = (id: string, roleIds: string[], roleDefault = false, as?: string) =>
  server.call(shareSavedView, { id, roleIds, roleDefault }, as);

describe('own views', () => {
  test('store every setting of a list, by name, and change', async () => {
    const { id, version } = await save('Much tea', mary);
    await save('Above', mary);
    const { views } = await viewsOf(mary);
    expect(views.map(({ name }) => name)).toEqual(['Above', 'Much tea']);
    expect(views[1]).toEqual({
      id,
      version,
      name: 'Much tea',
      value,
      own: true,
      userName: 'mary',
      roles: [],
      roleDefault: false,
      schedule: null,
    } satisfies SavedView);
    const changed = await server.call(
      updateSavedView,
      { id, version, name: 'Tea', value: { search: {} } },
      mary,
    );
    expect(changed).toEqual({ id, version: version + 1 });
    expect((await viewsOf(mary)).views[1]).toMatchObject({ name: 'Tea', value: { search: {} } });
    const stale = { id, version, name: 'Late' };
    expect((await server.refusal(updateSavedView, stale, mary)).key).toBe('record.stale');
    await server.call(deleteSavedView, { id }, mary);
    expect(await namesOf(mary)).toEqual(['Above']);
  });

  test('have unique names per list and user', async () => {
    await save('Tea', mary);
    await save('Tea', max);
    await save('Tea', mary, { list: 'products', value: { search: {} } });
    expect(await server.refusal(addSavedView, { list, name: 'Tea', value }, mary)).toMatchObject({
      key: 'name.taken',
      data: { field: 'name' },
    });
    const { id, version } = await save('Cups', mary);
    expect((await server.refusal(updateSavedView, { id, version, name: 'Tea' }, mary)).key).toBe(
      'name.taken',
    );
  });

  test('are limited in number and size', async () => {
    const long = Array.from({ length: 25 }, (_, at) => [`f${at}`, 'x'.repeat(1000)]);
    const huge = { search: Object.fromEntries(long) };
    expect(JSON.stringify(huge).length).toBeGreaterThan(LONGEST_VIEW);
    expect((await server.refusal(addSavedView, { list, name: 'Huge', value: huge })).key).toBe(
      'request.tooLarge',
    );
    await server.arrange(server.company, (tx) =>
      sql`insert into saved_view (tenant_id, user_id, list, name, value)
        select ${server.company.tenantId}, ${server.company.ownerId}, 'products', 'View ' || n, '{"search":{}}'
        from generate_series(1, ${MOST_VIEWS}) as n returning id`.execute(tx),
    );
    expect(await server.refusal(addSavedView, { list, name: 'More', value })).toMatchObject({
      key: 'view.tooMany',
      data: { most: MOST_VIEWS },
    });
  });

  test.each([
    ['no such list', { list: 'nothing' }],
    ['a name of every object', { list: 'constructor' }],
    ['what a list knows nothing of', { value: { search: {}, more: 1 } }],
    ['a column that is no name', { value: { search: {}, sort: { column: 'a b', order: 'asc' } } }],
    ['a filter that is no name', { value: { search: { '__proto__ ': 'x' } } }],
    ['a value that is deep', { value: { search: { keyword: [['x']] } } }],
    [
      'a rule that there is not',
      {
        value: {
          search: {},
          conditions: { match: 'and', rows: [{ field: 'name', rule: 'sql', val: '1' }] },
        },
      },
    ],
    ['a name that can’t be seen', { name: 'Tea\u202e' }],
    ['no name', { name: ' ' }],
    ['a long name', { name: 'x'.repeat(51) }],
    ['more than is asked for', { userId: '1' }],
  ])('are refused with %s', async (_, more) => {
    const { status } = await server.refusal(addSavedView, { list, name: 'Tea', value, ...more });
    expect(status).toBe(400);
    expect(await namesOf()).toEqual([]);
  });

  test('markup and formulas in a name are stored literally', async () => {
    const name = '=1+1 <script>"x"</script>';
    await save(name);
    expect(await namesOf()).toEqual([name]);
  });
});

describe('shared views', () => {
  test('are visible to users of the role and cannot be changed by them', async () => {
    const { id, version } = await save('Tea', mary);
    await share(id, [manager], false, mary);
    const { views } = await viewsOf(max);
    expect(views).toEqual([
      expect.objectContaining({ id, own: false, userName: 'mary', roles: [], value }),
    ]);
    expect(await namesOf(kate)).toEqual([]);
    expect((await viewsOf(mary)).views[0]?.roles).toEqual([
      { id: manager, name: expect.any(String) },
    ]);
    const tries = [
      await server.refusal(updateSavedView, { id, version, name: 'Mine' }, max),
      await server.refusal(deleteSavedView, { id }, max),
      await server.refusal(shareSavedView, { id, roleIds: [], roleDefault: false }, max),
    ];
    expect(tries.map(({ key }) => key)).toEqual(tries.map(() => 'record.missing'));
    await share(id, [], false, mary);
    expect(await namesOf(max)).toEqual([]);
  });

  test('may be shared with the own role, and with any role by users who manage roles', async () => {
    const sally = await server.addUser({ loginName: 'sally', role: 'salesperson' });
    expect(sally).not.toBe('');
    const token = await server.signIn('sally');
    const { mayShare } = await viewsOf(token);
    const { salesperson } = server.company.roleIds;
    expect(mayShare.map(({ id }) => id)).toEqual([salesperson]);
    const { id } = await save('Tea', token);
    const more = { id, roleIds: [salesperson, manager], roleDefault: false };
    expect((await server.refusal(shareSavedView, more, token)).key).toBe('rights.exceeded');
    const theirs = { ...more, roleIds: [server.stranger.roleIds.keeper] };
    expect((await server.refusal(shareSavedView, theirs, token)).key).toBe('rights.exceeded');
    expect(
      (await server.refusal(shareSavedView, { ...theirs, id: (await save('Own')).id })).key,
    ).toBe('rights.exceeded');
    await share(id, [salesperson], false, token);
    // Somebody else's role now, what was shared with the old one may stay.
    await sql`update app_user set role_id = ${keeper} where login_name = 'sally'`.execute(
      server.database.admin,
    );
    await share(id, [salesperson, keeper], false, token);
    expect(await namesOf(kate)).toEqual(['Tea']);
  });

  test('give no access to a page closed to the user', async () => {
    const { id } = await save('Roles', undefined, { list: 'roles', value: { search: {} } });
    await share(id, [keeper], true);
    for (const [call, input] of [
      [savedViews, { list: 'roles' }],
      [addSavedView, { list: 'roles', name: 'Mine', value: { search: {} } }],
      [startWithView, { list: 'roles', id }],
      [scheduleView, { id, every: 'day', onDay: 1, hour: 8, format: 'csv' }],
      [savedViews, { list: 'platformLog' }],
    ] as const)
      expect((await server.refusal(call, input, kate)).key).toBe('access.denied');
    expect(await server.call(startingViews, {}, kate)).toEqual([]);
  });

  test('shared views of another company are reported missing', async () => {
    const { id, version } = await save('Tea');
    await share(id, [manager, keeper], true);
    expect(await namesOf(stranger)).toEqual([]);
    const rhythm = { every: 'day', onDay: 1, hour: 8, format: 'csv' };
    for (const [call, input] of [
      [updateSavedView, { id, version, name: 'Ours' }],
      [deleteSavedView, { id }],
      [shareSavedView, { id, roleIds: [], roleDefault: false }],
      [startWithView, { list, id }],
      [scheduleView, { id, ...rhythm }],
      [unscheduleView, { id }],
    ] as const)
      expect((await server.refusal(call, input, stranger)).key).toBe('record.missing');
  });

  test('are deleted with their user, and lose a deleted role', async () => {
    const goneId = await server.addUser({ loginName: 'gone', role: 'manager' });
    const gone = await server.signIn('gone');
    const { id } = await save('Theirs', gone);
    await server.arrange(server.company, (tx) =>
      sql`insert into saved_view_role (tenant_id, view_id, role_id) values (${server.company.tenantId}, ${id}, ${manager})`.execute(
        tx,
      ),
    );
    await server.call(scheduleView, { id, every: 'day', onDay: 1, hour: 8, format: 'csv' }, max);
    await server.call(startWithView, { list, id }, max);
    await server.call(users.remove, { id: goneId });
    expect(await viewsOf(max)).toMatchObject({ views: [], startsWith: null, chosen: false });
    expect(await server.call(viewSchedules, {}, max)).toEqual([]);

    const role = await server.call(roles.add, { name: 'Passing', dataScope: 'own' });
    const own = await save('Own');
    await share(own.id, [role.id]);
    await server.call(roles.remove, { id: role.id });
    expect((await viewsOf()).views[0]?.roles).toEqual([]);
  });
});

describe('the starting view of a list', () => {
  const startOf = async (as?: string) => {
    const { startsWith, chosen } = await viewsOf(as);
    const all = await server.call(startingViews, {}, as);
    expect(all.find((start) => start.list === list)?.id ?? null).toBe(startsWith);
    return [startsWith, chosen];
  };

  test('is the user’s choice, else the latest default of their role', async () => {
    expect(await startOf(max)).toEqual([null, false]);
    const first = await save('First', mary);
    await share(first.id, [manager], true, mary);
    expect(await startOf(max)).toEqual([first.id, false]);
    expect(await startOf(kate)).toEqual([null, false]);
    const second = await save('Second');
    await share(second.id, [manager, keeper], true);
    expect(await startOf(max)).toEqual([second.id, false]);
    expect(await startOf(kate)).toEqual([second.id, false]);
    const own = await save('Own', max);
    await server.call(startWithView, { list, id: own.id }, max);
    expect(await startOf(max)).toEqual([own.id, true]);
    await server.call(startWithView, { list, id: null }, max);
    expect(await startOf(max)).toEqual([null, true]);
    await server.call(startWithView, { list }, max);
    expect(await startOf(max)).toEqual([second.id, false]);
    await share(second.id, [keeper], true);
    expect(await startOf(max)).toEqual([first.id, false]);
    await share(first.id, [manager], false, mary);
    expect(await startOf(max)).toEqual([null, false]);
  });

  test('must belong to the list and be visible to the user', async () => {
    const { id } = await save('Tea', mary);
    expect((await server.refusal(startWithView, { list, id }, max)).key).toBe('record.missing');
    expect((await server.refusal(startWithView, { list: 'products', id }, mary)).key).toBe(
      'record.missing',
    );
    await share(id, [manager], false, mary);
    await server.call(startWithView, { list, id }, max);
    expect(await startOf(max)).toEqual([id, true]);
    await share(id, [], false, mary);
    expect(await startOf(max)).toEqual([null, false]);
  });
});

test('an impersonated session cannot change saved views', async () => {
  const { id } = await save('Tea', mary);
  const { token } = await server.call(viewAs, { id: await idOf('mary') });
  expect(await namesOf(token)).toEqual(['Tea']);
  expect((await server.refusal(deleteSavedView, { id }, token)).key).toBe('session.viewing');
});

async function idOf(loginName: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select id from app_user where login_name = ${loginName}`.execute(server.database.admin);
  return rows[0]?.id ?? '';
}
