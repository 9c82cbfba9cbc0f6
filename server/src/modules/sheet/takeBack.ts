import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { grantedWarehouses, refuseWith } from '../../kernel/access/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { cellTextSql, importRowsSql } from './compare.ts';
import type { SheetImportState } from './sheetImport.ts';

/** Refuses if a record changed after the import: the earlier value is no longer right to restore. */
export async function refuseChangedRecords(
  context: Context,
  { id }: SheetImportState,
  table:
    | 'product'
    | 'partner'
    | 'exchange_rate'
    | 'list_price'
    | 'product_relation'
    | 'opening_debt',
): Promise<void> {
  const { tx, tenantId } = context;
  // Records identified by day or by goods have no name.
  const named = {
    exchange_rate: sql`${cellTextSql('currency')} || ' ' || ${cellTextSql('day')}`,
    list_price: sql`${cellTextSql('priceList')} || ' ' || ${cellTextSql('barcode')}`,
    opening_debt: sql`${cellTextSql('number')}`,
    product_relation: sql`${cellTextSql('outerSkuCode')}`,
    product: sql`coalesce(p.name, ${cellTextSql('name')})`,
    partner: sql`coalesce(p.name, ${cellTextSql('name')})`,
  };
  const name = named[table];
  const { rows } = await sql<{ name: string }>`
    select ${name} as name from sheet_row r
    left join ${sql.table(table)} p on p.tenant_id = ${tenantId} and p.id = r.target_id
    where ${importRowsSql(context, id)} and r.outcome in ('new', 'changed')
      and p.version is distinct from case r.outcome when 'new' then 1 else (r.derived->>'version')::int + 1 end
    order by r.row limit 1`.execute(tx);
  const [changed] = rows;
  if (changed !== undefined) refuseWith('sheet.undoChanged', { name: changed.name });
}

/**
 * Refuses the undo of a record named by a document or promotion. `users` joins records `p` and the users `d`,
 * each with its `number`, to rows `r`.
 */
export async function refuseUsedRecords(
  context: Context,
  { id }: SheetImportState,
  users: RawBuilder<unknown>,
): Promise<void> {
  const { rows } = await sql<{ name: string; number: string | null }>`
    select p.name, d.number from sheet_row r ${users}
    where ${importRowsSql(context, id)} and r.outcome = 'new'
    order by r.row limit 1`.execute(context.tx);
  const [used] = rows;
  if (used === undefined) return;
  const { name, number: usedBy } = used;
  // The name of a promotion is hidden from some users.
  if (usedBy === '') refuseWith('record.inUse', { name, place: 'promotion', usedBy });
  refuseWith('sheet.undoUsed', { name, usedBy: usedBy ?? '' });
}

/**
 * Refuses an undo beyond the user's grants, possibly changed since the import. `touched` returns the
 * affected warehouses.
 */
export async function refuseUngranted(
  { tx, scope }: Context,
  touched: RawBuilder<unknown>,
): Promise<void> {
  const { rows } = await sql`
    select from (${touched}) as touched(id) where not ${grantedWarehouses(scope, 'touched.id')} limit 1`.execute(
    tx,
  );
  if (rows.length > 0) refuseWith('access.denied');
}

export type SheetRowCells = Readonly<Record<string, string | null>>;
/** Changes of a row, by field. */
export type SheetRowChanges = Readonly<
  Record<string, readonly [before: string | null, after: string | null]>
>;
/** Side of a change: 1 the imported value, 0 the earlier value. */
export type ChangeSide = 0 | 1;

export const cellsFromChanges = (changes: SheetRowChanges, side: ChangeSide): SheetRowCells =>
  Object.fromEntries(Object.entries(changes).map(([field, values]) => [field, values[side]]));

/** Version written over the compared version: an import writes the next, the undo one more. */
export const writtenAs = (compared: number, side: ChangeSide): number => compared + 2 - side;
