import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { refuse } from '../../kernel/index.ts';
import type { Columns, Context, Row } from '../../kernel/index.ts';
import { within } from './compare.ts';
import type { Stretch } from './compare.ts';
import { asCell, asColumns } from './productFields.ts';
import type { StoredField } from './productFields.ts';
import type { SheetImport } from './sheetImport.ts';
import { saidBy, writtenAs } from './takeBack.ts';
import type { Changes, Side } from './takeBack.ts';

// What the sheets of records share that are kept just as their fields say.

type Stored = Readonly<Record<string, StoredField>>;

/** The cells of a record `p`, as one JSON object. */
export const storedCells = (columns: Stored): RawBuilder<unknown> =>
  sql`jsonb_build_object(${sql.join(
    Object.entries(columns).map(([field, at]) => sql`${sql.lit(field)}, ${asCell('p', at)}`),
  )})`;

/**
 * Writes what rows say of records that exist: `side` 1 what they brought, 0 what was there before. `write` gives the rows it
 * has written. Refuses with `sheet.changedMeanwhile` where somebody else was faster.
 */
export async function changeStored(
  context: Context,
  { id }: SheetImport,
  { part, side }: { readonly part: Stretch; readonly side: Side },
  columns: Stored,
  write: (rows: readonly (Columns & { readonly id: string })[]) => Promise<readonly Row[]>,
): Promise<void> {
  const { rows } = await sql<{ id: string; version: number; changes: Changes }>`
    select r.target_id as id, (r.derived->>'version')::int as version, r.changes
    from sheet_row r where ${within(context, id, part, 'changed')} order by r.row`.execute(
    context.tx,
  );
  const changed = await write(
    rows.map((row) => ({
      ...asColumns(columns, saidBy(row.changes, side)),
      id: row.id,
      version: writtenAs(row.version, side),
    })),
  );
  if (changed.length < rows.length) refuse('sheet.changedMeanwhile');
}

/** Takes back what a stretch of rows has added. */
export async function removeAdded(
  context: Context,
  { id }: SheetImport,
  part: Stretch,
  table: string,
): Promise<void> {
  const { tx, tenantId } = context;
  await sql`
    delete from ${sql.table(table)} p using sheet_row r
    where ${within(context, id, part, 'new')} and p.tenant_id = ${tenantId}
      and p.id = r.target_id`.execute(tx);
}
