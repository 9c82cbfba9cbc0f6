import { Kysely, PostgresDialect } from 'kysely';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { Batch } from './batch.ts';
import type { Kept } from './batch.ts';
import { driverConfig } from './connection.ts';
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

/** Connections of a pool that stay open while no one needs them. */
const KEPT = 2;

/** Opens a pool. Columns keep their SQL names; for how values read see `types`. End it with `destroy()`. */
export function connect(connection: Connection, options: ConnectOptions = {}): Kysely<Database> {
  const pool = new pg.Pool({
    ...driverConfig(connection),
    types,
    max: options.size ?? 10,
    // Kept while idle: a database that can open no new session, as on a full disk, is read on all the same.
    min: Math.min(KEPT, options.size ?? 10),
    connectionTimeoutMillis: options.wait ?? 10_000,
    application_name: options.name ?? 'tradehouse',
    // A statement need not wait for the answer to the one before it.
    pipeline: true,
  });
  // An idle connection that the server closes leaves the pool; the next statement opens another.
  pool.on('error', () => {});
  // One that breaks in the middle of work fails the statement that was running; unheard, it would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  const prepare = options.prepare ?? process.env['TRADEHOUSE_PREPARE'] !== '0';
  return new Kysely<Database>({
    dialect: new PostgresDialect({ pool: preparing(pool, prepare ? statementNames() : unnamed) }),
  });
}

const unnamed = (): undefined => undefined;

/** The same pool, whose clients send together what is asked together and name what they ask again. */
function preparing(pool: pg.Pool, nameOf: (text: string) => string | undefined): PostgresPool {
  const known = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  const schema: Schema = { changes: 0 };
  const wrapped = (client: pg.PoolClient): PostgresPoolClient => {
    const before = known.get(client);
    if (before !== undefined) return before;
    const after = naming(client, nameOf, schema);
    known.set(client, after);
    return after;
  };
  return {
    options: pool.options,
    connect: async () => wrapped(await pool.connect()),
    end: () => pool.end(),
  };
}

/** What the clients of a pool have met of changes of the schema; at one of them each forgets what it keeps. */
interface Schema {
  changes: number;
}

/** What one client asks: statements of one turn of the event loop leave in one write, in the order they were asked in. */
function asking(
  client: pg.PoolClient,
  nameOf: (text: string) => string | undefined,
  schema: Schema,
) {
  const { stream } = client.connection;
  let kept = new Map<string, Kept>();
  let { changes } = schema;
  let batch: Batch | null = null;
  let corked = false;

  const keptAs = (text: string): Kept | null => {
    // What is under way is answered as it was asked, so it keeps its own.
    if (changes !== schema.changes) [kept, changes] = [new Map(), schema.changes];
    const before = kept.get(text);
    if (before !== undefined) return before;
    const name = nameOf(text);
    if (name === undefined) return null;
    const after: Kept = { name, columns: null };
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
    // Several statements may stand in one text that takes no values: then it is answered what the last one found.
    send();
    return client.query(text).then(lastFound);
  };
}

const lastFound = (answer: pg.QueryResult | readonly pg.QueryResult[]): unknown =>
  Array.isArray(answer)
    ? (answer.findLast(({ rows }) => rows.length > 0) ?? answer.at(-1))
    : answer;

function naming(
  client: pg.PoolClient,
  nameOf: (text: string) => string | undefined,
  schema: Schema,
): PostgresPoolClient {
  const query = asking(client, nameOf, schema);
  // Everything else (release, the process id, events) stays the client's own.
  // SAFETY: a client whose `query` takes what the builder gives it, a text and its values.
  return new Proxy(client, {
    get: (target, property) => {
      if (property === 'query') return query;
      const value: unknown = Reflect.get(target, property);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  }) as unknown as PostgresPoolClient;
}
