import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { refuse } from '../../kernel/index.ts';
import type { Context } from '../../kernel/index.ts';
import { cellOf, rowsOf, stretches, within } from './compare.ts';
import type { Stretch } from './compare.ts';
import { writeOpenings } from './openings.ts';
import type { OpeningBefore } from './openings.ts';
import { changeBarcodes } from './productWrite.ts';
import { productColumns, warehousesIn } from './productFields.ts';
import type { StoredField } from './productFields.ts';
import type { SheetImport } from './sheetImport.ts';
import type { Progress } from './work.ts';

/** Takes back what an import brought: opening stock first, then the products, while nothing else stands on them. */
export async function undoProducts(
  context: Context,
  at: SheetImport,
  progress: Progress,
): Promise<void> {
  await refuseUsed(context, at);
  await refuseChanged(context, at);
  const parts = await stretches(context, at.id, ['new', 'changed']);
  if (warehousesIn(at.columns).length > 0)
    for (const part of parts) await closeStock(context, at, part);
  for (const part of parts) {
    await changeBack(context, at, part);
    await removeNew(context, at, part);
    await progress(part.rows);
  }
}

/** A document other than its own opening names a product that came by this import. */
async function refuseUsed(context: Context, { id }: SheetImport): Promise<void> {
  const { tx, tenantId } = context;
  const { rows } = await sql<{ name: string; number: string | null }>`
    select p.name, d.number from sheet_row r
    join product p on p.tenant_id = ${tenantId} and p.id = r.target_id
    join sku k on k.tenant_id = ${tenantId} and k.product_id = p.id
    join document_line l on l.tenant_id = ${tenantId} and l.sku_id = k.id
    join document d on d.tenant_id = ${tenantId} and d.id = l.document_id and d.deleted_at is null
      and d.subject <> 'product:' || p.id
    where ${rowsOf(context, id)} and r.outcome = 'new'
    order by r.row limit 1`.execute(tx);
  const [used] = rows;
  if (used !== undefined) refuse('sheet.undoUsed', { name: used.name, usedBy: used.number ?? '' });
}

/** Somebody changed a product after the import did: what was there before it is no longer what to go back to. */
async function refuseChanged(context: Context, { id }: SheetImport): Promise<void> {
  const { tx, tenantId } = context;
  const { rows } = await sql<{ name: string }>`
    select coalesce(p.name, ${cellOf('name')}) as name from sheet_row r
    left join product p on p.tenant_id = ${tenantId} and p.id = r.target_id
    where ${rowsOf(context, id)} and r.outcome in ('new', 'changed')
      and p.version is distinct from case r.outcome when 'new' then 1 else (r.derived->>'version')::int + 1 end
    order by r.row limit 1`.execute(tx);
  const [changed] = rows;
  if (changed !== undefined) refuse('sheet.undoChanged', { name: changed.name });
}

async function closeStock(context: Context, { id }: SheetImport, part: Stretch): Promise<void> {
  const { rows } = await sql<{ openings: readonly OpeningBefore[] }>`
    select r.derived->'openings' as openings from sheet_row r
    where (${within(context, id, part, 'new')} or ${within(context, id, part, 'changed')})
      and jsonb_exists(r.derived, 'openings')`.execute(context.tx);
  await writeOpenings(
    context,
    rows.flatMap(({ openings }) => openings),
    `sheet:${id}:undone`,
  );
}

/** What a field was before, as its column takes it; what did not change stays. */
function before(field: string, { column, cast }: StoredField): RawBuilder<unknown> {
  const text = sql`(r.changes->${sql.lit(field)}->>0)`;
  const value = cast === 'text' ? sql`coalesce(${text}, '')` : sql`${text}::${sql.raw(cast)}`;
  return sql`${sql.ref(column)} = case when jsonb_exists(r.changes, ${sql.lit(field)})
    then ${value} else ${sql.ref(`p.${column}`)} end`;
}

async function changeBack(context: Context, at: SheetImport, part: Stretch): Promise<void> {
  const { tx, tenantId } = context;
  const rows = within(context, at.id, part, 'changed');
  const has = (field: string): boolean => at.columns.some((one) => one.field === field);
  const sets = Object.entries(productColumns)
    .filter(([field]) => has(field))
    .map(([field, stored]) => before(field, stored));
  const old = (key: string): RawBuilder<unknown> => sql`(r.derived->'old'->>${sql.lit(key)})`;
  if (has('name')) sets.push(sql`mnemonic = coalesce(${old('mnemonic')}, p.mnemonic)`);
  if (has('brand')) sets.push(sql`brand_id = ${old('brandId')}::bigint`);
  if (has('categoryName')) sets.push(sql`category_id = ${old('categoryId')}::bigint`);
  await sql`
    update product p set ${sql.join([...sets, sql`version = p.version + 1`])}
    from sheet_row r where ${rows} and p.tenant_id = ${tenantId} and p.id = r.target_id`.execute(
    tx,
  );
  await changeBarcodes(context, at, rows, 0);
  if (has('skuCode'))
    await sql`
      update sku k set code = coalesce(r.changes->'skuCode'->>0, '')
      from sheet_row r, barcode b
      where ${rows} and jsonb_exists(r.changes, 'skuCode')
        and b.tenant_id = ${tenantId} and b.product_id = r.target_id and b.is_default
        and k.tenant_id = ${tenantId} and k.id = b.sku_id`.execute(tx);
}

/** New products go; those that the ledger names stay out of everybody's sight, their barcodes free for others. */
async function removeNew(context: Context, { id }: SheetImport, part: Stretch): Promise<void> {
  const { tx, tenantId } = context;
  const rows = within(context, id, part, 'new');
  const named = sql`exists (
    select from document_line l where l.tenant_id = ${tenantId} and l.sku_id = (r.derived->>'skuId')::bigint)`;
  await sql`
    delete from product p using sheet_row r
    where ${rows} and p.tenant_id = ${tenantId} and p.id = r.target_id and not ${named}`.execute(
    tx,
  );
  await sql`
    update barcode b set code = '#' || b.id, enabled = false from sheet_row r
    where ${rows} and b.tenant_id = ${tenantId} and b.product_id = r.target_id`.execute(tx);
  await sql`
    update product p set removed_at = now(), enabled = false, version = p.version + 1 from sheet_row r
    where ${rows} and p.tenant_id = ${tenantId} and p.id = r.target_id`.execute(tx);
}
