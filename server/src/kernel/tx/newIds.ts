import { sql } from 'kysely';
import type { Context } from '../access/context.ts';

/**
 * Draws consecutive ids for rows referenced before being written, in a separate statement: in a statement
 * over rows, a cluster draws ids on the rows' node, where they begin far above all others.
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
