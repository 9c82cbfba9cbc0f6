import type { Database } from '@tradehouse/database';
import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely';
import type { DatabaseConnection, Driver, Transaction } from 'kysely';
import { connectionLost } from './sqlError.ts';

/** A failed COMMIT: the work may or may not be in the books. */
export class CommitUnknown extends Error {
  override readonly name = 'CommitUnknown';
}

/**
 * Runs `use` in one transaction of a tenant: it commits when `use` answers and rolls back when it throws. `finish`
 * writes what comes last; it shares its trip with the commit, which rolls back when it fails.
 * Throws CommitUnknown when the connection broke before the commit was confirmed.
 */
export const inTenant = async <T>(
  db: Kysely<Database>,
  tenantId: string,
  begin: string,
  use: (tx: Transaction<Database>) => Promise<T>,
  finish?: (tx: Transaction<Database>, result: T) => Promise<void>,
): Promise<T> =>
  // Begin and the tenant travel as one message, which the builder's own transaction() can't do.
  inTransaction(db, use, `${begin}; set local app.tenant_id = '${digits(tenantId)}'`, finish);

/** The same for work that makes its tenant first, and sets it then. */
export async function inTransaction<T>(
  db: Kysely<Database>,
  use: (tx: Transaction<Database>) => Promise<T>,
  begin = 'begin',
  finish?: (tx: Transaction<Database>, result: T) => Promise<void>,
): Promise<T> {
  return db.getExecutor().provideConnection(async (connection) => {
    const tx = await unqueued(connection);
    const begun = sql.raw(begin).execute(tx);
    // No one waits for it: a statement that came without it would find the walls closed.
    begun.catch(() => {});
    const result = await use(tx).catch(async (error: unknown) => {
      await sql
        .raw('rollback')
        .execute(tx)
        .catch(() => {});
      throw error;
    });
    await begun;
    const [finished, committed] = await Promise.allSettled([finish?.(tx, result), commit(tx)]);
    // Both answers can be lost together: then the commit may have happened, and that is what counts.
    if (committed.status === 'rejected' && committed.reason instanceof CommitUnknown)
      throw committed.reason;
    for (const end of [finished, committed]) if (end.status === 'rejected') throw end.reason;
    return result;
  });
}

/**
 * A builder on one connection that does not wait for a statement before it sends the next: the driver keeps them in
 * order and the server answers them in order, so statements that need not know each other's answers share a trip.
 */
async function unqueued(connection: DatabaseConnection): Promise<Transaction<Database>> {
  const nothing = async (): Promise<void> => {};
  const driver: Driver = {
    init: nothing,
    acquireConnection: async () => connection,
    beginTransaction: nothing,
    commitTransaction: nothing,
    rollbackTransaction: nothing,
    releaseConnection: nothing,
    destroy: nothing,
  };
  const db = new Kysely<Database>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  // A driver that still starts up would let the second statement overtake the first.
  await db.getExecutor().provideConnection(nothing);
  // SAFETY: a transaction is this one connection between begin and commit.
  return db as unknown as Transaction<Database>;
}

async function commit(tx: Transaction<Database>): Promise<void> {
  try {
    await sql.raw('commit').execute(tx);
  } catch (cause) {
    if (connectionLost(cause)) throw new CommitUnknown('the commit was not confirmed', { cause });
    throw cause;
  }
}

/** A tenant's id stands in the text of a statement, so it is nothing but digits. */
function digits(id: string): string {
  if (!/^\d{1,18}$/.test(id)) throw new Error('a tenant id must be digits');
  return id;
}
