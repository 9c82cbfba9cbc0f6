import { runMigrations as prepareJobs } from 'graphile-worker';
import pg from 'pg';
import { KEEP_HERE, lyingOf } from './cluster.ts';
import type { TablePlacement } from './cluster.ts';
import { DatabaseError, driverConfig, sqlState, withClient } from './connection.ts';
import type { Connection } from './connection.ts';
import { planDistribution } from './distribute.ts';
import { fillAllCompanies } from './backfill.ts';
import { runWithAdvisoryLock, givingWay, runInClientTransaction } from './giveWay.ts';
import type { Patience } from './giveWay.ts';
import { formOf, readMigrations, statementsIn } from './migrations.ts';
import type { Migration } from './migrations.ts';
import { planRightChanges, digestOfRights, readRights } from './rights.ts';
import type { DatabaseRight } from './rights.ts';
import { createRoles, guardDatabase, quoteIdentifier, rolesOf } from './roles.ts';
import type { Roles } from './roles.ts';

export interface Migrated {
  /** Names of the migrations applied by this call. */
  readonly applied: readonly string[];
  readonly roles: Roles;
  /** How the server connects. */
  readonly app: Connection;
  /** How the relay and the job runner connect. */
  readonly worker: Connection;
  /** Administrator in the owner role: for seeds and imports, not for serving. */
  readonly owner: Connection;
}

export interface MigrateOptions extends Patience {
  /** The steps to apply; default: every file in `migrations/`. */
  readonly migrations?: readonly Migration[];
}

const OLDEST_SERVER = 150_000;
// Any number not used by another lock in the database.
const MIGRATING = 7_231_044;

/**
 * Migrates `admin.database` to the newest schema, creating missing database and roles. Among several
 * processes one works, the rest wait. Fails with a DatabaseError if the server is unreachable or older than
 * PostgreSQL 15. Likewise if a newer product version migrated the database, or an applied file has changed.
 */
export async function migrateDatabase(
  admin: Connection,
  options: MigrateOptions = {},
): Promise<Migrated> {
  const roles = rolesOf(admin.database);
  const migrations = options.migrations ?? (await readMigrations());
  await createDatabase(admin);
  return withClient(admin, async (client) => {
    await checkServer(client);
    return runWithAdvisoryLock(client, MIGRATING, async () => {
      const lying = await lyingOf(client);
      const logins = await createRoles(client, admin, lying);
      if (lying === 'alone') await restoreRights(client, admin, roles, migrations);
      else await refuseIfForeign(client, admin, roles);
      if (lying === 'here') await client.query(KEEP_HERE);
      // Functions use plpgsql; only a cluster administrator may install it on the nodes.
      if (lying === 'spread') await client.query('create extension if not exists plpgsql');
      await prepareSchema(client, roles);
      const applied = await applyMissing(client, migrations, { ...options, roles, lying });
      if (lying === 'spread') await distributeNewTables(client);
      await prepareJobRunner(client, admin, roles, lying);
      await letSearchUseItsIndex(client);
      if (lying === 'alone') await noteRights(client, roles);
      return { applied, roles, ...logins, owner: { ...admin, role: roles.owner } };
    });
  });
}

/** Creates the database if missing. */
async function createDatabase(admin: Connection): Promise<void> {
  try {
    await withClient(admin, async () => {});
  } catch (error) {
    const noSuchDatabase = error instanceof DatabaseError && sqlState(error.cause) === '3D000';
    if (!noSuchDatabase) throw error;
    await withClient({ ...admin, database: 'postgres' }, (client) =>
      client.query(`create database ${quoteIdentifier(admin.database)}`).catch(unlessItExists),
    );
  }
}

/** Another process was first: PostgreSQL reports either state, depending on the overlap. */
function unlessItExists(error: unknown): void {
  const state = sqlState(error);
  if (state !== '42P04' && state !== '23505') throw error;
}

async function checkServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ number: number; version: string; sorts: boolean }>(`
    select current_setting('server_version_num')::int as number,
      current_setting('server_version') as version,
      exists (select from pg_collation where collname = 'zh-x-icu') as sorts`);
  const [server] = rows;
  if (server === undefined || server.number < OLDEST_SERVER) {
    throw new DatabaseError(`PostgreSQL ${server?.version} is too old: 15 or newer is needed.`);
  }
  if (!server.sorts) {
    throw new DatabaseError(
      'This PostgreSQL has no ICU, by which lists are sorted: one with the collation zh-x-icu is needed.',
    );
  }
}

async function isOwnedByOtherRole(client: pg.Client, { owner }: Roles): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_class where oid = to_regclass('public.migration') and relowner <> $1::regrole`,
    [quoteIdentifier(owner)],
  );
  return rowCount !== 0;
}

/** Refuses a cluster database with tables outside its roles: grants and policies were lost in a copy. */
async function refuseIfForeign(
  client: pg.Client,
  { database }: Connection,
  roles: Roles,
): Promise<void> {
  if (!(await isOwnedByOtherRole(client, roles))) return;
  throw new DatabaseError(
    `Database ${database} was restored before its roles were there, so its rights are missing. The roles are made now: drop the database, restore it once more and start again.`,
  );
}

const RIGHTS_NOTED = `select obj_description(to_regclass('public.migration'), 'pg_class') as note`;

/**
 * Restores the roles' rights after a restore or manual change. A dump omits roles, and a server without
 * them drops owners, grants and policies. Rights recorded at each start reveal changes; the correct rights
 * come from a database built aside by the same migrations.
 */
async function restoreRights(
  client: pg.Client,
  admin: Connection,
  roles: Roles,
  migrations: readonly Migration[],
): Promise<void> {
  const noted = (await client.query<{ note: string | null }>(RIGHTS_NOTED)).rows[0]?.note ?? null;
  const actual = await readRights(client, roles);
  const changed =
    noted === null ? await isOwnedByOtherRole(client, roles) : noted !== digestOfRights(actual);
  if (!changed) return;
  const { rows } = await client.query<{ name: string }>('select name from public.migration');
  const applied = new Set(rows.map(({ name }) => name));
  const wanted = await rightsMadeBeside(
    admin,
    roles,
    migrations.filter(({ name }) => applied.has(name)),
  );
  await client.query(`grant ${quoteIdentifier(roles.worker)} to current_user`);
  await client.query(
    `grant create on database ${quoteIdentifier(admin.database)} to ${quoteIdentifier(roles.worker)}`,
  );
  await runInClientTransaction(client, async () => {
    for (const statement of planRightChanges(actual, wanted)) await client.query(statement);
  });
}

/** Reads the rights given by migrations from a temporary database. */
async function rightsMadeBeside(
  admin: Connection,
  roles: Roles,
  migrations: readonly Migration[],
): Promise<readonly DatabaseRight[]> {
  const beside = { ...admin, database: `${admin.database}_rights` };
  const drop = `drop database if exists ${quoteIdentifier(beside.database)} with (force)`;
  return withClient({ ...admin, database: 'postgres' }, async (server) => {
    await server.query(drop);
    await server.query(`create database ${quoteIdentifier(beside.database)}`);
    try {
      return await withClient(beside, async (client) => {
        await guardDatabase(client, beside.database, roles);
        await prepareSchema(client, roles);
        await applyMissing(client, migrations, { roles, lying: 'alone' });
        await prepareJobRunner(client, beside, roles, 'alone');
        return readRights(client, roles);
      });
    } finally {
      await server.query(drop);
    }
  });
}

async function noteRights(client: pg.Client, roles: Roles): Promise<void> {
  const digest = digestOfRights(await readRights(client, roles));
  const { rows } = await client.query<{ note: string | null }>(RIGHTS_NOTED);
  if (rows[0]?.note === digest) return;
  await asOwner(client, roles, () =>
    client.query(`comment on table public.migration is '${digest}'`),
  );
}

async function prepareSchema(client: pg.Client, { owner, app, worker }: Roles): Promise<void> {
  await client.query(`grant usage, create on schema public to ${quoteIdentifier(owner)}`);
  await runInClientTransaction(client, async () => {
    await client.query(`
      set local role ${quoteIdentifier(owner)};
      create table if not exists migration (
        name        text primary key,
        checksum    text not null,
        applied_at  timestamptz not null default now()
      );`);
  });
  await client.query(
    `revoke all on migration from ${quoteIdentifier(app)}, ${quoteIdentifier(worker)}`,
  );
}

interface Applying extends Patience {
  readonly roles: Roles;
  readonly lying: TablePlacement;
}

async function applyMissing(
  client: pg.Client,
  migrations: readonly Migration[],
  applying: Applying,
): Promise<string[]> {
  const { roles } = applying;
  const done = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from migration order by name',
  );
  for (const { name, checksum } of done.rows) {
    refuseIfChanged(name, checksum, migrations);
  }
  const names = new Set(done.rows.map(({ name }) => name));
  const missing = migrations.filter(({ name }) => !names.has(name));
  for (const migration of missing) {
    const { after } = formOf(migration);
    if (after !== null) await fillBefore(client, migrations, after, roles);
    await applyMigration(client, migration, applying);
    // A grant on "all tables" includes this table too.
    await client.query(
      `revoke all on migration from ${quoteIdentifier(roles.app)}, ${quoteIdentifier(roles.worker)}`,
    );
  }
  return missing.map(({ name }) => name);
}

function refuseIfChanged(name: string, checksum: string, migrations: readonly Migration[]): void {
  const file = migrations.find((migration) => migration.name === name);
  if (file === undefined) {
    throw new DatabaseError(
      `The database already has ${name}, which this version doesn't know: start a newer version.`,
    );
  }
  if (file.checksum !== checksum) {
    throw new DatabaseError(
      `The database was made by a version whose ${name} was another, and can't be brought up to this one: start that version, or choose another DATA_DIR or DATABASE_URL.`,
    );
  }
}

/** Runs the backfill of a skipped version now, without pauses. */
async function fillBefore(
  client: pg.Client,
  migrations: readonly Migration[],
  after: string,
  roles: Roles,
): Promise<void> {
  const migration = migrations.find(({ name }) => name === after);
  if (migration === undefined) throw new Error(`There is no ${after}.`);
  await asOwner(client, roles, () => fillAllCompanies(client, migration, { rest: 0 }));
}

async function applyMigration(
  client: pg.Client,
  migration: Migration,
  { roles, lying, ...patience }: Applying,
): Promise<void> {
  const { name, checksum } = migration;
  const { apart, fills } = formOf(migration);
  const sql = migration.sql
    .replaceAll('{{app}}', quoteIdentifier(roles.app))
    .replaceAll('{{worker}}', quoteIdentifier(roles.worker));
  // Statements run singly: a cluster forwards a schema change to the nodes with its whole text.
  const run = async (): Promise<void> => {
    for (const statement of statementsIn(sql)) {
      await client.query(statement);
      // New tables are distributed before anything refers to both.
      if (lying === 'spread' && /^create table\b/i.test(statement))
        await distributeNewTables(client);
    }
  };
  if (apart) await asOwner(client, roles, run);
  const work = async (): Promise<void> => {
    await client.query(`set local role ${quoteIdentifier(roles.owner)}`);
    // Shard by shard: one transaction may change a table and read its parents.
    if (lying === 'spread')
      await client.query(`set local citus.multi_shard_modify_mode = 'sequential'`);
    if (!apart && fills === null) await run();
    await client.query('insert into migration (name, checksum) values ($1, $2)', [name, checksum]);
  };
  await givingWay(client, name, work, patience);
}

async function distributeNewTables(client: pg.Client): Promise<void> {
  for (const step of await planDistribution(client)) await client.query(step);
}

async function asOwner(client: pg.Client, { owner }: Roles, work: () => Promise<unknown>) {
  await client.query(`set role ${quoteIdentifier(owner)}`);
  await work().finally(() => client.query('reset role'));
}

/** Creates the job runner's tables in a worker-owned schema. */
async function prepareJobRunner(
  client: pg.Client,
  admin: Connection,
  { worker }: Roles,
  lying: TablePlacement,
): Promise<void> {
  await client.query(`grant ${quoteIdentifier(worker)} to current_user`);
  await client.query(
    `grant create on database ${quoteIdentifier(admin.database)} to ${quoteIdentifier(worker)}`,
  );
  const pool = new pg.Pool({
    ...driverConfig({ ...admin, role: worker }),
    max: 1,
    onConnect: async (connected) => {
      if (lying !== 'alone') await connected.query(KEEP_HERE);
    },
  });
  // The runner requires error handlers; the running statement reports failures.
  pool.on('error', () => {});
  pool.on('connect', (connected) => connected.on('error', () => {}));
  try {
    await prepareJobs({ pgPool: pool });
  } finally {
    await pool.end();
    await client.query(
      `revoke create on database ${quoteIdentifier(admin.database)} from ${quoteIdentifier(worker)}`,
    );
  }
}

/**
 * Marks text functions leakproof. Behind row-level security an index serves only leakproof comparisons;
 * LIKE, ILIKE and text normalisation lack the mark, although none leaks. If a managed server refuses the
 * mark, search reads all company rows.
 */
async function letSearchUseItsIndex(client: pg.Client): Promise<void> {
  try {
    await client.query('alter function pg_catalog.texticlike(text, text) leakproof');
    await client.query('alter function pg_catalog.textlike(text, text) leakproof');
    const { rows } = await client.query<{ name: string }>(`
      select oid::regprocedure::text as name from pg_proc
      where pronamespace = 'public'::regnamespace and proname in ('normal_text', 'folded_text')`);
    for (const { name } of rows) await client.query(`alter function ${name} leakproof`);
  } catch (error) {
    if (sqlState(error) !== '42501') throw error;
  }
}
