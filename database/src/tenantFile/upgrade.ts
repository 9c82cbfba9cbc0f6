import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import type { Kysely } from 'kysely';
import { connect } from '../connect.ts';
import { withClient } from '../connection.ts';
import type { Connection } from '../connection.ts';
import type { Database } from '../database.generated.ts';
import { migrate } from '../migrate.ts';
import { readMigrations } from '../migrations.ts';
import type { Migration } from '../migrations.ts';
import { quoted, rolesOf } from '../roles.ts';
import { companyTables, schemaHash } from './companyTables.ts';
import { linesIn } from './lines.ts';
import { TenantFileError } from './manifest.ts';
import { takeRows, wholeFile } from './read.ts';
import { writeTenantFile } from './write.ts';

/**
 * Writes to `path` the company of a file that an older version made, as this version keeps it: a database of its own takes
 * the rows at the schema they were written at, and then every step since. It is dropped afterwards.
 * Fails with a TenantFileError, `schema` where no version is known that kept such columns.
 *
 * @param admin an administrator of the server, who may create databases and roles.
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
    const { owner } = await migrate(aside);
    await working(owner, (db) =>
      db
        .transaction()
        .execute((tx) => writeTenantFile(tx, tenantId, createWriteStream(path, { mode: 0o600 }))),
    );
  } finally {
    await drop(admin, aside.database);
  }
}

/** Takes the rows at the first schema that keeps the file's columns. Answers the company's id. */
async function takenAsWritten(aside: Connection, open: () => Readable): Promise<string> {
  const manifest = await wholeFile(linesIn(open()));
  const steps = await readMigrations();
  for (const length of steps.keys()) {
    const owner = await at(aside, steps.slice(0, length + 1));
    const tenantId = await working(owner, (db) =>
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

const at = async (aside: Connection, migrations: readonly Migration[]): Promise<Connection> =>
  (await migrate(aside, { migrations })).owner;

async function working<T>(
  connection: Connection,
  work: (db: Kysely<Database>) => Promise<T>,
): Promise<T> {
  const db = connect(connection, { size: 1, prepare: false });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/** The roles are named after the database, and go with it. */
async function drop(admin: Connection, database: string): Promise<void> {
  await withClient(admin, async (client) => {
    await client.query(`drop database if exists ${quoted(database)} with (force)`);
    for (const role of Object.values(rolesOf(database)))
      await client.query(`drop role if exists ${quoted(role)}`);
  });
}
