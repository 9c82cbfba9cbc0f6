import type { ProductFields, products } from '@tradehouse/contract';
import { checkOneUnit, checkSerialOrLot, normalText } from '@tradehouse/domain';
import type { UnitRatio } from '@tradehouse/domain';
import { sql } from 'kysely';
import { refuse } from '../../kernel/index.ts';
import type { Columns, Context, Row, Writer } from '../../kernel/index.ts';
import { attachFiles } from '../file/index.ts';
import { brandName } from './brands.ts';
import { barcodeIdsOf, forgetRelations, productColumns } from './bringing.ts';
import { withNameForms } from './nameForms.ts';
import { checkProductAttributes, wantedSkus } from './productAttributes.ts';
import { holdBarcodes, knownBarcodes, saveBarcodes } from './productBarcodes.ts';
import { isTakenProduct } from './productChoices.ts';
import { productInfo } from './productInfo.ts';
import { productRows } from './productList.ts';
import { keepUsedBarcodes, ratedBarcodes, singleUnit } from './productRules.ts';
import { saveProductStock } from './productStock.ts';
import { saveNothing } from '../system/index.ts';
import { forgetCosts } from '../posting/index.ts';
import { dropSkus, saveSkus, skusOf } from './skus.ts';
import { unitGroup } from './units.ts';

export const productWriter: Writer<typeof products> = {
  table: 'product',
  list: productRows,
  // What was taken back with its spreadsheet no one sees any more.
  mine: () => sql<boolean>`row.removed_at is null`,
  toRow: productToRow,
  toInfo: ({ id }, context) => productInfo(context, id),
  before: async (context, row, existing) => {
    const wanted = asWritten(existing, row);
    checkCounting(wanted);
    await checkProductAttributes(context, wanted, existing);
    await refuseDuplicate(context, wanted, existing);
    if (existing !== null) await keepUsed(context, wanted, existing);
  },
  after: async (context, _, after, fields) => {
    if (after === null || fields === null) return;
    await holdBarcodes(context, sql`${[after.id]}::bigint[]`);
    const known = await knownBarcodes(context, after.id);
    const skuOf = await saveSkus(context, await wantedSkus(context, after, fields, known));
    const barcodes = ratedBarcodes(fields.barcodes, await unitsOfProduct(context, after));
    keepUsedBarcodes(known, barcodes);
    await saveBarcodes(context, { productId: after.id, skuOf }, known, barcodes);
    await dropSkus(context, after.id);
    await saveProductStock(context, after, fields.stock ?? []);
    if (fields.images !== undefined)
      await attachFiles(context, { sort: 'product', id: after.id }, fields.images, 'images');
  },
  mayDelete: async (context, { id }) => {
    await holdBarcodes(context, sql`${[id]}::bigint[]`);
    await forgetCosts(context, skusOf(context.tenantId, [id]));
    await forgetRelations(context, barcodeIdsOf(context.tenantId, [id]));
  },
};

async function productToRow(fields: ProductFields, context: Context): Promise<Columns> {
  const given: Columns = fields;
  const own = Object.entries(productColumns).map(([field, column]) => [column, given[field]]);
  return withNameForms({
    ...Object.fromEntries(own),
    ...(await brandColumns(context, fields.brandId)),
    ...(await labelColumns(context, fields.labelTemplateId)),
    ...unitColumns(fields),
  });
}

/** A brand with its name beside it, which the search looks at; undefined leaves both as they are. */
export async function brandColumns(context: Context, id: string | null | undefined) {
  if (id === undefined) return {};
  return { brand_id: id, brand: id === null ? '' : await brandName(context, id) };
}

/** The label template of a product, held until that is saved; undefined leaves it as it is. */
async function labelColumns({ tx, tenantId }: Context, id: string | null | undefined) {
  if (id === undefined) return {};
  if (id !== null) {
    const { rows } = await sql`
      select from label_template where tenant_id = ${tenantId} and id = ${id} for share`.execute(
      tx,
    );
    if (rows.length === 0) refuse('record.missing', {}, { field: 'labelTemplateId' });
  }
  return { label_template_id: id };
}

/** Naming one of the two units empties the other, unless that one is named as well. */
function unitColumns({ unitName, unitId }: ProductFields): Columns {
  if (unitName === undefined && unitId === undefined) return {};
  return { unit_name: unitName ?? null, unit_id: unitId ?? null };
}

/** What the row will be: what is given, and the rest as it was (or as a new row starts). */
const asWritten = (existing: Row | null, row: Columns): Columns => ({
  ...existing,
  ...Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)),
});

/** A text or an id of a row, null where it has none. */
function textOf(row: Columns, column: string): string | null {
  const value = row[column];
  return typeof value === 'string' ? value : null;
}

function checkCounting(wanted: Columns): void {
  checkOneUnit(textOf(wanted, 'unit_name'), textOf(wanted, 'unit_id'));
  checkSerialOrLot(wanted['serial_managed'] === true, wanted['lot_managed'] === true);
}

/** Columns that tell one product from another. */
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

async function refuseDuplicate(
  context: Context,
  wanted: Columns,
  existing: Row | null,
): Promise<void> {
  // Products that were alike before keep what they are called.
  if (existing !== null && telling.every((name) => existing[name] === wanted[name])) return;
  const text = (name: string) => String(wanted[name] ?? '');
  const unitName = textOf(wanted, 'unit_name') ?? undefined;
  const unitId = textOf(wanted, 'unit_id') ?? undefined;
  // Two saves of the same product at once: the second waits here and then finds the first.
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
  if (taken) refuse('product.taken', { name: text('name') }, { field: 'name' });
}

/** Lines count in the base unit and name serials and lots, so these stay once there is a line. */
async function keepUsed(context: Context, wanted: Columns, existing: Row): Promise<void> {
  const managed = (['serial_managed', 'lot_managed'] as const).find(
    (name) => wanted[name] !== existing[name],
  );
  const before = await unitsOfProduct(context, existing);
  const after = await unitsOfProduct(context, wanted);
  const field = before[0].unit === after[0].unit ? managed : 'unit_name';
  if (field === undefined) return;
  await saveNothing(context);
  if (!(await hasLines(context, existing.id))) return;
  const fields = {
    unit_name: 'unitName',
    serial_managed: 'serialManaged',
    lot_managed: 'lotManaged',
  };
  refuse('product.used', { name: String(existing['name']) }, { field: fields[field] });
}

/** Whether any document ever named the product: then what its stock is counted in stays. */
export async function hasLines({ tx, tenantId }: Context, productId: string): Promise<boolean> {
  const { rows } = await sql`
    select from sku join document_line as line on line.tenant_id = ${tenantId} and line.sku_id = sku.id
    where sku.tenant_id = ${tenantId} and sku.product_id = ${productId} limit 1`.execute(tx);
  return rows.length > 0;
}

async function unitsOfProduct(
  context: Context,
  { unit_name: name, unit_id: id }: Columns,
): Promise<readonly [UnitRatio, ...UnitRatio[]]> {
  return typeof name === 'string' ? singleUnit(name) : unitGroup(context, String(id));
}
