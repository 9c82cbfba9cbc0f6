// Deletion of sample data, and the remaining records.
import {
  emptySamples,
  fillSamples,
  institutions,
  samples,
  setLock,
  startCount,
} from '@tradehouse/contract';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { aShopServer, lineOf } from '../document/testShop.ts';
import { rollUpPostings } from '../posting/index.ts';

const { server, shop } = await aShopServer();
const { company, database } = server;
const { tenantId } = company;

const state = (to: string): Promise<unknown> =>
  server.arrange(company, (tx) =>
    sql`insert into sample (tenant_id, state) values (${tenantId}, ${to})
      on conflict (tenant_id) do update set state = excluded.state`.execute(tx),
  );
const counted = async (table: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)} where tenant_id = ${tenantId}`.execute(
    database.admin,
  );
  return rows[0]?.count ?? 0;
};

const firstItem = async (): Promise<string> => {
  const { rows } = await sql<{ id: string }>`
    select id from in_out_item where tenant_id = ${tenantId} and type = 'income' limit 1`.execute(
    database.admin,
  );
  return rows[0]?.id ?? '';
};

beforeEach(() => state('filled'));

test('sales posted while samples are emptied are deleted with the samples, or are refused', async () => {
  const cups = await shop.product();
  await shop.goods('purchaseIn', [lineOf(cups, '500', '10')]);
  await server.call(setLock, { skuId: cups.skuId, warehouseId: shop.main, quantity: '3' });
  await server.call(startCount, { warehouseId: shop.main });
  // Sales on credit, and pieces that are written off: what names no partner waits for none that goes.
  const sales = Array.from({ length: 24 }, (_, at) =>
    at % 2 === 0
      ? shop.goods('saleOut', [lineOf(cups, '1')], { paidNow: '0' })
      : shop.goods('otherOut', [lineOf(cups, '1')], { partnerId: null }),
  );
  await Promise.race(sales);
  const folding = Array.from({ length: 24 }, () => rollUpPostings(database.app, tenantId, 1));
  expect(await server.call(emptySamples, {})).toMatchObject({ state: 'empty' });
  await Promise.allSettled([...sales, ...folding]);
  expect(await Promise.all(['document', 'stock_move', 'money_period', 'sku'].map(counted))).toEqual(
    [0, 0, 0, 0],
  );
  expect(await database.violations()).toEqual([]);
});

test('a company without samples keeps all of its records', async () => {
  await state('empty');
  await server.arrange(company, (tx) =>
    sql`insert into brand (tenant_id, name, code) values (${tenantId}, 'Own', 'OWN')`.execute(tx),
  );
  expect(await server.call(emptySamples, {})).toMatchObject({ state: 'empty' });
  expect(await counted('brand')).toBe(1);
  const { rows } = await sql<{ id: string }>`
    select id from account where tenant_id = ${tenantId}`.execute(database.admin);
  await shop.money('itemIn', [{ itemId: await firstItem(), amount: '5' }], {
    partnerId: null,
    accountId: rows[0]?.id ?? '',
  });
  expect(await server.call(samples, {})).toBeNull();
  for (const call of [fillSamples, emptySamples])
    expect(await server.refusal(call, {})).toMatchObject({ key: 'record.missing' });
});

test('emptying samples keeps institutions and pictures of users, and reopens closed days', async () => {
  const { id: institutionId } = await server.call(institutions.add, { name: 'North', number: 'N' });
  const userId = await server.addUser({ loginName: 'northern', role: 'manager', institutionId });
  await server.arrange(company, async (tx) => {
    await sql`insert into user_institution (tenant_id, user_id, institution_id)
      values (${tenantId}, ${userId}, ${institutionId})`.execute(tx);
    for (const owner of ['user', 'brand', null])
      await sql`insert into stored_file (tenant_id, owner, owner_id, name, type, size, bytes, creator_id)
        values (${tenantId}, ${owner}, ${owner === null ? null : userId}, 'a.png', 'image/png', 1, 'a', ${userId})`.execute(
        tx,
      );
    await sql`insert into print_logo (tenant_id, logo) values (${tenantId}, 'data:')`.execute(tx);
    await sql`update tenant_setting set closed_until = '2020-01-31' where tenant_id = ${tenantId}`.execute(
      tx,
    );
  });
  await server.call(emptySamples, {});
  expect(await Promise.all(['user_institution', 'stored_file', 'print_logo'].map(counted))).toEqual(
    [1, 1, 1],
  );
  const { rows } = await sql`
    select closed_until from tenant_setting where tenant_id = ${tenantId}`.execute(database.admin);
  expect(rows).toEqual([{ closed_until: null }]);
  expect(await database.violations()).toEqual([]);
});

test('no table kept by the emptying of samples has a foreign key to an emptied table', async () => {
  const { rows } = await sql<{
    source: string;
  }>`select prosrc as source from pg_proc where proname = 'empty_sample'`.execute(database.admin);
  const kept = [...(rows[0]?.source ?? '').matchAll(/'([a-z_]+)'/g)].map(([, name]) => name);
  const { rows: naming } = await sql`
    select conname from pg_constraint
    where contype = 'f' and conrelid::regclass::text = any(${kept}::text[])
      and not confrelid::regclass::text = any(${kept}::text[])`.execute(database.admin);
  expect(naming).toEqual([]);
});
