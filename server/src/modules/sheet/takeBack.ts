import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { grantedWarehouses, refuse } from '../../kernel/index.ts';
import type { Context } from '../../kernel/index.ts';
import { cellOf, rowsOf } from './compare.ts';
import type { StoredField } from './productFields.ts';
import type { SheetImport } from './sheetImport.ts';

/** Somebody changed a record after the import did: what was there before it is no longer what to go back to. */
export async function refuseChanged(
  context: Context,
  { id }: SheetImport,
  table: 'product' | 'partner',
): Promise<void> {
  const { tx, tenantId } = context;
  const { rows } = await sql<{ name: string }>`
    select coalesce(p.name, ${cellOf('name')}) as name from sheet_row r
    left join ${sql.table(table)} p on p.tenant_id = ${tenantId} and p.id = r.target_id
    where ${rowsOf(context, id)} and r.outcome in ('new', 'changed')
      and p.version is distinct from case r.outcome when 'new' then 1 else (r.derived->>'version')::int + 1 end
    order by r.row limit 1`.execute(tx);
  const [changed] = rows;
  if (changed !== undefined) refuse('sheet.undoChanged', { name: changed.name });
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

/** What a field was before, as its column takes it; what did not change stays. */
export function asBefore(field: string, { column, cast }: StoredField): RawBuilder<unknown> {
  const text = sql`(r.changes->${sql.lit(field)}->>0)`;
  const value = cast === 'text' ? sql`coalesce(${text}, '')` : sql`${text}::${sql.raw(cast)}`;
  return sql`${sql.ref(column)} = case when jsonb_exists(r.changes, ${sql.lit(field)})
    then ${value} else ${sql.ref(`p.${column}`)} end`;
}
