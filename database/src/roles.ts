import { createHash, createHmac, pbkdf2Sync } from 'node:crypto';
import type pg from 'pg';
import type { Lying } from './cluster.ts';
import { DatabaseError } from './connection.ts';
import type { Connection } from './connection.ts';

/** The roles of one database, named after it. */
export interface Roles {
  /** Owns every table; no one signs in as it. */
  readonly owner: string;
  /** The server: rows of one company at a time, no change of structure. */
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

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** What the server refuses to wait for; the worker runs batches and may take longer. */
const limits = {
  app: { statement_timeout: '60s', lock_timeout: '5s', idle_in_transaction_session_timeout: '30s' },
  worker: {
    statement_timeout: '300s',
    lock_timeout: '5s',
    idle_in_transaction_session_timeout: '60s',
  },
} as const;

/**
 * Creates what is missing of the roles and sets what they may do in `admin.database`.
 * Answers how the two that sign in reach it.
 *
 * The server writes by keys, so one plan serves all values, and planning each time would cost as much as the work; a cluster
 * must know whose company's node a statement goes to, and plans by values.
 *
 * @param lying a cluster's nodes sign in to each other as the role that asks, so there the owner may; it has no password
 */
export async function createRoles(
  client: pg.Client,
  admin: Connection,
  lying: Lying = 'alone',
): Promise<{ readonly app: Connection; readonly worker: Connection }> {
  const roles = rolesOf(admin.database);
  await createRole(client, roles.owner, 'nologin');
  if (lying !== 'alone') await client.query(`alter role ${quoted(roles.owner)} login`);
  // The administrator of a managed server is no superuser: it must be a member to act as the owner.
  await client.query(`grant ${quoted(roles.owner)} to current_user`);
  const plan_cache_mode = lying === 'alone' ? 'force_generic_plan' : 'auto';
  const app = await createLogin(client, admin, roles.app, { ...limits.app, plan_cache_mode });
  const worker = await createLogin(client, admin, roles.worker, limits.worker);
  await guardDatabase(client, admin.database, roles);
  return { app, worker };
}

/** Who may enter a database, and that only its owner builds there. */
export async function guardDatabase(
  client: pg.Client,
  database: string,
  roles: Roles,
): Promise<void> {
  const [owner, app, worker] = [roles.owner, roles.app, roles.worker].map(quoted);
  await client.query(`
    revoke all on database ${quoted(database)} from public;
    grant connect, create on database ${quoted(database)} to ${owner};
    grant connect on database ${quoted(database)} to ${app}, ${worker};`);
}

async function createRole(client: pg.Client, role: string, login: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role]);
  if (rowCount === 0) await client.query(`create role ${quoted(role)} ${login}`);
}

async function createLogin(
  client: pg.Client,
  admin: Connection,
  role: string,
  limits: Readonly<Record<string, string>>,
): Promise<Connection> {
  await createRole(client, role, 'login');
  for (const [setting, value] of Object.entries({ ...limits, search_path: 'public' })) {
    await client.query(`alter role ${quoted(role)} set ${setting} = ${literal(value)}`);
  }
  const { password: secret, role: _, ...reach } = admin;
  if (secret === undefined) return { ...reach, user: role };
  // Derived, not drawn: every process that knows the administrator reaches the same password,
  // so starting one never locks the others out.
  const password = createHmac('sha256', secret).update(`tradehouse:${role}`).digest('base64url');
  await client.query(`alter role ${quoted(role)} password ${literal(verifierOf(password))}`);
  return { ...reach, user: role, password };
}

/**
 * The SCRAM verifier that PostgreSQL keeps, made here so that no server log sees the password. It is the same at every start: a
 * pooler in between signs in by what it kept of it. The password is as good as drawn, so its salt may follow from it.
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
