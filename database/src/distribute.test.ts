import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTenant } from '../seed/tenant.ts';
import { openDatabasePool } from './connect.ts';
import { withClient } from './connection.ts';
import { planDistribution, ownerWalls } from './distribute.ts';
import { testDatabase } from './testing.ts';
import type { TestDatabase } from './testing.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

test('platform tables are copied, all further tables are distributed by company and colocated', async () => {
  const statements = await withClient(db.connections.admin, planDistribution);
  const copied = statements.filter((statement) => statement.includes('create_reference_table'));
  expect(copied).toEqual(
    [
      'failed_try',
      'function',
      'plan',
      'platform_config',
      'tenant',
      'login',
      'login_challenge',
      'session',
    ].map((name) => `select create_reference_table('"${name}"');`),
  );
  const spread = statements.filter((statement) => statement.includes('create_distributed_table'));
  const { rows } = await sql<{ walls: string }>`
    select count(*) as walls from pg_class
    where relrowsecurity and relnamespace = 'public'::regnamespace`.execute(db.admin);
  expect(spread.length).toBe(Number(rows[0]?.walls));
  expect(spread.filter((statement) => !statement.includes('colocate_with'))).toHaveLength(1);
  expect(statements.slice(0, 2)).toEqual([
    'create extension if not exists citus;',
    'set citus.enable_local_reference_table_foreign_keys = off;',
  ]);
});

test('referenced tables are distributed before their referencing tables', async () => {
  const text = (await withClient(db.connections.admin, planDistribution)).join('\n');
  const place = (name: string) => text.indexOf(`table('"${name}"'`);
  const { rows } = await sql<{ child: string; parent: string }>`
    select distinct child.relname as child, parent.relname as parent from pg_constraint f
    join pg_class child on child.oid = f.conrelid join pg_class parent on parent.oid = f.confrelid
    where f.contype = 'f' and child.oid <> parent.oid and child.relnamespace = 'public'::regnamespace`.execute(
    db.admin,
  );
  expect(rows.length).toBeGreaterThan(40);
  expect(
    rows.filter(({ child, parent }) => place(parent) === -1 || place(parent) > place(child)),
  ).toEqual([]);
});

test('row-level security opened for the owner role still limits the server role', async () => {
  const owner = openDatabasePool(db.connections.owner, { size: 1 });
  for (const code of ['one', 'other']) {
    await createTenant(owner, {
      code,
      name: code,
      owner: { loginName: code, name: code, passwordHash: '' },
    });
  }
  const seenBy = async (pool: typeof owner) =>
    (await pool.selectFrom('warehouse').select('id').execute()).length;
  const walls = (forced: boolean) =>
    withClient(db.connections.admin, (client) => ownerWalls(client, forced));
  const run = async (statements: readonly string[]) => {
    for (const statement of statements) await sql.raw(statement).execute(owner);
  };
  expect([await seenBy(owner), await seenBy(db.app)]).toEqual([0, 0]);
  await run(await walls(false));
  expect([await seenBy(owner), await seenBy(db.app)]).toEqual([2, 0]);
  await run(await walls(true));
  expect([await seenBy(owner), await seenBy(db.app)]).toEqual([0, 0]);
  await owner.destroy();
});
