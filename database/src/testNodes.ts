// Where tests' databases lie: on one server, or on every node of a Citus cluster. There a copy is made of each node's part, which
// together are a cluster like the original.
import type pg from 'pg';
import { KEEP_HERE, lyingOf } from './cluster.ts';
import { DatabaseError, withClient } from './connection.ts';
import type { Connection } from './connection.ts';
import { planDistribution } from './distribute.ts';
import { migrateDatabase } from './migrate.ts';
import type { Migrated } from './migrate.ts';
import { guardDatabase, quoteIdentifier } from './roles.ts';
import type { Roles } from './roles.ts';

/** Few, so that making a database takes little: what a test shows does not hang on how many there are. */
const SHARDS = 4;

/** Returns the database servers of a cluster by their administrator addresses, the coordinator first. */
export function nodesOf(coordinator: Connection): Promise<readonly Connection[]> {
  return withClient(coordinator, async (client) => {
    if ((await lyingOf(client)) === 'alone')
      throw new DatabaseError(`${coordinator.database} is no database of a coordinator.`);
    const { rows } = await client.query<{ host: string; port: number }>(
      'select nodename as host, nodeport as port from pg_dist_node where groupid > 0 order by nodeid',
    );
    return [coordinator, ...rows.map((node) => ({ ...coordinator, ...node }))];
  });
}

/**
 * Migrates a database to the newest schema, after creating the database if missing. On a cluster the tables
 * are then distributed.
 */
export async function migrateOn(nodes: readonly Connection[], database: string): Promise<Migrated> {
  const [first, ...others] = nodes.map((node) => ({ ...node, database }));
  if (first === undefined) throw new Error('a database lies on a server');
  if (others.length === 0) return migrateDatabase(first);
  if (await isMissing(nodes, database)) await joined(nodes, database);
  const migrated = await migrateDatabase(first);
  await withClient(first, async (client) => {
    await client.query(`set citus.shard_count = ${SHARDS}`);
    for (const step of await planDistribution(client)) await client.query(step);
  });
  return migrated;
}

async function isMissing([first]: readonly Connection[], database: string): Promise<boolean> {
  if (first === undefined) return true;
  const found = 'select from pg_database where datname = $1';
  return withClient(
    first,
    async (client) => (await client.query(found, [database])).rowCount === 0,
  );
}

/** Creates an empty database on each node, and joins the nodes to a cluster. */
export async function joined(nodes: readonly Connection[], database: string): Promise<void> {
  for (const node of nodes) {
    await withClient(node, (client) =>
      client.query(`create database ${quoteIdentifier(database)}`),
    );
    await withClient({ ...node, database }, (client) => client.query('create extension citus'));
  }
  const [coordinator, ...workers] = nodes;
  if (coordinator === undefined) return;
  await withClient({ ...coordinator, database }, async (client) => {
    await client.query('select citus_set_coordinator_host($1, $2)', [
      coordinator.host,
      coordinator.port,
    ]);
    for (const { host, port } of workers)
      await client.query('select citus_add_node($1, $2)', [host, port]);
  });
}

/** Copies a database without open connections. */
export function copyOn(
  nodes: readonly Connection[],
  {
    original,
    name,
    roles,
  }: { readonly original: string; readonly name: string; readonly roles: Roles },
): Promise<void> {
  return onEach(nodes, async (client) => {
    // On a cluster somebody is: the daemon that looks after it, which comes again when it is needed.
    if (nodes.length > 1)
      await client.query(
        'select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1',
        [original],
      );
    // Copying the files takes half of the work that writing every page to the log does.
    await client.query(
      `create database ${quoteIdentifier(name)} template ${quoteIdentifier(original)} strategy file_copy`,
    );
    // A clone takes over everything but who may enter.
    await guardDatabase(client, name, roles);
    await liftLimits(client, name, roles);
  });
}

/** Lifts the time limits of the product's roles: a busy machine takes long for locks and statements. */
async function liftLimits(client: pg.Client, name: string, { app, worker }: Roles): Promise<void> {
  const limits = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'];
  const lifted = [app, worker].flatMap((role) =>
    limits.map(
      (limit) =>
        `alter role ${quoteIdentifier(role)} in database ${quoteIdentifier(name)} set ${limit} = '30min'`,
    ),
  );
  await client.query(lifted.join('; '));
}

export const dropOn = (nodes: readonly Connection[], name: string): Promise<void> =>
  onEach(nodes, (client) =>
    client.query(`drop database if exists ${quoteIdentifier(name)} with (force)`),
  );

/** Does the same on each node, which says nothing of it to the others. */
async function onEach(
  nodes: readonly Connection[],
  work: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  await Promise.all(
    nodes.map((node) =>
      withClient(node, async (client) => {
        if (nodes.length > 1) await client.query(KEEP_HERE);
        await work(client);
      }),
    ),
  );
}
