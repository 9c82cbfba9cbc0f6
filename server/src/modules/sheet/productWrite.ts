import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { given, refuse } from '../../kernel/index.ts';
import type { Context } from '../../kernel/index.ts';
import { hasAttributes, leads } from './attributeCheck.ts';
import { cellOf, rowsOf, stretches, within } from './compare.ts';
import type { Stretch } from './compare.ts';
import { measureHere, written } from './measure.ts';
import { writeOpenings } from './openings.ts';
import type { Opening } from './openings.ts';
import { asStored, priceColumns, productColumns, warehousesIn } from './productFields.ts';
import type { SheetImport } from './sheetImport.ts';
import type { Progress } from './work.ts';

/** Writes new and changed products, a stretch of rows with each statement; the books come last, which others share. */
export async function writeProducts(
  context: Context,
  at: SheetImport,
  progress: Progress,
): Promise<void> {
  const parts = await stretches(context, at.id, ['new', 'changed']);
  if (hasAttributes(at)) await prepareCombinations(context, at);
  const stocked: number[] = [];
  for (const part of parts) {
    await giveIds(context, at, part);
    await addProducts(context, at, part);
    await changeProducts(context, at, part);
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

/** Rows of a stretch whose opening stock is still to be put into the books. */
async function countStocked(context: Context, at: SheetImport, part: Stretch): Promise<number> {
  if (warehousesIn(at.columns).length === 0) return 0;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from sheet_row r
    where (${within(context, at.id, part, 'new')} or ${within(context, at.id, part, 'changed')})
      and exists (select from jsonb_each_text(r.cells) as cell where ${opens})`.execute(context.tx);
  return rows[0]?.count ?? 0;
}

/** A `cell` of `r` that the books are to learn of. */
const opens = sql<boolean>`(starts_with(cell.key, 'stock:')
  and (r.outcome = 'new' and cell.value <> '0' or jsonb_exists(r.changes, cell.key)))`;

/**
 * The attributes that new products take stay while they are written. Of the rows of a product that exists, the first that
 * changes anything changes the product.
 */
async function prepareCombinations(context: Context, { id }: SheetImport): Promise<void> {
  const { tx, tenantId } = context;
  await sql`
    select from attribute where tenant_id = ${tenantId} and id in (
      select (kept->>'id')::bigint from sheet_row r cross join jsonb_array_elements(r.derived->'attributes') as kept
      where ${rowsOf(context, id)})
    order by id for share`.execute(tx);
  await sql`
    update sheet_row r set derived = r.derived || jsonb_build_object('lead', told.lead)
    from (select r.row, min(r.row) over (partition by r.target_id) as lead
      from sheet_row r where ${rowsOf(context, id)} and r.outcome = 'changed' and r.derived->'lead' is not null) as told
    where ${rowsOf(context, id)} and r.row = told.row`.execute(tx);
}

/** New products know their ids before they are written, so that what belongs to them need not wait for them. */
async function giveIds(context: Context, { id }: SheetImport, part: Stretch): Promise<void> {
  const { tx, tenantId } = context;
  const { rows } = await sql<{ row: number }>`
    select r.row from sheet_row r where ${within(context, id, part, 'new')}`.execute(tx);
  if (rows.length === 0) return;
  const { rows: ids } = await sql<{ product_id: string; sku_id: string }>`
    select nextval('product_id_seq') as product_id, nextval('sku_id_seq') as sku_id
    from generate_series(1, ${rows.length}::int)`.execute(tx);
  const numbered = rows.map(({ row }, index) => ({ row, ...ids[index] }));
  await sql`
    update sheet_row r set target_id = given.product_id, derived = r.derived || jsonb_build_object('skuId', given.sku_id)
    from ${given(numbered, 'row int, product_id bigint, sku_id bigint')}
    where ${within(context, id, part, 'new')} and r.row = given.row`.execute(tx);
  // A combination belongs to the product of its first row, which stands here or in an earlier stretch.
  await sql`
    update sheet_row r set target_id = l.target_id from sheet_row l
    where ${within(context, id, part, 'new')} and not ${leads}
      and l.tenant_id = ${tenantId} and l.import_id = ${id} and l.row = (r.derived->>'lead')::int`.execute(
    tx,
  );
}

const skuId = sql`(r.derived->>'skuId')::bigint`;
/** What a new product has where the sheet says nothing. */
const defaults: Readonly<Record<string, string>> = {
  enabled: 'true',
  serialManaged: 'false',
  lotManaged: 'false',
};

async function addProducts(context: Context, { id }: SheetImport, part: Stretch): Promise<void> {
  const { tx, tenantId } = context;
  const rows = within(context, id, part, 'new');
  const fields = Object.entries(productColumns);
  await sql`
    insert into product (tenant_id, id, mnemonic, attributes, brand_id, category_id, unit_id, unit_name,
      ${sql.join(fields.map(([, { column }]) => sql.ref(column)))}) overriding system value
    select ${tenantId}::bigint, r.target_id, r.derived->>'mnemonic', coalesce(r.derived->'attributes', '[]'), (r.derived->>'brandId')::bigint,
      (r.derived->>'categoryId')::bigint, ${unitId}, case when ${unitId} is null then ${cellOf('unit')} end,
      ${sql.join(fields.map(([field, stored]) => withDefault(field, asStored(field, stored))))}
    from sheet_row r where ${rows} and ${leads} order by r.row
    returning id`.execute(tx);
  await sql`
    insert into sku (tenant_id, id, product_id, code, attributes) overriding system value
    select ${tenantId}::bigint, ${skuId}, r.target_id, coalesce(${cellOf('skuCode')}, ''), coalesce(r.derived->>'combination', '')
    from sheet_row r where ${rows} returning id`.execute(tx);
  await sql`
    insert into sku_cost (tenant_id, sku_id)
    select ${tenantId}::bigint, ${skuId} from sheet_row r where ${rows} returning sku_id`.execute(
    tx,
  );
  await addBarcodes(context, rows, 'barcode');
  await addBarcodes(context, rows, 'subBarcode');
}

/** The group a row means: a single unit that only shares a group's name can't be told from it. */
const unitId = sql`case when ${cellOf('subUnit')} is null then null else (r.derived->>'unitId')::bigint end`;

const withDefault = (field: string, value: RawBuilder<unknown>): RawBuilder<unknown> =>
  defaults[field] === undefined
    ? value
    : sql`coalesce(${value}, ${sql.lit(defaults[field])}::boolean)`;

/** The barcode of the base unit, or that of the sub unit, whose prices are the base unit's times its ratio. */
async function addBarcodes(
  { tx, tenantId }: Context,
  rows: RawBuilder<boolean>,
  field: 'barcode' | 'subBarcode',
): Promise<void> {
  const base = field === 'barcode';
  const ratio = base ? sql`1::numeric` : sql`${cellOf('ratio')}::numeric`;
  const prices = Object.keys(priceColumns).map(
    (name) => sql`round(${cellOf(name)}::numeric * ${ratio}, 6)`,
  );
  await sql`
    insert into barcode (tenant_id, sku_id, product_id, code, unit, ratio, is_default, position,
      ${sql.join(Object.values(priceColumns).map((column) => sql.ref(column)))})
    select ${tenantId}::bigint, ${skuId}, r.target_id, ${cellOf(field)},
      ${cellOf(base ? 'unit' : 'subUnit')}, ${ratio}, ${base ? leads : sql`false`}, ${base ? sql`coalesce((r.derived->>'place')::int, 0)` : sql`1`}, ${sql.join(prices)}
    from sheet_row r where ${rows} and ${cellOf(field)} is not null order by r.row
    returning id`.execute(tx);
}

/** Changes what the sheet has columns of. The one who changed one of these products since the comparison is not run over. */
async function changeProducts(context: Context, at: SheetImport, part: Stretch): Promise<void> {
  const { tx, tenantId } = context;
  const rows = within(context, at.id, part, 'changed');
  const has = (field: string): boolean => at.columns.some((one) => one.field === field);
  const sets = Object.entries(productColumns)
    .filter(([field]) => has(field))
    .map(([field, stored]) => sql`${sql.ref(stored.column)} = ${asStored(field, stored)}`);
  if (has('name')) sets.push(sql`mnemonic = r.derived->>'mnemonic'`);
  if (has('brand')) sets.push(sql`brand_id = (r.derived->>'brandId')::bigint`);
  if (has('categoryName'))
    sets.push(sql`category_id = case
      when (select c.name from category c where c.tenant_id = ${tenantId} and c.id = p.category_id) = ${cellOf('categoryName')}
      then p.category_id else (r.derived->>'categoryId')::bigint end`);
  await keepOld(context, rows);
  const { rows: changed } = await sql`
    update product p set ${sql.join([...sets, sql`version = p.version + 1`])}
    from sheet_row r
    where ${rows} and ${leads} and p.tenant_id = ${tenantId} and p.id = r.target_id
      and p.version = (r.derived->>'version')::int and p.removed_at is null
    returning p.id`.execute(tx);
  const { rows: wanted } = await sql<{ count: number }>`
    select count(*)::int as count from sheet_row r where ${rows} and ${leads}`.execute(tx);
  if (changed.length !== wanted[0]?.count) refuse('sheet.changedMeanwhile');
  await changeBarcodes(context, at, rows, 1);
  if (has('skuCode'))
    await sql`
      update sku k set code = coalesce(${cellOf('skuCode')}, '')
      from sheet_row r, barcode b
      where ${rows} and b.tenant_id = ${tenantId} and ${isOwn}
        and k.tenant_id = ${tenantId} and k.id = b.sku_id`.execute(tx);
}

/** Remembers what follows from the fields and is no field itself, so that it can be put back. */
async function keepOld({ tx, tenantId }: Context, rows: RawBuilder<boolean>): Promise<void> {
  const prices = Object.values(priceColumns).map(
    (column) => sql`${sql.lit(column)}, ${sql.ref(`s.${column}`)}`,
  );
  await sql`
    update sheet_row r set derived = r.derived || jsonb_build_object('old', jsonb_build_object(
      'mnemonic', p.mnemonic, 'brandId', p.brand_id, 'categoryId', p.category_id,
      'sub', (select jsonb_build_object(${sql.join(prices)}) from barcode s
        where s.tenant_id = ${tenantId} and s.product_id = p.id and s.position = 1 and p.unit_id is not null)))
    from product p where ${rows} and p.tenant_id = ${tenantId} and p.id = r.target_id`.execute(tx);
}

/** The barcode that a row names: the product's first, or its combination's. */
export const isOwn = sql<boolean>`b.id = (r.derived->>'barcodeId')::bigint`;

/**
 * Writes codes and prices of barcodes that a row changed: `side` 1 what it brought, 0 what was there before. Two rows may
 * swap their codes, and a code is unique at every moment: those that change step aside first.
 */
export async function changeBarcodes(
  context: Context,
  at: SheetImport,
  rows: RawBuilder<boolean>,
  side: 0 | 1,
): Promise<void> {
  const { tx, tenantId } = context;
  const which = sql`b.tenant_id = ${tenantId} and b.product_id = r.target_id`;
  const changed = (field: string): RawBuilder<boolean> =>
    sql<boolean>`jsonb_exists(r.changes, ${sql.lit(field)})`;
  const value = (field: string): RawBuilder<unknown> =>
    sql`(r.changes->${sql.lit(field)}->>${sql.lit(side)})`;
  const codes = (['barcode', 'subBarcode'] as const).filter((field) =>
    at.columns.some((one) => one.field === field),
  );
  const row = (field: 'barcode' | 'subBarcode'): RawBuilder<boolean> =>
    field === 'barcode' ? isOwn : sql<boolean>`(b.position = 1 and not b.is_default)`;
  for (const field of codes)
    await sql`
      update barcode b set code = '#' || b.id from sheet_row r
      where ${rows} and ${changed(field)} and ${which} and ${row(field)}`.execute(tx);
  for (const field of codes)
    await sql`
      update barcode b set code = ${value(field)} from sheet_row r
      where ${rows} and ${changed(field)} and ${which} and ${row(field)}`.execute(tx);
  const prices = Object.entries(priceColumns).filter(([field]) =>
    at.columns.some((one) => one.field === field),
  );
  if (prices.length === 0) return;
  // A sub unit's price follows the base unit's; taken back, it is what it was.
  const price = (field: string, column: string): RawBuilder<unknown> =>
    side === 1
      ? sql`round(${value(field)}::numeric * b.ratio, 6)`
      : sql`case when ${isOwn} then ${value(field)}::numeric
          else (r.derived->'old'->'sub'->>${sql.lit(column)})::numeric end`;
  const sets = prices.map(
    ([field, column]) => sql`${sql.ref(column)} = case when ${changed(field)}
      then ${price(field, column)} else ${sql.ref(`b.${column}`)} end`,
  );
  await sql`
    update barcode b set ${sql.join(sets)} from sheet_row r, product p
    where ${rows} and ${which} and (${isOwn} or (b.position = 1 and p.unit_id is not null))
      and p.tenant_id = ${tenantId} and p.id = r.target_id
      and (${sql.join(
        prices.map(([field]) => changed(field)),
        sql` or `,
      )})`.execute(tx);
}

interface StockRow {
  readonly row: number;
  readonly target_id: string;
  readonly stock: Readonly<Record<string, string>>;
}

/** Puts opening stock into the books and remembers what it was. */
async function openStock(context: Context, { id }: SheetImport, part: Stretch): Promise<void> {
  const { tx } = context;
  const { rows } = await sql<StockRow>`
    select r.row, r.target_id, (
      select jsonb_object_agg(cell.key, cell.value) from jsonb_each_text(r.cells) as cell
      where ${opens}) as stock
    from sheet_row r
    where ${within(context, id, part, 'new')} or ${within(context, id, part, 'changed')}`.execute(
    tx,
  );
  const openings = rows.flatMap(({ target_id, stock }) =>
    Object.entries(stock ?? {}).map(([field, quantity]): Opening => ({
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
    return openings === undefined ? [] : [{ row, openings }];
  });
  if (kept.length === 0) return;
  await sql`
    update sheet_row r set derived = r.derived || jsonb_build_object('openings', given.openings)
    from ${given(kept, 'row int, openings jsonb')}
    where r.tenant_id = ${context.tenantId} and r.import_id = ${id} and r.row = given.row`.execute(
    tx,
  );
}
