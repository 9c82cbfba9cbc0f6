import {
  logInfo,
  logSubjects,
  logTable,
  platformLogTable,
  updateSettings,
  currentSettings,
  warehouses,
} from '@tradehouse/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aServer } from '../../testing.ts';
import type { TestServer } from '../../testing.ts';

let server: TestServer;
let operator: string;
beforeAll(async () => {
  server = await aServer();
  operator = await server.signIn('admin');
});
afterAll(() => server.stop());

interface Row {
  readonly id: string;
  readonly subject: string;
  readonly action: string;
  readonly objectName: string;
  readonly loginName: string;
  readonly tenantCode?: string;
}

async function rowsOf(path: string, search: object, token?: string): Promise<readonly Row[]> {
  const asked = { search: JSON.stringify(search), pageSize: 100 };
  const reply = await server.request('GET', path, asked, token ?? (await server.signIn('demo')));
  expect(reply.statusCode).toBe(200);
  return reply.json<{ data: { rows: Row[] } }>().data.rows;
}

const addWarehouse = (name: string, token?: string) =>
  server.call(warehouses.add, { name, remark: 'old' }, token ?? {});

/** A user with a role of their own that opens the log and the warehouses. */
async function reader(
  loginName: string,
  columns: { readonly dataScope?: 'all' | 'own'; readonly hidden?: readonly string[] },
): Promise<string> {
  const { tenantId } = server.company;
  const roleId = await server.arrange(server.company, async (tx) => {
    const { rows } = await sql<{ id: string }>`
      insert into role (tenant_id, name, data_scope, hidden_amounts)
      values (${tenantId}, ${loginName}, ${columns.dataScope ?? 'all'}, ${columns.hidden ?? []})
      returning id`.execute(tx);
    await sql`
      insert into role_function (tenant_id, role_id, function_url, buttons)
      select ${tenantId}, ${rows[0]?.id}, url, '{1}'
      from unnest('{/system/log,/system/depot}'::text[]) as page(url) returning role_id`.execute(
      tx,
    );
    return rows[0]?.id ?? '';
  });
  await server.addUser({ loginName, roleId });
  return server.signIn(loginName);
}

test('the log records user, action, record and changed fields', async () => {
  const saved = await addWarehouse('Told');
  await server.call(warehouses.update, { ...saved, name: 'Told again', remark: 'old' });
  const rows = await rowsOf(logTable.path, { objectName: 'Told', subject: ['warehouse'] });
  expect(rows).toMatchObject([
    { action: 'update', objectName: 'Told again', loginName: 'demo' },
    { action: 'add', objectName: 'Told', loginName: 'demo' },
  ]);
  expect(await server.call(logInfo, { id: rows[0]?.id ?? '' })).toEqual({
    hidden: false,
    changes: [{ field: 'name', before: 'Told', after: 'Told again' }],
  });
});

test('a changed setting is logged with its previous value', async () => {
  const { version } = await server.call(currentSettings, {});
  await server.call(updateSettings, { version, negativeStock: true });
  const [row] = await rowsOf(logTable.path, { subject: ['tenant_setting'] });
  expect(await server.call(logInfo, { id: row?.id ?? '' })).toMatchObject({
    changes: [{ field: 'negativeStock', before: 'false', after: 'true' }],
  });
});

test('the log is filtered by subject and action', async () => {
  for (const subject of logSubjects)
    expect(await rowsOf(logTable.path, { subject: [subject], action: ['comment'] })).toEqual([]);
  const [row] = await rowsOf(logTable.path, { subject: ['warehouse'], action: ['add'] });
  expect(row).toMatchObject({ subject: 'warehouse', action: 'add' });
});

test('a filter narrows the log to a day, an operator, an address', async () => {
  await addWarehouse('Filtered');
  const search = { objectName: 'Filtered' };
  expect(await rowsOf(logTable.path, { ...search, operator: 'dem' })).toHaveLength(1);
  expect(await rowsOf(logTable.path, { ...search, operator: 'outsider' })).toEqual([]);
  expect(await rowsOf(logTable.path, { ...search, address: '127.0.0.1' })).toHaveLength(1);
  expect(await rowsOf(logTable.path, { ...search, dates: ['2001-01-01', '2001-01-31'] })).toEqual(
    [],
  );
});

describe('a reader of the log with limited rights', () => {
  test('to data reads only their own actions', async () => {
    const token = await reader('loner', { dataScope: 'own' });
    await addWarehouse('By the owner');
    await addWarehouse('By the loner', token);
    const search = { subject: ['warehouse'] };
    expect(await rowsOf(logTable.path, search, token)).toMatchObject([
      { objectName: 'By the loner', loginName: 'loner' },
    ]);
    const [foreign] = await rowsOf(logTable.path, { objectName: 'By the owner' });
    expect(await server.refusal(logInfo, { id: foreign?.id }, token)).toMatchObject({
      key: 'record.missing',
    });
  });

  test('to amounts sees no values', async () => {
    const token = await reader('blind', { hidden: ['cost'] });
    const [row] = await rowsOf(logTable.path, { objectName: 'Told again' }, token);
    expect(await server.call(logInfo, { id: row?.id ?? '' }, token)).toEqual({
      changes: [],
      hidden: true,
    });
  });
});

describe('the log of the platform', () => {
  test('lists entries of every company with the company code, and shows no changed values', async () => {
    const other = await server.signIn('other');
    await addWarehouse('Of demo');
    await addWarehouse('Of the other', other);
    const rows = await rowsOf(platformLogTable.path, { objectName: 'Of ' }, operator);
    expect(rows).toMatchObject([
      { tenantCode: 'other', objectName: 'Of the other', loginName: 'other' },
      { tenantCode: 'demo', objectName: 'Of demo', loginName: 'demo' },
    ]);
    const [first] = rows;
    expect(await server.refusal(logInfo, { id: first?.id }, operator)).toMatchObject({
      key: 'record.missing',
    });
    expect(
      await rowsOf(platformLogTable.path, { tenantCode: 'other', objectName: 'Of ' }, operator),
    ).toHaveLength(1);
  });

  test('is for operators only: a company reads only its own log', async () => {
    const reply = await server.request(
      'GET',
      platformLogTable.path,
      {},
      await server.signIn('demo'),
    );
    expect(reply.statusCode).toBe(403);
    expect(await rowsOf(logTable.path, { objectName: 'Of the other' })).toEqual([]);
  });
});
