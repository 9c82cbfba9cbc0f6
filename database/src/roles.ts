import { createHash, createHmac, pbkdf2Sync } from 'node:crypto';
import type pg from 'pg';
import type { TablePlacement } from './cluster.ts';
import { DatabaseError } from './connection.ts';
import type { Connection } from './connection.ts';

/** Roles of one database, with the database name in each role name. */
export interface Roles {
  /** Owner of every table; no one signs in with this role. */
  readonly owner: string;
  /** Server role: rows of one company at a time, no schema changes. */
  readonly app: string;
  /** The relay and the job runner: the outbox and old keys of every company. */
  readonly worker: string;
}

const suffixes = { owner: '_owner', app: '_app', worker: '_worker' } as const;

export function rolesOf(database: string): Roles {
  // Names stand in role names, statements and start-up options; PostgreSQL cuts names at 63 bytes.
  if (!/^[A-Za-z_][\w-]{0,54}$/.test(database)) {
    throw new DatabaseError(
      `The database name ${JSON.stringify(database)} won't do: use up to 55 letters, digits, "_" and "-".`,
    );
  }
  return {
    owner: database + suffixes.owner,
    app: database + suffixes.app,
    worker: database + suffixes.worker,
  };
}

export const quoteIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const quoteLiteral = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Server timeouts; the worker runs batches and may take longer. */
const limits = {
  app: { statement_timeout: '60s', lock_timeout: '5s', idle_in_transaction_session_timeout: '30s' },
  worker: {
    statement_timeout: '300s',
    lock_timeout: '5s',
    idle_in_transaction_session_timeout: '60s',
  },
} as const;

/**
 * Creates missing roles and sets the rights in `admin.database`. Returns both login roles' connections.
 *
 * The server writes by keys: one plan serves all values, and planning each time would double the cost. A
 * cluster must know the company's node and plans by values.
 *
 * @param lying cluster nodes sign in to each other under the calling role: on a cluster the owner may sign
 * in, without a password
 */
export async function createRoles(
  client: pg.Client,
  admin: Connection,
  lying: TablePlacement = 'alone',
): Promise<{ readonly app: Connection; readonly worker: Connection }> {
  const roles = rolesOf(admin.database);
  await createRole(client, roles.owner, 'nologin');
  if (lying !== 'alone') await client.query(`alter role ${quoteIdentifier(roles.owner)} login`);
  // A managed server's administrator is no superuser and needs membership to act for the owner.
  await client.query(`grant ${quoteIdentifier(roles.owner)} to current_user`);
  const plan_cache_mode = lying === 'alone' ? 'force_generic_plan' : 'auto';
  const app = await createLogin(client, admin, roles.app, { ...limits.app, plan_cache_mode });
  const worker = await createLogin(client, admin, roles.worker, limits.worker);
  await guardDatabase(client, admin.database, roles);
  return { app, worker };
}

/** Restricts access to a database, and creating objects to the owner. */
export async function guardDatabase(
  client: pg.Client,
  database: string,
  roles: Roles,
): Promise<void> {
  const [owner, app, worker] = [roles.owner, roles.app, roles.worker].map(quoteIdentifier);
  await client.query(`
    revoke all on database ${quoteIdentifier(database)} from public;
    grant connect, create on database ${quoteIdentifier(database)} to ${owner};
    grant connect on database ${quoteIdentifier(database)} to ${app}, ${worker};`);
}

async function createRole(client: pg.Client, role: string, login: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role]);
  if (rowCount === 0) await client.query(`create role ${quoteIdentifier(role)} ${login}`);
}

async function createLogin(
  client: pg.Client,
  admin: Connection,
  role: string,
  limits: Readonly<Record<string, string>>,
): Promise<Connection> {
  await createRole(client, role, 'login');
  for (const [setting, value] of Object.entries({ ...limits, search_path: 'public' })) {
    await client.query(
      `alter role ${quoteIdentifier(role)} set ${setting} = ${quoteLiteral(value)}`,
    );
  }
  const { password: secret, role: _, ...reach } = admin;
  if (secret === undefined) return { ...reach, user: role };
  // Derived, not random: every process with the administrator's secret gets the same password, and starting
  // one never locks out another.
  const password = createHmac('sha256', secret).update(`tradehouse:${role}`).digest('base64url');
  await client.query(
    `alter role ${quoteIdentifier(role)} password ${quoteLiteral(verifierOf(password))}`,
  );
  return { ...reach, user: role, password };
}

/**
 * Computes PostgreSQL's SCRAM verifier, to keep the password out of server logs. Equal at every start: a
 * pooler signs in with a stored copy. The password is effectively random: the salt may derive from it.
 */
function verifierOf(password: string): string {
  const salt = createHmac('sha256', password).update('tradehouse:salt').digest().subarray(0, 16);
  const rounds = 4096;
  const salted = pbkdf2Sync(password, salt, rounds, 32, 'sha256');
  const key = (name: string) => createHmac('sha256', salted).update(name).digest();
  const stored = createHash('sha256').update(key('Client Key')).digest('base64');
  const server = key('Server Key').toString('base64');
  return `SCRAM-SHA-256$${rounds}:${salt.toString('base64')}$${stored}:${server}`;
}
