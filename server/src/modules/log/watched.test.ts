// Log entries of actions without data changes: refusals and exports.
import { logTable, roles, viewAs, warehouses } from '@tradehouse/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aServer } from '../../testing.ts';
import type { TestServer } from '../../testing.ts';

let server: TestServer;
let sally: string;
beforeAll(async () => {
  server = await aServer();
  sally = await server.addUser({ loginName: 'sally', role: 'salesperson' });
});
afterAll(() => server.stop());

interface Row {
  readonly id: string;
  readonly action: string;
  readonly objectName: string;
  readonly loginName: string;
}
async function logged(action: string, as?: string): Promise<readonly Row[]> {
  const asked = { search: '{}', pageSize: 100 };
  const token = as ?? (await server.signIn('demo'));
  const reply = await server.request('GET', logTable.path, asked, token);
  return reply.json<{ data: { rows: Row[] } }>().data.rows.filter((row) => row.action === action);
}

test('a denied call is logged by user and endpoint, at most twenty times in five minutes', async () => {
  const token = await server.signIn('sally');
  const ask = () => server.refusal(roles.add, { name: 'Mine', dataScope: 'all' }, token);
  expect(await ask()).toMatchObject({ key: 'access.denied' });
  expect(await logged('denied')).toMatchObject([
    { objectName: `POST /api${roles.add.path}`, loginName: 'sally' },
  ]);
  for (let asked = 0; asked < 30; asked += 1) await ask();
  expect(await logged('denied')).toHaveLength(20);
});

test('an exported list is logged by its page name and filters', async () => {
  const asked = { search: JSON.stringify({ name: 'Main' }) };
  const reply = await server.request('GET', warehouses.list.exportPath ?? '', asked);
  expect(reply.statusCode).toBe(200);
  const [row] = await logged('export');
  expect(row).toMatchObject({ objectName: 'Warehouses', loginName: 'demo' });
  const { rows } = await sql`select after from audit_log where id = ${row?.id}`.execute(
    server.database.admin,
  );
  expect(rows).toEqual([{ after: { name: 'Main' } }]);
});

test('the download of a filled sheet is logged, not of the empty template', async () => {
  const before = (await logged('export')).length;
  await server.request('GET', '/sheet/template', { sheet: 'products' });
  expect(await logged('export')).toHaveLength(before);
  await server.request('GET', '/sheet/template', { sheet: 'products', filled: true });
  expect(await logged('export')).toHaveLength(before + 1);
});

test('an export made while impersonating is logged under the impersonator', async () => {
  const customers = { search: JSON.stringify({ type: 'customer' }) };
  const { token } = await server.call(viewAs, { id: sally });
  const reply = await server.request('GET', '/supplier/exportExcel', customers, token);
  expect(reply.statusCode).toBe(200);
  expect((await logged('export'))[0]).toMatchObject({ loginName: 'demo' });
});
