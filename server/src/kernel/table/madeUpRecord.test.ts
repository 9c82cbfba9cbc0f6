// A record that no one wrote code for: its table of the database and its declaration make list, calls, checks and masks.
import { is, record, remarked, switched } from '@tradehouse/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aServer } from '../../testing.ts';
import type { TestServer } from '../../testing.ts';
import { mountResource, recordWriter } from '../index.ts';

const packings = record({
  id: 'packings',
  path: '/packing',
  page: '/system/depot',
  unique: { field: 'name' },
  status: true,
  fields: {
    name: { is: is.name(2, 30), keeps: 'name', enters: 'form', lists: {}, filters: 'first' },
    type: { is: is.oneOf(['box', 'bag']), keeps: 'type', enters: 'form', lists: {} },
    storageFee: {
      is: is.taking(is.money('money'), is.amount.takes),
      keeps: 'storage_fee',
      enters: 'form',
      lists: { sum: true },
    },
    remark: remarked,
    enabled: switched,
    told: { is: is.words, reads: 'both', lists: {} },
  },
});
// The made-up table has these columns of another, by which the compiler knows them.
const TABLE = 'packing' as 'warehouse';
const writer = recordWriter(TABLE, packings, {
  reads: { told: () => sql`row.name || ' ' || row.type` },
});

// What names no column, and what nothing reads, does not compile.
const declared = {
  id: 'no',
  path: '/no',
  page: '/system/depot',
  unique: { field: 'name' },
} as const;
const none = record({ ...declared, fields: { name: { is: is.words, keeps: 'no_column' } } });
// @ts-expect-error no such column
recordWriter(TABLE, none, { reads: {} });
const lost = record({ ...declared, fields: { name: { is: is.words, reads: 'both' } } });
// @ts-expect-error nothing reads it
recordWriter(TABLE, lost, { reads: {} });

let server: TestServer;
beforeAll(async () => {
  server = await aServer({ extra: [(app) => mountResource(app, packings, writer)] });
  const { admin, connections } = server.database;
  await sql`
    create table packing (
      tenant_id   bigint not null,
      id          bigint generated always as identity,
      name        text not null,
      type        text not null,
      storage_fee numeric(24,6),
      remark      text not null default '',
      enabled     boolean not null default true,
      version     integer not null default 1,
      created_at  timestamptz not null default now(),
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

test('it is added, read, listed, found, changed, switched off and deleted', async () => {
  const given = { name: 'Crate', type: 'box', storageFee: '1.50', remark: 'Wood' } as const;
  const { id, version } = await server.call(packings.add, given);
  const kept = { ...given, id, version, storageFee: '1.5', enabled: true, told: 'Crate box' };
  expect(await server.call(packings.infoCall, { id })).toEqual(kept);
  expect(await rowsOf({ name: 'rat' })).toEqual([
    { ...kept, createTime: expect.any(String) as unknown },
  ]);
  expect(await rowsOf({ name: 'Sack' })).toEqual([]);
  await server.call(packings.update, { id, version, name: 'Crates', type: 'bag' });
  await server.call(packings.setStatus, { ids: id, status: false });
  expect(await rowsOf({ enabled: false })).toMatchObject([
    { name: 'Crates', type: 'bag', storageFee: '1.5', remark: 'Wood', told: 'Crates bag' },
  ]);
  await server.call(packings.remove, { id });
  expect(await rowsOf({})).toEqual([]);
});

test('what does not fit is refused at its field', async () => {
  await server.call(packings.add, { name: 'Pallet', type: 'box' });
  const add = (fields: object) =>
    server.refusal(packings.add, { name: 'Tray', type: 'box', ...fields } as never);
  expect((await add({ name: 'T' })).data).toMatchObject({ field: 'name' });
  expect((await add({ type: 'barrel' })).data).toMatchObject({ field: 'type' });
  expect((await add({ storageFee: '-1' })).data).toMatchObject({ field: 'storageFee' });
  expect((await add({ name: 'Pallet' })).data).toMatchObject({ field: 'name' });
  expect((await add({ told: 'no' })).data).toMatchObject({ field: 'told' });
});

test('an amount stays hidden from anyone who may not see it, and as it was when they save', async () => {
  await server.addUser({ loginName: 'keeper', role: 'manager', hideAmounts: true });
  const token = await server.signIn('keeper');
  const { id, version } = await server.call(packings.add, {
    name: 'Cask',
    type: 'box',
    storageFee: '7',
  });
  expect(await server.call(packings.infoCall, { id }, token)).toMatchObject({ storageFee: null });
  expect(await rowsOf({ name: 'Cask' }, token)).toMatchObject([{ storageFee: null }]);
  const change = { id, version, name: 'Cask', type: 'bag', storageFee: '1' } as const;
  await server.call(packings.update, change, token);
  expect(await server.call(packings.infoCall, { id })).toMatchObject({
    type: 'bag',
    storageFee: '7',
  });
});
