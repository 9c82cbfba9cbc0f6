import type { ProductFields, products } from '@tradehouse/contract';
import { checkOneUnit, checkSerialOrLot, decimal, normalText } from '@tradehouse/domain';
import type { UnitRatio } from '@tradehouse/domain';
import { sql } from 'kysely';
import { refuseWith } from '../../kernel/access/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import type { ColumnValues, StoredResourceRow, Writer } from '../../kernel/table/index.ts';
import { attachFiles } from '../file/index.ts';
import { brandName } from './brands.ts';
import { forgetRelations } from '../externalOrder/index.ts';
import { barcodeIdsOf, productColumns } from './bringing.ts';
import { withNameForms } from './nameForms.ts';
import { checkProductAttributes, wantedSkus } from './productAttributes.ts';
import {
  holdBarcodes,
  knownBarcodes,
  saveBarcodes,
  refusePart,
  refusePromoted,
} from './productBarcodes.ts';
import { isTakenProduct } from './productChoices.ts';
import { isNamedSql, productInfo } from './productInfo.ts';
import { productRows } from './productList.ts';
import { checkKit, lockPartLists, saveProductParts } from './productParts.ts';
import { keepUsedBarcodes, ratedBarcodes, singleUnit } from './productRules.ts';
import { saveProductStock } from './productStock.ts';
import { saveProductSuppliers } from './productSuppliers.ts';
import { requirePlanRoom, saveNothing } from '../system/index.ts';
import { forgetCosts } from '../posting/index.ts';
import { dropSkus, saveSkus, skuIdsOfProductsSql } from './skus.ts';
import { unitGroup } from './units.ts';

export const productWriter: Writer<typeof products> = {
  table: 'product',
  list: productRows,
  // Products removed with their spreadsheet import are hidden.
  mine: () => sql<boolean>`row.removed_at is null`,
  toRow: productToRow,
  toInfo: ({ id }, context) => productInfo(context, id),
  before: async (context, row, existing) => {
    const wanted = mergeProductColumns(existing, row);
    checkCounting(wanted);
    await checkProductAttributes(context, wanted, existing);
    await refuseDuplicateProduct(context, wanted, existing);
    if (existing !== null) await keepUsed(context, wanted, existing);
  },
  after: async (context, before, after, fields) => {
    if (after === null || fields === null) return;
    await holdBarcodes(context, sql`${[after.id]}::bigint[]`);
    const known = await knownBarcodes(context, after.id);
    const skuOf = await saveSkus(context, await wantedSkus(context, after, fields, known));
    const barcodes = ratedBarcodes(fields.barcodes, await unitsOfProduct(context, after));
    keepUsedBarcodes(known, barcodes);
    await saveBarcodes(context, { productId: after.id, skuOf }, known, barcodes);
    await dropSkus(context, after.id);
    refuseKitStock(after, fields);
    await saveProductStock(context, after, fields.stock ?? []);
    if (fields.suppliers !== undefined)
      await saveProductSuppliers(context, after.id, fields.suppliers);
    if (fields.parts !== undefined) await saveProductParts(context, after.id, fields.parts);
    if (after['kit'] === true || fields.parts !== undefined) await checkKit(context, after);
    if (fields.images !== undefined)
      await attachFiles(context, { sort: 'product', id: after.id }, fields.images, 'images');
    // Last, because additions wait here for each other.
    if (before === null) await requirePlanRoom(context, 'products');
  },
  mayDelete: async (context, { id }) => {
    await holdBarcodes(context, sql`${[id]}::bigint[]`);
    await refusePromoted(context, id);
    await refusePart(context, id);
    await forgetCosts(context, skuIdsOfProductsSql(context.tenantId, [id]));
    await forgetRelations(context, barcodeIdsOf(context.tenantId, [id]));
  },
};

async function productToRow(fields: ProductFields, context: Context): Promise<ColumnValues> {
  const given: ColumnValues = fields;
  const own = Object.entries(productColumns).map(([field, column]) => [column, given[field]]);
  return withNameForms({
    ...Object.fromEntries(own),
    ...(await brandColumns(context, fields.brandId)),
    ...(await labelColumns(context, fields.labelTemplateId)),
    ...unitColumns(fields),
  });
}

/** Returns a brand's columns, with its name for the search; undefined leaves both. */
export async function brandColumns(context: Context, id: string | null | undefined) {
  if (id === undefined) return {};
  return { brand_id: id, brand: id === null ? '' : await brandName(context, id) };
}

/** Returns a product's label template, locked until the save; undefined leaves it. */
async function labelColumns({ tx, tenantId }: Context, id: string | null | undefined) {
  if (id === undefined) return {};
  if (id !== null) {
    const { rows } = await sql`
      select from label_template where tenant_id = ${tenantId} and id = ${id} for share`.execute(
      tx,
    );
    if (rows.length === 0) refuseWith('record.missing', {}, { field: 'labelTemplateId' });
  }
  return { label_template_id: id };
}

/** Returns the unit columns: naming one unit clears the other, unless both are named. */
function unitColumns({ unitName, unitId }: ProductFields): ColumnValues {
  if (unitName === undefined && unitId === undefined) return {};
  return { unit_name: unitName ?? null, unit_id: unitId ?? null };
}

/** Returns the future row: the given columns, the rest as before (or as a new row begins). */
const mergeProductColumns = (
  existing: StoredResourceRow | null,
  row: ColumnValues,
): ColumnValues => ({
  ...existing,
  ...Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)),
});

function textFromColumn(row: ColumnValues, column: string): string | null {
  const value = row[column];
  return typeof value === 'string' ? value : null;
}

function refuseKitStock(row: StoredResourceRow, { stock = [] }: ProductFields): void {
  const opened = stock.findIndex(({ openingStock = '0' }) => !decimal(openingStock).isZero());
  if (row['kit'] === true && opened >= 0)
    refuseWith(
      'product.kitStock',
      { name: String(row['name']) },
      { field: 'stock', line: opened + 1 },
    );
}

function checkCounting(wanted: ColumnValues): void {
  checkOneUnit(textFromColumn(wanted, 'unit_name'), textFromColumn(wanted, 'unit_id'));
  checkSerialOrLot(wanted['serial_managed'] === true, wanted['lot_managed'] === true);
}

/** Columns that identify a product. */
const telling = [
  'name',
  'standard',
  'model',
  'color',
  'maker',
  'property_one',
  'property_two',
  'property_three',
  'unit_name',
  'unit_id',
] as const;

async function refuseDuplicateProduct(
  context: Context,
  wanted: ColumnValues,
  existing: StoredResourceRow | null,
): Promise<void> {
  // Older duplicates keep their names.
  if (existing !== null && telling.every((name) => existing[name] === wanted[name])) return;
  const text = (name: string) => String(wanted[name] ?? '');
  const unitName = textFromColumn(wanted, 'unit_name') ?? undefined;
  const unitId = textFromColumn(wanted, 'unit_id') ?? undefined;
  // Two simultaneous saves of one product: the second waits here and then finds the first.
  await sql`select pg_advisory_xact_lock(hashtext(${`${context.tenantId} product ${normalText(text('name'))}`}))`.execute(
    context.tx,
  );
  const taken = await isTakenProduct(context, {
    ...(existing === null ? {} : { id: existing.id }),
    name: text('name'),
    standard: text('standard'),
    model: text('model'),
    color: text('color'),
    maker: text('maker'),
    propertyOne: text('property_one'),
    propertyTwo: text('property_two'),
    propertyThree: text('property_three'),
    ...(unitName === undefined ? {} : { unitName }),
    ...(unitId === undefined ? {} : { unitId }),
  });
  if (taken) refuseWith('product.taken', { name: text('name') }, { field: 'name' });
}

/**
 * Refuses changes of base unit, serials, lots and kit once a line or a kit names the product, because lines
 * count in and name them.
 */
async function keepUsed(
  context: Context,
  wanted: ColumnValues,
  existing: StoredResourceRow,
): Promise<void> {
  const managed = (['serial_managed', 'lot_managed', 'kit'] as const).find(
    (name) => wanted[name] !== existing[name],
  );
  const before = await unitsOfProduct(context, existing);
  const after = await unitsOfProduct(context, wanted);
  const field = before[0].unit === after[0].unit ? managed : 'unit_name';
  if (field === undefined) return;
  await lockPartLists(context);
  await saveNothing(context);
  if (!(await hasLines(context, existing.id))) return;
  const fields = {
    unit_name: 'unitName',
    serial_managed: 'serialManaged',
    lot_managed: 'lotManaged',
    kit: 'kit',
  };
  refuseWith('product.used', { name: String(existing['name']) }, { field: fields[field] });
}

/** Checks whether any document or kit ever named the product: the unit of the stock is then fixed. */
export async function hasLines({ tx, tenantId }: Context, productId: string): Promise<boolean> {
  const { rows } = await sql`
    select where ${isNamedSql(tenantId, sql`${productId}::bigint`)}`.execute(tx);
  return rows.length > 0;
}

async function unitsOfProduct(
  context: Context,
  { unit_name: name, unit_id: id }: ColumnValues,
): Promise<readonly [UnitRatio, ...UnitRatio[]]> {
  return typeof name === 'string' ? singleUnit(name) : unitGroup(context, String(id));
}
