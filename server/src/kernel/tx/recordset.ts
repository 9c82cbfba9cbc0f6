import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Context } from '../access/context.ts';
import { sqlError } from './sqlError.ts';

/**
 * Rows for one statement as a single parameter, to stand in a `from` under the name `given`.
 * `columns` names their columns and types; numbers travel as strings, so nothing is rounded on the way.
 *
 * The limit drops nothing. It tells the planner how few the rows are: it takes a recordset for a hundred, and would
 * rather read a table from end to end than look a hundred rows up by their keys.
 */
export function rowsAsTable(rows: readonly object[], columns: string): RawBuilder<unknown> {
  return sql`(select * from json_to_recordset(${JSON.stringify(rows)}::json) as one(${sql.raw(columns)})
    limit ${rows.length}) as given`;
}

/** Column of a relation `given`, by its type in the database. */
export interface GivenColumn {
  readonly name: string;
  readonly type: 'bigint' | 'integer' | 'numeric' | 'text';
  readonly values: readonly (string | number | null)[];
}

/**
 * Relation `given` of thousands of rows, with an array for each column: the database takes several times
 * longer for an object of each row.
 */
export function columnsAsTable(columns: readonly GivenColumn[]): RawBuilder<unknown> {
  const arrays = columns.map(
    ({ type, values }) => sql`${arrayOf(type, values)}::${sql.raw(type)}[]`,
  );
  const names = columns.map(({ name }) => sql.ref(name));
  return sql`unnest(${sql.join(arrays)}) as given(${sql.join(names)})`;
}

/** Numbers need no quotes in an array, and the driver takes longer for quotes than for anything else. */
const arrayOf = (
  type: GivenColumn['type'],
  values: GivenColumn['values'],
): string | GivenColumn['values'] =>
  type === 'text' ? values : `{${values.map((value) => value ?? 'NULL').join(',')}}`;

/** Builds a relation (kind, sign) for a `from`: kinds with the counting sign. */
export const signedKinds = (
  kinds: readonly (readonly [kind: string, sign: 1 | -1])[],
  name = 'given',
): RawBuilder<unknown> =>
  sql`unnest(${kinds.map(([kind]) => kind)}::text[], ${kinds.map(([, sign]) => sign)}::int[]) as ${sql.ref(name)}(kind, sign)`;

/** PostgreSQL's error code for every statement after a failed one. */
const AFTERWARDS = '25P02';

/**
 * Runs independent statements side by side. After a failure the others are awaited, so that none outlives
 * the transaction. The failure that broke the transaction is thrown, not its consequences: a disguised
 * deadlock would not be retried.
 */
export async function runTogether<const Work extends readonly Promise<unknown>[]>(
  work: Work,
): Promise<{ -readonly [At in keyof Work]: Awaited<Work[At]> }> {
  const ends = await Promise.allSettled(work);
  const reasons = ends.flatMap((end): unknown[] => (end.status === 'rejected' ? [end.reason] : []));
  if (reasons.length > 0)
    throw reasons.find((reason) => sqlError(reason)?.state !== AFTERWARDS) ?? reasons[0];
  const values = ends.map((end) => (end.status === 'fulfilled' ? end.value : undefined));
  // SAFETY: one value per promise, in promise order.
  return values as { -readonly [At in keyof Work]: Awaited<Work[At]> };
}

/**
 * Runs independent writes without needed answers in one statement. All see the state before it, so no two
 * may touch the same row. Each returns something: otherwise Citus refuses rows of a parameter under
 * row-level security.
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
