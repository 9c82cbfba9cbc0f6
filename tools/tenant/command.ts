// Shared by the two commands: access to the database, and their end.
import { parseArgs } from 'node:util';
import {
  TenantFileError,
  openDatabasePool,
  withClient,
  type Connection,
  type Database,
} from '@tradehouse/database';
import type { Kysely } from 'kysely';
import { onDatabase } from '../start/database.ts';
import { explainStartFailure } from '../start/report.ts';
import { readOperatorSettings } from '../start/settings.ts';

export type Say = (line: string) => void;

/** Command failure; the message is one sentence. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/**
 * Runs work on the product's database with the owner role: a running product's, or one started for the
 * duration.
 */
export async function withOwner(
  say: Say,
  work: (db: Kysely<Database>, admin: Connection) => Promise<void>,
): Promise<void> {
  await onDatabase(readOperatorSettings(process.env), { say }, async (connection) => {
    const role = await findTableOwner(connection);
    const db = openDatabasePool(
      { ...connection, role },
      { size: 1, name: 'tradehouse tenant', prepare: false },
    );
    try {
      await work(db, connection);
    } finally {
      await db.destroy();
    }
  });
}

/** Owner role of the tables: behind row-level security like the server, with its write rights. */
const findTableOwner = (connection: Connection): Promise<string> =>
  withClient(connection, async (client) => {
    const { rows } = await client.query<{ owner: string }>(
      `select tableowner as owner from pg_tables where schemaname = 'public' and tablename = 'tenant'`,
    );
    const [table] = rows;
    if (table === undefined)
      throw new CommandError('The product was never started on this database: start it first.');
    return table.owner;
  });

interface TenantCommandInput {
  readonly positionals: readonly string[];
  readonly as: string | undefined;
}

/** Runs a command and reports its end: an explanatory sentence, or the usage. */
export async function runTenantCommand(
  usage: string,
  work: (asked: TenantCommandInput, say: Say) => Promise<void> | null,
): Promise<void> {
  const say: Say = (line) => console.log(line);
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { as: { type: 'string' } },
    });
    const working = work({ positionals, as: values.as }, say);
    if (working === null) throw new CommandError(`Say it so: ${usage}`);
    await working;
  } catch (error) {
    const plain = error instanceof CommandError || error instanceof TenantFileError;
    console.error(plain ? error.message : explainStartFailure(error, 0));
    process.exitCode = 1;
  }
}
