import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Context } from '../access/context.ts';
import { runTogether } from './recordset.ts';

/**
 * Runs a statement by key in a reading transaction with one plan for all values: if much is looked up for
 * each row, planning would cost more than reading. A cluster plans by values, as the role says.
 */
export async function inOnePlan<Row>(
  { tx }: Context,
  statement: RawBuilder<unknown>,
): Promise<Row[]> {
  const planning = (mode: 'default' | 'force_custom_plan') =>
    sql`set local plan_cache_mode = ${sql.raw(mode)}`.execute(tx);
  const [, { rows }] = await runTogether([
    planning('default'),
    sql<Row>`${statement}`.execute(tx),
    planning('force_custom_plan'),
  ]);
  return rows;
}
