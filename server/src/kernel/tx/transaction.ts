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
import type { Waiting } from './waiting.ts';

/** A failed COMMIT: the work may or may not be in the books. */
export class CommitUnknown extends Error {
  override readonly name = 'CommitUnknown';
}

type Use<T> = (tx: Transaction<Database>) => Promise<T>;
type Finish<T> = (tx: Transaction<Database>, result: T) => Promise<void>;

/** What stands around a transaction. */
export interface Around<T> {
  /** Writes what comes last; it shares its trip with the commit, which rolls back when it fails. */
  readonly finish?: Finish<T>;
  /** Only where `begin` asks for one snapshot: views are read without what waits while nothing does. */
  readonly waiting?: Waiting | null;
  /** Asks the connection something before the transaction begins, in the same trip; what it throws fails the work. */
  readonly ahead?: ((connection: DatabaseConnection) => Promise<void>) | undefined;
}

/**
 * Runs `use` in one transaction of a tenant: it commits when `use` answers and rolls back when it throws.
 * Throws CommitUnknown when the connection broke before the commit was confirmed.
 */
export const inTenant = async <T>(
  db: Kysely<Database>,
  tenantId: string,
  begin: string,
  use: Use<T>,
  { finish, waiting = null, ahead }: Around<T> = {},
): Promise<T> =>
  db.getExecutor().provideConnection((connection) =>
    onConnection(
      waiting === null ? connection : withoutWaiting(connection, waiting, tenantId),
      use,
      // Begin and the tenant travel as one message, which the builder's own transaction() can't do.
      `${begin}; set local app.tenant_id = '${digits(tenantId)}'`,
      { ...(finish === undefined ? {} : { finish }), ahead },
    ),
  );

/** The same for work that makes its tenant first, and sets it then. */
export const inTransaction = async <T>(
  db: Kysely<Database>,
  use: Use<T>,
  begin = 'begin',
): Promise<T> =>
  db.getExecutor().provideConnection((connection) => onConnection(connection, use, begin));

const backends = new WeakMap<Transaction<Database>, Promise<number | null>>();
/** The process of the database that does a transaction which only reads; null: it has not begun. */
export const backendOf = async (tx: Transaction<Database>): Promise<number | null> =>
  (await backends.get(tx)) ?? null;

async function onConnection<T>(
  connection: DatabaseConnection,
  use: Use<T>,
  begin: string,
  { finish, ahead = nothing }: Pick<Around<T>, 'finish' | 'ahead'> = {},
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
  // No one waits for it: a statement that came without it would find the walls closed.
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
  const [finished, committed] = await Promise.allSettled([finish?.(tx, result), commit(executor)]);
  // Both answers can be lost together: then the commit may have happened, and that is what counts.
  if (committed.status === 'rejected' && committed.reason instanceof CommitUnknown)
    throw committed.reason;
  for (const end of [finished, committed]) if (end.status === 'rejected') throw end.reason;
  return result;
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
  #ended = false;

  constructor(connection: DatabaseConnection) {
    super(compiler, adapter, { provideConnection: (use) => use(connection) });
    this.#connection = connection;
  }

  override executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#ended) return Promise.reject(new Error('the transaction has ended'));
    return this.#connection.executeQuery<Row>(query);
  }

  /** What is asked after that would run in the connection's next transaction, so it is refused. */
  async end(how: 'commit' | 'rollback'): Promise<void> {
    const ended = this.executeQuery(CompiledQuery.raw(how));
    this.#ended = true;
    await ended;
  }
}

function transactionBy(executor: Unqueued): Transaction<Database> {
  // SAFETY: a transaction is this one connection between begin and commit.
  return new Kysely<Database>({
    config: { dialect },
    dialect,
    driver,
    executor,
  }) as unknown as Transaction<Database>;
}

async function commit(executor: Unqueued): Promise<void> {
  try {
    await executor.end('commit');
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
