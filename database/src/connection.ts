import { codeOf } from './errorCode.ts';
import pg from 'pg';

/** How to reach one database as one role. Plain data: it may travel as JSON. */
export interface Connection {
  /** A host name, or the folder of a unix socket. */
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password?: string;
  readonly ssl?: boolean;
  /** The role that statements run as, where it is not the user itself. */
  readonly role?: string;
}

/** The database can't be used as it is; the message is one sentence for anyone who runs the product. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
}

/** Reads a `postgres://` address, with the driver's defaults for what it leaves out. */
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

/** The same database and role elsewhere, as on a replica or behind a pooler: an address says where, and nothing else. */
export function reachedAt(connection: Connection, url: string): Connection {
  const { host, port, ssl } = connectionOf(url);
  const { ssl: _, ...same } = connection;
  return { ...same, host, port, ...(ssl === undefined ? {} : { ssl }) };
}

/** What the driver wants for a connection. */
export function driverConfig({ role, ...connection }: Connection): pg.ClientConfig {
  return { ...connection, ...(role === undefined ? {} : { options: `-c role=${role}` }) };
}

/**
 * Runs `work` on one connection of its own and closes it.
 * Fails with a DatabaseError when the server can't be reached or refuses the sign-in.
 */
export async function withClient<Result>(
  connection: Connection,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(driverConfig(connection));
  // An idle connection that breaks is reported by the statement that needs it, not by crashing the process.
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (cause) {
    throw new DatabaseError(unreachable(connection, cause), { cause });
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

const wentAway = ({ host, port, database }: Connection): string =>
  `PostgreSQL at ${host}:${port} went away while database ${database} was worked on. Statements that were not committed are undone: start again once it is back.`;

/** The SQLSTATE of a failed statement, or undefined when the failure is none of the server's. */
export function sqlState(error: unknown): string | undefined {
  const code = codeOf(error);
  return typeof code === 'string' ? code : undefined;
}

/**
 * Whether a statement failed only because the connection keeps it as it was before a column came or went: nothing was done, and
 * asked again it is planned once more.
 */
export const planOutrun = (error: unknown): boolean =>
  sqlState(error) === '0A000' &&
  error instanceof Error &&
  Reflect.get(error, 'routine') === 'RevalidateCachedQuery';

function unreachable({ host, port, database, user }: Connection, cause: unknown): string {
  const reason = cause instanceof Error ? cause.message || sqlState(cause) : String(cause);
  return `PostgreSQL at ${host}:${port} did not let ${user} into database ${database}: ${reason}.`;
}
