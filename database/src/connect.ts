import { Kysely, PostgresDialect } from 'kysely';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { Batch } from './batch.ts';
import type { PreparedStatement } from './batch.ts';
import { driverConfig, orReportLoss } from './connection.ts';
import type { Connection } from './connection.ts';
import type { Database } from './database.generated.ts';
import { statementNames } from './statementNames.ts';
import { types } from './typeParsers.ts';

export interface ConnectOptions {
  /** Connections at most; default 10. */
  readonly size?: number;
  /** Shown in the server's list of activity. */
  readonly name?: string;
  /** Milliseconds to wait for a free connection before giving up; default 10,000. */
  readonly wait?: number;
  /** Keep statements prepared; default: unless TRADEHOUSE_PREPARE=0 (for an old pgbouncer in between). */
  readonly prepare?: boolean;
}

/** Idle connections kept open in a pool. */
const KEPT = 2;

/** Opens a pool. Columns keep SQL names; `types` defines the values. Close with `destroy()`. */
export function openDatabasePool(
  connection: Connection,
  options: ConnectOptions = {},
): Kysely<Database> {
  const pool = new pg.Pool({
    ...driverConfig(connection),
    types,
    max: options.size ?? 10,
    // Idle connections stay: if no session can be opened, e.g. on a full disk, reading continues.
    min: Math.min(KEPT, options.size ?? 10),
    connectionTimeoutMillis: options.wait ?? 10_000,
    application_name: options.name ?? 'tradehouse',
    // A statement need not wait for the previous reply.
    pipeline: true,
  });
  // An idle connection closed by the server leaves the pool; the next statement opens a new one.
  pool.on('error', () => {});
  // A connection breaking during work fails its statement; without a listener the process would end.
  pool.on('connect', (client) => client.on('error', () => {}));
  const prepare = options.prepare ?? process.env['TRADEHOUSE_PREPARE'] !== '0';
  return new Kysely<Database>({
    dialect: new PostgresDialect({
      pool: withPreparedStatements(pool, prepare ? statementNames() : nameNoStatement),
    }),
  });
}

/** Runs `work` on a pool, then closes the pool. Fails with a DatabaseError if the server goes away. */
export async function withDatabasePool<Result>(
  connection: Connection,
  options: ConnectOptions,
  work: (db: Kysely<Database>) => Promise<Result>,
): Promise<Result> {
  const db = openDatabasePool(connection, options);
  try {
    return await orReportLoss(connection, work(db));
  } finally {
    await db.destroy();
  }
}

const nameNoStatement = (): undefined => undefined;

/** Wraps a pool: simultaneous statements leave together, repeated ones are prepared. */
function withPreparedStatements(
  pool: pg.Pool,
  nameOf: (text: string) => string | undefined,
): PostgresPool {
  const known = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  const schema: SchemaChangeCount = { changes: 0 };
  const wrapped = (client: pg.PoolClient): PostgresPoolClient => {
    const before = known.get(client);
    if (before !== undefined) return before;
    const after = wrapPoolClient(client, nameOf, schema);
    known.set(client, after);
    return after;
  };
  return {
    options: pool.options,
    connect: async () => wrapped(await pool.connect()),
    end: () => pool.end(),
  };
}

/** Schema changes seen by a pool's clients; on a change each client drops all prepared statements. */
interface SchemaChangeCount {
  changes: number;
}

/** Queue of one client: statements of one event loop turn leave in one write, in order. */
function batchClientQueries(
  client: pg.PoolClient,
  nameOf: (text: string) => string | undefined,
  schema: SchemaChangeCount,
) {
  const { stream } = client.connection;
  let kept = new Map<string, PreparedStatement>();
  let { changes } = schema;
  let batch: Batch | null = null;
  let corked = false;

  const keptAs = (text: string): PreparedStatement | null => {
    // Statements in flight keep the map used when sending.
    if (changes !== schema.changes) [kept, changes] = [new Map(), schema.changes];
    const before = kept.get(text);
    if (before !== undefined) return before;
    const name = nameOf(text);
    if (name === undefined) return null;
    const after: PreparedStatement = { name, columns: null };
    kept.set(text, after);
    return after;
  };
  const outrun = (): void => {
    schema.changes += 1;
  };
  const send = (): void => {
    if (batch !== null) client.query(batch);
    batch = null;
  };
  const sendTogether = (): void => {
    if (corked) return;
    corked = true;
    stream.cork();
    process.nextTick(() => {
      corked = false;
      send();
      stream.uncork();
    });
  };
  return (text: string, values: readonly unknown[] = []): Promise<unknown> => {
    sendTogether();
    if (values.length > 0) return (batch ??= new Batch(outrun)).ask(text, values, keptAs(text));
    // A text without values may hold several statements; the last result counts.
    send();
    return client.query(text).then(lastFound);
  };
}

const lastFound = (answer: pg.QueryResult | readonly pg.QueryResult[]): unknown =>
  Array.isArray(answer)
    ? (answer.findLast(({ rows }) => rows.length > 0) ?? answer.at(-1))
    : answer;

function wrapPoolClient(
  client: pg.PoolClient,
  nameOf: (text: string) => string | undefined,
  schema: SchemaChangeCount,
): PostgresPoolClient {
  const query = batchClientQueries(client, nameOf, schema);
  // Everything else (release, the process id, events) stays with the client.
  // SAFETY: a client with a `query` accepting the builder's text and values.
  return new Proxy(client, {
    get: (target, property) => {
      if (property === 'query') return query;
      const value: unknown = Reflect.get(target, property);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  }) as unknown as PostgresPoolClient;
}
