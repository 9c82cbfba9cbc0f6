import type pg from 'pg';

/**
 * Placement of the tables: `alone` in a plain database; on a cluster coordinator still `here`, or `spread`
 * over the nodes (docs/scaling.md).
 */
export type TablePlacement = 'alone' | 'here' | 'spread';

export async function lyingOf(client: pg.Client): Promise<TablePlacement> {
  const { rowCount } = await client.query(`select from pg_extension where extname = 'citus'`);
  if (rowCount === 0) return 'alone';
  const { rows } = await client.query<{ spread: boolean }>(
    `select exists (select from pg_dist_partition where partmethod = 'h') as spread`,
  );
  return rows[0]?.spread === true ? 'spread' : 'here';
}

/** Objects created on this connection stay on the coordinator. */
export const KEEP_HERE = 'set citus.enable_ddl_propagation = off';
