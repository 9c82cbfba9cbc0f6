import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { withDatabasePool } from '../connect.ts';
import { withClient } from '../connection.ts';
import type { Connection } from '../connection.ts';
import { migrateDatabase } from '../migrate.ts';
import { readMigrations } from '../migrations.ts';
import type { Migration } from '../migrations.ts';
import { quoteIdentifier, rolesOf } from '../roles.ts';
import { companyTables, schemaHash } from './companyTables.ts';
import { linesIn } from './lines.ts';
import { TenantFileError } from './manifest.ts';
import { takeRows, wholeFile } from './read.ts';
import { writeTenantFile } from './write.ts';

const poolOnce = { size: 1, prepare: false } as const;

/**
 * Upgrades an older version's company file and writes the result to `path`. A temporary database takes the
 * rows at the original schema and runs all later migrations. Fails with a TenantFileError, `schema` if no
 * known version had such columns.
 *
 * @param admin a server administrator with the right to create databases and roles.
 */
export async function upgradeTenantFile(
  admin: Connection,
  open: () => Readable,
  path: string,
): Promise<void> {
  const aside = {
    ...admin,
    database: `tradehouse_upgrade_${randomBytes(6).toString('hex')}`,
  };
  try {
    const tenantId = await takenAsWritten(aside, open);
    const { owner } = await migrateDatabase(aside);
    await withDatabasePool(owner, poolOnce, (db) =>
      db
        .transaction()
        .execute((tx) => writeTenantFile(tx, tenantId, createWriteStream(path, { mode: 0o600 }))),
    );
  } finally {
    await dropDatabaseAndRoles(admin, aside.database);
  }
}

/** Inserts the rows at the first matching schema. Returns the company id. */
async function takenAsWritten(aside: Connection, open: () => Readable): Promise<string> {
  const manifest = await wholeFile(linesIn(open()));
  const steps = await readMigrations();
  for (const length of steps.keys()) {
    const owner = await migrateAsideTo(aside, steps.slice(0, length + 1));
    const tenantId = await withDatabasePool(owner, poolOnce, (db) =>
      db.transaction().execute(async (tx) => {
        const tables = await companyTables(tx);
        if (schemaHash(tables) !== manifest.schema) return null;
        const { code } = manifest.company;
        return (await takeRows(tx, manifest, linesIn(open()), tables, code)).tenantId;
      }),
    );
    if (tenantId !== null) return tenantId;
  }
  throw new TenantFileError('schema');
}

const migrateAsideTo = async (
  aside: Connection,
  migrations: readonly Migration[],
): Promise<Connection> => (await migrateDatabase(aside, { migrations })).owner;

/** Roles carry the database name and are dropped with the database. */
async function dropDatabaseAndRoles(admin: Connection, database: string): Promise<void> {
  await withClient(admin, async (client) => {
    await client.query(`drop database if exists ${quoteIdentifier(database)} with (force)`);
    for (const role of Object.values(rolesOf(database)))
      await client.query(`drop role if exists ${quoteIdentifier(role)}`);
  });
}
