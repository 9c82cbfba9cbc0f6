import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Context } from '../access/context.ts';
import type { ColumnValues, StoredResourceRow } from './resourceEngine.ts';

type StoredRowsContext = Pick<Context, 'tx' | 'tenantId'>;

/** Lists the columns set in any of the rows. */
const columnNamesInRows = (rows: readonly ColumnValues[]): readonly string[] => [
  ...new Set(rows.flatMap((row) => Object.keys(row).filter((name) => row[name] !== undefined))),
];

const columnRefsSql = (names: readonly string[]): RawBuilder<unknown> =>
  sql.join(names.map((name) => sql.ref(name)));

/**
 * Adds one or thousands of records to a table with one statement; all set equal columns. Returns the stored
 * rows, or only the columns requested: thousands of unread whole rows would fill the memory. The records
 * travel in one text, read by the table's own types.
 */
export async function addRows(
  { tx, tenantId }: StoredRowsContext,
  table: string,
  rows: readonly ColumnValues[],
  asked: RawBuilder<unknown> = sql`*`,
): Promise<StoredResourceRow[]> {
  if (rows.length === 0) return [];
  const said = rows.map((row) => ({ ...row, tenant_id: tenantId }));
  const columns = columnRefsSql(columnNamesInRows(said));
  const { rows: added } = await sql<StoredResourceRow>`
    insert into ${sql.table(table)} (${columns}) overriding system value
    select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(said)}::json)
    returning ${asked}`.execute(tx);
  return added;
}

/**
 * Changes one or thousands of records by id with one statement; columns left out stay. If records set
 * `version`, and then all must, only those with the next version change. Returns the changed records.
 */
export async function changeRows(
  { tx, tenantId }: StoredRowsContext,
  table: string,
  rows: readonly (ColumnValues & { readonly id: string })[],
): Promise<StoredResourceRow[]> {
  const columns = columnNamesInRows(rows).filter((name) => name !== 'id');
  if (columns.length === 0) return [];
  // A column left out is read at the write, because somebody may have just changed it.
  const sets = columns.map((name) => {
    const [column, said] = [sql.ref(name), sql`jsonb_exists(given.record, ${sql.lit(name)})`];
    return sql`${column} = case when ${said} then now.${column} else row.${column} end`;
  });
  const next = columns.includes('version') ? sql`and row.version = now.version - 1` : sql``;
  // The limit changes no result: it tells the planner, which knows nothing of a list, how many rows to look
  // up by id.
  const { rows: changed } = await sql<StoredResourceRow>`
    update ${sql.table(table)} as row set ${sql.join(sets)}
    from (select * from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) as one(record) limit ${rows.length}) as given
    cross join lateral jsonb_populate_record(null::${sql.table(table)}, given.record) as now
    where row.tenant_id = ${tenantId} and row.id = now.id ${next}
    returning row.*`.execute(tx);
  return changed;
}

/** Writes of many records at once, exported by the module that owns the table. */
export interface BulkWriter {
  readonly add: (context: StoredRowsContext, rows: readonly ColumnValues[]) => Promise<unknown>;
  readonly change: (
    context: StoredRowsContext,
    rows: readonly (ColumnValues & { readonly id: string })[],
  ) => Promise<StoredResourceRow[]>;
  /** Deletes the records of an array of ids. */
  readonly remove: (context: StoredRowsContext, ids: RawBuilder<unknown>) => Promise<unknown>;
}

export const bulkWriter = (table: string): BulkWriter => ({
  add: (context, rows) => addRows(context, table, rows, sql`id`),
  change: (context, rows) => changeRows(context, table, rows),
  remove: ({ tx, tenantId }, ids) =>
    sql`delete from ${sql.table(table)} where tenant_id = ${tenantId} and id = any(${ids})`.execute(
      tx,
    ),
});

/** Tests that two texts read alike, ignoring widths and blanks (decision 0070). */
export const isAlike = (text: RawBuilder<unknown>, value: string): RawBuilder<boolean> =>
  sql<boolean>`normal_text(${text}) = normal_text(${value})`;

/**
 * Does a record other than `existing` have this value in a column, or one alike? Older duplicates keep
 * theirs.
 */
export async function isValueInUse(
  { tx, tenantId }: StoredRowsContext,
  table: string,
  [column, value]: readonly [column: string, value: string],
  existing: StoredResourceRow | null,
): Promise<boolean> {
  if (existing?.[column] === value) return false;
  const { rows } = await sql`
    select from ${sql.table(table)}
    where tenant_id = ${tenantId} and ${isAlike(sql.ref(column), value)}
      and id is distinct from ${existing?.id ?? null}::bigint limit 1`.execute(tx);
  return rows.length > 0;
}
