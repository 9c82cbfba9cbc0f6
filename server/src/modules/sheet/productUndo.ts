import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { refuseWith, seesAmounts } from '../../kernel/access/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { hideProducts, holdBarcodes, removeProducts, writeOpenings } from '../catalog/index.ts';
import type { OpeningBefore } from '../catalog/index.ts';
import { leads } from './attributeCheck.ts';
import { importRowsSql, listImportRowRanges, importRowRangeSql } from './compare.ts';
import type { ImportRowRange } from './compare.ts';
import { removeMissing } from './missingRecords.ts';
import { changeBrought } from './productWrite.ts';
import { openingsHeld, warehousesIn } from './productFields.ts';
import type { SheetImportState } from './sheetImport.ts';
import { refuseChangedRecords, refuseUngranted, refuseUsedRecords } from './takeBack.ts';
import type { ImportProgress } from './work.ts';

/**
 * Undoes a product import while nothing else depends on its rows. Rows with opening stock go last:
 * everybody shares the books, so their locks are brief.
 */
export async function undoProducts(
  context: Context,
  at: SheetImportState,
  progress: ImportProgress,
): Promise<void> {
  await refuseUngranted(
    context,
    changedOpeningsSql(context, at, sql`(opening.was->>'warehouseId')::bigint`),
  );
  await holdNew(context, at);
  await refuseUsedRecords(context, at, productDocumentsJoinSql(context));
  await refuseUsedRecords(context, at, productPromotionsJoinSql(context));
  await refuseUsedRecords(context, at, productPartsJoinSql(context));
  await refuseChangedRecords(context, at, 'product');
  await refuseReopened(context, at);
  const parts = await listImportRowRanges(context, at.id, ['new', 'changed']);
  const left: number[] = [];
  for (const part of parts) {
    const done =
      (await changeBrought(context, at, part, 0)) + (await removeUnnamed(context, at, part));
    left.push(part.rows - done);
    await progress(done);
  }
  for (const [index, part] of parts.entries()) {
    if (warehousesIn(at.columns).length > 0) await closeStock(context, at, part);
    if ((left[index] ?? 0) > 0) await hideNamed(context, at, part);
    await progress(left[index] ?? 0);
  }
  await removeMissing(context, at);
}

/** Reads `columns` of each opening the import changed; `opening.was` is the earlier state. */
const changedOpeningsSql = (
  context: Context,
  { id }: SheetImportState,
  columns: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  select ${columns} from sheet_row r cross join jsonb_array_elements(r.derived->'openings') as opening(was)
  where ${importRowsSql(context, id)}`;

/**
 * Waits for documents naming new products and blocks further ones, so that unused products stay unused
 * until removed. Locks in posting order: records named by lines, then balances.
 */
async function holdNew(context: Context, { id }: SheetImportState): Promise<void> {
  const { tx, tenantId } = context;
  const products = sql`array(
    select r.target_id from sheet_row r where ${importRowsSql(context, id)} and r.outcome = 'new')`;
  await holdBarcodes(context, products);
  await sql`
    select from sku_cost where tenant_id = ${tenantId} and sku_id in (
      select k.id from sku k where k.tenant_id = ${tenantId} and k.product_id = any(${products}))
    order by sku_id for update`.execute(tx);
}

/** Refuses if somebody has since changed an opening without changing its product. */
async function refuseReopened(context: Context, at: SheetImportState): Promise<void> {
  const made = changedOpeningsSql(
    context,
    at,
    sql`r.row, r.target_id, (opening.was->>'warehouseId')::bigint,
      (r.cells->>('stock:' || (opening.was->>'warehouseId')))::numeric, (opening.was->>'price')::numeric`,
  );
  const { rows } = await sql<{ name: string }>`
    select p.name from (${made}) as made(row, product_id, warehouse_id, quantity, price)
    join product p on p.tenant_id = ${context.tenantId} and p.id = made.product_id
    left join (${openingsHeld(context)}) h
      on h.subject = 'product:' || made.product_id and h.warehouse_id = made.warehouse_id
    where coalesce(h.quantity, 0) <> made.quantity or h.price <> made.price
    order by made.row limit 1`.execute(context.tx);
  const [changed] = rows;
  if (changed !== undefined) refuseWith('sheet.undoChanged', { name: changed.name });
}

/** Imported products `p` with the documents `d` naming them, except their own openings. */
const productDocumentsJoinSql = ({ tenantId }: Context): RawBuilder<unknown> => sql`
    join product p on p.tenant_id = ${tenantId} and p.id = r.target_id
    join sku k on k.tenant_id = ${tenantId} and k.product_id = p.id
    join document_line l on l.tenant_id = ${tenantId} and l.sku_id = k.id
    join document d on d.tenant_id = ${tenantId} and d.id = l.document_id and d.deleted_at is null
      and d.subject <> 'product:' || p.id`;

/** Imported products `p` with the promotions `d` of their barcodes, named to users with sight of sales amounts. */
const productPromotionsJoinSql = ({ tenantId, scope }: Context): RawBuilder<unknown> => sql`
    join product p on p.tenant_id = ${tenantId} and p.id = r.target_id
    join barcode b on b.tenant_id = ${tenantId} and b.product_id = p.id
    join promotion_goods g on g.tenant_id = ${tenantId} and g.barcode_id = b.id
    join (
      select id, case when ${seesAmounts(scope, 'sale')}::boolean then name else '' end as number
      from promotion where tenant_id = ${tenantId}) d on d.id = g.promotion_id`;

/** Imported products `p` with the products `d` containing imported parts. */
const productPartsJoinSql = ({ tenantId }: Context): RawBuilder<unknown> => sql`
    join product p on p.tenant_id = ${tenantId} and p.id = r.target_id
    join barcode b on b.tenant_id = ${tenantId} and b.product_id = p.id
    join product_part part on part.tenant_id = ${tenantId} and part.barcode_id = b.id
    join (select id, name as number from product where tenant_id = ${tenantId}) d on d.id = part.product_id`;

async function closeStock(
  context: Context,
  { id }: SheetImportState,
  part: ImportRowRange,
): Promise<void> {
  const { rows } = await sql<{ openings: readonly OpeningBefore[] }>`
    select r.derived->'openings' as openings from sheet_row r
    where (${importRowRangeSql(context, id, part, 'new')} or ${importRowRangeSql(context, id, part, 'changed')})
      and jsonb_exists(r.derived, 'openings')`.execute(context.tx);
  await writeOpenings(
    context,
    rows.flatMap(({ openings }) => openings),
    `sheet:${id}:undone`,
  );
}

/** Deletes for good new products never named by any document. */
async function removeUnnamed(
  context: Context,
  { id }: SheetImportState,
  part: ImportRowRange,
): Promise<number> {
  const { tx, tenantId } = context;
  const { rows } = await sql<{ id: string }>`
    select r.target_id as id from sheet_row r
    where ${importRowRangeSql(context, id, part, 'new')} and ${leads} and not exists (
      select from sku k join document_line l on l.tenant_id = ${tenantId} and l.sku_id = k.id
      where k.tenant_id = ${tenantId} and k.product_id = r.target_id)`.execute(tx);
  await removeProducts(
    context,
    rows.map((row) => row.id),
  );
  return rows.length;
}

async function hideNamed(
  context: Context,
  { id }: SheetImportState,
  part: ImportRowRange,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select p.id from sheet_row r join product p on p.tenant_id = ${context.tenantId} and p.id = r.target_id
    where ${importRowRangeSql(context, id, part, 'new')} and ${leads}`.execute(context.tx);
  await hideProducts(
    context,
    rows.map((row) => row.id),
  );
}
