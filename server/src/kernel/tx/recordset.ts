import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Context } from '../context.ts';
import { sqlError } from './sqlError.ts';

/**
 * Rows for one statement as a single parameter, to stand in a `from` under the name `given`.
 * `columns` names their columns and types; numbers travel as strings, so nothing is rounded on the way.
 *
 * The limit drops nothing. It tells the planner how few the rows are: it takes a recordset for a hundred, and would
 * rather read a table from end to end than look a hundred rows up by their keys.
 */
export function given(rows: readonly object[], columns: string): RawBuilder<unknown> {
  return sql`(select * from json_to_recordset(${JSON.stringify(rows)}::json) as one(${sql.raw(columns)})
    limit ${rows.length}) as given`;
}

/** Kinds with the signs that they count with, to stand in a `from`: a relation (kind, sign). */
export const signedKinds = (
  kinds: readonly (readonly [kind: string, sign: 1 | -1])[],
  name = 'given',
): RawBuilder<unknown> =>
  sql`unnest(${kinds.map(([kind]) => kind)}::text[], ${kinds.map(([, sign]) => sign)}::int[]) as ${sql.ref(name)}(kind, sign)`;

/** What PostgreSQL says of every statement that comes after the one that failed. */
const AFTERWARDS = '25P02';

/**
 * Runs statements that do not need each other's answers side by side. When one fails the others are waited for, so that
 * none runs on after the transaction was given up; then the failure that broke the transaction is thrown, and not what
 * the others heard of it: a deadlock that looks like anything else would not be tried again.
 */
export async function together<const Work extends readonly Promise<unknown>[]>(
  work: Work,
): Promise<{ -readonly [At in keyof Work]: Awaited<Work[At]> }> {
  const ends = await Promise.allSettled(work);
  const reasons = ends.flatMap((end): unknown[] => (end.status === 'rejected' ? [end.reason] : []));
  if (reasons.length > 0)
    throw reasons.find((reason) => sqlError(reason)?.state !== AFTERWARDS) ?? reasons[0];
  const values = ends.map((end) => (end.status === 'fulfilled' ? end.value : undefined));
  // SAFETY: one value per promise, in their order.
  return values as { -readonly [At in keyof Work]: Awaited<Work[At]> };
}

/**
 * Runs writes that need no answer, neither their own nor each other's, as one statement. They all see what was there
 * before it, so no two of them may touch the same row. Each returns something: Citus refuses
 * rows of a parameter under row-level security otherwise.
 */
export async function atOnce(
  tx: Context['tx'],
  writes: readonly RawBuilder<unknown>[],
): Promise<void> {
  const last = writes.at(-1);
  if (last === undefined) return;
  const before = writes.slice(0, -1).map((write, at) => sql`${partNamed(at)} as (${write})`);
  await sql`${before.length > 0 ? sql`with ${sql.join(before)}` : sql``} ${last}`.execute(tx);
}

const partNamed = (at: number): RawBuilder<unknown> => sql.raw(`part_${at}`);
