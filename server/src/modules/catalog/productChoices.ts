import type {
  InputOf,
  ReplyOf,
  highestBarcode,
  productChoices,
  productExists,
} from '@tradehouse/contract';
import { barcodeForms, searchForms } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { grantedWarehouses } from '../../kernel/access/index.ts';
import {
  containsTextSql,
  holdsKeyword,
  isAlike,
  kitStockSql,
  matchesKeyword,
  rankOfProduct,
} from '../../kernel/table/index.ts';
import type { Context, Scope } from '../../kernel/access/index.ts';
import { imageOf, inCategory } from './productList.ts';

type ProductChoiceQuery = InputOf<typeof productChoices>;

const PAGE = 20;

/** Barcode rows of enabled products for a line; see the endpoint. Exact barcodes come first, then whole names. */
export async function findProducts(
  context: Context,
  asked: ProductChoiceQuery,
  { enough = ENOUGH }: { readonly enough?: number } = {},
): Promise<ReplyOf<typeof productChoices>> {
  const { total, ids } =
    (await pageOfFirst(context, asked, enough)) ?? (await pageOfAll(context, asked));
  return { total, rows: ids.length === 0 ? [] : await choicesByIds(context, ids, asked.depotId) };
}

interface ChoicePage {
  readonly total: number;
  readonly ids: readonly string[];
}

/** Products searched by name before all are, and barcodes that must match among them. */
const FIRST = 4000;
const ENOUGH = 1000;

/**
 * Reads the page from the first products by name, if enough barcodes match there, and more than the page: a
 * word of many products is answered without all of them (decision 0072). null if all products are needed.
 */
async function pageOfFirst(
  { tx, tenantId }: Context,
  asked: ProductChoiceQuery,
  enough: number,
): Promise<ChoicePage | null> {
  const { q, page = 1, rows = PAGE } = asked;
  const end = page * rows;
  if (end >= FIRST) return null;
  const test = q === undefined ? sql`true` : holdsKeyword(tenantId, q);
  const first = sql`
    (select * from product where product.tenant_id = ${tenantId} and product.enabled
    order by product.name, product.id limit ${FIRST}) as product`;
  const exact = (test: RawBuilder<boolean>) => sql`
    select ${columnsFound(q)}
    from barcode join product on product.tenant_id = ${tenantId} and product.id = barcode.product_id
    where barcode.tenant_id = ${tenantId} and barcode.enabled and product.enabled and ${test}
      and ${productChoiceFilterSql(tenantId, asked)}`;
  const code = isExactly(q ?? '');
  const named = sql<boolean>`product.name = any(${[...searchForms(q ?? '')]}::text[])`;
  // Asked product by product, for a join would read the barcodes of all.
  const others = sql`
    select ${columnsFound(q)} from ${first} cross join lateral (
      select * from barcode where barcode.tenant_id = ${tenantId} and barcode.product_id = product.id offset 0) as barcode
    where barcode.enabled and not ${code} and not ${named} and ${test} and ${productChoiceFilterSql(tenantId, asked)}`;
  const exactly = sql`${exact(code)} union all ${exact(sql`${named} and not ${code}`)}`;
  const found = await countProductChoices(tx, sql`${exactly} union all ${others}`, asked);
  return found.total >= enough && found.total > end ? found : null;
}

/** Reads the page from all matches, with the count. */
function pageOfAll({ tx, tenantId }: Context, asked: ProductChoiceQuery): Promise<ChoicePage> {
  const { q } = asked;
  const test = q === undefined ? sql`true` : matchesKeyword(tenantId, q);
  return countProductChoices(
    tx,
    sql`
      select ${columnsFound(q)}
      from barcode join product on product.tenant_id = ${tenantId} and product.id = barcode.product_id
      where barcode.tenant_id = ${tenantId} and barcode.enabled and product.enabled
        and ${test} and ${productChoiceFilterSql(tenantId, asked)}`,
    asked,
  );
}

const columnsFound = (q = ''): RawBuilder<unknown> => {
  // Without a keyword there is nothing to compare with each of the products.
  const rank =
    q.trim() === '' ? sql`0` : sql`case when ${isExactly(q)} then -1 else ${rankOfProduct(q)} end`;
  return sql`barcode.id, barcode.product_id, barcode.position, product.name, ${rank} as rank`;
};

/** Counts matching barcodes and returns the page's ids in order, from one search. */
async function countProductChoices(
  tx: Context['tx'],
  matching: RawBuilder<unknown>,
  { page = 1, rows = PAGE }: ProductChoiceQuery,
): Promise<ChoicePage> {
  const found = await sql<ChoicePage>`
    with found as materialized (${matching})
    select (select count(*)::int from found) as total, array(
      select id from found order by rank, name, product_id, position, id
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
      sql<string>`case when product.kit then ${kitStockSql(
        { tenantId, scope },
        {
          productId: sql`product.id`,
          ratio: sql`barcode.ratio`,
          isWanted: (id) => (depotId === undefined ? sql`true` : sql`${id} = ${depotId}`),
        },
      )} else ${choiceStockSql(tenantId, scope, depotId)} end`.as('stock'),
    ])
    .orderBy(sql`array_position(${ids}::bigint[], barcode.id)`)
    .execute();
}

/** Builds the product conditions of the request beside the keyword. */
function productChoiceFilterSql(tenantId: string, asked: ProductChoiceQuery): RawBuilder<unknown> {
  const contains = (column: string, text: string) => containsTextSql(sql.ref(column), text);
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

/** Selects the stock of the row's SKU in the warehouse (or all granted ones), in the row's unit. */
const choiceStockSql = (
  tenantId: string,
  scope: Scope,
  warehouseId: string | undefined,
): RawBuilder<string> => sql<string>`(
  select trim_scale(round(coalesce(sum(held.quantity), 0) / barcode.ratio, 6)) from stock_balance as held
  where held.tenant_id = ${tenantId} and held.sku_id = barcode.sku_id
    and ${grantedWarehouses(scope, 'held.warehouse_id')}
    and ${warehouseId === undefined ? sql`true` : sql`held.warehouse_id = ${warehouseId}`})`;

/** Does another product have the same name, texts and unit? */
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

/** Does a barcode other than `id` have the code? */
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

/** Returns the highest own code (see `nextBarcode`); 1000 if none. */
export async function maxBarcode({
  tx,
  tenantId,
}: Context): Promise<ReplyOf<typeof highestBarcode>> {
  const { highest } = await tx
    .selectFrom('barcode')
    .where('tenant_id', '=', tenantId)
    .where(sql<boolean>`code ~ '^[0-9]{1,11}$'`)
    .select(sql<string | null>`max(code::bigint)`.as('highest'))
    .executeTakeFirstOrThrow();
  return { barCode: highest ?? FIRST_BARCODE };
}
