import { lyingOf, distribution, leftBehind, ownerWalls } from '@tradehouse/database';
import type pg from 'pg';

/** Where a command works: on the coordinator, as an administrator. `run` prints what it sends, and sends it. */
export interface Cluster {
  readonly client: pg.Client;
  readonly say: (line: string) => void;
  readonly run: (sql: string) => Promise<pg.QueryResult<Record<string, unknown>>>;
}

/** A sentence for who runs the command. */
export class ClusterError extends Error {
  override readonly name = 'ClusterError';
}

/** The nodes with what lies on them, what does not lie there yet, and what is being moved. */
export async function status({ client, say, run }: Cluster): Promise<void> {
  await expectCluster(client);
  const nodes = await run(`
    select nodename || ':' || nodeport as node, isactive as active, count(s.shardid) as shards,
      pg_size_pretty(coalesce(sum(s.shard_size), 0)) as size
    from pg_dist_node left join citus_shards s using (nodename, nodeport)
    where shouldhaveshards group by nodename, nodeport, isactive order by 1`);
  for (const { node, active, shards, size } of nodes.rows)
    say(`${node}: ${active === true ? 'active' : 'NOT ACTIVE'}, ${shards} shards, ${size}`);
  const missing = await distribution(client);
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

/** Spreads what does not lie on the nodes yet; what does stays, but for what the coordinator has kept of it. */
export async function distribute({ client, say, run }: Cluster): Promise<void> {
  const missing = await distribution(client);
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

/** Moves shards until the nodes hold as much, while the product works. */
export async function rebalance(cluster: Cluster): Promise<void> {
  await moving(cluster, async ({ run, say }) => {
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
 * Gives a company shards of its own and moves them, while it works. What is written waits while its shards are parted from others,
 * which takes seconds: doing that without a wait (`force_logical`) never ended on Citus 13.2.2, whose split sends other columns
 * than its target expects.
 */
export async function moveCompany(cluster: Cluster, code: string, node: string): Promise<void> {
  const { host, port } = nodeOf(node);
  const { rows } = await cluster.client.query<{ id: string }>(
    'select id from tenant where code = $1',
    [code],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new ClusterError(`There is no company ${code}.`);
  await moving(cluster, async ({ client, run, say }) => {
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

/** Whether a company's shards hold no other: one value of the hash, the company's. */
async function isAlone(client: pg.Client, id: string): Promise<boolean> {
  const { rows } = await client.query<{ alone: boolean }>(
    `select shardminvalue = shardmaxvalue as alone from pg_dist_shard
     where shardid = get_shard_id_for_distribution_column('document', $1::bigint)`,
    [id],
  );
  return rows[0]?.alone === true;
}

/** Shards that move are read by the owner, who stands behind the walls otherwise; the server stays behind them. */
async function moving(cluster: Cluster, work: (cluster: Cluster) => Promise<void>): Promise<void> {
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
