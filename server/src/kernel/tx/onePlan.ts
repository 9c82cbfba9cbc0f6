import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Context } from '../context.ts';
import { together } from './recordset.ts';

/**
 * The rows of a statement that goes by keys, in a transaction that reads: one plan serves all values there, and where much
 * is looked up for each row, planning for these would cost more than reading does. A cluster plans by values, as the role says.
 */
export async function inOnePlan<Row>(
  { tx }: Context,
  statement: RawBuilder<unknown>,
): Promise<Row[]> {
  const planning = (mode: 'default' | 'force_custom_plan') =>
    sql`set local plan_cache_mode = ${sql.raw(mode)}`.execute(tx);
  const [, { rows }] = await together([
    planning('default'),
    sql<Row>`${statement}`.execute(tx),
    planning('force_custom_plan'),
  ]);
  return rows;
}
