// A new record type without code: a database table, a declaration by `defineRecord` and a menu row.
import { packings } from '@tradehouse/contract/testPacking';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { TestServer } from './testing.ts';

let contract: typeof import('@tradehouse/contract');
let server: TestServer;
beforeAll(async () => {
  // Adds the declaration to the contract before other modules read the contract.
  vi.doMock('@tradehouse/contract/inOutItems', async (original) => ({
    ...(await original<object>()),
    packings,
  }));
  const { menu } = await import('@tradehouse/database/menu');
  const row = menu.find(({ url }) => url === '/system/depot');
  const own = { number: '010299', url: packings.page, component: '/system/PackingList' };
  (menu as object[]).push({ ...row, ...own, zh: '包装', en: 'Packings' });
  contract = await import('@tradehouse/contract');
  const { aServer } = await import('./testing.ts');
  server = await aServer();
  const { admin, connections } = server.database;
  await sql`
    create table packing (
      tenant_id  bigint not null,
      id         bigint generated always as identity,
      name       text not null,
      material   text not null default '',
      rent       numeric(24,6),
      sort       integer not null default 0,
      remark     text not null default '',
      enabled    boolean not null default true,
      version    integer not null default 1,
      created_at timestamptz not null default now(),
      primary key (tenant_id, id),
      constraint packing__name_once unique (tenant_id, name)
    )`.execute(admin);
  await sql`grant select, insert, update, delete on packing to ${sql.id(connections.app.user)}`.execute(
    admin,
  );
});
afterAll(() => server.stop());

const rowsOf = async (search: object, token?: string): Promise<Record<string, unknown>[]> =>
  (await server.request('GET', packings.table.path, { search }, token)).json().data.rows;
const given = { name: 'Crate', material: 'Wood', rent: '1.50', sort: 3, remark: 'Old' } as const;

test('a record of a newly declared type is added, read, listed, changed, disabled and deleted', async () => {
  const { id, version } = await server.call(packings.add, given);
  const kept = { ...given, id, version, rent: '1.5', enabled: true };
  expect(await server.call(packings.infoCall, { id })).toEqual(kept);
  expect(await rowsOf({ name: 'rat' })).toEqual([
    { ...kept, createTime: expect.any(String) as unknown },
  ]);
  expect(await rowsOf({ name: 'Sack' })).toEqual([]);
  await server.call(packings.update, { id, version, name: 'Crates', material: 'Tin' });
  await server.call(packings.setStatus, { ids: id, status: false });
  expect(await rowsOf({ enabled: false })).toMatchObject([
    { name: 'Crates', material: 'Tin', rent: '1.5', remark: 'Old' },
  ]);
  await server.call(packings.remove, { id });
  expect(await rowsOf({})).toEqual([]);
});

test('a wrong value in a record of a newly declared type is refused with the field name', async () => {
  await server.call(packings.add, { name: 'Pallet' });
  const add = (fields: object) => server.refusal(packings.add, { name: 'Tray', ...fields });
  expect((await add({ name: 'T' })).data).toMatchObject({ field: 'name' });
  expect((await add({ material: 'x'.repeat(21) })).data).toMatchObject({ field: 'material' });
  expect((await add({ rent: '-1' })).data).toMatchObject({ field: 'rent' });
  expect((await add({ name: 'Pallet' })).data).toMatchObject({ field: 'name' });
  expect((await add({ told: 'no' })).data).toMatchObject({ field: 'told' });
});

test('a user without amount rights keeps the hidden amount of a newly declared record type', async () => {
  await server.addUser({ loginName: 'keeper', role: 'manager', hideAmounts: true });
  const token = await server.signIn('keeper');
  const { id, version } = await server.call(packings.add, { name: 'Cask', rent: '7' });
  expect(await server.call(packings.infoCall, { id }, token)).toMatchObject({ rent: null });
  expect(await rowsOf({ name: 'Cask' }, token)).toMatchObject([{ rent: null }]);
  await server.call(packings.update, { id, version, name: 'Cask', rent: '1' }, token);
  expect(await server.call(packings.infoCall, { id })).toMatchObject({ rent: '7' });
});

test('a newly declared record type requires its page, and has a log name in both languages', async () => {
  const { choiceLabel, fieldLabel, logSubjects, logTable } = contract;
  await server.addUser({ loginName: 'clerk', role: 'salesperson' });
  const clerk = await server.signIn('clerk');
  expect(await server.refusal(packings.add, { name: 'Keg' }, clerk)).toMatchObject({ status: 403 });
  await server.call(packings.add, { name: 'Keg' });
  const log = await server.request('GET', logTable.path, { search: { subject: 'packing' } });
  expect(log.json().data.rows[0]).toMatchObject({ subject: 'packing', action: 'add' });
  expect(logSubjects).toContain('packing');
  expect(choiceLabel('en', 'subject', 'packing')).toBe('Packing');
  expect(fieldLabel('zh-cn', 'packing', 'rent')).toBe('租金');
});
