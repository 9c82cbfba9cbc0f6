import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/**
 * Rows for one statement as a single parameter, to stand in a `from` under the name `given`.
 * `columns` names their columns and types; numbers travel as strings, so nothing is rounded on the way.
 */
export function given(rows: readonly object[], columns: string): RawBuilder<unknown> {
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(${sql.raw(columns)})`;
}

/**
 * Runs statements that do not need each other's answers side by side. When one fails the others are waited for, so that
 * none runs on after the transaction was given up; then the first failure is thrown.
 */
export async function together<const Work extends readonly Promise<unknown>[]>(
  work: Work,
): Promise<{ -readonly [At in keyof Work]: Awaited<Work[At]> }> {
  const ends = await Promise.allSettled(work);
  const values = ends.map((end) => {
    if (end.status === 'rejected') throw end.reason;
    return end.value;
  });
  // SAFETY: one value per promise, in their order.
  return values as { -readonly [At in keyof Work]: Awaited<Work[At]> };
}
