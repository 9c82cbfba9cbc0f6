import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTenant } from '../seed/tenant.ts';
import { openDatabasePool } from './connect.ts';
import type { Database } from './database.generated.ts';
import { testDatabase } from './testing.ts';
import type { TestDatabase } from './testing.ts';

let db: TestDatabase;
let ours: string;
let theirs: string;

beforeAll(async () => {
  db = await testDatabase();
  const owner = openDatabasePool(db.connections.owner, { size: 1 });
  const company = async (code: string) =>
    (
      await createTenant(owner, {
        code,
        name: code,
        owner: { loginName: code, name: code, passwordHash: '' },
      })
    ).tenantId;
  ours = await company('ours');
  theirs = await company('theirs');
  await owner.destroy();
});
afterAll(() => db.drop());

/** Runs as the server would for a company; null: no one has said which. */
const as = <Result>(
  tenantId: string | null,
  work: (tx: Transaction<Database>) => Promise<Result>,
  pool: Kysely<Database> = db.app,
): Promise<Result> =>
  pool.transaction().execute(async (tx) => {
    if (tenantId !== null) await sql.raw(`set local app.tenant_id = '${tenantId}'`).execute(tx);
    return work(tx);
  });

const walled = async (): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relrowsecurity and relnamespace = 'public'::regnamespace
    order by 1`.execute(db.admin);
  return rows.map(({ name }) => name);
};

test('a company sees only its own rows, in every table', async () => {
  const tables = await walled();
  expect(tables.length).toBeGreaterThan(35);
  for (const table of tables) {
    const seen = await as(ours, (tx) =>
      sql<{ tenant_id: string }>`select distinct tenant_id from ${sql.table(table)}`.execute(tx),
    );
    expect([table, seen.rows.filter((row) => row.tenant_id !== ours)]).toEqual([table, []]);
  }
});

test('without a company set, no row can be read or written', async () => {
  for (const table of await walled()) {
    const seen = await as(null, (tx) => sql`select from ${sql.table(table)}`.execute(tx));
    expect([table, seen.rows.length]).toEqual([table, 0]);
  }
  await expect(
    as(null, (tx) => tx.insertInto('account').values({ tenant_id: ours, name: 'x' }).execute()),
  ).rejects.toThrow(/row-level security/);
});

test('the company of a transaction does not reach the next transaction on its connection', async () => {
  const single = openDatabasePool(db.connections.app, { size: 1, name: 'a test' });
  const warehouses = (tx: Transaction<Database>) =>
    tx.selectFrom('warehouse').selectAll().execute();
  expect(await as(ours, warehouses, single)).toHaveLength(1);
  expect(await as(null, warehouses, single)).toHaveLength(0);
  await single.destroy();
});

describe("another company's rows", () => {
  test('are not found by their id', async () => {
    const found = await as(ours, (tx) =>
      tx.selectFrom('warehouse').selectAll().where('tenant_id', '=', theirs).execute(),
    );
    expect(found).toEqual([]);
  });

  test('can not be inserted', async () => {
    await expect(
      as(ours, (tx) => tx.insertInto('account').values({ tenant_id: theirs, name: 'x' }).execute()),
    ).rejects.toThrow(/row-level security/);
  });

  test('can be neither changed nor deleted', async () => {
    const changed = await as(ours, (tx) =>
      tx
        .updateTable('account')
        .set({ name: 'x' })
        .where('tenant_id', '=', theirs)
        .executeTakeFirst(),
    );
    expect(changed.numUpdatedRows).toBe(0n);
    const deleted = await as(ours, (tx) =>
      tx.deleteFrom('unit').where('tenant_id', '=', theirs).executeTakeFirst(),
    );
    expect(deleted.numDeletedRows).toBe(0n);
  });

  test('cannot be joined by a row moved from our company', async () => {
    await expect(
      as(ours, (tx) =>
        tx
          .updateTable('account')
          .set({ tenant_id: theirs })
          .where('tenant_id', '=', ours)
          .execute(),
      ),
    ).rejects.toThrow(/row-level security/);
  });

  test('can not be referred to', async () => {
    const warehouse = await db.admin
      .selectFrom('warehouse')
      .select('id')
      .where('tenant_id', '=', theirs)
      .executeTakeFirstOrThrow();
    const user = await db.admin
      .selectFrom('app_user')
      .select('id')
      .where('tenant_id', '=', ours)
      .executeTakeFirstOrThrow();
    await expect(
      as(ours, (tx) =>
        tx
          .insertInto('user_warehouse')
          .values({ tenant_id: ours, user_id: user.id, warehouse_id: warehouse.id })
          .execute(),
      ),
    ).rejects.toThrow(/user_warehouse__warehouse/);
  });
});

test.each(['stock_move', 'money_entry', 'audit_log'] as const)(
  'the server role can neither update nor delete rows of %s',
  async (table) => {
    await expect(
      as(ours, (tx) => sql`update ${sql.table(table)} set tenant_id = tenant_id`.execute(tx)),
    ).rejects.toThrow(/permission denied/);
    await expect(
      as(ours, (tx) => sql`delete from ${sql.table(table)}`.execute(tx)),
    ).rejects.toThrow(/permission denied/);
  },
);

test('the worker reads the outbox of every company and no further table', async () => {
  for (const tenantId of [ours, theirs]) {
    await as(tenantId, (tx) =>
      tx
        .insertInto('outbox')
        .values({ tenant_id: tenantId, topic: 'hello', payload: '{}' })
        .execute(),
    );
  }
  const worker = openDatabasePool(db.connections.worker, { size: 1 });
  const { rows } = await sql<{ tenant_id: string }>`
    select tenant_id from outbox order by tenant_id`.execute(worker);
  expect(rows.map((row) => row.tenant_id)).toEqual([ours, theirs]);
  await expect(sql`select from document`.execute(worker)).rejects.toThrow(/permission denied/);
  await worker.destroy();
});
