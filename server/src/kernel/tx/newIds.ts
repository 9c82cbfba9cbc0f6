import { sql } from 'kysely';
import type { Context } from '../context.ts';

/**
 * Ids for rows that others name before they are written, one after the other. Drawn in a statement of their own: a cluster
 * draws those of a statement over rows on the rows' node, where they begin far above all others.
 */
export async function newIds(
  { tx }: Pick<Context, 'tx'>,
  table: 'document' | 'product',
  count: number,
): Promise<string[]> {
  if (count === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select nextval(${`${table}_id_seq`}::regclass) as id from generate_series(1, ${count}::int)`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}
