import type pg from 'pg';

/**
 * Where the tables of a database lie: `alone` in it; or it is a cluster's coordinator and they lie `here` as yet, or `spread`
 * over the nodes (docs/scaling.md).
 */
export type Lying = 'alone' | 'here' | 'spread';

export async function lyingOf(client: pg.Client): Promise<Lying> {
  const { rowCount } = await client.query(`select from pg_extension where extname = 'citus'`);
  if (rowCount === 0) return 'alone';
  const { rows } = await client.query<{ spread: boolean }>(
    `select exists (select from pg_dist_partition where partmethod = 'h') as spread`,
  );
  return rows[0]?.spread === true ? 'spread' : 'here';
}

/** What is made on this connection stays on the coordinator. */
export const KEEP_HERE = 'set citus.enable_ddl_propagation = off';
