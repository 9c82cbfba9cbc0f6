// Upgrade of a company with data of the first schema (documents of eighteen kinds, in two currencies, with
// lots, serials, deposits and goods in transit) to the current schema.
import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withClient } from './connection.ts';
import type { Connection } from './connection.ts';
import { migrateDatabase } from './migrate.ts';
import { readMigrations } from './migrations.ts';
import { quoteIdentifier, rolesOf } from './roles.ts';
import { TEST_SERVER } from './testing.ts';
import type { TestServer } from './testing.ts';
import { verifyDatabase } from './verify.ts';

// SAFETY: the tests' own start wrote it.
const { admin } = JSON.parse(process.env[TEST_SERVER] ?? '') as TestServer;
const old: Connection = { ...admin, database: `upgrade_${randomBytes(6).toString('hex')}` };
const FILE = path.join(import.meta.dirname, 'fixtures/books-0001.json.gz');

type Tables = Readonly<Record<string, readonly object[]>>;

/** Puts rows in as they were, whatever watches the tables; the columns that the database computes it computes again. */
const fill = (tables: Tables): Promise<void> =>
  withClient(old, async (client) => {
    await client.query('set session_replication_role = replica');
    for (const [table, rows] of Object.entries(tables)) {
      const { rows: columns } = await client.query<{ name: string }>(
        `select column_name as name from information_schema.columns
         where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
        [table],
      );
      const names = columns.map(({ name }) => quoteIdentifier(name)).join(', ');
      await client.query(`delete from ${quoteIdentifier(table)}`);
      await client.query(
        `insert into ${quoteIdentifier(table)} (${names}) overriding system value
         select ${names} from json_populate_recordset(null::${quoteIdentifier(table)}, $1)`,
        [JSON.stringify(rows)],
      );
    }
  });

/** What stands in the books: stock by place, money by purse, and how much was ever written. */
const books = () =>
  withClient(old, async (client) => {
    const { rows } = await client.query<{ said: string }>(`
      select concat_ws(' ', 'stock', warehouse_id, sku_id, quantity) as said from stock_balance where quantity <> 0
      union all select concat_ws(' ', 'money', purse, holder_id, amount) from money_balance where amount <> 0
      union all select concat_ws(' ', 'documents', count(*)) from document
      union all select concat_ws(' ', 'lines', count(*)) from document_line
      union all select concat_ws(' ', 'moves', count(*)) from stock_move
      union all select concat_ws(' ', 'entries', count(*)) from money_entry
      order by said`);
    return rows.map(({ said }) => said);
  });

let before: readonly string[];
beforeAll(async () => {
  const all = await readMigrations();
  await migrateDatabase(old, { migrations: all.slice(0, 1) });
  // SAFETY: written from the tables of that time.
  await fill(JSON.parse(gunzipSync(await fs.readFile(FILE)).toString()) as Tables);
  before = await books();
  await migrateDatabase(old, {
    migrations: all.slice(
      0,
      all.findIndex(({ name }) => name.startsWith('0043')),
    ),
  });
  await withClient(old, (client) =>
    client.query(`
      insert into ledger_account (tenant_id, code, type, name)
      select id, '220302', 'liability', 'Its own' from tenant`),
  );
  const days = all.findIndex(({ name }) => name.startsWith('0044'));
  await migrateDatabase(old, { migrations: all.slice(0, days) });
  await withClient(old, (client) =>
    client.query('update document set bonus = 3 where exchange_rate = 1'),
  );
  await migrateDatabase(old);
});

afterAll(() =>
  withClient(admin, async (client) => {
    await client.query(`drop database if exists ${quoteIdentifier(old.database)} with (force)`);
    for (const role of Object.values(rolesOf(old.database)))
      await client.query(`drop role if exists ${quoteIdentifier(role)}`);
  }),
);

test('an upgrade neither loses nor changes rows of the ledgers', async () => {
  expect(before.length).toBeGreaterThan(15);
  expect(await books()).toEqual(before);
});

test('a ledger account added by the company gets no roles from an upgrade', async () => {
  const roles = (name: string) =>
    withClient(old, async (client) => {
      const { rows } = await client.query<{ role: string }>(
        `select distinct role from ledger_role role
         join ledger_account held on held.tenant_id = role.tenant_id and held.id = role.ledger_account_id
         where held.name = $1 order by 1`,
        [name],
      );
      return rows.map(({ role }) => role);
    });
  expect(await roles('Its own')).toEqual([]);
  expect(await roles('会员预存款')).toEqual(['bonus', 'prepaid']);
});

test('the daily roll-up holds the sum of the bonus of documents', async () => {
  await withClient(old, async (client) => {
    const { rows } = await client.query<{ days: string; documents: string }>(`
      select (select sum(bonus) from whole_document_day) as days,
        (select sum(bonus) from document where deleted_at is null) as documents`);
    expect(Number(rows[0]?.documents)).toBeGreaterThan(0);
    expect(rows[0]?.days).toBe(rows[0]?.documents);
    await client.query('update document set bonus = 0; update document_day set bonus = 0');
  });
});

test('every invariant of today holds for upgraded books', async () => {
  const { tenants, violations } = await verifyDatabase(old);
  expect(tenants).toBeGreaterThan(0);
  expect(violations).toEqual([]);
});
