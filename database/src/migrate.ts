import { runMigrations as prepareJobs } from 'graphile-worker';
import pg from 'pg';
import { KEEP_HERE, lyingOf } from './cluster.ts';
import type { Lying } from './cluster.ts';
import { DatabaseError, driverConfig, sqlState, withClient } from './connection.ts';
import type { Connection } from './connection.ts';
import { distribution } from './distribute.ts';
import { fill } from './backfill.ts';
import { alone, givingWay, inTransaction } from './giveWay.ts';
import type { Patience } from './giveWay.ts';
import { formOf, readMigrations, statementsIn } from './migrations.ts';
import type { Migration } from './migrations.ts';
import { changesOf, digestOf, readRights } from './rights.ts';
import type { Right } from './rights.ts';
import { createRoles, guardDatabase, quoted, rolesOf } from './roles.ts';
import type { Roles } from './roles.ts';

export interface Migrated {
  /** Names of the migrations that this call applied. */
  readonly applied: readonly string[];
  readonly roles: Roles;
  /** How the server connects. */
  readonly app: Connection;
  /** How the relay and the job runner connect. */
  readonly worker: Connection;
  /** The administrator acting as the owner: for seeds and imports, not for serving. */
  readonly owner: Connection;
}

export interface MigrateOptions extends Patience {
  /** The steps to apply; default: every file in `migrations/`. */
  readonly migrations?: readonly Migration[];
}

const OLDEST_SERVER = 150_000;
// Any number will do, so long as nothing else in the database takes the same lock.
const MIGRATING = 7_231_044;

/**
 * Brings `admin.database` to the newest schema, creating the database and its roles where they are missing.
 * Several processes may call it at once: one works, the others wait and find it done.
 * Fails with a DatabaseError when the server can't be reached, is older than PostgreSQL 15, was migrated by a newer
 * version of the product, or when a file that was already applied has changed.
 */
export async function migrate(admin: Connection, options: MigrateOptions = {}): Promise<Migrated> {
  const roles = rolesOf(admin.database);
  const migrations = options.migrations ?? (await readMigrations());
  await createDatabase(admin);
  return withClient(admin, async (client) => {
    await checkServer(client);
    return alone(client, MIGRATING, async () => {
      const lying = await lyingOf(client);
      const logins = await createRoles(client, admin, lying);
      if (lying === 'alone') await restoreRights(client, admin, roles, migrations);
      else await refuseIfForeign(client, admin, roles);
      if (lying === 'here') await client.query(KEEP_HERE);
      // Functions are written in it; only who administers a cluster may tell its nodes so.
      if (lying === 'spread') await client.query('create extension if not exists plpgsql');
      await prepareSchema(client, roles);
      const applied = await applyMissing(client, migrations, { ...options, roles, lying });
      if (lying === 'spread') await spread(client);
      await prepareJobRunner(client, admin, roles, lying);
      await letSearchUseItsIndex(client);
      if (lying === 'alone') await noteRights(client, roles);
      return { applied, roles, ...logins, owner: { ...admin, role: roles.owner } };
    });
  });
}

/** Creates the database when the server has none of that name. */
async function createDatabase(admin: Connection): Promise<void> {
  try {
    await withClient(admin, async () => {});
  } catch (error) {
    const noSuchDatabase = error instanceof DatabaseError && sqlState(error.cause) === '3D000';
    if (!noSuchDatabase) throw error;
    await withClient({ ...admin, database: 'postgres' }, (client) =>
      client.query(`create database ${quoted(admin.database)}`).catch(unlessItExists),
    );
  }
}

/** Another process was first: it says so with one state, or with the other when both were at it. */
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

async function isForeign(client: pg.Client, { owner }: Roles): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_class where oid = to_regclass('public.migration') and relowner <> $1::regrole`,
    [quoted(owner)],
  );
  return rowCount !== 0;
}

/** Refuses a cluster's database whose tables belong to no role of its own: its grants and policies were lost on the way here. */
async function refuseIfForeign(
  client: pg.Client,
  { database }: Connection,
  roles: Roles,
): Promise<void> {
  if (!(await isForeign(client, roles))) return;
  throw new DatabaseError(
    `Database ${database} was restored before its roles were there, so its rights are missing. The roles are made now: drop the database, restore it once more and start again.`,
  );
}

const RIGHTS_NOTED = `select obj_description(to_regclass('public.migration'), 'pg_class') as note`;

/**
 * Gives the roles their rights again where a restore or somebody's hand has changed them. A dump leaves roles out, and a server
 * without them keeps neither owners nor grants nor policies. Rights that each start noted tell whether anything changed; the
 * right ones are read from a database that the same migrations make beside it.
 */
async function restoreRights(
  client: pg.Client,
  admin: Connection,
  roles: Roles,
  migrations: readonly Migration[],
): Promise<void> {
  const noted = (await client.query<{ note: string | null }>(RIGHTS_NOTED)).rows[0]?.note ?? null;
  const actual = await readRights(client, roles);
  const changed = noted === null ? await isForeign(client, roles) : noted !== digestOf(actual);
  if (!changed) return;
  const { rows } = await client.query<{ name: string }>('select name from public.migration');
  const applied = new Set(rows.map(({ name }) => name));
  const wanted = await rightsMadeBeside(
    admin,
    roles,
    migrations.filter(({ name }) => applied.has(name)),
  );
  await client.query(`grant ${quoted(roles.worker)} to current_user`);
  await client.query(
    `grant create on database ${quoted(admin.database)} to ${quoted(roles.worker)}`,
  );
  await inTransaction(client, async () => {
    for (const statement of changesOf(actual, wanted)) await client.query(statement);
  });
}

/** The rights that migrations give, read from a database that is made for it and dropped. */
async function rightsMadeBeside(
  admin: Connection,
  roles: Roles,
  migrations: readonly Migration[],
): Promise<readonly Right[]> {
  const beside = { ...admin, database: `${admin.database}_rights` };
  const drop = `drop database if exists ${quoted(beside.database)} with (force)`;
  return withClient({ ...admin, database: 'postgres' }, async (server) => {
    await server.query(drop);
    await server.query(`create database ${quoted(beside.database)}`);
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
  const digest = digestOf(await readRights(client, roles));
  const { rows } = await client.query<{ note: string | null }>(RIGHTS_NOTED);
  if (rows[0]?.note === digest) return;
  await asOwner(client, roles, () =>
    client.query(`comment on table public.migration is '${digest}'`),
  );
}

async function prepareSchema(client: pg.Client, { owner, app, worker }: Roles): Promise<void> {
  await client.query(`grant usage, create on schema public to ${quoted(owner)}`);
  await inTransaction(client, async () => {
    await client.query(`
      set local role ${quoted(owner)};
      create table if not exists migration (
        name        text primary key,
        checksum    text not null,
        applied_at  timestamptz not null default now()
      );`);
  });
  await client.query(`revoke all on migration from ${quoted(app)}, ${quoted(worker)}`);
}

interface Applying extends Patience {
  readonly roles: Roles;
  readonly lying: Lying;
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
    await apply(client, migration, applying);
    // A grant on "all tables" reaches this one too.
    await client.query(
      `revoke all on migration from ${quoted(roles.app)}, ${quoted(roles.worker)}`,
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

/** Where the version was skipped that fills beside its work, it is filled now, without a rest. */
async function fillBefore(
  client: pg.Client,
  migrations: readonly Migration[],
  after: string,
  roles: Roles,
): Promise<void> {
  const migration = migrations.find(({ name }) => name === after);
  if (migration === undefined) throw new Error(`There is no ${after}.`);
  await asOwner(client, roles, () => fill(client, migration, { rest: 0 }));
}

async function apply(
  client: pg.Client,
  migration: Migration,
  { roles, lying, ...patience }: Applying,
): Promise<void> {
  const { name, checksum } = migration;
  const { apart, fills } = formOf(migration);
  const sql = migration.sql
    .replaceAll('{{app}}', quoted(roles.app))
    .replaceAll('{{worker}}', quoted(roles.worker));
  // One by one: a cluster sends a change of the schema on to its nodes with the whole text that it stands in.
  const run = async (): Promise<void> => {
    for (const statement of statementsIn(sql)) {
      await client.query(statement);
      // What a new version brings lies where everything else does, before anything refers to both.
      if (lying === 'spread' && /^create table\b/i.test(statement)) await spread(client);
    }
  };
  if (apart) await asOwner(client, roles, run);
  const work = async (): Promise<void> => {
    await client.query(`set local role ${quoted(roles.owner)}`);
    // Shard after shard, so that a table may be changed and its parents be read in one transaction.
    if (lying === 'spread')
      await client.query(`set local citus.multi_shard_modify_mode = 'sequential'`);
    if (!apart && fills === null) await run();
    await client.query('insert into migration (name, checksum) values ($1, $2)', [name, checksum]);
  };
  await givingWay(client, name, work, patience);
}

async function spread(client: pg.Client): Promise<void> {
  for (const step of await distribution(client)) await client.query(step);
}

async function asOwner(client: pg.Client, { owner }: Roles, work: () => Promise<unknown>) {
  await client.query(`set role ${quoted(owner)}`);
  await work().finally(() => client.query('reset role'));
}

/** The job runner keeps its own tables, in a schema that the worker owns. */
async function prepareJobRunner(
  client: pg.Client,
  admin: Connection,
  { worker }: Roles,
  lying: Lying,
): Promise<void> {
  await client.query(`grant ${quoted(worker)} to current_user`);
  await client.query(`grant create on database ${quoted(admin.database)} to ${quoted(worker)}`);
  const pool = new pg.Pool({
    ...driverConfig({ ...admin, role: worker }),
    max: 1,
    onConnect: async (connected) => {
      if (lying !== 'alone') await connected.query(KEEP_HERE);
    },
  });
  // The runner insists on handlers; what breaks is reported by the statement that was running.
  pool.on('error', () => {});
  pool.on('connect', (connected) => connected.on('error', () => {}));
  try {
    await prepareJobs({ pgPool: pool });
  } finally {
    await pool.end();
    await client.query(
      `revoke create on database ${quoted(admin.database)} from ${quoted(worker)}`,
    );
  }
}

/**
 * Behind row-level security an index serves only comparisons that leak nothing; LIKE, ILIKE and the normal forms of texts are
 * not marked so, although they don't. A managed server may refuse the mark: search then reads the company's rows one by one.
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
