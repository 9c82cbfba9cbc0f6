import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { refuseWith } from '../../kernel/access/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import type { BulkWriter, ColumnValues, StoredResourceRow } from '../../kernel/table/index.ts';
import { importRowRangeSql } from './compare.ts';
import type { ImportRowRange } from './compare.ts';
import { asCell, asColumns } from './productFields.ts';
import type { StoredField } from './productFields.ts';
import type { SheetImportState } from './sheetImport.ts';
import { cellsFromChanges, writtenAs } from './takeBack.ts';
import type { SheetRowChanges, ChangeSide } from './takeBack.ts';

// Shared parts of record sheets stored exactly like their fields.

type StoredFields = Readonly<Record<string, StoredField>>;

/** Cells of a record `p` in one JSON object. */
export const storedCells = (columns: StoredFields): RawBuilder<unknown> =>
  sql`jsonb_build_object(${sql.join(
    Object.entries(columns).map(([field, at]) => sql`${sql.lit(field)}, ${asCell('p', at)}`),
  )})`;

/**
 * Writes row values to existing records. `side` 1: imported values; 0: the values before the import, for an
 * undo. `write` returns the written rows.
 * Refuses concurrent changes with `sheet.changedMeanwhile`.
 */
export async function changeStored(
  context: Context,
  { id }: SheetImportState,
  { part, side }: { readonly part: ImportRowRange; readonly side: ChangeSide },
  columns: StoredFields,
  write: (
    rows: readonly (ColumnValues & { readonly id: string })[],
  ) => Promise<readonly StoredResourceRow[]>,
): Promise<void> {
  const { rows } = await sql<{ id: string; version: number; changes: SheetRowChanges }>`
    select r.target_id as id, (r.derived->>'version')::int as version, r.changes
    from sheet_row r where ${importRowRangeSql(context, id, part, 'changed')} order by r.row`.execute(
    context.tx,
  );
  const changed = await write(
    rows.map((row) => ({
      ...asColumns(columns, cellsFromChanges(row.changes, side)),
      id: row.id,
      version: writtenAs(row.version, side),
    })),
  );
  if (changed.length < rows.length) refuseWith('sheet.changedMeanwhile');
}

export async function removeAdded(
  context: Context,
  { id }: SheetImportState,
  part: ImportRowRange,
  { remove }: BulkWriter,
): Promise<void> {
  const added = importRowRangeSql(context, id, part, 'new');
  await remove(context, sql`array(select r.target_id from sheet_row r where ${added})`);
}
