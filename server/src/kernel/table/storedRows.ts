import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Context } from '../context.ts';
import type { Columns, Row } from './resourceEngine.ts';

type Books = Pick<Context, 'tx' | 'tenantId'>;

/** The columns that any of the rows says. */
const saidBy = (rows: readonly Columns[]): readonly string[] => [
  ...new Set(rows.flatMap((row) => Object.keys(row).filter((name) => row[name] !== undefined))),
];

const refs = (names: readonly string[]): RawBuilder<unknown> =>
  sql.join(names.map((name) => sql.ref(name)));

/**
 * Adds records to a table, one or thousands, with one statement; all of them say the same columns. Answers them as they
 * stand, or what is asked for of them: thousands of whole rows that no one reads would only fill the memory. They travel as
 * one text, whose values the table itself says how to read.
 */
export async function addRows(
  { tx, tenantId }: Books,
  table: string,
  rows: readonly Columns[],
  asked: RawBuilder<unknown> = sql`*`,
): Promise<Row[]> {
  if (rows.length === 0) return [];
  const said = rows.map((row) => ({ ...row, tenant_id: tenantId }));
  const columns = refs(saidBy(said));
  const { rows: added } = await sql<Row>`
    insert into ${sql.table(table)} (${columns}) overriding system value
    select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(said)}::json)
    returning ${asked}`.execute(tx);
  return added;
}

/**
 * Changes records by their ids, one or thousands, with one statement; what a record leaves out stays as it is. Where they
 * say their `version`, and then all of them do, each is changed only where it is the next one. Answers those that were
 * changed.
 */
export async function changeRows(
  { tx, tenantId }: Books,
  table: string,
  rows: readonly (Columns & { readonly id: string })[],
): Promise<Row[]> {
  const columns = saidBy(rows).filter((name) => name !== 'id');
  if (columns.length === 0) return [];
  // A column that a record leaves out is read where it is written: somebody may have changed it a moment ago.
  const sets = columns.map((name) => {
    const [column, said] = [sql.ref(name), sql`jsonb_exists(given.record, ${sql.lit(name)})`];
    return sql`${column} = case when ${said} then now.${column} else row.${column} end`;
  });
  const next = columns.includes('version') ? sql`and row.version = now.version - 1` : sql``;
  // The limit changes nothing: it tells the planner, who knows nothing of a list, how many rows to look up by their ids.
  const { rows: changed } = await sql<Row>`
    update ${sql.table(table)} as row set ${sql.join(sets)}
    from (select * from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) as one(record) limit ${rows.length}) as given
    cross join lateral jsonb_populate_record(null::${sql.table(table)}, given.record) as now
    where row.tenant_id = ${tenantId} and row.id = now.id ${next}
    returning row.*`.execute(tx);
  return changed;
}

/** A text reads like this one, whatever their widths and blanks (decision 0070). */
export const isAlike = (text: RawBuilder<unknown>, value: string): RawBuilder<boolean> =>
  sql<boolean>`normal_text(${text}) = normal_text(${value})`;

/**
 * True where another record than `existing` has this value in a column, or one like it. Records that were alike before keep
 * what they have.
 */
export async function isTaken(
  { tx, tenantId }: Books,
  table: string,
  [column, value]: readonly [column: string, value: string],
  existing: Row | null,
): Promise<boolean> {
  if (existing?.[column] === value) return false;
  const { rows } = await sql`
    select from ${sql.table(table)}
    where tenant_id = ${tenantId} and ${isAlike(sql.ref(column), value)}
      and id is distinct from ${existing?.id ?? null}::bigint limit 1`.execute(tx);
  return rows.length > 0;
}
