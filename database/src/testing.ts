// What tests of every room need: a database of their own, cloned from a migrated template.
import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import { readChecks } from './checks.ts';
import type { Check } from './checks.ts';
import { connect } from './connect.ts';
import { DatabaseError, withClient } from './connection.ts';
import type { Connection } from './connection.ts';
import type { Database } from './database.generated.ts';
import { migrate } from './migrate.ts';
import { readMigrations } from './migrations.ts';
import { guardDatabase, quoted } from './roles.ts';
import type { Roles } from './roles.ts';
import { verifyIn } from './verify.ts';
import type { Violation } from './verify.ts';

export { generateTypes, writeTypes } from './generateTypes.ts';
export { rollUps, wholeOf } from './rollUps.ts';
export { aPair } from './testReplica.ts';
export type { TestPair, TestReplica } from './testReplica.ts';

/** The variable that carries a TestServer, as JSON, from the global set-up to every test file. */
export const TEST_SERVER = 'TRADEHOUSE_TEST_DATABASE';

/** A migrated template and the ways into its clones. */
export interface TestServer {
  /** What the names of this run's databases begin with. */
  readonly run: string;
  readonly admin: Connection;
  readonly app: Connection;
  readonly worker: Connection;
  /** The way of `app` through a pooler that lends a connection for a transaction, where there is one. */
  readonly pooled?: Connection;
  readonly roles: Roles;
  readonly template: string;
  /** The relations whose rows belong to companies. */
  readonly ofTenant: readonly string[];
}

export interface TestDatabase {
  readonly name: string;
  /** As the server connects: behind the walls, owning nothing. */
  readonly app: Kysely<Database>;
  /** As the administrator: sees every company. For arranging a test and looking at what it left. */
  readonly admin: Kysely<Database>;
  readonly connections: {
    readonly admin: Connection;
    readonly app: Connection;
    /** How the server's transactions go: as `app`, or through a pooler. */
    readonly pooled: Connection;
    readonly worker: Connection;
    /** The administrator acting as the owner, as seeds run. */
    readonly owner: Connection;
  };
  /**
   * Every invariant over the whole database, as `verify` finds them, without measuring the tables. The connection keeps
   * its plans, for tests that ask again and again: planning takes longer than looking at a few rows.
   */
  violations(): Promise<readonly Violation[]>;
  /** Closes all pools and drops the database. */
  drop(): Promise<void>;
}

/**
 * Makes the template on the server of `admin` (any database of it). The global set-up calls it once and puts the
 * answer, as JSON, into the environment variable named by TEST_SERVER. A template of the same schema is used again.
 */
export async function prepareTemplate(admin: Connection): Promise<TestServer> {
  const hash = createHash('sha256');
  for (const { checksum } of await readMigrations()) hash.update(checksum);
  const template = `tradehouse_template_${hash.digest('hex').slice(0, 8)}`;
  const { roles, app, worker } = await migrate({ ...admin, database: template });
  const run = `test_${randomBytes(4).toString('hex')}`;
  const ofTenant = await withClient({ ...admin, database: template }, relationsOfTenants);
  return { run, admin: { ...admin, database: 'postgres' }, app, worker, roles, template, ofTenant };
}

async function relationsOfTenants(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
    where c.relnamespace = 'public'::regnamespace and (c.relkind = 'v' or c.relkind = 'r' and a.attnum = 1)`);
  return rows.map(({ name }) => name);
}

/** Drops what the run's tests have left. */
export function dropTestDatabases({ admin, run }: TestServer): Promise<void> {
  return withClient(admin, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [run],
    );
    for (const { datname } of rows) {
      await client.query(`drop database ${quoted(datname)} with (force)`);
    }
  });
}

/** The checks, read once in a process. */
let known: Promise<readonly Check[]> | undefined;

/**
 * A fresh database for one test file: a copy of the migrated template, or of a test's own database, to which no one may
 * be connected then. Fails when no global set-up has provided a server.
 */
export async function testDatabase(original?: TestDatabase): Promise<TestDatabase> {
  const { run, admin, app, worker, pooled = app, roles, template } = testServer();
  const name = `${run}_${randomBytes(4).toString('hex')}`;
  await withClient(admin, async (client) => {
    await client.query(
      // Copying the files takes half of the work that writing every page to the log does.
      `create database ${quoted(name)} template ${quoted(original?.name ?? template)} strategy file_copy`,
    );
    // A clone takes over everything but who may enter.
    await guardDatabase(client, name, roles);
  });
  const at = (connection: Connection): Connection => ({ ...connection, database: name });
  const connections = {
    admin: at(admin),
    app: at(app),
    pooled: at(pooled),
    worker: at(worker),
    owner: at({ ...admin, role: roles.owner }),
  };
  const pools = {
    app: connect(connections.app, { size: 5, name: 'a test' }),
    admin: connect(connections.admin, { size: 2, name: 'a test' }),
  };
  const verifying = connect(connections.admin, { size: 1, name: 'verify' });
  const violations = async (): Promise<readonly Violation[]> => {
    const checks = await (known ??= readChecks());
    return verifying
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (tx) => {
        await sql`set local plan_cache_mode = force_generic_plan`.execute(tx);
        return (await verifyIn(tx, checks)).violations;
      });
  };
  const drop = async (): Promise<void> => {
    await Promise.all([pools.app.destroy(), pools.admin.destroy(), verifying.destroy()]);
    await withClient(admin, (client) => client.query(`drop database ${quoted(name)} with (force)`));
  };
  return { name, ...pools, connections, violations, drop };
}

function testServer(): TestServer {
  const text = process.env[TEST_SERVER];
  if (text === undefined) {
    throw new DatabaseError(`Run this through vitest: its set-up provides ${TEST_SERVER}.`);
  }
  return JSON.parse(text) as TestServer;
}
