import type { Database } from '@tradehouse/database';
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import { connectionLost } from './sqlError.ts';

/** A failed COMMIT: the work may or may not be in the books. */
export class CommitUnknown extends Error {
  override readonly name = 'CommitUnknown';
}

/**
 * Runs `use` in one transaction of a tenant: it commits when `use` answers and rolls back when it throws.
 * Throws CommitUnknown when the connection broke before the commit was confirmed.
 */
export async function inTenant<T>(
  db: Kysely<Database>,
  tenantId: string,
  begin: string,
  use: (tx: Transaction<Database>) => Promise<T>,
): Promise<T> {
  return db.connection().execute(async (connection) => {
    // SAFETY: a transaction is this one connection between begin and commit. Begin and the tenant travel as one
    // message, which the builder's own transaction() can't do.
    const tx = connection as unknown as Transaction<Database>;
    await sql.raw(`${begin}; set local app.tenant_id = '${digits(tenantId)}'`).execute(tx);
    const result = await use(tx).catch(async (error: unknown) => {
      await sql
        .raw('rollback')
        .execute(tx)
        .catch(() => {});
      throw error;
    });
    await commit(tx);
    return result;
  });
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
