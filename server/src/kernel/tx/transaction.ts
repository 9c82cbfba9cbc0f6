import type { Database } from '@tradehouse/database';
import { DefaultQueryExecutor, Kysely, PostgresAdapter, PostgresIntrospector, sql } from 'kysely';
import type {
  CompiledQuery,
  DatabaseConnection,
  Dialect,
  Driver,
  QueryResult,
  Transaction,
} from 'kysely';
import { KeptTexts } from './keptTexts.ts';
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
    const tx = unqueued(connection);
    const begun = sql.raw(begin).execute(tx);
    // No one waits for it: a statement that came without it would find the walls closed.
    begun.catch(() => {});
    const work = async (): Promise<T> => {
      const result = await use(tx);
      await begun;
      return result;
    };
    const result = await work().catch(async (error: unknown) => {
      await sql
        .raw('rollback')
        .execute(tx)
        .catch(() => {});
      throw error;
    });
    const [finished, committed] = await Promise.allSettled([finish?.(tx, result), commit(tx)]);
    // Both answers can be lost together: then the commit may have happened, and that is what counts.
    if (committed.status === 'rejected' && committed.reason instanceof CommitUnknown)
      throw committed.reason;
    for (const end of [finished, committed]) if (end.status === 'rejected') throw end.reason;
    return result;
  });
}

const nothing = async (): Promise<void> => {};
const dialect: Dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => driver,
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new KeptTexts(),
};
/** Of a transaction, which neither gets nor gives back its connection. */
const driver: Driver = {
  init: nothing,
  acquireConnection: () => Promise.reject(new Error('a transaction has one connection')),
  beginTransaction: nothing,
  commitTransaction: nothing,
  rollbackTransaction: nothing,
  releaseConnection: nothing,
  destroy: nothing,
};
const [adapter, compiler] = [dialect.createAdapter(), dialect.createQueryCompiler()];

/**
 * Sends a statement as it is asked for, without waiting for those before it: the driver keeps them in order and the server
 * answers them in order, so statements that need not know each other's answers share a trip.
 */
class Unqueued extends DefaultQueryExecutor {
  readonly #connection: DatabaseConnection;

  constructor(connection: DatabaseConnection) {
    super(compiler, adapter, { provideConnection: (use) => use(connection) });
    this.#connection = connection;
  }

  override executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return this.#connection.executeQuery<Row>(query);
  }
}

function unqueued(connection: DatabaseConnection): Transaction<Database> {
  const executor = new Unqueued(connection);
  // SAFETY: a transaction is this one connection between begin and commit.
  return new Kysely<Database>({
    config: { dialect },
    dialect,
    driver,
    executor,
  }) as unknown as Transaction<Database>;
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
