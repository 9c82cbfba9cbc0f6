import { codeOf } from './errorCode.ts';
import pg from 'pg';

/** Access to one database in one role. Plain data, may travel in JSON. */
export interface Connection {
  /** A host name, or the folder of a unix socket. */
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password?: string;
  readonly ssl?: boolean;
  /** Role for statements, if different from the user. */
  readonly role?: string;
}

/** Unusable database; the message is one sentence for the person running the product. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
}

/** Parses a `postgres://` address; omitted parts take the driver defaults. */
export function connectionOf(url: string): Connection {
  const { host, port, database, user, password, ssl } = new pg.Client({ connectionString: url });
  return {
    host,
    port,
    database: database ?? 'postgres',
    user: user ?? 'postgres',
    ...(password ? { password } : {}),
    ...(ssl ? { ssl: true } : {}),
  };
}

/**
 * Connection to the same database and role elsewhere, e.g. on a replica or behind a pooler; only the
 * location comes from the address.
 */
export function reachedAt(connection: Connection, url: string): Connection {
  const { host, port, ssl } = connectionOf(url);
  const { ssl: _, ...same } = connection;
  return { ...same, host, port, ...(ssl === undefined ? {} : { ssl }) };
}

/** Converts a connection to driver settings. */
export function driverConfig({ role, ...connection }: Connection): pg.ClientConfig {
  return { ...connection, ...(role === undefined ? {} : { options: `-c role=${role}` }) };
}

/**
 * Runs `work` on a dedicated connection, then closes it. Fails with a DatabaseError if the server is
 * unreachable or refuses the sign-in.
 */
export async function withClient<Result>(
  connection: Connection,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(driverConfig(connection));
  // A broken idle connection is reported by the next statement, not by crashing the process.
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (cause) {
    throw new DatabaseError(describeUnreachable(connection, cause), { cause });
  }
  let lost: Error | null = null;
  client.on('error', (error) => (lost = error));
  try {
    return await work(client);
  } catch (error) {
    if (error instanceof DatabaseError || (lost === null && !isShutDown(error))) throw error;
    throw new DatabaseError(wentAway(connection), { cause: error });
  } finally {
    await client.end().catch(() => {});
  }
}

/** PostgreSQL ends the session, is shutting down, or is starting up again. */
const isShutDown = (error: unknown): boolean =>
  ['57P01', '57P02', '57P03'].includes(sqlState(error) ?? '');

/** The network ended the connection, or no longer makes one. */
const isCutByNetwork = (error: unknown): boolean =>
  ['ECONNREFUSED', 'ECONNRESET', 'EPIPE'].includes(String(codeOf(error))) ||
  (error instanceof Error && error.message.startsWith('Connection terminated'));

/** Fails with a DatabaseError if the server goes away during `work`. */
export async function orReportLoss<Result>(
  connection: Connection,
  work: Promise<Result>,
): Promise<Result> {
  try {
    return await work;
  } catch (cause) {
    if (!isShutDown(cause) && !isCutByNetwork(cause)) throw cause;
    throw new DatabaseError(wentAway(connection), { cause });
  }
}

const wentAway = ({ host, port, database }: Connection): string =>
  `PostgreSQL at ${host}:${port} went away while database ${database} was worked on. Statements that were not committed are undone: start again once it is back.`;

/** The SQLSTATE of a failed statement, or undefined when the failure is none of the server's. */
export function sqlState(error: unknown): string | undefined {
  const code = codeOf(error);
  return typeof code === 'string' ? code : undefined;
}

/**
 * Checks if a statement failed only because its prepared form predates a column change: nothing was done,
 * and a retry plans again.
 */
export const planOutrun = (error: unknown): boolean =>
  sqlState(error) === '0A000' &&
  error instanceof Error &&
  Reflect.get(error, 'routine') === 'RevalidateCachedQuery';

function describeUnreachable({ host, port, database, user }: Connection, cause: unknown): string {
  const reason = cause instanceof Error ? cause.message || sqlState(cause) : String(cause);
  return `PostgreSQL at ${host}:${port} did not let ${user} into database ${database}: ${reason}.`;
}
