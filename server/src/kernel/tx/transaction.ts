import type { Database } from '@tradehouse/database';
import {
  CompiledQuery,
  DefaultQueryExecutor,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
} from 'kysely';
import type { DatabaseConnection, Dialect, Driver, QueryResult, Transaction } from 'kysely';
import { KeptTexts } from './keptTexts.ts';
import { connectionLost } from './sqlError.ts';
import { withoutWaiting } from './waiting.ts';
import type { PendingRowViews } from './waiting.ts';

/** A failed COMMIT: the work may or may not be in the books. */
export class CommitUnknown extends Error {
  override readonly name = 'CommitUnknown';
}

type Use<T> = (tx: Transaction<Database>) => Promise<T>;
type Finish<T> = (tx: Transaction<Database>, result: T) => Promise<void>;

export interface TransactionHooks<T> {
  /** Writes the last rows together with the commit, which rolls back if the write fails. */
  readonly finish?: Finish<T>;
  /** Only with one snapshot in `begin`: views are read without waiting rows while none wait. */
  readonly waiting?: PendingRowViews | null;
  /** Queries the connection before the transaction begins, in the same trip; an error fails the work. */
  readonly ahead?: ((connection: DatabaseConnection) => Promise<void>) | undefined;
}

/**
 * Runs `use` in one transaction of a tenant: commits when it returns and rolls back when it throws. Throws
 * CommitUnknown if the connection broke before the commit was confirmed.
 */
export const inTenant = async <T>(
  db: Kysely<Database>,
  tenantId: string,
  begin: string,
  use: Use<T>,
  { finish, waiting = null, ahead }: TransactionHooks<T> = {},
): Promise<T> =>
  db.getExecutor().provideConnection((connection) =>
    onConnection(
      waiting === null ? connection : withoutWaiting(connection, waiting, tenantId),
      use,
      // Begin and tenant travel in one message, which the builder's own transaction() can't do.
      `${begin}; set local app.tenant_id = '${requireDigitsId(tenantId)}'`,
      { ...(finish === undefined ? {} : { finish }), ahead },
    ),
  );

/** Runs a transaction that first creates a tenant, and then sets the tenant. */
export const runInTransaction = async <T>(
  db: Kysely<Database>,
  use: Use<T>,
  begin = 'begin',
): Promise<T> =>
  db.getExecutor().provideConnection((connection) => onConnection(connection, use, begin));

const backends = new WeakMap<Transaction<Database>, Promise<number | null>>();
/** Returns the database process of a read-only transaction; null: not begun. */
export const backendOf = async (tx: Transaction<Database>): Promise<number | null> =>
  (await backends.get(tx)) ?? null;

async function onConnection<T>(
  connection: DatabaseConnection,
  use: Use<T>,
  begin: string,
  { finish, ahead = doNothing }: Pick<TransactionHooks<T>, 'finish' | 'ahead'> = {},
): Promise<T> {
  const executor = new Unqueued(connection);
  const tx = transactionBy(executor);
  const first = ahead(connection);
  first.catch(() => {});
  const began = executor.executeQuery<{ readonly pid: number }>(CompiledQuery.raw(begin));
  began.catch(() => {});
  backends.set(
    tx,
    began.then(({ rows }) => rows[0]?.pid ?? null).catch(() => null),
  );
  const begun = began.then(() => first);
  // No one waits for `begun`: a statement without the tenant would see no rows.
  begun.catch(() => {});
  const work = async (): Promise<T> => {
    const result = await use(tx);
    await begun;
    return result;
  };
  const result = await work().catch(async (error: unknown) => {
    await executor.end('rollback').catch(() => {});
    throw error;
  });
  const [finished, committed] = await Promise.allSettled([
    finish?.(tx, result),
    commitTransaction(executor),
  ]);
  // Both answers can be lost together: then the commit may have happened, and `CommitUnknown` takes
  // precedence.
  if (committed.status === 'rejected' && committed.reason instanceof CommitUnknown)
    throw committed.reason;
  for (const end of [finished, committed]) if (end.status === 'rejected') throw end.reason;
  return result;
}

const doNothing = async (): Promise<void> => {};
const dialect: Dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => driver,
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new KeptTexts(),
};
/** Driver of a transaction, which neither acquires nor releases the connection. */
const driver: Driver = {
  init: doNothing,
  acquireConnection: () => Promise.reject(new Error('a transaction has one connection')),
  beginTransaction: doNothing,
  commitTransaction: doNothing,
  rollbackTransaction: doNothing,
  releaseConnection: doNothing,
  destroy: doNothing,
};
const [adapter, compiler] = [dialect.createAdapter(), dialect.createQueryCompiler()];

/**
 * Sends statements at once, without waiting for earlier ones: driver and server keep their order, so that
 * independent statements share a round trip.
 */
class Unqueued extends DefaultQueryExecutor {
  readonly #connection: DatabaseConnection;
  #ended = false;

  constructor(connection: DatabaseConnection) {
    super(compiler, adapter, { provideConnection: (use) => use(connection) });
    this.#connection = connection;
  }

  override executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#ended) return Promise.reject(new Error('the transaction has ended'));
    return this.#connection.executeQuery<Row>(query);
  }

  /**
   * Ends the transaction. Later statements are refused, because they would run in the connection's next
   * transaction.
   */
  async end(how: 'commit' | 'rollback'): Promise<void> {
    const ended = this.executeQuery(CompiledQuery.raw(how));
    this.#ended = true;
    await ended;
  }
}

function transactionBy(executor: Unqueued): Transaction<Database> {
  // SAFETY: a transaction is the one connection between begin and commit.
  return new Kysely<Database>({
    config: { dialect },
    dialect,
    driver,
    executor,
  }) as unknown as Transaction<Database>;
}

async function commitTransaction(executor: Unqueued): Promise<void> {
  try {
    await executor.end('commit');
  } catch (cause) {
    if (connectionLost(cause)) throw new CommitUnknown('the commit was not confirmed', { cause });
    throw cause;
  }
}

/** Checks a tenant's id, which is part of a statement's text, for digits only. */
function requireDigitsId(id: string): string {
  if (!/^\d{1,18}$/.test(id)) throw new Error('a tenant id must be digits');
  return id;
}
