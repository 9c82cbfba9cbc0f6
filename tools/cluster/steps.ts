import { lyingOf, planDistribution, leftBehind, ownerWalls } from '@tradehouse/database';
import type pg from 'pg';

/** Access to the coordinator, with administrator rights. `run` prints a statement and sends it. */
export interface Cluster {
  readonly client: pg.Client;
  readonly say: (line: string) => void;
  readonly run: (sql: string) => Promise<pg.QueryResult<Record<string, unknown>>>;
}

/** Error with a message for the command's user. */
export class ClusterError extends Error {
  override readonly name = 'ClusterError';
}

/** Prints the nodes with their contents, undistributed tables, and running moves. */
export async function printClusterStatus({ client, say, run }: Cluster): Promise<void> {
  await expectCluster(client);
  const nodes = await run(`
    select nodename || ':' || nodeport as node, isactive as active, count(s.shardid) as shards,
      pg_size_pretty(coalesce(sum(s.shard_size), 0)) as size
    from pg_dist_node left join citus_shards s using (nodename, nodeport)
    where shouldhaveshards group by nodename, nodeport, isactive order by 1`);
  for (const { node, active, shards, size } of nodes.rows)
    say(`${node}: ${active === true ? 'active' : 'NOT ACTIVE'}, ${shards} shards, ${size}`);
  const missing = await planDistribution(client);
  say(
    missing.length === 0
      ? 'Every table lies on the nodes.'
      : `${missing.length} statements spread what does not lie there yet: distribute`,
  );
  const moves = await run(
    `select job_id, state from citus_rebalance_status() where state not in ('finished', 'cancelled')`,
  ).catch(() => ({ rows: [] }));
  for (const { job_id: job, state } of moves.rows) say(`Rebalancing ${job}: ${state}`);
}

/**
 * Distributes tables not yet on the nodes; distributed tables remain, except rows left on the coordinator.
 */
export async function distributeTables({ client, say, run }: Cluster): Promise<void> {
  const missing = await planDistribution(client);
  for (const [at, sql] of missing.entries()) {
    say(`${at + 1} of ${missing.length}`);
    await run(sql);
  }
  for (const sql of await leftBehind(client)) await run(sql);
  say('Every table lies on the nodes.');
}

export async function addNode({ client, say, run }: Cluster, node: string): Promise<void> {
  await expectCluster(client);
  const { host, port } = nodeOf(node);
  await run(`select citus_add_node('${host}', ${port})`);
  say(`${node} is a node; rebalance moves shards to it.`);
}

/** Moves shards to balance the nodes, while the product works. */
export async function rebalanceShards(cluster: Cluster): Promise<void> {
  await withOwnerWallsOpen(cluster, async ({ run, say }) => {
    await run(`select citus_rebalance_start(shard_transfer_mode => 'force_logical')`);
    for (;;) {
      const { rows } = await cluster.client.query<{ state: string; done: string; all: string }>(`
        select state, coalesce(details -> 'task_state_counts' ->> 'done', '0') as done,
          (select sum(value::int) from jsonb_each_text(details -> 'task_state_counts')) as all
        from citus_rebalance_status() order by job_id desc limit 1`);
      const [job] = rows;
      if (job === undefined) return say('The nodes hold as much as each other.');
      say(`${job.state}: ${job.done} of ${job.all}`);
      if (job.state === 'finished') return;
      if (/fail|cancel/.test(job.state)) throw new ClusterError(`Rebalancing ended: ${job.state}.`);
      await new Promise((next) => setTimeout(next, 2000));
    }
  });
}

/**
 * Moves a company to shards of its own during normal work. Writes wait for seconds during the split:
 * without waiting (`force_logical`) the split never ended on Citus 13.2.2, which then sends columns unknown
 * to its target.
 */
export async function moveCompany(cluster: Cluster, code: string, node: string): Promise<void> {
  const { host, port } = nodeOf(node);
  const { rows } = await cluster.client.query<{ id: string }>(
    'select id from tenant where code = $1',
    [code],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new ClusterError(`There is no company ${code}.`);
  await withOwnerWallsOpen(cluster, async ({ client, run, say }) => {
    if (!(await isAlone(client, id)))
      await run(
        `select isolate_tenant_to_new_shard('document', ${id}, 'CASCADE', shard_transfer_mode => 'block_writes')`,
      );
    const shards = await client.query<{ shard: string; host: string; port: number }>(
      `select shardid as shard, nodename as host, nodeport as port from citus_shards
       where shardid = get_shard_id_for_distribution_column('document', $1::bigint)`,
      [id],
    );
    const from = shards.rows[0];
    if (from === undefined) throw new ClusterError('Spread the tables first: distribute.');
    if (from.host === host && from.port === port) return say(`${code} lies on ${node}.`);
    await run(
      `select citus_move_shard_placement(${from.shard}, '${from.host}', ${from.port}, '${host}', ${port}, 'force_logical')`,
    );
    say(`${code} lies on ${node}.`);
  });
}

/** Tests for shards of one company only: a single hash value. */
async function isAlone(client: pg.Client, id: string): Promise<boolean> {
  const { rows } = await client.query<{ alone: boolean }>(
    `select shardminvalue = shardmaxvalue as alone from pg_dist_shard
     where shardid = get_shard_id_for_distribution_column('document', $1::bigint)`,
    [id],
  );
  return rows[0]?.alone === true;
}

/** The owner reads moving shards, otherwise restricted by row-level security; the server stays restricted. */
async function withOwnerWallsOpen(
  cluster: Cluster,
  work: (cluster: Cluster) => Promise<void>,
): Promise<void> {
  const { client, run } = cluster;
  await expectCluster(client);
  try {
    for (const sql of await ownerWalls(client, false)) await run(sql);
    await work(cluster);
  } finally {
    for (const sql of await ownerWalls(client, true)) await run(sql);
  }
}

async function expectCluster(client: pg.Client): Promise<void> {
  if ((await lyingOf(client)) === 'alone')
    throw new ClusterError('This is no coordinator: create the extension citus in the database.');
}

function nodeOf(node: string): { readonly host: string; readonly port: number } {
  const [, host, port] = /^([\w.-]+):(\d{1,5})$/.exec(node) ?? [];
  if (host === undefined) throw new ClusterError(`Say a node as HOST:PORT, not ${node}.`);
  return { host, port: Number(port) };
}
