import type {
  InputOf,
  ReplyOf,
  highestBarcode,
  productChoices,
  productExists,
} from '@tradehouse/contract';
import { barcodeForms } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import {
  grantedWarehouses,
  holds,
  holdsKeyword,
  isAlike,
  matchesKeyword,
} from '../../kernel/index.ts';
import type { Context, Scope } from '../../kernel/index.ts';
import { imageOf, inCategory } from './productList.ts';

type Asked = InputOf<typeof productChoices>;

const PAGE = 20;

/** Barcode rows of enabled products for a line; see the endpoint. The exact barcode comes first, then by name. */
export async function findProducts(
  context: Context,
  asked: Asked,
): Promise<ReplyOf<typeof productChoices>> {
  const { total, ids } = (await pageOfFirst(context, asked)) ?? (await pageOfAll(context, asked));
  return { total, rows: ids.length === 0 ? [] : await choicesByIds(context, ids, asked.depotId) };
}

interface ChoicePage {
  readonly total: number;
  readonly ids: readonly string[];
}

/** Products that are looked at before all are, by name, and how many of their barcodes have to match. */
const FIRST = 4000;
const ENOUGH = 1000;

/**
 * The page of what matches among the first products by name, as long as a thousand barcodes and more than the page are found
 * there: a word that many products have is answered without all of them (decision 0072). null where it takes all products.
 */
async function pageOfFirst({ tx, tenantId }: Context, asked: Asked): Promise<ChoicePage | null> {
  const { q, page = 1, rows = PAGE } = asked;
  const end = page * rows;
  if (end >= FIRST) return null;
  const test = q === undefined ? sql`true` : holdsKeyword(tenantId, q);
  const first = sql`
    (select * from product where product.tenant_id = ${tenantId} and product.enabled
    order by product.name, product.id limit ${FIRST}) as product`;
  const exact = sql`
    select ${columnsFound(q)} from barcode join product on product.tenant_id = ${tenantId} and product.id = barcode.product_id
    where barcode.tenant_id = ${tenantId} and barcode.enabled and product.enabled and ${isExactly(q ?? '')}
      and ${facts(tenantId, asked)}`;
  // Asked product by product, for a join would read the barcodes of all.
  const others = sql`
    select ${columnsFound(q)} from ${first} cross join lateral (
      select * from barcode where barcode.tenant_id = ${tenantId} and barcode.product_id = product.id offset 0) as barcode
    where barcode.enabled and not ${isExactly(q ?? '')} and ${test} and ${facts(tenantId, asked)}`;
  const found = await counted(tx, sql`${exact} union all ${others}`, asked);
  return found.total >= ENOUGH && found.total > end ? found : null;
}

/** The page of all that match, counted. */
function pageOfAll({ tx, tenantId }: Context, asked: Asked): Promise<ChoicePage> {
  const { q } = asked;
  const test = q === undefined ? sql`true` : matchesKeyword(tenantId, q);
  return counted(
    tx,
    sql`
      select ${columnsFound(q)}
      from barcode join product on product.tenant_id = ${tenantId} and product.id = barcode.product_id
      where barcode.tenant_id = ${tenantId} and barcode.enabled and product.enabled
        and ${test} and ${facts(tenantId, asked)}`,
    asked,
  );
}

const columnsFound = (q = ''): RawBuilder<unknown> =>
  sql`barcode.id, barcode.product_id, barcode.position, product.name, ${isExactly(q)} as exact`;

/** Number of barcodes that match, and those of the page in their order: they are looked for once. */
async function counted(
  tx: Context['tx'],
  matching: RawBuilder<unknown>,
  { page = 1, rows = PAGE }: Asked,
): Promise<ChoicePage> {
  const found = await sql<ChoicePage>`
    with found as materialized (${matching})
    select (select count(*)::int from found) as total, array(
      select id from found order by exact desc, name, product_id, position, id
      limit ${rows} offset ${(page - 1) * rows}) as ids`.execute(tx);
  return found.rows[0] ?? { total: 0, ids: [] };
}

const isExactly = (q: string): RawBuilder<boolean> =>
  sql<boolean>`barcode.code = any(${barcodeForms(q)}::text[])`;

function choicesByIds(
  { tx, tenantId, scope }: Context,
  ids: readonly string[],
  depotId: string | undefined,
): Promise<ReplyOf<typeof productChoices>['rows']> {
  return tx
    .selectFrom('barcode')
    .innerJoin('product', (join) =>
      join.onRef('product.id', '=', 'barcode.product_id').on('product.tenant_id', '=', tenantId),
    )
    .innerJoin('sku', (join) =>
      join.onRef('sku.id', '=', 'barcode.sku_id').on('sku.tenant_id', '=', tenantId),
    )
    .leftJoin('category', (join) =>
      join.onRef('category.id', '=', 'product.category_id').on('category.tenant_id', '=', tenantId),
    )
    .where('barcode.tenant_id', '=', tenantId)
    .where(sql<boolean>`barcode.id = any(${ids}::bigint[])`)
    .select([
      'barcode.id',
      'barcode.code as barcode',
      'barcode.sku_id as skuId',
      'barcode.product_id as productId',
      imageOf(tenantId).as('imageId'),
      'product.name',
      'product.mnemonic',
      sql<string>`coalesce(category.name, '')`.as('categoryName'),
      'product.standard',
      'product.model',
      'product.color',
      'product.brand',
      'product.maker',
      'product.property_one as propertyOne',
      'product.property_two as propertyTwo',
      'product.property_three as propertyThree',
      'barcode.unit',
      sql<string>`trim_scale(barcode.ratio)`.as('ratio'),
      'sku.attributes',
      'product.serial_managed as serialManaged',
      'product.lot_managed as lotManaged',
      stockIn(tenantId, scope, depotId).as('stock'),
    ])
    .orderBy(sql`array_position(${ids}::bigint[], barcode.id)`)
    .execute();
}

/** Tests that the request makes of products beside the keyword. */
function facts(tenantId: string, asked: Asked): RawBuilder<unknown> {
  const contains = (column: string, text: string) => holds(sql.ref(column), text);
  const { categoryId, standardOrModel, color, brand, mfrs } = asked;
  const { propertyOne, propertyTwo, propertyThree } = asked;
  const tests = [
    categoryId === undefined ? null : inCategory(tenantId, categoryId),
    standardOrModel === undefined
      ? null
      : sql<boolean>`(${contains('product.standard', standardOrModel)} or ${contains('product.model', standardOrModel)})`,
    color === undefined ? null : contains('product.color', color),
    brand === undefined ? null : contains('product.brand', brand),
    mfrs === undefined ? null : contains('product.maker', mfrs),
    propertyOne === undefined ? null : contains('product.property_one', propertyOne),
    propertyTwo === undefined ? null : contains('product.property_two', propertyTwo),
    propertyThree === undefined ? null : contains('product.property_three', propertyThree),
    asked.enableSerialNumber === undefined
      ? null
      : sql<boolean>`product.serial_managed = ${asked.enableSerialNumber}`,
    asked.enableBatchNumber === undefined
      ? null
      : sql<boolean>`product.lot_managed = ${asked.enableBatchNumber}`,
  ].filter((condition) => condition !== null);
  return sql.join([sql`true`, ...tests], sql` and `);
}

/** What the warehouse (or every granted one) holds of the row's SKU, in the row's unit. */
const stockIn = (
  tenantId: string,
  scope: Scope,
  warehouseId: string | undefined,
): RawBuilder<string> => sql<string>`(
  select trim_scale(round(coalesce(sum(held.quantity), 0) / barcode.ratio, 6)) from stock_balance as held
  where held.tenant_id = ${tenantId} and held.sku_id = barcode.sku_id
    and ${grantedWarehouses(scope, 'held.warehouse_id')}
    and ${warehouseId === undefined ? sql`true` : sql`held.warehouse_id = ${warehouseId}`})`;

/** Is there another product with the same name, texts and unit? */
export async function isTakenProduct(
  { tx, tenantId }: Context,
  asked: InputOf<typeof productExists>,
): Promise<boolean> {
  const same = await tx
    .selectFrom('product')
    .where('tenant_id', '=', tenantId)
    .where('removed_at', 'is', null)
    .where(isAlike(sql.ref('name'), asked.name))
    .where(isAlike(sql.ref('standard'), asked.standard ?? ''))
    .where(isAlike(sql.ref('model'), asked.model ?? ''))
    .where(isAlike(sql.ref('color'), asked.color ?? ''))
    .where(isAlike(sql.ref('maker'), asked.maker ?? ''))
    .where(isAlike(sql.ref('property_one'), asked.propertyOne ?? ''))
    .where(isAlike(sql.ref('property_two'), asked.propertyTwo ?? ''))
    .where(isAlike(sql.ref('property_three'), asked.propertyThree ?? ''))
    .where('unit_name', 'is not distinct from', asked.unitName ?? null)
    .where('unit_id', 'is not distinct from', asked.unitId ?? null)
    .$if(asked.id !== undefined, (query) => query.where('id', '!=', asked.id ?? ''))
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return same !== undefined;
}

/** Whether a barcode other than `id` has the code already. */
export async function isTakenBarcode(
  { tx, tenantId }: Context,
  { id, barCode }: { readonly id?: string; readonly barCode: string },
): Promise<boolean> {
  const row = await tx
    .selectFrom('barcode')
    .where('tenant_id', '=', tenantId)
    .where('code', '=', sql<string>`any(${barcodeForms(barCode)}::text[])`)
    .where('id', '!=', id ?? '0')
    .select('id')
    .executeTakeFirst();
  return row !== undefined;
}

const FIRST_BARCODE = '1000';

/** The longest and among those the highest code of digits; 1000 where there is none. */
export async function maxBarcode({
  tx,
  tenantId,
}: Context): Promise<ReplyOf<typeof highestBarcode>> {
  const { highest } = await tx
    .selectFrom('barcode')
    .where('tenant_id', '=', tenantId)
    .where(sql<boolean>`code ~ '^[0-9]{1,13}$'`)
    .select(sql<string | null>`max(code::bigint)`.as('highest'))
    .executeTakeFirstOrThrow();
  return { barCode: highest ?? FIRST_BARCODE };
}
