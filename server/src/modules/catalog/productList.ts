import { productTable } from '@tradehouse/contract';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { grantedWarehouses } from '../../kernel/access/index.ts';
import { kitStockSql, matchesKeyword, bindTable } from '../../kernel/table/index.ts';
import type { Scope } from '../../kernel/access/index.ts';
import { categoriesWithin } from './categories.ts';

/**
 * Rows of the product page: each product once, with its first barcode and the stock in the reader's
 * warehouses.
 */
export const productRows = bindTable(
  productTable,
  (context, filters) => {
    const { tx, tenantId, scope } = context;
    let query = tx
      .selectFrom('product')
      .innerJoin('barcode', (join) =>
        join
          .onRef('barcode.product_id', '=', 'product.id')
          .on('barcode.tenant_id', '=', tenantId)
          .on('barcode.is_default', '=', true),
      )
      .leftJoin('category', (join) =>
        join
          .onRef('category.id', '=', 'product.category_id')
          .on('category.tenant_id', '=', tenantId),
      )
      .leftJoin('unit', (join) =>
        join.onRef('unit.id', '=', 'product.unit_id').on('unit.tenant_id', '=', tenantId),
      )
      .where('product.tenant_id', '=', tenantId)
      .where('product.removed_at', 'is', null)
      .select([
        'product.id',
        'product.version',
        imageOf(tenantId).as('imageId'),
        'barcode.code as barcode',
        'product.name',
        'product.standard',
        'product.model',
        'product.color',
        'product.brand',
        'product.mnemonic',
        'product.category_id as categoryId',
        'category.name as categoryName',
        'product.property_one as propertyOne',
        'product.property_two as propertyTwo',
        'product.property_three as propertyThree',
        'product.weight',
        'product.shelf_life_days as shelfLifeDays',
        'product.maker',
        'product.origin',
        'product.country',
        'product.english_name as englishName',
        'barcode.purchase_price as purchasePrice',
        'barcode.retail_price as retailPrice',
        'barcode.sale_price as salePrice',
        'barcode.minimum_price as minimumPrice',
        'barcode.distributor_price as distributorPrice',
        'barcode.supply_price as supplyPrice',
        'product.shelf_position as shelfPosition',
        'product.remark',
        'product.serial_managed as serialManaged',
        'product.lot_managed as lotManaged',
        'product.kit',
        'product.enabled',
        'product.created_at as createTime',
        sql<string>`coalesce(product.unit_name, unit.name)`.as('unit'),
        'unit.base_unit as baseUnit',
        'unit.sub_unit as subUnit',
        'unit.ratio',
        'unit.sub_unit_two as subUnitTwo',
        'unit.ratio_two as ratioTwo',
        'unit.sub_unit_three as subUnitThree',
        'unit.ratio_three as ratioThree',
        productSkuCountSql(tenantId).as('skus'),
        openingStockOf(tenantId, scope).as('openingStock'),
        sql<string>`case when product.kit
          then ${kitStockSql({ tenantId, scope }, { productId: sql`product.id`, ratio: sql`1` })}
          else ${productStockSql(tenantId, scope)} end`.as('stock'),
      ]);
    if (filters.category !== undefined) {
      query = query.where(inCategory(tenantId, filters.category));
    }
    if (filters.keyword !== undefined) {
      query = query.where(matchesKeyword(tenantId, filters.keyword));
    }
    if (filters.brandId !== undefined)
      query = query.where('product.brand_id', '=', filters.brandId);
    if (filters.weight !== undefined)
      query = query.where(productNumberEqualsSql('weight', filters.weight));
    if (filters.shelfLifeDays !== undefined)
      query = query.where(productNumberEqualsSql('shelf_life_days', filters.shelfLifeDays));
    return query;
  },
  { pages: 'byKey', few: ['keyword'] },
);

/** Tests that the column equals the number; other text matches nothing. */
const productNumberEqualsSql = (
  column: 'weight' | 'shelf_life_days',
  text: string,
): RawBuilder<boolean> =>
  /^\d{1,18}(\.\d{1,6})?$/.test(text.trim())
    ? sql<boolean>`${sql.ref(`product.${column}`)} = ${text.trim()}::numeric`
    : sql<boolean>`false`;

/** The first picture of `product`. */
export const imageOf = (tenantId: string): RawBuilder<string | null> => sql<string | null>`(
  select file.id from stored_file as file
  where file.tenant_id = ${tenantId} and file.owner = 'product' and file.owner_id = product.id
  order by file.position limit 1)`;

/** In how many combinations of attributes `product` comes. */
const productSkuCountSql = (tenantId: string): RawBuilder<number> => sql<number>`(
  select count(*)::int from sku
  where sku.tenant_id = ${tenantId} and sku.product_id = product.id and sku.attributes <> '')`;

/** Selects the stock of `product` in granted warehouses, all SKUs, in base units. */
const productStockSql = (tenantId: string, scope: Scope): RawBuilder<string> => sql<string>`(
  select coalesce(sum(held.quantity), 0)
  from sku join stock_balance as held
    on held.tenant_id = ${tenantId} and held.sku_id = sku.id and ${grantedWarehouses(scope, 'held.warehouse_id')}
  where sku.tenant_id = ${tenantId} and sku.product_id = product.id)`;

const openingStockOf = (tenantId: string, scope: Scope): RawBuilder<string> => sql<string>`(
  select coalesce(sum(line.base_quantity), 0)
  from document join document_line as line
    on line.tenant_id = ${tenantId} and line.document_id = document.id and ${grantedWarehouses(scope, 'line.warehouse_id')}
  where document.tenant_id = ${tenantId} and document.kind = 'openingStock'
    and document.subject = 'product:' || product.id and document.subject <> '' and document.deleted_at is null)`;

/** Tests that `product` is in the category or a descendant. */
export const inCategory = (
  tenantId: string,
  categoryId: string,
): RawBuilder<boolean> => sql<boolean>`
  product.category_id in ${categoriesWithin(tenantId, categoryId)}`;
