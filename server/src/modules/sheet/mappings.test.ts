import { forgetSheetMapping, rememberSheetMapping, sheetMappings } from '@tradehouse/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aServer } from '../../testing.ts';
import type { TestServer } from '../../testing.ts';

let server: TestServer;
beforeAll(async () => {
  server = await aServer();
});
afterAll(() => server.stop());

const sheet = 'suppliers' as const;
const headings = 'firma|ort|kürzel';

test('columns chosen by a user are remembered for the company, and forgotten for all', async () => {
  await server.addUser({ loginName: 'second', role: 'manager' });
  const [second, foreign] = [await server.signIn('second'), await server.signIn('other')];
  await server.call(rememberSheetMapping, { sheet, headings, columns: ['address'] });
  await server.call(rememberSheetMapping, { sheet, headings, columns: ['name', null, 'remark'] });
  await server.call(rememberSheetMapping, { sheet, headings: 'other', columns: ['name'] });
  expect(await server.call(sheetMappings, { sheet }, second)).toEqual([
    { headings: 'other', columns: ['name'] },
    { headings, columns: ['name', null, 'remark'] },
  ]);
  expect(await server.call(sheetMappings, { sheet: 'customers' }, second)).toEqual([]);
  expect(await server.call(sheetMappings, { sheet }, foreign)).toEqual([]);
  await server.call(forgetSheetMapping, { sheet, headings }, second);
  expect(await server.call(sheetMappings, { sheet })).toEqual([
    { headings: 'other', columns: ['name'] },
  ]);
});

test('a column of a warehouse is remembered by the name of the warehouse', async () => {
  const [place] = await server.arrange(server.company, (tx) =>
    tx.selectFrom('warehouse').select(['id', 'name']).execute(),
  );
  const columns = ['name', `stock:${place?.id ?? ''}`, 'stock:999999'];
  const input = { sheet: 'products', headings: 'good|here|there' } as const;
  await server.call(rememberSheetMapping, { ...input, columns });
  const kept = await server.arrange(server.company, (tx) =>
    tx.selectFrom('sheet_mapping').select('columns').where('sheet', '=', 'products').execute(),
  );
  expect(kept).toEqual([{ columns: ['name', `stock:${place?.name ?? ''}`, null] }]);
  const [read] = await server.call(sheetMappings, { sheet: 'products' });
  expect(read?.columns).toEqual(['name', `stock:${place?.id ?? ''}`, null]);
});

test('a user without sight of a column leaves the remembered column unchanged', async () => {
  const { tenantId } = server.company;
  const branch = await server.arrange(server.company, async (tx) => {
    await tx.updateTable('tenant_setting').set({ warehouse_grants: true }).execute();
    return tx
      .insertInto('warehouse')
      .values({ tenant_id: tenantId, name: 'Branch' })
      .returning('id')
      .executeTakeFirstOrThrow();
  });
  const [place] = await server.arrange(server.company, (tx) =>
    tx.selectFrom('warehouse').select('id').where('id', '<>', branch.id).execute(),
  );
  const userId = await server.addUser({ loginName: 'brancher', role: 'manager' });
  await server.arrange(server.company, (tx) =>
    tx
      .insertInto('user_warehouse')
      .values({ tenant_id: tenantId, user_id: userId, warehouse_id: branch.id })
      .execute(),
  );
  const token = await server.signIn('brancher');
  const all = ['name', `stock:${place?.id ?? ''}`, `stock:${branch.id}`, 'brandName'];
  const input = { sheet: 'products', headings: 'good|main|branch|brand' } as const;
  await server.call(rememberSheetMapping, { ...input, columns: all });
  const readFirst = async (by?: string) =>
    (await server.call(sheetMappings, { sheet: 'products' }, by))[0]?.columns;
  expect(await readFirst(token)).toEqual(['name', null, `stock:${branch.id}`, 'brandName']);
  const own = ['name', null, `stock:${branch.id}`, null];
  await server.call(rememberSheetMapping, { ...input, columns: own }, token);
  expect(await readFirst(token)).toEqual(own);
  expect(await readFirst()).toEqual(['name', `stock:${place?.id ?? ''}`, own[2], null]);
});

test('the least recently used of more than a hundred mappings are deleted', async () => {
  for (let at = 0; at < 101; at += 1)
    await server.call(rememberSheetMapping, {
      sheet: 'members',
      headings: `file ${at}`,
      columns: ['name'],
    });
  const kept = await server.call(sheetMappings, { sheet: 'members' });
  expect(kept.map((one) => one.headings)).toEqual(
    Array.from({ length: 100 }, (_, at) => `file ${100 - at}`),
  );
});

test('mappings of a sheet are refused to users who may not import the sheet', async () => {
  await server.addUser({ loginName: 'viewer', role: 'keeper' });
  const token = await server.signIn('viewer');
  for (const [call, input] of [
    [sheetMappings, { sheet }],
    [rememberSheetMapping, { sheet, headings, columns: ['name'] }],
    [forgetSheetMapping, { sheet, headings }],
  ] as const)
    expect(await server.refusal(call, input as never, token)).toMatchObject({
      key: 'access.denied',
    });
});
