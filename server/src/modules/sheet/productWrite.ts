import { KEPT_DIGITS, decimal, toPlainDecimal, rounded } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { orRefuseMissing, refuseWith } from '../../kernel/access/index.ts';
import { rowsAsTable, newIds } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import {
  addBarcodes,
  addProducts,
  changeBarcodes,
  writeProductChanges,
  restoreSuppliers,
  saveMainSuppliers,
  saveSkus,
  storedSuppliersSql,
  writeOpenings,
} from '../catalog/index.ts';
import type {
  BarcodeChange,
  MainSupplierChange,
  OpeningStockInput,
  StoredSupplier,
} from '../catalog/index.ts';
import { hasAttributes, leads } from './attributeCheck.ts';
import { importRowsSql, listImportRowRanges, importRowRangeSql } from './compare.ts';
import type { ImportRowRange } from './compare.ts';
import { measureHere, written } from './measure.ts';
import { addMissing } from './missingRecords.ts';
import {
  asColumns,
  priceColumns,
  productColumns,
  supplierColumns,
  supplierFields,
  warehousesIn,
} from './productFields.ts';
import { requirePlanRoom } from '../system/index.ts';
import type { SheetImportState } from './sheetImport.ts';
import { cellsFromChanges, writtenAs } from './takeBack.ts';
import type { SheetRowCells, SheetRowChanges, ChangeSide } from './takeBack.ts';
import type { ImportProgress } from './work.ts';

/** Writes new and changed products, a batch per statement; the shared books come last. */
export async function writeProducts(
  context: Context,
  at: SheetImportState,
  progress: ImportProgress,
): Promise<void> {
  await addMissing(context, at);
  const parts = await listImportRowRanges(context, at.id, ['new', 'changed']);
  if (hasAttributes(at)) await prepareCombinations(context, at);
  const stocked: number[] = [];
  for (const part of parts) {
    await giveIds(context, at, part);
    await bringProducts(context, at, part);
    await keepOld(context, importRowRangeSql(context, at.id, part, 'changed'));
    await changeBrought(context, at, part, 1);
    const later = await countStocked(context, at, part);
    stocked.push(later);
    await progress(part.rows - later);
  }
  for (const [index, part] of parts.entries()) {
    const rows = stocked[index] ?? 0;
    if (rows === 0) continue;
    await openStock(context, at, part);
    if (index === 0 && parts.length > 1) await measureHere(context, written);
    await progress(rows);
  }
}

/** Counts rows of a batch with unposted opening stock. */
async function countStocked(
  context: Context,
  at: SheetImportState,
  part: ImportRowRange,
): Promise<number> {
  if (warehousesIn(at.columns).length === 0) return 0;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from sheet_row r
    where (${importRowRangeSql(context, at.id, part, 'new')} or ${importRowRangeSql(context, at.id, part, 'changed')})
      and exists (select from jsonb_each_text(r.cells) as cell where ${opens})`.execute(context.tx);
  return rows[0]?.count ?? 0;
}

/** Condition on a `cell` of `r` to be posted. */
const opens = sql<boolean>`(starts_with(cell.key, 'stock:')
  and (r.outcome = 'new' and cell.value <> '0' or jsonb_exists(r.changes, cell.key)))`;

/**
 * Locks the attributes of new products. Among rows of an existing product, the first changed row changes
 * the product.
 */
async function prepareCombinations(context: Context, { id }: SheetImportState): Promise<void> {
  const { tx, tenantId } = context;
  await sql`
    select from attribute where tenant_id = ${tenantId} and id in (
      select (kept->>'id')::bigint from sheet_row r cross join jsonb_array_elements(r.derived->'attributes') as kept
      where ${importRowsSql(context, id)})
    order by id for share`.execute(tx);
  await sql`
    update sheet_row r set derived = r.derived || leads.found
    from (select r.row, jsonb_build_object('lead', min(r.row) over (partition by r.target_id)) as found
      from sheet_row r where ${importRowsSql(context, id)} and r.outcome = 'changed' and r.derived->'lead' is not null) as leads
    where ${importRowsSql(context, id)} and r.row = leads.row`.execute(tx);
}

/** Assigns ids to new products early, so that their rows can name them. */
async function giveIds(
  context: Context,
  { id }: SheetImportState,
  part: ImportRowRange,
): Promise<void> {
  const { tx, tenantId } = context;
  const { rows } = await sql<{ row: number }>`
    select r.row from sheet_row r where ${importRowRangeSql(context, id, part, 'new')} and ${leads}`.execute(
    tx,
  );
  const ids = await newIds(context, 'product', rows.length);
  const named = rows.map(({ row }, at) => ({ row, id: ids[at] }));
  await sql`
    update sheet_row r set target_id = given.id from ${rowsAsTable(named, 'row int, id bigint')}
    where ${importRowRangeSql(context, id, part, 'new')} and r.row = given.row`.execute(tx);
  // Combinations belong to the product of their first row, in this or an earlier batch.
  await sql`
    update sheet_row r set target_id = l.target_id from sheet_row l
    where ${importRowRangeSql(context, id, part, 'new')} and not ${leads}
      and l.tenant_id = ${tenantId} and l.import_id = ${id} and l.row = (r.derived->>'lead')::int`.execute(
    tx,
  );
}

interface NewRow {
  readonly productId: string;
  readonly leads: boolean;
  readonly cells: SheetRowCells;
  readonly derived: {
    readonly attributes?: readonly unknown[];
    readonly combination?: string;
    readonly place?: number;
    readonly brandId?: string;
    readonly categoryId?: string;
    readonly supplierId?: string;
    readonly unitId?: string;
  };
}

async function bringProducts(
  context: Context,
  { id }: SheetImportState,
  part: ImportRowRange,
): Promise<void> {
  const { rows } = await sql<NewRow>`
    select r.target_id as "productId", ${leads} as leads, r.cells, r.derived
    from sheet_row r where ${importRowRangeSql(context, id, part, 'new')} order by r.row`.execute(
    context.tx,
  );
  const products = rows.filter((row) => row.leads).map(productFromNewRow);
  await addProducts(context, products);
  const skuOf = await saveSkus(
    context,
    rows.map(({ productId, cells, derived: { combination = '' } }) => ({
      productId,
      attributes: combination,
      code: cells['skuCode'] ?? undefined,
    })),
  );
  const barcodes = rows.flatMap((row) => {
    const skuId = orRefuseMissing(skuOf(row.productId, row.derived.combination ?? ''));
    return barcodesFromNewRow(row).map((barcode) => ({
      ...barcode,
      productId: row.productId,
      skuId,
    }));
  });
  await addBarcodes(context, barcodes);
  await saveMainSuppliers(context, rows.filter((row) => row.leads).map(mainSupplierFromRow));
  if (products.length > 0) await requirePlanRoom(context, 'products');
}

/** Main supplier and terms of a row; absent cells change nothing. */
const mainSupplierFromRow = ({
  productId,
  cells,
  derived,
}: Pick<NewRow, 'productId' | 'cells' | 'derived'>): MainSupplierChange => ({
  productId,
  ...('supplierName' in cells ? { supplierId: derived.supplierId ?? null } : {}),
  terms: asColumns(supplierColumns, cells),
});

function productFromNewRow({ productId, cells, derived }: NewRow) {
  // Unit group of a row: a lone unit with a group's name is indistinguishable from the group.
  const unitId = (cells['subUnit'] ?? null) === null ? null : (derived.unitId ?? null);
  return {
    ...asColumns(productColumns, cells),
    id: productId,
    attributes: derived.attributes ?? [],
    brand_id: derived.brandId ?? null,
    category_id: derived.categoryId ?? null,
    unit_id: unitId,
    unit_name: unitId === null ? cells['unit'] : null,
  };
}

/** Barcodes of base and sub unit; sub-unit prices are base prices times the ratio. */
function barcodesFromNewRow({ cells, derived: { place = 0 } }: NewRow) {
  const { barcode, subBarcode, unit, subUnit, ratio } = cells;
  const one = (code: string, named: string, size: string, position: number) => ({
    code,
    unit: named,
    ratio: size,
    position,
    ...unitPricesFromCells(cells, size),
  });
  return [
    one(barcode ?? '', unit ?? '', '1', place),
    ...((subBarcode ?? null) === null
      ? []
      : [one(subBarcode ?? '', subUnit ?? '', ratio ?? '1', 1)]),
  ];
}

/** Stated prices, for a unit of `ratio` base units. */
const unitPricesFromCells = (said: SheetRowCells, ratio: string) =>
  Object.fromEntries(
    Object.keys(priceColumns).flatMap((field) => {
      const price = said[field];
      if (price === undefined) return [];
      if (price === null || ratio === '1') return [[field, price]];
      return [[field, toPlainDecimal(rounded(decimal(price).times(decimal(ratio)), KEPT_DIGITS))]];
    }),
  );

interface ChangedRow {
  readonly productId: string;
  readonly leads: boolean;
  readonly cells: SheetRowCells;
  readonly changes: SheetRowChanges;
  readonly derived: {
    readonly version: number;
    readonly brandId?: string;
    readonly categoryId?: string;
    readonly supplierId?: string;
    readonly old?: {
      readonly brandId: string | null;
      readonly categoryId: string | null;
      readonly suppliers?: readonly StoredSupplier[];
      readonly sub: Readonly<Record<string, string | null>> | null;
    };
  };
  readonly barcodeId: string;
  /** Null if the barcode has been deleted meanwhile. */
  readonly attributes: string | null;
  readonly subId: string | null;
  /** Multiplier of the sub unit's prices. */
  readonly ratio: string | null;
}

/**
 * Writes row values to existing products: `side` 1 imported, 0 earlier. Never overwrites a concurrent
 * change. Returns the number of changed products.
 */
export async function changeBrought(
  context: Context,
  { id }: SheetImportState,
  part: ImportRowRange,
  side: ChangeSide,
): Promise<number> {
  const { tx, tenantId } = context;
  const { rows } = await sql<ChangedRow>`
    select r.target_id as "productId", ${leads} as leads, r.cells, r.changes, r.derived, r.derived->>'barcodeId' as "barcodeId",
      k.attributes, s.id as "subId", s.ratio
    from sheet_row r
    left join product p on p.tenant_id = ${tenantId} and p.id = r.target_id
    left join barcode b on b.tenant_id = ${tenantId} and b.id = (r.derived->>'barcodeId')::bigint
    left join sku k on k.tenant_id = ${tenantId} and k.id = b.sku_id
    left join barcode s on s.tenant_id = ${tenantId} and s.product_id = p.id and s.position = 1 and p.unit_id is not null
    where ${importRowRangeSql(context, id, part, 'changed')} order by r.row`.execute(tx);
  const changes = rows.map((row) => ({ row, said: cellsFromChanges(row.changes, side) }));
  const products = changes.filter(({ row }) => row.leads);
  const changed = await writeProductChanges(
    context,
    products.map(({ row, said }) => changedProduct(row, said, side)),
  );
  if (changed.length < products.length) refuseWith('sheet.changedMeanwhile');
  await changeSuppliers(
    context,
    products.map(({ row }) => row),
    side,
  );
  await changeBarcodes(
    context,
    changes.flatMap(({ row, said }) => changedBarcodes(row, said, side)),
  );
  const recoded = changes.filter(({ said }) => 'skuCode' in said);
  await saveSkus(
    context,
    recoded.map(({ row: { productId, attributes }, said }) => ({
      productId,
      attributes: attributes ?? refuseWith('sheet.changedMeanwhile'),
      code: said['skuCode'] ?? '',
    })),
  );
  return changed.length;
}

/** Writes main suppliers of changed rows; an undo restores all suppliers of the product. */
async function changeSuppliers(
  context: Context,
  rows: readonly ChangedRow[],
  side: ChangeSide,
): Promise<void> {
  const changed = rows.filter(({ changes }) => supplierFields.some((field) => field in changes));
  if (side === 1) await saveMainSuppliers(context, changed.map(mainSupplierFromRow));
  else
    await restoreSuppliers(
      context,
      changed.map(({ productId, derived: { old } }) => ({
        productId,
        suppliers: old?.suppliers ?? [],
      })),
    );
}

function changedProduct(
  { productId, cells, derived }: ChangedRow,
  said: SheetRowCells,
  side: ChangeSide,
) {
  const { brandId = null, categoryId = null } = (side === 1 ? derived : derived.old) ?? {};
  return {
    ...asColumns(productColumns, said),
    ...('brand' in cells ? { brand_id: brandId } : {}),
    ...('categoryName' in said ? { category_id: categoryId } : {}),
    id: productId,
    version: writtenAs(derived.version, side),
  };
}

/** Sub-unit prices follow the base unit's; an undo restores the earlier prices. */
function changedBarcodes(
  { barcodeId, subId, ratio, derived: { old } }: ChangedRow,
  said: SheetRowCells,
  side: ChangeSide,
): readonly BarcodeChange[] {
  const prices = unitPricesFromCells(said, '1');
  const before = Object.fromEntries(
    Object.keys(prices).map((field) => [field, old?.sub?.[priceColumns[field] ?? ''] ?? null]),
  );
  const follow = side === 1 ? unitPricesFromCells(said, ratio ?? '1') : before;
  const codeOf = (field: string) => (typeof said[field] === 'string' ? { code: said[field] } : {});
  const changes = [
    { id: barcodeId, ...codeOf('barcode'), ...prices },
    ...(subId === null ? [] : [{ id: subId, ...codeOf('subBarcode'), ...follow }]),
  ];
  return changes.filter((change) => Object.keys(change).length > 1);
}

/** Stores derived values that are not fields, for the undo. */
async function keepOld({ tx, tenantId }: Context, rows: RawBuilder<boolean>): Promise<void> {
  const prices = Object.values(priceColumns).map(
    (column) => sql`${sql.lit(column)}, ${sql.ref(`s.${column}`)}::text`,
  );
  await sql`
    with kept as materialized (
      select r.row, jsonb_build_object('old', jsonb_build_object(
        'brandId', p.brand_id::text, 'categoryId', p.category_id::text,
        'suppliers', ${storedSuppliersSql(tenantId, sql`p.id`)},
        'sub', (select jsonb_build_object(${sql.join(prices)}) from barcode s
          where s.tenant_id = ${tenantId} and s.product_id = p.id and s.position = 1 and p.unit_id is not null))) as found
      from sheet_row r join product p on p.tenant_id = ${tenantId} and p.id = r.target_id
      where ${rows})
    update sheet_row r set derived = r.derived || kept.found
    from kept where ${rows} and kept.row = r.row`.execute(tx);
}

interface OpeningStockRow {
  readonly row: number;
  readonly target_id: string;
  /** Quantity for each warehouse column; null without one. */
  readonly stock: Readonly<Record<string, string>> | null;
}

/** Posts opening stock and stores the earlier value. */
async function openStock(
  context: Context,
  { id }: SheetImportState,
  part: ImportRowRange,
): Promise<void> {
  const { tx } = context;
  const { rows } = await sql<OpeningStockRow>`
    select r.row, r.target_id, (
      select jsonb_object_agg(cell.key, cell.value) from jsonb_each_text(r.cells) as cell
      where ${opens}) as stock
    from sheet_row r
    where ${importRowRangeSql(context, id, part, 'new')} or ${importRowRangeSql(context, id, part, 'changed')}`.execute(
    tx,
  );
  const openings = rows.flatMap(({ target_id, stock }) =>
    Object.entries(stock ?? {}).map(([field, quantity]): OpeningStockInput => ({
      productId: target_id,
      warehouseId: field.slice('stock:'.length),
      quantity,
      price: null,
    })),
  );
  const before = Map.groupBy(
    await writeOpenings(context, openings, `sheet:${id}`),
    ({ productId }) => productId,
  );
  const kept = rows.flatMap(({ row, target_id }) => {
    const openings = before.get(target_id);
    return openings === undefined ? [] : [{ row, found: { openings } }];
  });
  if (kept.length === 0) return;
  await sql`
    update sheet_row r set derived = r.derived || given.found
    from ${rowsAsTable(kept, 'row int, found jsonb')}
    where r.tenant_id = ${context.tenantId} and r.import_id = ${id} and r.row = given.row`.execute(
    tx,
  );
}
