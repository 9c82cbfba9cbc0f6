import { sql } from 'kysely';
import { grantedWarehouses, refuseWith } from '../../kernel/access/index.ts';
import { isNamedBy } from '../../kernel/table/index.ts';
import { rowsAsTable } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { writeOpenings } from '../catalog/index.ts';
import type { OpeningBefore, OpeningPart } from '../catalog/index.ts';
import {
  addFaults,
  addFaultsWhere,
  addRepeated,
  addUnknown,
  cellTextSql,
  fillBarcodes,
  lookUpNames,
  notesJsonSql,
  importRowsSql,
  listImportRowRanges,
  valueFact,
  importRowRangeSql,
} from './compare.ts';
import type { ImportRowRange } from './compare.ts';
import { measureHere, written } from './measure.ts';
import {
  checkOpeningParts,
  noteOpeningParts,
  openingPartsHeld,
  openingRowRule,
  rowPlace,
} from './openingParts.ts';
import type { SheetImportState } from './sheetImport.ts';
import { refuseUngranted } from './takeBack.ts';
import type { ImportProgress, SheetWork } from './work.ts';

/** Opening stock by spreadsheet: quantities in the unit of the row's barcode. */
export const openingWork: SheetWork = {
  rule: openingRowRule,
  check: checkOpeningImport,
  present: (context, { id }) => sql`
    select r.row, 1, jsonb_build_object(${sql.join(
      ['warehouse', 'barcode', 'skuCode', 'lot', 'lotOrSerial', 'productionDate', 'serials'].map(
        (field) => sql`${sql.lit(field)}, ${cellTextSql(field)}`,
      ),
    )}, 'expiry', h.expiry::text,
      'quantity', trim_scale(round(coalesce(h.quantity, 0) / (r.derived->>'ratio')::numeric, 6))::text,
      'openingPrice', trim_scale(round(h.price * (r.derived->>'ratio')::numeric, 6))::text)
    from sheet_row r left join (${openingPartsHeld(context)}) h on h.place = ${rowPlace}
    where ${importRowsSql(context, id)} and r.target_id is not null`,
  write: writeOpeningImport,
  undo: undoOpeningImport,
  all: (context) => sql`
    select jsonb_build_object('warehouse', w.name, 'barcode', b.code, 'name', p.name,
      'lot', nullif(h.lot, ''), 'expiry', h.expiry::text,
      'serials', nullif(array_to_string(h.serials, ', '), ''),
      'quantity', trim_scale(h.quantity)::text, 'openingPrice', trim_scale(h.price)::text) as cells
    from (${openingPartsHeld(context)}) h
    join product p on p.tenant_id = ${context.tenantId} and h.subject = 'product:' || p.id
    join lateral (
      select c.code from barcode c
      where c.tenant_id = ${context.tenantId} and c.sku_id = h.sku_id and c.ratio = 1
      order by c.position, c.id limit 1) b on true
    join warehouse w on w.tenant_id = ${context.tenantId} and w.id = h.warehouse_id
    where ${grantedWarehouses(context.scope, 'w.id')}
    order by p.id, w.id, h.expiry, h.lot, h.place`,
};

async function checkOpeningImport(context: Context, at: SheetImportState): Promise<void> {
  const { tx, tenantId, scope } = context;
  const { id } = at;
  await sql`
    update sheet_row r set derived = r.derived - 'warehouseId' where ${importRowsSql(context, id)}`.execute(
    tx,
  );
  const warehouses = sql`
    select w.name, w.id from warehouse w
    where w.tenant_id = ${tenantId} and w.enabled and ${grantedWarehouses(scope, 'w.id')}`;
  await lookUpNames(context, at, ['warehouse', 'warehouseId'], warehouses);
  await fillBarcodes(context, id);
  await sql`
    update sheet_row r set target_id = b.product_id, 
      derived = r.derived || ${notesJsonSql({ ratio: sql`b.ratio`, skuId: sql`b.sku_id` })}
    from barcode b
    where ${importRowsSql(context, id)} and b.tenant_id = ${tenantId} and ${isNamedBy('b', tenantId, cellTextSql('barcode'))}`.execute(
    tx,
  );
  await addUnknown(context, id, 'warehouse', sql`r.derived->'warehouseId' is null`);
  await addUnknown(context, id, 'barcode', sql`r.target_id is null`);
  await noteOpeningParts(context, id);
  await addRepeated(context, id, 'barcode', rowPlace);
  await checkOpeningParts(context, id);
  const kits = sql`
    select r.row, jsonb_build_object('name', p.name) from sheet_row r
    join product p on p.tenant_id = ${tenantId} and p.id = r.target_id
    where ${importRowsSql(context, id)} and ${cellTextSql('quantity')} <> '0' and p.kit`;
  await addFaults(context, id, ['quantity', 'product.kitStock'], kits);
  await addFaultsWhere(
    context,
    id,
    ['quantity', 'cell.decimals'],
    sql`r.target_id is not null
      and scale(trim_scale(${cellTextSql('quantity')}::numeric * (r.derived->>'ratio')::numeric)) > 6`,
    sql`${valueFact('quantity')} || jsonb_build_object('most', 6)`,
  );
  await addFaultsWhere(
    context,
    id,
    ['quantity', 'cell.missing'],
    sql`${cellTextSql('quantity')} is null and not exists (
      select from sheet_fault fault where fault.tenant_id = ${tenantId} and fault.import_id = ${id}
        and fault.row = r.row and fault.field in ('quantity', 'serials'))`,
  );
  // A blank price leaves the price unchanged.
  await sql`
    update sheet_row r set cells = r.cells - 'openingPrice'
    where ${importRowsSql(context, id)} and ${cellTextSql('openingPrice')} is null`.execute(tx);
}

async function writeOpeningImport(
  context: Context,
  at: SheetImportState,
  progress: ImportProgress,
): Promise<void> {
  const parts = await listImportRowRanges(context, at.id, ['new', 'changed']);
  for (const [index, part] of parts.entries()) {
    await writePart(context, at, part);
    if (index === 0 && parts.length > 1) await measureHere(context, written);
    await progress(part.rows);
  }
}

/**
 * Writes a range; a product with warehouses in two ranges is written twice, each time beside the remaining
 * openings.
 */
async function writePart(
  context: Context,
  { id }: SheetImportState,
  part: ImportRowRange,
): Promise<void> {
  const { tx, tenantId } = context;
  const { rows } = await sql<{
    row: number;
    target_id: string;
    warehouse_id: string;
    quantity: string;
    price: string | null;
    part: OpeningPart;
  }>`
    select r.row, r.target_id, r.derived->>'warehouseId' as warehouse_id,
      jsonb_strip_nulls(jsonb_build_object('skuId', r.derived->>'skuId',
        'lot', coalesce(${cellTextSql('lot')}, ''), 'expiry', ${cellTextSql('expiry')},
        'serials', to_jsonb(string_to_array(coalesce(r.derived->>'serials', ''), ', ')))) as part,
      ${cellTextSql('quantity')}::numeric * (r.derived->>'ratio')::numeric as quantity,
      round(${cellTextSql('openingPrice')}::numeric / (r.derived->>'ratio')::numeric, 6) as price
    from sheet_row r
    where ${importRowRangeSql(context, id, part, 'new')} or ${importRowRangeSql(context, id, part, 'changed')}`.execute(
    tx,
  );
  const before = await writeOpenings(
    context,
    rows.map(({ target_id, warehouse_id, quantity, price, part: goods }) => ({
      productId: target_id,
      warehouseId: warehouse_id,
      quantity,
      price,
      part: goods,
    })),
    `sheet:${id}:${part.first}`,
  );
  const kept = rows.map(({ row }, at) => ({ row, found: { opening: before[at] } }));
  await sql`
    update sheet_row r set derived = r.derived || given.found
    from ${rowsAsTable(kept, 'row int, found jsonb')}
    where r.tenant_id = ${tenantId} and r.import_id = ${id} and r.row = given.row`.execute(tx);
}

async function undoOpeningImport(
  context: Context,
  at: SheetImportState,
  progress: ImportProgress,
): Promise<void> {
  await refuseUngranted(
    context,
    sql`select (r.derived->>'warehouseId')::bigint from sheet_row r where ${importRowsSql(context, at.id)}`,
  );
  await refuseChangedOpenings(context, at);
  for (const part of await listImportRowRanges(context, at.id, ['new', 'changed'])) {
    const { rows } = await sql<{ opening: OpeningBefore }>`
      select r.derived->'opening' as opening from sheet_row r
      where (${importRowRangeSql(context, at.id, part, 'new')} or ${importRowRangeSql(context, at.id, part, 'changed')})`.execute(
      context.tx,
    );
    await writeOpenings(
      context,
      rows.map(({ opening }) => opening),
      `sheet:${at.id}:${part.first}:undone`,
    );
    await progress(part.rows);
  }
}

/** Refuses openings changed by somebody since the import. */
async function refuseChangedOpenings(context: Context, { id }: SheetImportState): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select coalesce(p.name, ${cellTextSql('barcode')}) as name from sheet_row r
    left join product p on p.tenant_id = ${context.tenantId} and p.id = r.target_id
    left join (${openingPartsHeld(context)}) h on h.place = ${rowPlace}
    where ${importRowsSql(context, id)} and r.outcome in ('new', 'changed') and (p.id is null
      or coalesce(h.quantity, 0) <> ${cellTextSql('quantity')}::numeric * (r.derived->>'ratio')::numeric
      or h.expiry <> ${cellTextSql('expiry')}::date
      or h.price <> round(${cellTextSql('openingPrice')}::numeric / (r.derived->>'ratio')::numeric, 6))
    order by r.row limit 1`.execute(context.tx);
  const [changed] = rows;
  if (changed !== undefined) refuseWith('sheet.undoChanged', { name: changed.name });
}
