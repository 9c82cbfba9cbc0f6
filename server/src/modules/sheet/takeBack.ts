import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { grantedWarehouses, refuse } from '../../kernel/index.ts';
import type { Context } from '../../kernel/index.ts';
import { cellOf, rowsOf } from './compare.ts';
import type { SheetImport } from './sheetImport.ts';

/** Somebody changed a record after the import did: what was there before it is no longer what to go back to. */
export async function refuseChanged(
  context: Context,
  { id }: SheetImport,
  table: 'product' | 'partner' | 'exchange_rate' | 'list_price' | 'product_relation',
): Promise<void> {
  const { tx, tenantId } = context;
  // What goes by its day, or by its goods, has no name.
  const named = {
    exchange_rate: sql`${cellOf('currency')} || ' ' || ${cellOf('day')}`,
    list_price: sql`${cellOf('priceList')} || ' ' || ${cellOf('barcode')}`,
    product_relation: sql`${cellOf('outerSkuCode')}`,
    product: sql`coalesce(p.name, ${cellOf('name')})`,
    partner: sql`coalesce(p.name, ${cellOf('name')})`,
  };
  const name = named[table];
  const { rows } = await sql<{ name: string }>`
    select ${name} as name from sheet_row r
    left join ${sql.table(table)} p on p.tenant_id = ${tenantId} and p.id = r.target_id
    where ${rowsOf(context, id)} and r.outcome in ('new', 'changed')
      and p.version is distinct from case r.outcome when 'new' then 1 else (r.derived->>'version')::int + 1 end
    order by r.row limit 1`.execute(tx);
  const [changed] = rows;
  if (changed !== undefined) refuse('sheet.undoChanged', { name: changed.name });
}

/**
 * A document names a record that came by an import: it can't be taken back. `users` joins the records `p` and those
 * documents `d` to the rows `r`.
 */
export async function refuseUsed(
  context: Context,
  { id }: SheetImport,
  users: RawBuilder<unknown>,
): Promise<void> {
  const { rows } = await sql<{ name: string; number: string | null }>`
    select p.name, d.number from sheet_row r ${users}
    where ${rowsOf(context, id)} and r.outcome = 'new'
    order by r.row limit 1`.execute(context.tx);
  const [used] = rows;
  if (used !== undefined) refuse('sheet.undoUsed', { name: used.name, usedBy: used.number ?? '' });
}

/** Grants may have changed since it was brought. `touched` gives the warehouses that taking it back would touch. */
export async function refuseUngranted(
  { tx, scope }: Context,
  touched: RawBuilder<unknown>,
): Promise<void> {
  const { rows } = await sql`
    select from (${touched}) as touched(id) where not ${grantedWarehouses(scope, 'touched.id')} limit 1`.execute(
    tx,
  );
  if (rows.length > 0) refuse('access.denied');
}

export type Cells = Readonly<Record<string, string | null>>;
/** What a row would change, by field. */
export type Changes = Readonly<
  Record<string, readonly [before: string | null, after: string | null]>
>;
/** What a change says: `side` 1 what the row brought, 0 what was there before. */
export type Side = 0 | 1;

export const saidBy = (changes: Changes, side: Side): Cells =>
  Object.fromEntries(Object.entries(changes).map(([field, values]) => [field, values[side]]));

/** The version that is written over the one that was compared: an import writes the next one, taking it back one more. */
export const writtenAs = (compared: number, side: Side): number => compared + 2 - side;
