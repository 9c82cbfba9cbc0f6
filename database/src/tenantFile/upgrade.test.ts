import { createHash } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedPlatform } from '../index.ts';
import { openDatabasePool } from '../connect.ts';
import { withClient } from '../connection.ts';
import { testDatabase } from '../testing.ts';
import type { TestDatabase } from '../testing.ts';
import { readTenantFile, upgradeTenantFile } from './index.ts';

/** Companies as earlier schemas wrote them: a file for each, named after the newest step it knew. Never rewritten. */
const written = join(import.meta.dirname, 'written');

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await testDatabase();
  folder = await mkdtemp(join(tmpdir(), 'tradehouse-upgrade-'));
  const db = openDatabasePool(database.connections.owner, { size: 1 });
  await seedPlatform(db, () => Promise.resolve('operator'));
  await db.destroy();
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await database.drop();
});

const databases = async (): Promise<readonly string[]> =>
  withClient(database.connections.admin, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select datname as name from pg_database where datname like 'tradehouse_upgrade_%'
       union all select rolname from pg_roles where rolname like 'tradehouse_upgrade_%'`,
    );
    return rows.map(({ name }) => name);
  });

test.each(await readdir(written))(
  'the company file %s is upgraded to today’s schema with all data, and passes every check',
  async (name) => {
    const newer = join(folder, name);
    await upgradeTenantFile(
      database.connections.admin,
      () => createReadStream(join(written, name)),
      newer,
    );
    const db = openDatabasePool(database.connections.owner, { size: 1, prepare: false });
    const { code, rows } = await db.transaction().execute((tx) =>
      readTenantFile(tx, () => createReadStream(newer), {
        as: `from-${name.slice(0, 4)}`,
        ownerHash: 'owner',
        unusableHash: 'unusable',
      }),
    );
    await db.destroy();
    expect(rows).toMatchObject({ document: 6, document_line: 7, stock_move: 6, money_entry: 12 });
    const stock = await sql<{ held: string }>`
      select trim_scale(sum(b.quantity))::text as held from stock_balance b
      join tenant t on t.id = b.tenant_id where t.code = ${code}`.execute(database.admin);
    expect(stock.rows).toEqual([{ held: '14' }]);
    expect(await databases()).toEqual([]);
  },
);

test('a company file with unknown columns is refused, and its temporary database is dropped', async () => {
  const lines = gunzipSync(readFileSync(join(written, '0001.tradehouse.gz')))
    .toString('utf8')
    .split('\n')
    .slice(0, -2);
  const text = `${lines.join('\n').replace(/"schema":"[0-9a-f]{4}/, '"schema":"0000')}\n`;
  const seal = createHash('sha256').update(text).digest('hex');
  const bytes = gzipSync(`${text}${JSON.stringify({ seal })}\n`);
  await expect(
    upgradeTenantFile(database.connections.admin, () => Readable.from([bytes]), join(folder, 'no')),
  ).rejects.toThrow('made by a version of the product that this one does not know');
  expect(await databases()).toEqual([]);
});
