// What the two commands share: the way to the database, and how they end.
import { parseArgs } from 'node:util';
import {
  TenantFileError,
  connect,
  withClient,
  type Connection,
  type Database,
} from '@tradehouse/database';
import type { Kysely } from 'kysely';
import { onDatabase } from '../start/database.ts';
import { explained } from '../start/report.ts';
import { readSettings } from '../start/settings.ts';

export type Say = (line: string) => void;

/** What was asked for can't be done; the message is one sentence. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** Works on the product's database as the owner of its tables: a running product's, else started for the duration. */
export async function withOwner(
  say: Say,
  work: (db: Kysely<Database>, admin: Connection) => Promise<void>,
): Promise<void> {
  await onDatabase(readSettings(process.env), { say }, async (connection) => {
    const role = await ownerOf(connection);
    const db = connect(
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

/** The role that owns the tables: behind the walls like the server, and it may write what the server writes. */
const ownerOf = (connection: Connection): Promise<string> =>
  withClient(connection, async (client) => {
    const { rows } = await client.query<{ owner: string }>(
      `select tableowner as owner from pg_tables where schemaname = 'public' and tablename = 'tenant'`,
    );
    const [table] = rows;
    if (table === undefined)
      throw new CommandError('The product was never started on this database: start it first.');
    return table.owner;
  });

interface Asked {
  readonly positionals: readonly string[];
  readonly as: string | undefined;
}

/** Runs a command and says how it ended: in the sentence that explains it, or with how it is called. */
export async function told(
  usage: string,
  work: (asked: Asked, say: Say) => Promise<void> | null,
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
    console.error(plain ? error.message : explained(error, 0));
    process.exitCode = 1;
  }
}
