// What tests of every room need: a database of their own, cloned from a migrated template.
import { createHash, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import { readChecks } from './checks.ts';
import { openDatabasePool } from './connect.ts';
import { DatabaseError, withClient } from './connection.ts';
import type { Connection } from './connection.ts';
import type { Database } from './database.generated.ts';
import { readMigrations } from './migrations.ts';
import type { Roles } from './roles.ts';
import { copyOn, dropOn, migrateOn } from './testNodes.ts';
import { openVerifier } from './testVerify.ts';
import { verifyIn } from './verify.ts';
import type { Violation } from './verify.ts';

export { generateTypes, writeTypes } from './generateTypes.ts';
export { rollUps, wholeRollUpSql } from './rollUps.ts';
export { dropOn, joined, migrateOn, nodesOf } from './testNodes.ts';
export { aPair } from './testReplica.ts';
export type { TestPair, TestReplica } from './testReplica.ts';

/** The variable that carries a TestServer, as JSON, from the global set-up to every test file. */
export const TEST_SERVER = 'TRADEHOUSE_TEST_DATABASE';

/** A migrated template and the ways into its clones. */
export interface TestServer {
  /** What the names of this run's databases begin with. */
  readonly run: string;
  readonly admin: Connection;
  /** Where each database lies: with `admin`, and on a cluster's other nodes. */
  readonly nodes: readonly Connection[];
  readonly app: Connection;
  readonly worker: Connection;
  /** The way of `app` through a pooler that lends a connection for a transaction, where there is one. */
  readonly pooled?: Connection;
  readonly roles: Roles;
  readonly template: string;
  readonly catalogue: Catalogue;
}

/** Names of the schema. */
export interface Catalogue {
  /** The relations whose rows belong to companies. */
  readonly ofTenant: readonly string[];
  /** Those that draw an id for a row that brings none. */
  readonly drawing: readonly string[];
  /** Columns that are moments wherever they stand, and those that are days. */
  readonly moments: readonly string[];
  readonly days: readonly string[];
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
  /** The relations whose rows belong to companies. */
  readonly ofTenant: readonly string[];
  /** How many statements wait for a lock, on whichever node. */
  waiting(): Promise<number>;
  /** Closes all pools and drops the database. */
  drop(): Promise<void>;
}

/**
 * Creates the template database on the server of `admin`. The global test set-up calls this once and passes
 * the result as JSON in the environment variable named by TEST_SERVER. A template of an equal schema is
 * reused.
 *
 * @param servers of a cluster all of them, `admin`'s first
 */
export async function prepareTemplate(
  admin: Connection,
  servers: readonly Connection[] = [admin],
): Promise<TestServer> {
  const hash = createHash('sha256');
  for (const { checksum } of await readMigrations()) hash.update(checksum);
  const template = `tradehouse_template_${hash.digest('hex').slice(0, 8)}`;
  const nodes = servers.map((node) => ({ ...node, database: 'postgres' }));
  const { roles, app, worker } = await migrateOn(nodes, template);
  const run = `test_${randomBytes(4).toString('hex')}`;
  const catalogue = await withClient({ ...admin, database: template }, readCatalogue);
  return {
    run,
    admin: { ...admin, database: 'postgres' },
    nodes,
    app,
    worker,
    roles,
    template,
    catalogue,
  };
}

async function readCatalogue(client: pg.Client): Promise<Catalogue> {
  const { rows } = await client.query<Catalogue>(`
    with columns as (
      select c.relname::text as relation, c.relkind as kind, a.attname::text as name, a.attnum as place, a.attidentity <> '' as drawn,
        a.atttypid::regtype::text as type
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v')),
    types as (select name, min(type) as type from columns group by name having min(type) = max(type))
    select
      array(select relation from columns where name = 'tenant_id' and (kind = 'v' or place = 1)) as "ofTenant",
      array(select relation from columns where drawn) as drawing,
      array(select name from types where type = 'timestamp with time zone') as moments,
      array(select name from types where type = 'date') as days`);
  const [catalogue] = rows;
  if (catalogue === undefined) throw new DatabaseError('PostgreSQL told nothing of its catalogue.');
  return catalogue;
}

/** Drops what the run's tests have left. */
export async function dropTestDatabases({ admin, nodes, run }: TestServer): Promise<void> {
  const left = await withClient(admin, (client) =>
    client.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [run],
    ),
  );
  for (const { datname } of left.rows) await dropOn(nodes, datname);
}

/**
 * A fresh database for one test file: a copy of the migrated template, or of a test's own database, to which no one may
 * be connected then. Fails when no global set-up has provided a server.
 */
export async function testDatabase(original?: TestDatabase): Promise<TestDatabase> {
  const { run, admin, nodes, app, worker, pooled = app, roles, template, catalogue } = testServer();
  const name = `${run}_${randomBytes(4).toString('hex')}`;
  await copyOn(nodes, { original: original?.name ?? template, name, roles });
  const at = (connection: Connection): Connection => ({ ...connection, database: name });
  const connections = {
    admin: at(admin),
    app: at(app),
    pooled: at(pooled),
    worker: at(worker),
    owner: at({ ...admin, role: roles.owner }),
  };
  const pools = {
    app: openDatabasePool(connections.app, { size: 5, name: 'a test' }),
    admin: openDatabasePool(connections.admin, { size: 2, name: 'a test' }),
  };
  const verifier = openVerifier(connections.admin);
  const violations = async (): Promise<readonly Violation[]> => {
    if (nodes.length === 1) return verifier.listViolations();
    // A cluster plans by values: they say which node is meant.
    return pools.admin
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (tx) => (await verifyIn(tx, await readChecks())).violations);
  };
  const waiting = async (): Promise<number> => {
    const asked = await Promise.all(
      nodes.map((node) =>
        withClient({ ...node, database: name }, (client) =>
          client.query(
            `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          ),
        ),
      ),
    );
    return asked.reduce((sum, { rowCount }) => sum + (rowCount ?? 0), 0);
  };
  const drop = async (): Promise<void> => {
    await Promise.all([pools.app.destroy(), pools.admin.destroy(), verifier.close()]);
    await dropOn(nodes, name);
  };
  const { ofTenant } = catalogue;
  return { name, ...pools, connections, ofTenant, violations, waiting, drop };
}

function testServer(): TestServer {
  const text = process.env[TEST_SERVER];
  if (text === undefined) {
    throw new DatabaseError(`Run this through vitest: its set-up provides ${TEST_SERVER}.`);
  }
  return JSON.parse(text) as TestServer;
}
